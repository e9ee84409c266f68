"""Faults that the loopback server shows on demand: what upstreams, and the networks before them, are known to do."""

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
    """What goes wrong. For a port on which nobody listens see ``server.refused``."""

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


@dataclass(frozen=True, slots=True)
class Armed:
    """A fault for paths that begin with ``prefix``, for ``left`` more requests (None: until removed)."""

    prefix: str
    fault: Fault
    left: int | None = None
    retry_after: str = "1"


class Faults:
    """The faults switched on, of one server. Of several that apply, the one added first is shown."""

    def __init__(self) -> None:
        self._armed: list[Armed] = []
        self._lock = threading.Lock()

    def add(self, prefix: str, fault: Fault, count: int | None = None, *, retry_after: int | str = 1) -> None:
        """Show ``fault`` to the next ``count`` requests (None: to all) whose path and query begin with ``prefix``.

        ``retry_after`` is the header's value where the fault has one: seconds or an HTTP date.
        """
        with self._lock:
            self._armed.append(Armed(prefix, fault, count, str(retry_after)))

    def remove(self, prefix: str) -> None:
        """Switch off every fault that was added for this prefix."""
        with self._lock:
            self._armed = [armed for armed in self._armed if armed.prefix != prefix]

    def clear(self) -> None:
        """Switch off every fault."""
        with self._lock:
            self._armed.clear()

    def take(self, target: str) -> Armed | None:
        """The fault for a request, counted; None when all is well."""
        with self._lock:
            for place, armed in enumerate(self._armed):
                if target.startswith(armed.prefix):
                    if armed.left is not None:
                        self._armed[place : place + 1] = [replace(armed, left=armed.left - 1)] * (armed.left > 1)
                    return armed
        return None


@dataclass(frozen=True, slots=True)
class Misbehaviour:
    """How an answer is sent: ``reply`` in one piece, then ``more``, and the connection closed after it if ``close``."""

    reply: Reply
    more: Callable[[threading.Event], Iterable[bytes]] | None = None
    close: bool = False
    wire: bytes | None = None

    def pieces(self, stopping: threading.Event) -> Iterator[bytes]:
        """What goes over the wire, piece by piece."""
        yield self.reply.encode() if self.wire is None else self.wire
        if self.more is not None:
            yield from self.more(stopping)


def misbehave(armed: Armed, answer: Callable[[], Reply], target: str) -> Misbehaviour:
    """The behaviour of a fault; ``answer`` gives the sound reply that some faults spoil."""
    if armed.fault in _REPLIES:
        return Misbehaviour(_REPLIES[armed.fault](armed, target))
    if armed.fault in _SPOILED:
        return Misbehaviour(_SPOILED[armed.fault](answer()))
    return _WIRE[armed.fault](answer)


def _plain(status: int, text: str = "", **headers: str) -> Reply:
    return Reply(status, text.encode(), headers={name.replace("_", "-"): value for name, value in headers.items()})


def _html(status: int, title: str) -> Reply:
    page = f"<!DOCTYPE html>\n<html><head><title>{title}</title></head><body><h1>{title}</h1></body></html>\n"
    return Reply(status, page.encode(), "text/html; charset=utf-8")


_REPLIES: dict[Fault, Callable[[Armed, str], Reply]] = {
    Fault.RATE_LIMITED: lambda armed, target: _plain(429, "Rate exceeded."),
    Fault.RATE_LIMITED_RETRY_AFTER: lambda armed, target: _plain(429, "Rate exceeded.", Retry_After=armed.retry_after),
    Fault.NOT_ACCEPTABLE: lambda armed, target: _html(406, "Not Acceptable"),
    Fault.FORBIDDEN: lambda armed, target: _html(403, "Forbidden"),
    Fault.SERVER_ERROR: lambda armed, target: _html(500, "Internal Server Error"),
    Fault.UNAVAILABLE: lambda armed, target: _html(503, "Service Unavailable"),
    Fault.UNAVAILABLE_RETRY_AFTER: lambda armed, target: _plain(503, "Unavailable\n", Retry_After=armed.retry_after),
    Fault.RATE_EXCEEDED: lambda armed, target: _plain(200, "Rate exceeded."),
    Fault.HTML: lambda armed, target: _html(200, "Scheduled maintenance"),
    Fault.REDIRECT_LOOP: lambda armed, target: _plain(302, Location=target),
    Fault.REDIRECT_TO_FILE: lambda armed, target: _plain(302, Location="file:///etc/hostname"),
}

