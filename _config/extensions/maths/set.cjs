// Reads [{tex, display}] and writes [{html} or {error}], in the same order. The argument is KaTeX's folder.
const katex = require(process.argv[2]);
const formulas = JSON.parse(require("fs").readFileSync(0, "utf8"));
const set = ({ tex, display }) => {
  try {
    return { html: katex.renderToString(tex, { displayMode: display, strict: "error" }) };
  } catch (error) {
    return { error: error.message };
  }
};
process.stdout.write(JSON.stringify(formulas.map(set)));
