"""The events that the worker writes to standard output while it runs: one JSON object a line."""

from __future__ import annotations

import json
from datetime import datetime
from enum import StrEnum

from arxtui.light import frozen


class EventKind(StrEnum):
    """The kinds of events.

    ``started`` and ``finished`` begin and end a pass. For each target, ``source`` begins it, ``step`` describes the
    present activity in words, ``page`` counts its pages, ``waiting`` says until when it pauses, ``note`` contains other
    remarks, and ``done`` or ``failed`` ends it.
    """

    STARTED = "started"
    SOURCE = "source"
    STEP = "step"
    PAGE = "page"
    WAITING = "waiting"
    NOTE = "note"
    DONE = "done"
    FAILED = "failed"
    FINISHED = "finished"


TURN = "turn"
"""The source of a note that another process is doing the same work, and that this one follows it or waits for it."""


@frozen
class Event:
    """One event of a refresh. Fields that do not apply are None and not written.

    ``page`` of ``pages`` (None if unknown). ``new``, ``changed`` and ``same`` count papers, ``reviews`` the new or
    changed reviews, so far in this target (in ``finished``: in the pass). ``until`` and ``next_due`` are aware UTC;
    ``reason`` is in words.
    """

    kind: EventKind
    source: str | None = None
    target: str | None = None
    targets: int | None = None
    page: int | None = None
    pages: int | None = None
    new: int | None = None
    changed: int | None = None
    same: int | None = None
    reviews: int | None = None
    status: int | None = None
    reason: str | None = None
    until: datetime | None = None
    next_due: datetime | None = None
    exit_code: int | None = None

    def to_json(self) -> str:
        """Return one line of JSON without a newline, with times in ISO 8601."""
        fields = {name: value for name in self.__match_args__ if (value := getattr(self, name)) is not None}
        return json.dumps(fields, default=datetime.isoformat, ensure_ascii=False)

    @classmethod
    def from_json(cls, line: str) -> Event:
        """Parse a line of JSON. Raises ValueError if it is not an event."""
        try:
            fields = json.loads(line)
            for name in ("until", "next_due"):
                if fields.get(name):
                    fields[name] = datetime.fromisoformat(fields[name])
            return cls(**{**fields, "kind": EventKind(fields["kind"])})
        except (TypeError, KeyError, AttributeError, json.JSONDecodeError) as error:
            raise ValueError(f"not an event: {line!r}") from error
