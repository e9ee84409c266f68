"""The sequences of the graphics protocols that show a picture."""

from __future__ import annotations

import struct
import sys
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from re import Match
from typing import TYPE_CHECKING

from arxtui.figures.cells import Run
from arxtui.figures.decoding import decode_picture
from arxtui.figures.terminals import Graphics
from arxtui.light import NamedTuple, pattern
from arxtui.tui.terminal.control import through_tmux

if TYPE_CHECKING:
    from PIL.Image import Image


_COLOURS = 256
_BAND = 6
"""The rows of pixels in a line of sixels."""
_SIGNS = bytes(63 + sixel % 64 for sixel in range(256))
"""The character of each sixel; its lowest bit is the upper pixel."""
_RUN = pattern(rb"(.)\1{3,}")
_BLANK = b"?"


def sixels(image: Image) -> str:
    """Return the sequence that draws an RGB picture in up to 256 of its colours."""
    from PIL.Image import Quantize

    paletted = image.quantize(_COLOURS, Quantize.FASTOCTREE)  # fewer scattered pixels than by median cut
    data, (width, height), palette = paletted.tobytes(), paletted.size, paletted.getpalette() or []
    percents = [round(level * 100 / 255) for level in palette]
    colours = [f"#{at};2;{';'.join(map(str, percents[3 * at : 3 * at + 3]))}" for at in sorted(set(data))]
    rows = [data[start : start + width] for start in range(0, width * height, width)]
    bands = ["$".join(_lines(rows[top : top + _BAND])) for top in range(0, height, _BAND)]
    return f'\x1bP0;1;0q"1;1;{width};{height}{"".join(colours)}{"-".join(bands)}\x1b\\'


def _lines(rows: list[bytes]) -> list[str]:
    """Return the sixels of a band, for each of its colours."""
    lines = []
    for colour in sorted(set(b"".join(rows))):
        bits = 0
        for place, row in enumerate(rows):
            bits |= int.from_bytes(row.translate(_mask(colour, place)))
        signs = bits.to_bytes(len(rows[0])).translate(_SIGNS).rstrip(_BLANK)
        # Each colour is selected, also after its definition: xterm and foot do not select by defining.
        lines.append(f"#{colour}{_RUN.sub(_repeated, signs).decode()}")
    return lines


def _repeated(run: Match[bytes]) -> bytes:
    return b"!%d%c" % (len(run[0]), run[1])


@lru_cache(_BAND * _COLOURS)
def _mask(colour: int, place: int) -> bytes:
    """Return the table that turns a row of colours into the bits of one colour."""
    return bytes(1 << place if each == colour else 0 for each in range(256))


_CHUNK = 4096
_CELL = (10, 20)
"""Width and height of a cell, in pixels, if the terminal does not report them: those of the VT340."""


class RecordFigure(NamedTuple):
    """A figure with its caption and the number of lines that it takes: the sequence that draws it at the cursor, or its
    ``rows`` of cells in the colours of a theme."""

    caption: str
    lines: int
    sequence: str
    graphics: Graphics
    rows: Sequence[Sequence[Run]] = ()
    theme: str = ""


def cell_size(screen: tuple[int, int]) -> tuple[int, int]:
    """Return the size of a cell in pixels on a ``screen`` of so many columns and rows, as the terminal's driver reports
    it (TIOCGWINSZ); zeros if it does not."""
    import fcntl
    import termios

    try:
        answer = fcntl.ioctl(sys.__stderr__.fileno(), termios.TIOCGWINSZ, b"\0" * 8) if sys.__stderr__ else b"\0" * 8
    except (OSError, ValueError):
        return 0, 0
    _, _, width, height = struct.unpack("HHHH", answer)
    return width // max(screen[0], 1), height // max(screen[1], 1)


def pixels_of(columns: int, lines: int, cell: tuple[int, int]) -> tuple[int, int]:
    """Return the size in pixels of so many cells; ``cell`` as :func:`cell_size` returns it."""
    width, height = cell if all(cell) else _CELL
    return columns * width, lines * height


def offset(size: tuple[int, int], room: tuple[int, int]) -> str:
    """Return the sequence that moves the cursor so that what is drawn there in ``size`` cells is in the middle of a
    ``room`` that begins at the cursor."""
    right, down = ((most - each) // 2 for most, each in zip(room, size, strict=True))
    return (f"\x1b[{down}B" if down > 0 else "") + (f"\x1b[{right}C" if right > 0 else "")


def drawing_sequence(graphics: Graphics, data: bytes, environ: Mapping[str, str]) -> str:
    """Return the sequence that draws a picture at the cursor in its own size. Raises: NotDrawnError as
    :func:`decode_picture` does."""
    image = decode_picture(data)
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
