"""A small HTTP/1.1 server on the loopback address: calls a handler function, logs requests, and fails on demand."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from arxtui.demo.faults import Faults, Transmission, transmission_of
from arxtui.demo.messages import Reply, Request


@dataclass(frozen=True, slots=True)
class Hit:
    """A request in the server's log. ``at`` and ``finished`` are the ``time.monotonic`` seconds of its receipt and of
    the end of its response; ``wall`` and ``ended`` are the same times by the server's clock (aware UTC). ``path``
    includes the query. Until the response has been sent, ``status`` is 0, ``finished`` and ``ended`` are None."""

    at: float
    wall: datetime
    method: str
    path: str
    headers: dict[str, str]
    status: int = 0
    finished: float | None = None
    ended: datetime | None = None


Handler = Callable[[Request], Reply]
Clock = Callable[[], datetime]


class Server:
    """Serves ``handler`` on 127.0.0.1 at a free port, from :meth:`start` to :meth:`stop`; also a context manager.

    ``clock`` returns the time for the log, aware UTC.
    """

    def __init__(self, handler: Handler, clock: Clock | None = None) -> None:
        self.handler = handler
        self._clock = clock or _now
        self.faults = Faults()
        self.stopping = threading.Event()
        self._hits: list[Hit] = []
        self._lock = threading.Lock()
        self._listener = _Listener(self)
        self._thread = threading.Thread(target=self._listener.serve_forever, args=(0.02,), name="loopback server")

    @property
    def url(self) -> str:
        """``http://127.0.0.1:PORT``, without a slash at the end."""
        return f"http://127.0.0.1:{self._listener.server_address[1]}"

    @property
    def log(self) -> list[Hit]:
        """All requests so far, in the order of receipt."""
        with self._lock:
            return list(self._hits)

    def start(self) -> Self:
        """Start the server thread. Returns the server."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Close every connection, and wait until all threads have ended."""
        self.stopping.set()
        if self._thread.is_alive():
            self._listener.shutdown()
            self._thread.join()
        self._listener.hang_up()
        self._listener.server_close()

    def log_request(self, request: Request) -> int:
        """Log a request. Returns its number."""
        hit = Hit(time.monotonic(), self._clock(), request.method, request.target, request.headers)
        with self._lock:
            self._hits.append(hit)
            return len(self._hits) - 1

    def log_status(self, number: int, status: int) -> None:
        """Log the status of the response to a request."""
        with self._lock:
            self._hits[number] = replace(self._hits[number], status=status)

    def log_end(self, number: int) -> None:
        """Log that the response to a request is complete; only the first call for a request counts."""
        with self._lock:
            if self._hits[number].finished is None:
                self._hits[number] = replace(self._hits[number], finished=time.monotonic(), ended=self._clock())

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()


class _Listener(ThreadingHTTPServer):
    daemon_threads = False
    request_queue_size = 64

    def __init__(self, owner: Server) -> None:
        self.owner = owner
        self._open: set[socket.socket] = set()
        self._open_lock = threading.Lock()
        super().__init__(("127.0.0.1", 0), _Exchange)

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._open_lock:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self._open_lock:
            self._open.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        with self._open_lock:
            for connection in self._open:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print nothing: a client that closed the connection is no error."""


class _Exchange(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Listener

    def do_GET(self) -> None:
        self._exchange()

    def do_POST(self) -> None:
        self._exchange(self.rfile.read(int(self.headers.get("Content-Length") or 0)))

    def _exchange(self, body: bytes = b"") -> None:
        owner = self.server.owner
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.command, self.path, headers, body)
        number = owner.log_request(request)
        try:
            active = owner.faults.take(self.path)
            if active is None:
                transmission = Transmission(_answer(owner.handler, request))
            else:
                transmission = transmission_of(active, lambda: _answer(owner.handler, request), self.path)
            owner.log_status(number, transmission.reply.status)
            self.close_connection = self.close_connection or transmission.close
            if transmission.more is None:
                # Logged before the send: the client can send its next request before this thread continues.
                owner.log_end(number)
            for piece in transmission.pieces(owner.stopping):
                self.wfile.write(piece)
        finally:
            owner.log_end(number)

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing: the server has its own log."""


def _now() -> datetime:
    return datetime.now(UTC)


def _answer(handler: Handler, request: Request) -> Reply:
    try:
        return handler(request)
    except Exception as error:
        return Reply(500, f"{type(error).__name__}: {error}\n".encode())


@contextlib.contextmanager
def refused() -> Iterator[str]:
    """Yield the URL of a port that refuses connections as long as the context lasts."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
