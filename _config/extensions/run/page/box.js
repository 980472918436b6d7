// A box: a cell of the page as a program that the reader edits and runs.
const ANSI = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b/g; // what a terminal takes for colours
const QUICK = 100; // milliseconds that the output of the last run stays: the page jumps less
const READ_ALOUD = 300; // letters of the output that a screen reader is given at once

class Box {
  constructor(cell) {
    this.cell = cell;
    this.title = cell.dataset.title;
    cell.classList.add("box");
    this.editor = makeEditor(cell.querySelector(".cell_input pre"), {
      label: `Python, ${this.title}`,
      run: () => this.run(),
      changed: () => this.changed(),
    });
    this.name = digest(this.editor.original);
    this.baked = cell.querySelector("details.predicted") ?? cell.querySelector(".cell_output");
    this.build();
    this.job = null;
    this.state = "ready";
    const kept = keep.get("edit", this.name);
    if (kept !== null) this.editor.replace(kept);
    this.changed();
    for (const event of ["focusin", "pointerenter"])
      cell.addEventListener(event, () => engine.start().catch(() => {}), { once: true });
  }

  build() {
    const button = (name, words, press) => {
      const made = element("button", { type: "button", className: `action box-${name}`, textContent: words });
      made.addEventListener("click", press);
      bar.append(made);
      return made;
    };
    const bar = element("div", { className: "box-bar" }, { role: "group", "aria-label": this.title });
    this.runs = button("run", "Run", (event) => {
      if (!this.job) this.run();
      else if (event.detail < 2) engine.stop(this.job); // a double click means one Run
    });
    this.checks = this.cell.dataset.check && button("check", "Check", () => this.run(this.cell.dataset.check));
    this.backs = button("back", "Put back", () => this.putBack());
    this.undoes = button("undo", "Undo", () => this.undo());
    this.undoes.hidden = true;
    this.progress = element("span", { className: "box-progress" });
    const keys = element("span", { className: "box-keys", textContent: "Shift+Enter runs, Tab leaves" });
    keys.id = `box-keys-${this.name}`;
    this.editor.field.setAttribute("aria-describedby", keys.id);
    this.status = element("p", { className: "box-status" }, { role: "status" });
    this.output = element(
      "div",
      { className: "box-output", tabIndex: 0, hidden: true },
      { role: "region", "aria-label": `Output, ${this.title}` },
    );
    bar.append(this.progress, keys);
    this.cell.querySelector(".cell_input").after(bar, this.status, this.output);
  }

  set state(state) {
    this.cell.dataset.state = state;
    this.runs.textContent = state === "ready" ? "Run" : "Stop";
    if (this.checks) this.checks.disabled = state !== "ready";
  }

  // Say something once: `aloud` is heard and not seen.
  say(text, aloud = "") {
    this.status.replaceChildren(text, element("span", { className: "box-aloud", textContent: aloud }));
  }

  run(check = "") {
    if (this.job) return;
    if (!engine.ready) this.say("");
    this.job = {
      program: this.editor.text,
      check,
      say: (text) => this.say(text),
      progress: (state, text) => {
        this.state = state;
        this.progress.textContent = text;
        if (state === "running") this.clearing = setTimeout(() => this.clear(), QUICK);
      },
      clear: () => this.clear(),
      write: (text, error) => this.write(text, error && "box-error"),
      finish: (result) => this.finish(result),
    };
    engine.run(this.job);
  }

  clear() {
    this.clearing = clearTimeout(this.clearing);
    this.say("");
    this.output.replaceChildren();
    this.output.hidden = false;
    if (this.baked) this.baked.hidden = true;
    this.predicted?.();
  }

  write(text, kind) {
    if (this.clearing) this.clear();
    const shown = text.replace(ANSI, "");
    this.output.append(kind ? element("span", { className: kind, textContent: shown }) : shown);
  }

  finish(result) {
    if (this.clearing) this.clear();
    this.job = null;
    this.state = "ready";
    this.progress.textContent = "";
    const words = this.outcome(result);
    const seen = this.output.hidden ? "" : this.output.textContent.trim();
    if (!this.output.hidden && !seen) this.output.textContent = "(it printed nothing)";
    if (result.check) this.judge(result.check);
    else this.say(words, seen && ` Output: ${seen.slice(0, READ_ALOUD)}`);
    this.settle();
  }

  // Show an error of the program, and say in a few words how it ended.
  outcome({ stopped, failed, error, outside }) {
    if (stopped) return "Stopped.";
    if (failed) return failed;
    if (!error) return "Done.";
    this.output.hidden = false;
    const begun = this.output.textContent; // an error starts a line of its own
    this.write((/[^\n]$/.test(begun) ? "\n" : "") + error.text.trimEnd(), "box-error");
    const hint = element("p", { className: "box-hint", textContent: error.hint });
    if (outside && page.elsewhere) {
      hint.append(" See ", element("a", { href: page.elsewhere, textContent: "how to run it elsewhere" }), ".");
    }
    if (hint.textContent) this.output.append(hint);
    return error.line ? `${error.kind} on line ${error.line}.` : `${error.kind}.`;
  }

  changed() {
    const { text, original } = this.editor;
    keep.set("edit", this.name, text === original ? null : text);
    this.settle();
  }

  // Show the buttons that have something to do.
  settle() {
    const replaced = keep.get("before", this.name) ?? this.before;
    const backs = this.editor.text !== this.editor.original || !this.output.hidden;
    if (document.activeElement === this.backs && !backs) this.runs.focus();
    this.backs.disabled = !backs;
    this.undoes.hidden = replaced === undefined || replaced === null;
  }

  // Put another text in the box. The one before it is kept: Undo brings it back.
  put(text, words) {
    const before = this.editor.text;
    if (before !== text) {
      this.before = before;
      keep.set("before", this.name, before);
    }
    this.editor.replace(text);
    this.changed();
    this.say(words);
  }

  putBack() {
    if (!this.job) {
      this.output.hidden = true;
      if (this.baked) this.baked.hidden = false;
    }
    this.put(this.editor.original, "The program of the book is back.");
  }

  undo() {
    this.put(keep.get("before", this.name) ?? this.before, "The text from before is back.");
  }
}
