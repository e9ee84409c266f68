"""A piece of Python in a process of its own, killed (SIGKILL) just before one of its changes to the names of files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

_CHANGES = ("os.rename", "os.link", "os.remove", "os.rmdir", "os.mkdir", "os.symlink")
_HEAD = f"""
import os, sys
_left = [int(sys.argv.pop(1))]

def _hook(event, values):
    opens = event == "open" and isinstance(values[2], int) and values[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    if opens or event in {_CHANGES}:
        _left[0] -= 1
        if _left[0] == 0:
            os.kill(os.getpid(), 9)

"""
_BEGIN = "sys.addaudithook(_hook)\n"


def killed(preparation: str, work: str, change: int, *arguments: str | Path) -> bool:
    """Run ``preparation``, then ``work`` until it is about to change names of files or open one for writing for the
    ``change``-th time (from 1); whether it came so far. ``arguments`` are ``sys.argv[1:]``."""
    program = f"{_HEAD}{preparation}\n{_BEGIN}{work}"
    command = [sys.executable, "-B", "-c", program, str(change), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert done.returncode in (0, -9), done.stderr
    return done.returncode == -9
