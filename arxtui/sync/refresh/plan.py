"""Plan what to fetch from upstream, and why. Pure: settings, ledger and clock in, tasks out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, datetime
from enum import StrEnum

from arxtui.config.settings import Settings
from arxtui.light import deferred, frozen
from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.sync.refresh.due import LISTING_PAUSE, SAME_QUERY, with_valid_times

with deferred():
    from arxtui.http.hosts import is_loopback


class Source(StrEnum):
    """The sources of a pass, in its order."""

    FEED = "arxiv.feed"
    """The joined feed of all subscribed categories; the target is their sorted codes joined by ``+``."""
    CATCHUP = "arxiv.catchup"
    """Announcement days whose feed is missing or doubtful; one target, ``days``."""
    COMPLETE = "arxiv.complete"
    """Papers that a feed or a review named and the query API has not described; one target, ``papers``."""
    LISTING = "pith.listing"
    """Pith's listing of a category."""
    LATEST = "pith.latest"
    """The newest reviews of all subscribed categories from Pith's machine access, if no listing is set; the target is
    the same as that of the feed."""
    BACKFILL = "arxiv.backfill"
    """The recent papers of a category from the query API, until a backfill has succeeded once."""
    SEARCH = "arxiv.search"
    """A search by the query API that the user requests (``sync.by_hand.search``); never planned."""
    REVIEWS = "pith.reviews"
    """The whole reviews of a paper that the user requests (``sync.by_hand.reviews``); never planned."""
    ACCESS = "pith.mcp"
    """Pith's machine access itself, never fetched as such: its one target, ``answers``, records whether the responses
    make sense."""
    ADD = "arxiv.add"
    """Papers that the user requests by name; never planned: a refresh fetches those that are left with ``COMPLETE``."""

    INSPIRE = "inspire.citations"
    """What INSPIRE reports of a paper that the user requests (``sync.citations``); never planned, as the next four."""
    SEMANTIC_SCHOLAR = "semantic_scholar.citations"
    OPENALEX = "openalex.citations"
    CROSSREF = "crossref.citations"
    OPENCITATIONS = "opencitations.citations"

    @property
    def service(self) -> str:
        """The upstream service, whose requests share one pace."""
        return self.value.split(".")[0]


CATCHUP_TARGET = "days"
COMPLETE_TARGET = "papers"
ANSWERS = "answers"
MAX_SENSELESS = 3
"""Number of senseless responses in a row after which Pith's machine access is switched off."""

_BLOCK_STATUSES = frozenset({403})
"""Statuses after which not even a refresh of everything sends a request before the pause is over."""
_PAUSE_STATUSES = frozenset({403, 406, 429, *range(500, 600)})
"""Statuses of one target that pause its whole service."""


@frozen
class Task:
    """One target to fetch: whether it is due, why ("" if it is not), and when (aware UTC, not after now if due)."""

    source: Source
    target: str
    due: bool
    reason: str
    at: datetime
    entry: LedgerEntry | None


def plan(
    settings: Settings, entries: Iterable[LedgerEntry], now: datetime, *, everything: bool = False
) -> tuple[Task, ...]:
    """Return all targets of the settings in the order of a pass, due or not. ``everything`` makes all of them due,
    except where that would be too soon for the service (``unless_too_soon``)."""
    known = {(entry.source, entry.target): with_valid_times(entry, now) for entry in entries}
    planner = _Planner(
        settings,
        known,
        _paused_services(known.values(), now, _PAUSE_STATUSES),
        _paused_services(known.values(), now, _BLOCK_STATUSES),
        now,
        everything,
    )
    return tuple(planner.tasks())


def first_due(tasks: Iterable[Task]) -> datetime | None:
    """Return when the first of the tasks is due; None if there are none."""
    return min((task.at for task in tasks), default=None)


