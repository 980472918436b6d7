// What the reader's browser keeps between visits. Where it keeps nothing, everything else still works.
const keep = {
  key: (kind, name) => `groundup:${kind}:${page.name}#${name}`,
  get(kind, name) {
    try {
      return localStorage.getItem(this.key(kind, name));
    } catch {
      return null; // the browser forbids it
    }
  },
  set(kind, name, text) {
    try {
      if (text === null) localStorage.removeItem(this.key(kind, name));
      else localStorage.setItem(this.key(kind, name), text);
    } catch {} // forbidden or full: the text stays in the box
  },
};

// A short name for a text, so that what was kept for a program is not put into a changed one (FNV-1a).
function digest(text) {
  let sum = 0x811c9dc5;
  for (const letter of text) sum = Math.imul(sum ^ letter.codePointAt(0), 0x01000193);
  return (sum >>> 0).toString(36);
}
