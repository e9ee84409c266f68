"""Fetching the pages of a list of records by resumption tokens (OAI-PMH 2.0, §3.5), from any position, into a spool on
disk, so that a kill loses none of them."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from urllib.parse import unquote

from arxtui.files import write_whole
from arxtui.light import NamedTuple
from arxtui.model.harvest import Order, Place
from arxtui.sources.arxiv.oai.page import Envelope, read_envelope
from arxtui.sources.arxiv.urls import identify_url, records_url, resumption_url
from arxtui.sources.errors import SourceError
from arxtui.sources.times import moment
from arxtui.sync.errors import AnomalyError
from arxtui.sync.harvest.messages import beyond, refusal, starting_over

_MAX_AGE = 86_400.0
"""Seconds. Older pages of an abandoned harvest are deleted: upstream can return other pages by then."""


class Spool:
    """One file per page, named after a hash of the page's URL. Write errors are ignored: the page is fetched again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for file in folder.glob("*"):
            with suppress(OSError):
                if time.time() - file.stat().st_mtime > _MAX_AGE:
                    file.unlink()

    def get(self, url: str) -> bytes | None:
        """Return the stored page of a URL; None if there is none."""
        with suppress(OSError):
            return self._file(url).read_bytes()
        return None

    def put(self, url: str, body: bytes) -> None:
        """Store a page that has arrived."""
        file = self._file(url)
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_whole(file, body, durable=False)

    def drop(self, url: str) -> None:
        """Delete a page that is in the cache now, or is not usable."""
        with suppress(OSError):
            self._file(url).unlink()

    def clear(self) -> None:
        """Delete all pages, since one that arrived with them was not readable."""
        for file in self._folder.glob("*"):
            with suppress(OSError):
                file.unlink()

    def _file(self, url: str) -> Path:
        return self._folder / f"{hashlib.blake2b(url.encode(), digest_size=12).hexdigest()}.xml"


TRIES = 3
"""Requests for a page until its response is usable, at most."""
_MOST_GROWTH = 1.1
"""A list may have this many times the records that it announced: it can grow while it is read."""


class HarvestPage(NamedTuple):
    """A page as it arrived from a URL, and the position that it reaches."""

    url: str
    body: bytes
    place: Place


