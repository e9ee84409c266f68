"""Headings of the groups of a list: topics, categories, rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate

from arxtui.library.views import PaperGroup
from arxtui.model.counted import counted
from arxtui.text import cells, clip
from arxtui.tui.present.line import Piece, foreign
from arxtui.tui.state.row_cache import RowCache


class GroupHeadings:
    """The headings of ``groups``, of which a list of ``rows`` consists."""

    def __init__(self, groups: Sequence[PaperGroup], rows: RowCache) -> None:
        starts = accumulate((len(group.keys) for group in groups), initial=0)
        self._groups = dict(zip(starts, groups, strict=False))
        self.begins: Callable[[int], bool] = self._groups.__contains__
        self.fetch = rows.fetch

    def line(self, row: int, width: int) -> list[Piece]:
        """Return the heading of a row's group in ``width`` cells: ``black holes, spacetime · 13 papers``."""
        group = self._groups[max(start for start in self._groups if start <= row)]
        numbers = f" · {counted(len(group.keys), 'paper')}"
        return [(clip(f" {clip(foreign(group.name), max(width - cells(numbers) - 1, 1))}{numbers}", width), "dim+bold")]

    def forget(self) -> None:
        """Do nothing: a list in groups is whole from the start."""
