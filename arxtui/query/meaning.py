"""What the reading of one term comes to: something asked for, an order, or a fault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arxtui.model.expr import Expr, Sort
from arxtui.query.tokens import Token


class TermError(Exception):
    """A term that cannot mean what it says: why, its half-open place in the query, and what may stand there instead."""

    def __init__(self, reason: str, start: int, end: int, meant: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self.reason, self.start, self.end, self.meant = reason, start, end, tuple(meant)


class Term(NamedTuple):
    """What a term asks for; ``expr`` is None when it asks for nothing (yet), ``sort`` set when it orders the list."""

    expr: Expr | None = None
    sort: Sort | None = None


def bad_value(token: Token, reason: str, meant: Sequence[str] = ()) -> TermError:
    """The fault of what stands after the colon; ``meant`` as of a fault."""
    return TermError(reason, token.value_start, token.value_start + len(token.value), meant)
