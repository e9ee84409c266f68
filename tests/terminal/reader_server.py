"""A process that has imported the whole program, and forks readers that run in given terminals.

Its standard input is a socket, with one request per line: the environment and the arguments of a reader to start in the
terminal that comes with the line, answered with the process id; or a process id, answered with the exit status of that
reader (negative for a signal), or with ``RUNNING``.
"""

from __future__ import annotations

import gc
import json
import os
import pkgutil
import runpy
import signal
import socket
import sys
import termios
from collections.abc import Mapping, Sequence
from fcntl import ioctl
from importlib import import_module

import arxtui.cli.plain
import arxtui.library
import arxtui.tui

ANSWER_BYTES = 64
RUNNING = b"running"
_REQUEST_BYTES = 1 << 17


def main() -> None:
    """Import the program, then answer requests until the other end of the socket is closed."""
    for package in (arxtui.cli.plain, arxtui.library, arxtui.tui):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    gc.freeze()
    with socket.socket(fileno=0) as requests:
        while True:
            request, terminals, _, _ = socket.recv_fds(requests, _REQUEST_BYTES, 1)
            if not request:
                return
            while not request.endswith(b"\n"):
                request += requests.recv(_REQUEST_BYTES)
            if not terminals:
                ended, status = os.waitpid(int(request), os.WNOHANG)
                requests.sendall(b"%d" % os.waitstatus_to_exitcode(status) if ended else RUNNING)
            elif child := os.fork():
                os.close(terminals[0])
                requests.sendall(b"%d" % child)
            else:
                break
    _run(terminals[0], *json.loads(request))


def _run(tty: int, environ: Mapping[str, str], arguments: Sequence[str]) -> None:
    """Run ``python -m arxtui`` in a terminal and with an environment, as if this process had just been started."""
    os.setsid()
    ioctl(tty, termios.TIOCSCTTY, 0)
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        os.dup2(tty, descriptor)
        stream = os.fdopen(descriptor, "w" if descriptor else "r", buffering=1, encoding="utf-8", closefd=False)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    os.close(tty)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(environ)
    sys.argv = ["arxtui", *arguments]
    runpy.run_module("arxtui", run_name="__main__")


if __name__ == "__main__":
    main()
