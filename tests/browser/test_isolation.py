"""A program cannot reach the page, its storage or the network: neither from Python nor below it."""

import json

import pytest
from browsing.inside import Inside

# What would let a worker speak to the network, keep something, load code or reach other pages.
DANGEROUS = """
fetch XMLHttpRequest WebSocket WebSocketStream EventSource WebTransport Request Response Headers
indexedDB IDBFactory IDBDatabase caches Cache CacheStorage cookieStore CookieStore localStorage sessionStorage
importScripts Worker SharedWorker ServiceWorker ServiceWorkerContainer ServiceWorkerRegistration
BroadcastChannel MessageChannel MessagePort postMessage onmessage close name
navigator WorkerNavigator NavigatorUAData NetworkInformation StorageManager location WorkerLocation origin
FontFace FontFaceSet fonts createImageBitmap ImageBitmap OffscreenCanvas
FileReader FileReaderSync FileSystemHandle FileSystemFileHandle FileSystemDirectoryHandle
FileSystemSyncAccessHandle Blob File URL URLSearchParams FormData
RTCPeerConnection RTCDataChannel RTCEncodedVideoFrame RTCRtpScriptTransformer
Notification PushManager PushSubscription PeriodicSyncManager SyncManager BackgroundFetchManager
ReadableStream WritableStream TransformStream CompressionStream DecompressionStream
setTimeout setInterval queueMicrotask requestAnimationFrame reportError structuredClone
GPU WebGLRenderingContext WebGL2RenderingContext USB HID Serial Bluetooth
eval Function webkitRequestFileSystem webkitRequestFileSystemSync
webkitResolveLocalFileSystemURL webkitResolveLocalFileSystemSyncURL
trustedTypes TrustedTypePolicyFactory scheduler Scheduler locks LockManager
PerformanceObserver ReportingObserver EventTarget Event MessageEvent self
""".split()
# The language itself, and what Python needs for its clock, its random numbers and its text.
HARMLESS = """
globalThis Infinity NaN undefined isFinite isNaN parseFloat parseInt escape unescape
decodeURI decodeURIComponent encodeURI encodeURIComponent
AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array BigUint64Array Boolean
DataView Date DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array
Int8Array Int16Array Int32Array Intl Iterator JSON Map Math Number Object Promise Proxy RangeError
ReferenceError Reflect RegExp Set SharedArrayBuffer String SuppressedError Symbol SyntaxError Temporal
TypeError URIError Uint8Array Uint8ClampedArray Uint16Array Uint32Array WeakMap WeakRef WeakSet WebAssembly
TextDecoder TextEncoder console crypto performance
PERSISTENT TEMPORARY
""".split()  # the last two are numbers that cannot be deleted
MAKERS = {
    "Function": "(function () {}).constructor('return 1')()",
    "AsyncFunction": "(async function () {}).constructor('return 1')",
    "GeneratorFunction": "(function* () {}).constructor('yield 1')",
    "AsyncGeneratorFunction": "(async function* () {}).constructor('yield 1')",
    "an arrow's constructor": "(() => {}).constructor('return 1')",
    "a class's constructor": "(class {}).constructor('return 1')",
    "a method's constructor": "[].map.constructor('return 1')",
    "eval": "eval('1')",
    "indirect eval": "(0, eval)('1')",
}


@pytest.fixture(scope="module")
def inside(bench_visit):
    """The worker of the bench, after its first program."""
    bench_visit.box().run("print('started')")
    return Inside(bench_visit)


def test_the_worker_has_none_of_the_names_that_reach_out(inside):
    there = inside.evaluate(
        f"{json.dumps(DANGEROUS)}.filter((name) => globalThis[name] !== undefined)"
    )
    assert there == []


def test_the_worker_has_no_name_that_is_not_known_to_be_harmless(inside):
    names = inside.evaluate(
        "(() => { const names = []; for (let at = globalThis; at; at = Object.getPrototypeOf(at))"
        "  for (const name of Object.getOwnPropertyNames(at)) if (!(name in Object.prototype) &&"
        "    globalThis[name] !== undefined) names.push(name); return names; })()"
    )
    assert set(names) - set(HARMLESS) == set()
    assert "Math" in names


