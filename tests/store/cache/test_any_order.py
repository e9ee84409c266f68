"""Files imported in any order give the same cache: papers, versions, categories, dates, announcements, reviews, and the
queue of papers to request."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxtui.config.paths import Paths
from arxtui.model.intake import Intake
from arxtui.sources.errors import SourceError
from arxtui.store.cache.database import Cache
from arxtui.sync.importing.importer import import_files
from tests.samples import sample
from tests.sources.reading import read_file
from tests.store.cache.payloads import FORMS, World, read
from tests.store.cache.seen import Seen, differences, imported, seen

_RANDOM = st.randoms(use_true_random=False)
_SAMPLES = ("papers-2k.jsonl.gz", "papers-api-full.jsonl.gz", "papers-odd.jsonl")


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_read_by_an_import(form: str) -> None:
    result = [
        intake for seed in range(9) for intake in read(World(random.Random(seed)).payload(form, random.Random(seed)))
    ]
    assert any(intake.papers or intake.reviews or intake.named for intake in result)
    assert not any(intake.rejects for intake in result)


@settings(max_examples=40)
@given(_RANDOM, st.booleans(), st.integers(2, 6))
def test_made_up_payloads_of_all_sources_end_the_same_in_any_order(
    random: random.Random, retitled: bool, count: int
) -> None:
    world = World(random, retitled=retitled)
    result = [intake for _ in range(count) for intake in read(world.payload(random.choice(world.forms), random))]
    once = imported(result)
    shuffled = result[:]
    random.shuffle(shuffled)
    assert differences(imported(shuffled), once) == []
    assert differences(imported([*result, *shuffled]), once) == [], "imported twice"


def test_files_end_the_same_in_any_order_by_the_command(tmp_path: Path) -> None:
    chance = random.Random(4)
    world = World(chance)
    files: list[Path] = []
    for form in ("Pith's page as text", "export", "OAI arXivRaw", "feed"):
        files.append(tmp_path / f"{len(files)}")
        files[-1].write_bytes(world.payload(form, chance))
    orders = list(permutations(files))[::11]
    first, *rest = [_home_after(tmp_path / f"home{number}", order) for number, order in enumerate(orders)]
    assert first["papers"]
    assert first["reviews"]
    assert [differences(other, first) for other in rest] == [[]] * len(rest)


def _home_after(home: Path, files: tuple[Path, ...]) -> Seen:
    """Return a snapshot of the cache after importing the files in this order. All papers arrive today, whatever the
    order."""
    paths = Paths.under(home)
    paths.make()
    report = import_files(paths, files, lambda standing: None, threading.Event())
    assert report.exit_code == 0
    with Cache.open(paths.cache_db) as cache:
        return seen(cache)


@pytest.fixture(scope="module")
def captured(shared: Path) -> list[Intake]:
    """Return the intakes read from the captured files."""
    return list(_captured(shared))


@pytest.mark.timeout(300)
def test_the_captured_answers_end_the_same_in_any_order(captured: list[Intake]) -> None:
    result = [each for number, each in enumerate(captured) if each.named or each.reviews or not number % sample(2, 1)]
    kinds = Counter(
        name
        for intake in result
        for name in ("papers", "reviews", "announcements", "named", "histories")
        if getattr(intake, name)
    )
    assert len(kinds) == 5, kinds
    assert sum(len(intake.papers) for intake in result) > sample(1_500, 9_000)
    once = imported(result)
    random.Random(1).shuffle(result)
    assert differences(imported(result), once) == []


def test_captured_papers_that_many_files_report_end_the_same_in_many_orders(captured: list[Intake]) -> None:
    """With only the papers that appear in several files, more orders can be tried in the same time."""
    times = Counter(paper.id for intake in captured for paper in intake.papers)
    often = {name for name, count in times.items() if count > 2}
    assert len(often) > 20
    some = [replace(each, papers=tuple(paper for paper in each.papers if paper.id in often)) for each in captured]
    some = [each for each in some if each.papers or each.reviews]
    once = imported(some)
    chance = random.Random(7)
    for _ in range(sample(2, 4)):
        chance.shuffle(some)
        assert differences(imported(some), once) == []


def _captured(shared: Path) -> Iterator[Intake]:
    """Yield the intakes of every captured file; skip files that the parser refuses and, by default, full texts and very
    large files: reading them takes most of the time and brings little but the names of papers."""
    folders = [shared / "data" / name for name in ("arxiv", "pith", "citations", "reach", "repro")] + [shared / "seeds"]
    files = [file for folder in folders for file in sorted(folder.rglob("*")) if file.is_file()]
    if sample(True, False):
        files = [file for file in files if file.parent.name != "html" and file.stat().st_size < 400_000]
    for file in (*files, *(shared / "data" / name for name in _SAMPLES)):
        try:
            with file.open("rb") as stream:
                yield from read_file(stream, file.name)
        except SourceError:
            continue
