"""Trials of upstream faults, each on a first run and on a filled library. A trial checks whether data was lost, whether
the fault was reported, and whether later refreshes recovered.

The test suite runs some of the trials, ``benchmarks/faults.py`` runs all of them.
"""

from __future__ import annotations

import re
import tempfile
import time
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from arxtui.config.paths import Paths
from arxtui.demo.faults import Fault
from arxtui.demo.server import refused
from arxtui.model.events import EventKind
from arxtui.model.ledger import Outcome
from arxtui.search.index import SearchIndex
from arxtui.store.cache.database import Cache
from tests.store.cache.seen import Seen, differences, seen
from tests.sync import upstream
from tests.sync.fault_table import CASES, Case
from tests.sync.upstream import API, FEED, LIST, NOW, PITH, Reader, Upstream

_CATEGORIES = ("cs.PF", "cs.DC")
_PLACES = {"everything": "/", "the feed": FEED, "the query API": API, "the listings": LIST, "Pith": PITH}
_PAPERS = 20
_LONGEST = 60.0
"""Longest duration of a refresh in seconds of wall-clock time; slow responses must be given up within it."""
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_ATTEMPTS = 4
"""Number of refreshes within which everything must be recovered once the fault is gone; some of them fetch a day that
was missed."""


class Trial(NamedTuple):
    """One fault at one group of upstream addresses."""

    case: Case
    place: str
    first: bool

    def __str__(self) -> str:
        return f"{self.case.name}, at {self.place}, {'on a first run' if self.first else 'on a full library'}"


TRIALS = [Trial(case, place, first) for case in CASES for place in _PLACES for first in (True, False)]
"""Every fault at every group of addresses, on a first run and on a filled library."""


class Judged(NamedTuple):
    """The problems found in a trial, as sentences, and the duration in seconds of the refresh during the fault."""

    lost: list[str]
    lies: list[str]
    errors: list[str]
    seconds: float


class FaultRounds:
    """A runner of trials. It compares each trial with a reader whose upstream had no faults."""

    def __init__(self) -> None:
        self._expected: dict[bool, Seen] = {}

    def run(self, trial: Trial) -> Judged:
        """Run one trial with a new home and a new upstream."""
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            served = stack.enter_context(upstream.running(_upstream()))
            reader = _reader(folder / "home", served, first=trial.first)
            before = _seen(reader)
            _arm(trial, served, reader, stack)
            begun = time.monotonic()
            code = reader.refresh(everything=True)
            took = time.monotonic() - begun
            lost = [f"{what} of before" for what in _missing(before, _seen(reader))]
            lies = _lies(reader, code, served)
            errors = _errors(reader, took)
            served.faults.clear()
            reader.settings = served.settings(*_CATEGORIES, pith=True)
            errors += _made_good(reader)
            lost += differences(self._whole(first=trial.first), _seen(reader))
        return Judged(lost, lies, errors, took)

    def _whole(self, *, first: bool) -> Seen:
        """Return the snapshot of a reader whose refreshes met no fault."""
        if first not in self._expected:
            with tempfile.TemporaryDirectory() as folder, upstream.running(_upstream()) as served:
                reader = _reader(Path(folder), served, first=first)
                assert reader.refresh(everything=True) == 0
                assert _made_good(reader) == []
                self._expected[first] = _seen(reader)
        return self._expected[first]


def _upstream() -> Upstream:
    return Upstream([*upstream.many(_PAPERS), *upstream.many(10, "cs.PF", 1001)])


def _reader(home: Path, served: Upstream, *, first: bool) -> Reader:
    """Return a reader before its first refresh, or one day after it."""
    paths = Paths.under(home)
    paths.make()
    reader = Reader(paths, served.settings(*_CATEGORIES, pith=True))
    served.announced = [*(f"2605.{number:05}" for number in range(1, 6)), "2605.01001", "2605.01002"]
    if not first:
        assert reader.refresh() == 0
        reader.now = NOW + timedelta(days=1)
        served.day = served.listed_day = reader.now.date()
        served.announced = [*(f"2605.{number:05}" for number in range(6, 11)), "2605.01003", "2605.01004"]
    return reader


