"""Snapshots of everything in a cache that is visible to readers, used to compare two caches."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from arxtui.model.intake import Intake
from arxtui.model.paper import AnnounceType
from arxtui.store.cache.database import Cache
from arxtui.store.cache.entries import prepare_intake
from arxtui.store.progress.imports import Progress

BEGUN = datetime(2026, 6, 1, tzinfo=UTC)
_MOST = 1_000_000

Seen = dict[str, dict[Any, Any]]
"""A snapshot by group (``papers``, ``rows``, …); within a group, values by paper key, day, category or list name."""


def seen(cache: Cache) -> Seen:
    """Return a snapshot of a cache without change numbers, sizes, and the order in which papers were queued by name."""
    keys = list(cache.month_keys())
    documents = {document.key: document for document in cache.documents(keys)}
    versions = cache.papers.versions_of(keys)
    days = [day for day, _ in cache.announcements.days(_MOST)]
    return {
        "papers": {key: (each.paper, each.sources, each.added) for key, each in documents.items()},
        # The time at which a paper was added is not compared; the day of arrival is, in "papers".
        "rows": {row.key: row._replace(added=None) for row in cache.rows(keys)},
        "versions": {key: _versions(cache, key, [each.number for each in words]) for key, words in versions.items()},
        "announcements": dict(cache.announcements.of_papers(keys)),
        "reviews": {key: each.reviews for key, each in documents.items()},
        "whole reviews": {key: cache.full_reviews.of(key) for key in keys},
        "former keys": dict(cache.aliases.former_keys(keys)),
        "announced": {day: _announced(cache, day) for day in days},
        "categories": dict(cache.counts_by_primary()),
        "lists": {
            "everything": keys,
            "pending": cache.papers.pending(_MOST),
            "asked for": sorted({*cache.papers.incomplete(_MOST), *cache.requested.names()}),
        },
    }


def _versions(cache: Cache, key: int, numbers: Iterable[int]) -> object:
    """Return every version with its time and source, and the stored text of each version (None if unknown)."""
    return cache.papers.versions(key), [cache.papers.get(key, number) for number in numbers]


def _announced(cache: Cache, day: date) -> object:
    """Return the keys announced on a day, for each announcement type, all of them and those that are news."""
    kinds = (None, *AnnounceType)
    return [list(cache.announcements.keys(day, day, kind, news=news)) for kind in kinds for news in (False, True)]


def imported(intakes: Iterable[Intake]) -> Seen:
    """Return a snapshot of a fresh cache after importing these intakes, each as a separate file."""
    with TemporaryDirectory() as folder, Cache.open(Path(folder) / "cache.db", clock=lambda: BEGUN) as cache:
        for number, intake in enumerate(intakes):
            cache.put([prepare_intake(intake)], Progress(b"%d" % number, 1, 0.0))
        return seen(cache)


def differences(one: Seen, other: Seen) -> list[str]:
    """Describe the first five values that differ between two snapshots or are missing from the second one."""
    return [
        f"{group} of {name}: {one[group].get(name)} and {other[group].get(name)}"
        for group in one
        for name in {**one[group], **other[group]}
        if one[group].get(name) != other[group].get(name)
    ][:5]
