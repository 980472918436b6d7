// Runs a Python program with the page's own Python: only it can compile for itself.
//   node python.mjs <npm package pyodide> <Python's library> <folder seen as /made> <program> [NAME=value …]
// The program is a module of this folder, or of that which is seen as /made.
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

// Without its stack, which quotes a line of Pyodide's: more than a megabyte.
process.on("uncaughtException", (error) => {
  console.error(error.message ?? error);
  process.exit(1);
});

const [pyodide, library, work, program, ...settings] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const env = Object.fromEntries(settings.map((setting) => setting.split("=")));
const python = await loadPyodide({ indexURL: pyodide, stdLibURL: library, env });
const here = fileURLToPath(new URL(".", import.meta.url));
for (const [seen, root] of [["/made", work], ["/programs", here]]) {
  python.FS.mkdir(seen);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, seen);
}
python.runPython("import sys; sys.path += ['/programs', '/made']");
python.pyimport(program).main();
