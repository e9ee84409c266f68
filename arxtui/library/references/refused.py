"""The citations that are known by any source, without those that the user refused."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING

from arxtui.model.arxiv.ids import key_named

if TYPE_CHECKING:
    from arxtui.store.cache.database import Cache
    from arxtui.store.library.database import LibraryFile


def references_of(cache: Cache, user_file: LibraryFile, keys: Iterable[int]) -> dict[int, array[int]]:
    """Return the ascending keys of the papers that these papers cite, by key, of those that a source speaks of."""
    return _without(cache.graph.references_of(keys), refused(user_file))


def citing(cache: Cache, user_file: LibraryFile, keys: Iterable[int]) -> dict[int, array[int]]:
    """Return the ascending keys of the papers that cite each of these papers, by key, of those that are cited."""
    return _without(cache.graph.citing(keys), [(cited, key) for key, cited in refused(user_file)])


def counts(cache: Cache, user_file: LibraryFile, keys: Iterable[int]) -> dict[int, int]:
    """Return how many papers cite each of these papers, by key, of those that are cited."""
    found = cache.graph.counts(keys)
    changed = citing(cache, user_file, {cited for _, cited in refused(user_file)}.intersection(found))
    return found | {key: len(papers) for key, papers in changed.items()}


def refused(user_file: LibraryFile) -> list[tuple[int, int]]:
    """Return the refused citations: citing paper, cited paper."""
    return [(key, key_named(name)) for key, name in user_file.refusals.all()]


def _without(known: dict[int, array[int]], links: Iterable[tuple[int, int]]) -> dict[int, array[int]]:
    for key, other in links:
        if other in known.get(key, ()):
            known[key].remove(other)
    return known
