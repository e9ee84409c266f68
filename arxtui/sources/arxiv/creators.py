"""Authors written as one string: names separated by commas, with affiliations in brackets."""

from __future__ import annotations

from arxtui.model.paper import Author
from arxtui.patterns import pattern
from arxtui.sources.arxiv.author_notes import resolve_author_notes
from arxtui.text import clean

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
