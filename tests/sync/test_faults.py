"""What a reader sees of each upstream fault. These tests write and check the table in ``docs/faults.md``.

``ARXTUI_WRITE_DOCS=1 pytest tests/sync/test_faults.py -n 0`` writes the page again.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.server import refused
from arxtui.http.client import LOOPBACK_SECONDS, SECONDS
from arxtui.model.arxiv.calendar import next_feed
from arxtui.model.events import Event, EventKind
from arxtui.model.expr import EVERYTHING
from arxtui.model.frozen import changed
from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.search.index import SearchIndex
from arxtui.store.cache.database import Cache
from arxtui.store.cache.indexed import Document
from arxtui.sync.refresh.due import BLOCKED_PAUSE, FIRST_PAUSE
from tests.sync.fault_table import CASES, TOO_LONG, Case
from tests.sync.upstream import NOW, Reader, Upstream, many, running

PAGE = Path(__file__).resolve().parents[2] / "docs" / "faults.md"


@dataclass(frozen=True)
class Row:
    """A row of the table."""

    fault: str
    state: str
    due: str
    code: int

    def __str__(self) -> str:
        return f"| {self.fault} | {self.state} | {self.due} | {self.code} |"


@pytest.fixture(scope="module")
def made() -> Iterator[dict[str, Row]]:
    """The rows by fault; if ``ARXTUI_WRITE_DOCS`` is 1, they are written into the page at the end."""
    rows: dict[str, Row] = {}
    yield rows
    if os.environ.get("ARXTUI_WRITE_DOCS") == "1" and len(rows) == len(CASES):
        table = "\n".join(str(rows[case.name]) for case in CASES)
        PAGE.write_text(INTRODUCTION + table + "\n", encoding="utf-8")


def few_papers() -> Upstream:
    return Upstream([*many(40), *many(25, "cs.PF", 1001)])


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    with running(few_papers()) as answering:
        yield answering


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home after a first refresh of cs.PF."""
    paths = Paths.under(tmp_path_factory.mktemp("filled"))
    paths.make()
    with running(few_papers()) as answering:
        assert Reader(paths, answering.settings("cs.PF")).refresh() == 0
    return paths.config.parent


@pytest.fixture
def paths(filled: Path, tmp_path: Path) -> Paths:
    return Paths.under(shutil.copytree(filled, tmp_path / "home"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_fault_is_told_loses_nothing_and_is_made_good(
    case: Case, paths: Paths, upstream: Upstream, made: dict[str, Row]
) -> None:
    reader = Reader(paths, upstream.settings("cs.PF"), NOW + timedelta(days=1))
    before = documents(paths)
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
        after = documents(paths)
    made[case.name] = row = Row(case.name, words(shown), pause(shown, reader), code)
    assert before.items() <= after.items()
    assert all("Gödel" in document.paper.abstract for document in after.values())
    assert (code == 0) == (shown.outcome is Outcome.OK)
    assert shown.next_due > reader.now
    assert reader.events[-1].exit_code == code
    if os.environ.get("ARXTUI_WRITE_DOCS") != "1":
        assert str(row) in PAGE.read_text(encoding="utf-8")

    upstream.faults.clear()
    reader.settings = upstream.settings("cs.PF", "cs.DC")
    reader.now = max([reader.now, *(event.next_due for event in failed(reader) if event.next_due)])
    forget_pace(paths)
    assert reader.refresh() == 0
    assert {entry.outcome for entry in reader.ledger().values()} == {Outcome.OK}
    assert reader.count() == len(upstream.entries)
    assert SearchIndex.open(paths.index).count(EVERYTHING) == len(upstream.entries)
    with Cache.open(paths.cache_db) as cache:
        assert cache.announcements.days(1) == [(upstream.day, 25)]
        assert cache.papers.incomplete(5) == []


def test_the_page_has_a_row_for_every_fault_and_no_other() -> None:
    if os.environ.get("ARXTUI_WRITE_DOCS") != "1":
        listed = re.findall(r"^\| ([^|]+) \| .* \|$", PAGE.read_text(encoding="utf-8"), re.M)
        assert listed[1:] == [case.name for case in CASES]


def documents(paths: Paths) -> dict[int, Document]:
    """Return the documents in the cache without their sources and without the licence, which only a feed supplies."""
    with Cache.open(paths.cache_db) as cache:
        held = cache.documents(cache.month_keys())
        return {each.key: each._replace(paper=changed(each.paper, license=None), sources=()) for each in held}


def state(reader: Reader) -> LedgerEntry:
    """Return the ledger row of the first target that failed in the pass, or of the first that succeeded if none
    failed."""
    told = failed(reader) or [event for event in reader.events if event.kind is EventKind.DONE]
    return reader.ledger()[told[0].source or "", told[0].target or ""]


def failed(reader: Reader) -> list[Event]:
    """Return the failure events of the targets that were requested in the pass."""
    return [event for event in reader.events if event.kind is EventKind.FAILED and event.next_due]


def words(shown: LedgerEntry) -> str:
    """Return the displayed state, with the host name and time limit of a real host."""
    if shown.outcome is Outcome.OK:
        return "up to date"
    told = re.sub(r"\[Errno \d+\] ", "", shown.reason)
    told = told.replace("127.0.0.1", "HOST").replace(f"{LOOPBACK_SECONDS:g} seconds", f"{SECONDS:g} seconds")
    return told.replace("|", "\\|")


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


def forget_pace(paths: Paths) -> None:
    """Delete the pacers' files, which store the requested pauses by the wall clock and not by the test's clock."""
    for file in paths.state.glob("pace-*.json"):
        file.unlink()


INTRODUCTION = """# Failures of upstream

Generated by `tests/sync/test_faults.py`, which produces each failure over a real socket, at every address of arXiv or,
if it can occur only there, in responses of the query API. "State shown" is the reason in the ledger of requests, shown
beside the time of the last success. "Next due" is the time after the first failure, plus up to a quarter of random
jitter; it doubles with each failure in a row up to six hours (a quarter of an hour without a network). Exit codes: 0
all sources answered, 3 some failed or requested a pause of more than ten minutes, 4 all failed.

In every case, the cache keeps its contents, and the next refresh without the failure fetches everything that the failed
one missed.

| failure | state shown | next due | exit code |
|---|---|---|---|
"""
