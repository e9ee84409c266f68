"""arXiv's query language, as far as the made-up API answers it: which papers a ``search_query`` finds.

Operators group to the right and have no precedence, as in arXiv's own code: ``a AND b OR c`` is ``a AND (b OR c)``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC
from fnmatch import fnmatchcase

from arxtui.model.paper import Paper

Test = Callable[[Paper], bool]

_TOKEN = re.compile(r'\s*(?:([()])|(AND NOT|ANDNOT|NOT|AND|OR)(?=[\s(]|$)|(?:(\w+):)?(\[[^\]]*\]|"[^"]*"|[^\s()"]+))')
_RANGE = re.compile(r"\[(\d{4,12}) TO (\d{4,12})\]")


def matcher(query: str) -> Test:
    """The test that a ``search_query`` stands for. ValueError when it cannot be read."""
    tokens = _tokens(query)
    test, rest = _expression(tokens)
    if rest:
        raise ValueError(f"Invalid query string: '{query}'")
    return test


def _tokens(query: str) -> list[tuple[str, str]]:
    """(kind, text): kind is a bracket, an operator, or a field's name."""
    tokens: list[tuple[str, str]] = []
    place = 0
    while place < len(query.rstrip()):
        found = _TOKEN.match(query, place)
        if found is None:
            raise ValueError(f"Invalid query string: '{query}'")
        bracket, operator, field, text = found.groups()
        tokens.append((bracket or operator or field or "all", text or ""))
        place = found.end()
    return tokens


def _expression(tokens: list[tuple[str, str]]) -> tuple[Test, list[tuple[str, str]]]:
    left, rest = _term(tokens)
    if not rest or rest[0][0] == ")":
        return left, rest
    operator = rest[0][0]
    known = operator in ("AND", "OR", "ANDNOT", "AND NOT", "NOT")
    right, rest = _expression(rest[1:] if known else rest)
    if operator == "AND":
        return (lambda paper: left(paper) and right(paper)), rest
    if known and operator != "OR":
        return (lambda paper: left(paper) and not right(paper)), rest
    return (lambda paper: left(paper) or right(paper)), rest


def _term(tokens: list[tuple[str, str]]) -> tuple[Test, list[tuple[str, str]]]:
    if not tokens:
        raise ValueError("Invalid query string: it ends too early")
    (kind, text), rest = tokens[0], tokens[1:]
    if kind == "(":
        test, rest = _expression(rest)
        if not rest or rest[0][0] != ")":
            raise ValueError("Invalid query string: unbalanced parenthesis")
        return test, rest[1:]
    if kind not in _FIELDS:
        raise ValueError(f"Invalid query string: '{kind}'")
    return _FIELDS[kind](text), rest


def _category(text: str) -> Test:
    return lambda paper: any(fnmatchcase(category, text) for category in paper.categories)


def _submitted(text: str) -> Test:
    found = _RANGE.fullmatch(text)
    if found is None:
        raise ValueError(f"Invalid query string: '{text}'")
    first, last = found[1].ljust(12, "0"), found[2].ljust(12, "9")
    return lambda paper: paper.published is not None and first <= _minutes(paper) <= last


def _minutes(paper: Paper) -> str:
    assert paper.published is not None
    return f"{paper.published.astimezone(UTC):%Y%m%d%H%M}"


def _within(told: Callable[[Paper], str]) -> Callable[[str], Test]:
    """A field of text: a phrase in quotes, or a word that may end in ``*``; capitals do not matter."""

    def test(text: str) -> Test:
        words = re.escape(text.strip('"').casefold()).replace(r"\*", r"\w*")
        wanted = re.compile(rf"\b{words}\b" if words else r"\Z(?!\Z)")
        return lambda paper: wanted.search(told(paper).casefold()) is not None

    return test


def _names(paper: Paper) -> str:
    return "; ".join(author.name for author in paper.authors)


_FIELDS: dict[str, Callable[[str], Test]] = {
    "cat": _category,
    "submittedDate": _submitted,
    "lastUpdatedDate": _submitted,
    "ti": _within(lambda paper: paper.title),
    "abs": _within(lambda paper: paper.abstract),
    "au": _within(_names),
    "co": _within(lambda paper: paper.comment or ""),
    "jr": _within(lambda paper: paper.journal_ref or ""),
    "doi": _within(lambda paper: paper.doi or ""),
    "id": _within(lambda paper: paper.id),
    "all": _within(lambda paper: f"{paper.title} {paper.abstract} {_names(paper)}"),
}
