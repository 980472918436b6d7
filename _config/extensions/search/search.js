"use strict";
// Searches Sphinx's index while the reader types: in the dialog of every page, and on the search page.
// The index and what reads it are fetched when the reader first comes near.
(() => {
  const root = document.documentElement.dataset.content_root;
  const PAGE = location.protocol === "file:" ? "index.html" : ""; // from disk a folder shows its files
  const MOST = 20; // results that are shown
  const fetched = new Map();

  const script = (name) => {
    if (!fetched.has(name))
      fetched.set(
        name,
        new Promise((resolve, reject) => {
          const made = document.createElement("script");
          made.src = root + name;
          made.onload = resolve;
          made.onerror = () => {
            fetched.delete(name); // the next letter tries again
            reject(new Error(name));
          };
          document.head.append(made);
        }),
      );
    return fetched.get(name);
  };

  const load = async () => {
    window.SPHINX_HIGHLIGHT_ENABLED = false; // pages are not marked where words were found
    for (const name of ["doctools.js", "language_data.js", "searchtools.js"]) await script(`_static/${name}`);
    await script("searchindex.js");
  };

  // The places that hold all words, best first; each place once.
  const find = (words) => {
    const { docnames, titles } = Search._index;
    const places = new Map();
    for (const [name, title, anchor] of Search._performSearch(...Search._parseQuery(words)).reverse()) {
      const [page, inside] = name.split("#");
      const hash = inside ? `#${inside}` : anchor;
      const address = root + `${page}/`.replace(/(^|\/)index\/$/, "$1") + PAGE + hash;
      const heading = title.split(" > ").pop();
      if (!places.has(address)) places.set(address, { heading, page: titles[docnames.indexOf(page)] });
    }
    return [...places];
  };

  const item = ([address, { heading, page }]) => {
    const link = document.createElement("a");
    link.href = address;
    const parser = new DOMParser(); // titles come as HTML, with their entities
    const text = (html) => parser.parseFromString(html, "text/html").body.textContent;
    link.append(text(heading));
    if (page !== heading) {
      const where = document.createElement("span");
      where.className = "search-page";
      where.textContent = text(page);
      link.append(where);
    }
    const made = document.createElement("li");
    made.append(link);
    return made;
  };

  const told = (count) => {
    if (!count) return "Nothing found. Try fewer or other words.";
    if (count > MOST) return `${count} places; the best ${MOST} are shown.`;
    return count === 1 ? "1 place" : `${count} places`;
  };

  const dialog = document.getElementById("pst-search-dialog");
  const toggle = () => (dialog.open ? dialog.close() : dialog.showModal());
  for (const button of document.querySelectorAll(".search-button__button")) button.addEventListener("click", toggle);
  addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (key?.toLowerCase() !== "k" || ctrlKey === metaKey || shiftKey || altKey) return;
    event.preventDefault();
    toggle();
  });
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close()); // beside the form

  for (const form of document.querySelectorAll("form.bd-search")) {
    const field = form.querySelector("input");
    const status = form.parentElement.querySelector(".search-status");
    const list = form.parentElement.querySelector(".search-results");

    const show = async () => {
      const words = field.value.trim();
      try {
        await load();
      } catch {
        status.textContent = "The index of the book could not be fetched. Are you offline?";
        return;
      }
      if (words !== field.value.trim()) return; // a later letter shows its own
      const places = words ? find(words) : [];
      status.textContent = words ? told(places.length) : "";
      list.replaceChildren(...places.slice(0, MOST).map(item));
    };

    field.addEventListener("focus", () => load().catch(() => {}));
    field.addEventListener("input", show);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      await show();
      list.querySelector("a")?.click();
    });
    list.addEventListener("click", (event) => {
      if (event.target.closest("a")) form.closest("dialog")?.close(); // the place may be on this page
    });
    const asked = new URLSearchParams(location.search).get(field.name);
    if (asked && !form.closest("dialog")) {
      field.value = asked;
      show();
    }
  }
})();
