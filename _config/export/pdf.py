"""The book as a PDF: a cover, the contents with page numbers, and every page of the site on paper.

The pages are joined into one, which the browser prints with the site's own style and without its
scripts. Where each heading has come to lie is read from the print, written into the contents, and
all is printed again.
"""

import io
from pathlib import Path
from urllib.parse import urlsplit

import matplotlib
import pikepdf
from playwright.sync_api import Error as BrowserError

import browser
import conf

from . import joined, sheet

HERE = Path(__file__).parent
FONTS = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
WIDTH = 627  # pixels between the margins of A4, 166 mm
LONGEST = 300_000  # milliseconds for one step; the whole takes less than a minute
PRINTS = 4  # after which numbers that still move will not come to rest

# What is wider than the paper, as the browser measures it once it has the fonts that it asks for.
FIT = """async () => {
  document.body.getBoundingClientRect();
  await document.fonts.ready;
  for (const table of document.querySelectorAll("table"))
    if (table.scrollWidth > table.parentElement.clientWidth) table.classList.add("squeezed");
  for (const formula of document.querySelectorAll(".katex-display"))
    if (formula.scrollWidth > formula.clientWidth)
      formula.style.fontSize = `${Math.floor((100 * formula.clientWidth) / formula.scrollWidth)}%`;
}"""
NUMBER = """(numbers) => {
  for (const place of document.querySelectorAll(".book-contents .number"))
    place.textContent = numbers[place.parentElement.hash.slice(1)];
}"""


class NotMade(Exception):
    """There is no PDF; the text says why, and what to do."""


def write(site: Path, file: Path) -> None:
    """Write the book of a built site into a file. Raises NotMade where it can't be printed."""
    book = joined.book(site)
    try:
        with browser.started() as chromium:
            printed = numbered(opened(chromium, book, site), book)
        pack(printed, file)
    except browser.NoBrowser as error:
        raise NotMade(str(error)) from None
    except (BrowserError, pikepdf.PdfError) as error:
        reason = str(error).splitlines()[0]
        raise NotMade(
            f"the browser did not print the book ({reason}): install a newer Chromium, Chrome or "
            "Edge, then run this again."
        ) from None


def opened(chromium, book: joined.Book, site: Path):
    """Return the browser's page with the whole book, as wide as paper."""
    context = chromium.new_context(
        java_script_enabled=False, viewport={"width": WIDTH, "height": 900}
    )
    page = context.new_page()
    page.set_default_timeout(LONGEST)
    document = sheet.document(book)

    def serve(route):
        """Hand the browser the book, our own files, or a file of the site: it asks no one else."""
        path = urlsplit(route.request.url).path.removeprefix("/")
        if not path:
            route.fulfill(body=document, content_type="text/html; charset=utf-8")
        elif path.startswith(sheet.OWN):
            own = path.removeprefix(sheet.OWN)
            route.fulfill(path=(FONTS if own.endswith(".ttf") else HERE) / own)
        elif (site / path).is_file():
            route.fulfill(path=site / path)
        else:
            route.abort()

    page.route("**/*", serve)
    page.emulate_media(media="print", color_scheme="light")
    page.goto(joined.SITE)
    page.evaluate(FIT)
    return page


def numbered(page, book: joined.Book) -> bytes:
    """Return the printed book, in whose contents each heading has the number of its page."""
    numbers = found(printed(page), book)
    for _ in range(PRINTS - 1):
        page.evaluate(NUMBER, numbers)
        pdf = printed(page, tagged=True, outline=True)
        before, numbers = numbers, found(pdf, book)
        if numbers == before:
            return pdf
    raise BrowserError("the headings moved at each print")


def printed(page, **wanted) -> bytes:
    return page.pdf(prefer_css_page_size=True, print_background=True, **wanted)


def found(pdf: bytes, book: joined.Book) -> dict[str, int]:
    """Return the number of the page on which each heading of the contents lies."""
    with pikepdf.open(io.BytesIO(pdf)) as read:
        numbers = {page.objgen: number for number, page in enumerate(read.pages, 1)}
        places = read.Root.Dests
        return {
            heading.id: numbers[places["/" + heading.id][0].objgen] for heading in book.headings()
        }


def pack(pdf: bytes, file: Path) -> None:
    """Write a print into a file, half as large, and with our names in the place of time and browser."""
    with pikepdf.open(io.BytesIO(pdf)) as read:
        said = {"/Title": conf.project, "/Author": conf.author, "/Producer": "Chromium"}
        read.trailer.Info = read.make_indirect(pikepdf.Dictionary(said))
        read.Root.PageMode = pikepdf.Name.UseOutlines  # the outline stands beside the first page
        together = pikepdf.ObjectStreamMode.generate
        read.save(file, object_stream_mode=together, recompress_flate=True, deterministic_id=True)
