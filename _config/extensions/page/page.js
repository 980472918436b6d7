"use strict";
// The menus of the page and its theme. What they hold is in the page without this script.
(() => {
  const root = document.documentElement;
  const outside = (dialog, { target, clientX, clientY }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    return target === dialog && (clientX < left || right < clientX || clientY < top || bottom < clientY);
  };

  // The theme is the one that was chosen, or the system's.
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const choices = document.querySelectorAll(".theme-change-button");
  const paint = () => {
    const { mode } = root.dataset;
    root.dataset.theme = mode !== "auto" ? mode : dark.matches ? "dark" : "light";
    for (const choice of choices) choice.setAttribute("aria-pressed", choice.dataset.mode === mode);
  };
  for (const choice of choices)
    choice.addEventListener("click", () => {
      root.dataset.mode = choice.dataset.mode;
      try {
        localStorage.setItem("mode", choice.dataset.mode);
      } catch {} // the browser keeps nothing
      paint();
    });
  dark.addEventListener("change", paint);
  paint();
  addEventListener("beforeprint", () => (root.dataset.theme = "light"));
  addEventListener("afterprint", paint);

  // A key, or a link into the page, can lead anywhere, and paper shows everything: then all of it is laid out.
  const whole = () => {
    if (!root.dataset.layout) return;
    delete root.dataset.layout;
    dispatchEvent(new Event("whole"));
  };
  addEventListener("keydown", whole, true);
  addEventListener("beforeprint", whole);
  addEventListener(
    "click",
    ({ target }) => target.closest('a[href*="#"]')?.pathname === location.pathname && whole(),
    true,
  );

  // Beside the text where there is room; elsewhere a button opens them as a dialog.
  const menu = (name, label) => {
    const sidebar = document.getElementById(`pst-${name}-sidebar`);
    const dialog = document.getElementById(`pst-${name}-sidebar-modal`);
    const button = document.querySelector(`.${name}-toggle`);
    if (!sidebar || !dialog || !button) return;
    const move = (from, to) => {
      to.append(...from.childNodes);
      to.className = from.className;
      from.className = "";
    };
    dialog.setAttribute("aria-label", label);
    button.addEventListener("click", () => {
      if (name === "primary" && beside.matches) {
        sidebar.hidden = !sidebar.hidden;
        return tell();
      }
      move(sidebar, dialog);
      dialog.showModal();
    });
    dialog.addEventListener("close", () => move(dialog, sidebar));
    dialog.addEventListener("click", (event) => {
      // behind a link: the place may be on this page
      if (event.target.closest("a") || outside(dialog, event)) dialog.close();
    });
  };
  const beside = matchMedia("(min-width: 992px)"); // as in the theme
  const contents = document.getElementById("pst-primary-sidebar");
  const tell = () => {
    const button = document.querySelector(".primary-toggle");
    if (beside.matches) button.setAttribute("aria-expanded", !contents.hidden);
    else button.removeAttribute("aria-expanded");
  };
  menu("primary", "Contents");
  menu("secondary", "On this page");
  beside.addEventListener("change", () => {
    contents.hidden = false;
    tell();
  });
  tell();

  // Which section is being read: the last one whose heading is above the upper third of the window.
  const links = new Map();
  for (const link of document.querySelectorAll("#pst-page-toc-nav a")) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))?.querySelector("h2, h3");
    if (heading) links.set(heading, link);
  }
  const sidebar = document.getElementById("pst-secondary-sidebar");
  const above = new Set();
  const reading = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) above[isIntersecting ? "add" : "delete"](target);
      const read = [...links.keys()].filter((heading) => above.has(heading)).at(-1);
      for (const [heading, link] of links) {
        if (heading === read) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
      if (!read) return;
      const { top, bottom } = links.get(read).getBoundingClientRect(); // it comes into sight, and the text stays
      const sight = sidebar.getBoundingClientRect();
      // whole pixels: of a part of one, the browser may leave a line's edge out of sight
      sidebar.scrollTop += Math.floor(Math.min(0, top - sight.top)) + Math.ceil(Math.max(0, bottom - sight.bottom));
    },
    { rootMargin: "1000000px 0px -67% 0px" },
  );
  for (const heading of links.keys()) reading.observe(heading);

  // A report names the section that is being read.
  const report = document.querySelector(".report");
  report?.addEventListener("click", () => {
    const address = new URL(report.href);
    const section = document.querySelector("#pst-page-toc-nav [aria-current]")?.textContent.trim();
    const said = report.dataset.body ??= address.searchParams.get("body");
    if (section) address.searchParams.set("body", said.replace("\n", `\nSection: ${section}\n`));
    report.href = address;
  });

  // What scrolls sideways can be reached by keyboard, and nothing else is a stop on the way.
  const sideways = new ResizeObserver((changed) => {
    for (const { target } of changed) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  for (const block of document.querySelectorAll("article pre, article div.math, .pst-scrollable-table-container")) sideways.observe(block);
})();
