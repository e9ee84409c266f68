"""A home with made-up papers: a real cache, a real index, a real library."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime, timedelta

from arxtui.config.paths import Paths
from arxtui.config.settings import ArxivSettings, Settings
from arxtui.library.facade import Library
from arxtui.model.arxiv.ids import id_of
from arxtui.model.intake import Intake
from arxtui.model.paper import Announcement, Paper
from arxtui.model.reviews import Review
from arxtui.store.cache.database import Cache
from arxtui.sync.indexing import update_index
from tests.builders import DAY, NOW
from tests.homes import as_made

TODAY, YESTERDAY = DAY, DAY - timedelta(days=1)


class Home:
    """The files of one user who follows ``categories``; ``now`` is the time of the clock."""

    def __init__(self, paths: Paths, categories: tuple[str, ...] = ("cs.DC",)) -> None:
        self.paths = paths
        self.settings = Settings(arxiv=ArxivSettings(categories=categories))
        self.now = NOW

    def take(
        self,
        *papers: Paper,
        announcements: Sequence[Announcement] = (),
        reviews: Sequence[Review] = (),
        indexed: bool = True,
    ) -> None:
        """Store papers, announcements and reviews in the cache and, if ``indexed``, in the index. The first
        index of copies of an empty cache is built once for the same papers."""
        intake = Intake(papers=papers, announcements=tuple(announcements), reviews=tuple(reviews))
        with Cache.open(self.paths.cache_db, clock=lambda: self.now) as cache:
            is_empty, number = not cache.changes.since(0, 1), cache.changes.latest()
            cache.take(intake)

            def index() -> None:
                update_index(cache, self.paths.index, threading.Event(), lambda note: None)

            if indexed and is_empty:
                as_made(self.paths.index, (number, intake, self.now), index)
            elif indexed:
                index()

    def drop_cache(self) -> None:
        """Delete everything that can be fetched again."""
        for file in sorted(self.paths.cache.rglob("*"), reverse=True):
            file.rmdir() if file.is_dir() else file.unlink()

    @contextmanager
    def library(self) -> Iterator[Library]:
        """Open the library."""
        with closing(Library.open(self.paths, self.settings, self.clock)) as opened:
            yield opened

    @property
    def clock(self) -> Callable[[], datetime]:
        """The clock of the library."""
        return lambda: self.now


def ids(library: Library, query: str, *, typing: bool = False) -> list[str]:
    """Return the ids of a listing, in order; ``?`` for a paper that is known only from a review."""
    listing = library.search.listing(query, typing=typing)
    assert listing.complete
    assert listing.total == len(listing.keys)
    return [id_of(key) or "?" for key in listing.keys]
