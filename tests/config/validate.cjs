// Reads {name: html} and writes {name: ["line: message", …]}. The argument is the folder of html-validate.
const { HtmlValidate, StaticConfigLoader } = require(process.argv[2]);
const pages = JSON.parse(require("fs").readFileSync(0, "utf8"));
const checker = new HtmlValidate(new StaticConfigLoader({ extends: ["html-validate:standard"] }));
const found = Object.entries(pages).map(([name, html]) => {
  const messages = checker.validateStringSync(html, name).results.flatMap(({ messages }) => messages);
  return [name, messages.map(({ line, ruleId, message }) => `${line}: ${message} (${ruleId})`)];
});
process.stdout.write(JSON.stringify(Object.fromEntries(found)));
