"""``arxtui ledger`` after a real refresh from a made-up upstream."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from arxtui.cli.fetching import ledger
from arxtui.demo.faults import Fault
from arxtui.demo.papers.calendar import newest_day
from arxtui.demo.upstream import Upstream
from arxtui.library.views import LedgerRow
from tests.cli.command import objects
from tests.cli.conftest import Call
from tests.homes import corpus, subscribed


@pytest.fixture
def upstream(home: Path) -> Iterator[Upstream]:
    with Upstream(corpus(newest_day(datetime.now(UTC)))) as answering:
        subscribed(home, answering.url, "cs.DC", "cs.LG")
        yield answering


def test_an_empty_ledger_points_to_refresh(call: Call) -> None:
    said = call("ledger")
    assert (said.code, said.out) == (0, "")
    assert "no announcements are stored yet; 'arxtui refresh'" in said.err


def test_events_are_those_of_a_repair(call: Call) -> None:
    said = call("ledger", "--events")
    assert (said.code, said.out) == (2, "")
    assert "--events needs --repair" in said.err


@pytest.mark.usefixtures("upstream")
def test_the_ledger_compares_announced_and_stored_papers_by_day_and_category(call: Call) -> None:
    assert call("refresh").code == 0
    said = call("ledger")
    assert (said.code, said.err) == (0, "")
    head, *rows = said.out.splitlines()
    assert head.split() == "day category announced stored missing new cross repl source state".split()
    assert len(rows) == 2
    for heading in head.split()[2:8]:
        end = head.index(f"  {heading}  ") + 2 + len(heading)
        assert [row[end - 1].isdigit() and row[end] == " " for row in rows] == [True, True], heading
    output = objects(call("ledger", "--json").out)
    assert {(row["missing"], row["source"]) for row in output} == {(0, "feed")}
    assert all(row["announced"] == row["stored"] == row["new"] + row["crosses"] + row["replacements"] for row in output)


def test_a_gap_is_an_alarm_and_exit_code_1_until_it_is_repaired(call: Call, upstream: Upstream) -> None:
    upstream.faults.add("/rss", Fault.HTML)
    upstream.faults.add("/list/cs.LG", Fault.UNAVAILABLE)
    assert call("refresh").code == 3
    said = call("ledger")
    assert said.code == 1
    assert "cs.LG" in said.err.splitlines()[0]
    assert "'arxtui ledger --repair' fetches what is missing" in said.err
    upstream.faults.clear()
    for pace in Path(str(upstream_state(call))).glob("pace-*.json"):
        pace.unlink()
    repaired = call("ledger", "--repair")
    assert repaired.code == 0, repaired.err
    steps = objects(call("ledger", "--repair", "--events").out)
    assert steps[-1]["exit_code"] == 0
    assert not any("category" in step for step in steps), "the table is not among the steps"
    assert {row["missing"] for row in objects(call("ledger", "--json").out)} == {0}
    assert not [hit for hit in upstream.log if hit.path.startswith("/catchup")]


@pytest.mark.usefixtures("upstream")
def test_a_repair_that_fails_ends_as_its_refresh_does(call: Call, upstream: Upstream) -> None:
    upstream.stop()
    assert (call("ledger", "--repair").code, call("ledger", "--repair", "--events").code) == (4, 4)


def upstream_state(call: Call) -> Path:
    """Return the directory in which the pace of requests is stored."""
    (log,) = (line.split(None, 1)[1] for line in call("paths").out.splitlines() if line.startswith("log_file"))
    return Path(log).parent


def test_a_row_has_its_numbers_in_the_order_of_the_headings_and_its_day_once() -> None:
    row = LedgerRow(date(2026, 5, 13), "cs.DC", 1, 2, 3, 4, 5, 6_000, "feed", "missing", "")
    assert ledger._cells(row, None) == ("Wed 2026-05-13", "cs.DC", "1", "2", "3", "4", "5", "6,000", "feed", "missing")
    unknown = LedgerRow(row.day, "cs.LG", None, 0, None, None, None, None, "", "doubtful", "no answer")
    shown = ("", "cs.LG", "?", "0", "?", "?", "?", "?", "-", "doubtful: no answer")
    assert ledger._cells(unknown, row) == shown
    assert ledger._cells(unknown, row._replace(day=date(2026, 5, 14)))[0] == "Wed 2026-05-13"
