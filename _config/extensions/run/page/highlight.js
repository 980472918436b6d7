// Colour Python with the classes that Pygments gives it, so that an edited program looks like a baked one.
const WORDS = new Map();
for (const [kind, words] of Object.entries({
  k: "as assert async await break class continue def del elif else except finally for global if lambda nonlocal pass raise return try while with yield",
  kn: "from import",
  kc: "False None True",
  ow: "and in is not or",
  nb: "abs all any bool dict divmod enumerate filter float format frozenset getattr hasattr hash id int isinstance issubclass iter len list map max min next object open ord pow print range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip",
  ne: "ArithmeticError AssertionError AttributeError Exception IndexError KeyError NameError RuntimeError StopIteration TypeError ValueError ZeroDivisionError",
  bp: "self",
}))
  for (const word of words.split(" ")) WORDS.set(word, kind);

const TOKEN =
  /(?<c1>#.*)|(?<sa>\b[rbfu]{1,2})?(?<s>"""[^]*?(?:"""|(?![^]))|'''[^]*?(?:'''|(?![^]))|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)|(?<mf>(?:\d[\d_]*\.[\d_]*|\.\d[\d_]*|\d[\d_]*(?=e))(?:e[+-]?\d+)?j?)|(?<mi>\d[\d_]*)|(?<nd>^[ \t]*@[\w.]+)|(?<nn>(?<=\b(?:from|import)[ \t]+)[\w.]+)|(?<nf>(?<=\bdef[ \t]+)\w+)|(?<nc>(?<=\bclass[ \t]+)\w+)|(?<n>\w+)|(?<o>:=|[-+*\/%@&|^~<>=!]=?|\.)|(?<p>[()[\]{},:;])/gimu;

function highlight(code) {
  const made = new DocumentFragment();
  colour(code, made);
  return made;
}

function colour(code, into) {
  const add = (kind, text) => into.append(element("span", { className: kind, textContent: text }));
  let at = 0;
  for (const match of code.matchAll(TOKEN)) {
    into.append(code.slice(at, match.index));
    at = match.index + match[0].length;
    const found = match.groups;
    if (found.s) {
      if (found.sa) add("sa", found.sa);
      if (found.sa && /f/i.test(found.sa)) colourFields(found.s, into);
      else add("s", found.s);
    } else {
      const kind = Object.keys(found).find((name) => found[name]);
      const dotted = code[match.index - 1] === "."; // an attribute may have the name of a built-in
      add((!dotted && kind === "n" && WORDS.get(match[0])) || kind, match[0]);
    }
  }
  into.append(code.slice(at));
}

// The braces of an f-string hold code, up to the colon of a format.
function colourFields(text, into) {
  for (const piece of text.split(/(\{\{|\}\}|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})/)) {
    const field = /^(\{)([^{].*?)((?:![rsa])?(?::[^\]]*)?\})$/s.exec(piece);
    if (!field) {
      if (piece) into.append(element("span", { className: "s", textContent: piece }));
      continue;
    }
    into.append(element("span", { className: "si", textContent: field[1] }));
    colour(field[2], into);
    into.append(element("span", { className: "si", textContent: field[3] }));
  }
}
