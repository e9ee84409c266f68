"""TeX math for a terminal: in one line, or in two dimensions.

A formula that cannot be shown correctly gives None; the caller then shows its TeX.
"""

from __future__ import annotations

from functools import lru_cache

from arxtui.text.math.boxes import Box
from arxtui.text.math.breaking import fit
from arxtui.text.math.inline import to_line
from arxtui.text.math.parsing.commands import COMMANDS
from arxtui.text.math.parsing.parser import Parser
from arxtui.text.math.tree import MathStyle, Row, UnreadableError

__all__ = ["Box", "display", "linear", "parse"]

_CACHED = 4096


@lru_cache(_CACHED)
def parse(tex: str) -> Row | None:
    """Parse a formula into a tree. Returns None if it is not understood."""
    try:
        return Parser(tex, COMMANDS).formula()
    except UnreadableError:
        return None


@lru_cache(_CACHED)
def linear(tex: str) -> str | None:
    """Convert a formula to one line of Unicode. Returns None if that is not possible."""
    tree = parse(tex)
    if tree is None:
        return None
    try:
        shown = to_line(tree, MathStyle.TEXT).strip()
    except UnreadableError:
        return None
    return shown if shown.isprintable() else None


@lru_cache(_CACHED)
def display(tex: str, width: int) -> Box | None:
    """Lay out a formula in two dimensions, at most ``width`` cells wide. Returns None if that is not possible.

    A wider formula is broken before relations and operators, with indented continuation lines. If it cannot be broken,
    its one-line form is wrapped.
    """
    tree = parse(tex)
    if tree is None:
        return None
    try:
        box = fit(tree, width)
    except UnreadableError:
        return None
    return box if box is not None and all(line.isprintable() for line in box.lines) else None
