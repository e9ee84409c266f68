"""Extra text in an author line: numbers that refer to affiliations listed at its end, suffixes after a comma, the name
of a collaboration before a colon (https://info.arxiv.org/help/prep.html#author)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from arxtui.model.paper import Author
from arxtui.patterns import pattern

_SUFFIX = pattern(r"(?:Jr|Sr)\.?|I{2,3}|IV")
_COLLABORATION = pattern(r"(.*\bcollaborations?)\s*:\s*(.+)", re.I)
_PLACES = pattern(r"\((\d+)\)\s*")
_NUMBERS = pattern(r"\d+(?:(?:\s*[,;&]\s*|\s+and\s+|\s*,\s*and\s+)\d+)*")
_NUMBER = pattern(r"\d+")


def resolve_author_notes(authors: Sequence[Author]) -> tuple[Author, ...]:
    """Attach suffixes and numbered affiliations to the authors, and separate a collaboration from its first member."""
    return tuple(_with_affiliations(list(_with_suffixes(authors))))


def _with_suffixes(authors: Sequence[Author]) -> Iterator[Author]:
    current: Author | None = None
    for author in authors:
        if current is not None and _SUFFIX.fullmatch(author.name):
            current = replace(
                current, name=f"{current.name} {author.name}", affiliations=current.affiliations + author.affiliations
            )
            continue
        if current is not None:
            yield current
        current = author
        if ":" in author.name and (match := _COLLABORATION.fullmatch(author.name)):
            yield Author(match[1])
            current = replace(author, name=match[2])
    if current is not None:
        yield current


def _with_affiliations(authors: list[Author]) -> list[Author]:
    """Replace numbers by the affiliations listed after the last author, or as the last "author". If a number has no
    affiliation, or an affiliation has no number, nothing is replaced: the numbers may mean something else."""
    if not authors:
        return authors
    *others, last = authors
    # The list is in brackets: as an affiliation of the last author, or in place of a last author.
    legend = last.affiliations[-1] if last.affiliations else last.name.removeprefix("(").removesuffix(")")
    places = _legend(legend)
    if not places:
        return authors
    bare = [*others, replace(last, affiliations=last.affiliations[:-1])] if last.affiliations else others
    numbers = [[_numbers(text) for text in author.affiliations] for author in bare]
    used = {number for each in numbers for read in each for number in read}
    if used != places.keys():
        return authors
    return [
        replace(author, affiliations=tuple(_resolved(author.affiliations, read, places)))
        for author, read in zip(bare, numbers, strict=True)
    ]


def _resolved(affiliations: Sequence[str], numbers: Sequence[Sequence[str]], places: dict[str, str]) -> Iterator[str]:
    for text, read in zip(affiliations, numbers, strict=True):
        yield from (places[number] for number in read) if read else (text,)


def _numbers(text: str) -> list[str]:
    """Return the numbers that an affiliation consists of; empty if it is in words."""
    return _NUMBER.findall(text) if _NUMBERS.fullmatch(text) else []


def _legend(text: str) -> dict[str, str]:
    """Parse ``(1) Univ. X, (2) Univ. Y`` into affiliations by number. Returns {} if the text has another form."""
    empty, *parts = _PLACES.split(text)
    if empty.strip() or not parts:
        return {}
    places = {number: place.strip(" ,;") for number, place in zip(parts[::2], parts[1::2], strict=True)}
    return places if all(places.values()) and len(places) == len(parts) // 2 else {}
