"""One request over httpx2: sent, and read within its limits; aborted on a timeout or when the caller cancels it.

Where a connection leads is checked once it is established, before anything is sent. The body is decompressed as it
arrives, within limits on its size.
"""

from __future__ import annotations

import socket
import ssl
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any
from urllib.parse import urlsplit

import httpx2

from arxtui import __version__
from arxtui.http.errors import BadAnswer, Cancelled, HttpError, NoNetwork, TooLarge, TooSlow, Unavailable, Untrusted
from arxtui.http.hosts import Reach, host_of, reach_of
from arxtui.model.ledger import NAMELESS, UNREACHED

RATIO = 100
"""The highest accepted ratio of decompressed to compressed bytes: feeds and pages shrink to about a tenth, so a body
that grows a hundredfold is not a normal text.
"""
_ALWAYS_ALLOWED = 1 << 20
_GZIP_WBITS = 31
_CONNECT_TIMEOUT = 10.0
_READ_TIMEOUT = 30.0
_WATCH_INTERVAL = 0.05
_LOCATION = "location"
_UNKNOWN_AUTHORITY = 20
"""OpenSSL's ``X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY``."""
_LOOPBACK = ("all://127.0.0.1", "all://localhost", "all://[::1]")


class Peer:
    """Where the connections to one URL after another lead, as httpcore2's trace extension reports them.

    The address of a connection shows where a host name leads; the name alone does not. A connection to a proxy does not
    show where the proxy connects to; in that case the host name decides.
    """

    def __init__(self) -> None:
        self._reach_by_origin: dict[tuple[str, int | None], Reach] = {}
        """The network of the last connection to each host and port: a connection that stays open serves further
        requests.
        """
        self._origin: tuple[str, int | None] = ("", None)
        self._nearest = Reach.LOOPBACK
        self._is_direct = False

    @property
    def reach(self) -> Reach:
        """Where the connection of the current request leads."""
        return self._reach_by_origin.get(self._origin) or reach_of(self._origin[0])

    def expect(self, url: str, nearest: Reach) -> None:
        """Prepare for a request to ``url``, whose connection must not lead nearer to this machine than ``nearest``.

        Raises BadAnswer if an open connection does.
        """
        self._origin, self._nearest = (host_of(url), urlsplit(url).port), nearest
        self._check()

    def trace(self, event: str, info: dict[str, Any]) -> None:
        """Handle an event of the connection. Raises BadAnswer, and closes the connection, if it leads too near."""
        if event.endswith("connect_tcp.started"):
            self._is_direct = info["host"] == self._origin[0]
        elif event.endswith("connect_tcp.complete") and self._is_direct:
            stream = info["return_value"]
            self._reach_by_origin[self._origin] = reach_of(str(stream.get_extra_info("server_addr")[0]))
            try:
                self._check()
            except BadAnswer:
                stream.close()
                raise

    def _check(self) -> None:
        if self.reach > self._nearest:
            where = "this machine itself" if self.reach is Reach.LOOPBACK else "a private network"
            raise BadAnswer(f"{self._origin[0]} points to {where}; redirects to it are not followed")


class Body:
    """Collects the chunks of a body as they arrive. ``limit`` is in bytes and holds before and after decompression."""

    def __init__(self, encoding: str, limit: int) -> None:
        if encoding not in ("", "identity", "gzip", "x-gzip"):
            raise BadAnswer(f"the response is compressed as {encoding!r}, which was not requested")
        self._unpacker = zlib.decompressobj(_GZIP_WBITS) if encoding.endswith("gzip") else None
        self._limit = limit
        self._received = 0
        self._data = bytearray()

    def add(self, chunk: bytes) -> None:
        """Add a chunk. Raises TooLarge if a limit is exceeded, Unavailable if the chunk cannot be decompressed."""
        self._received += len(chunk)
        allowed = self._limit
        if self._unpacker is not None:
            allowed = min(self._limit, max(_ALWAYS_ALLOWED, RATIO * self._received))
            # One byte more than allowed is enough to detect that the limit is exceeded.
            chunk = self._unpack(chunk, allowed - len(self._data) + 1)
        self._data += chunk
        if max(len(self._data), self._received) > self._limit:
            raise TooLarge(f"the response is larger than {self._limit / 1e6:,.0f} MB")
        if len(self._data) > allowed:
            raise TooLarge(f"the response grows more than {RATIO}-fold when decompressed")

    def finish(self) -> bytes:
        """Return the whole body. Raises Unavailable if the compressed data is incomplete."""
        if self._unpacker is not None and self._received and not self._unpacker.eof:
            raise Unavailable("the response was cut off")
        return bytes(self._data)

    def _unpack(self, chunk: bytes, limit: int) -> bytes:
        assert self._unpacker is not None
        if self._unpacker.eof:
            return b""
        try:
            return self._unpacker.decompress(chunk, limit)
        except zlib.error as error:
            raise Unavailable(f"the response cannot be decompressed: {error}") from error


