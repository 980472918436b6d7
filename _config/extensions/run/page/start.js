// Makes each program of the page a box, or says why it is none.
const cells = document.querySelectorAll("div.cell.tag_run");
let absent = "";
if (location.protocol === "file:")
  absent = "This page was opened from disk, where browsers start no Python. To run its programs, serve the book’s folder with python -m http.server and open the address that it prints.";
else if (!window.Worker || !window.WebAssembly) absent = "This browser cannot run Python in a page.";

if (absent) cells[0].prepend(element("p", { className: "run-absent", textContent: absent }));
else
  for (const cell of cells) {
    const box = new Box(cell);
    if (cell.dataset.exercise) makeExercise(box);
    const before = cell.previousElementSibling;
    if (before?.matches(".predict")) makePrediction(box, before);
  }
