"""The result of reading one term: an expression, an order, or an error."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.model.expr import Expr, Sort
from arxtui.model.frozen import frozen
from arxtui.query.tokens import Token


class TermError(Exception):
    """A term that cannot be read: the reason, its half-open range in the query, and suggestions to put there
    instead."""

    def __init__(self, reason: str, start: int, end: int, meant: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self.reason, self.start, self.end, self.meant = reason, start, end, tuple(meant)


@frozen
class Term:
    """The meaning of a term. ``expr`` is None if the term does not filter (yet); ``sort`` is set if the term orders the
    list."""

    expr: Expr | None = None
    sort: Sort | None = None


def bad_value(token: Token, reason: str, meant: Sequence[str] = ()) -> TermError:
    """Return the error for the value after the colon; ``meant`` are suggestions, as in :class:`TermError`."""
    return TermError(reason, token.value_start, token.value_start + len(token.value), meant)
