"""A query explained in plain words."""

from __future__ import annotations

from datetime import date

from arxtui.model.arxiv.taxonomy import category_name, codes_of
from arxtui.model.counted import counted
from arxtui.model.expr import (
    GROUPS,
    Acted,
    And,
    Announced,
    Badge,
    Category,
    CitedBy,
    Cites,
    Countable,
    Counted,
    Dated,
    Expr,
    Field,
    Grouping,
    Has,
    Keys,
    Like,
    Listed,
    Not,
    Note,
    Or,
    Phrase,
    Query,
    Rated,
    Regex,
    SomeOf,
    Sort,
    Source,
    State,
    Tag,
    Term,
    UsedOn,
    Word,
)
from arxtui.model.marks import MARKS, RATINGS
from arxtui.model.sources import SOURCES

_FIELDS = {
    Field.ANY: "",
    Field.TITLE: " in the title",
    Field.ABSTRACT: " in the abstract",
    Field.AUTHOR: " among the authors",
    Field.COMMENT: " in the comment",
    Field.JOURNAL: " in the journal reference",
}
_NAMES = {
    Field.DOI: ("the DOI", "a DOI"),
    Field.ID: ("the identifier", "an identifier"),
    Field.VENUE: ("at", "at a venue"),
}
_STATES = {
    "muted": "hidden by a rule",
    "highlighted": "highlighted by a rule",
    **{mark.name: mark.given for mark in MARKS},
    "toread": "to be read",
    "reading": "being read",
    "finished": "read to the end",
    "fresh": "arrived since the last session",
    "new": "announced as new",
    "cross": "announced as a cross-list",
    "replaced": "announced as a replacement",
    "withdrawn": "withdrawn",
}
_THINGS = {
    "code": "code",
    "link": "a link",
    "review": "a review",
    "fulltext": "its full text in the cache",
    "doi": "a DOI",
    "note": "a note",
    "tag": "a tag",
    "rating": "a rating",
    "list": "a place on a reading list",
}
_BADGES = {
    "theorem": "with a theorem badge",
    "recognition": "with a Recognition badge",
    "none": "with a review that has no badge",
}
_USES = {"read": "marked read", "opened": "with its full text last read", "starred": "starred"}
_COUNTED: dict[Countable, tuple[str, str]] = {"refs": ("with", "reference"), "cited": ("cited by", "paper")}
_ORDERS = {
    Sort.NEW: "newest first",
    Sort.OLD: "oldest first",
    Sort.BEST: "best match first",
    Sort.UPDATED: "last updated first",
    Sort.SCORE: "most points first",
    Sort.FOR_YOU: "for you first",
    Sort.ANNOUNCED: "new submissions first",
    Sort.LISTED: "the top of the list first",
    Sort.CITED: "the top of the bibliography first",
}


def explain(query: Query) -> str:
    """Return the meaning of a query in words: ``“sparse” in the title and unread, newest first``."""
    what = "all papers" if query.expr == And() else _words(query.expr)
    groups = "not in groups" if query.group is Grouping.NONE else GROUPS.get(query.group)
    return ", ".join(filter(None, (what, groups, _ORDERS[query.sort])))


def _words(expr: Expr) -> str:
    match expr:
        case Not(part):
            return f"not {_inner(part)}"
        case And(parts):
            return " and ".join(_inner(part) for part in parts)
        case Or(parts):
            return " or ".join(_inner(part) for part in parts)
        case _:
            return _term(expr)


def _inner(expr: Expr) -> str:
    return f"({_words(expr)})" if isinstance(expr, And | Or) else _words(expr)


def _term(expr: Term) -> str:
    match expr:
        case Word(text, (Field.DOI | Field.ID | Field.VENUE) as field, prefix):
            for_whole, for_prefix = _NAMES[field]
            return f"{for_prefix} that begins with “{text}”" if prefix else f"{for_whole} “{text}”"
        case Word(text, field, prefix):
            return f"{'a word that begins with ' if prefix else ''}“{text}”{_FIELDS[field]}"
        case Phrase(text, field):
            return f"the phrase “{text}”{_FIELDS[field]}"
        case Regex(pattern, field, across):
            return f"{'text' if across else 'a word'} that contains /{pattern}/{_FIELDS[field]}"
        case Keys(keys):
            return f"one of {counted(len(keys), 'paper')}"
        case Announced(first, last):
            return f"announced {_days(first, last)}"
        case Dated(first, last, added):
            return f"{'first received' if added else 'submitted'} {_days(first, last)}"
        case State() | Tag() | Note() | Rated() | Listed() | Acted() | UsedOn():
            return _library_term(expr)
        case Cites() | CitedBy() | Counted():
            return _citations(expr)
        case _:
            return _name(expr)


def _library_term(expr: State | Tag | Note | Rated | Listed | Acted | UsedOn) -> str:
    """Explain a term about data in the user's own library."""
    match expr:
        case State(name):
            return _STATES.get(name, name)
        case Tag(pattern):
            return _tag(pattern)
        case Note(text, prefix):
            return f"{'a word that begins with ' if prefix else ''}“{text}” in a note"
        case Rated(least, most):
            return _rated(least, most)
        case Listed(pattern):
            return _listed(pattern)
        case Acted(number):
            return f"changed by act {number}"
        case UsedOn(what, first, last):
            return f"{_USES[what]} {_days(first, last)}"


def _citations(expr: Cites | CitedBy | Counted) -> str:
    match expr:
        case Cites(name):
            return f"citing {name}"
        case CitedBy(name):
            return f"cited by {name}"
        case Counted(what, least, most):
            words, noun = _COUNTED[what]
            return f"{words} {_number(least, most, noun)}"


def _name(expr: Category | Like | SomeOf | Source | Badge | Has) -> str:
    match expr:
        case Category(pattern):
            return _category(pattern)
        case Like(name):
            return f"like {name}"
        case SomeOf(question):
            return f"with some of the words “{question}”"
        case Source(name):
            return f"known from {SOURCES[name].words}"
        case Badge("theorem", least) if least > 1:
            return f"with {least:,} theorem links or more"
        case Badge(name):
            return _BADGES[name]
        case Has(what):
            return f"with {_THINGS[what]}"


def _category(pattern: str) -> str:
    if pattern.endswith("*"):
        return f"in a category that begins with {pattern.rstrip('*')}"
    name, codes = category_name(pattern), " or ".join(codes_of(pattern))
    return f"in {codes}" if name == pattern else f"in {codes} ({name})"


def _tag(pattern: str) -> str:
    stem = pattern.rstrip("*")
    if stem == pattern:
        return f"tagged “{stem}”"
    return f"with a tag that begins with “{stem}”" if stem else "with a tag"


def _rated(least: int, most: int) -> str:
    if least == most:
        return f"rated {least}"
    if most == RATINGS[-1]:
        return f"rated {least} or more"
    return f"rated {most} or less" if least == RATINGS[0] else f"rated {least} to {most}"


def _number(least: int, most: int | None, noun: str) -> str:
    if least == most:
        return counted(least, noun)
    if most is None:
        return f"{least:,} {noun}s or more"
    return f"{least:,} to {most:,} {noun}s" if least else f"at most {counted(most, noun)}"


def _listed(pattern: str) -> str:
    stem = pattern.rstrip("*")
    if stem == pattern:
        return f"on the list “{stem}”"
    return f"on a list that begins with “{stem}”" if stem else "on a list"


def _days(first: date | None, last: date | None) -> str:
    if first is None:
        return f"until {last}"
    if last is None:
        return f"since {first}"
    return f"on {first}" if first == last else f"from {first} to {last}"
