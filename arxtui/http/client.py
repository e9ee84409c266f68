"""The polite client: it paces requests across processes, retries after a pause, and checks responses before use."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urljoin

from arxtui.http.errors import BadAnswer, Blocked, CrossHostRedirect, HttpError, NoNetwork, RateLimited, Unavailable
from arxtui.http.hosts import Reach, host_of, is_downgrade, is_loopback, is_plain, reach_of, same_host
from arxtui.http.pacer import ATTEMPTS, LONGEST_WAIT, OnTurn, OnWait, Pacer, may_retry, pause_after, retry_after
from arxtui.light import NamedTuple, deferred

with deferred():
    from arxtui.http.wire import Exchange, Wire

LIMIT = 32 << 20
"""The largest accepted body in bytes, decompressed. A response with two thousand papers and abstracts is about 5 MB."""
SECONDS = 60.0
LOOPBACK_SECONDS = 5.0
REDIRECTS = 5

_RATE_EXCEEDED = b"rate exceeded"
_SHARED_PACE = {"oai": "arxiv"}
"""Services whose requests count for the pace of another, too: arXiv's interval holds for its API, OAI-PMH and feeds
together. A refusal of one is none of the other."""
_PHRASES = {status.value: status.phrase for status in HTTPStatus}


@dataclass(frozen=True, slots=True)
class Answer:
    """A usable response: status 200 with a body, 304 without one, or 202 to a POST.

    ``url`` is the last one after redirects, ``max_age`` the seconds of ``Cache-Control``; ``headers`` are looked up in
    lower case.
    """

    status: int
    body: bytes
    content_type: str
    etag: str | None
    last_modified: str | None
    url: str
    max_age: int | None
    headers: Mapping[str, str]


class _Request(NamedTuple):
    """A request without its URL: a POST if it has a ``body``, else a GET.

    ``limit`` is the largest accepted response in bytes, ``seconds`` the time limit, None for the default; ``one_host``
    forbids redirects to other hosts. It is sent at most ``attempts`` times. ``secrets`` are headers that only the host
    of the URL must receive.
    """

    service: str
    headers: dict[str, str]
    body: bytes | None = None
    limit: int = LIMIT
    seconds: float | None = None
    one_host: bool = False
    attempts: int = ATTEMPTS
    secrets: tuple[tuple[str, str], ...] = ()


class _Hop(NamedTuple):
    """The target of a redirect, and the nearest network (see :class:`Reach`) that its connection may lead to."""

    url: str
    nearest: Reach


class Client:
    """An HTTP client that sends one request at a time.

    ``state`` is the directory of the pacers' files and ``contact`` a part of the User-Agent. ``stop`` ends any wait and
    any request with Cancelled. ``on_wait`` is called with (until, reason) before a long wait, ``on_turn`` with the
    seconds until each request's turn, and with 0 when the turn begins.

    ``interval`` is the pause between requests in seconds; for addresses other than loopback it is at least
    ``INTERVAL``.
    ``seconds`` is the time limit of a response from a loopback address; for other addresses the limit is ``SECONDS``.
    """

    def __init__(
        self,
        state: Path,
        contact: str = "",
        *,
        stop: threading.Event | None = None,
        on_wait: OnWait | None = None,
        on_turn: OnTurn | None = None,
        interval: float = 0.0,
        seconds: float = LOOPBACK_SECONDS,
    ) -> None:
        self._state = state
        self._contact = contact
        self._stop = stop or threading.Event()
        self._on_wait = on_wait
        self._on_turn = on_turn
        self._interval = interval
        self._seconds = seconds
        self._pacers: dict[str, Pacer] = {}
        self._wire: Wire | None = None

    def get(
        self,
        url: str,
        *,
        service: str,
        etag: str | None = None,
        last_modified: str | None = None,
        limit: int = LIMIT,
        seconds: float | None = None,
        one_host: bool = False,
        attempts: int = ATTEMPTS,
        secrets: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send a GET request for ``url``, at the pace of ``service`` (``arxiv``, ``pith``), and retry after a pause
        where that may help, in all at most ``attempts`` times. A single attempt raises RateLimited instead of waiting
        for a pause that an earlier refusal has caused.

        With ``etag`` or ``last_modified`` the response may be a 304. ``seconds`` replaces the default time limit. With
        ``one_host`` redirects to other hosts are not followed. ``secrets`` are further headers, such as the user's key;
        redirects to another host, or from https to http, are then not followed either. Raises an HttpError, or
        Cancelled.
        """
        conditions = {"If-None-Match": etag, "If-Modified-Since": last_modified}
        headers = {name: value for name, value in conditions.items() if value}
        kept = tuple((secrets or {}).items())
        request = _Request(service, headers, None, limit, seconds, one_host, attempts, kept)
        return self._with_retries(url, request)

    def post(self, url: str, body: bytes, *, service: str, headers: Mapping[str, str]) -> Answer:
        """Send ``body`` to ``url`` in a POST request, with the pace and the retries of :meth:`get`.

        Use it only for requests that do no harm if they arrive twice, such as queries. ``headers`` describe the body.
        The body and the headers are sent to this host only: redirects to another host, or from https to http, are not
        followed. Raises the errors of :meth:`get`.
        """
        return self._with_retries(url, _Request(service, dict(headers), body))

    def _with_retries(self, url: str, request: _Request) -> Answer:
        for attempt in range(1, request.attempts + 1):
            try:
                return self._follow(url, request)
            except HttpError as error:
                if attempt == request.attempts or not may_retry(error):
                    raise
        raise AssertionError("the last attempt returns or raises")

    def close(self) -> None:
        """Close the connection."""
        if self._wire is not None:
            self._wire.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _follow(self, url: str, request: _Request) -> Answer:
        """Make one attempt and follow its redirects; each redirect is a request of its own with its own turn."""
        hop = _Hop(url, Reach.LOOPBACK)
        for _ in range(1 + REDIRECTS):
            answer = self._send(hop, request)
            if isinstance(answer, Answer):
                return answer
            _check_redirect(url, hop.url, answer.url, request)
            # A redirect to the host that the user named may lead anywhere; one to another host must not lead nearer to
            # this machine than the response before.
            hop = answer._replace(nearest=Reach.LOOPBACK) if host_of(answer.url) == host_of(url) else answer
        raise BadAnswer(f"{host_of(hop.url)} redirects more than {REDIRECTS} times")

    def _send(self, hop: _Hop, request: _Request) -> Answer | _Hop:
        """Wait for a turn and send one request. Return the response, or the target of the redirect."""
        url = hop.url
        try:
            seconds = request.seconds or (self._seconds if is_loopback(url) else SECONDS)
        except ValueError as error:
            raise BadAnswer(str(error)) from None
        wire = self._connect()
        with ExitStack() as turns:
            longest_wait = LONGEST_WAIT if request.attempts > 1 else 0.0
            turn = turns.enter_context(self._pacer(request.service).turn(url, longest_wait))
            if shared := _SHARED_PACE.get(request.service):
                turns.enter_context(self._pacer(shared).beside(url))
            try:
                exchange = wire.exchange(
                    url,
                    {**request.headers, **dict(request.secrets)},
                    request.body,
                    limit=request.limit,
                    seconds=seconds,
                    nearest=hop.nearest,
                )
                return _interpret(exchange, url, request)
            except (RateLimited, Unavailable) as error:
                turn.block(pause_after(error, url, turn.earlier_refusals + 1), error.reason)
                raise

    def _pacer(self, service: str) -> Pacer:
        if service not in self._pacers:
            pacer = Pacer(
                self._state, service, self._interval, stop=self._stop, on_wait=self._on_wait, on_turn=self._on_turn
            )
            self._pacers[service] = pacer
        return self._pacers[service]

    def _connect(self) -> Wire:
        if self._wire is None:
            # Importing httpx2 and loading its certificates takes a tenth of a second; a refresh with nothing to fetch
            # saves it.
            try:
                self._wire = Wire(self._contact, self._stop)
            except (ImportError, ValueError) as error:
                raise NoNetwork(f"the proxy set in the environment cannot be used: {error}") from error
        return self._wire


