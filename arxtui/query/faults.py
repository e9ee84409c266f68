"""Corrections for queries with faults."""

from __future__ import annotations

from collections.abc import Iterable

from arxtui.model.expr import Fault


def corrected(text: str, faults: Iterable[Fault]) -> str:
    """Return the query with each fault replaced by its best suggestion, if the fault has one."""
    for fault in sorted(faults, key=lambda fault: fault.start, reverse=True):
        if fault.meant:
            text = f"{text[: fault.start]}{fault.meant[0]}{text[fault.end :]}"
    return text
