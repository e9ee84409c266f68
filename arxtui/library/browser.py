"""The graphical browser, where there is one: never a program that would draw on this terminal."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from arxtui.text.links import is_web

_OPENERS = (("xdg-open",), ("gio", "open"), ("firefox",), ("chromium",), ("google-chrome",))
_SETTLED = 3.0
"""Seconds after which a browser that still runs has opened the page."""
_log = logging.getLogger(__name__)


def opener(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> tuple[str, ...] | None:
    """The command that opens a page in a graphical browser; None where there is no graphical session."""
    if platform == "darwin":
        return None if environ.get("SSH_CONNECTION") else ("open",)
    if not (environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY")):
        return None
    path = environ.get("PATH")
    return next((command for command in _OPENERS if shutil.which(command[0], path=path)), None)


def open_page(url: str, command: tuple[str, ...], failed: Callable[[], object]) -> None:
    """Start ``command`` on ``url`` away from this terminal: a session of its own, no descriptor of ours.

    ValueError when the address is not http(s). ``failed`` is called on another thread when the command fails.
    """
    _start(_asked(url, command), failed)


def opened_page(url: str, command: tuple[str, ...]) -> bool:
    """The same for a process that ends next: whether the command has not failed within some seconds."""
    asked = _asked(url, command)
    try:
        child = _spawned(asked)
    except OSError:
        _log.exception("%s could not be started", command[0])
        return False
    try:
        return child.wait(_SETTLED) == 0
    except subprocess.TimeoutExpired:
        return True


def open_file(file: Path, command: tuple[str, ...], failed: Callable[[], object]) -> None:
    """As :func:`open_page`, with a file of ours."""
    _start([*command, str(file.resolve())], failed)


def _asked(url: str, command: tuple[str, ...]) -> list[str]:
    if not is_web(url):
        raise ValueError(f"not an address of the web: {url!r}")
    return [*command, url]


def _start(command: Sequence[str], failed: Callable[[], object]) -> None:
    def run() -> None:
        try:
            code = _spawned(command).wait()
        except OSError:
            _log.exception("%s could not be started", command[0])
            failed()
        else:
            if code:
                failed()

    threading.Thread(target=run, name="arxtui-browser", daemon=True).start()


def _spawned(command: Sequence[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