class RefusedError(Exception):
    """The service refuses the request: ``code`` is the error code of the protocol, the message is for people."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code


class _TokenRefusedError(Exception):
    """The service does not accept the resumption token (any more)."""


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of an ``order`` from the service at ``base``. ``get`` fetches a URL; ``note`` gets messages about
    unusual events."""

    order: Order
    base: str
    get: Callable[[str], bytes]
    spool: Spool
    note: Callable[[str], None]

    def walk(self, place: Place) -> Iterator[HarvestPage]:
        """Yield each page after a position, up to the end of the list; fetch each page when it is needed.

        Raises:
            RefusedError: the service refuses the request.
            SourceError, AnomalyError: the response is not usable, even after ``TRIES`` requests.
            Exception: whatever ``get`` raises.
        """
        place = self._without_expired_token(place)
        renewed = False
        tokens = {place.token}
        while not place.ended:
            try:
                page = self._page(place, tokens)
            except _TokenRefusedError as lost:
                if renewed:
                    raise RefusedError("badResumptionToken", "arXiv refuses its own resumption tokens") from lost
                place, renewed = self._restarted(place, str(lost)), True
                tokens.clear()
            except RefusedError as refused:
                place = self._moved_to_earliest(place, refused)
            else:
                # A restarted list works once one of its own tokens has been accepted.
                renewed = renewed and not place.token
                place = page.place
                tokens.add(place.token)
                yield page

    def _without_expired_token(self, place: Place) -> Place:
        """Return the position; without its token if that has expired and the page is not in the spool."""
        expired = place.token and place.expires and place.expires <= datetime.now(UTC)
        if not expired or self.spool.get(self._url(place)) is not None:
            return place
        return self._restarted(place, f"the resumption token expired on {place.expires:%Y-%m-%d at %H:%M} UTC")

    def _restarted(self, place: Place, why: str) -> Place:
        after = place.renewed()
        # The restarted list can begin with a page in the spool, which leads to the lost token again.
        self.spool.drop(self._url(after))
        self.note(f"{why}; {starting_over(after)}")
        return after

    def _moved_to_earliest(self, place: Place, refused: RefusedError) -> Place:
        """Return the position moved to the service's first day, if the list began before that day. Otherwise raises
        ``refused``."""
        if refused.code != "badArgument" or place.token or place.since is None:
            raise refused
        earliest = _day(read_envelope(self.get(identify_url(self.base))).page.about.get("earliestDatestamp"))
        if earliest is None or place.since >= earliest:
            raise refused
        self.note(f"arXiv's records begin on {earliest}: the harvest starts there")
        return replace(place, since=earliest)

    def _page(self, place: Place, tokens: Collection[str]) -> HarvestPage:
        """Return the next page, from the spool or by a request, with retries until it is usable. ``tokens`` are the
        tokens used so far."""
        url = self._url(place)
        for attempt in range(1, TRIES + 1):
            spooled = self.spool.get(url)
            body = self.get(url) if spooled is None else spooled
            try:
                envelope = read_envelope(body)
                self._check(envelope, place, tokens)
            except (SourceError, AnomalyError) as fault:
                self.spool.drop(url)
                if attempt == TRIES:
                    raise
                self.note(f"{fault} (try {attempt} of {TRIES})")
            else:
                if spooled is None:
                    self.spool.put(url, body)
                return HarvestPage(url, body, self._position_after(place, envelope))
        raise AssertionError("the last try returns or raises")

    def _check(self, envelope: Envelope, place: Place, tokens: Collection[str]) -> None:
        """Check that a page is usable. A page that says that no records match is usable.

        Raises:
            RefusedError, _TokenRefusedError: the page is a refusal.
            AnomalyError: the page is not plausible.
        """
        page = envelope.page
        for error in page.errors:
            if error.code == "badResumptionToken" and place.token:
                raise _TokenRefusedError("arXiv no longer knows the resumption token")
            if error.code != "noRecordsMatch":
                raise RefusedError(error.code, refusal(error, self.order))
        if other := _why_other_request(page.request, self.order, place):
            raise AnomalyError(other)
        if place.token and page.token is None and not page.errors:
            # The last page of a list that has several has an empty token (OAI-PMH 2.0, section 3.5).
            raise AnomalyError("a page that does not say whether the list goes on")
        token = page.token.text if page.token else ""
        if token and token in tokens:
            where = "itself" if token == place.token else "a page before it"
            raise AnomalyError(f"a page whose resumption token leads to {where}")
        if place.size is not None and place.records > _MOST_GROWTH * place.size:
            raise AnomalyError(beyond(place))
        if not (envelope.records or page.errors or token or place.token):
            raise AnomalyError("a page without records that does not say that there are none")

    def _position_after(self, place: Place, envelope: Envelope) -> Place:
        token_element = envelope.page.token
        size = place.size
        if token_element is not None and token_element.complete_list_size is not None and not place.token:
            size = place.records + token_element.complete_list_size
        expires = None
        if token_element is not None and token_element.expires:
            with suppress(ValueError):
                expires = moment(token_element.expires)
        token = token_element.text if token_element is not None else ""
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


def _why_other_request(request: Mapping[str, str], order: Order, place: Place) -> str | None:
    """Return why a response belongs to another request than the one for the page after a position, judged by the
    arguments that it repeats. None if it fits or repeats none."""
    sent = {
        "verb": "ListRecords",
        "metadataPrefix": order.format,
        "set": order.spec,
        "from": place.since.isoformat() if place.since else "",
        "until": order.last.isoformat() if order.last else "",
        "resumptionToken": unquote(place.token),
    }
    for name, value in sent.items():
        repeated = unquote(request.get(name, value))
        if repeated != value:
            return f"a response to another request: {name} is {repeated!r}, but the request was {value!r}"
    return None


def _today(envelope: Envelope) -> date:
    """Return the day of a response by the server's clock, but at most today by the local clock."""
    today = datetime.now(UTC).date()
    return min(_day(envelope.page.about.get("responseDate")) or today, today)


def _day(text: str | None) -> date | None:
    with suppress(ValueError):
        return moment(text).date() if text else None
    return None
