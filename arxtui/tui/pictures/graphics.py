"""Graphics protocols: which one the terminal supports, and the sequences that show a picture.

The protocol is derived from the environment. Terminals could be queried, but the answer arrives as keyboard input,
possibly late or, over ssh above all, never; and a late answer would be taken for key presses. Within tmux the
environment can be that of an earlier terminal, so only the settings count there.
"""

from __future__ import annotations

import os
import sys
from base64 import b64encode
from collections.abc import Iterator, Mapping
from enum import StrEnum
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from arxtui.figures.decoding import decode_picture
from arxtui.tui.pictures.sixel import sixels
from arxtui.tui.terminal.control import through_tmux

if TYPE_CHECKING:
    from PIL.Image import Image

_CHUNK = 4096
_NO_GRAPHICS = ("VTE_VERSION", "KONSOLE_VERSION", "XTERM_VERSION")
"""Variables of terminals that can be started from one with graphics, and then inherit its variables."""
_CELL = (10, 20)
"""Width and height of a cell, in pixels, if the terminal does not report them: those of the VT340."""


class Graphics(StrEnum):
    """The protocols, and the half blocks that work on every terminal."""

    KITTY = "kitty"
    """https://sw.kovidgoyal.net/kitty/graphics-protocol/"""
    ITERM2 = "iterm2"
    """https://iterm2.com/documentation-images.html"""
    SIXEL = "sixel"
    """https://vt100.net/docs/vt3xx-gp/chapter14.html"""
    BLOCKS = "blocks"


class RecordFigure(NamedTuple):
    """A figure with its caption, the number of lines that it takes, and the sequence that draws it at the cursor."""

    caption: str
    lines: int
    sequence: str
    graphics: Graphics


def graphics_of(setting: str, environ: Mapping[str, str] = os.environ) -> Graphics:
    """Return the protocol to use: the one set by ``[ui] pictures``, otherwise the one that the terminal is known to
    support."""
    if setting in set(Graphics):
        return Graphics(setting)
    if environ.get("TMUX") or environ.get("STY"):
        return Graphics.BLOCKS
    term, program = environ.get("TERM", ""), environ.get("TERM_PROGRAM") or environ.get("LC_TERMINAL")
    if not term.startswith(("xterm", "wezterm")) or any(map(environ.get, _NO_GRAPHICS)):
        program = ""
    if term in ("xterm-kitty", "xterm-ghostty") or program == "ghostty":
        return Graphics.KITTY
    if program in ("iTerm.app", "iTerm2", "WezTerm", "mintty"):
        return Graphics.ITERM2
    if term.startswith(("foot", "mlterm", "contour", "yaft")):
        return Graphics.SIXEL
    return Graphics.BLOCKS


def cell_size(screen: tuple[int, int]) -> tuple[int, int]:
    """Return the size of a cell in pixels on a ``screen`` of so many columns and rows, as the terminal's driver reports
    it (TIOCGWINSZ); zeros if it does not."""
    import fcntl
    import struct
    import termios

    try:
        answer = fcntl.ioctl(sys.__stderr__.fileno(), termios.TIOCGWINSZ, b"\0" * 8) if sys.__stderr__ else b"\0" * 8
    except (OSError, ValueError):
        return 0, 0
    _, _, width, height = struct.unpack("HHHH", answer)
    return width // max(screen[0], 1), height // max(screen[1], 1)


def drawing_sequence(
    graphics: Graphics, data: bytes, columns: int, lines: int, cell: tuple[int, int], environ: Mapping[str, str]
) -> str:
    """Return the sequence that draws a picture as large as fits into this many cells of ``cell`` pixels each, in the
    middle of them; the cursor is in the first of them. Raises: NotDrawnError as :func:`decode_picture` does."""
    from PIL.ImageOps import contain

    width, height = cell if all(cell) else _CELL
    image = contain(decode_picture(data), (columns * width, lines * height))
    right, down = (columns - -(-image.width // width)) // 2, (lines - -(-image.height // height)) // 2
    to_centre = (f"\x1b[{down}B" if down else "") + (f"\x1b[{right}C" if right else "")
    return to_centre + _drawing(graphics, image, environ)


def _drawing(graphics: Graphics, image: Image, environ: Mapping[str, str]) -> str:
    if graphics is Graphics.SIXEL:
        return sixels(image)
    buffer = BytesIO()
    image.save(buffer, "PNG")
    encoded = b64encode(buffer.getvalue()).decode()
    if graphics is Graphics.ITERM2:
        size = f"width={image.width}px;height={image.height}px"
        return _through_tmux(f"\x1b]1337;File=inline=1;{size};preserveAspectRatio=1:{encoded}\x07", environ)
    return "".join(_through_tmux(chunk, environ) for chunk in _kitty(encoded))


def clearing_sequence(graphics: Graphics, environ: Mapping[str, str]) -> str:
    """Return the sequence that removes all pictures, for terminals where text does not overwrite them; otherwise
    empty."""
    return _through_tmux("\x1b_Ga=d,d=A,q=2\x1b\\", environ) if graphics is Graphics.KITTY else ""


def _kitty(encoded: str) -> Iterator[str]:
    for start in range(0, len(encoded), _CHUNK):
        more = int(start + _CHUNK < len(encoded))
        control = f"a=T,f=100,q=2,C=1,m={more}" if start == 0 else f"m={more},q=2"
        yield f"\x1b_G{control};{encoded[start : start + _CHUNK]}\x1b\\"


def _through_tmux(sequence: str, environ: Mapping[str, str]) -> str:
    return through_tmux(sequence) if environ.get("TMUX") else sequence
