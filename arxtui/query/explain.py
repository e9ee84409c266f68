"""A query in plain words."""

from __future__ import annotations

from arxtui.model.expr import And, Announced, Category, Expr, Field, Keys, Not, Or, Phrase, Query, Sort, State, Word
from arxtui.model.taxonomy import category_name

_FIELDS = {
    Field.ANY: "",
    Field.TITLE: " in the title",
    Field.ABSTRACT: " in the abstract",
    Field.AUTHOR: " among the authors",
    Field.COMMENT: " in the comment",
    Field.JOURNAL: " in the journal reference",
    Field.DOI: " in the DOI",
    Field.ID: " as identifier",
}
_STATES = {
    "fresh": "arrived since the last session",
    "new": "announced as new",
    "cross": "announced as a cross-list",
    "replaced": "announced as a replacement",
}
_ORDERS = {Sort.NEW: "newest first", Sort.BEST: "best match first"}


def explain(query: Query) -> str:
    """What a query asks for: ``“sparse” in the title and unread, newest first``."""
    what = "all papers" if query.expr == And() else _words(query.expr)
    return f"{what}, {_ORDERS[query.sort]}"


def _words(expr: Expr) -> str:
    match expr:
        case Not(State("unread")):
            return "read"
        case Not(part):
            return f"not {_inner(part)}"
        case And(parts):
            return " and ".join(_inner(part) for part in parts)
        case Or(parts):
            return " or ".join(_inner(part) for part in parts)
        case _:
            return _term(expr)


def _term(expr: Word | Phrase | Category | State | Announced | Keys) -> str:
    match expr:
        case Word(text, field, prefix):
            return f"{'a word that begins with ' if prefix else ''}“{text}”{_FIELDS[field]}"
        case Phrase(text, field):
            return f"the phrase “{text}”{_FIELDS[field]}"
        case Category(pattern):
            return _category(pattern)
        case State(name):
            return _STATES.get(name, name)
        case Announced():
            return _announced(expr)
        case Keys(keys):
            return f"one of {len(keys):,} papers"


def _inner(expr: Expr) -> str:
    return f"({_words(expr)})" if isinstance(expr, And | Or) else _words(expr)


def _category(pattern: str) -> str:
    if pattern.endswith("*"):
        return f"in a category that begins with {pattern.rstrip('*')}"
    name = category_name(pattern)
    return f"in {pattern}" if name == pattern else f"in {pattern} ({name})"


def _announced(days: Announced) -> str:
    if days.first == days.last:
        return f"announced on {days.first}"
    first = f" from {days.first}" if days.first else ""
    last = f" {'to' if days.first else 'until'} {days.last}" if days.last else ""
    return f"announced{first}{last}"
