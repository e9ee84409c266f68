"""Homes for the benchmarks: built once a run by arxtui's own store and index, or existing ones opened without
changes."""

from __future__ import annotations

import itertools
import random
import threading
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.facade import Library
from arxtui.model.intake import Intake
from arxtui.model.paper import Paper
from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile
from arxtui.sync.indexing import update_index
from benchmarks.papers import made_up

CONFIG = '[arxiv]\ncategories = ["cs.LG", "cs.DC"]\n[refresh]\nat_start = false\ninterval_minutes = 0\n'
_UNREAD, _STARRED = 5_000, 1_000
"""Numbers of papers that a diligent reader has unread in the inbox, and starred."""


def build(home: Path, count: int, *, index: bool = True) -> Paths:
    """Build a home with ``count`` made-up papers and a subscription, which fetches nothing."""
    return build_of(home, made_up(count), index=index)


def build_of(home: Path, papers: Iterable[Paper], *, index: bool = True) -> Paths:
    """Build a home with these papers."""
    paths = Paths.under(home)
    paths.make()
    paths.config_file.write_text(CONFIG)
    left = iter(papers)
    with Cache.open(paths.cache_db) as cache:
        while chunk := tuple(itertools.islice(left, 5_000)):
            cache.take(Intake(papers=chunk))
    if index:
        with Cache.open(paths.cache_db) as cache:
            update_index(cache, paths.index, threading.Event(), print)
    return paths


class Desk(NamedTuple):
    """An open library, and the keys of the user's unread and starred papers in ascending order."""

    library: Library
    paths: Paths
    unread: list[int]
    starred: list[int]


@contextmanager
def unmarked(home: Path) -> Iterator[tuple[Library, Paths]]:
    """Open the cache and index of a home with an empty temporary user database. Nothing is written to the home."""
    with TemporaryDirectory() as folder:
        own = Paths.under(Path(folder))
        paths = Paths(own.config, Paths.under(home).cache, own.data, own.state)
        with closing(Library.open(paths, Settings())) as library:
            yield library, paths


@contextmanager
def borrowed(home: Path, seed: int) -> Iterator[Desk]:
    """As :func:`unmarked`, but the user database has marks on random papers."""
    chance = random.Random(seed)
    with unmarked(home) as (library, paths):
        keys = library.search.listing("").keys
        recent = keys[: max(len(keys) // 10, 1)]
        unread = sorted(chance.sample(recent, min(_UNREAD, len(recent))))
        starred = sorted({keys[chance.randrange(len(keys))] for _ in range(_STARRED)})
        with LibraryFile.open(paths.library_db) as file:
            file.inbox.deliver(date(2026, 8, 21), unread)
        library.marks.apply(starred, "star")
        yield Desk(library, paths, unread, starred)
