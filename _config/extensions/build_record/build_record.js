"use strict";
// Shows below its sentence what build.json holds. Without it, or from disk, the sentence stays alone.
(async () => {
  if (location.protocol === "file:") return;
  const place = document.querySelector(".build-record");
  const make = (tag, ...inside) => {
    const made = document.createElement(tag);
    made.append(...inside); // texts stay texts
    return made;
  };
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  try {
    const answer = await fetch(place.querySelector("a").href);
    const { date, commit, clean, machine, versions, execution } = await answer.json();
    const pages = Object.values(execution.pages);
    const seconds = pages.reduce((sum, page) => sum + page.seconds, 0);
    const kept = pages.filter((page) => !page.executed).length;
    const rows = {
      "Built on": `${day.format(new Date(date))} UTC`,
      "From commit": commit ? commit.slice(0, 12) + (clean ? "" : ", changed since") : "not known",
      With: Object.entries(versions).map(([name, version]) => `${name} ${version}`).join(", "),
      Machine: machine,
      Cells: `${seconds.toFixed(1)} s on ${pages.length} pages, ${kept} of them kept from an earlier build`,
    };
    const lines = Object.entries(rows).map(([name, text]) => {
      const head = make("th", name);
      head.scope = "row";
      return make("tr", head, make("td", text));
    });
    const table = make("table", make("tbody", ...lines));
    table.className = "table";
    const frame = make("div", table);
    frame.className = "pst-scrollable-table-container";
    place.after(frame);
  } catch {} // no record, or none that can be read
})();
