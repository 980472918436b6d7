// Reads {sheets: {name: css}, own: [name], pages: [html], scripts: [js]} and writes the sheets, those
// that are not our own without the rules that nothing uses. What they say of light and dark is said
// again for a reader without script. The argument is PurgeCSS's folder.
const purge = process.argv[2];
const { PurgeCSS } = require(purge);
const postcss = require(require.resolve("postcss", { paths: [purge] }));
const { sheets, own, pages, scripts } = JSON.parse(require("fs").readFileSync(0, "utf8"));

const words = (text) => text.match(/[\w-]+/g) ?? [];
const tags = (page) => words((page.match(/<[a-z][^>]*>/gi) ?? []).join(" ")); // prose uses no rule

// Without script the page's theme stays "auto".
const withoutScript = (root) => {
  for (const mode of ["light", "dark"]) {
    const chosen = new RegExp(`\\[data-theme="?${mode}"?\\]`, "g");
    root.walkRules(chosen, (rule) => {
      const themed = rule.selectors.filter((selector) => selector.match(chosen));
      const copy = rule.clone({ selectors: themed.map((one) => one.replace(chosen, "[data-theme=auto]")) });
      const asked = postcss.atRule({ name: "media", params: `(prefers-color-scheme: ${mode})` });
      rule.after(asked.append(copy));
    });
  }
};

(async () => {
  const foreign = Object.keys(sheets).filter((name) => !own.includes(name));
  const purged = await new PurgeCSS().purge({
    content: [
      ...pages.map((raw) => ({ raw, extension: "page" })),
      ...scripts.map((raw) => ({ raw, extension: "script" })),
    ],
    css: foreign.map((name) => ({ name, raw: sheets[name] })),
    extractors: [
      { extensions: ["page"], extractor: tags },
      { extensions: ["script"], extractor: words },
    ],
    keyframes: true,
  });
  foreign.forEach((name, index) => (sheets[name] = purged[index].css));
  for (const [name, css] of Object.entries(sheets)) {
    const root = postcss.parse(css);
    withoutScript(root);
    root.walkComments((comment) => comment.remove());
    sheets[name] = root.toString();
  }
  process.stdout.write(JSON.stringify(sheets));
})();
