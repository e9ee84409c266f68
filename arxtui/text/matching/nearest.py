"""Suggestions for an unknown word: the known words that are spelled almost like it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_MAX_SUGGESTIONS = 4
_SHORTEST = 3
"""The fewest letters of a word that may have a typing error, where the known words are few."""


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """Return the known words with the fewest typing errors that the length of ``word`` allows, else those that begin
    with ``word``.

    Case is ignored. Returns an empty list if more than four words are equally near: a choice among so many is a guess.
    """
    from arxtui.text.matching.spelling import typos  # for errors only

    typed = word.lower()
    by_typos: dict[int, list[str]] = {}
    for known_word in dict.fromkeys(known):
        whole, start = typos(typed, known_word.lower(), _SHORTEST)
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
