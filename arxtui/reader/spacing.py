"""Room between blocks and beside them."""

from __future__ import annotations

from arxtui.model.document import Block, Heading, Pictures, Source

_CLOSE = (Source, Pictures)
_NARROWEST = 24
"""Cells that an indented text keeps, at least."""
_RUN_IN = 4
"""The level from which a heading stands close above its text."""


def gap(above: Block, below: Block) -> int:
    """Empty lines between two blocks."""
    if isinstance(above, _CLOSE) and type(above) is type(below):
        return 0
    if isinstance(above, Heading):
        return int(above.level < _RUN_IN or isinstance(below, Heading))
    return 2 if isinstance(below, Heading) and below.level <= 1 else 1


def indent(measure: int, cells: int) -> int:
    """As much of an indent as a text can afford."""
    return cells if measure - cells >= _NARROWEST else 0
