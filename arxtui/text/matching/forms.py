"""Singular and plural forms of English words, so that a search for one form also matches the other."""

from __future__ import annotations

from functools import lru_cache

from arxtui.text.matching.nouns import COUNTED_IN_ED, COUNTED_IN_IC, IRREGULAR, TAILS, UNCHANGING, VOWEL_ENDED

_SHORTEST = 3
_SIBILANTS = ("ss", "x", "sh", "ch", "z")
_LONGEST_IE = 4
_LONGEST_NOUN_IN_ED = 4
_SHORTEST_STEM = 2


@lru_cache(maxsize=1 << 14)
def forms(word: str) -> tuple[str, ...]:
    """Return a folded word and its English singular and plural forms, the word first; four forms at most.

    No dictionary is used, so a plural may be one that does not exist; participles have no other form. The relation is
    symmetric: the forms of each result include this word. Words of fewer than three letters, and words with other
    characters than ASCII letters, have no other forms.
    """
    if not _may_vary(word):
        return (word,)
    irregular = _irregular(word)
    if irregular:
        return (word, *irregular)
    other = _singular(word) or _unambiguous_plural(word)
    return (word, other) if other else (word,)


def _may_vary(word: str) -> bool:
    return len(word) >= _SHORTEST and word.isascii() and word.isalpha() and word not in UNCHANGING


def _irregular(word: str) -> tuple[str, ...]:
    """Return the other forms from the tables of irregular nouns; empty if the rules apply."""
    others = IRREGULAR.get(word) or TAILS.get(word)
    if others:
        return others
    for cut in range(_SHORTEST_STEM, len(word) - _SHORTEST):
        tails = TAILS.get(word[cut:])
        if tails:
            return tuple(word[:cut] + tail for tail in tails)
    return ()


def _singular(word: str) -> str | None:
    """Return the singular of a regular plural, or None."""
    stem = _stem(word) if word.endswith("s") else None
    is_regular = stem and _may_vary(stem) and not _irregular(stem) and _plural(stem) == word
    return stem if is_regular else None


def _unambiguous_plural(word: str) -> str | None:
    """Return the regular plural if it reads back as a plural of this word: ``lens`` is not the plural of ``len``."""
    plural = _plural(word)
    is_unambiguous = plural and _may_vary(plural) and not _irregular(plural) and _stem(plural) == word
    return plural if is_unambiguous else None


def _plural(word: str) -> str | None:
    if word.endswith(_SIBILANTS):
        return word + "es"
    if word.endswith("s") or _is_participle(word):
        return None
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"


def _is_participle(word: str) -> bool:
    """Whether a word in -ed is a participle and not a noun: ``pruned`` is, ``speed`` and ``testbed`` are not."""
    is_long_enough = len(word) > _LONGEST_NOUN_IN_ED and word.endswith("ed")
    return is_long_enough and not word.endswith("eed") and word not in COUNTED_IN_ED


def _stem(word: str) -> str | None:
    """Return the singular stem of a word in -s, or None if the -s is not a plural ending."""
    without = word[:-1]
    if word.endswith(("us", "is")):
        return without if without in VOWEL_ENDED else None
    if word.endswith("ics"):
        return without if without in COUNTED_IN_IC else None
    if word.endswith("ss"):
        return None
    if word.endswith("ies") and len(word) > _LONGEST_IE:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("sses", "xes", "shes", "ches", "tzes", "zzes")) else without
