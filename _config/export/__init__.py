"""The whole book in one file: as a PDF, as an e-book, and as pages to read offline."""

from pathlib import Path

from extensions.downloads import PLACE
from extensions.more import PDF

NAME = "transformers-from-the-ground-up"
WORDS = {
    "pdf": "PDF",
    "epub": "EPUB, for e-book readers",
    "zip": "these pages as a ZIP file, to read offline",
}


def made(site: Path, epub: Path, folder: Path) -> dict[str, Path]:
    """Make each file that can be made, say what can't, and return them by kind.

    site, epub: the folders in which Sphinx wrote the pages and the e-book.
    """
    from . import offline, pdf  # here, since most builds need neither

    folder.mkdir(parents=True, exist_ok=True)
    files = {"epub": epub / f"{NAME}.epub", "zip": folder / f"{NAME}.zip"}
    offline.write(site, files["zip"])
    try:
        pdf.write(site, folder / f"{NAME}.pdf")
    except pdf.NotMade as error:
        print(f"\nNo PDF was made: {error}")
    else:
        files["pdf"] = folder / f"{NAME}.pdf"
    return files


def link(site: Path, files: dict[str, Path]) -> None:
    """Put links to the files that lie in the site's root into the places that wait for them."""
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        root = "../" * (len(page.relative_to(site).parts) - 1)
        filled = text.replace(PLACE, listed(root, files)).replace(PDF, entry(root, files))
        if filled != text:
            page.write_text(filled, encoding="utf-8")


def listed(root: str, files: dict[str, Path]) -> str:
    """Return the paragraph that offers the files."""
    items = [
        f'<a href="{root}{files[kind].name}" download>{words}</a> ({size(files[kind])})'
        for kind, words in WORDS.items()
        if kind in files
    ]
    return f'<p class="downloads">The whole book: {", ".join(items)}.</p>' if items else ""


def entry(root: str, files: dict[str, Path]) -> str:
    """Return the line of the PDF in a page's menu."""
    if "pdf" not in files:
        return ""
    href = f"{root}{files['pdf'].name}"
    return f'<a class="header-menu-item" href="{href}" download>Download the book as a PDF</a>'


def size(file: Path) -> str:
    """Return the size of a file in the unit in which downloads are told."""
    return f"{file.stat().st_size / 1e6:.1f} MB"
