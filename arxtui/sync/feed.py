"""The joined feed of all subscribed categories: the day's announcements."""

from __future__ import annotations

from datetime import date

from arxtui.model.calendar import expected_day, is_announcement_day
from arxtui.model.ledger import LedgerEntry
from arxtui.sources.arxiv.feed import FeedPage, parse_feed
from arxtui.sources.arxiv.urls import feed_url
from arxtui.sync.due import after_feed, stale
from arxtui.sync.errors import AnomalyError
from arxtui.sync.visit import Visit


def visit_feed(visit: Visit) -> LedgerEntry:
    """Ask for the feed and keep what it names. The row's ``progress`` is the newest day it has shown, as ISO date."""
    categories = tuple(visit.task.target.split("+"))
    answer = visit.get(feed_url(visit.tools.settings.arxiv.feed_url, categories), conditional=True)
    if answer.status != 304:
        page = parse_feed(answer.body, categories)
        visit.keep(page.intake, 1, 1)
        if not page.complete:
            raise AnomalyError("the feed is cut off; what came of it is kept")
        visit.progress = _shown(page, visit.progress)
    now = visit.tools.now()
    day = date.fromisoformat(visit.progress) if visit.progress else None
    due = after_feed(now, day, answer.max_age, visit.tools.spread())
    return visit.answered(due, answer=answer, reason=_words(day, expected_day(now)) if stale(day, now) else "")


def _shown(page: FeedPage, before: str | None) -> str | None:
    """The day whose announcements have been seen: one without any, where some were due, shows nothing yet."""
    empty = not (page.intake.papers or page.intake.announcements)
    if page.day is None or (empty and is_announcement_day(page.day)):
        return before
    return max(page.day.isoformat(), before or "")


def _words(day: date | None, expected: date) -> str:
    due = f"{expected:%a} {expected.day} {expected:%b}"
    if day is None:
        return f"the feed shows no announcements yet, those of {due} are due"
    return f"the feed still shows {day:%a} {day.day} {day:%b}, {due} is due"
