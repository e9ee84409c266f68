"""Differences between two texts, word by word: runs that were kept, removed and added, in bounded time.

Lines are compared first, then the words within changed lines. Both comparisons align items that occur once in either
text, long rows of items before short ones ("patience diff": https://bramcohen.livejournal.com/73318.html). Between
these, the shortest edit is computed (E. W. Myers, An O(ND) Difference Algorithm and Its Variations, Algorithmica 1,
1986). All parts share one budget of steps.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import groupby

from arxtui.light import NamedTuple, pattern

MAX_STEPS = 3_000_000
"""Steps of one comparison, a few seconds at most. Text beyond the budget is reported as replaced."""
_MAX_EDIT = 400
"""Items in a shortest edit. Texts that differ more have nothing in common that is worth showing."""
_ROWS = (12, 4, 1)
"""Lengths of the rows of items that are searched for: a long row is hardly ever in both texts by chance."""
_LINE = pattern(r"[^\n]*\n|[^\n]+")
_WORD = pattern(r"\w+|\n|[^\S\n]+|[^\w\s]")


class ChangeKind(StrEnum):
    """The kind of a run of text."""

    KEPT = "kept"
    REMOVED = "removed"
    ADDED = "added"


class DiffRun(NamedTuple):
    """A part of one text or of both."""

    kind: ChangeKind
    text: str


class MatchingBlock(NamedTuple):
    """``size`` items that are equal in two sequences, with the start position in each."""

    old: int
    new: int
    size: int


def differences(old: str, new: str, steps: int = MAX_STEPS) -> tuple[DiffRun, ...]:
    """Return the runs that turn ``old`` into ``new``.

    All runs except added ones make exactly ``old``; all except removed ones make exactly ``new``. In a replacement, the
    removed text comes first.
    """
    budget = _Budget(steps)
    before, after = _LINE.findall(old), _LINE.findall(new)
    runs: list[DiffRun] = []
    for kept, removed, added in _gaps(before, after, _align(before, after, budget)):
        runs += [DiffRun(ChangeKind.KEPT, "".join(kept))] if kept else []
        runs += _word_runs("".join(removed), "".join(added), budget)
    return tuple(_join_edits(_absorb_blanks(runs)))


def align(old: Sequence[str], new: Sequence[str], steps: int = MAX_STEPS) -> list[MatchingBlock]:
    """Return the common items of two sequences, in order."""
    return _align(old, new, _Budget(steps))


def _word_runs(old: str, new: str, budget: _Budget) -> Iterator[DiffRun]:
    before, after = _WORD.findall(old), _WORD.findall(new)
    for kept, removed, added in _gaps(before, after, _align(before, after, budget)):
        for kind, words in ((ChangeKind.KEPT, kept), (ChangeKind.REMOVED, removed), (ChangeKind.ADDED, added)):
            if words:
                yield DiffRun(kind, "".join(words))


def _gaps(
    old: Sequence[str], new: Sequence[str], common: Iterable[MatchingBlock]
) -> Iterator[tuple[Sequence[str], Sequence[str], Sequence[str]]]:
    """Yield (kept, removed, added) items: those kept, then those removed and added after them."""
    kept: Sequence[str] = ()
    at_old = at_new = 0
    for block in (*common, MatchingBlock(len(old), len(new), 0)):
        yield kept, old[at_old : block.old], new[at_new : block.new]
        at_old, at_new = block.old + block.size, block.new + block.size
        kept = old[block.old : at_old]


class _Budget:
    """The steps left."""

    def __init__(self, steps: int) -> None:
        self._left = steps

    def take(self, steps: int) -> bool:
        """Use steps. Returns False if fewer are left."""
        self._left -= steps
        return self._left >= 0


def _align(old: Sequence[str], new: Sequence[str], budget: _Budget) -> list[MatchingBlock]:
    blocks: list[MatchingBlock] = []
    pending = [(0, len(old), 0, len(new))]
    while pending:
        first, last, begin, end = pending.pop()
        head = _equal_at_start(old, new, first, last, begin, end)
        blocks.append(MatchingBlock(first, begin, head))
        first, begin = first + head, begin + head
        tail = _equal_at_end(old, new, first, last, begin, end)
        last, end = last - tail, end - tail
        blocks.append(MatchingBlock(last, end, tail))
        if first == last or begin == end or not budget.take(last - first + end - begin):
            continue
        anchors = next(filter(None, (_anchors(old, new, first, last, begin, end, row) for row in _ROWS)), None)
        if anchors is None:
            blocks += _shortest(old, new, first, last, begin, end, budget)
            continue
        for place, other in [*anchors, (last, end)]:
            pending.append((first, place, begin, other))
            first, begin = place, other
    return _merge(blocks)


def _equal_at_start(old: Sequence[str], new: Sequence[str], first: int, last: int, begin: int, end: int) -> int:
    """Return the number of equal items at the beginning."""
    limit = min(last - first, end - begin)
    return next((size for size in range(limit) if old[first + size] != new[begin + size]), limit)


def _equal_at_end(old: Sequence[str], new: Sequence[str], first: int, last: int, begin: int, end: int) -> int:
    limit = min(last - first, end - begin)
    return next((size for size in range(limit) if old[last - 1 - size] != new[end - 1 - size]), limit)


def _anchors(
    old: Sequence[str], new: Sequence[str], first: int, last: int, begin: int, end: int, row: int
) -> list[tuple[int, int]]:
    """Return the start positions, in both sequences, of rows of ``row`` items that occur once in each and are in the
    same order in both: as many as possible. Rows that begin with a blank are excluded."""
    places, others = _unique_rows(old, first, last, row), _unique_rows(new, begin, end, row)
    return _longest_rising([(places[items], place) for items, place in others.items() if items in places])


def _unique_rows(items: Sequence[str], first: int, last: int, row: int) -> dict[tuple[str, ...], int]:
    """Return the rows that occur only once, with their positions, in order."""
    part = items[first:last]
    rows = list(zip(*(part[step:] for step in range(row)), strict=False))
    counts = Counter(rows)
    return {each: first + place for place, each in enumerate(rows) if counts[each] == 1 and not each[0].isspace()}


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest subsequence whose first elements ascend."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for place, (value, _) in enumerate(pairs):
        at = bisect_left(tails, value)
        before.append(ends[at - 1] if at else -1)
        tails[at : at + 1], ends[at : at + 1] = [value], [place]
    chosen: list[tuple[int, int]] = []
    place = ends[-1] if ends else -1
    while place >= 0:
        chosen.append(pairs[place])
        place = before[place]
    return chosen[::-1]


def _shortest(
    old: Sequence[str], new: Sequence[str], first: int, last: int, begin: int, end: int, budget: _Budget
) -> list[MatchingBlock]:
    """Return what the shortest edit between two ranges keeps; an empty list if the edit is too long.

    ``furthest[k]`` is the furthest old item reached on diagonal ``k``, as in Myers' paper, figure 2.
    """
    size, other = last - first, end - begin
    furthest = {1: 0}
    trail: list[dict[int, int]] = []
    for edits in range(min(size + other, _MAX_EDIT) + 1):
        if not budget.take(edits + 1):
            return []
        trail.append(dict(furthest))
        for k in range(-edits, edits + 1, 2):
            down = k == -edits or (k != edits and furthest.get(k - 1, -1) < furthest.get(k + 1, -1))
            x = furthest.get(k + 1, 0) if down else furthest[k - 1] + 1
            while x < size and 0 <= x - k < other and old[first + x] == new[begin + x - k]:
                x += 1
            furthest[k] = x
            if x >= size and x - k >= other:
                return _trace_back(trail, size, other, first, begin)
    return []


def _trace_back(trail: list[dict[int, int]], size: int, other: int, first: int, begin: int) -> list[MatchingBlock]:
    """Trace the path back through the steps, and return its diagonals."""
    blocks: list[MatchingBlock] = []
    x, y = size, other
    for edits in range(len(trail) - 1, -1, -1):
        furthest, k = trail[edits], x - y
        down = k == -edits or (k != edits and furthest.get(k - 1, -1) < furthest.get(k + 1, -1))
        start = furthest.get(k + 1, 0) if down else furthest[k - 1] + 1
        blocks.append(MatchingBlock(first + start, begin + start - k, x - start))
        x, y = (start, start - k - 1) if down else (start - 1, start - k)
    return blocks


def _merge(blocks: Iterable[MatchingBlock]) -> list[MatchingBlock]:
    merged: list[MatchingBlock] = []
    for each in sorted(block for block in blocks if block.size):
        last = merged[-1] if merged else None
        if last and (last.old + last.size, last.new + last.size) == (each.old, each.new):
            merged[-1] = last._replace(size=last.size + each.size)
        else:
            merged.append(each)
    return merged


def _absorb_blanks(runs: Sequence[DiffRun]) -> Iterator[DiffRun]:
    """Yield the runs; a blank that was kept between two replaced words becomes part of the replacement."""
    for place, run in enumerate(runs):
        inside = 0 < place < len(runs) - 1
        if inside and run.kind is ChangeKind.KEPT and run.text.isspace() and "\n" not in run.text:
            around = {runs[place - 1].kind, runs[place + 1].kind}
            if ChangeKind.KEPT not in around and len(_kinds_around(runs, place)) == 2:
                yield DiffRun(ChangeKind.REMOVED, run.text)
                yield DiffRun(ChangeKind.ADDED, run.text)
                continue
        yield run


def _kinds_around(runs: Sequence[DiffRun], place: int) -> set[ChangeKind]:
    """Return the kinds of the edits near a run."""
    nearby = [run.kind for run in (*runs[max(place - 2, 0) : place], *runs[place + 1 : place + 3])]
    return {kind for kind in nearby if kind is not ChangeKind.KEPT}


def _join_edits(runs: Iterable[DiffRun]) -> Iterator[DiffRun]:
    """Join the runs of each edit to at most one removed and one added run."""
    for kept, edit in groupby(runs, key=lambda run: run.kind is ChangeKind.KEPT):
        group = list(edit)
        for kind in (ChangeKind.KEPT,) if kept else (ChangeKind.REMOVED, ChangeKind.ADDED):
            if text := "".join(run.text for run in group if run.kind is kind):
                yield DiffRun(kind, text)
