"""Terminal control sequences for clipboard, notifications and title."""

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
    """Return the sequence that puts ``text`` on the terminal's clipboard (OSC 52). Inside tmux or screen, the sequence
    is also wrapped for the outer terminal."""
    plain = f"\x1b]52;c;{base64.b64encode(text.encode()).decode()}\x07"
    if environ.get("TMUX"):
        return plain + through_tmux(plain)
    if environ.get("TERM", "").startswith("screen"):
        return f"\x1bP{plain}\x1b\\"
    return plain


def copy_by_tmux(text: str) -> None:
    """Inside tmux, run ``tmux load-buffer -w``, which sets tmux's buffer and the outer terminal's clipboard. With its
    default options (``set-clipboard external``, ``allow-passthrough off``), tmux does neither for a program's OSC
    52."""
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
            _log.exception("tmux could not accept a text to copy")

    threading.Thread(target=run, name="arxtui-tmux", daemon=True).start()


SAVE_TITLE, RESTORE_TITLE = "\x1b[22;2t", "\x1b]2;\x1b\\\x1b[23;2t"
"""Save the terminal's title, and restore it (XTWINOPS). Terminals that save none (st, rxvt-unicode, qterminal) get an
empty title first, instead of keeping the reader's."""


def window_title(text: str) -> str:
    """Return the sequence that sets the terminal's title (OSC 2)."""
    return f"\x1b]2;{clean(text)}\x07"


def notification(kind: str, text: str, environ: Mapping[str, str] = os.environ) -> str:
    """Return the sequence for a notification of a kind that ``[ui] notify`` names, ``osc9`` or ``osc777``; an empty
    string for any other kind. Inside tmux, the sequence is wrapped for the outer terminal, which needs
    ``allow-passthrough``."""
    forms = {"osc9": f"9;arxtui: {clean(text)}", "osc777": f"777;notify;arxtui;{clean(text)}"}
    if kind not in forms:
        return ""
    plain = f"\x1b]{forms[kind]}\x07"
    return through_tmux(plain) if environ.get("TMUX") else plain


def through_tmux(sequence: str) -> str:
    """Wrap a sequence for the terminal outside tmux; tmux passes it on if ``allow-passthrough`` is on."""
    return "\x1bPtmux;" + sequence.replace("\x1b", "\x1b\x1b") + "\x1b\\"
