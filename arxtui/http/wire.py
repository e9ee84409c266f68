"""One request over httpx: sent, read within its limits, cut when it takes too long or is not wanted any more."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import httpx

from arxtui import __version__
from arxtui.http.body import Body
from arxtui.http.errors import BadAnswer, Cancelled, HttpError, NoNetwork, TooSlow, Unavailable
from arxtui.http.hosts import host_of
from arxtui.model.ledger import NAMELESS, UNREACHED

_CONNECT = 10.0
_SILENCE = 30.0
_WATCH = 0.05
_LOOPBACK = ("all://127.0.0.1", "all://localhost", "all://[::1]")


@dataclass(frozen=True, slots=True)
class Exchange:
    """An answer of any status; ``headers`` are looked up in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def user_agent(contact: str) -> str:
    """``arxtui/VERSION (+contact)``; of the contact only what a header may hold."""
    sent = "".join(letter for letter in contact if letter.isascii() and letter.isprintable() and letter not in "()")
    return f"arxtui/{__version__} (+{sent.strip()})" if sent.strip() else f"arxtui/{__version__}"


class Wire:
    """One connection at a time, kept alive between requests; no redirects followed, nothing unpacked by httpx."""

    def __init__(self, contact: str, stop: threading.Event) -> None:
        self._stop = stop
        self._socket: socket.socket | None = None
        self._client = httpx.Client(
            headers={
                "User-Agent": user_agent(contact),
                "Accept": "application/atom+xml, application/rss+xml, text/xml, */*",
                "Accept-Encoding": "gzip",
            },
            follow_redirects=False,
            timeout=httpx.Timeout(_SILENCE, connect=_CONNECT),
            limits=httpx.Limits(max_connections=1, max_keepalive_connections=1),
            mounts=dict.fromkeys(_LOOPBACK),  # a proxy has no business with this machine's own addresses
        )

    def exchange(
        self, url: str, headers: dict[str, str], body: bytes | None = None, *, limit: int, seconds: float
    ) -> Exchange:
        """Send a GET, with a ``body`` a POST, and read the answer: at most ``limit`` bytes, at most ``seconds`` in all.

        TooSlow, TooLarge, Unavailable (silence, cut off), NoNetwork, BadAnswer, or Cancelled.
        """
        with self._watched(seconds) as watch, _in_words(url, watch):
            method, traced = "GET" if body is None else "POST", {"trace": self._trace}
            with self._client.stream(method, url, headers=headers, content=body, extensions=traced) as answer:
                received = Body(answer.headers.get("content-encoding", "").strip().lower(), limit)
                for chunk in answer.iter_raw():
                    received.add(chunk)
            # A body without a length ends where the watch cut it.
            watch.check()
            return Exchange(answer.status_code, answer.headers, received.finish())

    def close(self) -> None:
        """Close the connection."""
        self._client.close()

    def _trace(self, event: str, told: dict[str, Any]) -> None:
        """Remember the socket under the connection, as httpcore's trace extension shows it."""
        if event.endswith(("connect_tcp.complete", "start_tls.complete")):
            self._socket = told["return_value"].get_extra_info("socket")

    @contextmanager
    def _watched(self, seconds: float) -> Iterator[_Watch]:
        watch = _Watch(self._stop, seconds)
        thread = threading.Thread(target=watch.run, args=(self._cut,), name="http watch", daemon=True)
        thread.start()
        try:
            yield watch
        finally:
            watch.over.set()
            thread.join()

    def _cut(self) -> None:
        """End whatever is being read or written; below TLS, whose own shutdown would wait for the reader."""
        if self._socket is not None:
            with suppress(OSError):
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)


class _Watch:
    """Cuts an exchange once its time is over or it is not wanted any more."""

    def __init__(self, stop: threading.Event, seconds: float) -> None:
        self.over = threading.Event()
        self._stop = stop
        self._seconds = seconds
        self._deadline = time.monotonic() + seconds
        self._why: Exception | None = None

    def run(self, cut: Any) -> None:
        while not self.over.wait(_WATCH):
            if self._stop.is_set():
                self._why = Cancelled("stopped while asking")
            elif time.monotonic() > self._deadline:
                self._why = TooSlow(f"the answer was not complete after {self._seconds:g} seconds")
            if self._why is not None:
                # Again and again: the connection may only now be coming up.
                cut()

    def check(self) -> None:
        """Raise what the exchange was cut for, if it was."""
        if self._why is not None:
            raise self._why


@contextmanager
def _in_words(url: str, watch: _Watch) -> Iterator[None]:
    try:
        yield
    except HttpError:
        watch.check()
        raise
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
        watch.check()
        raise _translated(error, host_of(url)) from error


def _translated(error: Exception, host: str) -> HttpError:
    match error:
        case httpx.ConnectTimeout() | httpx.ConnectError() | httpx.ProxyError():
            return NoNetwork(f"{host} {UNREACHED}: {_cause(error)}")
        case httpx.TimeoutException():
            return Unavailable(f"{host} sent nothing for {_SILENCE:g} seconds")
        case httpx.RemoteProtocolError() | httpx.NetworkError():
            return Unavailable(f"the answer of {host} was cut off")
        case _:
            return BadAnswer(f"{host} cannot be asked: {error}")


def _cause(error: Exception) -> str:
    if isinstance(error, httpx.ConnectTimeout):
        return f"no connection within {_CONNECT:g} seconds"
    below: BaseException | None = error
    while below is not None:
        if isinstance(below, socket.gaierror):
            return NAMELESS
        if isinstance(below, OSError) and below.strerror:
            return below.strerror
        below = below.__cause__ or below.__context__
    return str(error) or type(error).__name__
