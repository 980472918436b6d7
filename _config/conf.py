"""How the book is built: decisions, each with its reason."""

import sys
from pathlib import Path

CONFIG = Path(__file__).resolve().parent
sys.path.insert(0, str(CONFIG))

from execution import cache, pages  # noqa: E402  found through the line above

# Project
project = "Transformers from the ground up"
author = "The authors of Transformers from the ground up"
project_copyright = "text CC BY 4.0, code MIT"
language = "en"

# Content
extensions = [
    "myst_nb",
    "extensions.claims",
    "extensions.course",
    "extensions.exercise",
    "extensions.figure",
    "extensions.labels",
    "extensions.maths",
    "extensions.policy",
    "extensions.quiz",
    "extensions.run",
    "extensions.same_bytes",
    "extensions.vocabulary",
]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]

# Execution
nb_execution_mode = "cache"
# jupyter-cache compares cells alone; this folder is named by code/, the lock and Python
nb_execution_cache_path = str(cache.folder())
nb_execution_timeout = pages.TIME_LIMIT
nb_execution_show_tb = True
nb_output_stderr = "warn"  # a warning printed under a cell is a mistake of ours

# Look
html_theme = "sphinx_book_theme"
html_title = project
html_static_path = ["static"]
templates_path = ["templates"]
html_css_files = ["book.css"]
html_copy_source = False
html_show_sphinx = False
html_math_renderer = "katex"
html_context = {"default_mode": "auto"}
html_theme_options = {
    "navbar_persistent": [],  # otherwise a second search field appears and the sidebar's button does nothing
    "use_download_button": False,
    "use_fullscreen_button": False,
    "show_toc_level": 2,
}
pygments_style = "a11y-high-contrast-light"

# Checks
nitpicky = True
