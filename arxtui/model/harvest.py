"""A harvest by OAI-PMH: what is requested, and the progress."""

from __future__ import annotations

import json
from datetime import date, datetime

from arxtui.light import changed, frozen


@frozen
class Order:
    """What a harvest requests: the ``format`` (a metadataPrefix), the ``spec`` of a set (empty: all of arXiv), and the
    range of days of the records' last change, inclusive. Without ``first``, everything that no harvest has fetched
    yet."""

    format: str = "arXivRaw"
    spec: str = ""
    first: date | None = None
    last: date | None = None


@frozen
class Place:
    """The progress of a harvest: everything that is needed to resume it.

    ``first`` is the first day of the whole harvest (None: from the beginning); ``since`` that of the list that is being
    fetched. ``begun`` is the day of the first response, by the server's clock. ``token`` is the resumption token of the
    next page, valid until it ``expires`` (aware UTC). The token is empty before the first page and at the end; then the
    harvest is ``complete``, or ``short`` of the expected records and must be started again. ``newest`` is the latest
    datestamp so far; ``ascending`` says whether no datestamp was lower than the one before it. ``records`` and
    ``pages`` count what was processed, including deleted and rejected records. ``size`` is the expected number of
    records, if the server reports it.
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
        """Return the position for resuming without the token: the last full day if datestamps were ascending, otherwise
        the beginning."""
        if self.ascending and self.newest is not None:
            return changed(self, since=self.newest, token="", expires=None, size=None)
        return Place(first=self.first, since=self.first, begun=self.begun, pages=self.pages)

    def through(self, last: date | None) -> date | None:
        """Return the day through which everything is fetched once this harvest is complete, for an order up to
        ``last``."""
        return min(last, self.begun) if last and self.begun else self.begun

    def to_json(self) -> str:
        """Return one line of JSON; fields with their initial values are left out."""
        fields = {name: value for name, value in vars(self).items() if value != getattr(_BEGINNING, name)}
        return json.dumps(fields, default=str)

    @classmethod
    def from_json(cls, text: str) -> Place:
        """Parse the JSON of :meth:`to_json`."""
        fields = json.loads(text)
        for name in ("first", "since", "begun", "newest"):
            if name in fields:
                fields[name] = date.fromisoformat(fields[name])
        if "expires" in fields:
            fields["expires"] = datetime.fromisoformat(fields["expires"])
        return cls(**fields)


_BEGINNING = Place()
