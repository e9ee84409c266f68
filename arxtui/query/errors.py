"""A query that cannot be read, for those who need a sound one."""

from __future__ import annotations

from datetime import date

from arxtui.model.expr import Fault, Query
from arxtui.query.parser import parse
from arxtui.text import cells


class QueryError(Exception):
    """A fault of a query. Its message gives the reason, the query, and a line that marks the place; of a query without
    words the reason alone."""

    def __init__(self, fault: Fault, text: str) -> None:
        shown = "".join(character if character.isprintable() else " " for character in text)
        room = " " * cells(shown[: fault.start])
        mark = "^" * max(cells(shown[fault.start : fault.end]), 1)
        super().__init__(f"{fault.reason}\n  {shown}\n  {room}{mark}" if shown.strip() else fault.reason)
        self.fault = fault
        self.text = text


def check(text: str, *, today: date | None = None) -> Query:
    """The meaning of a finished query, as :func:`parse` gives it. QueryError at its first fault."""
    query = parse(text, today=today)
    if query.faults:
        raise QueryError(query.faults[0], text)
    return query
