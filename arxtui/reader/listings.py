"""Code and algorithms: every blank kept, lines never broken, their numbers in a column of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.model.document import Listing
from arxtui.reader.lines import Line, Role, Run, drawn, width_of
from arxtui.reader.prose import HARD, Prose
from arxtui.reader.sheet import Sheet
from arxtui.reader.spans import dressed

if TYPE_CHECKING:
    from arxtui.reader.setting import Setter

_MARGIN = 2


def listing(setter: Setter, block: Listing, measure: int) -> Sheet:
    """The lines; all of them are wide where one is."""
    rows: list[tuple[list[Run], list[list[Run]], tuple[str, ...]]] = []
    for line in block.lines:
        number = list(setter.runs(dressed(setter.spans(), Role.NUMBER)))
        rows.append((number, _lines(Prose(setter.spans(), measure)), line.anchors))
    gutter = max([width_of(number) for number, _, _ in rows], default=0)
    made: list[Line] = []
    anchors: dict[str, int] = {}
    for number, lines, names in rows:
        anchors.update(dict.fromkeys(names, len(made)))
        for runs in lines:
            made.append(setter.line(_with_number(number, runs, gutter)))
            number = []
    wide = any(line.width > measure for line in made)
    sheet = Sheet([line._replace(wide=True) for line in made] if wide else made)
    sheet.anchors = anchors
    return sheet


def _with_number(number: list[Run], runs: list[Run], gutter: int) -> list[Run]:
    if not runs and not number:
        return []
    if not gutter:
        return [drawn(" " * _MARGIN), *runs]
    return [drawn(" " * (gutter - width_of(number))), *number, drawn("  "), *runs]


def _lines(prose: Prose) -> list[list[Run]]:
    lines: list[list[Run]] = []
    start = 0
    while (end := prose.mask.find(HARD, start)) >= 0:
        lines.append(prose.runs(start, end))
        start = end + 1
    return [*lines, prose.runs(start, len(prose.mask))]
