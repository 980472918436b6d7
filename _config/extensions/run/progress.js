"use strict";
// On the contents page: how many exercises of each part this browser has seen solved.
(() => {
  const map = document.querySelector(".course-map");
  const key = (part, exercise) => `groundup:solved:${part.dataset.page}#${exercise}`;
  const exercises = (part) => part.dataset.exercises.split(" ");
  const parts = [...document.querySelectorAll("[data-exercises]")];

  const solved = (part) => {
    try {
      return exercises(part).filter((exercise) => localStorage.getItem(key(part, exercise))).length;
    } catch {
      return 0; // the browser keeps nothing
    }
  };
  const lines = parts.map((part) => {
    const line = document.createElement("p");
    line.className = "progress-line";
    part.append(line);
    return line;
  });
  const forget = Object.assign(document.createElement("button"), {
    type: "button",
    className: "forget-progress",
    textContent: "Forget which exercises are solved",
  });
  const said = document.createElement("p");
  said.setAttribute("role", "status");
  map.after(forget, said);

  const show = () => {
    parts.forEach((part, index) => {
      lines[index].textContent = `${solved(part)} of ${exercises(part).length} exercises solved`;
    });
    forget.hidden = !parts.some(solved);
  };
  forget.addEventListener("click", () => {
    for (const part of parts) for (const exercise of exercises(part)) localStorage.removeItem(key(part, exercise));
    show();
    said.tabIndex = -1;
    said.textContent = "Forgotten. Your programs are still in their boxes.";
    said.focus();
  });
  show();
})();
