// A real text field over its own coloured text: the field is typed in, the text behind it is seen.
function makeEditor(pre, { label, run, changed }) {
  const original = pre.textContent.replace(/\n$/, "");
  const baked = [...pre.childNodes];
  const field = element(
    "textarea",
    { value: original, spellcheck: false, wrap: "off", className: "box-text" },
    {
      "aria-label": label,
      autocapitalize: "off",
      autocomplete: "off",
      autocorrect: "off",
      translate: "no",
    },
  );
  field.setSelectionRange(0, 0); // who comes by keyboard begins at the beginning
  const code = element("div", { className: "box-code" });
  pre.replaceWith(code);
  pre.setAttribute("aria-hidden", "true");
  code.append(pre, field);

  const paint = () => {
    if (field.value === original) pre.replaceChildren(...baked);
    else pre.replaceChildren(highlight(field.value), "\n");
  };
  const type = (text) => document.execCommand("insertText", false, text); // the browser can undo it

  field.addEventListener("input", () => {
    paint();
    changed();
  });
  field.addEventListener("keydown", (event) => {
    const { selectionStart: start, selectionEnd: end, value } = field;
    const line = value.slice(value.lastIndexOf("\n", start - 1) + 1, start);
    if (event.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey || event.shiftKey) return run();
      const deeper = /:\s*(#.*)?$/.test(line) ? "    " : "";
      type("\n" + /^[ \t]*/.exec(line)[0] + deeper);
    } else if (event.key === "Backspace" && start === end && /^ +$/.test(line)) {
      event.preventDefault(); // one step of the indent goes at once
      field.setSelectionRange(start - (((line.length - 1) % 4) + 1), start);
      document.execCommand("delete");
    }
  });
  return {
    field,
    original,
    get text() {
      return field.value;
    },
    replace(text) {
      field.value = text;
      paint();
    },
  };
}
