"""What a query with faults may have meant."""

from __future__ import annotations

from collections.abc import Iterable

from arxtui.model.expr import Fault


def as_meant(text: str, faults: Iterable[Fault]) -> str:
    """The query with what is nearest in the place of each fault that knows of something."""
    for fault in sorted(faults, key=lambda fault: fault.start, reverse=True):
        if fault.meant:
            text = f"{text[: fault.start]}{fault.meant[0]}{text[fault.end :]}"
    return text
