"""The terminal's own means: its clipboard, its notifications, its title."""

from __future__ import annotations

import base64
import logging
import os
import subprocess
import threading
from collections.abc import Mapping

from arxtui.text import clean

_TMUX_COPY = ("tmux", "load-buffer", "-w", "-")
_TMUX_SECONDS = 10.0
_log = logging.getLogger(__name__)


def clipboard_sequences(text: str, environ: Mapping[str, str] = os.environ) -> str:
    """What asks the terminal to put ``text`` on its clipboard (OSC 52); inside tmux or screen also wrapped for the
    terminal around it."""
    plain = f"\x1b]52;c;{base64.b64encode(text.encode()).decode()}\x07"
    if environ.get("TMUX"):
        return plain + through_tmux(plain)
    if environ.get("TERM", "").startswith("screen"):
        return f"\x1bP{plain}\x1b\\"
    return plain


def copy_by_tmux(text: str) -> None:
    """Inside tmux, have it put ``text`` into its own buffer and on the clipboard of the terminal around it: as tmux
    comes, it does neither for what a program writes (``set-clipboard external``, ``allow-passthrough off``)."""
    if not os.environ.get("TMUX"):
        return

    def run() -> None:
        try:
            subprocess.run(
                _TMUX_COPY,
                input=text.encode(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=_TMUX_SECONDS,
                check=True,
            )
        except (OSError, subprocess.SubprocessError):
            _log.exception("tmux could not take a text to copy")

    threading.Thread(target=run, name="arxtui-tmux", daemon=True).start()


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
