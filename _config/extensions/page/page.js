"use strict";
// What the theme lacks: names of its menus for those who don't see them, a close behind their links,
// contents that can be put away on a desk, and light paper.
(() => {
  const names = { "pst-primary-sidebar-modal": "Contents", "pst-secondary-sidebar-modal": "On this page" };
  for (const [id, name] of Object.entries(names)) {
    const menu = document.getElementById(id);
    if (!menu) continue;
    menu.setAttribute("aria-label", name);
    menu.addEventListener("click", (event) => {
      if (event.target.closest("a")) menu.close(); // the place may be on this page
    });
  }

  // Where the contents stand beside the text, their button puts them away instead of opening a menu.
  const contents = document.getElementById("pst-primary-sidebar");
  const button = document.querySelector(".primary-toggle");
  const beside = matchMedia("(min-width: 992px)"); // as in the theme
  const tell = () => {
    if (beside.matches) button.setAttribute("aria-expanded", !contents.hidden);
    else button.removeAttribute("aria-expanded");
  };
  button.addEventListener("click", (event) => {
    if (!beside.matches) return;
    event.stopImmediatePropagation();
    contents.hidden = !contents.hidden;
    tell();
  });
  beside.addEventListener("change", () => {
    contents.hidden = false;
    tell();
  });
  tell();

  const { dataset } = document.documentElement;
  let seen;
  addEventListener("beforeprint", () => {
    seen = dataset.theme;
    dataset.theme = "light";
  });
  addEventListener("afterprint", () => {
    dataset.theme = seen;
  });
})();
