"""Faults of the loopback server, on demand: failures that upstreams, and the networks before them, are known for."""

from __future__ import annotations

import re
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from arxtui.demo.messages import Reply


class Fault(StrEnum):
    """The faults. For a port without a listener, see ``server.refused``."""

    RATE_LIMITED = "429"
    RATE_LIMITED_RETRY_AFTER = "429 with Retry-After"
    NOT_ACCEPTABLE = "406"
    FORBIDDEN = "403"
    SERVER_ERROR = "500"
    UNAVAILABLE = "503"
    UNAVAILABLE_RETRY_AFTER = "503 with Retry-After"
    RATE_EXCEEDED = "200 'Rate exceeded.'"
    EMPTY_PAGE = "empty page that claims more"
    SHORT_PAGE = "short page that claims more"
    OTHER_ANSWER = "answer to another request"
    CUT_OFF = "cut-off body"
    HTML = "HTML instead of XML"
    WRONG_CHARSET = "wrong charset"
    ENDLESS = "endless body"
    SLOW_DRIP = "slow drip"
    REDIRECT_LOOP = "redirect loop"
    REDIRECT_TO_FILE = "redirect to a file"
    GZIP_BOMB = "gzip bomb"
    BAD_GATEWAY = "502"
    TIMED_OUT = "504"
    NOT_FOUND = "404"
    GONE = "410"
    NO_CONTENT = "204"
    UNASKED_NOT_MODIFIED = "unrequested 304"
    EMPTY_BODY = "empty body"
    JSON = "JSON instead of XML"
    BYTES = "meaningless bytes"
    NULS = "zero bytes in the body"
    ENTITY_BOMB = "expanding entities"
    TWICE = "the response twice"
    REDIRECT_NOWHERE = "redirect without an address"
    REDIRECT_UNREACHABLE = "redirect to a closed port"
    NO_ANSWER = "connection closed without an answer"
    NO_HTTP = "no HTTP"
    CUT_HEADERS = "cut-off headers"
    LONG_HEADERS = "endless headers"
    BROKEN_CHUNKS = "broken chunks"
    BROKEN_GZIP = "invalid gzip"
    UNKNOWN_CODING = "unknown content coding"


@dataclass(frozen=True, slots=True)
class ActiveFault:
    """A fault for targets that begin with ``prefix``, for ``left`` more requests (None: until removed)."""

    prefix: str
    fault: Fault
    left: int | None = None
    retry_after: str = "1"


class Faults:
    """The active faults of one server. If several apply to a request, the one added first is used."""

    def __init__(self) -> None:
        self._active: list[ActiveFault] = []
        self._lock = threading.Lock()

    def add(self, prefix: str, fault: Fault, count: int | None = None, *, retry_after: int | str = 1) -> None:
        """Apply ``fault`` to the next ``count`` requests (None: all) whose path and query begin with ``prefix``.

        ``retry_after`` is the value of the header, if the fault has one: seconds or an HTTP date.
        """
        with self._lock:
            self._active.append(ActiveFault(prefix, fault, count, str(retry_after)))

    def remove(self, prefix: str) -> None:
        """Switch off every fault that was added for this prefix."""
        with self._lock:
            self._active = [active for active in self._active if active.prefix != prefix]

    def clear(self) -> None:
        """Switch off every fault."""
        with self._lock:
            self._active.clear()

    def take(self, target: str) -> ActiveFault | None:
        """Return the fault for a request, and count the request; None if no fault applies."""
        with self._lock:
            for place, active in enumerate(self._active):
                if target.startswith(active.prefix):
                    if active.left is not None:
                        self._active[place : place + 1] = [replace(active, left=active.left - 1)] * (active.left > 1)
                    return active
        return None


@dataclass(frozen=True, slots=True)
class Transmission:
    """How a response is sent: ``reply`` (or ``wire`` instead of its bytes), then ``more``; the connection is closed
    after it if ``close``."""

    reply: Reply
    more: Callable[[threading.Event], Iterable[bytes]] | None = None
    close: bool = False
    wire: bytes | None = None

    def pieces(self, stopping: threading.Event) -> Iterator[bytes]:
        """Yield the bytes to send, one piece at a time."""
        yield self.reply.encode() if self.wire is None else self.wire
        if self.more is not None:
            yield from self.more(stopping)


