"""The table of upstream faults, and what a refresh reports of each, shared by the tests, ``benchmarks/faults.py`` and
``docs/faults.md``."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from arxtui.config.paths import Paths
from arxtui.demo.faults import Fault
from arxtui.demo.server import refused
from arxtui.http.client import LOOPBACK_SECONDS, SECONDS
from arxtui.light import changed
from arxtui.model.arxiv.calendar import next_feed
from arxtui.model.events import Event, EventKind
from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.store.cache.database import Cache
from arxtui.store.cache.papers import Document
from arxtui.sync.refresh.due import BLOCKED_PAUSE, FIRST_PAUSE
from tests.sync.upstream import FEED, NOW, Reader, Upstream, many, running

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


class Observation(NamedTuple):
    """A refresh with a fault: the row of the documentation, the ledger row, the exit status, and the cached documents
    before and after."""

    row: str
    shown: LedgerEntry
    code: int
    before: dict[int, Document]
    after: dict[int, Document]


def observe(case: Case, reader: Reader, upstream: Upstream) -> Observation:
    """Refresh with a fault, a day after the reader's first refresh. The fault stays in place."""
    before = documents(reader.paths)
    upstream.announce(date(2026, 5, 14))
    with ExitStack() as stack:
        if case.fault is None:
            url = stack.enter_context(refused())
            reader.settings = upstream.settings("cs.PF", "cs.DC", url=url)
        else:
            reader.settings = upstream.settings("cs.PF", "cs.DC")
            upstream.faults.add(case.prefix, case.fault, case.count, retry_after=case.retry_after)
        code = reader.refresh()
    shown = state(reader)
    row = f"| {case.name} | {words(shown)} | {pause(shown, reader)} | {code} |"
    return Observation(row, shown, code, before, documents(reader.paths))


def page() -> str:
    """Return ``docs/faults.md``, from a refresh with each fault."""
    with TemporaryDirectory() as folder:
        filled = filled_home(Path(folder, "filled"))
        return INTRODUCTION + "".join(f"{row}\n" for row in _rows(filled, Path(folder)))


def _rows(filled: Path, folder: Path) -> Iterator[str]:
    for number, case in enumerate(CASES):
        paths = Paths.under(shutil.copytree(filled, folder / str(number)))
        with running(few_papers()) as upstream:
            yield observe(case, Reader(paths, upstream.settings(), NOW + timedelta(days=1)), upstream).row


def few_papers() -> Upstream:
    """Return an upstream with 40 papers of one category and 25 of another."""
    return Upstream([*many(40), *many(25, "cs.PF", 1001)])


def filled_home(home: Path) -> Path:
    """Fill a home by a first refresh of cs.PF, and return it."""
    paths = Paths.under(home)
    paths.make()
    with running(few_papers()) as upstream:
        assert Reader(paths, upstream.settings("cs.PF")).refresh() == 0
    return home


def documents(paths: Paths) -> dict[int, Document]:
    """Return the documents in the cache without their sources and without the licence, which only a feed supplies."""
    with Cache.open(paths.cache_db) as cache:
        held = cache.documents(cache.month_keys())
        return {each.key: each._replace(paper=changed(each.paper, license=None), sources=()) for each in held}


def state(reader: Reader) -> LedgerEntry:
    """Return the ledger row of the first target that failed in the pass, or of the first that succeeded if none
    failed."""
    events = failed(reader) or [event for event in reader.events if event.kind is EventKind.DONE]
    return reader.ledger()[events[0].source or "", events[0].target or ""]


def failed(reader: Reader) -> list[Event]:
    """Return the failure events of the targets that were requested in the pass."""
    return [event for event in reader.events if event.kind is EventKind.FAILED and event.next_due]


def words(shown: LedgerEntry) -> str:
    """Return the displayed state, with the host name and time limit of a real host."""
    if shown.outcome is Outcome.OK:
        return "up to date"
    result = re.sub(r"\[Errno \d+\] ", "", shown.reason)
    result = result.replace("127.0.0.1", "HOST").replace(f"{LOOPBACK_SECONDS:g} seconds", f"{SECONDS:g} seconds")
    return result.replace("|", "\\|")


def pause(shown: LedgerEntry, reader: Reader) -> str:
    """Return the time until the target is due again, without jitter."""
    if shown.outcome is Outcome.OK:
        assert shown.next_due > next_feed(reader.now)
        return "the next announcement"
    wait = shown.next_due - reader.now
    if timedelta(0) <= wait - timedelta(seconds=TOO_LONG) <= timedelta(seconds=5):
        return f"in {TOO_LONG} s, as requested"
    first = BLOCKED_PAUSE if shown.status == 403 else FIRST_PAUSE
    assert first <= wait <= 1.25 * first
    return f"in {first // timedelta(minutes=1)} min, then growing pauses"


INTRODUCTION = """# Failures of upstream

Generated by `python -m tests.generate`, which produces each failure over a real socket, at every address of arXiv or,
if it can occur only there, in responses of the query API. "State shown" is the reason in the ledger of requests, shown
beside the time of the last success. "Next due" is the time after the first failure, plus up to a quarter of random
jitter; it doubles with each failure in a row up to six hours (a quarter of an hour without a network). Exit codes: 0
all sources answered, 3 some failed or requested a pause of more than ten minutes, 4 all failed.

In every case, the cache keeps its contents, and the next refresh without the failure fetches everything that the failed
one missed.

| failure | state shown | next due | exit code |
|---|---|---|---|
"""
