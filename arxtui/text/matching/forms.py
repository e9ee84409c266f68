"""A word's singular and plural, as English forms them: what a reader who typed the one would take for the other."""

from __future__ import annotations

from functools import lru_cache

from arxtui.text.matching.nouns import COUNTED_IN_ED, COUNTED_IN_IC, IRREGULAR, TAILS, UNCHANGING, VOWEL_ENDED

_SHORTEST = 3
_HISSING = ("ss", "x", "sh", "ch", "z")
_LONGEST_IE = 4
_LONGEST_NOUN_IN_ED = 4
_STEM = 2


@lru_cache(maxsize=1 << 14)
def forms(word: str) -> tuple[str, ...]:
    """A folded word itself first, then its English singular and plural forms; four at most.

    No dictionary is asked, so a plural may be one that nobody uses; a participle has none. Symmetric: each of the forms
    has this word among its own. Only for words of three and more ASCII letters; all others stand alone.
    """
    if not _may_vary(word):
        return (word,)
    irregular = _irregular(word)
    if irregular:
        return (word, *irregular)
    other = _singular(word) or _plural_known_as_one(word)
    return (word, other) if other else (word,)


def _may_vary(word: str) -> bool:
    return len(word) >= _SHORTEST and word.isascii() and word.isalpha() and word not in UNCHANGING


def _irregular(word: str) -> tuple[str, ...]:
    """The other forms by the tables; empty for what is left to the rules."""
    found = IRREGULAR.get(word) or TAILS.get(word)
    if found:
        return found
    for cut in range(_STEM, len(word) - _SHORTEST):
        tails = TAILS.get(word[cut:])
        if tails:
            return tuple(word[:cut] + tail for tail in tails)
    return ()


def _singular(word: str) -> str | None:
    """The singular of a regular plural."""
    stem = _stem(word) if word.endswith("s") else None
    regular = stem and _may_vary(stem) and not _irregular(stem) and _plural(stem) == word
    return stem if regular else None


def _plural_known_as_one(word: str) -> str | None:
    """The regular plural, where it is not taken for something else: ``lens`` is no plural of ``len``."""
    plural = _plural(word)
    known = plural and _may_vary(plural) and not _irregular(plural) and _stem(plural) == word
    return plural if known else None


def _plural(word: str) -> str | None:
    if word.endswith(_HISSING):
        return word + "es"
    if word.endswith("s") or _is_participle(word):
        return None
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"


def _is_participle(word: str) -> bool:
    """Whether a word is one in -ed that is no noun: ``pruned``, but neither ``speed`` nor ``testbed``."""
    long = len(word) > _LONGEST_NOUN_IN_ED and word.endswith("ed")
    return long and not word.endswith("eed") and word not in COUNTED_IN_ED


def _stem(word: str) -> str | None:
    """What is left of a word in -s when that is taken for the sign of a plural; None where it is not."""
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
