"""The papers around a paper in the graph of citations as the rows of a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.library.references.neighbourhood import Side
from arxtui.tui.present.line import Piece, cut, foreign, pad
from arxtui.tuples import NamedTuple

if TYPE_CHECKING:
    from arxtui.model.views import Row

_NUMBER, _STATE = 6, 8
_NARROW = 70


class Branch(NamedTuple):
    """The neighbours of a paper on one side: their rows, each with the number of papers that are known to cite it; and
    what is not known of that side, in words."""

    papers: tuple[tuple[Row, int], ...]
    unknown: str = ""


class TreePath(NamedTuple):
    """Where a line of the tree is: on a side, below these papers, of which the last is its own."""

    side: Side
    keys: tuple[int, ...] = ()


class TreeRow(NamedTuple):
    """A line of the tree: whether it is unfolded (None if nothing is below it), and its paper; the first line of a side
    has ``words`` instead."""

    path: TreePath
    is_open: bool | None
    paper: Row | None = None
    cited: int = 0
    words: str = ""


def side_words(side: Side, branch: Branch | None) -> str:
    """Return the words of the first line of a side."""
    if branch is None:
        return f"{side.capitalize()} …"
    return branch.unknown or side.words(len(branch.papers)).capitalize()


def tree_line(row: TreeRow, width: int, *, here: bool) -> list[Piece]:
    """Return the line of a row."""
    sign = " " if row.is_open is None else foreign("▾" if row.is_open else "▸")
    lead: list[Piece] = [(" › " if here else "   ", "accent"), (f"{'  ' * len(row.path.keys)}{sign} ", "dim")]
    if row.paper is None:
        return cut([*lead, (row.words, "strong")], width - 1)
    marks = row.paper.marks
    state = "starred" if marks.starred else "unread" if marks.unread else "read" if marks.read else ""
    number = f"{row.cited:,}×" if row.cited else ""
    return cut(
        [
            *lead,
            (pad(foreign(number), _NUMBER), "faint"),
            (pad(state, _STATE if width >= _NARROW else 0), "accent" if marks.starred else "dim"),
            (" ".join(foreign(row.paper.title).split()), "text"),
        ],
        width - 1,
    )
