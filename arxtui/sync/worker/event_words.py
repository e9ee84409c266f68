"""The events of a worker as lines for people; all failures of a missing network become a single line."""

from __future__ import annotations

from collections.abc import Iterator

from arxtui.model.counted import counted
from arxtui.model.events import TURN, Event, EventKind
from arxtui.model.ledger import unreached_host
from arxtui.model.sources import CITATION_SOURCES
from arxtui.text import clean

_NAMES = {
    "arxiv.feed": "arXiv feed",
    "arxiv.catchup": "arXiv announcements of",
    "arxiv.complete": "arXiv details of",
    "arxiv.backfill": "arXiv last days",
    "arxiv.harvest": "arXiv harvest of",
    "arxiv.search": "arXiv search",
    "arxiv.add": "arXiv",
    "arxiv.fulltext": "",
    TURN: "",
    "pith.listing": "Pith",
    "pith.latest": "Pith, newest reviews of",
    "pith.reviews": "Pith on",
    **{f"{source.name}.citations": f"{source.label} on" for source in CITATION_SOURCES.values()},
}
_IN_WORDS = frozenset({"arxiv.fulltext", "pith.reviews", *(f"{name}.citations" for name in CITATION_SOURCES)})
"""The sources whose results are no papers: their reasons say what arrived."""


def in_words(event: Event) -> str | None:
    """Return an event as one line, or None if it is only progress. Times are in the local time zone."""
    words = _words(event)
    return None if words is None else clean(words)


def _words(event: Event) -> str | None:
    name = " ".join(part for part in (_NAMES.get(event.source or "", event.source), event.target) if part)
    if event.kind is EventKind.DONE and event.source in _IN_WORDS:
        return f"{name}: {event.reason}"
    if event.kind is EventKind.DONE and event.status:  # without a status, no request was made
        return f"{name}: {_counts(event)}" + (f" ({event.reason})" if event.reason else "")
    if event.kind is EventKind.FAILED:
        return f"{name}: {event.reason}" + (f", next try {_clock(event)}" if event.next_due else "")
    if event.kind is EventKind.NOTE:
        return f"{name}: {event.reason}" if name else event.reason
    if event.kind is EventKind.WAITING and event.until:
        return f"waiting until {event.until.astimezone():%H:%M:%S}: {event.reason}"
    if event.kind is EventKind.FINISHED:
        return _finished(event)
    return None


def _finished(event: Event) -> str | None:
    if event.reason:
        return event.reason
    if event.targets:
        return f"in all: {_counts(event)}" if event.targets > 1 else None
    return "nothing was due" + (f" (next {_clock(event)}; --all refreshes now)" if event.next_due else "")


def _counts(event: Event) -> str:
    if event.status == 304:
        return "not modified"
    reviews = f"{counted(event.reviews, 'review')} new or changed" if event.reviews else ""
    papers = f"{event.new or 0} new, {event.changed or 0} changed, {event.same or 0} same"
    if reviews and not (event.new or event.changed or event.same):
        return reviews
    return f"{papers}, {reviews}" if reviews else papers


def _clock(event: Event) -> str:
    assert event.next_due is not None
    return f"{event.next_due.astimezone():%a %H:%M}"


HOOK = "hook"
"""The ``source`` of a NOTE event about a hook."""
_ALL_FAILED = 4


class EventFormatter:
    """Turns the events of one process into lines; with ``quiet``, only the failures."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._unreachable: list[Event] = []
        self._failed_otherwise = False

    def lines(self, event: Event) -> Iterator[str]:
        """Yield the lines for an event, without line ends. Failures to reach a host are held back until the pass ends:
        if all targets failed so, there is one line about the network."""
        if event.kind is EventKind.FAILED and unreached_host(event.reason):
            self._unreachable.append(event)
            return
        self._failed_otherwise |= event.kind is EventKind.FAILED
        if event.kind is EventKind.FINISHED:
            offline = event.exit_code == _ALL_FAILED and self._unreachable and not self._failed_otherwise
            yield from [self._offline()] if offline else filter(None, map(in_words, self._unreachable))
            self._unreachable, self._failed_otherwise = [], False
            if offline:
                return
        words = in_words(event) if not self._quiet or _is_fault(event) else None
        if words is not None:
            yield words

    def _offline(self) -> str:
        hosts = dict.fromkeys(filter(None, (unreached_host(event.reason) for event in self._unreachable)))
        return f"offline: {' and '.join(hosts)} cannot be reached; everything cached still works"


def _is_fault(event: Event) -> bool:
    match event.kind:
        case EventKind.FAILED:
            return True
        case EventKind.NOTE:
            return event.source == HOOK
        case EventKind.FINISHED:
            return bool(event.exit_code and event.reason)
        case _:
            return False
