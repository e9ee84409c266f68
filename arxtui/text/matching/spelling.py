"""The number of typing errors between a typed word and a known word: the optimal string alignment distance.

An error is a missing, an extra or a wrong letter, or two neighbours swapped.
"""

from __future__ import annotations

from arxtui.tuples import NamedTuple

_SHORTEST = 4
"""The fewest letters of a word that may have an error: too many words differ in one letter from a shorter one."""
_LONG = 8
"""The fewest letters of a word that may have two errors."""


class Typos(NamedTuple):
    """The number of errors between a typed word and another word (``whole``), and between it and the nearest beginning
    of the other (``start``). None if there are more errors than the length of the typed word allows.
    """

    whole: int | None
    start: int | None


_TOO_MANY = Typos(None, None)


def typos(typed: str, word: str, shortest: int = _SHORTEST) -> Typos:
    """Return the errors by which ``typed`` differs from ``word``.

    With fewer than ``shortest`` letters it may have none.
    """
    allowed = _allowed_typos(typed, shortest)
    target = word[: len(typed) + allowed + 1]  # a longer word has too many errors anyway
    if len(set(typed).difference(target)) > allowed:  # each of these letters is an error
        return _TOO_MANY
    before: list[int] = []
    row = list(range(len(target) + 1))
    for i, letter in enumerate(typed):
        last, before, row = before, row, [i + 1]
        for j, other in enumerate(target):
            nearest = min(before[j + 1] + 1, row[j] + 1, before[j] + (letter != other))
            if i and j and letter == target[j - 1] and typed[i - 1] == other:
                nearest = min(nearest, last[j - 1] + 1)
            row.append(nearest)
        if min(row) > allowed:
            return _TOO_MANY
    return Typos(row[-1] if row[-1] <= allowed else None, min(row))


def _allowed_typos(typed: str, shortest: int) -> int:
    if len(typed) < shortest:
        return 0
    return 1 if len(typed) < _LONG else 2
