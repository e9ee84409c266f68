"""The error for callers that need a query without faults, and corrections for queries with faults."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from arxtui.model.expr import Fault, Query
from arxtui.query.parser import parse
from arxtui.text import cells


class QueryError(Exception):
    """A fault of a query. The message gives the reason, the query, and a line that marks the position of the fault. For
    a blank query, the message is the reason alone."""

    def __init__(self, fault: Fault, text: str) -> None:
        shown = "".join(character if character.isprintable() else " " for character in text)
        room = " " * cells(shown[: fault.start])
        mark = "^" * max(cells(shown[fault.start : fault.end]), 1)
        super().__init__(f"{fault.reason}\n  {shown}\n  {room}{mark}" if shown.strip() else fault.reason)
        self.fault = fault
        self.text = text


def check(text: str, *, now: datetime | None = None) -> Query:
    """Return the parsed query, as :func:`parse` does. Raises QueryError for its first fault."""
    query = parse(text, now=now)
    if query.faults:
        raise QueryError(query.faults[0], text)
    return query


def corrected(text: str, faults: Iterable[Fault]) -> str:
    """Return the query with each fault replaced by its best suggestion, if the fault has one."""
    for fault in sorted(faults, key=lambda fault: fault.start, reverse=True):
        if fault.meant:
            text = f"{text[: fault.start]}{fault.meant[0]}{text[fault.end :]}"
    return text
