"""The world outside the terminal: a graphical browser where there is one; through the terminal its clipboard, its
notifications and its title."""

from __future__ import annotations

import base64
import logging
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from arxtui.text import clean
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
    _start([*command, url], failed)


def open_file(file: Path, command: tuple[str, ...], failed: Callable[[], object]) -> None:
    """The same with a file of ours."""
    _start([*command, str(file.resolve())], failed)


def _start(command: Sequence[str], failed: Callable[[], object]) -> None:
    def run() -> None:
        try:
            done = subprocess.run(
                command,
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
        return plain + through_tmux(plain)
    if environ.get("TERM", "").startswith("screen"):
        return f"\x1bP{plain}\x1b\\"
    return plain


SAVE_TITLE, RESTORE_TITLE = "\x1b[22;2t", "\x1b[23;2t"
"""Have the terminal remember its title, and show it again (XTWINOPS)."""


def window_title(text: str) -> str:
    """What sets the terminal's title (OSC 2)."""
    return f"\x1b]2;{clean(text)}\x07"


def notification(kind: str, text: str, environ: Mapping[str, str] = os.environ) -> str:
    """What has the terminal show a notification: ``osc9`` or ``osc777``, as ``[ui] notify`` has it; nothing for any
    other kind. tmux passes it on to the terminal around it, where it may (``allow-passthrough``)."""
    forms = {"osc9": f"9;arxtui: {clean(text)}", "osc777": f"777;notify;arxtui;{clean(text)}"}
    if kind not in forms:
        return ""
    plain = f"\x1b]{forms[kind]}\x07"
    return through_tmux(plain) if environ.get("TMUX") else plain


def through_tmux(sequence: str) -> str:
    """A sequence for the terminal around tmux, which passes it on where it may (``allow-passthrough``)."""
    return "\x1bPtmux;" + sequence.replace("\x1b", "\x1b\x1b") + "\x1b\\"
