"""How the book is built: decisions, each with its reason."""

import sys
from pathlib import Path

CONFIG = Path(__file__).resolve().parent
sys.path.insert(0, str(CONFIG))

import address  # noqa: E402  found through the line above
from execution import cache, pages  # noqa: E402

# Project
project = "Transformers from the ground up"
author = "The authors of Transformers from the ground up"
project_copyright = "text CC BY 4.0, code MIT"
language = "en"
version = "0.1"  # no e-book goes without one

# Content
extensions = [
    "myst_nb",
    "sphinx.ext.githubpages",  # else GitHub leaves out folders that begin with _
    "extensions.build_record",
    "extensions.citation",
    "extensions.claims",
    "extensions.course",
    "extensions.downloads",
    "extensions.epub",
    "extensions.exercise",
    "extensions.figure",
    "extensions.labels",
    "extensions.maths",
    "extensions.more",
    "extensions.notebooks",
    "extensions.navigation",
    "extensions.page",
    "extensions.policy",
    "extensions.quiz",
    "extensions.run",
    "extensions.same_bytes",
    "extensions.search",
    "extensions.style",
    "extensions.vocabulary",
]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]

# Execution
nb_execution_mode = "cache"
# jupyter-cache compares cells alone; this folder is named by code/, the lock and Python
nb_execution_cache_path = str(cache.folder())
nb_execution_timeout = pages.TIME_LIMIT
nb_execution_show_tb = True
nb_mime_priority_overrides = [  # MyST-NB asks for a choice; notebooks keep all that a cell showed
    ("notebooks", "image/svg+xml", 1),
    ("notebooks", "text/plain", 2),
]
nb_output_stderr = "warn"  # a warning printed under a cell is a mistake of ours

# Look
html_theme = "sphinx_book_theme"
html_title = project
html_favicon = "static/favicon.svg"
html_baseurl = address.of_site()
html_static_path = ["static"]
templates_path = ["templates", "templates/components"]
html_css_files = ["colours.css", "text.css", "frame.css", "landing.css", "print.css"]
html_sidebars = {"**": ["navbar-logo.html", "sbt-sidebar-nav.html"]}
html_copy_source = False
html_use_index = False  # the vocabulary and the search do its work
html_show_sphinx = False
html_math_renderer = "katex"
html_context = {"default_mode": "auto"}
html_theme_options = {
    "navbar_persistent": [],  # else a second search field appears and the menu button does nothing
    "collapse_navbar": True,  # else each page is written with a list of all, in quadratic time
    "back_to_top_button": False,  # it needs Bootstrap's script
    "use_download_button": False,
    "use_fullscreen_button": False,
    "show_toc_level": 2,
    "toc_title": "On this page",
}
pygments_style = "a11y-high-contrast-light"

# The e-book
epub_basename = "transformers-from-the-ground-up"
epub_theme = "e-book"
epub_description = "The transformer, built from a list of numbers upwards, in words and programs."
epub_uid = "book"  # the name of the next line inside the package
# Always the same, so that a new edition takes the place of the old one on a reader's shelf.
epub_identifier = "urn:uuid:2e4db7b5-0555-537a-a347-6ea9f59a9de8"
epub_cover = ("_static/cover.png", "cover.html")
epub_pre_files = [("title.xhtml", "About this e-book")]
epub_show_urls = "no"  # a link in a sentence is enough
epub_tocscope = "includehidden"  # every contents list of the book is hidden
epub_tocdepth = 2  # parts and their sections
epub_tocdup = False

# Checks
nitpicky = True
linkcheck_ignore = [
    r"https?://(localhost|127\.0\.0\.1)[:/]"
]  # what a reader starts is nobody's link
linkcheck_workers = 1  # hosts turn away who asks for several pages at once
linkcheck_timeout = 30
linkcheck_retries = 3  # a host that is busy for a moment is not gone
linkcheck_report_timeouts_as_broken = True  # a host that is gone may never answer
linkcheck_anchors = False  # many pages make their places with a script
