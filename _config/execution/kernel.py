"""Kernels that start warm: each is forked from a process that has imported torch already.

A fresh kernel spends about five CPU seconds on imports before it computes anything. `Server` pays
that once. It puts a kernelspec named `python3` before the ordinary one; that kernelspec runs this
file, which asks the server for a fork and lives exactly as long as the fork does.
"""

import json
import os
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path

ADDRESS = "GROUNDUP_KERNELS"  # the environment variable that holds the socket's path


def server(kernelspecs: Path) -> AbstractContextManager:
    """Return the context in which kernels start: warm, or the ordinary way where fork is not safe.

    kernelspecs: a folder that Jupyter searches first.
    """
    # macOS has fork, but its own libraries may not survive one once torch has loaded them.
    forks = hasattr(os, "fork") and sys.platform != "darwin"
    return Server(kernelspecs) if forks else nullcontext()


class Server:
    """The process that kernels are forked from, running inside a `with` block."""

    def __init__(self, kernelspecs: Path):
        self.spec = kernelspecs / "kernels" / "python3" / "kernel.json"

    def __enter__(self):
        # A socket's path may have about a hundred characters, so it can't lie below the book's folder.
        self.folder = tempfile.TemporaryDirectory(prefix="kernels-", ignore_cleanup_errors=True)
        os.environ[ADDRESS] = os.path.join(self.folder.name, "socket")
        here = str(Path(__file__).resolve())
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(os.environ[ADDRESS])
            listening.listen(64)  # who asks while the server still imports waits in this queue
            # The server ends when its stdin closes, so it never outlives a killed build.
            number = listening.fileno()
            command = [sys.executable, here, "serve", str(number)]
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=[number])
        argv = [sys.executable, here, "{connection_file}"]
        spec = {"argv": argv, "display_name": "Python 3", "language": "python"}
        self.spec.parent.mkdir(parents=True, exist_ok=True)
        self.spec.write_text(json.dumps(spec), encoding="utf-8")
        return self

    def __exit__(self, *error):
        self.spec.unlink(missing_ok=True)
        self.process.stdin.close()
        self.process.wait()
        self.folder.cleanup()


def serve(listening: socket.socket) -> None:
    """Import what pages import, then fork one kernel for each request until the build ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the build, which closes stdin
    import ipykernel.kernelapp  # noqa: F401
    import matplotlib.pyplot  # noqa: F401
    import numpy  # noqa: F401
    import torch  # noqa: F401

    signal.signal(signal.SIGCHLD, reap)
    while True:
        ready, _, _ = select.select([listening, sys.stdin], [], [])
        if sys.stdin in ready:
            break
        connection, _ = listening.accept()
        size = struct.unpack("!I", connection.recv(4, socket.MSG_WAITALL))[0]
        connection_file, folder = connection.recv(size, socket.MSG_WAITALL).decode().split("\0")
        if os.fork() == 0:
            listening.close()
            become_kernel(connection, connection_file, folder)
        connection.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    reap(wait=0)
    shutil.rmtree(os.path.dirname(os.environ[ADDRESS]), ignore_errors=True)


def reap(*_, wait: int = os.WNOHANG) -> None:
    """Take note of kernels that have ended, so that their time is counted with the build's."""
    try:
        while os.waitpid(-1, wait)[0]:
            pass
    except ChildProcessError:  # none left
        pass


def become_kernel(connection: socket.socket, connection_file: str, folder: str) -> None:
    """Run a kernel in this fork. It ends when the process that asked for it does."""
    server = os.getppid()
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.chdir(folder)
    connection.sendall(struct.pack("!I", os.getpid()))
    threading.Thread(target=end_with, args=[connection], daemon=True).start()
    sys.argv = ["ipykernel", "-f", connection_file, f"--IPKernelApp.parent_handle={server}"]
    sys.path[0] = ""  # as in every kernel: the page's own folder
    from ipykernel import kernelapp

    kernelapp.launch_new_instance()
    os._exit(0)


def end_with(connection: socket.socket) -> None:
    """End this kernel when the process that asked for it ends, whether it read the answer or not."""
    with suppress(OSError):  # with the answer unread, its end is a reset connection
        connection.recv(1)
    os._exit(0)


def ask(address: str, connection_file: str, build: int) -> None:
    """Ask the server for a kernel, pass signals on to it, and end when it or the build ends."""
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(address)
        request = f"{connection_file}\0{os.getcwd()}".encode()
        connection.sendall(struct.pack("!I", len(request)) + request)
        wait_for(connection, build)
        kernel = struct.unpack("!I", connection.recv(4, socket.MSG_WAITALL))[0]
    except (OSError, struct.error):
        sys.exit("the process that kernels are forked from has ended")

    def pass_on(number, frame):
        os.kill(kernel, number)
        if number == signal.SIGTERM:
            sys.exit(0)

    signal.signal(signal.SIGINT, pass_on)
    signal.signal(signal.SIGTERM, pass_on)
    wait_for(connection, build)  # it is closed once the kernel has ended


def wait_for(connection: socket.socket, build: int) -> None:
    """Wait until the connection says something, or end with the build: a killed one tells nobody."""
    while not select.select([connection], [], [], 0.5)[0]:
        if os.getppid() != build:
            sys.exit(0)


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        serve(socket.socket(fileno=int(sys.argv[2])))
    else:
        ask(os.environ[ADDRESS], sys.argv[1], int(os.environ["JPY_PARENT_PID"]))
