"""How far a typed word is from the word that may have been wanted: the optimal string alignment distance (a letter
missing, too many or wrong, or two neighbours swapped)."""

from __future__ import annotations

from typing import NamedTuple

_SHORTEST = 4
"""Letters of a word that may be misspelt where any word may be meant: of shorter ones, too many are a letter away."""
_LONG = 8
"""Letters from which on a word may have two slips."""


class Slips(NamedTuple):
    """The slips between a typed word and another one, and between it and the nearest beginning of the other; None where
    they are too many for its length."""

    whole: int | None
    start: int | None


_TOO_MANY = Slips(None, None)


def slips(typed: str, word: str, shortest: int = _SHORTEST) -> Slips:
    """The slips by which ``typed`` differs from ``word``; with fewer than ``shortest`` letters it may have none."""
    most = _most(typed, shortest)
    wanted = word[: len(typed) + most + 1]  # what is longer has more slips than any that counts
    before: list[int] = []
    row = list(range(len(wanted) + 1))
    for i, letter in enumerate(typed):
        last, before, row = before, row, [i + 1]
        for j, other in enumerate(wanted):
            nearest = min(before[j + 1] + 1, row[j] + 1, before[j] + (letter != other))
            if i and j and letter == wanted[j - 1] and typed[i - 1] == other:
                nearest = min(nearest, last[j - 1] + 1)
            row.append(nearest)
        if min(row) > most:
            return _TOO_MANY
    return Slips(row[-1] if row[-1] <= most else None, min(row))


def _most(typed: str, shortest: int) -> int:
    if len(typed) < shortest:
        return 0
    return 1 if len(typed) < _LONG else 2
