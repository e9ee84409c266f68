"""The meaning of a query, as a tree: made by ``query``, resolved by ``library``, answered by ``search``.

Every node is frozen. Words are kept as typed; folding is the business of whoever compares them (``text.fold``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple


class Field(StrEnum):
    """Text fields of a paper. ``ANY`` is title, abstract and authors together (and a review's headline and deck)."""

    ANY = ""
    TITLE = "ti"
    ABSTRACT = "abs"
    AUTHOR = "au"
    COMMENT = "co"
    JOURNAL = "jr"
    DOI = "doi"
    ID = "id"


@dataclass(frozen=True, slots=True)
class Word:
    """One word in a field; ``prefix`` when it may go on (the word being typed, or ``spars*``)."""

    text: str
    field: Field = Field.ANY
    prefix: bool = False


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that stand together, in this order."""

    text: str
    field: Field = Field.ANY


@dataclass(frozen=True, slots=True)
class Category:
    """A category (``cs.DC``), or with a trailing ``*`` all that begin so (``cs.*``), primary or cross-listed."""

    pattern: str


@dataclass(frozen=True, slots=True)
class State:
    """A state of the library or of the announcements: unread, starred, hidden, fresh, new, cross, replaced."""

    name: str


@dataclass(frozen=True, slots=True)
class Announced:
    """Announced on a day from ``first`` to ``last``, both included; None is open."""

    first: date | None
    last: date | None


@dataclass(frozen=True, slots=True)
class Keys:
    """One of these papers; ascending keys. What ``State`` and ``Announced`` become when resolved."""

    keys: Sequence[int]


@dataclass(frozen=True, slots=True)
class Not:
    """Everything that ``part`` is not."""

    part: Expr


@dataclass(frozen=True, slots=True)
class And:
    """All of ``parts``; every paper when there are none."""

    parts: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Or:
    """Any of ``parts``."""

    parts: tuple[Expr, ...]


Expr = Word | Phrase | Category | State | Announced | Keys | Not | And | Or

EVERYTHING = And()


class Sort(StrEnum):
    """The order of a list: newest first by key, or best match first."""

    NEW = "new"
    BEST = "best"


class Fault(NamedTuple):
    """Where and why a query could not be read as typed: half-open character range of the query text."""

    start: int
    end: int
    reason: str


class Query(NamedTuple):
    """A parsed query: what it means, its order, and its faults (empty when it is sound)."""

    text: str
    expr: Expr
    sort: Sort = Sort.NEW
    faults: tuple[Fault, ...] = ()
