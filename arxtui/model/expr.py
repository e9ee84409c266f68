"""Query expressions as trees: created by ``query``, resolved by ``library``, evaluated by ``search``.

``library`` replaces by sets of keys the terms that depend only on the user's file or the announcements (``Marked``),
and those that no index term can answer (``Like``, ``Cites``, ``CitedBy``, ``Counted``, ``SomeOf``, a ``Regex`` across
words). ``search`` evaluates the rest.

Every node is immutable. Words are stored as typed; the code that compares them folds them (``text.fold``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import Literal, TypeVar

from arxtui.light import frozen

_Value = TypeVar("_Value")


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
    """One word in a field; with ``prefix``, the beginning of one (the word being typed, or ``spars*``)."""

    text: str
    field: Field = Field.ANY
    prefix: bool = False


@frozen
class Phrase:
    """Adjacent words, in this order."""

    text: str
    field: Field = Field.ANY


@frozen
class Category:
    """A category (``cs.DC``), primary or cross-listed; with a trailing ``*``, all with this prefix (``cs.*``)."""

    pattern: str


@frozen
class State:
    """A state of the library (unread, read, starred, hidden, queued, toread, reading, finished, fresh), of rules
    (muted, highlighted), of the announcements (new, cross, replaced) or of the paper itself (withdrawn)."""

    name: str


@frozen
class Announced:
    """Announced on a day from ``first`` to ``last``, inclusive; None means no limit."""

    first: date | None
    last: date | None


@frozen
class Dated:
    """Submitted from ``first`` to ``last``, inclusive; None means no limit. With ``added``, first stored here in that
    period."""

    first: date | None
    last: date | None
    added: bool = False


@frozen
class Tag:
    """Tagged by the user: ``thesis`` (and all nested in it, ``thesis/related``); with a final ``*``, all with this
    prefix."""

    pattern: str


@frozen
class Note:
    """A word (or, with blanks, a phrase) in the user's note; with ``prefix``, the last word is a prefix."""

    text: str
    prefix: bool = False


@frozen
class Rated:
    """Rated by the user, from ``least`` to ``most``, inclusive."""

    least: int
    most: int


@frozen
class Acted:
    """Changed by the act with this number in the user's journal."""

    number: int


@frozen
class UsedOn:
    """Used by the user on a day from ``first`` to ``last``, inclusive, in local time; None means no limit. ``what`` is
    ``read`` for papers marked read then, ``opened`` for papers whose full text was last read then, ``starred`` for
    papers starred then."""

    what: str
    first: date | None
    last: date | None


@frozen
class Listed:
    """On a reading list of the user's; with a final ``*``, on any list with this prefix."""

    pattern: str


@frozen
class Source:
    """Known from a source: ``api``, ``rss``, ``oai``, ``jsonl``, ``listing``, ``pith``."""

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
    """One of the papers most similar to the paper of this name (``model.ids.name_of``), without that paper."""

    name: str


@frozen
class Cites:
    """Cites the paper of this name, as the references of its stored full text say."""

    name: str


@frozen
class CitedBy:
    """Cited by the paper of this name, as the references of the stored full text of that paper say."""

    name: str


Countable = Literal["refs", "cited"]
"""The fields whose value is a number: references, and papers known to cite a paper."""


@frozen
class Counted:
    """Has from ``least`` to ``most`` references, inclusive, or is cited by as many papers, at least one. None means no
    limit."""

    what: Countable
    least: int
    most: int | None


@frozen
class SomeOf:
    """One of the papers that have the most of the words of a question, and not all of them need be there."""

    question: str


@frozen
class Regex:
    """A regular expression in a field, matched without case and accents, as words are. The index matches an expression
    without blanks against whole words; ``across`` means that it must be matched against the text itself."""

    pattern: str
    field: Field = Field.ANY
    across: bool = False


@frozen
class Keys:
    """One of these papers, by ascending key. The terms of the user and of the announcements are resolved to this."""

    keys: Sequence[int]


@frozen
class Not:
    """Every paper that does not match ``part``."""

    part: Expr


@frozen
class And:
    """Papers that match all of ``parts``; every paper if there are none."""

    parts: tuple[Expr, ...] = ()


@frozen
class Or:
    """Papers that match any of ``parts``."""

    parts: tuple[Expr, ...]


Marked = State | Announced | Tag | Note | Rated | Listed | Acted | UsedOn
"""Terms that depend on the user's file or the announcements alone."""
Term = (
    Word
    | Phrase
    | Category
    | Marked
    | Dated
    | Source
    | Badge
    | Has
    | Like
    | Cites
    | CitedBy
    | Counted
    | SomeOf
    | Regex
    | Keys
)
Expr = Term | Not | And | Or

EVERYTHING = And()


