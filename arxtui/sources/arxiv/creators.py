"""Authors written as one string: names separated by commas, with affiliations in brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from arxtui.light import pattern
from arxtui.model.paper import Author
from arxtui.text import clean

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


_WORDS = r"[^\s()]+(?: [^\s()]+){0,2}"
_NICKNAME = r"[^\W\d_]*[^\W\d_A-Z][\w'’.-]*(?: [^\W\d_][\w'’.-]*)?"
_OWN_BRACKETS = pattern(rf"(?P<first>{_WORDS} \({_NICKNAME}\)) ?(?![^\s()]\.)(?P<last>{_WORDS})(?P<rest>(?: ?\(.*)?)")
"""A name with one or two words in brackets before its last words: ``Ada (Kim) Example``, also where a page links
the two parts separately. Affiliations follow a name."""
_AND = pattern(r",?\s+and\s+")


def split_creators(text: str) -> tuple[Author, ...]:
    """Split ``Ada Example (Univ. X, Y), B. Other`` into authors; TeX accents stay as sent.

    Each bracketed part after a name is one affiliation. A comma within brackets or braces does not separate authors.
    """
    return tuple(filter(None, (_author(part) for part in _split_outside(text, ","))))


def split_author_line(text: str) -> tuple[Author, ...]:
    """Split an author line as typed by the submitter, with ``and`` between some names, and resolve its notes."""
    line = clean(text)
    parts = _AND.sub(lambda match: ", " if _is_outside(line, match.start()) else match[0], line)
    return resolve_author_notes(split_creators(parts))


def _is_outside(text: str, place: int) -> bool:
    return text.count("(", 0, place) <= text.count(")", 0, place)


def _author(part: str) -> Author | None:
    if own := _OWN_BRACKETS.fullmatch(clean(part)):
        return Author(f"{own['first']} {own['last']}", tuple(filter(None, map(clean, _split_brackets(own["rest"])[1]))))
    name, groups = _split_brackets(part)
    cleaned = clean(name)
    if cleaned:
        return Author(cleaned, tuple(filter(None, map(clean, groups))))
    # A name entirely in brackets is still a name.
    alone = clean(part)
    return Author(alone) if alone else None


def _split_outside(text: str, mark: str) -> list[str]:
    parts, depth, begin = [], 0, 0
    for place, sign in enumerate(text):
        if sign in "({":
            depth += 1
        elif sign in ")}":
            depth = max(0, depth - 1)
        elif sign == mark and not depth:
            parts.append(text[begin:place])
            begin = place + 1
    return [*parts, text[begin:]]


def _split_brackets(part: str) -> tuple[str, list[str]]:
    """Return the text outside round brackets, and the content of each outermost bracket, even if it is not closed."""
    outside: list[str] = []
    groups: list[str] = []
    depth, begin = 0, 0
    for place, sign in enumerate(part):
        if sign == "(":
            if not depth:
                outside.append(part[begin:place])
                begin = place + 1
            depth += 1
        elif sign == ")" and depth:
            depth -= 1
            if not depth:
                groups.append(part[begin:place])
                begin = place + 1
    (groups if depth else outside).append(part[begin:])
    return " ".join(outside), groups
