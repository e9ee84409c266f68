"""Pictures as sixels: columns of six pixels (https://vt100.net/docs/vt3xx-gp/chapter14.html)."""

from __future__ import annotations

from functools import lru_cache
from re import Match
from typing import TYPE_CHECKING

from arxtui.patterns import pattern

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