@dataclass(frozen=True, slots=True)
class Exchange:
    """A response of any status. ``headers`` are looked up in lower case; ``reach`` is where the connection led."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    reach: Reach


def user_agent(contact: str) -> str:
    """Return ``arxtui/VERSION (+contact)``, without the characters of the contact that a header cannot contain."""
    cleaned = "".join(letter for letter in contact if letter.isascii() and letter.isprintable() and letter not in "()")
    return f"arxtui/{__version__} (+{cleaned.strip()})" if cleaned.strip() else f"arxtui/{__version__}"


@cache
def _read_authorities() -> ssl.SSLContext:
    """Return the certificate authorities that this machine trusts. httpx2 would read them for each client and proxy, 35
    ms each time.
    """
    return httpx2.create_ssl_context()


class _TrustedAuthorities(ssl.SSLContext):
    """The authorities that this machine trusts, read when the first TLS connection begins; before, it trusts none."""

    def set_alpn_protocols(self, alpn_protocols: Iterable[str]) -> None:
        _read_authorities().set_alpn_protocols(alpn_protocols)

    def wrap_socket(self, *args: Any, **kwargs: Any) -> ssl.SSLSocket:
        return _read_authorities().wrap_socket(*args, **kwargs)

    def wrap_bio(self, *args: Any, **kwargs: Any) -> ssl.SSLObject:
        return _read_authorities().wrap_bio(*args, **kwargs)


class Wire:
    """An HTTP connection, kept alive between requests. httpx2 neither follows redirects nor decompresses bodies."""

    def __init__(self, contact: str, stop: threading.Event) -> None:
        self._watch = _Watch(stop, self._abort)
        self._socket: socket.socket | None = None
        self._peer = Peer()
        self._client = httpx2.Client(
            headers={
                "User-Agent": user_agent(contact),
                "Accept": "application/atom+xml, application/rss+xml, text/xml, */*",
                "Accept-Encoding": "gzip",
            },
            verify=_TrustedAuthorities(ssl.PROTOCOL_TLS_CLIENT),
            follow_redirects=False,
            event_hooks={"response": [_hide_location]},
            timeout=httpx2.Timeout(_READ_TIMEOUT, connect=_CONNECT_TIMEOUT),
            limits=httpx2.Limits(max_connections=1, max_keepalive_connections=1),
            # No request needs cookies, so none are stored or sent.
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
            mounts=dict.fromkeys(_LOOPBACK),  # no proxy for addresses of this machine
        )

    def exchange(
        self,
        url: str,
        headers: dict[str, str],
        body: bytes | None = None,
        *,
        limit: int,
        seconds: float,
        nearest: Reach = Reach.LOOPBACK,
    ) -> Exchange:
        """Send a GET request, or a POST if there is a ``body``, and read the response: at most ``limit`` bytes and
        ``seconds`` in all.

        Nothing is sent if the connection leads nearer to this machine than ``nearest``. Raises TooSlow, TooLarge,
        Unavailable (no data for a long time, truncated), NoNetwork, BadAnswer, or Cancelled.
        """
        with self._watch.during(seconds), _translated_errors(url, self._watch):
            method, traced = "GET" if body is None else "POST", {"trace": self._trace}
            self._peer.expect(url, nearest)
            with self._client.stream(method, url, headers=headers, content=body, extensions=traced) as answer:
                received = Body(answer.headers.get("content-encoding", "").strip().lower(), limit)
                for chunk in answer.iter_raw():
                    received.add(chunk)
            # A body without a length just ends where the watch aborted it.
            self._watch.check()
            if _LOCATION in answer.extensions:
                answer.headers[_LOCATION] = answer.extensions[_LOCATION]
            return Exchange(answer.status_code, answer.headers, received.finish(), self._peer.reach)

    def close(self) -> None:
        """Close the connection."""
        self._watch.close()
        self._client.close()

    def _trace(self, event: str, info: dict[str, Any]) -> None:
        """Store the socket of the connection, from httpcore2's trace extension, and check where it leads."""
        self._peer.trace(event, info)
        if event.endswith(("connect_tcp.complete", "start_tls.complete")):
            self._socket = info["return_value"].get_extra_info("socket")

    def _abort(self) -> None:
        """Abort reads and writes in progress.

        It shuts down the socket below TLS, because a TLS shutdown would wait for the reader.
        """
        if self._socket is not None:
            with suppress(OSError):
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)


