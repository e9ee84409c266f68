"""Lines of a full text as inked pieces, with shades for matches, chosen targets and selections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice, pairwise

from arxtui.light import NamedTuple
from arxtui.model.document import Style
from arxtui.reader.find import Match, hits
from arxtui.reader.lines import Line, Role, Run
from arxtui.text import cells
from arxtui.text.width import graphemes
from arxtui.tui.present.line import Piece

_INKS = {
    Role.TITLE: "strong",
    Role.HEADING: "strong",
    Role.LABEL: "strong",
    Role.NUMBER: "dim",
    Role.BULLET: "dim",
    Role.LINK: "link",
    Role.REFERENCE: "accent",
    Role.CITATION: "dim",
    Role.NOTE: "accent",
    Role.PICTURE: "dim",
    Role.RULE: "faint",
    Role.DIM: "dim",
}
"""Inks by role. All other roles have the ink ``text``."""
_LETTERS = (
    (Style.BOLD, "bold"),
    (Style.ITALIC, "slanted"),
    (Style.UNDERLINE, "underlined"),
    (Style.STRIKE, "struck"),
)


class Shade(NamedTuple):
    """An ink for character ranges of blocks, in reading order."""

    ink: str
    over: Sequence[Match]


def line_pieces(line: Line, shades: Iterable[Shade] = ()) -> list[Piece]:
    """Return the pieces of a line with shades; a later shade lies over an earlier one."""
    covered = [(hit, shade.ink) for shade in shades for hit in hits(line, shade.over)]
    if not covered:
        return [(run.text, ink_of(run.role, run.style)) for run in line.runs]
    pieces: list[Piece] = []
    for place, run in enumerate(line.runs):
        pieces += _shade_run(run, [(hit.start, hit.end, ink) for hit, ink in covered if hit.run == place])
    return pieces


@cache
def ink_of(role: Role, style: Style) -> str:
    """Return the ink of a run."""
    letters = [name for bit, name in _LETTERS if style & bit]
    return "+".join((_INKS.get(role, "text"), *letters))


def character_at(line: Line, cell: int) -> int | None:
    """Return the position in the block's text of the character at a cell of the line. Left or right of the text, return
    the line's first or last character. Returns None if the line shows no text of the block."""
    left, last_character = 0, None
    for run in line.runs:
        right = left + cells(run.text)
        if run.size:
            if cell < right:
                return run.start + _within(run, cell - left)
            last_character = run.start + run.size - 1
        left = right
    return last_character


def shown_by(line: Line) -> Match | None:
    """Return the range of the block's text that a line shows; None if it shows none."""
    shown = [run for run in line.runs if run.size]
    return Match(line.block, shown[0].start, shown[-1].start + shown[-1].size) if shown else None


def _within(run: Run, cell: int) -> int:
    if run.size != len(run.text):
        return 0
    starts = (start for start, _, size in graphemes(run.text) for _ in range(size))
    return next(islice(starts, max(cell, 0), None), run.size - 1)


def _shade_run(run: Run, spans: list[tuple[int, int, str]]) -> Iterator[Piece]:
    ink = ink_of(run.role, run.style)
    edges = sorted({0, len(run.text), *(edge for start, end, _ in spans for edge in (start, end))})
    for first, last in pairwise(edges):
        over = [name for start, end, name in spans if start <= first < end]
        yield run.text[first:last], "+".join((ink, *over))
