"""A harvest by OAI-PMH: what is asked for, and how far it is."""

from __future__ import annotations

import json
from datetime import date, datetime

from arxtui.model.frozen import changed, frozen


@frozen
class Order:
    """What is asked for: the ``format`` (a metadataPrefix), the ``spec`` of a set (empty: all of arXiv), and the days
    of the records' last change, both included; without ``first`` what no harvest has brought yet."""

    format: str = "arXivRaw"
    spec: str = ""
    first: date | None = None
    last: date | None = None


@frozen
class Place:
    """How far a harvest is: all that is needed to go on with it.

    ``first`` is the first day of all it takes in (None: the beginning), ``since`` that of the list which is walked now;
    ``begun`` the day of the first answer, by the server's clock. ``token`` leads to the next page until it ``expires``
    (aware UTC); it is empty before the first page, and at the end, when the harvest is ``complete``, or ``short`` of
    what it was to have: then it is to begin anew. ``newest`` is the
    latest datestamp so far, ``ascending`` whether none was below the one before it. ``records`` and ``pages`` count
    what was taken in, deleted and rejected records too; ``size`` is how many records there are to be, where the server
    says so.
    """

    first: date | None = None
    since: date | None = None
    begun: date | None = None
    token: str = ""
    expires: datetime | None = None
    complete: bool = False
    newest: date | None = None
    ascending: bool = True
    records: int = 0
    pages: int = 0
    size: int | None = None
    short: bool = False

    @property
    def ended(self) -> bool:
        """Whether there is no further page."""
        return self.complete or self.short

    def renewed(self) -> Place:
        """Where to go on without the token: at the last full day where days have ascended, else from the beginning."""
        if self.ascending and self.newest is not None:
            return changed(self, since=self.newest, token="", expires=None, size=None)
        return Place(first=self.first, since=self.first, begun=self.begun, pages=self.pages)

    def through(self, last: date | None) -> date | None:
        """The day up to which all is taken in once this is complete, for an order up to ``last``."""
        return min(last, self.begun) if last and self.begun else self.begun

    def to_json(self) -> str:
        """One line of JSON; what is as it is at the beginning is left out."""
        held = {name: value for name, value in vars(self).items() if value != getattr(_BEGINNING, name)}
        return json.dumps(held, default=str)

    @classmethod
    def from_json(cls, text: str) -> Place:
        """Read it back."""
        held = json.loads(text)
        for name in ("first", "since", "begun", "newest"):
            if name in held:
                held[name] = date.fromisoformat(held[name])
        if "expires" in held:
            held["expires"] = datetime.fromisoformat(held["expires"])
        return cls(**held)


_BEGINNING = Place()
