"""Citation keys: generated from a template, in ASCII, without clashes, and as stable between exports as possible.

A key depends only on the paper. If several papers of an export have the same key, the oldest paper (by arXiv
identifier) gets it, and the others get the suffixes ``a``, ``b``, ``c`` ... by age; a later export with newer papers
does not change them. A paper that had a key before (``kept``) keeps it.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator, Mapping
from itertools import count, product

from arxtui.export.references import Reference
from arxtui.model.arxiv.ids import name_of
from arxtui.patterns import pattern
from arxtui.text import fold, readable, words

_OUTSIDE = pattern(r"[^a-z0-9]+")
_HYPHENS = pattern(r"(?<=\w)[-‐‑](?=\w)")
_NOBODY = "anon"
_WORDS = 4
_ARTICLES = frozenset({"the", "a", "an"})
_SMALL = frozenset(
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


def without_clashes(keys: Mapping[int, str], kept: Mapping[int, str] | None = None) -> dict[int, str]:
    """Return the citation key of each paper, by its integer key. Two keys that differ only in case clash, as in
    BibTeX."""
    held: dict[int, str] = {}
    taken: set[str] = set()
    for wanted in (kept or {}, keys):
        for paper in sorted(wanted.keys() & keys.keys() - held.keys()):
            if wanted[paper].lower() not in taken:
                taken.add(wanted[paper].lower())
                held[paper] = wanted[paper]
    suffixes: dict[str, Iterator[str]] = {}
    for paper in sorted(keys.keys() - held.keys()):
        key = keys[paper]
        unused = suffixes.setdefault(key.lower(), _suffixes())
        held[paper] = next(made for suffix in unused if (made := key + suffix).lower() not in taken)
        taken.add(held[paper].lower())
    return held


def _suffixes() -> Iterator[str]:
    for length in count(1):
        yield from map("".join, product(string.ascii_lowercase, repeat=length))


def _author(reference: Reference) -> str:
    """Return the family name of the first author, or the first word of a collaboration's name."""
    first = reference.first_person
    if first is None:
        return _NOBODY
    if first.literal:
        named = words(readable(first.literal))
        return next((ascii_of(word) for word in named if word not in _ARTICLES and ascii_of(word)), _NOBODY)
    return ascii_of(readable(first.particle + first.family)) or _NOBODY


def _significant(title: str) -> list[str]:
    """Return the meaningful words of a title, or all words if none is meaningful."""
    told = [word for word in map(ascii_of, words(title)) if word]
    return [word for word in told if word not in _SMALL and len(word) > 1 and not word.isdigit()] or told


_PARTS: dict[str, Callable[[Reference], object]] = {
    "author": _author,
    "Author": lambda reference: _author(reference).capitalize(),
    "year": lambda reference: reference.year,
    "word": lambda reference: "".join(_significant(reference.record.title)[:1]),
    "Word": lambda reference: "".join(_significant(reference.record.title)[:1]).capitalize(),
    "words": lambda reference: "".join(_significant(_HYPHENS.sub("", reference.record.title))[:_WORDS]),
    "id": lambda reference: name_of(reference.record.key),
}


def ascii_of(text: str) -> str:
    """Return the text with only lower-case ASCII letters and digits."""
    folded = fold(text)
    return folded if folded.isascii() and folded.isalnum() else _OUTSIDE.sub("", folded)
