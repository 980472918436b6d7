"use strict";
// One question at a time. An answer is checked when the reader asks for it, and then explains itself.
(() => {
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

  // Where the browser forbids the store, a quiz works all the same, and nothing is kept.
  const kept = (key) => {
    try {
      return localStorage.getItem(key) ?? "";
    } catch {
      return null;
    }
  };
  const keep = (key, text) => {
    try {
      if (text) localStorage.setItem(key, text);
      else localStorage.removeItem(key);
    } catch {}
  };

  class Question {
    tries = [];

    constructor(form, key) {
      this.form = form;
      this.id = form.dataset.question;
      this.key = `${key}#${this.id}`;
      this.legend = form.querySelector("legend");
      this.legend.tabIndex = -1;
      this.link = form.querySelector(".where a");
      this.answers = [...form.querySelectorAll("input")].map((radio) => {
        const why = radio.closest("li").querySelector("details");
        why.id = `${radio.id}-why`;
        // What was asked of the reader before is answered by then: the fold's line is the verdict.
        why.querySelector("summary").replaceChildren(why.querySelector("strong"));
        radio.hidden = false;
        return { radio, why };
      });
      this.right = this.answers.find(({ why }) => why.classList.contains("right"));
    }

    get solved() {
      return this.tries.includes(this.right);
    }

    // Takes over what was kept. An answer that reads differently by now has another value.
    load() {
      const text = kept(this.key);
      const named = (value) => this.answers.filter(({ radio }) => radio.value === value);
      if (text !== null) this.tries = text.split(" ").flatMap(named);
      this.show();
    }

    show() {
      for (const { radio, why } of this.answers) {
        radio.checked = radio === this.tries.at(-1)?.radio;
        radio.removeAttribute("aria-describedby");
        why.hidden = why.open = true;
      }
      this.tries.forEach(this.explain);
      this.close();
    }

    explain({ radio, why }) {
      why.hidden = false;
      why.open = true;
      radio.setAttribute("aria-describedby", why.id);
    }

    // Behind the right answer nothing else can be chosen.
    close() {
      for (const answer of this.answers) answer.radio.disabled = this.solved && answer !== this.right;
    }

    take(answer) {
      if (!this.tries.includes(answer)) this.tries.push(answer);
      keep(this.key, this.tries.map(({ radio }) => radio.value).join(" "));
      this.explain(answer);
      this.close();
    }

    forget() {
      this.tries = [];
      keep(this.key);
      this.show();
    }
  }

  const begin = (quiz) => {
    const key = `groundup:quiz:${quiz.dataset.page}`;
    const questions = [...quiz.querySelectorAll("form")].map((form) => new Question(form, key));
    let place = 0;

    const status = make("p", { role: "status" });
    const bar = make("div", { className: "quiz-bar" });
    const end = make("div", { className: "quiz-end", tabIndex: -1 });
    quiz.append(status, end, bar);
    const button = (textContent, act, kind = "") => {
      const made = make("button", { type: "button", className: `action ${kind}`, textContent });
      made.addEventListener("click", act);
      bar.append(made);
      return made;
    };

    const say = (textContent, className) => Object.assign(status, { textContent, className });

    // Shows what can be done at this place.
    const offer = () => {
      const question = questions[place];
      const solved = question?.solved;
      check.hidden = !question || solved;
      others.hidden = !solved || question.answers.every(({ why }) => !why.hidden);
      next.hidden = !solved;
      next.textContent = questions[place + 1] ? "Next question" : "See how it went";
      back.hidden = !place;
      again.hidden = !!question;
    };

    const show = (where) => {
      place = where;
      questions.forEach(({ form }, index) => (form.hidden = index !== place));
      say("", "");
      end.hidden = !!questions[place];
      if (questions[place]) check.setAttribute("form", questions[place].form.id);
      else sum();
      offer();
    };

    const go = (where) => {
      show(where);
      keep(key, questions[place]?.id ?? "#");
      (questions[place]?.legend ?? end).focus();
    };

    // How many were right at the first go, and where the others are explained.
    const sum = () => {
      const missed = questions.filter(({ tries, right }) => tries[0] !== right);
      const count = questions.length - missed.length;
      end.replaceChildren(make("p", { textContent: `${count} of ${questions.length} right at the first go.` }));
      if (!missed.length) return;
      const list = make("ul", {});
      for (const link of new Map(missed.map(({ link }) => [link.href, link])).values()) {
        const item = make("li", {});
        item.append(link.cloneNode(true));
        list.append(item);
      }
      end.append(make("p", { textContent: "Worth reading once more:" }), list);
    };

    const check = button("Check", () => {}, "main");
    check.type = "submit";
    const others = button("Why not the others", () => {
      const question = questions[place];
      const folded = question.answers.filter(({ why }) => why.hidden);
      folded.forEach(question.explain);
      folded[0].why.querySelector("summary").focus();
      offer();
    });
    const next = button("Next question", () => go(place + 1), "main");
    const back = button("Previous question", () => go(place - 1));
    const again = button("Start again", () => {
      for (const question of questions) question.forget();
      go(0);
    });

    quiz.addEventListener("submit", (event) => {
      event.preventDefault();
      const question = questions[place];
      if (question.solved) return;
      const chosen = question.answers.find(({ radio }) => radio.checked);
      if (!chosen) return say("Choose an answer first.", "");
      const pressed = document.activeElement === check;
      question.take(chosen);
      keep(key, question.id);
      offer();
      if (!question.solved) return say("✗ Not this one. Read why below it, and take another go.", "verdict wrong");
      if (pressed) (others.hidden ? next : others).focus();
      const first = question.tries.length === 1 ? ", at the first go" : "";
      say(`✓ Right${first}.`, "verdict right");
    });

    // Puts the reader where they were, but not behind a question that is still open.
    const resume = () => {
      for (const question of questions) question.load();
      const open = questions.findIndex(({ solved }) => !solved);
      const furthest = open < 0 ? questions.length : open;
      const name = kept(key);
      const there = name === "#" ? questions.length : questions.findIndex(({ id }) => id === name);
      show(there < 0 ? furthest : Math.min(there, furthest));
    };
    resume();
    // A page to which the reader comes back by the browser's button may have been overtaken by another one.
    addEventListener("pageshow", ({ persisted }) => persisted && resume());
  };

  document.querySelectorAll(".quiz").forEach(begin);
})();
