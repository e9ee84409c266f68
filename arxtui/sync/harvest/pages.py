"""The pages of a list of records, walked by resumption tokens (OAI-PMH 2.0, §3.5), from anywhere in it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import NamedTuple
from urllib.parse import unquote

from arxtui.model.harvest import Order, Place
from arxtui.sources.arxiv.oai.page import Envelope, read_envelope
from arxtui.sources.arxiv.urls import identify_url, records_url, resumption_url
from arxtui.sources.errors import SourceError
from arxtui.sources.times import moment
from arxtui.sync.errors import AnomalyError
from arxtui.sync.harvest.spool import Spool
from arxtui.sync.harvest.words import beyond, refusal, starting_over

TRIES = 3
_BEYOND = 1.1
"""Times the size of a list that its records may come to: it may grow while it is walked."""


class Page(NamedTuple):
    """A page as it came from an address, and the place that is reached with it."""

    url: str
    body: bytes
    place: Place


class RefusedError(Exception):
    """The service refuses what it is asked for: ``code`` is the protocol's, the message tells people."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code


class _TokenLostError(Exception):
    """The resumption token is not known, or not any more."""


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of what is ordered at ``base``. ``get`` asks an address; ``note`` hears what is out of the ordinary."""

    order: Order
    base: str
    get: Callable[[str], bytes]
    spool: Spool
    note: Callable[[str], None]

    def walk(self, place: Place) -> Iterator[Page]:
        """Each page behind a place, as soon as it is asked for, to the end. Whatever ``get`` raises, RefusedError, and
        SourceError or AnomalyError for an answer that cannot be used, however often it is asked for."""
        place = self._unexpired(place)
        renewed = False
        tokens = {place.token}
        while not place.ended:
            try:
                page = self._page(place, tokens)
            except _TokenLostError as lost:
                if renewed:
                    raise RefusedError("badResumptionToken", "arXiv refuses the resumption tokens it gives") from lost
                place, renewed = self._renewed(place, str(lost)), True
                tokens.clear()
            except RefusedError as refused:
                place = self._begun_later(place, refused)
            else:
                # A list that was begun again has got going once a token of its own was good.
                renewed = renewed and not place.token
                place = page.place
                tokens.add(place.token)
                yield page

    def _unexpired(self, place: Place) -> Place:
        """The place, without a token that has expired since it was given."""
        expired = place.token and place.expires and place.expires <= datetime.now(UTC)
        if not expired or self.spool.kept(self._url(place)) is not None:
            return place
        return self._renewed(place, f"the resumption token expired on {place.expires:%Y-%m-%d at %H:%M} UTC")

    def _renewed(self, place: Place, why: str) -> Place:
        after = place.renewed()
        # It may begin where a page that was kept ahead did, and that page leads to the token that is lost.
        self.spool.drop(self._url(after))
        self.note(f"{why}; {starting_over(after)}")
        return after

    def _begun_later(self, place: Place, refused: RefusedError) -> Place:
        """A list that is asked for from before its service's first day begins on that day. Else raises ``refused``."""
        if refused.code != "badArgument" or place.token or place.since is None:
            raise refused
        earliest = _day(read_envelope(self.get(identify_url(self.base))).page.about.get("earliestDatestamp"))
        if earliest is None or place.since >= earliest:
            raise refused
        self.note(f"arXiv's records begin on {earliest}: asked for from there")
        return replace(place, since=earliest)

    def _page(self, place: Place, tokens: Collection[str]) -> Page:
        """The next page, asked for until it can be used; ``tokens`` are those that have led to pages before."""
        url = self._url(place)
        for attempt in range(1, TRIES + 1):
            held = self.spool.kept(url)
            body = self.get(url) if held is None else held
            try:
                envelope = read_envelope(body)
                self._check(envelope, place, tokens)
            except (SourceError, AnomalyError) as fault:
                self.spool.drop(url)
                if attempt == TRIES:
                    raise
                self.note(f"{fault} (try {attempt} of {TRIES})")
            else:
                if held is None:
                    self.spool.keep(url, body)
                return Page(url, body, self._reached(place, envelope))
        raise AssertionError("the last try returns or raises")

    def _check(self, envelope: Envelope, place: Place, tokens: Collection[str]) -> None:
        """Raise what the service refuses, but that nothing matches; AnomalyError where it must not be believed."""
        page = envelope.page
        for error in page.errors:
            if error.code == "badResumptionToken" and place.token:
                raise _TokenLostError("arXiv does not know the resumption token any more")
            if error.code != "noRecordsMatch":
                raise RefusedError(error.code, refusal(error, self.order))
        if other := _other_request(page.request, self.order, place):
            raise AnomalyError(other)
        if place.token and page.token is None and not page.errors:
            # What a token leads to says that it is the end by an empty one (OAI-PMH 2.0, section 3.5).
            raise AnomalyError("a page that does not say whether the list goes on")
        token = page.token.text if page.token else ""
        if token and token in tokens:
            where = "itself" if token == place.token else "a page before it"
            raise AnomalyError(f"a page whose resumption token leads to {where}")
        if place.size is not None and place.records > _BEYOND * place.size:
            raise AnomalyError(beyond(place))
        if not (envelope.records or page.errors or token or place.token):
            raise AnomalyError("a page without records that does not say that there are none")

    def _reached(self, place: Place, envelope: Envelope) -> Place:
        told = envelope.page.token
        size = place.size
        if told is not None and told.complete_list_size is not None and not place.token:
            size = place.records + told.complete_list_size
        expires = None
        if told is not None and told.expires:
            with suppress(ValueError):
                expires = moment(told.expires)
        token = told.text if told is not None else ""
        records = place.records + envelope.records
        short = not token and size is not None and records < size
        follows = place.newest is None or envelope.oldest is None or place.newest <= envelope.oldest
        return replace(
            place,
            begun=place.begun or _today(envelope),
            token=token,
            expires=expires,
            complete=not token and not short,
            short=short,
            newest=max(filter(None, (place.newest, envelope.newest)), default=None),
            ascending=place.ascending and envelope.ascending and follows,
            records=records,
            pages=place.pages + 1,
            size=size,
        )

    def _url(self, place: Place) -> str:
        if place.token:
            return resumption_url(self.base, place.token)
        return records_url(self.base, replace(self.order, first=place.since))


def _other_request(request: Mapping[str, str], order: Order, place: Place) -> str | None:
    """Why an answer is to another request than that for the page behind a place, by what it repeats of it; None where
    it is not, or does not say."""
    asked = {
        "verb": "ListRecords",
        "metadataPrefix": order.format,
        "set": order.spec,
        "from": place.since.isoformat() if place.since else "",
        "until": order.last.isoformat() if order.last else "",
        "resumptionToken": unquote(place.token),
    }
    for name, value in asked.items():
        told = unquote(request.get(name, value))
        if told != value:
            return f"an answer to another request: {name} is {told!r}, asked for was {value!r}"
    return None


def _today(envelope: Envelope) -> date:
    """The day of an answer by the server's clock, which may be behind this one and is not believed to be ahead."""
    today = datetime.now(UTC).date()
    return min(_day(envelope.page.about.get("responseDate")) or today, today)


def _day(text: str | None) -> date | None:
    with suppress(ValueError):
        return moment(text).date() if text else None
    return None
