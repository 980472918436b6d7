// Python in a worker. It knows nothing of the page: strings come in, strings go out.
const send = self.postMessage.bind(self);
const fetching = self.fetch.bind(self);

// What stays of the worker's JavaScript once Python runs: the language itself, and what Python's
// clock, random numbers and text need. Network, storage and the page are not among them.
const KEPT = `
  globalThis Infinity NaN undefined isFinite isNaN parseFloat parseInt decodeURIComponent encodeURIComponent
  AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error
  EvalError FinalizationRegistry Float32Array Float64Array Int8Array Int16Array Int32Array Intl Iterator JSON
  Map Math Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String
  SuppressedError Symbol SyntaxError TypeError URIError Uint8Array Uint8ClampedArray Uint16Array Uint32Array
  WeakMap WeakRef WeakSet WebAssembly TextDecoder TextEncoder console crypto performance
`.trim().split(/\s+/);

const MOST = 500_000; // bytes that one program may send; Python itself stops sending long before
let python, run, arrived, fetchRest, left;

self.addEventListener("message", async ({ data }) => {
  try {
    if (data.archive) send({ ready: await start(data) });
    else await perform(data);
  } catch (error) {
    send({ failed: String(error?.message ?? error) });
  }
});

async function start({ folder, engine, archive, integrity, lock, cache }) {
  new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)); // fails where it is forbidden
  const address = (name) => new URL(name, folder).href;
  const get = async (name, from = address(name)) => {
    const response = await fetching(from, { integrity: integrity[name], cache }).catch(() => null);
    if (!response?.ok) throw new Error(`${name} did not arrive whole`);
    send({ arrived: name });
    return response;
  };
  const restName = `${engine}rest.zip`;
  const restAddress = address(restName);
  fetchRest = () => get(restName, restAddress);
  const fetched = new Map();
  const ask = (name) => {
    const file = get(name);
    fetched.set(address(name), file);
    return file;
  };
  // The longest way first. Pyodide would begin to compile only when its own script has been read.
  const compiled = compile(ask(`${engine}pyodide.asm.wasm`));
  const [script, system, library] = ["pyodide.mjs", "pyodide.asm.mjs", "library.zip"].map((name) =>
    ask(engine + name),
  );
  const ours = ask(archive);
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await compiled;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  // Pyodide asks for its files itself, and would wait for ever for one that does not come.
  self.fetch = (url, options) => fetched.get(String(url)) ?? fetching(url, options);
  const load = async () => {
    await script;
    const { loadPyodide } = await import(address(`${engine}pyodide.mjs`));
    await system;
    return loadPyodide({
      indexURL: address(engine),
      stdLibURL: address(`${engine}library.zip`),
      lockFileContents: JSON.stringify(lock),
      fullStdLib: false,
    });
  };
  const broken = new Promise((_, reject) => {
    for (const file of [script, system, library, ours, compiled]) file.catch(reject);
  });
  python = await Promise.race([load(), broken]);
  python.setStdin({ error: true });
  python.setStdout(writer(false));
  python.setStderr(writer(true));
  python.FS.writeFile("/lib/groundup.zip", new Uint8Array(await (await ours).arrayBuffer()));
  python.runPython('import sys; sys.path.insert(0, "/lib/groundup.zip")');
  const reader = python.pyimport("reader");
  reader.start();
  run = reader.run;
  arrived = reader.rest_arrived;
  strip();
  return true;
}

async function compile(file) {
  const response = await file;
  const named = response.headers.get("Content-Type") === "application/wasm"; // some hosts do not know it
  return named ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

function writer(error) {
  const decoder = new TextDecoder();
  const write = (bytes) => {
    if (left > 0) send({ text: decoder.decode(bytes, { stream: true }), error });
    left -= bytes.length;
    return bytes.length;
  };
  return { write, isatty: false };
}

// Leave nothing through which a program could reach the page, its storage or the network.
function strip() {
  for (const made of [function () {}, async function () {}, function* () {}, async function* () {}])
    Object.defineProperty(Object.getPrototypeOf(made), "constructor", { value: undefined });
  const kept = new Set(KEPT);
  for (let level = self; level !== Object.prototype; level = Object.getPrototypeOf(level))
    for (const name of Reflect.ownKeys(level))
      if (!kept.has(name) && !Reflect.deleteProperty(level, name))
        Reflect.defineProperty(level, name, { value: undefined }); // else a constant, which does no harm
}

async function perform({ program, check }) {
  left = MOST;
  let result = JSON.parse(run(program, check));
  if (result.rest) {
    // What was trimmed from the library comes when it is first imported. Then the program starts again.
    try {
      const bytes = await (await fetchRest()).arrayBuffer();
      python.FS.writeFile("/lib/rest.zip", new Uint8Array(bytes));
    } catch (error) {
      const text = `A module of the standard library could not be fetched: ${error.message}.`;
      return send({ error: { kind: "Not run", text, hint: "Check the connection, then press Run again." } });
    }
    arrived();
    send({ clear: true });
    result = JSON.parse(run(program, check));
  }
  send(result);
}
