"""A label that two pages share is told, also when two processes have read the pages.

Sphinx warns while one process reads both. When it joins what several processes have read, the
label that comes last wins in silence, and links go to the wrong page.
"""

from sphinx.util import logging

LOGGER = logging.getLogger(__name__)


def forget(app, env, docnames):
    """Begin with no labels: this build's processes have read nothing yet."""
    env.labels_joined = {}


def join(app, env, docnames, other):
    """Compare the labels that another process has read with those of the processes before it."""
    for label, (docname, *_) in sorted(other.domaindata["std"]["anonlabels"].items()):
        if docname not in docnames:
            continue
        first = env.labels_joined.setdefault(label, docname)
        if first != docname:
            LOGGER.warning(
                "duplicate label %s, other instance in %s",
                label,
                env.doc2path(first),
                location=docname,
                type="label",
                subtype="duplicate",
            )


def setup(app):
    app.connect("env-before-read-docs", forget)
    app.connect("env-merge-info", join)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
