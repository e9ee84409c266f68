"""What a word that is not known may have been meant to be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arxtui.text.matching.spelling import slips

_MOST = 4
_SHORTEST = 3
"""Letters of a word that may be misspelt where one of a few is meant."""


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """The known words with the fewest slips that the length of ``word`` allows, else those that begin with it; upper
    and lower case make no difference. None where more than four are equally near: any choice among them is a guess."""
    typed = word.lower()
    near: dict[int, list[str]] = {}
    for each in dict.fromkeys(known):
        whole, start = slips(typed, each.lower(), _SHORTEST)
        if whole is None and start == 0 and typed:
            whole = len(typed)  # the beginning of a word counts for less than any misspelling of a whole one
        if whole is not None:
            near.setdefault(whole, []).append(each)
    found = near[min(near)] if near else []
    return found if len(found) <= _MOST else []


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``; did you mean list or lists?``; empty where nothing is near the word."""
    return meant(nearest(word, known))


def did_you_mean_name(name: str, known: Iterable[str]) -> str:
    """``; did you mean "to read soon"?``, of names that the user gave, which may have blanks."""
    return meant([f'"{each}"' for each in nearest(name, known)])


def meant(words: Sequence[str]) -> str:
    """``; did you mean list or lists?``; empty where there are none."""
    return f"; did you mean {' or '.join(words)}?" if words else ""
