"""What a word that is not known may have been meant to be."""

from __future__ import annotations

from collections.abc import Iterable

_MOST = 3
_LIKE = 0.6


def nearest(word: str, known: Iterable[str], least: float = _LIKE) -> list[str]:
    """The known words most like one, the most like first, three at most; upper and lower case make no difference."""
    from difflib import get_close_matches  # few command lines have a fault

    folded = {each.lower(): each for each in known}
    return [folded[each] for each in get_close_matches(word.lower(), folded, _MOST, least)]


def did_you_mean(word: str, known: Iterable[str], least: float = _LIKE) -> str:
    """``; did you mean list or lists?``; empty where nothing is like the word."""
    near = nearest(word, known, least)
    return f"; did you mean {' or '.join(near)}?" if near else ""