_ENTRY = re.compile(rb"\s*<entry>.*?</entry>", re.S)


def _without_entries(reply: Reply) -> Reply:
    return replace(reply, body=_ENTRY.sub(b"", reply.body))


def _with_first_entry(reply: Reply) -> Reply:
    seen = iter(range(1))
    return replace(reply, body=_ENTRY.sub(lambda found: found[0] if next(seen, None) == 0 else b"", reply.body))


def _with_wrong_charset(reply: Reply) -> Reply:
    return replace(reply, content_type=f"{reply.content_type.partition(';')[0]}; charset=utf-16")


_NAMED = re.compile(rb"<title>(?:[^<]* updates on arXiv\.org|arXiv Query: search_query=[^&]*)")


def _of_another_category(reply: Reply) -> Reply:
    def other(found: re.Match[bytes]) -> bytes:
        if b"Query" in found[0]:
            return b"<title>arXiv Query: search_query=cat:quant-ph"
        return b"<title>quant-ph updates on arXiv.org"

    return replace(reply, body=_NAMED.sub(other, reply.body, count=1))


_SPOILED: dict[Fault, Callable[[Reply], Reply]] = {
    Fault.EMPTY_PAGE: _without_entries,
    Fault.SHORT_PAGE: _with_first_entry,
    Fault.WRONG_CHARSET: _with_wrong_charset,
    Fault.OTHER_ANSWER: _of_another_category,
}


def _cut_off(answer: Callable[[], Reply]) -> Misbehaviour:
    reply = answer()
    whole = reply.encode()
    return Misbehaviour(reply, wire=whole[: len(whole) - max(1, len(reply.body) // 2)], close=True)


def _endless(answer: Callable[[], Reply]) -> Misbehaviour:
    def more(stopping: threading.Event) -> Iterator[bytes]:
        while not stopping.is_set():
            yield b" " * 65536

    begun = _without_length(answer())
    return Misbehaviour(begun, more, close=True, wire=_unmeasured(begun))


def _slow_drip(answer: Callable[[], Reply]) -> Misbehaviour:
    def more(stopping: threading.Event) -> Iterator[bytes]:
        while not stopping.wait(0.05):
            yield b" "

    begun = _without_length(answer())
    return Misbehaviour(begun, more, close=True, wire=_unmeasured(begun))


def _without_length(reply: Reply) -> Reply:
    start = reply.body[: reply.body.find(b">") + 1]
    return replace(reply, body=start, headers={**reply.headers, "Connection": "close"})


def _unmeasured(reply: Reply) -> bytes:
    return re.sub(rb"Content-Length: \d+\r\n", b"", reply.encode(), count=1)


def _gzip_bomb(answer: Callable[[], Reply]) -> Misbehaviour:
    return Misbehaviour(Reply(200, _bomb(), "application/atom+xml; charset=utf-8", {"Content-Encoding": "gzip"}))


@cache
def _bomb() -> bytes:
    """128 MiB of zeros in about 128 kB of gzip."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    block = bytes(1 << 20)
    return b"".join([*(packer.compress(block) for _ in range(128)), packer.flush()])


_WIRE: dict[Fault, Callable[[Callable[[], Reply]], Misbehaviour]] = {
    Fault.CUT_OFF: _cut_off,
    Fault.ENDLESS: _endless,
    Fault.SLOW_DRIP: _slow_drip,
    Fault.GZIP_BOMB: _gzip_bomb,
}
