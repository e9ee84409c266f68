"""No damage to a payload shows an escape, raises an undocumented error, or exceeds the limits of time and memory."""

from __future__ import annotations

import os
import time

import pytest

from arxtui.text import readable
from tests.mutants import trials
from tests.mutants.parsers import Parser
from tests.mutants.trials import Outcome, Trials
from tests.samples import sample


def test_some_hundred_mutants_are_read_or_refused_in_words() -> None:
    made = Trials(seed=9)
    count = sample(480, 960)
    tally = made.batch(range(count))
    assert tally.faults == []
    assert sum(tally.outcomes.values()) == count
    for name in made.parsers:
        assert tally.outcomes[name, Outcome.READ] > 2, name
        assert tally.outcomes[name, Outcome.REFUSED] > 2, name


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        ("listing", b"<title>x</title>" + b"<h" * 60_000),
        ("Pith's listing", b"<title>x</title>" + b"</a" * 60_000),
        ("listing", b"<a/b=c" * 20_000),
        ("listing", b"<title>" + b"</title " * 20_000),
        (
            "listing",
            b"<title>x</title><div id='dlpage'><h1>Showing new listings for 13 May 2026</h1>" + b"<h3><div>New" * 3_000,
        ),
        ("full text", b'<article class="ltx_document">' + b'<li class="ltx_bibitem">' * 5_000),
    ],
)
def test_unfinished_tags_that_once_took_many_seconds_are_read_in_less_than_two(
    monkeypatch: pytest.MonkeyPatch, name: str, payload: bytes
) -> None:
    made = Trials(1)
    monkeypatch.setattr(made, "mutant", lambda number: (name, payload))
    assert made.batch([0]).faults == []


def test_the_same_seed_and_number_make_the_same_mutant() -> None:
    one, other = Trials(1), Trials(1)
    assert [one.mutant(number) for number in range(32)] == [other.mutant(number) for number in range(32)]


def _busy(data: bytes) -> list[object]:
    begun = time.process_time()
    while time.process_time() - begun < 0.2:
        pass
    return []


def _hung(data: bytes) -> list[object]:
    time.sleep(1_000)
    return []


@pytest.mark.parametrize(
    ("read", "outcome"),
    [
        (lambda data: [data[len(data)]], Outcome.ERROR),
        (lambda data: os.abort(), Outcome.ERROR),
        (_busy, Outcome.HANG),
        (_hung, Outcome.HANG),
        (lambda data: len(b"x" * (600 << 20)) * [], Outcome.MEMORY),
    ],
)
def test_a_parser_that_fails_is_found_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, read: trials.Read, outcome: Outcome
) -> None:
    monkeypatch.setattr(trials, "LONGEST", 0.1)
    if read is _hung:  # a busy machine needs more time to fill the memory
        monkeypatch.setattr(trials, "_PATIENCE", 1.0)
    made = Trials(1)
    made.parsers = {"sound": Parser(lambda data: [], (b"a",)), "broken": Parser(read, (b"b",))}
    tally = made.batch(range(4))
    assert [(fault.number, fault.outcome) for fault in tally.faults] == [(1, outcome), (3, outcome)]
    assert tally.outcomes["sound", Outcome.READ] == 2


def test_braces_in_braces_are_shown_as_they_are_and_leave_no_traceback(caplog: pytest.LogCaptureFixture) -> None:
    text = "\\x{" * 3_000
    assert readable(text) == text
    assert caplog.records == []
