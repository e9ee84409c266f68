"""The table of upstream faults, shared by the tests and ``benchmarks/faults.py``."""

from __future__ import annotations

from dataclasses import dataclass

from arxtui.demo.faults import Fault
from tests.sync.upstream import FEED

TOO_LONG = 700
_A_YEAR_AGO = "Wed, 13 May 2025 12:00:00 GMT"


@dataclass(frozen=True)
class Case:
    """A fault at every arXiv address until it is cleared; ``prefix`` limits the addresses and ``count`` the number of
    responses."""

    name: str
    fault: Fault | None
    prefix: str = "/"
    count: int | None = None
    retry_after: int | str = TOO_LONG


CASES = (
    Case("429 without `Retry-After`", Fault.RATE_LIMITED),
    Case("429 with `Retry-After: 700`", Fault.RATE_LIMITED_RETRY_AFTER),
    Case("429 with `Retry-After: 1`, once", Fault.RATE_LIMITED_RETRY_AFTER, FEED, 1, 1),
    Case("429 with `Retry-After: 0`", Fault.RATE_LIMITED_RETRY_AFTER, retry_after=0),
    Case("406", Fault.NOT_ACCEPTABLE),
    Case("403", Fault.FORBIDDEN),
    Case("503 without `Retry-After`", Fault.UNAVAILABLE),
    Case("503 with `Retry-After: 700`", Fault.UNAVAILABLE_RETRY_AFTER),
    Case("500", Fault.SERVER_ERROR),
    Case("200 with the body `Rate exceeded.`", Fault.RATE_EXCEEDED),
    Case("empty page that claims more", Fault.EMPTY_PAGE),
    Case("short page that claims more", Fault.SHORT_PAGE),
    Case("feed or answer of another category", Fault.OTHER_ANSWER),
    Case("cut-off body", Fault.CUT_OFF),
    Case("HTML instead of XML", Fault.HTML),
    Case("wrong charset in the header", Fault.WRONG_CHARSET),
    Case("endless body", Fault.ENDLESS),
    Case("slow drip", Fault.SLOW_DRIP),
    Case("redirect loop", Fault.REDIRECT_LOOP),
    Case("redirect to a file", Fault.REDIRECT_TO_FILE),
    Case("decompression bomb", Fault.GZIP_BOMB),
    Case("refused connection", None),
    Case("502", Fault.BAD_GATEWAY),
    Case("504", Fault.TIMED_OUT),
    Case("404", Fault.NOT_FOUND),
    Case("410", Fault.GONE),
    Case("204", Fault.NO_CONTENT),
    Case("unrequested 304", Fault.UNASKED_NOT_MODIFIED),
    Case("503 with `Retry-After: soon`", Fault.UNAVAILABLE_RETRY_AFTER, retry_after="soon"),
    Case("503 with a `Retry-After` of a year ago", Fault.UNAVAILABLE_RETRY_AFTER, retry_after=_A_YEAR_AGO),
    Case("empty body", Fault.EMPTY_BODY),
    Case("JSON instead of XML", Fault.JSON),
    Case("meaningless bytes", Fault.BYTES),
    Case("zero bytes in the body", Fault.NULS),
    Case("expanding entities", Fault.ENTITY_BOMB),
    Case("the response twice", Fault.TWICE),
    Case("redirect without an address", Fault.REDIRECT_NOWHERE),
    Case("redirect to a closed port", Fault.REDIRECT_UNREACHABLE),
    Case("connection closed without an answer", Fault.NO_ANSWER),
    Case("no HTTP", Fault.NO_HTTP),
    Case("cut-off headers", Fault.CUT_HEADERS),
    Case("endless headers", Fault.LONG_HEADERS),
    Case("broken chunks", Fault.BROKEN_CHUNKS),
    Case("invalid gzip", Fault.BROKEN_GZIP),
    Case("unknown content coding", Fault.UNKNOWN_CODING),
)
"""Every kind of fault that the loopback server can produce."""
