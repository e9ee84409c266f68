"""Vertical space between blocks, and indents."""

from __future__ import annotations

from arxtui.model.document import Block, Float, Heading, Pictures, Source

_CLOSE = (Source, Pictures)
_NARROWEST = 24
"""The minimum width of an indented text in cells."""
_RUN_IN = 4
"""The level from which a heading has no empty line below it."""


def gap(above: Block, below: Block) -> int:
    """Return the number of empty lines between two blocks."""
    if isinstance(above, _CLOSE) and type(above) is type(below):
        return 0
    if _is_bare_panel(above) and _is_bare_panel(below):
        return 0
    if isinstance(above, Heading):
        return int(above.level < _RUN_IN or isinstance(below, Heading))
    return 2 if isinstance(below, Heading) and below.level <= 1 else 1


def _is_bare_panel(block: Block) -> bool:
    """Whether a block is a part of a figure with pictures and a letter, but no words."""
    return isinstance(block, Float) and not block.caption and all(isinstance(each, Pictures) for each in block.blocks)


def indent(measure: int, cells: int) -> int:
    """Return ``cells``, or 0 if the text would become too narrow."""
    return cells if measure - cells >= _NARROWEST else 0
