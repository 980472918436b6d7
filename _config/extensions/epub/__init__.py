"""The e-book: the pages as an EPUB, for readers where nothing can be pressed, folded or run.

    python -m sphinx -b epub -c _config -d _build/sphinx/doctrees book _build/sphinx/epub

Sphinx's own builder does the work. Here it gets a look of its own, without scripts and without the
site's style, and what the standard asks for besides: what each page holds (formulas, drawings),
landmarks, and what the book offers to those who do not see it. The same pages give the same bytes.
"""

import re
import shutil
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from sphinx.builders.epub3 import Epub3Builder

from . import cover, figures, plain

HERE = Path(__file__).parent
FIRST = (1980, 1, 1, 0, 0, 0)  # the first moment that a zip file can name
# What the manifest has to say of a page that holds one of these.
HELD = {"mathml": re.compile("<math[ >]"), "svg": re.compile("<svg[ >]")}


class Book(Epub3Builder):
    """Sphinx's builder of e-books, with our pages around the text and our package around the pages."""

    template_dir = HERE / "package"
    coverpage_name = "cover.xhtml"
    guide_titles = {"toc": "Contents", "cover": "Cover"}

    def get_outdated_docs(self):
        """Return all pages: they become one file, which is written as a whole."""
        return sorted(self.env.found_docs)

    def prepare_writing(self, docnames):
        """Begin with an empty folder: everything that lies in it goes into the book."""
        shutil.rmtree(self.outdir, ignore_errors=True)
        super().prepare_writing(docnames)

    def copy_assets(self):
        """Bring our own style and the cover, and nothing of the site's."""
        static = Path(self.outdir, "_static")
        static.mkdir(parents=True)
        shutil.copy(HERE / "book.css", static)
        cover.draw(self.config.epub_title, self.config.epub_author, static / "cover.png")

    def handle_finish(self):
        """Put the package together."""
        config = self.config
        said = {"author": config.author, "rights": config.copyright, "site": config.html_baseurl}
        self.handle_page("title", said, "title.html")
        self.get_toc()
        self.build_content()
        self.build_navigation_doc()
        self.build_epub()

    def content_metadata(self):
        """Return what the package says of the book, and of each page what it holds."""
        pages = sorted(Path(self.outdir).rglob("*.xhtml"))
        texts = {f"{page.relative_to(self.outdir)}": page.read_text("utf-8") for page in pages}
        return super().content_metadata() | {
            "site": self.config.html_baseurl,
            "properties": {
                name: " ".join(held for held, mark in HELD.items() if mark.search(text))
                for name, text in texts.items()
            },
        }

    def navigation_doc_metadata(self, navlist):
        """Return what the contents need, with where the text begins."""
        begin = self.config.root_doc + self.out_suffix
        return super().navigation_doc_metadata(navlist) | {"begin": begin}

    def build_epub(self):
        """Write the file, whose times are always the same. The standard wants its type first."""
        with ZipFile(self.outdir / f"{self.config.epub_basename}.epub", "w") as book:
            book.writestr(ZipInfo("mimetype", FIRST), "application/epub+zip", ZIP_STORED)
            container = (HERE / "package" / "container.xml").read_bytes()
            add(book, "META-INF/container.xml", container)
            for name in ["content.opf", *self.files]:
                add(book, name, Path(self.outdir, name).read_bytes())


def add(book: ZipFile, name: str, data: bytes) -> None:
    """Add a file to the book."""
    entry = ZipInfo(name, FIRST)
    entry.external_attr = 0o644 << 16
    book.writestr(entry, data, ZIP_DEFLATED, 9)


def setup(app):
    app.add_builder(Book, override=True)
    app.add_html_theme("e-book", HERE / "theme")
    app.add_post_transform(figures.PutFiguresIntoFiles)
    app.connect("doctree-resolved", plain.make, priority=900)  # when all else has its place
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
