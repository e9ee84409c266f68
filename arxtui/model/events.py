"""What the worker tells while it works: one JSON object a line on its standard output."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import datetime
from enum import StrEnum

from arxtui.model.frozen import frozen


class EventKind(StrEnum):
    """``started`` and ``finished`` frame a pass; ``source`` opens a target, ``step`` says in words what is done for it
    now, ``page`` counts its pages, ``waiting`` says until when it holds back, ``note`` says something else about it,
    ``done`` or ``failed`` closes it."""

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
"""The source of a note that another process is at the same work, and is followed or waited for."""


@frozen
class Event:
    """One step of a refresh. Fields that do not apply are None and not written.

    ``page`` of ``pages`` (None: not known); ``new``, ``changed``, ``same`` papers and ``reviews`` new or changed so far
    in this target (in ``finished``: in the pass); ``until`` and ``next_due`` aware UTC; ``reason`` in words.
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
        """One line of JSON without a newline; times in ISO 8601."""
        held = {name: value for name, value in asdict(self).items() if value is not None}
        return json.dumps(held, default=datetime.isoformat, ensure_ascii=False)

    @classmethod
    def from_json(cls, line: str) -> Event:
        """Read a line back. ValueError when it is not an event."""
        try:
            held = json.loads(line)
            for name in ("until", "next_due"):
                if held.get(name):
                    held[name] = datetime.fromisoformat(held[name])
            return cls(**{**held, "kind": EventKind(held["kind"])})
        except (TypeError, KeyError, AttributeError, json.JSONDecodeError) as error:
            raise ValueError(f"not an event: {line!r}") from error
