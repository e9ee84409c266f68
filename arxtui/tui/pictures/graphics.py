"""What the terminal can show of a picture, and the sequences that show it.

Terminals are told apart by what they say of themselves in the environment. Asking them takes an answer through the
keyboard, which may come late, as a key, or never, over ssh above all; within tmux the environment is that of another
time, so that only the settings are believed there.
"""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Iterator, Mapping
from enum import StrEnum
from importlib.util import find_spec
from io import BytesIO

from arxtui.tui.pictures.opening import opened
from arxtui.tui.terminal.control import through_tmux

_CHUNK = 4096
_CELL = (10, 20)
"""Pixels of a cell, where the terminal does not tell: the VT340's."""


class Graphics(StrEnum):
    """The protocols, and the half blocks that every terminal has."""

    KITTY = "kitty"
    """https://sw.kovidgoyal.net/kitty/graphics-protocol/"""
    ITERM2 = "iterm2"
    """https://iterm2.com/documentation-images.html"""
    SIXEL = "sixel"
    """https://vt100.net/docs/vt3xx-gp/chapter14.html"""
    BLOCKS = "blocks"


def graphics_of(setting: str, environ: Mapping[str, str] = os.environ) -> Graphics:
    """What is to be used: what ``[ui] pictures`` says, else what the terminal is known for."""
    if setting in set(Graphics):
        return Graphics(setting)
    if environ.get("TMUX"):
        return Graphics.BLOCKS
    term, program = environ.get("TERM", ""), environ.get("TERM_PROGRAM", "")
    if term in ("xterm-kitty", "xterm-ghostty") or environ.get("KITTY_WINDOW_ID") or program == "ghostty":
        return Graphics.KITTY
    if program in ("iTerm.app", "WezTerm", "mintty") or environ.get("LC_TERMINAL") == "iTerm2":
        return Graphics.ITERM2
    if term.startswith(("foot", "mlterm", "contour", "yaft")) and can_sixel():
        return Graphics.SIXEL
    return Graphics.BLOCKS


def can_sixel() -> bool:
    """Whether the encoder is installed."""
    return find_spec("textual_image") is not None


def show(
    graphics: Graphics, data: bytes, columns: int, lines: int, cell: tuple[int, int], environ: Mapping[str, str]
) -> str:
    """What shows a picture from the cursor on, in so many cells of ``cell`` pixels. NotDrawnError as in ``opened``."""
    image = opened(data)
    width, height = cell if all(cell) else _CELL
    image.thumbnail((columns * width, lines * height))
    if graphics is Graphics.SIXEL:
        # Not by way of the package's own front, which asks the terminal when it is loaded.
        from textual_image._sixel import image_to_sixels

        return image_to_sixels(image)
    written = BytesIO()
    image.save(written, "PNG")
    encoded = b64encode(written.getvalue()).decode()
    if graphics is Graphics.ITERM2:
        size = f"width={image.width}px;height={image.height}px"
        return _passed(f"\x1b]1337;File=inline=1;{size};preserveAspectRatio=1:{encoded}\x07", environ)
    return "".join(_passed(chunk, environ) for chunk in _kitty(encoded))


def away(graphics: Graphics, environ: Mapping[str, str]) -> str:
    """What takes pictures off the screen, where text that is written over them does not."""
    return _passed("\x1b_Ga=d,d=A,q=2\x1b\\", environ) if graphics is Graphics.KITTY else ""


def _kitty(encoded: str) -> Iterator[str]:
    for start in range(0, len(encoded), _CHUNK):
        more = int(start + _CHUNK < len(encoded))
        told = f"a=T,f=100,q=2,C=1,m={more}" if start == 0 else f"m={more},q=2"
        yield f"\x1b_G{told};{encoded[start : start + _CHUNK]}\x1b\\"


def _passed(sequence: str, environ: Mapping[str, str]) -> str:
    return through_tmux(sequence) if environ.get("TMUX") else sequence
