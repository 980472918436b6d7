"""Kernels that start warm: each is forked from a process that has imported torch already.

A fresh kernel spends about five CPU seconds on imports before it computes anything. `Server` pays
that once. It puts a kernelspec named `python3` before the ordinary one; that kernelspec runs this
file, which asks the server for a fork and lives exactly as long as the fork does. Where fork does
not exist, nothing is put in the way and each page starts an ordinary kernel.
"""

import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ADDRESS = "GROUNDUP_KERNELS"  # the environment variable that holds the socket's path


class Server:
    """The process that kernels are forked from, running inside a `with` block."""

    def __init__(self, kernelspecs: Path):
        self.kernelspecs = kernelspecs  # a folder that Jupyter searches first

    def __enter__(self):
        # A socket's path may have about a hundred characters, so it can't lie below the book's folder.
        self.folder = tempfile.TemporaryDirectory(prefix="kernels-")
        os.environ[ADDRESS] = os.path.join(self.folder.name, "socket")
        here = str(Path(__file__).resolve())
        # The server ends when this pipe closes, so it never outlives a killed build.
        self.process = subprocess.Popen([sys.executable, here], stdin=subprocess.PIPE)
        spec = {
            "argv": [sys.executable, here, "{connection_file}"],
            "display_name": "Python 3",
            "language": "python",
        }
        self.spec = self.kernelspecs / "kernels" / "python3" / "kernel.json"
        self.spec.parent.mkdir(parents=True, exist_ok=True)
        self.spec.write_text(json.dumps(spec), encoding="utf-8")
        return self

    def __exit__(self, *error):
        self.spec.unlink()
        self.process.stdin.close()
        self.process.wait()
        self.folder.cleanup()


def serve(address: str) -> None:
    """Import what pages import, then fork one kernel for each request until the build ends."""
    import ipykernel.kernelapp  # noqa: F401
    import matplotlib.pyplot  # noqa: F401
    import numpy  # noqa: F401
    import torch  # noqa: F401

    signal.signal(signal.SIGCHLD, reap)
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(address + ".new")
    listening.listen(64)
    os.rename(address + ".new", address)  # it appears only once it answers
    while True:
        ready, _, _ = select.select([listening, sys.stdin], [], [])
        if sys.stdin in ready:
            break
        connection, _ = listening.accept()
        size = struct.unpack("!I", connection.recv(4, socket.MSG_WAITALL))[0]
        connection_file, folder, path = (
            connection.recv(size, socket.MSG_WAITALL).decode().split("\0")
        )
        if os.fork() == 0:
            listening.close()
            become_kernel(connection, connection_file, folder, path)
        connection.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    reap(wait=0)


def reap(*_, wait: int = os.WNOHANG) -> None:
    """Take note of kernels that have ended, so that their time is counted with the build's."""
    try:
        while os.waitpid(-1, wait)[0]:
            pass
    except ChildProcessError:  # none left
        pass


def become_kernel(connection: socket.socket, connection_file: str, folder: str, path: str) -> None:
    """Run a kernel in this fork. It ends when the process that asked for it does."""
    server = os.getppid()
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.chdir(folder)
    connection.sendall(struct.pack("!I", os.getpid()))
    threading.Thread(target=lambda: (connection.recv(1), os._exit(0)), daemon=True).start()
    sys.argv = [
        "ipykernel_launcher",
        "-f",
        connection_file,
        f"--IPKernelApp.parent_handle={server}",
    ]
    sys.path[0:1] = ["", *(entry for entry in path.split(os.pathsep) if entry)]
    from ipykernel import kernelapp

    kernelapp.launch_new_instance()
    os._exit(0)


def ask(address: str, connection_file: str) -> None:
    """Ask the server for a kernel, pass signals on to it, and end when it or the build ends."""
    build = os.getppid()
    while not os.path.exists(address):  # the server still imports
        end_with(build)
        time.sleep(0.05)
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(address)
    request = "\0".join([connection_file, os.getcwd(), os.environ.get("PYTHONPATH", "")]).encode()
    connection.sendall(struct.pack("!I", len(request)) + request)
    kernel = struct.unpack("!I", connection.recv(4, socket.MSG_WAITALL))[0]

    def pass_on(number, frame):
        os.kill(kernel, number)
        if number == signal.SIGTERM:
            sys.exit(0)

    signal.signal(signal.SIGINT, pass_on)
    signal.signal(signal.SIGTERM, pass_on)
    while not select.select([connection], [], [], 0.5)[0]:  # readable once the kernel has ended
        end_with(build)


def end_with(build: int) -> None:
    """End if the build has ended: it may have been killed, and then nobody else tells."""
    if os.getppid() != build:
        sys.exit(0)


if __name__ == "__main__":
    if len(sys.argv) == 1:
        serve(os.environ[ADDRESS])
    else:
        ask(os.environ[ADDRESS], sys.argv[1])
