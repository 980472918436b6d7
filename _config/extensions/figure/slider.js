// Moves the marks of a figure to a stop of its slider, and reads off what the build computed there.
"use strict";
(() => {
  const make = (name, parent, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    set(made, attributes);
    return parent.appendChild(made);
  };
  const set = (element, attributes) => {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  };
  // A place is one number for each stop, or one for all of them.
  const at = (place, stop) => (Array.isArray(place) ? place[stop] : place);

  for (const figure of document.querySelectorAll("figure.movable")) {
    const { stops, cells, dots, lines } = JSON.parse(figure.querySelector("script").textContent);
    const slider = figure.querySelector("input");
    const told = figure.querySelector("output");
    const rows = [...figure.querySelectorAll("tbody tr")];
    const column = figure.querySelector("th").textContent;
    const texts = [...figure.querySelectorAll("tbody td")];
    const marks = make("g", figure.querySelector("svg"), { class: "marks" });
    const drawnLines = lines.map(([, y1, y2]) => make("line", marks, { y1, y2 }));
    const drawnDots = dots.map(() => make("circle", marks, { r: 4 }));

    const show = () => {
      const stop = slider.valueAsNumber;
      lines.forEach(([x], i) => set(drawnLines[i], { x1: x[stop], x2: x[stop] }));
      dots.forEach(([x, y], i) => set(drawnDots[i], { cx: at(x, stop), cy: at(y, stop) }));
      texts.forEach((cell, i) => { cell.textContent = cells[i][stop]; });
      told.textContent = stops[stop];
      const said = rows.map(({ cells: [name, first] }) => `${name.textContent} ${first.textContent}`);
      slider.setAttribute("aria-valuetext", `${stops[stop]}, ${column}: ${said.join(", ")}`);
    };
    slider.addEventListener("input", show);
    show();
    figure.querySelector(".read-off").hidden = false;
  }
})();