def terms_of(expr: Expr) -> Iterator[Term]:
    """Yield every term of a query in order, including negated ones."""
    match expr:
        case Not(part):
            yield from terms_of(part)
        case And(parts) | Or(parts):
            for part in parts:
                yield from terms_of(part)
        case _:
            yield expr


def with_terms(expr: Expr, change: Callable[[Term], Expr]) -> Expr:
    """Return the query with every term replaced by ``change(term)``."""
    match expr:
        case Not(part):
            return Not(with_terms(part, change))
        case And(parts):
            return And(tuple(with_terms(part, change) for part in parts))
        case Or(parts):
            return Or(tuple(with_terms(part, change) for part in parts))
        case _:
            return change(expr)


def conjuncts(expr: Expr) -> tuple[Expr, ...]:
    """Return the parts of a conjunction; of any other query, the query itself."""
    return expr.parts if isinstance(expr, And) else (expr,)


def single_day(expr: Expr) -> date | None:
    """Return the single announcement day to which a query restricts its papers; None if there is no such day."""
    parts = conjuncts(expr)
    return _single(part.first for part in parts if isinstance(part, Announced) and part.first == part.last)


def announcement_days(expr: Expr) -> tuple[date, date] | None:
    """Return the first and last announcement day to which a query restricts its papers; None if it does not limit
    both."""
    parts = conjuncts(expr)
    firsts = [part.first for part in parts if isinstance(part, Announced) and part.first]
    lasts = [part.last for part in parts if isinstance(part, Announced) and part.last]
    return (max(firsts), min(lasts)) if firsts and lasts and max(firsts) <= min(lasts) else None


def single_list(expr: Expr) -> str | None:
    """Return the single pattern of reading lists to which a query restricts its papers; None if there is none."""
    return _single(part.pattern for part in conjuncts(expr) if isinstance(part, Listed))


def single_like(expr: Expr) -> str | None:
    """Return the name of the single paper to which a query's papers are similar; None if there is none."""
    return _single(part.name for part in conjuncts(expr) if isinstance(part, Like))


def single_citing(expr: Expr) -> str | None:
    """Return the name of the single paper whose references a query's papers are; None if there is none."""
    return _single(part.name for part in conjuncts(expr) if isinstance(part, CitedBy))


def single_question(expr: Expr) -> str | None:
    """Return the single question of which a query's papers have some words; None if there is none."""
    return _single(part.question for part in conjuncts(expr) if isinstance(part, SomeOf))


def _single(values: Iterable[_Value]) -> _Value | None:
    distinct = set(values)
    return distinct.pop() if len(distinct) == 1 else None


class Sort(StrEnum):
    """The orders of a list.

    ``NEW`` and ``OLD`` sort by key, newest or oldest first; ``BEST`` by match; ``UPDATED`` by last update; ``SCORE`` by
    the points of rules; ``FOR_YOU`` by the user's own ranking. ``ANNOUNCED`` is the order of arXiv's page of a day,
    ``LISTED`` that of a reading list, and ``CITED`` that of a bibliography; a query cannot name these three.
    """

    NEW = "new"
    BEST = "best"
    OLD = "old"
    UPDATED = "updated"
    SCORE = "score"
    FOR_YOU = "foryou"
    ANNOUNCED = "announced"
    LISTED = "listed"
    CITED = "cited"


NAMED_ORDERS = tuple(order for order in Sort if order not in (Sort.ANNOUNCED, Sort.LISTED, Sort.CITED))
"""The orders that a query can name."""


class Grouping(StrEnum):
    """The groups of a list: by primary category; by the rules that match, and the user's own ranking; by topic, which
    are groups of similar papers. ``NONE`` is a list without groups where the settings ask for some."""

    TOPIC = "topic"
    CATEGORY = "category"
    RULES = "rules"
    NONE = "none"


GROUPS: Mapping[Grouping | None, str] = {
    Grouping.TOPIC: "by topic",
    Grouping.CATEGORY: "by category",
    Grouping.RULES: "by rule",
}
"""The groups of a list in words."""


@frozen
class Fault:
    """An error in a query: the half-open character range in its text, and the reason.

    ``misread`` means that the range was skipped or read as plain words, so that the results may not be what the user
    wanted. ``meant`` are suggested replacements for the range, the nearest first.
    """

    start: int
    end: int
    reason: str
    misread: bool = False
    meant: tuple[str, ...] = ()


@frozen
class Query:
    """A parsed query: its expression, its order, its faults (empty if it is valid), and its ``group``, None if it names
    none. ``unfinished`` means that it is being typed and a part of it does not restrict the results yet."""

    text: str
    expr: Expr
    sort: Sort = Sort.NEW
    faults: tuple[Fault, ...] = ()
    unfinished: bool = False
    group: Grouping | None = None


def is_misread(faults: Iterable[Fault]) -> bool:
    """Whether a query with these faults may have other results than the user wanted."""
    return any(fault.misread for fault in faults)
