"""What a reader sees of each upstream fault: ``docs/faults.md`` has it, nothing is lost, and the next refresh makes it
good."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.model.expr import EVERYTHING
from arxtui.model.ledger import Outcome
from arxtui.search.index import SearchIndex
from arxtui.store.cache.database import Cache
from tests.sync.fault_table import CASES, INTRODUCTION, Case, failed, few_papers, filled_home, observe
from tests.sync.upstream import NOW, Reader, Upstream, running

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "faults.md").read_text(encoding="utf-8")
GENERATE = "python -m tests.generate docs/faults.md writes it"


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    with running(few_papers()) as answering:
        yield answering


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filled_home(tmp_path_factory.mktemp("filled"))


@pytest.fixture
def paths(filled: Path, tmp_path: Path) -> Paths:
    return Paths.under(shutil.copytree(filled, tmp_path / "home"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_failure_is_reported_loses_nothing_and_is_repaired(case: Case, paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings("cs.PF"), NOW + timedelta(days=1))
    seen = observe(case, reader, upstream)
    assert seen.before.items() <= seen.after.items()
    assert all("Gödel" in document.paper.abstract for document in seen.after.values())
    assert (seen.code == 0) == (seen.shown.outcome is Outcome.OK)
    assert seen.shown.next_due > reader.now
    assert reader.events[-1].exit_code == seen.code
    assert seen.row in PAGE, GENERATE

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
    assert PAGE.startswith(INTRODUCTION), GENERATE
    assert re.findall(r"^\| ([^|]+) \| .* \|$", PAGE, re.M)[1:] == [case.name for case in CASES], GENERATE


def forget_pace(paths: Paths) -> None:
    """Delete the pacers' files, which store the requested pauses by the wall clock and not by the test's clock."""
    for file in paths.state.glob("pace-*.json"):
        file.unlink()
