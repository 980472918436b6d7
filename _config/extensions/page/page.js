"use strict";
// What the menus of the page lack for those who don't see it, and for those who follow a link in them.
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
})();
