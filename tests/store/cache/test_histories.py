"""Histories: the times of earlier versions and the earlier sources that a file reports along with a paper."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from arxtui.model.intake import Intake
from arxtui.model.paper import History, Version
from arxtui.store.cache.database import Cache
from tests.store.made import QUEUES, STALENESS, sources

FIRST = datetime(2026, 5, 12, 17, 59, 59, tzinfo=UTC)
OLD = replace(STALENESS, version=1, title="Staleness, Bounded", updated=FIRST, source="api")
TOLD = History(STALENESS.id, versions=(Version(1, FIRST, "jsonl"),), sources=("rss", "pith", "nobody"))


def numbers(cache: Cache) -> list[tuple[int, datetime | None]]:
    return [(version.number, version.updated) for version in cache.papers.versions(STALENESS.key)]


def test_an_earlier_version_is_known_by_its_time_alone(cache: Cache) -> None:
    cache.take(Intake(papers=(STALENESS,), histories=(TOLD,)))

    assert numbers(cache) == [(1, FIRST), (2, STALENESS.updated)]
    assert cache.papers.get(STALENESS.key, version=1) is None
    assert cache.stats().versions == 1


def test_the_text_of_a_version_is_kept_when_only_its_time_is_reported(cache: Cache) -> None:
    cache.take(Intake(papers=(OLD,)))
    cache.take(Intake(papers=(STALENESS,), histories=(replace(TOLD, versions=(Version(1, None, "jsonl"),)),)))

    assert numbers(cache) == [(1, FIRST), (2, STALENESS.updated)]
    stored = cache.papers.get(STALENESS.key, version=1)
    assert stored is not None
    assert stored.title == OLD.title


def test_the_text_of_a_version_comes_to_its_time_whoever_named_it(cache: Cache) -> None:
    cache.take(Intake(papers=(STALENESS,), histories=(TOLD,)))
    cache.take(Intake(papers=(replace(OLD, source="rss"),)))

    stored = cache.papers.get(STALENESS.key, version=1)
    assert stored is not None
    assert stored.title == OLD.title


def test_the_sources_of_a_paper_in_other_files_are_added(cache: Cache) -> None:
    cache.take(Intake(papers=(replace(STALENESS, source="jsonl"), QUEUES), histories=(TOLD,)))

    assert sources(cache, STALENESS.key) == ("jsonl", "rss", "pith")
    assert sources(cache, QUEUES.key) == ("api",)


def test_histories_of_several_papers_come_at_once(cache: Cache) -> None:
    others = tuple(Version(number, FIRST, "jsonl") for number in (1, 2))
    histories = (TOLD, History(QUEUES.id, versions=others, sources=("rss",)))
    cache.take(Intake(papers=(STALENESS, replace(QUEUES, version=3)), histories=histories))

    assert numbers(cache) == [(1, FIRST), (2, STALENESS.updated)]
    assert [version.number for version in cache.papers.versions(QUEUES.key)] == [1, 2, 3]
    assert sources(cache, QUEUES.key) == ("api", "rss")


def test_a_history_of_no_paper_is_passed_over(cache: Cache) -> None:
    cache.take(Intake(papers=(QUEUES,), histories=(History("no id", versions=TOLD.versions),)))

    assert cache.stats().versions == 0
