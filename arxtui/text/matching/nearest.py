"""Typing errors, and suggestions for an unknown word: the known words that are spelled almost like it.

An error is a missing, an extra or a wrong letter, or two neighbours swapped (the optimal string alignment distance).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arxtui.light import NamedTuple

_MAX_SUGGESTIONS = 4
_SHORTEST_OF_FEW = 3
"""The fewest letters of a word that may have a typing error, where the known words are few."""


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """Return the known words with the fewest typing errors that the length of ``word`` allows, else those that begin
    with ``word``.

    Case is ignored. Returns an empty list if more than four words are equally near: a choice among so many is a guess.
    """
    typed = word.lower()
    by_typos: dict[int, list[str]] = {}
    for known_word in dict.fromkeys(known):
        whole, start = typos(typed, known_word.lower(), _SHORTEST_OF_FEW)
        if whole is None and start == 0 and typed:
            whole = len(typed)  # ranks the beginning of a word below any misspelling of a whole word
        if whole is not None:
            by_typos.setdefault(whole, []).append(known_word)
    candidates = by_typos[min(by_typos)] if by_typos else []
    return candidates if len(candidates) <= _MAX_SUGGESTIONS else []


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the hint ``; did you mean list or lists?``; empty if no known word is near."""
    return suggest(nearest(word, known))


def did_you_mean_name(name: str, known: Iterable[str]) -> str:
    """Return the hint ``; did you mean "to read soon"?``, for names given by the user, which may contain blanks."""
    return suggest([f'"{each}"' for each in nearest(name, known)])


def suggest(words: Sequence[str]) -> str:
    """Return the hint ``; did you mean list or lists?`` with these words; empty if there are none."""
    return f"; did you mean {' or '.join(words)}?" if words else ""


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