@frozen
class _Planner:
    settings: Settings
    known: dict[tuple[str, str], LedgerEntry]
    paused: dict[str, datetime]
    blocked: dict[str, datetime]
    now: datetime
    everything: bool

    def tasks(self) -> Iterator[Task]:
        codes = self.settings.arxiv.categories
        feed = [self.task(Source.FEED, "+".join(sorted(codes)))] if codes else []
        yield from feed
        if feed:
            yield self.after_feed(Source.CATCHUP, CATCHUP_TARGET, feed)
        yield self.after_feed(Source.COMPLETE, COMPLETE_TARGET, feed)
        if self.settings.pith.listing_url:
            yield from (self.task(Source.LISTING, code) for code in codes)
        elif codes and self.settings.pith.reviews and self.settings.pith.mcp_url:
            yield self.latest("+".join(sorted(codes)))
        if self.settings.arxiv.backfill_days:
            yield from (self.backfill(code) for code in codes)

    def task(self, source: Source, target: str) -> Task:
        entry = self.known.get((source, target))
        if self.everything:
            return self.unless_too_soon(source, target, entry)
        if entry is None:
            return self.unless_paused(source, target, "never requested before", None)
        if entry.next_due > self.now:
            return _later(source, target, entry.next_due, entry)
        since = "the last attempt failed" if entry.outcome is Outcome.FAILED else "due again"
        return self.unless_paused(source, target, since, entry)

    def unless_too_soon(self, source: Source, target: str, entry: LedgerEntry | None) -> Task:
        """Return a task that is due, unless the service has blocked the program or is Pith and has been requested
        within the last five minutes."""
        blocked = self.blocked.get(source.service)
        if blocked is not None:
            return _later(source, target, blocked, entry)
        if entry is not None and source.service == "pith" and not self.is_local(source):
            again = entry.attempted + LISTING_PAUSE
            if entry.outcome is not Outcome.FAILED and again > self.now:
                return _later(source, target, again, entry)
        return Task(source, target, True, "requested", self.now, entry)

    def is_local(self, source: Source) -> bool:
        """Whether Pith's address is on this machine, where no pauses are needed."""
        pith = self.settings.pith
        return is_loopback(pith.listing_url if source is Source.LISTING else pith.mcp_url)

    def after_feed(self, source: Source, target: str, feed: list[Task]) -> Task:
        """Return a task that is also due whenever the feed is due, or has been fetched since the task's last run."""
        task = self.task(source, target)
        if task.due:
            return task
        if any(each.due for each in feed):
            return self.unless_paused(task.source, task.target, "the feed is requested", task.entry)
        answered = [each.entry.fresh_as_of for each in feed if each.entry and each.entry.fresh_as_of]
        if task.entry and any(moment > task.entry.attempted for moment in answered):
            return self.unless_paused(task.source, task.target, "the feed has answered since", task.entry)
        return task

    def latest(self, target: str) -> Task:
        """Return the task for Pith's machine access; not due while the access is switched off."""
        task = self.task(Source.LATEST, target)
        answers = self.known.get((Source.ACCESS, ANSWERS))
        if self.everything or answers is None or answers.failures < MAX_SENSELESS or answers.next_due <= self.now:
            return task
        return _later(task.source, target, max(task.at, answers.next_due), task.entry)

    def backfill(self, code: str) -> Task:
        task = self.task(Source.BACKFILL, code)
        if task.entry is None or task.entry.outcome is Outcome.FAILED:
            return task
        if self.everything and task.entry.attempted + SAME_QUERY <= self.now:
            return task
        return _later(task.source, code, NEVER, task.entry)  # after one success, the feed supplies new papers

    def unless_paused(self, source: Source, target: str, reason: str, entry: LedgerEntry | None) -> Task:
        until = self.paused.get(source.service)
        if until is None:
            return Task(source, target, True, reason, self.now, entry)
        return _later(source, target, until, entry)


NEVER = datetime(9000, 1, 1, tzinfo=UTC)
"""The due time of a target that is never due again by schedule."""


def _paused_services(entries: Iterable[LedgerEntry], now: datetime, statuses: Collection[int]) -> dict[str, datetime]:
    """Return until when each service is paused: until the latest due time of its targets that failed with one of the
    statuses."""
    paused: dict[str, datetime] = {}
    for entry in entries:
        if entry.outcome is Outcome.FAILED and entry.failures and entry.next_due > now and entry.status in statuses:
            service = entry.source.split(".")[0]
            paused[service] = max(entry.next_due, paused.get(service, entry.next_due))
    return paused


def _later(source: Source, target: str, at: datetime, entry: LedgerEntry | None) -> Task:
    return Task(source, target, False, "", at, entry)