def _arm(trial: Trial, served: Upstream, reader: Reader, stack: ExitStack) -> None:
    case, prefix = trial.case, _PLACES[trial.place]
    if case.fault is None:
        url = stack.enter_context(refused())
        sound = served.settings(*_CATEGORIES, pith=True)
        away = served.settings(*_CATEGORIES, pith=True, url=url)
        names = {FEED: ("feed_url",), API: ("api_url",), LIST: ("listing_url", "catchup_url")}.get(prefix, ())
        arxiv = replace(sound.arxiv, **{name: getattr(away.arxiv, name) for name in names})
        reader.settings = away if prefix == "/" else replace(sound, arxiv=arxiv)
        if prefix == PITH:
            reader.settings = replace(sound, pith=away.pith)
    else:
        served.faults.add(prefix, case.fault, case.count, retry_after=case.retry_after)
    if prefix == LIST:
        # Listings are requested only when the feed is unavailable or implausible.
        served.faults.add(FEED, Fault.SERVER_ERROR)


def _seen(reader: Reader) -> Seen:
    """Return a snapshot of the cache without the sources and arrival days of papers and the addresses of reviews, which
    contain the port of the server."""
    with Cache.open(reader.paths.cache_db) as cache:
        held = seen(cache)
    held["papers"] = {key: paper for key, (paper, _, _) in held["papers"].items()}
    held["reviews"] = {key: [replace(card, url=None) for card in cards] for key, cards in held["reviews"].items()}
    return held


def _missing(before: Seen, after: Seen) -> list[str]:
    """Return the entries that are missing from the second snapshot."""
    groups = ("papers", "rows", "announcements", "reviews")
    return [f"{group} of {key}" for group in groups for key in before[group] if key not in after[group]]


def _lies(reader: Reader, code: int, served: Upstream) -> list[str]:
    """Return the contradictions between what the exit code, the ledger and the index claim and what is stored."""
    found = []
    entries = reader.ledger()
    failed = [event for event in reader.events if event.kind is EventKind.FAILED]
    if (code == 0) != (not failed):
        found.append(f"the exit status is {code}, and {len(failed)} targets have failed")
    with Cache.open(reader.paths.cache_db) as cache:
        for (source, target), entry in entries.items():
            if target == "feed" and entry.outcome is Outcome.OK and entry.fresh_as_of == reader.now:
                day = served.day
                missing = len(served.announced) - len(cache.announcements.keys(day, day))
                if missing:
                    found.append(f"{source} {target} is said to be in, and {missing} papers are missing")
        index = SearchIndex.open(reader.paths.index)
        if index.change_number > cache.changes.latest():
            found.append("the index is ahead of the cache")
    return found


def _errors(reader: Reader, took: float) -> list[str]:
    """Return the unacceptable failure reasons (too short, with control characters, or an internal error) and an
    excessive duration."""
    reasons = [event.reason or "" for event in reader.events if event.kind is EventKind.FAILED]
    found = [f"a reason that is none: {reason!r}" for reason in reasons if len(reason) < 8]
    found += [f"a reason that steers the terminal: {reason!r}" for reason in reasons if _STEERING.search(reason)]
    found += [f"a fault of the program: {reason}" for reason in reasons if "in the program" in reason]
    return [*found, *([f"it took {took:.0f} seconds"] if took > _LONGEST else [])]


def _made_good(reader: Reader) -> list[str]:
    """Advance the clock to each retry and refresh up to ``_ATTEMPTS`` times; return a sentence if the last refresh
    still fails."""
    codes = []
    for _ in range(_ATTEMPTS):
        resting = (entry.next_due for entry in reader.ledger().values() if entry.outcome is not Outcome.OK)
        reader.now = max([reader.now, *resting])
        for file in reader.paths.state.glob("pace-*.json"):
            file.unlink()
        codes.append(reader.refresh(everything=True))
    return [] if codes[-1] == 0 else [f"without the fault the refreshes end with {codes}"]