def _interpret(exchange: Exchange, url: str, request: _Request) -> Answer | _Hop:
    status, headers, host = exchange.status, exchange.headers, host_of(url)
    summary = f"{host} answered {status} {_PHRASES.get(status, '')}".rstrip()
    if status == 200 and exchange.body[:100].strip().lower().startswith(_RATE_EXCEEDED):
        raise RateLimited(f"{host} says that its rate limit is exceeded", status)
    also_usable = 202 if request.body is not None else 304 if request.headers else 200
    if status in (200, also_usable):
        return _to_answer(exchange, url)
    if status in (301, 302, 303, 307, 308) and "location" in headers:
        return _Hop(_redirect_target(url, headers["location"]), exchange.reach)
    pause = retry_after(headers.get("retry-after"), datetime.now(UTC))
    if status in (406, 429):
        raise RateLimited(f"{summary}: too many requests", status, pause)
    if status == 403:
        raise Blocked(f"{summary}: this machine is blocked for now", status, pause)
    if status >= 500:
        raise Unavailable(summary, status, pause)
    error = BadAnswer(summary, status)
    error.body = exchange.body
    raise error


def _redirect_target(url: str, location: str) -> str:
    try:
        target = urljoin(url, location)
        if host_of(target) == host_of(url) or is_plain(host_of(target)):
            return target
    except ValueError:
        pass
    raise BadAnswer(f"{host_of(url)} redirects to an address that is not on the web: {location[:80]!r}")


def _check_redirect(first: str, url: str, target: str, request: _Request) -> None:
    """Raise BadAnswer if a redirect from ``url`` to ``target``, in a chain that began at ``first``, must not be
    followed.
    """
    if request.one_host and not same_host(url, target):
        raise CrossHostRedirect(f"{host_of(url)} redirects to {host_of(target)}")
    is_private = request.body is not None or request.secrets
    if is_private and (not same_host(url, target) or is_downgrade(url, target)):
        raise CrossHostRedirect(
            f"{host_of(url)} redirects to {host_of(target)}, which must not receive the data of the request"
        )
    if host_of(target) == host_of(first) or (is_loopback(first) and is_loopback(target)):
        return
    match reach_of(host_of(target)):
        case Reach.LOOPBACK:
            raise BadAnswer(f"{host_of(url)} redirects to this machine itself")
        case Reach.PRIVATE:
            raise BadAnswer(f"{host_of(url)} redirects to an address of a private network, {host_of(target)}")


def _to_answer(exchange: Exchange, url: str) -> Answer:
    headers = exchange.headers
    max_age = re.search(r"(?:^|[\s,])max-age=(\d{1,9})", headers.get("cache-control", ""))
    return Answer(
        status=exchange.status,
        body=exchange.body,
        content_type=headers.get("content-type", "").partition(";")[0].strip().lower(),
        etag=_validator_header(headers, "etag"),
        last_modified=_validator_header(headers, "last-modified"),
        url=url,
        max_age=int(max_age[1]) if max_age else None,
        headers=headers,
    )


def _validator_header(headers: Mapping[str, str], name: str) -> str | None:
    """Return a validator that can be sent back unchanged, or None."""
    value = headers.get(name, "").strip()
    return value if value and value.isascii() and value.isprintable() else None