def _hide_location(answer: httpx2.Response) -> None:
    """Hide the Location header from httpx2, which treats a location that it cannot parse as a broken response."""
    if _LOCATION in answer.headers:
        answer.extensions[_LOCATION] = answer.headers.pop(_LOCATION)


class _Watch:
    """Aborts an exchange at its deadline or when the caller cancels it, from one thread for all exchanges."""

    def __init__(self, stop: threading.Event, abort: Callable[[], None]) -> None:
        self._stop = stop
        self._abort = abort
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_closed = False
        self._seconds = 0.0
        self._deadline: float | None = None
        """In seconds of the monotonic clock; None between two exchanges."""
        self._first_look = 0.0
        """An exchange that is answered at once is not aborted: its page would be requested again."""
        self._error: Exception | None = None

    @contextmanager
    def during(self, seconds: float) -> Iterator[None]:
        """Watch one exchange, which must be complete after ``seconds``."""
        with self._changed:
            now = time.monotonic()
            self._seconds, self._deadline, self._error = seconds, now + seconds, None
            self._first_look = now + _WATCH_INTERVAL
            self._changed.notify()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="http watch", daemon=True)
            self._thread.start()
        try:
            yield
        finally:
            with self._changed:
                self._deadline = None

    def close(self) -> None:
        """End the thread."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()

    def _run(self) -> None:
        with self._changed:
            while not self._is_closed:
                self._changed.wait(None if self._deadline is None else _WATCH_INTERVAL)
                if self._deadline is None or time.monotonic() < self._first_look:
                    continue
                if self._stop.is_set():
                    self._error = Cancelled("stopped during the request")
                elif time.monotonic() > self._deadline:
                    self._error = TooSlow(f"the response was not complete after {self._seconds:g} seconds")
                if self._error is not None:
                    # Repeated, because the connection may only be established after the first call.
                    self._abort()

    def check(self) -> None:
        """Raise the reason for which the exchange was aborted, if it was."""
        if self._error is not None:
            raise self._error


@contextmanager
def _translated_errors(url: str, watch: _Watch) -> Iterator[None]:
    try:
        yield
    except HttpError:
        watch.check()
        raise
    except (httpx2.HTTPError, httpx2.InvalidURL, UnicodeError) as error:
        watch.check()
        raise _translate(error, host_of(url)) from error


_CUT_OFF = ("disconnected", "closed")
"""Words in messages of httpcore2 and h11 for a connection that ended within a response."""


def _translate(error: Exception, host: str) -> HttpError:
    tls_error = next((cause for cause in _causes(error) if isinstance(cause, ssl.SSLError)), None)
    match error:
        case httpx2.ConnectError() if tls_error is not None:
            return Untrusted(_tls_failure(tls_error, host))
        case httpx2.ConnectTimeout() | httpx2.ConnectError() | httpx2.ProxyError():
            return NoNetwork(f"{host} {UNREACHED}: {_cause(error)}")
        case httpx2.TimeoutException():
            return Unavailable(f"{host} sent nothing for {_READ_TIMEOUT:g} seconds")
        case httpx2.RemoteProtocolError() if not any(words in str(error).lower() for words in _CUT_OFF):
            return Unavailable(f"the response from {host} is not valid HTTP")
        case httpx2.RemoteProtocolError() | httpx2.NetworkError():
            return Unavailable(f"the response from {host} was cut off")
        case _:
            return BadAnswer(f"{host} cannot be reached: {error}")


def _cause(error: Exception) -> str:
    if isinstance(error, httpx2.ConnectTimeout):
        return f"no connection within {_CONNECT_TIMEOUT:g} seconds"
    for cause in _causes(error):
        if isinstance(cause, socket.gaierror):
            return NAMELESS
        if isinstance(cause, OSError) and cause.strerror:
            return cause.strerror
    return str(error) or type(error).__name__


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _tls_failure(error: ssl.SSLError, host: str) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        likely_cause = (
            "this system may have no certificates (package ca-certificates)"
            if error.verify_code == _UNKNOWN_AUTHORITY
            else "the clock of this machine may be wrong"
        )
        return (
            f"the certificate of {host} is not trusted ({error.verify_message}): {likely_cause}, "
            "or a network in between answers instead"
        )
    return f"no secure connection to {host} ({error.reason or 'TLS failed'}): a network in between may answer instead"
