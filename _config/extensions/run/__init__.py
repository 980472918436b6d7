"""Programs that run in the reader's page: every cell tagged `run` becomes a box.

The build writes, below `_static/run/`, the page's script (one file, joined from `page/`), the
worker and its Python, and the engine. Names that hold a digest may be kept by browsers for ever.
Pages without a program load nothing of it, and nothing of the engine is fetched until a reader
touches a box.
"""

import base64
import hashlib
import json
import shutil
from pathlib import Path

from docutils import nodes
from sphinx.errors import ExtensionError

import node
from extensions import assets
from extensions.run import engine

HERE = Path(__file__).parent
CODE = HERE.parents[2] / "code"
# The order in which the page's script is joined: what is used comes first.
SCRIPTS = "page element keep highlight editor engine box exercise prediction start".split()
ELSEWHERE = "how-to-run"  # the label of the section on running programs outside the page


def note_programs(app, doctree):
    """Remember which pages hold programs."""
    if any("tag_run" in cell["classes"] for cell in doctree.findall(nodes.container)):
        app.env.metadata[app.env.docname]["run"] = True


def write_files(app, env):
    """Write what the boxes need into the site, before the pages that name it are written."""
    folder = Path(app.outdir, "_static", "run")
    shutil.rmtree(folder, ignore_errors=True)  # files of earlier builds have other names
    app.run_files = None
    if app.builder.format != "html" or not any("run" in data for data in env.metadata.values()):
        return
    try:
        made, archive = engine.built(), engine.archive(CODE, HERE / "reader")
    except (node.Missing, engine.NotMade) as error:
        raise ExtensionError(str(error)) from None
    inside = f"engine-{made.digest}/"
    shutil.copytree(made.folder, folder / inside)
    integrity = {inside + name: digest for name, digest in made.integrity.items()}

    def write(name, data):
        """Write a file whose name says what is in it, and return that name."""
        stem, _, suffix = name.partition(".")
        named = f"{stem}-{hashlib.sha256(data).hexdigest()[:10]}.{suffix}"
        (folder / named).write_bytes(data)
        integrity[named] = "sha256-" + base64.b64encode(hashlib.sha256(data).digest()).decode()
        return named

    worker = (HERE / "worker.js").read_text(encoding="utf-8")
    app.run_files = {
        "worker": write("worker.js", assets.bare(worker).encode()),
        "archive": write("groundup.zip", archive),
        "engine": inside,
        "integrity": integrity,
        "lock": made.lock,
    }
    (folder / "run.js").write_text(script(), encoding="utf-8")
    shutil.copy(HERE / "run.css", folder)


def script() -> str:
    """Return the page's script: its pieces in a scope of their own, without lines of comment."""
    pieces = [(HERE / "page" / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS]
    return f'"use strict";\n(() => {{\n{assets.bare("".join(pieces))}}})();\n'


def add_script(app, pagename, templatename, context, doctree):
    """Load the script and its style on pages with programs."""
    if not app.run_files or "run" not in app.env.metadata.get(pagename, {}):
        return
    data = {"data-page": pagename, "data-engine": json.dumps(app.run_files)}
    labels = app.env.get_domain("std").labels
    if ELSEWHERE in labels:
        document, anchor, _ = labels[ELSEWHERE]
        data["data-elsewhere"] = f"{app.builder.get_relative_uri(pagename, document)}#{anchor}"
    app.add_js_file("run/run.js", loading_method="defer", **data)
    app.add_css_file("run/run.css")


def setup(app):
    app.connect("doctree-read", note_programs)
    app.connect("env-updated", write_files)
    app.connect("html-page-context", add_script)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
