"""The same pages as the theme comes: without our templates, style, search and scripts around the text."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[4] / "_config"))

from conf import *  # noqa: F403  found through the line above
from conf import extensions as _ours

_LOOK = ("page", "policy", "search", "style", "vocabulary")
extensions = [name for name in _ours if name.removeprefix("extensions.") not in _LOOK]
templates_path, html_static_path, html_css_files = [], [], []
html_theme_options, html_context, html_sidebars = {}, {}, {}
html_favicon = None
html_use_index = True
pygments_style = None
suppress_warnings = ["app.add_node"]
