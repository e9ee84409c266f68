"""Saved frame: the screen at quit, shown at the next start while the program is still being imported.

File format: a line that must be equal (:func:`identity`), the time of the frame, one line for each file that the frame
depends on, a blank line, and the frame itself: text, SGR sequences and cursor addresses. The file is read before the
rest of the program is imported, so this module does not import ``pathlib``, ``re``, ``json`` or ``platformdirs``.
"""

from __future__ import annotations

import os
import signal
import stat
import sys
import termios
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from types import FrameType
from typing import Any

from arxtui import __version__

FILE = "last-frame"
"""File name in the state folder."""
_FORMAT = "arxtui frame 1"
_ENVIRONMENT = (
    *("TERM", "COLORTERM", "TERM_PROGRAM", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"),
    *("LC_ALL", "LC_CTYPE", "LANG", "TEXTUAL_COLOR_SYSTEM", "COLORFGBG", "ARXTUI_STOCK_TEXTUAL"),
    *("XTERM_VERSION", "TMUX"),
)
"""Environment variables that affect how a frame is drawn."""
_MAX_BYTES = 1 << 20
_DAY = 24 * 60 * 60
_TITLE_CELLS = len(" arxtui") + 2
"""Number of cells of the top line that the time mark must not cover."""
# C0 controls except the escape of sequences, DEL, C1 controls, and characters that reorder text.
_CONTROLS = frozenset(map(chr, (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))))


def state_folder(environ: Mapping[str, str] = os.environ) -> str:
    """Return the folder that ``config.paths.Paths.find`` returns as ``state``."""
    if home := environ.get("ARXTUI_HOME"):
        return os.path.abspath(f"{os.path.expanduser(home)}/state")
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Application Support/arxtui")
    return f"{environ.get('XDG_STATE_HOME', '').strip() or os.path.expanduser('~/.local/state')}/arxtui"


def identity(columns: int, rows: int, environ: Mapping[str, str] = os.environ) -> str:
    """Return what must be equal for a saved frame to be shown: version, size and kind of terminal, and the folder, as a
    copy of it holds the frame of another library."""
    values = [environ.get(name) for name in _ENVIRONMENT]
    return repr((_FORMAT, __version__, columns, rows, values, state_folder(environ)))


def stamp(path: str) -> str:
    """Return the modification time and size of a file; ``-`` if the file is missing."""
    try:
        status = os.stat(path)
    except OSError:
        return "-"
    return f"{status.st_mtime_ns}:{status.st_size}"


def frame_bytes(drawn: str, columns: int, rows: int, needed: Iterable[tuple[str, str]], shown: Iterable[str]) -> bytes:
    """Return the contents of a frame file. ``drawn`` ends in the style of the time mark. ``needed`` has the (path,
    stamp) of each file that must be unchanged for the frame to be shown; ``shown`` has the paths of the data on the
    frame."""
    lines = [identity(columns, rows), str(int(time.time()))]
    lines += [f"needs {stamp_then} {path}" for path, stamp_then in needed]
    lines += [f"shows {stamp(path)} {path}" for path in shown]
    return "\n".join((*lines, "", drawn)).encode()


def load_frame(file: str, columns: int, rows: int) -> str | None:
    """Return the frame of a file, with a mark that shows its time, as terminal sequences. Returns None if the file is
    missing or malformed, belongs to another user, or was made for another terminal or other settings."""
    try:
        head, _, drawn = _read_private(file).decode().partition("\n\n")
        saved_identity, saved_time, *files = head.split("\n")
        saved = int(saved_time)
    except (OSError, ValueError):
        return None
    entries = [line.split(" ", 2) for line in files]
    if saved_identity != identity(columns, rows) or any(len(entry) != 3 for entry in entries) or not _is_safe(drawn):
        return None
    changed = {kind for kind, saved_stamp, path in entries if stamp(path) != saved_stamp}
    if "needs" in changed:
        return None
    return drawn + _mark(saved, columns, is_old="shows" in changed)


def _read_private(file: str) -> bytes:
    """Return the contents of a private regular file of this user. Raises: OSError for any other file; ValueError for a
    file that is too large."""
    descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb") as stream:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o077:
            raise PermissionError(file)
        if status.st_size > _MAX_BYTES:
            raise ValueError(file)
        return stream.read(_MAX_BYTES)


def _is_safe(drawn: str) -> bool:
    """Return whether the text consists of plain text, SGR sequences and cursor addresses only, so that the file cannot
    make the terminal do anything else."""
    first, *others = drawn.split("\x1b[")
    if first or not others:
        return False
    for each in others:
        text = each.lstrip("0123456789;")
        if not text.startswith(("m", "H")) or not _CONTROLS.isdisjoint(text):
            return False
    return True


def _mark(saved: int, columns: int, *, is_old: bool) -> str:
    """Return the mark at the right of the top line: the time of the frame, and whether the library has changed
    since."""
    words = f"as of {_clock(saved)}"
    long = f"{words}, changed since"
    if is_old:
        words = long if len(long) + _TITLE_CELLS < columns else "changed since"
    return f"\x1b[1;{max(columns - len(words), 1)}H{words}\x1b[0m"


def _clock(saved: int) -> str:
    """Return the time as ``08:14`` for today, ``Tue 08:14`` within a week, otherwise ``13 May``, as in the rest of the
    reader."""
    then, now = time.localtime(saved), time.localtime()
    if then[:3] == now[:3]:
        return time.strftime("%H:%M", then)
    if 0 <= time.time() - saved < 6 * _DAY:
        return time.strftime("%a %H:%M", then)
    return f"{then.tm_mday} {time.strftime('%b', then)}"


FULL_SCREEN = "\x1b[?1049h"
_ENTER = f"{FULL_SCREEN}\x1b[?25l\x1b[?7l"
_LEAVE = "\x1b[0m\x1b[?7h\x1b[?1049l\x1b[?25h"
"""Enter the alternate screen, with cursor and line wrapping off, and leave it."""
_OUTPUT = 2
"""Standard error, which Textual draws on."""
_OUTPUT_SPEED = 5


class EarlyFrame:
    """The frame of the last session, if ``show`` has painted one."""

    def __init__(self) -> None:
        self.is_shown = False

    def show(self, modes: list[Any]) -> None:
        """Show the frame of the last session if it fits this terminal. ``modes`` is the result of ``tcgetattr``."""
        if modes[_OUTPUT_SPEED] < termios.B38400:  # drawing the frame on a serial line takes seconds
            return
        with suppress(OSError, UnicodeEncodeError):
            size = os.get_terminal_size(_OUTPUT)
            if frame := load_frame(f"{state_folder()}/{FILE}", *size):
                if signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL:
                    signal.signal(signal.SIGTSTP, self._stop)
                self.is_shown = True
                _write(_ENTER + frame)

    def hand_over(self) -> bool:
        """Leave the full screen to the caller. Return whether the terminal is in full screen already."""
        was_shown, self.is_shown = self.is_shown, False
        return was_shown

    def remove(self) -> None:
        """Leave the full screen, unless it was handed over."""
        if self.hand_over():
            with suppress(OSError):
                _write(_LEAVE)
            if signal.getsignal(signal.SIGTSTP) == self._stop:
                signal.signal(signal.SIGTSTP, signal.SIG_DFL)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        """Restore the shell's screen and stop the process, for Ctrl+Z."""
        self.remove()
        # Also after a handover; otherwise this handler would call itself forever.
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)


def _write(text: str) -> None:
    unwritten = text.encode()
    while unwritten:
        unwritten = unwritten[os.write(_OUTPUT, unwritten) :]
