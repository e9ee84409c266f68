"""Cache entries: papers packed for the tables, in this process or another one."""

from __future__ import annotations

import pickle
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arxtui.model.harvest import Order, Place
from arxtui.model.intake import Intake, Reject, Tally
from arxtui.model.paper import Author, Paper
from arxtui.store.cache.database import Cache
from arxtui.store.cache.entries import OutdatedError, entry_of, paper_of, prepare_intake
from arxtui.store.progress.imports import HarvestStep, Progress, UnfinishedImport
from tests.builders import NOW, paper
from tests.store.made import QUEUES, STALENESS, sources

_OTHER = {
    "title": "Other",
    "abstract": "Other",
    "authors": (Author("Ada Example"), Author("Björn Måns")),
    "categories": ("cs.LG", "cs.DC"),
    "version": 3,
    "published": datetime(2026, 5, 9, tzinfo=UTC),
    "updated": datetime(2026, 5, 1, tzinfo=UTC),
    "comment": "13 pages",
    "journal_ref": "J. Ex. 2",
    "doi": "10.1000/other",
    "license": "other",
    "links": (),
}


@pytest.mark.parametrize("name", [field.name for field in fields(Paper) if field.name not in ("id", "source")])
def test_the_content_sees_every_field(name: str) -> None:
    other = replace(STALENESS, **{name: _OTHER[name]})  # type: ignore[arg-type]
    assert entry_of(STALENESS.key, other).content != entry_of(STALENESS.key, STALENESS).content


def test_the_content_does_not_see_who_said_it_nor_parts_of_seconds() -> None:
    assert STALENESS.updated is not None
    other = replace(STALENESS, source="oai", updated=STALENESS.updated.replace(microsecond=7))
    assert entry_of(STALENESS.key, other).content == entry_of(STALENESS.key, STALENESS).content


def test_a_paper_comes_back_from_its_entry() -> None:
    assert paper_of(entry_of(STALENESS.key, STALENESS)) == STALENESS


def test_an_intake_prepared_by_another_process_is_taken_as_if_prepared_here(cache: Cache) -> None:
    handed = pickle.loads(pickle.dumps(prepare_intake(Intake(papers=(STALENESS, QUEUES)))))
    outcome = cache.put([handed])
    assert outcome.tally == Tally(new=2)
    assert sorted(outcome.numbers.values()) == sorted([STALENESS.key, QUEUES.key])
    assert dict(cache.changes.since(0, 9)) == outcome.numbers
    assert cache.take(Intake(papers=(STALENESS, QUEUES))) == Tally(same=2)


def test_a_paper_that_the_cache_holds_unchanged_is_not_packed_again(cache: Cache) -> None:
    cache.take(Intake(papers=(paper(1), STALENESS)))
    held = cache.papers.contents([paper(1).key, STALENESS.key, QUEUES.key])
    result = prepare_intake(Intake(papers=(replace(STALENESS, source="oai"), QUEUES, paper(1, title="Other"))), held)
    assert [bool(entry.body) for entry in result.entries] == [False, True, True]
    assert cache.put([result]).tally == Tally(new=1, changed=1, same=1)
    assert sources(cache, STALENESS.key) == ("api", "oai")


@pytest.mark.parametrize("expected", [(STALENESS,), (replace(STALENESS, title=f"{STALENESS.title}, Again"), STALENESS)])
def test_an_intake_prepared_against_outdated_papers_is_refused_and_changes_nothing(
    cache: Cache, expected: tuple[Paper, ...]
) -> None:
    cache.take(Intake(papers=(STALENESS,)))
    named = prepare_intake(Intake(papers=expected), cache.papers.contents([STALENESS.key]))
    if len(expected) == 1:
        cache.take(Intake(papers=(replace(STALENESS, version=3, title="Fair Barriers"),)))
    before = cache.papers.get(STALENESS.key)
    with pytest.raises(OutdatedError):
        cache.put([named], Progress(b"file", 1, 0.5))
    assert cache.papers.get(STALENESS.key) == before
    assert cache.imports.unfinished(b"file") is None


def test_a_paper_without_an_id_is_rejected_and_the_rest_is_taken(cache: Cache) -> None:
    result = prepare_intake(Intake(papers=(replace(QUEUES, id="2605.99x"), STALENESS)))
    assert [reject.place for reject in result.rest.rejects] == ["2605.99x"]
    assert cache.put([result]).tally == Tally(new=1, rejected=1)


def test_a_paper_named_twice_at_once_is_merged(cache: Cache) -> None:
    both = prepare_intake(Intake(papers=(paper(1, version=2, title="Second"), paper(1))))
    outcome = cache.put([both])
    assert (outcome.tally, outcome.numbers) == (Tally(new=1, changed=0, same=1), {})
    assert [version.number for version in cache.papers.versions(paper(1).key)] == [1, 2]


def test_the_place_of_an_import_is_kept_with_the_papers_before_it(cache: Cache) -> None:
    assert cache.imports.unfinished(b"file") is None
    refused = (Reject("line 2", "no id"), Reject("line 3", "no title"))
    cache.put([prepare_intake(Intake(papers=(paper(1),), rejects=refused[:1]))], Progress(b"file", 2, 0.5))
    cache.put([prepare_intake(Intake(papers=(paper(2),), rejects=refused[1:]))], Progress(b"file", 4, 1.5))
    assert cache.imports.unfinished(b"file") == UnfinishedImport(4, 1.5, Tally(new=2, rejected=2))
    assert cache.imports.rejects(b"file", 0, 9) == list(refused)
    assert cache.imports.rejects(b"file", 1, 9) == [refused[1]]
    assert cache.imports.rejects(b"file", 0, 1) == [refused[0]]
    assert cache.imports.rejects(b"file", 2, 9) == cache.imports.rejects(b"other", 0, 9) == []
    assert cache.imports.unfinished(b"other") is None
    cache.imports.end(b"file")
    assert (cache.imports.unfinished(b"file"), cache.imports.rejects(b"file", 0, 9)) == (None, [])


def test_a_harvest_is_current_and_a_file_may_be_of_any_age(cache: Cache) -> None:
    result, shorter = paper(1, comment="12 pages, 3 figures"), paper(1, comment="12 pages")
    step = HarvestStep(Order(), Place())
    cache.put([prepare_intake(Intake(papers=(result,)))])
    for progress, of_harvest, comment in (
        (Progress(b"file", 1), None, result.comment),
        (Progress(b"harvest", 1), step, shorter.comment),
        (Progress(b"file", 2), None, shorter.comment),
    ):
        cache.put([prepare_intake(Intake(papers=(shorter,)))], progress, of_harvest)
        stored = cache.papers.get(result.key)
        assert stored is not None
        assert stored.comment == comment


def test_an_unfinished_import_is_forgotten_after_months(tmp_path: Path) -> None:
    now = [NOW]
    with Cache.open(tmp_path / "cache.db", clock=lambda: now[0]) as cache:
        cache.put([prepare_intake(Intake(papers=(paper(1),)))], Progress(b"old", 1, 0.5))
        now[0] += timedelta(days=60)
        cache.put([prepare_intake(Intake(papers=(paper(2),)))], Progress(b"young", 1, 0.5))
        now[0] += timedelta(days=60)
        cache.imports.end(b"another")
        assert cache.imports.unfinished(b"old") is None
        assert cache.imports.unfinished(b"young") is not None
