"""Whether a feed can be believed. Pure.

A feed was seen to serve the batch of the day before under a fresh build date, for one category and not for others; and
feeds come back empty or short. What looks so is doubted, and arXiv's own page is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from statistics import median
from typing import NamedTuple

from arxtui.model.arxiv.announce_types import AnnounceType
from arxtui.model.arxiv.announced_days import Announced
from arxtui.model.arxiv.calendar import day_words
from arxtui.model.arxiv.plausible import is_plausible
from arxtui.model.arxiv.taxonomy import canonical, covers
from arxtui.model.paper import Announcement
from arxtui.sources.arxiv.feed import FeedPage

MOST_ITEMS = 2000
"""Items that a feed names at most (https://info.arxiv.org/help/rss.html)."""
_USUAL = 12
"""Papers a day from which on a category has a usual number."""
_SHORT = 1 / 3
_TYPES = (AnnounceType.NEW, AnnounceType.CROSS, AnnounceType.REPLACE, AnnounceType.REPLACE_CROSS)

Batch = Collection[tuple[str, int | None]]
"""(id, version) of what was announced."""


class Before(NamedTuple):
    """What a category brought before: the last ``day`` and its ``batch``, and how many papers the last days had."""

    day: date | None = None
    batch: Batch = ()
    sizes: Sequence[int] = ()


class Doubt(NamedTuple):
    """Why a feed is not believed, in words, empty where it is; whether it served the papers of another day ``again``,
    which are not announced a second time."""

    reason: str = ""
    again: bool = False


def claim(category: str, announcements: Sequence[Announcement]) -> Announced:
    """How many papers were announced in a category or archive; a paper counts once, under the first type it has."""
    types: dict[str, AnnounceType] = {}
    for told in announcements:
        if covers(category, told.category):
            types[told.id] = min(told.type, types.get(told.id, told.type), key=_TYPES.index)
    count = list(types.values()).count
    replacements = count(AnnounceType.REPLACE) + count(AnnounceType.REPLACE_CROSS)
    return Announced(count(AnnounceType.NEW), count(AnnounceType.CROSS), replacements)


def doubts(page: FeedPage, day: date, before: Mapping[str, Before]) -> dict[str, Doubt]:
    """What is to be doubted about a feed of ``day`` for each category."""
    of_day = [told for told in page.intake.announcements if told.day == day]
    whole = _of_whole(page)
    return {category: _of_category(category, of_day, before[category]) or Doubt(whole) for category in before}


def other_feed(page: FeedPage, asked: Sequence[str], today: date) -> str:
    """Why a feed cannot be the one that was ``asked`` for ``today``, in words; empty where it can. Its title and its
    addresses have to name the same categories, and at least half of its papers have to be in one of them."""
    if page.day is not None and not is_plausible(page.day, today):
        return f"the feed is of {page.day}, a day that cannot be"
    wanted = list(map(canonical, asked))
    for subjects in page.subjects:
        named = list(map(canonical, subjects))
        if not (_within(named, wanted) and _within(wanted, named)):
            return f"the feed is of {', '.join(subjects)}; asked for was {', '.join(asked)}"
    papers = page.intake.papers
    foreign = [paper for paper in papers if not any(_within([canonical(code)], wanted) for code in paper.categories)]
    if 2 * len(foreign) > len(papers):
        return f"{len(foreign)} of the feed's {len(papers)} papers are in no category that was asked for"
    return ""


def _within(codes: Sequence[str], subscriptions: Sequence[str]) -> bool:
    return all(any(covers(each, code) for each in subscriptions) for code in codes)


def _of_whole(page: FeedPage) -> str:
    if not page.complete:
        return "the feed was cut off"
    if page.broken:
        return "the XML of the feed is broken, and items may be lost"
    if page.intake.rejects:
        return f"items of the feed that could not be read: {len(page.intake.rejects)}"
    if len(page.intake.papers) >= MOST_ITEMS:
        return f"a feed names at most {MOST_ITEMS:,} papers, and this one is full"
    if not page.intake.papers:
        return "the feed named no papers"
    return ""


def is_among(batch: Batch, base: str, version: int | None) -> bool:
    """Whether a paper was announced with a batch, in the same version as far as that was named."""
    return (base, version) in batch or (base, None) in batch


def repeated(batch: Batch, before: Batch) -> Batch:
    """What a batch has of the one before it; empty where it is too little to be that one once more."""
    again = [(base, version) for base, version in batch if is_among(before, base, version)]
    return again if again and 2 * len(again) >= min(len(batch), len(before)) else []


def served_again(day: date) -> str:
    """Why a feed is doubted that brings the papers of a day before it."""
    return f"the feed served the papers of {day_words(day)} again"


def _of_category(category: str, announcements: Sequence[Announcement], before: Before) -> Doubt | None:
    batch = {(told.id, told.version) for told in announcements if covers(category, told.category)}
    # In a joined feed a stale category has today's papers as well, those that another category names.
    if before.day is not None and repeated(batch, before.batch):
        return Doubt(served_again(before.day), again=True)
    papers = claim(category, announcements).papers
    usual = median(before.sizes) if before.sizes else 0
    if usual >= _USUAL and papers < usual * _SHORT:
        return Doubt(f"the feed named {papers or 'no'} papers, {usual:g} are usual")
    return None
