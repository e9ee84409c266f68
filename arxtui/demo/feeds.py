"""The items of a day's announcement feed, and faulty feeds.

Feeds have been seen to serve the previous day's batch under a new ``lastBuildDate``, for one category and for all.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from arxtui.demo.papers.calendar import day_before
from arxtui.demo.papers.corpus import Corpus
from arxtui.demo.wire.rss import FeedItem, in_order
from arxtui.model.arxiv.taxonomy import covers


class FeedFault(StrEnum):
    """The faults of a well-formed feed."""

    STALE = "the batch of the day before under today's date"
    SHORT = "only the first items"
    EMPTY = "no items"


@dataclass(frozen=True, slots=True)
class FaultyFeed:
    """A fault of the feed of one whole day, for one category or for all (None)."""

    day: date
    fault: FeedFault
    category: str | None = None

    def affects(self, category: str) -> bool:
        """Whether the fault affects a category."""
        return self.category is None or covers(self.category, category)


_MOST = 2000
"""The most items of a feed (https://info.arxiv.org/help/rss.html)."""
_SHORT = 10
"""A short feed has the first tenth of the items."""


def items(
    corpus: Corpus, day: date, categories: Sequence[str], public: Container[str], faulty: Iterable[FaultyFeed] = ()
) -> list[FeedItem]:
    """Return the items of a day's joined feed, in arXiv's order, each paper at its announced version. Papers that are
    not ``public`` (any more) are left out."""
    faults = [fault for fault in faulty if fault.day == day]
    items_by_version: dict[tuple[str, int], FeedItem] = {}
    cut: list[FeedItem] = []
    for row in corpus.announcements:
        if row.id not in public or not any(covers(wanted_category, row.category) for wanted_category in categories):
            continue
        fault = next((each.fault for each in faults if each.affects(row.category)), None)
        shown_day = day_before(day) if fault is FeedFault.STALE else day
        if row.day != shown_day or fault is FeedFault.EMPTY:
            continue
        version = row.version or 1
        item = (corpus.revisions[row.id][version - 1].paper, row.type)
        if fault is FeedFault.SHORT:
            cut.append(item)
        else:
            items_by_version.setdefault((row.id, version), item)
    short = in_order(cut)
    for paper, kind in short[: len(short) // _SHORT]:
        items_by_version.setdefault((paper.id, paper.version or 1), (paper, kind))
    return in_order(items_by_version.values())[:_MOST]
