// Makes each program of the page a box, or says why it is none.
const cells = document.querySelectorAll("div.cell.tag_run");
let absent = "";
if (location.protocol === "file:")
  absent = "This page was opened from disk, where browsers start no Python. To run its programs, serve the book’s folder with python -m http.server and open the address that it prints.";
else if (!window.Worker || !window.WebAssembly) absent = "This browser cannot run Python in a page.";

function make(cell) {
  if (cell.matches(".box")) return;
  const box = new Box(cell);
  if (cell.dataset.exercise) makeExercise(box);
  const before = cell.previousElementSibling;
  if (before?.matches(".predict")) makePrediction(box, before);
}

const makeAll = () => cells.forEach(make);

if (absent) cells[0].prepend(element("p", { className: "run-absent", textContent: absent }));
else if (document.documentElement.dataset.layout) {
  // What comes near is made at once, the rest one by one: what fills in forms looks at each new field, and
  // that lays out the field's section.
  const near = new IntersectionObserver(
    (seen) => seen.forEach(({ isIntersecting, target }) => isIntersecting && make(target)),
    { rootMargin: "100%" },
  );
  cells.forEach((cell, index) => {
    near.observe(cell);
    setTimeout(make, 200 * index, cell);
  });
  addEventListener("whole", makeAll);
} else makeAll();
