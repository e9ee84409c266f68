"""What a terminal shows pictures with: which graphics protocol it has, and into how many dots its cells can be divided.

Both are derived from the environment. Only where that does not tell, the first figure over the whole screen queries
the terminal for its attributes (DA1, which every terminal that was tried answers without printing anything); the figure
does not wait for the answer. docs/terminals.md has what was measured.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum

from arxtui.figures.cells import Cells

_SIXEL = 4
"""The attribute of a terminal with sixels, in its answer to DA1."""
_OTHERS = ("VTE_VERSION", "KONSOLE_VERSION", "XTERM_VERSION")
"""Variables of terminals that can be started from one with graphics, and then inherit its variables."""
_SEXTANTS = {"kitty": "xterm-kitty", "foot": "foot"}
"""Terminals that draw sextants themselves, and how their ``TERM`` begins."""
_SEXTANTS_SINCE = {"VTE": ("VTE_VERSION", 7000), "konsole": ("KONSOLE_VERSION", 221200)}
"""Others that do, with the variable of their version and the first one that was tried."""


class Graphics(StrEnum):
    """The protocols, and the cells that work on every terminal."""

    KITTY = "kitty"
    """https://sw.kovidgoyal.net/kitty/graphics-protocol/"""
    ITERM2 = "iterm2"
    """https://iterm2.com/documentation-images.html"""
    SIXEL = "sixel"
    """https://vt100.net/docs/vt3xx-gp/chapter14.html"""
    BLOCKS = "blocks"


def graphics_of(setting: str, environ: Mapping[str, str], attributes: Collection[int] = ()) -> Graphics:
    """Return the protocol to use: the one set by ``[ui] pictures``, otherwise the one that the terminal is known to
    support, or has among the ``attributes`` that it reports. Within tmux the environment can be that of an earlier
    terminal, so only the setting counts there."""
    if setting in set(Graphics):
        return Graphics(setting)
    if not is_asked(setting, environ):
        return Graphics.BLOCKS
    term, program = environ.get("TERM", ""), environ.get("TERM_PROGRAM") or environ.get("LC_TERMINAL")
    if not term.startswith(("xterm", "wezterm")) or any(map(environ.get, _OTHERS)):
        program = ""
    if term in ("xterm-kitty", "xterm-ghostty") or program == "ghostty":
        return Graphics.KITTY
    if program in ("iTerm.app", "iTerm2", "WezTerm", "mintty"):
        return Graphics.ITERM2
    if term.startswith(("foot", "mlterm", "contour", "yaft")):
        return Graphics.SIXEL
    if _SIXEL in attributes:  # konsole can remove the pictures of kitty's protocol, its sixels stay below the text
        is_konsole = environ.get("KONSOLE_VERSION") and term.startswith("xterm-256") and not environ.get("TERM_PROGRAM")
        return Graphics.KITTY if is_konsole else Graphics.SIXEL
    return Graphics.BLOCKS


def is_asked(setting: str, environ: Mapping[str, str]) -> bool:
    """Whether the terminal decides. tmux and GNU screen answer for themselves, not for the terminal around them, and a
    text console has no graphics."""
    inner = environ.get("TMUX") or environ.get("STY") or environ.get("TERM", "").startswith(("screen", "linux"))
    return setting == "auto" and not inner


def cells_of(setting: str, environ: Mapping[str, str]) -> tuple[Cells, str]:
    """Return the characters for pictures in cells, and why: those set by ``[ui] pictures``, otherwise the finest that
    the terminal draws in the size of its cells."""
    term = environ.get("TERM", "")
    if setting in set(Cells):
        return Cells(setting), "set by [ui] pictures"
    if term == "linux":
        return Cells.HALVES, "the console's font has no others"
    if environ.get("TMUX") or term.startswith("screen"):
        return Cells.QUADRANTS, "the terminal around tmux or screen is not known"
    for name, start in _SEXTANTS.items():
        if term.startswith(start):
            return Cells.SEXTANTS, f"{name} draws them"
    for name, (variable, first) in _SEXTANTS_SINCE.items():
        version = environ.get(variable, "")
        if term.startswith("xterm-256") and version.isdecimal() and int(version) >= first:
            return Cells.SEXTANTS, f"{name} draws them"
    return Cells.QUADRANTS, "every terminal that was tried draws them"


def pictures_in_words(setting: str, environ: Mapping[str, str]) -> str:
    """Return in words how pictures are shown on this terminal, and why."""
    graphics, (cells, reason) = graphics_of(setting, environ), cells_of(setting, environ)
    in_cells = f"in {cells} ({reason})"
    if graphics is Graphics.BLOCKS:
        return in_cells
    why = "set by [ui] pictures" if setting == graphics else "by TERM or TERM_PROGRAM"
    return f"{in_cells}; over the whole screen as {graphics} pictures ({why})"
