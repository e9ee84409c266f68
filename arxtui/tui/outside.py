"""The world outside the terminal: a graphical browser where there is one, the clipboard through the terminal."""

from __future__ import annotations

import base64
import logging
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping

from arxtui.tui.present.links import is_web

_OPENERS = (("xdg-open",), ("gio", "open"), ("firefox",), ("chromium",), ("google-chrome",))
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
    if not is_web(url):
        raise ValueError(f"not an address of the web: {url!r}")

    def run() -> None:
        try:
            done = subprocess.run(
                [*command, url],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                check=False,
            )
        except OSError:
            _log.exception("%s could not be started", command[0])
            failed()
        else:
            if done.returncode:
                failed()

    threading.Thread(target=run, name="arxtui-browser", daemon=True).start()


def clipboard_sequences(text: str, environ: Mapping[str, str] = os.environ) -> str:
    """What asks the terminal to put ``text`` on its clipboard (OSC 52); inside tmux or screen also wrapped for the
    terminal around it."""
    plain = f"\x1b]52;c;{base64.b64encode(text.encode()).decode()}\x07"
    if environ.get("TMUX"):
        return plain + "\x1bPtmux;" + plain.replace("\x1b", "\x1b\x1b") + "\x1b\\"
    if environ.get("TERM", "").startswith("screen"):
        return f"\x1bP{plain}\x1b\\"
    return plain
