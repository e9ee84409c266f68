"""Record of what the terminal shows, so that only differences are written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from rich.segment import Segment
from textual.strip import Strip

from arxtui.tui.terminal.sequences import look_alike_blank
from arxtui.tuples import NamedTuple

_LATIN = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xA1, 0x250))))
_SIGNS = frozenset("–—‘’“”…›●○◆◇★☆→↑↓▸▾⏎") | frozenset(map(chr, range(0x2500, 0x25A0)))
_SINGLE_CELL = _LATIN | _SIGNS
"""Characters that take one cell on every usable terminal. After any other character, a terminal's cells can be shifted,
so a line with such a character is written as a whole."""

_SKIPPED = 6 * " "
"""The fewest blanks over which the cursor is moved: it takes a sequence of four or five bytes."""


class Change(NamedTuple):
    """Segments that differ, and the screen cell where they begin."""

    x: int
    y: int
    segments: tuple[Segment, ...]


class ShownStrips:
    """The strips on the screen, by line and first cell. A strip that is not recorded is written in full."""

    def __init__(self) -> None:
        self._lines: dict[int, dict[int, Strip]] = {}

    def forget(self) -> None:
        """Forget all strips, because something else was written to the terminal or everything is repainted."""
        self._lines.clear()

    def change(self, x: int, y: int, strip: Strip) -> Change | None:
        """Return the change that shows the strip; None if the terminal already shows it. Record the strip as
        written."""
        line = self._lines.setdefault(y, {})
        before = line.get(x)
        if before is None or before.cell_length != strip.cell_length:
            end = x + strip.cell_length
            self._lines[y] = {
                left: each for left, each in line.items() if left >= end or left + each.cell_length <= x
            } | {x: strip}
            return Change(x, y, tuple(strip))
        line[x] = strip
        if before is strip or before._segments == strip._segments:
            return None
        skipped, segments = _difference(tuple(before), tuple(strip))
        return Change(x + skipped, y, segments)


def _difference(before: tuple[Segment, ...], after: tuple[Segment, ...]) -> tuple[int, tuple[Segment, ...]]:
    """Return how many cells two strips of equal width share at their start, and the segments that differ."""
    if not (_is_single_cell(before) and _is_single_cell(after)):
        return 0, after
    start = _common_segments(before, after)
    end = _common_segments(before[start:][::-1], after[start:][::-1])
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    skipped = sum(len(segment.text) for segment in after[:start])
    if not (old and new):
        return skipped, new
    if old[0].style == new[0].style:
        same = _common_characters(old[0].text, new[0].text)
        skipped += same
        new = (Segment(new[0].text[same:], new[0].style), *new[1:])
        old = (Segment(old[0].text[same:], old[0].style), *old[1:])
    if old[-1].style == new[-1].style:
        same = _common_characters(old[-1].text[::-1], new[-1].text[::-1])
        new = (*new[:-1], Segment(new[-1].text[: len(new[-1].text) - same], new[-1].style))
    return skipped, tuple(_without_shown_blanks(old, [segment for segment in new if segment.text]))


def _without_shown_blanks(before: Iterable[Segment], after: list[Segment]) -> list[Segment]:
    """Return the segments with a movement of the cursor (ECMA-48, CUF) over last blanks that the terminal already
    shows."""
    shown, end = [], 0
    for text, style, _ in before:
        end += len(text)
        if text.endswith(_SKIPPED):
            shown.append((end - len(text) + len(text.rstrip(" ")), end, style))
    end = 0
    for place, (text, style, _) in enumerate(after) if shown else ():
        left, end = end, end + len(text)
        if text.endswith(_SKIPPED):
            start = left + len(text.rstrip(" "))
            for old_start, old_end, old_style in shown:
                first, last = max(start, old_start), min(end, old_end)
                if last - first >= len(_SKIPPED) and look_alike_blank(old_style, style):
                    after[place] = Segment(f"{text[: first - left]}\x1b[{last - first}C{text[last - left :]}", style)
                    break
    return after


def _common_segments(one: Sequence[Segment], other: Sequence[Segment]) -> int:
    """Return the number of equal segments at the start."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left.text != right.text or left.style != right.style:
            break
        count += 1
    return count


def _common_characters(one: str, other: str) -> int:
    """Return the number of equal characters at the start."""
    pairs = zip(one, other, strict=False)
    return next((place for place, (left, right) in enumerate(pairs) if left != right), min(len(one), len(other)))


@lru_cache(4096)
def _is_single_cell(segments: tuple[Segment, ...]) -> bool:
    """Return whether each character is certain to take one cell."""
    return all(segment.text.isascii() or _SINGLE_CELL.issuperset(segment.text) for segment in segments)
