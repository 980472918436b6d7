"use strict";
(() => {
  const drawer = document.getElementById("vocabulary-drawer");
  if (!drawer?.showPopover) return;

  // The drawer: a field that filters it.
  const list = drawer.querySelector("dl");
  const entries = [...list.children].map((box) => {
    const [name, text] = box.children;
    return {
      box,
      address: name.firstChild.href,
      name: name.textContent.toLowerCase(),
      text: text.textContent.toLowerCase(),
    };
  });
  const field = drawer.querySelector("input");
  const found = drawer.querySelector("[role=status]");
  const filter = () => {
    const wanted = field.value.trim().toLowerCase();
    const named = entries.filter((entry) => entry.name.includes(wanted));
    const told = entries.filter((entry) => !named.includes(entry) && entry.text.includes(wanted));
    const shown = [...named, ...told];
    list.replaceChildren(...shown.map((entry) => entry.box));
    if (!wanted) found.textContent = "";
    else if (shown.length) found.textContent = `${shown.length} of ${entries.length} terms`;
    else found.textContent = `No term and no definition has “${field.value.trim()}” in it.`;
  };
  field.parentElement.hidden = false;
  field.addEventListener("input", filter);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !field.value) return;
    event.preventDefault();
    field.value = "";
    filter();
  });
  // On a phone the keyboard would cover the terms, so there the focus stays where the HTML puts it.
  if (!matchMedia("(pointer: coarse)").matches) {
    drawer.querySelector("[autofocus]").autofocus = false;
    field.autofocus = true;
  }
  drawer.addEventListener("click", (event) => {
    if (event.target.closest("a")) drawer.hidePopover();
  });

  // The card: one for all links to terms. It is no tooltip in the sense of ARIA, as it holds links.
  const WAIT = 150;
  const GRACE = 300;
  const MARGIN = 8;
  const card = document.createElement("div");
  card.id = card.className = "vocabulary-card";
  card.popover = "manual";
  card.tabIndex = -1;
  document.querySelector("main").append(card);
  let link = null;
  let touched = null;
  let timer = 0;

  const later = (action, time) => {
    clearTimeout(timer);
    timer = setTimeout(action, time);
  };
  const termAt = (target) => target.closest?.('article a[href*="#term-"]');
  const place = (y) => {
    const lines = [...link.getClientRects()];
    const line = lines.find((each) => y >= each.top && y <= each.bottom) ?? lines[0];
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    card.style.maxHeight = "";
    const below = height - line.bottom - MARGIN;
    const above = line.top - MARGIN;
    const up = card.offsetHeight > below && above > below;
    card.style.maxHeight = `${Math.max(up ? above : below, 0)}px`;
    const left = Math.max(MARGIN, Math.min(line.left, width - card.offsetWidth - MARGIN));
    card.style.left = `${left + scrollX}px`;
    card.style.top = `${(up ? line.top - card.offsetHeight : line.bottom) + scrollY}px`;
  };
  const hide = () => {
    clearTimeout(timer);
    if (!link) return;
    if (card.contains(document.activeElement)) link.focus();
    link.removeAttribute("aria-describedby");
    link = null;
    card.hidePopover();
  };
  const leave = () => {
    // Who came by keyboard is still there when the pointer has gone.
    const at = document.activeElement;
    if (at !== link && !card.contains(at)) hide();
  };
  const show = (wanted, y) => {
    clearTimeout(timer);
    if (wanted === link) return;
    const entry = entries.find((each) => each.address === wanted.href);
    if (!entry) return;
    hide();
    link = wanted;
    const words = document.createElement("dl");
    words.append(...entry.box.cloneNode(true).children);
    words.querySelector("a").tabIndex = -1;
    card.replaceChildren(words);
    card.showPopover({ source: link });
    place(y);
    link.setAttribute("aria-describedby", card.id);
  };

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const target = termAt(event.target);
    if (target && target !== link) later(() => show(target, event.clientY), WAIT);
    else if (target || card.contains(event.target)) clearTimeout(timer);
  });
  document.addEventListener("pointerout", (event) => {
    if (event.pointerType === "touch") return;
    const to = event.relatedTarget;
    if (termAt(event.target) || card.contains(event.target)) {
      if (!to || (!termAt(to) && !card.contains(to))) later(leave, GRACE);
    }
  });
  document.addEventListener("focusin", (event) => {
    const target = termAt(event.target);
    if (target) show(target);
    else if (!card.contains(event.target)) hide();
  });
  // A first tap shows the card, a second one follows the link.
  document.addEventListener("pointerdown", (event) => {
    const target = termAt(event.target);
    touched = event.pointerType === "touch" && target !== link ? target : null;
    if (!target && !card.contains(event.target)) hide();
  });
  document.addEventListener("click", (event) => {
    const target = termAt(event.target);
    if (!target) return;
    if (target === touched) {
      event.preventDefault();
      show(target, event.clientY);
    } else {
      hide();
    }
    touched = null;
  });
  document.addEventListener("keydown", (event) => {
    touched = null;
    if (event.key !== "Escape" || !link) return;
    event.preventDefault();
    hide();
  });
  addEventListener("resize", () => link && place());
})();
