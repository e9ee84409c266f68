"""A query explained in plain words."""

from __future__ import annotations

from datetime import date

from arxtui.model import expr
from arxtui.model.arxiv.taxonomy import category_name, codes_of
from arxtui.model.counted import counted
from arxtui.model.marks import MARKS, RATINGS
from arxtui.model.sources import SOURCES

_FIELDS = {
    expr.Field.ANY: "",
    expr.Field.TITLE: " in the title",
    expr.Field.ABSTRACT: " in the abstract",
    expr.Field.AUTHOR: " among the authors",
    expr.Field.COMMENT: " in the comment",
    expr.Field.JOURNAL: " in the journal reference",
}
_NAMES = {
    expr.Field.DOI: ("the DOI", "a DOI"),
    expr.Field.ID: ("the identifier", "an identifier"),
    expr.Field.VENUE: ("at", "at a venue"),
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
_COUNTED: dict[expr.Countable, tuple[str, str]] = {"refs": ("with", "reference"), "cited": ("cited by", "paper")}
_ORDERS = {
    expr.Sort.NEW: "newest first",
    expr.Sort.OLD: "oldest first",
    expr.Sort.BEST: "best match first",
    expr.Sort.UPDATED: "last updated first",
    expr.Sort.SCORE: "most points first",
    expr.Sort.FOR_YOU: "for you first",
    expr.Sort.ANNOUNCED: "new submissions first",
    expr.Sort.LISTED: "the top of the list first",
    expr.Sort.CITED: "the top of the bibliography first",
}


def explain(query: expr.Query) -> str:
    """Return the meaning of a query in words: ``“sparse” in the title and unread, newest first``."""
    what = "all papers" if query.expr == expr.And() else _words(query.expr)
    groups = "not in groups" if query.group is expr.Grouping.NONE else expr.GROUPS.get(query.group)
    return ", ".join(filter(None, (what, groups, _ORDERS[query.sort])))


def _words(tree: expr.Expr) -> str:
    match tree:
        case expr.Not(part):
            return f"not {_inner(part)}"
        case expr.And(parts):
            return " and ".join(_inner(part) for part in parts)
        case expr.Or(parts):
            return " or ".join(_inner(part) for part in parts)
        case _:
            return _term(tree)


def _inner(tree: expr.Expr) -> str:
    return f"({_words(tree)})" if isinstance(tree, expr.And | expr.Or) else _words(tree)


def _term(tree: expr.Term) -> str:
    match tree:
        case expr.Word(text, (expr.Field.DOI | expr.Field.ID | expr.Field.VENUE) as field, prefix):
            for_whole, for_prefix = _NAMES[field]
            return f"{for_prefix} that begins with “{text}”" if prefix else f"{for_whole} “{text}”"
        case expr.Word(text, field, prefix):
            return f"{'a word that begins with ' if prefix else ''}“{text}”{_FIELDS[field]}"
        case expr.Phrase(text, field):
            return f"the phrase “{text}”{_FIELDS[field]}"
        case expr.Regex(pattern, field, across):
            return f"{'text' if across else 'a word'} that contains /{pattern}/{_FIELDS[field]}"
        case expr.Keys(keys):
            return f"one of {counted(len(keys), 'paper')}"
        case expr.Announced(first, last):
            return f"announced {_days(first, last)}"
        case expr.Dated(first, last, added):
            return f"{'first received' if added else 'submitted'} {_days(first, last)}"
        case expr.State() | expr.Tag() | expr.Note() | expr.Rated() | expr.Listed() | expr.Acted() | expr.UsedOn():
            return _library_term(tree)
        case expr.Cites() | expr.CitedBy() | expr.Counted():
            return _citations(tree)
        case _:
            return _name(tree)


def _library_term(tree: expr.State | expr.Tag | expr.Note | expr.Rated | expr.Listed | expr.Acted | expr.UsedOn) -> str:
    """Explain a term about data in the user's own library."""
    match tree:
        case expr.State(name):
            return _STATES.get(name, name)
        case expr.Tag(pattern):
            return _tag(pattern)
        case expr.Note(text, prefix):
            return f"{'a word that begins with ' if prefix else ''}“{text}” in a note"
        case expr.Rated(least, most):
            return _rated(least, most)
        case expr.Listed(pattern):
            return _listed(pattern)
        case expr.Acted(number):
            return f"changed by act {number}"
        case expr.UsedOn(what, first, last):
            return f"{_USES[what]} {_days(first, last)}"


def _citations(tree: expr.Cites | expr.CitedBy | expr.Counted) -> str:
    match tree:
        case expr.Cites(name):
            return f"citing {name}"
        case expr.CitedBy(name):
            return f"cited by {name}"
        case expr.Counted(what, least, most):
            words, noun = _COUNTED[what]
            return f"{words} {_number(least, most, noun)}"


def _name(tree: expr.Category | expr.Like | expr.SomeOf | expr.Source | expr.Badge | expr.Has) -> str:
    match tree:
        case expr.Category(pattern):
            return _category(pattern)
        case expr.Like(name):
            return f"like {name}"
        case expr.SomeOf(question):
            return f"with some of the words “{question}”"
        case expr.Source(name):
            return f"known from {SOURCES[name].words}"
        case expr.Badge("theorem", least) if least > 1:
            return f"with {least:,} theorem links or more"
        case expr.Badge(name):
            return _BADGES[name]
        case expr.Has(what):
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
