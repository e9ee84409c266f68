"""Citation keys: generated from a template, in ASCII, without clashes, and as stable between exports as possible.

A key depends only on the paper. If several papers of an export have the same key, the oldest paper (by arXiv
identifier) gets it, and the others get the suffixes ``a``, ``b``, ``c`` ... by age; a later export with newer papers
does not change them. A paper that had a key before (``previous``) keeps it.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count, product

from arxtui.export.references import Reference
from arxtui.light import pattern
from arxtui.model.arxiv.ids import name_of
from arxtui.text import fold, readable, words

_NOT_ALPHANUMERIC = pattern(r"[^a-z0-9]+")
_HYPHENS = pattern(r"(?<=\w)[-‐‑](?=\w)")
_UNKNOWN_AUTHOR = "anon"
_LIKE_INSPIRE = "{Author}:{year}{letters}"
"""The form of INSPIRE's keys, whose letters are of chance."""
_MAX_WORDS = 4
_MOST_LETTERS = 3
_ARTICLES = frozenset({"the", "a", "an"})
_FUNCTION_WORDS = frozenset(
    "a about after against all among an and any are as at be been before between beyond but by can do does down during "
    "each for from had has have how if in into is it its may more most no nor not of off on one onto or other our out "
    "over per same so some such than that the their them then there these they this those through to toward towards "
    "under up upon using versus via vs was we were what when where whether which while who why will with within "
    "without yet you your".split()
)


def citation_key(reference: Reference, template: str) -> str:
    """Fill in the template for a paper: ``{author}{year}{word}`` gives ``lamport2026time``. Only the paper itself is
    used, not the rest of its record."""
    return template.format_map(_Parts(reference)) or name_of(reference.record.key)


class _Parts(dict[str, object]):
    """The values of the names in a template, computed on demand."""

    def __init__(self, reference: Reference) -> None:
        super().__init__()
        self._reference = reference

    def __missing__(self, name: str) -> object:
        return _PARTS[name](self._reference)


def unique_keys(
    keys: Mapping[int, str], previous: Mapping[int, str] | None = None, taken: Iterable[str] = ()
) -> dict[int, str]:
    """Return the citation key of each paper, by its integer key; none is one of those ``taken``. Two keys that differ
    only in case clash, as in BibTeX."""
    result: dict[int, str] = {}
    used = {key.lower() for key in taken}
    for candidates in (previous or {}, keys):
        for paper in sorted(candidates.keys() & keys.keys() - result.keys()):
            if candidates[paper].lower() not in used:
                used.add(candidates[paper].lower())
                result[paper] = candidates[paper]
    suffixes: dict[str, Iterator[str]] = {}
    for paper in sorted(keys.keys() - result.keys()):
        key = keys[paper]
        unused = suffixes.setdefault(key.lower(), _suffixes())
        result[paper] = next(made for suffix in unused if (made := key + suffix).lower() not in used)
        used.add(result[paper].lower())
    return result


def _suffixes() -> Iterator[str]:
    for length in count(1):
        yield from map("".join, product(string.ascii_lowercase, repeat=length))


def _author(reference: Reference) -> str:
    """Return the family name of the first author, or the first word of a collaboration's name."""
    if not reference.people:
        return _UNKNOWN_AUTHOR
    first = reference.people[0]
    if first.literal:
        named = words(readable(first.literal))
        return next((ascii_of(word) for word in named if word not in _ARTICLES and ascii_of(word)), _UNKNOWN_AUTHOR)
    return ascii_of(readable(first.particle + first.family)) or _UNKNOWN_AUTHOR


def _letters(title: str) -> str:
    """Return three letters of a title, the first ones of its words, then of its first word."""
    title_words = [each for each in map(ascii_of, words(title)) if each.isalpha()]
    letters = "".join(each[0] for each in title_words[:_MOST_LETTERS]) + "".join(title_words[:1])[1:]
    return letters[:_MOST_LETTERS].ljust(_MOST_LETTERS, "x")


def _significant(title: str, most: int = 1) -> str:
    """Return the first meaningful words of a title, or its first words if none is meaningful, joined."""
    title_words, meaningful = [], []
    for word in filter(None, map(ascii_of, words(title))):
        title_words.append(word)
        if word not in _FUNCTION_WORDS and len(word) > 1 and not word.isdigit():
            meaningful.append(word)
            if len(meaningful) == most:
                break
    return "".join(meaningful or title_words[:most])


_PARTS: dict[str, Callable[[Reference], object]] = {
    "author": _author,
    "Author": lambda reference: _author(reference).capitalize(),
    "year": lambda reference: reference.year,
    "yy": lambda reference: reference.year[-2:],
    "letters": lambda reference: _letters(reference.record.title),
    "word": lambda reference: _significant(reference.record.title),
    "Word": lambda reference: _significant(reference.record.title).capitalize(),
    "words": lambda reference: _significant(_HYPHENS.sub("", reference.record.title), _MAX_WORDS),
    "id": lambda reference: name_of(reference.record.key),
    "texkey": lambda reference: (
        (reference.texkey.isascii() and reference.texkey) or citation_key(reference, _LIKE_INSPIRE)
    ),
}


def ascii_of(text: str) -> str:
    """Return the text with only lower-case ASCII letters and digits."""
    folded = fold(text)
    return folded if folded.isascii() and folded.isalnum() else _NOT_ALPHANUMERIC.sub("", folded)