def transmission_of(active: ActiveFault, answer: Callable[[], Reply], target: str) -> Transmission:
    """Return the response for a fault. ``answer`` returns the sound reply, which some faults alter."""
    if active.fault in _REPLIES:
        return Transmission(_REPLIES[active.fault](active, target))
    if active.fault in _ALTERED:
        return Transmission(_ALTERED[active.fault](answer()))
    return _WIRE[active.fault](answer)


def _plain(status: int, text: str = "", **headers: str) -> Reply:
    return Reply(status, text.encode(), headers={name.replace("_", "-"): value for name, value in headers.items()})


def _html(status: int, title: str) -> Reply:
    page = f"<!DOCTYPE html>\n<html><head><title>{title}</title></head><body><h1>{title}</h1></body></html>\n"
    return Reply(status, page.encode(), "text/html; charset=utf-8")


_ENTITIES = (
    b'<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY a0 "ha">'
    + b"".join(b'<!ENTITY a%d "&a%d;&a%d;">' % (number, number - 1, number - 1) for number in range(1, 40))
    + b"]><feed>&a39;</feed>"
)

_REPLIES: dict[Fault, Callable[[ActiveFault, str], Reply]] = {
    Fault.RATE_LIMITED: lambda active, target: _plain(429, "Rate exceeded."),
    Fault.RATE_LIMITED_RETRY_AFTER: lambda active, target: _plain(
        429, "Rate exceeded.", Retry_After=active.retry_after
    ),
    Fault.NOT_ACCEPTABLE: lambda active, target: _html(406, "Not Acceptable"),
    Fault.FORBIDDEN: lambda active, target: _html(403, "Forbidden"),
    Fault.SERVER_ERROR: lambda active, target: _html(500, "Internal Server Error"),
    Fault.UNAVAILABLE: lambda active, target: _html(503, "Service Unavailable"),
    Fault.UNAVAILABLE_RETRY_AFTER: lambda active, target: _plain(503, "Unavailable\n", Retry_After=active.retry_after),
    Fault.RATE_EXCEEDED: lambda active, target: _plain(200, "Rate exceeded."),
    Fault.HTML: lambda active, target: _html(200, "Scheduled maintenance"),
    Fault.REDIRECT_LOOP: lambda active, target: _plain(302, Location=target),
    Fault.REDIRECT_TO_FILE: lambda active, target: _plain(302, Location="file:///etc/hostname"),
    Fault.BAD_GATEWAY: lambda active, target: _html(502, "Bad Gateway"),
    Fault.TIMED_OUT: lambda active, target: _html(504, "Gateway Timeout"),
    Fault.NOT_FOUND: lambda active, target: _html(404, "Not Found"),
    Fault.GONE: lambda active, target: _html(410, "Gone"),
    Fault.NO_CONTENT: lambda active, target: Reply(204),
    Fault.UNASKED_NOT_MODIFIED: lambda active, target: Reply(304),
    Fault.EMPTY_BODY: lambda active, target: Reply(200, b"", "application/atom+xml; charset=utf-8"),
    Fault.JSON: lambda active, target: Reply(200, b'{"status": "ok", "results": []}', "application/json"),
    Fault.BYTES: lambda active, target: Reply(200, bytes(range(256)) * 64, "application/octet-stream"),
    Fault.ENTITY_BOMB: lambda active, target: Reply(200, _ENTITIES, "application/atom+xml; charset=utf-8"),
    Fault.REDIRECT_NOWHERE: lambda active, target: _plain(302),
    Fault.REDIRECT_UNREACHABLE: lambda active, target: _plain(302, Location="http://127.0.0.1:1/"),
}

_ENTRY = re.compile(rb"\s*<entry>.*?</entry>", re.S)


def _without_entries(reply: Reply) -> Reply:
    return replace(reply, body=_ENTRY.sub(b"", reply.body))


def _with_first_entry(reply: Reply) -> Reply:
    seen = iter(range(1))
    return replace(reply, body=_ENTRY.sub(lambda match: match[0] if next(seen, None) == 0 else b"", reply.body))


def _with_wrong_charset(reply: Reply) -> Reply:
    return replace(reply, content_type=f"{reply.content_type.partition(';')[0]}; charset=utf-16")


_TITLE = re.compile(rb"<title>(?:[^<]* updates on arXiv\.org|arXiv Query: search_query=[^&]*)")


