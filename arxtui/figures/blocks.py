"""Legends in cells: each entry is written with its own sample in characters, so that it can stand in any row.

The samples that the figure draws are painted over before; an entry that stood beside another's would be a false one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from arxtui.figures.lettering import Lettering, Placed, Sample
from arxtui.figures.rows import rows_of

_FARTHEST = 10
"""Cells by which a block is moved to a side at most."""
_APART = 4.0
"""How far entries of one legend are below each other at most, in heights of their text."""
_WIDEST = 4
"""Cells of the widest sample."""
_MARKS = {
    "circle": "●",
    "open circle": "○",
    "square": "■",
    "diamond": "◆",
    "triangle": "▲",
    "downward triangle": "▼",
    "star": "★",
    "cross": "×",
    "plus": "+",
    "area": "█",
    "hatched area": "▒",
}
_OTHER_MARK = "•"
_LINES = {"line": "─", "dashed line": "-", "dotted line": "·", "dash-dotted line": "-·"}


def _signs(sample: Sample, width: int) -> str:
    """Return the characters of a sample in a picture of so many cells across."""
    line, _, mark = sample.form.rpartition(" with ")
    if mark in _LINES:
        line, mark = mark, ""
    count = min(max(round((sample.right - sample.left) * width), 1), _WIDEST)
    if not line:
        return _MARKS.get(mark, _OTHER_MARK) * (count if mark.endswith("area") else 1)
    if mark:
        return f"{_LINES[line][0]}{_MARKS.get(mark, _OTHER_MARK)}{_LINES[line][-1]}"
    return (_LINES[line] * _WIDEST)[: max(count, 2 * len(_LINES[line]))]


def legends_of(entries: Sequence[Lettering], width: int) -> Iterator[list[Lettering]]:
    """Return the entries of each legend, and of each column of one, from the top."""
    for column in rows_of(entries, lambda each: each.sample.left if each.sample else 0.0, 1 / width):
        gap = _APART * max(each.bottom - each.top for each in column)
        yield from rows_of(column, lambda each: each.top, gap)


def places_of(entries: Sequence[Lettering], width: int, height: int) -> Iterator[list[Placed]]:
    """Return the places of entries below each other: where the figure has them, and near there."""
    block = _block(entries, width, height)
    sides = sorted(range(-_FARTHEST, _FARTHEST + 1), key=abs)
    for down, right in product((0, -1, 1), sides):
        moved = [each._replace(row=each.row + down, start=each.start + right) for each in block]
        if all(0 <= each.row < height and each.start >= 0 and each.end <= width for each in moved):
            yield moved


def _block(entries: Sequence[Lettering], width: int, height: int) -> list[Placed]:
    """Return entries below each other, each in the row of its sample or, if that is another's, in the next."""
    samples = [each.sample for each in entries if each.sample]
    rows: list[int] = []
    for sample in samples:
        row = int((sample.top + sample.bottom) / 2 * height)
        rows.append(max(row, rows[-1] + 1) if rows else row)
    ideal = [int((each.top + each.bottom) / 2 * height) for each in entries]
    late = sum(row - at for row, at in zip(rows, ideal, strict=True)) // len(rows)
    placed = [
        Placed(each.text, row - late, 0, each.colour, _signs(sample, width))
        for each, sample, row in zip(entries, samples, rows, strict=True)
    ]
    widest = max(each.end for each in placed)
    left = min(sample.left for sample in samples)
    right = max(max(each.right, sample.right) for each, sample in zip(entries, samples, strict=True))
    start = min(max(round((left + right) / 2 * width - widest / 2), 0), max(width - widest, 0))
    return [each._replace(start=start) for each in placed]
