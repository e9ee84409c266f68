"""TeX math for a terminal: in one line, or in two dimensions.

A formula that cannot be shown correctly gives None; the caller then shows its TeX.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from arxtui.text.math.boxes import Box
from arxtui.text.math.breaking import fit
from arxtui.text.math.inline import to_line
from arxtui.text.math.layout import build
from arxtui.text.math.parsing.commands import COMMANDS
from arxtui.text.math.parsing.parser import Parser
from arxtui.text.math.tree import NO_SIGN, MathStyle, Row, Space, UnreadableError

__all__ = ["Box", "display", "linear", "parse", "whole"]

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
def display(tex: str, width: int, *, continued: bool = False) -> Box | None:
    """Lay out a formula in two dimensions, at most ``width`` cells wide. Returns None if that is not possible. With
    ``continued``, the sign at its beginning is an operator that continues another formula.

    A wider formula is broken before relations and operators, with indented continuation lines. If it cannot be broken,
    its one-line form is wrapped.
    """
    box = whole(tex, continued=continued)
    return box if box is None or box.width <= width else _laid_out(tex, partial(fit, width=width), continued=continued)


@lru_cache(_CACHED)
def whole(tex: str, *, continued: bool = False) -> Box | None:
    """Lay out a formula in two dimensions, as wide as it is: the same box for all widths that it fits."""
    return _laid_out(tex, build, continued=continued)


def _laid_out(tex: str, lay_out: Callable[[Row], Box | None], *, continued: bool) -> Box | None:
    tree = parse(tex)
    if tree is None:
        return None
    if continued:
        start = next((place for place, item in enumerate(tree.items) if type(item) is not Space), 0)
        tree = Row((*tree.items[:start], NO_SIGN, *tree.items[start:]))
    try:
        box = lay_out(tree)
    except UnreadableError:
        return None
    if box is None or not all(map(str.isprintable, box.lines)):
        return None
    if continued and all(line.startswith(" ") for line in box.lines):
        return box._replace(lines=tuple(line[1:] for line in box.lines), width=box.width - 1)
    return box
