"""What a page costs a new reader, and what axe finds on it."""

from collections import Counter

from playwright.sync_api import sync_playwright

import node
from browser import Browser

WIDTHS = (1280, 390)
THEMES = ("light", "dark")
QUIET = 1  # seconds without a request, after which a page is taken to be whole


def cost(host, program: str, addresses: dict[str, str]) -> dict[str, dict]:
    """Return the bytes and the requests of each page, opened with nothing kept."""
    found = {}
    with sync_playwright() as playwright:
        for page, address in addresses.items():
            with Browser(playwright, program, host.address) as browser:
                tab = browser.context.new_page()
                asked = requests(tab)
                host.forget()
                tab.goto(address)
                host.settle(QUIET)
                inside = (host.address, "data:")
                outside = [url for url in asked if not url.startswith(inside)]
                found[page] = {"bytes": host.bytes, "requests": len(asked), "outside": len(outside)}
    return found


def requests(tab) -> list[str]:
    """Return a list that grows with each address that a page asks for."""
    asked = []
    tab.on("request", lambda request: asked.append(request.url))
    return asked


def axe(program: str, proxy: str, addresses: dict[str, str]) -> dict[str, int]:
    """Return how many elements break each of axe's rules, over all pages, widths and themes."""
    source = (node.package("axe-core") / "axe.min.js").read_text(encoding="utf-8")
    found = Counter()
    with sync_playwright() as playwright, Browser(playwright, program, proxy) as browser:
        for address in addresses.values():
            for width in WIDTHS:
                for theme in THEMES:
                    tab = browser.context.new_page()
                    tab.emulate_media(color_scheme=theme)
                    tab.set_viewport_size({"width": width, "height": 900})
                    tab.goto(address)
                    tab.keyboard.press("Shift")  # lays out the whole page
                    tab.evaluate(source)
                    for rule in tab.evaluate("axe.run(document)")["violations"]:
                        found[rule["id"]] += len(rule["nodes"])
                    tab.close()
    return dict(found)
