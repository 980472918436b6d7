"use strict";
// On the contents page: how much of each part this browser has seen solved and answered right.
(() => {
  const map = document.querySelector(".course-map");
  const parts = [...map.querySelectorAll("[data-exercises], [data-questions]")];
  if (!parts.length) return;
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

  const kept = (key) => {
    try {
      return localStorage.getItem(key) ?? "";
    } catch {
      return ""; // the browser keeps nothing
    }
  };

  // What is kept of each part, under which key, and whether it counts.
  const counted = parts.map((part) => {
    const { page, exercises = "", questions = "" } = part.dataset;
    const words = (text) => text.split(" ").filter(Boolean);
    const of = {
      "exercises solved": words(exercises).map((exercise) => {
        const key = `groundup:solved:${page}#${exercise}`;
        return { key, done: () => kept(key) };
      }),
      "questions answered right": words(questions).map((question) => {
        const [id, right] = question.split(":");
        const key = `groundup:quiz:${page}#${id}`;
        return { key, done: () => kept(key).split(" ").includes(right) };
      }),
    };
    const line = make("p", { className: "progress-lines" });
    part.append(line);
    const kinds = Object.entries(of).filter(([, each]) => each.length);
    const lines = kinds.map(([name, each], index) => {
      const words = make("span", { className: "progress-line" });
      line.append(index ? " " : "", words);
      return () => (words.textContent = `${each.filter(({ done }) => done()).length} of ${each.length} ${name}`);
    });
    const keys = kinds.flatMap(([, each]) => each.map(({ key }) => key));
    return { lines, keys: [...keys, `groundup:quiz:${page}`] }; // the last holds where the quiz was left
  });
  const keys = counted.flatMap((part) => part.keys);

  const forget = make("button", {
    type: "button",
    className: "forget-progress action",
    textContent: "Forget what is solved and answered",
  });
  const said = make("p", { tabIndex: -1 });
  said.setAttribute("role", "status");
  map.after(forget, said);

  const show = () => {
    for (const { lines } of counted) for (const write of lines) write();
    forget.hidden = !keys.some(kept);
  };
  forget.addEventListener("click", () => {
    for (const key of keys) localStorage.removeItem(key);
    show();
    said.textContent = "Forgotten. Your programs are still in their boxes.";
    said.focus();
  });
  show();
  // Also when the reader comes back by the browser's button.
  addEventListener("pageshow", ({ persisted }) => persisted && show());
})();
