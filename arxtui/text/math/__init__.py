"""TeX math shown in a terminal: in one line, or built in two dimensions.

A formula that cannot be shown right gives None, and its TeX stands.
"""

from __future__ import annotations

from functools import lru_cache

from arxtui.text.math.boxes import Box
from arxtui.text.math.tree import Row, Style, UnreadableError

__all__ = ["Box", "display", "linear", "parse"]

_KEPT = 4096


@lru_cache(_KEPT)
def parse(tex: str) -> Row | None:
    """The formula as a tree; None where it is not understood."""
    from arxtui.text.math.parsing.commands import COMMANDS
    from arxtui.text.math.parsing.parser import Parser

    try:
        return Parser(tex, COMMANDS).formula()
    except UnreadableError:
        return None


@lru_cache(_KEPT)
def linear(tex: str) -> str | None:
    """The formula as one line of Unicode, or None."""
    from arxtui.text.math.inline import flat

    tree = parse(tex)
    if tree is None:
        return None
    try:
        shown = flat(tree, Style.TEXT).strip()
    except UnreadableError:
        return None
    return shown if shown.isprintable() else None


@lru_cache(_KEPT)
def display(tex: str, width: int) -> Box | None:
    """The formula built in two dimensions, at most ``width`` cells wide, or None.

    One that is wider is broken before relations and operators, the continuation indented; where that does not do, its
    one line of Unicode is wrapped.
    """
    from arxtui.text.math.breaking import fitted

    tree = parse(tex)
    if tree is None:
        return None
    try:
        box = fitted(tree, width)
    except UnreadableError:
        return None
    return box if box is not None and all(line.isprintable() for line in box.lines) else None
