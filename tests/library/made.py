"""A home with made-up papers in it: a real cache, a real index, a real library."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from arxtui.config.paths import Paths
from arxtui.config.settings import ArxivSettings, Settings
from arxtui.library.facade import Library
from arxtui.model.arxiv.ids import id_of
from arxtui.model.intake import Intake
from arxtui.model.paper import Announcement, AnnounceType, Author, Paper
from arxtui.model.reviews.review import Review
from arxtui.store.cache.database import Cache
from arxtui.sync.indexing import catch_up

NOW = datetime(2026, 5, 13, 8, 14, tzinfo=UTC)
TODAY, YESTERDAY = date(2026, 5, 13), date(2026, 5, 12)


def paper(number: int, title: str = "", *, category: str = "cs.DC", **more: Any) -> Paper:
    """Paper 2605.<number>."""
    plain = Paper(
        id=f"2605.{number:05}",
        version=1,
        title=title or f"Made-up paper number {number}",
        abstract=f"The abstract of number {number} is about queues.",
        authors=(Author("Ada Example"),),
        categories=(category,),
        published=datetime(2026, 5, 11, tzinfo=UTC),
        updated=datetime(2026, 5, 11, tzinfo=UTC),
        source="api",
    )
    return replace(plain, **more)


def announced(
    of: Paper, day: date = TODAY, kind: AnnounceType = AnnounceType.NEW, category: str = "cs.DC"
) -> Announcement:
    """That it was announced."""
    return Announcement(of.id, day, category, kind, 1)


def card(of: Paper, headline: str = "Queues cost a third less", **more: Any) -> Review:
    """A review of it as text: no link, no id."""
    plain = Review(headline, of.title, "cs.DC", TODAY, deck="And keep the rate", abstract=of.abstract, theorem_links=2)
    return replace(plain, **more)


class Home:
    """The files of one user, who follows ``categories``; ``now`` is what the clock says."""

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
        """Let the cache, and the index, have these."""
        with Cache.open(self.paths.cache_db, clock=lambda: self.now) as cache:
            cache.take(Intake(papers=papers, announcements=tuple(announcements), reviews=tuple(reviews)))
            if indexed:
                catch_up(cache, self.paths.index, threading.Event(), lambda note: None)

    def drop_cache(self) -> None:
        """Delete everything that can be fetched again."""
        for file in sorted(self.paths.cache.rglob("*"), reverse=True):
            file.rmdir() if file.is_dir() else file.unlink()

    @contextmanager
    def library(self) -> Iterator[Library]:
        """The open library."""
        with closing(Library.open(self.paths, self.settings, self.clock)) as opened:
            yield opened

    @property
    def clock(self) -> Callable[[], datetime]:
        """What the library asks for the time."""
        return lambda: self.now


def ids(library: Library, query: str, *, typing: bool = False) -> list[str]:
    """The ids of a listing, in order; ``?`` for a paper that only a review names."""
    listing = library.search.listing(query, typing=typing)
    assert listing.complete
    assert listing.total == len(listing.keys)
    return [id_of(key) or "?" for key in listing.keys]