def test_the_worker_is_sent_with_a_policy_of_its_own(inside, steady_server):
    [worker] = {request.path for request in steady_server.asked("_static/run/worker-*.js")}
    policy = steady_server.headers_of(worker)["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "'unsafe-eval'" not in policy
    assert "connect-src 'self'" in policy


@pytest.mark.parametrize("maker", MAKERS)
def test_the_worker_makes_no_code_from_text(inside, maker):
    with pytest.raises(RuntimeError):
        inside.evaluate(MAKERS[maker])


IMPORTS = """
js pyodide_js pyodide pyodide.code pyodide.http pyodide.ffi _pyodide _pyodide._base _pyodide_core
_pyodide._core_docs pyodide_http micropip ctypes _ctypes webbrowser
""".split()


@pytest.mark.parametrize("module", IMPORTS)
def test_python_finds_no_bridge_under_the_name_of_a_module(box, module):
    assert box.run(f"import {module}\nprint('reached')").find("reached\n") == -1
    assert box.said().startswith(("ModuleNotFoundError", "ImportError"))
    hidden = f"import importlib, sys\nprint({module!r} in sys.modules)\n"
    assert box.run(hidden) == "False\n"
    box.run(f"import importlib\nimportlib.import_module({module!r})\nprint('reached')")
    assert box.said().startswith(("ModuleNotFoundError", "ImportError"))


BRIDGES = {
    "object of JavaScript": """\
import gc
names = {type(thing).__name__ for thing in gc.get_objects()}
print(sorted(name for name in names if name.startswith("Js")))
""",
    "way to make an object of JavaScript": """\
import warnings
warnings.simplefilter("ignore")
seen, todo, made = set(), [object], []
while todo:
    for kind in type.__subclasses__(todo.pop()):
        if kind not in seen:
            seen.add(kind)
            todo.append(kind)
for kind in [kind for kind in seen if kind.__name__ == "JsProxy"]:
    for make in (kind, lambda: kind.__new__(kind)):
        try:
            made.append(make())
        except (NameError, TypeError):
            pass
print(made)
""",
    "finder of JavaScript's modules": """\
import sys
print([kind for kind in map(repr, sys.meta_path + sys.path_hooks) if "js" in kind.lower()])
""",
    "module that knows JavaScript": """\
import sys
print([name for name in sys.modules if "pyodide" in name or name.partition(".")[0] == "js"])
""",
    "loop that knows JavaScript": """\
import asyncio
print([name for name in (type(asyncio.new_event_loop()).__module__,) if "pyodide" in name])
""",
}


@pytest.mark.parametrize("bridge", BRIDGES)
def test_python_finds_no(box, bridge):
    assert box.run(BRIDGES[bridge]) == "[]\n"


CALLS = {
    "run_js": "from pyodide.code import run_js\nrun_js('fetch(\"ADDRESS\")')",
    "pyfetch": "from pyodide.http import pyfetch\npyfetch('ADDRESS').send(None)",
    "open_url": "from pyodide.http import open_url\nopen_url('ADDRESS')",
    "js.fetch": "from js import fetch\nfetch('ADDRESS')",
    "XMLHttpRequest": "from js import XMLHttpRequest\nXMLHttpRequest.new().open('GET', 'ADDRESS')",
    "urllib": "import urllib.request\nurllib.request.urlopen('ADDRESS', timeout=2)",
    "http": (
        "import http.client\nc = http.client.HTTPConnection('127.0.0.1', PORT, timeout=2)\n"
        "c.request('GET', '/reached')\nc.getresponse()"
    ),
    "socket": (
        "import socket\ns = socket.create_connection(('127.0.0.1', PORT), 2)\n"
        "s.sendall(b'GET /reached HTTP/1.0\\r\\n\\r\\n')\nprint(s.recv(10))"
    ),
    "webbrowser": "import webbrowser\nassert webbrowser.open('ADDRESS')",
    "subprocess": "import subprocess\nsubprocess.run(['curl', 'ADDRESS'], check=True)",
    "ctypes": "import ctypes\nctypes.CDLL(None).emscripten_run_script(b'fetch(\"ADDRESS\")')",
}


@pytest.mark.parametrize("call", CALLS)
def test_python_reaches_no_network_by(bench, box, call):
    server = bench.server
    port = server.origin.rpartition(":")[2]
    source = CALLS[call].replace("ADDRESS", server.address + "reached").replace("PORT", port)
    box.run(source)
    assert "Error" in box.said(), box.shown()
    bench.page.wait_for_timeout(100)
    assert server.asked("*reached*") == []
