"""``arxtui harvest`` as users and scripts run it."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from arxtui.demo.faults import Fault
from arxtui.model.events import Event, EventKind
from tests.child import Child
from tests.cli.command import COMMAND, environ, run_here
from tests.cli.conftest import Call
from tests.sync.harvest.harvesting import Repository, record, running


@pytest.fixture
def repository(home: Path) -> Iterator[Repository]:
    with running(Repository()) as answering:
        (home / "config").mkdir(parents=True)
        (home / "config" / "config.toml").write_text(f'[arxiv]\noai_url = "{answering.url}"\n')
        yield answering


def test_a_harvest_prints_its_counts_and_the_next_command_and_its_papers_are_listed(
    call: Call, repository: Repository
) -> None:
    said = call("harvest", "--set", "cs.DC")
    day = repository.now.date()
    assert (said.code, said.out) == (0, "")
    assert said.err.splitlines() == [
        "cs.DC: from the beginning",
        "arXiv harvest of cs.DC: 35 new, 0 changed, 0 same (35 records in 4 pages)",
        f"cs.DC has been harvested up to {day}; 'arxtui harvest --set cs.DC' fetches later changes",
    ]
    assert "Bounded Staleness, Part 35" in call("list", "--limit", "1").out


def test_each_step_is_an_event_if_events_are_requested(call: Call, repository: Repository) -> None:
    events = [Event.from_json(line) for line in call("harvest", "--events").out.splitlines()]
    assert [event.kind for event in events] == [
        EventKind.STARTED,
        EventKind.SOURCE,
        *[EventKind.PAGE] * 4,
        EventKind.DONE,
        EventKind.FINISHED,
    ]
    assert (events[-1].exit_code, events[-2].new) == (0, 35)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--set", ""), "an empty --set would harvest all of arXiv; leave --set out for that"),
        (("--set", " "), "an empty --set would harvest all of arXiv; leave --set out for that"),
        (("--set", "cs.DD"), "arXiv has no set 'cs.DD'; examples of sets are cs, hep-th and cs.DC"),
        (("--set", "hepth"), "arXiv has no set 'hepth'; did you mean hep-th?"),
        (("--from", "2026-05-02", "--until", "2026-05-01"), "--from 2026-05-02 is later than --until 2026-05-01"),
        (("--from", "2999-01-01"), "--from 2999-01-01 is in the future: today is"),
        (("--from", "soon"), "not a date: 'soon' (such as 2026-05-13)"),
        (("--format", "marc"), "invalid choice: 'marc'"),
    ],
)
def test_invalid_arguments_are_refused_before_any_request(
    call: Call, repository: Repository, arguments: tuple[str, ...], words: str
) -> None:
    said = call("harvest", *arguments)
    assert said.code == 2
    assert words in said.err
    assert repository.asked == []


def test_a_harvest_may_be_of_one_day_and_begin_today(call: Call, repository: Repository) -> None:
    today = datetime.now(UTC).date().isoformat()
    assert call("harvest", "--from", "2026-05-02", "--until", "2026-05-02").code == 0
    assert call("harvest", "--set", "cs.DC", "--from", today).code == 0
    spans = [parse_qs(asked) for asked in repository.asked]
    assert {"from": ["2026-05-02"], "until": ["2026-05-02"]}.items() <= spans[0].items()
    assert any(span.get("from") == [today] for span in spans)


def test_a_paper_that_arxiv_has_deleted_is_shown_with_that(call: Call, repository: Repository) -> None:
    call("harvest")
    repository.records[0] = record(1, repository.now.date(), deleted=True)
    assert "arXiv has deleted 1 record; stored data of the papers is kept: 2603.00001" in call("harvest").err
    shown = " ".join(call("show", "2603.00001").out.split())
    assert "Bounded Staleness, Part 1" in shown
    assert f"arXiv deleted its record on {repository.now.date()}; the stored data is kept here" in shown


def test_a_paper_that_arxiv_has_deleted_on_an_unknown_day_is_shown_with_that(
    call: Call, repository: Repository
) -> None:
    call("harvest")
    repository.records[0] = record(1, repository.now.date(), deleted=True)
    repository.spoil = lambda _, reply: replace(reply, body=re.sub(b"<datestamp>.*?</datestamp>", b"", reply.body))
    call("harvest")
    shown = " ".join(call("show", "2603.00001").out.split())
    assert "arXiv deleted its record; the stored data is kept here" in shown


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_it_cleanly_and_it_goes_on(home: Path, repository: Repository, number: signal.Signals) -> None:
    with waiting(home, repository) as process:
        assert process.stdout is not None
        process.send_signal(number)
        *_, last = process.stdout
    assert process.returncode == 3
    assert Event.from_json(last).reason == "stopped; 'arxtui harvest' continues from here"
    repository.server.faults.clear()
    (home / "state" / "pace-arxiv.json").unlink()
    assert run_here(home, "harvest").returncode == 0
    assert repository.most_often == 2


def test_the_end_of_its_input_stops_it(home: Path, repository: Repository) -> None:
    with waiting(home, repository) as process:
        process.communicate(timeout=60)
    assert process.returncode == 3


@contextmanager
def waiting(home: Path, repository: Repository) -> Iterator[Child[str]]:
    """Yield a harvest that has fetched one page and waits before the next request."""
    repository.server.faults.add("/oai?verb=ListRecords&resumption", Fault.UNAVAILABLE_RETRY_AFTER, retry_after=60)
    with Child(
        [*COMMAND, "harvest", "--events"],
        env=environ(home),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        while Event.from_json(process.stdout.readline()).kind is not EventKind.WAITING:
            pass
        yield process
