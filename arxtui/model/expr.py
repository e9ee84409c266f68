"""The meaning of a query, as a tree: made by ``query``, resolved by ``library``, answered by ``search``.

``library`` makes sets of keys of what only the user's file or the announcements tell (``Marked``) and of what no term
of the index can answer (``Like``, a ``Regex`` across words); ``search`` answers the rest.

Every node is frozen. Words are kept as typed; folding is the business of whoever compares them (``text.fold``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from arxtui.model.frozen import frozen


class Field(StrEnum):
    """Text fields of a paper. ``ANY`` is title, abstract and authors together (and a review's headline and deck)."""

    ANY = ""
    TITLE = "ti"
    ABSTRACT = "abs"
    AUTHOR = "au"
    COMMENT = "co"
    JOURNAL = "jr"
    VENUE = "venue"
    DOI = "doi"
    ID = "id"


@frozen
class Word:
    """One word in a field; ``prefix`` when it may go on (the word being typed, or ``spars*``)."""

    text: str
    field: Field = Field.ANY
    prefix: bool = False


@frozen
class Phrase:
    """Words that stand together, in this order."""

    text: str
    field: Field = Field.ANY


@frozen
class Category:
    """A category (``cs.DC``), or with a trailing ``*`` all that begin so (``cs.*``), primary or cross-listed."""

    pattern: str


@frozen
class State:
    """A state of the library (unread, read, starred, hidden, queued, toread, reading, finished, fresh), of rules
    (muted, highlighted) or of the announcements (new, cross, replaced)."""

    name: str


@frozen
class Announced:
    """Announced on a day from ``first`` to ``last``, both included; None is open."""

    first: date | None
    last: date | None


@frozen
class Dated:
    """Submitted, or first heard of here (``added``), from ``first`` to ``last``, both included; None is open."""

    first: date | None
    last: date | None
    added: bool = False


@frozen
class Tag:
    """Tagged by the user: ``thesis`` (and all below it, ``thesis/related``); with a final ``*`` all that begin so."""

    pattern: str


@frozen
class Note:
    """A word (or, with blanks, a phrase) in the user's note; ``prefix`` when its last word may go on."""

    text: str
    prefix: bool = False


@frozen
class Rated:
    """Rated by the user, from ``least`` to ``most``, both included."""

    least: int
    most: int


@frozen
class Acted:
    """Changed by the act of a number in the user's journal."""

    number: int


@frozen
class Listed:
    """On a reading list of the user's; with a final ``*`` on any whose name begins so."""

    pattern: str


@frozen
class Source:
    """Told of by a source: ``api``, ``rss``, ``oai``, ``jsonl``, ``listing``, ``pith``."""

    name: str


@frozen
class Badge:
    """The best badge among a paper's reviews: ``theorem`` (at least ``least`` theorem links), ``recognition``, or
    ``none`` for reviews without a badge."""

    name: str
    least: int = 1


@frozen
class Has:
    """Has a thing: ``code``, ``link``, ``review``, ``fulltext``, ``doi``, ``note``, ``tag``, ``rating``, ``list``."""

    what: str


@frozen
class Like:
    """One of the papers most like the one of this name (``model.ids.name_of``), which is none of them."""

    name: str


@frozen
class Regex:
    """A regular expression found in a field, compared without case and accents as words are. The engine matches one
    without blanks against whole words; ``across`` says that it needs the text itself."""

    pattern: str
    field: Field = Field.ANY
    across: bool = False


@frozen
class Keys:
    """One of these papers; ascending keys. What the user's and the announcements' terms become when resolved."""

    keys: Sequence[int]


@frozen
class Not:
    """Everything that ``part`` is not."""

    part: Expr


@frozen
class And:
    """All of ``parts``; every paper when there are none."""

    parts: tuple[Expr, ...] = ()


@frozen
class Or:
    """Any of ``parts``."""

    parts: tuple[Expr, ...]


Marked = State | Announced | Tag | Note | Rated | Listed | Acted
"""What only the user's file or the announcements tell."""
Term = Word | Phrase | Category | Marked | Dated | Source | Badge | Has | Like | Regex | Keys
Expr = Term | Not | And | Or

EVERYTHING = And()


def terms_of(expr: Expr) -> Iterator[Term]:
    """Every term of a query in order, those that are left out as well."""
    match expr:
        case Not(part):
            yield from terms_of(part)
        case And(parts) | Or(parts):
            for part in parts:
                yield from terms_of(part)
        case _:
            yield expr


def with_terms(expr: Expr, change: Callable[[Term], Expr]) -> Expr:
    """The query with ``change`` made to every term of it."""
    match expr:
        case Not(part):
            return Not(with_terms(part, change))
        case And(parts):
            return And(tuple(with_terms(part, change) for part in parts))
        case Or(parts):
            return Or(tuple(with_terms(part, change) for part in parts))
        case _:
            return change(expr)


def day_asked(expr: Expr) -> date | None:
    """The one announcement day that all papers of a query are of; None where it does not say."""
    parts = expr.parts if isinstance(expr, And) else (expr,)
    days = {part.first for part in parts if isinstance(part, Announced) and part.first == part.last}
    return days.pop() if len(days) == 1 else None


def days_asked(expr: Expr) -> tuple[date, date] | None:
    """The first and the last of the announcement days that all papers of a query are of; None where it does not say
    both."""
    parts = expr.parts if isinstance(expr, And) else (expr,)
    firsts = [part.first for part in parts if isinstance(part, Announced) and part.first]
    lasts = [part.last for part in parts if isinstance(part, Announced) and part.last]
    return (max(firsts), min(lasts)) if firsts and lasts and max(firsts) <= min(lasts) else None


def list_asked(expr: Expr) -> str | None:
    """The one pattern of reading lists that all papers of a query are on; None where it does not say."""
    parts = expr.parts if isinstance(expr, And) else (expr,)
    patterns = {part.pattern for part in parts if isinstance(part, Listed)}
    return patterns.pop() if len(patterns) == 1 else None


def like_asked(expr: Expr) -> str | None:
    """The name of the one paper that all papers of a query are like; None where it does not say."""
    parts = expr.parts if isinstance(expr, And) else (expr,)
    names = {part.name for part in parts if isinstance(part, Like)}
    return names.pop() if len(names) == 1 else None


class Sort(StrEnum):
    """The order of a list: newest or oldest first by key, best match first, last updated first, most points of rules
    first, what the user is likely to want first; or, which no query asks for by name, that of a day's page on arXiv, of
    a day, and that of a reading list."""

    NEW = "new"
    BEST = "best"
    OLD = "old"
    UPDATED = "updated"
    SCORE = "score"
    FOR_YOU = "foryou"
    ANNOUNCED = "announced"
    LISTED = "listed"


class Fault(NamedTuple):
    """Where and why a query could not be read as typed: half-open character range of the query text. ``misread``: the
    place was passed over or taken for plain words, so that the papers found are not those that were asked for.
    ``meant`` may have been meant there, the nearest first."""

    start: int
    end: int
    reason: str
    misread: bool = False
    meant: tuple[str, ...] = ()


class Query(NamedTuple):
    """A parsed query: what it means, its order, and its faults (empty when it is sound). ``unfinished``: it is being
    typed, and a part of it asks for nothing yet."""

    text: str
    expr: Expr
    sort: Sort = Sort.NEW
    faults: tuple[Fault, ...] = ()
    unfinished: bool = False


def is_misread(faults: Iterable[Fault]) -> bool:
    """Whether a query with these faults finds other papers than those that were asked for."""
    return any(fault.misread for fault in faults)
