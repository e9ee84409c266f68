"""Every key of the list, pressed at many moments of a start, on a busy machine and on an idle one. Measures no times.

python -m benchmarks.early_keys [--moments 10] [--span 2.0] [--busy 4] [--keys j / q ...]

Each start gets one key at a moment between the program's start and ``--span`` seconds later, then ``jj`` and Ctrl+Q
once the reader is up. A key counts as done if it leads to the same screen as in a reader that was already up. A
terminal handles some keys itself (Ctrl+C, and Ctrl+U, Ctrl+Z and Backspace while a line has not been read). At the
first two moments these are counted separately, because no program can receive them before it runs. ``--busy`` starts
this many computing processes beside every second start, and gives that start a lower priority.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyte

from arxtui.tui.commands import ACTIONS
from benchmarks.homes import build
from benchmarks.report import table
from benchmarks.terminal import Screen, program

_NAMED = {
    "space": " ", "enter": "\r", "escape": "\x1b", "tab": "\t", "shift+tab": "\x1b[Z", "backspace": "\x7f",
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "home": "\x1b[H", "end": "\x1b[F",
    "pageup": "\x1b[5~", "pagedown": "\x1b[6~", "delete": "\x1b[3~", "shift+left": "\x1b[1;2D",
    "shift+right": "\x1b[1;2C", "f1": "\x1bOP", "f2": "\x1bOQ", "f3": "\x1bOR", "f4": "\x1bOS",
}  # fmt: skip
_SIGNS = {
    "slash": "/", "full_stop": ".", "question_mark": "?", "ampersand": "&", "asterisk": "*", "at": "@", "tilde": "~",
    "exclamation_mark": "!", "circumflex_accent": "^", "number_sign": "#", "percent_sign": "%", "vertical_line": "|",
    "plus": "+", "equals_sign": "=", "minus": "-", "less_than_sign": "<", "greater_than_sign": ">",
    "left_square_bracket": "[", "right_square_bracket": "]", "left_parenthesis": "(", "right_parenthesis": ")",
    "left_curly_bracket": "{", "right_curly_bracket": "}",
}  # fmt: skip
_COLUMNS, _ROWS = 120, 35
_QUIET = 1.0
_TAKEN = {"\x03", "\x04", "\x15", "\x1a", "\x7f", "\x0f", "\x12", "\x13", "\x11", "\x16", "\x17", "\x1c"}
"""The keys that a terminal in its usual mode handles itself."""
_UP = b"v1 in "
"""A part of the paper's detail, which is painted last."""
_LEAVES = {"q", "\x11", "\x1a"}
_FAULT = b"fault of its own"


def sent(key: str) -> str:
    """Return what a terminal sends for a key of the registry."""
    if key in _NAMED or key in _SIGNS:
        return {**_NAMED, **_SIGNS}[key]
    return chr(ord(key[-1]) & 0x1F) if key.startswith("ctrl+") else key


def shown(screen: Screen) -> str:
    """Return the text on the terminal, without what the clock and background counts change."""
    emulator = pyte.Screen(_COLUMNS, _ROWS)
    pyte.ByteStream(emulator).feed(bytes(screen.output).rpartition(b"\x1b[?1049h")[2])
    return "\n".join(line.rstrip() for line in emulator.display)


@contextlib.contextmanager
def company(number: int) -> Iterator[None]:
    """Run this many computing processes within the context."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(number)]
    try:
        yield
    finally:
        for each in busy:
            each.kill()
            each.wait()


def start(home: Path, key: str, moment: float | None, *, slow: bool) -> tuple[str, str]:
    """Start the reader and press a key at a moment (None: once the reader is up). Returns the outcome and the screen
    afterwards."""
    command = [*(("nice", "-n", "10") if slow else ()), sys.executable, "-m", "arxtui"]
    environ = {"ARXTUI_HOME": str(home), "PYTHONDONTWRITEBYTECODE": "", "EDITOR": "true"}
    with program(command, environ, _COLUMNS, _ROWS) as screen:
        if moment is None:
            screen.until(_UP)
            screen.settle(_QUIET)
        else:
            screen.settle_until(moment)
        os.write(screen.descriptor, key.encode())
        if key in _LEAVES:
            with contextlib.suppress(TimeoutError):
                screen.wait(60)
                return "done" if _FAULT not in screen.output else "crashed", ""
            return "done" if key == "\x1a" else "lost", ""
        with contextlib.suppress(TimeoutError):
            screen.until(b"\x1b[?1049h")
        screen.settle(2 * _QUIET if slow else _QUIET, 4 * _QUIET if slow else 2 * _QUIET)
        return "crashed" if _FAULT in screen.output or screen.has_ended() else "", shown(screen)


def main() -> None:
    """Try each key at each moment, and print the outcomes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moments", type=int, default=10)
    parser.add_argument("--span", type=float, default=2.0)
    parser.add_argument("--busy", type=int, default=4)
    parser.add_argument("--keys", nargs="*", default=[sent(key) for action in ACTIONS for key in action.keys])
    options = parser.parse_args()
    found: dict[str, Counter[str]] = {"fast": Counter(), "slowed": Counter()}
    for place, key in enumerate(options.keys):
        wanted = at(key, None, slow=False)[1]
        for number in range(options.moments):
            slow = bool((place + number) % 2)
            moment = number * options.span / options.moments
            with company(options.busy if slow else 0):
                how, screen = at(key, moment, slow=slow)
            how = how or ("done" if screen == wanted else "other")
            if how in ("other", "lost") and key in _TAKEN and number < 2:
                how = "taken by the terminal"
            found["slowed" if slow else "fast"][how] += 1
            if how not in ("done", "taken by the terminal"):
                print(f"{key!r} at {moment:.1f} s, {'slowed' if slow else 'fast'}: {how}", flush=True)
    kinds: Sequence[str] = sorted({kind for counter in found.values() for kind in counter})
    rows = [[name, *(str(counter[kind]) for kind in kinds)] for name, counter in found.items()]
    table(f"{len(options.keys)} keys at {options.moments} moments", ["starts", *kinds], rows)


def at(key: str, moment: float | None, *, slow: bool) -> tuple[str, str]:
    """Start the reader in a new home, because keys change the user's data."""
    with tempfile.TemporaryDirectory() as folder:
        home = build(Path(folder), 200).config.parent
        how, screen = start(home, key, moment, slow=slow)
        return how, screen.replace(str(home), "~")


if __name__ == "__main__":
    main()
