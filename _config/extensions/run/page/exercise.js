// What makes a box an exercise: hints one at a time, a check, and an answer that may be put into the box.
function makeExercise(box) {
  const id = box.cell.dataset.exercise;
  const mark = element("span", { className: "solved", textContent: "✓ solved" });
  mark.hidden = !keep.get("solved", id);
  document.querySelector(`#${id} > .admonition-title`).append(" ", mark);

  const folded = [];
  for (let part = box.cell.nextElementSibling; part?.matches("details.folded"); part = part.nextElementSibling)
    folded.push(part);
  const hints = folded.filter((part) => part.matches(".hint"));
  hints.forEach((hint, index) => {
    hint.hidden = index > 0;
    hint.addEventListener("toggle", () => hints[index + 1]?.removeAttribute("hidden"));
  });

  const answer = folded.find((part) => part.matches(".answer"));
  const take = element("button", { type: "button", className: "action box-take", textContent: "Put it into the box" });
  take.addEventListener("click", () => {
    const text = answer.querySelector("pre").textContent.replace(/\n$/, "");
    box.put(text, "The answer is in the box. Undo brings back what was there.");
    box.runs.focus();
  });
  answer.append(take);

  box.judge = ({ passed, message }) => {
    const verdict = passed ? "Solved." : `Not yet. ${message}`;
    const kind = passed ? "box-verdict verdict right" : "box-verdict verdict";
    box.status.replaceChildren(element("span", { className: kind, textContent: verdict }));
    if (!passed) return;
    keep.set("solved", id, "yes");
    mark.hidden = false;
  };
}
