self.onmessage = async ({ data }) => {
  const { loadPyodide } = await import("../pyodide/pyodide.mjs");
  const pyodide = await loadPyodide({ stdout: (line) => postMessage(`${line}\n`) });
  pyodide.runPython(data);
};