def _of_another_category(reply: Reply) -> Reply:
    def other(match: re.Match[bytes]) -> bytes:
        if b"Query" in match[0]:
            return b"<title>arXiv Query: search_query=cat:quant-ph"
        return b"<title>quant-ph updates on arXiv.org"

    return replace(reply, body=_TITLE.sub(other, reply.body, count=1))


_ALTERED: dict[Fault, Callable[[Reply], Reply]] = {
    Fault.EMPTY_PAGE: _without_entries,
    Fault.SHORT_PAGE: _with_first_entry,
    Fault.WRONG_CHARSET: _with_wrong_charset,
    Fault.OTHER_ANSWER: _of_another_category,
    Fault.NULS: lambda reply: replace(reply, body=reply.body.replace(b">", b">\0\0\0")),
    Fault.TWICE: lambda reply: replace(reply, body=reply.body * 2),
    Fault.BROKEN_GZIP: lambda reply: replace(reply, headers={**reply.headers, "Content-Encoding": "gzip"}),
    Fault.UNKNOWN_CODING: lambda reply: replace(reply, headers={**reply.headers, "Content-Encoding": "x-secret"}),
}


def _cut_off(answer: Callable[[], Reply]) -> Transmission:
    reply = answer()
    whole = reply.encode()
    return Transmission(reply, wire=whole[: len(whole) - max(1, len(reply.body) // 2)], close=True)


def _endless(answer: Callable[[], Reply]) -> Transmission:
    def more(stopping: threading.Event) -> Iterator[bytes]:
        while not stopping.is_set():
            yield b" " * 65536

    begun = _without_length(answer())
    return Transmission(begun, more, close=True, wire=_unmeasured(begun))


def _slow_drip(answer: Callable[[], Reply]) -> Transmission:
    def more(stopping: threading.Event) -> Iterator[bytes]:
        while not stopping.wait(0.05):
            yield b" "

    begun = _without_length(answer())
    return Transmission(begun, more, close=True, wire=_unmeasured(begun))


def _without_length(reply: Reply) -> Reply:
    start = reply.body[: reply.body.find(b">") + 1]
    return replace(reply, body=start, headers={**reply.headers, "Connection": "close"})


def _unmeasured(reply: Reply) -> bytes:
    return re.sub(rb"Content-Length: \d+\r\n", b"", reply.encode(), count=1)


def _gzip_bomb(answer: Callable[[], Reply]) -> Transmission:
    return Transmission(Reply(200, _bomb(), "application/atom+xml; charset=utf-8", {"Content-Encoding": "gzip"}))


@cache
def _bomb() -> bytes:
    """Return 128 MiB of zeros as about 128 kB of gzip."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    block = bytes(1 << 20)
    return b"".join([*(packer.compress(block) for _ in range(128)), packer.flush()])


def _raw(change: Callable[[Reply], bytes]) -> Callable[[Callable[[], Reply]], Transmission]:
    """Return a fault that sends the bytes that ``change`` returns for the sound reply, then closes the connection."""

    def send(answer: Callable[[], Reply]) -> Transmission:
        reply = answer()
        return Transmission(reply, wire=change(reply), close=True)

    return send


def _with_long_headers(reply: Reply) -> bytes:
    head, _, body = reply.encode().partition(b"\r\n\r\n")
    return (
        head + b"".join(b"\r\nX-Header-%d: %s" % (number, b"x" * 900) for number in range(1_000)) + b"\r\n\r\n" + body
    )


def _in_broken_chunks(reply: Reply) -> bytes:
    head = _unmeasured(reply).partition(b"\r\n\r\n")[0]
    return head + b"\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n" + reply.body[:16] + b"\r\nno number\r\n" + reply.body


_WIRE: dict[Fault, Callable[[Callable[[], Reply]], Transmission]] = {
    Fault.CUT_OFF: _cut_off,
    Fault.ENDLESS: _endless,
    Fault.SLOW_DRIP: _slow_drip,
    Fault.GZIP_BOMB: _gzip_bomb,
    Fault.NO_ANSWER: _raw(lambda reply: b""),
    Fault.NO_HTTP: _raw(lambda reply: b"220 mail.example.org ESMTP\r\n"),
    Fault.CUT_HEADERS: _raw(lambda reply: reply.encode()[:60]),
    Fault.LONG_HEADERS: _raw(_with_long_headers),
    Fault.BROKEN_CHUNKS: _raw(_in_broken_chunks),
}
