"""Results of background work, as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from arxtui.model.counted import counted
from arxtui.model.events import Event, EventKind
from arxtui.model.ledger import SKIPPED, plain_reason, unreached_host
from arxtui.model.sources import SERVICES
from arxtui.text import clip
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.bars import clock

_MOST_ANSWERS = 2
"""The number of sources whose answers fit into a message."""
_MAX_REASON = 50
"""Maximum width of a reason, so that the time of the next try fits in a line of 80 cells."""


def search_words(end: Event, notes: Sequence[str]) -> str:
    """Return the result of a search at arXiv: ``12 papers came from arXiv, 3 of them new here``. An event without
    numbers means that no request was sent, because arXiv recently answered the same search."""
    new, known = end.new or 0, (end.changed or 0) + (end.same or 0)
    if end.exit_code:
        words = end.reason or "arXiv did not answer"
    elif end.new is None:
        words = f"arXiv answered this query recently; {key_for('ask_arxiv')} again sends it once more"
    elif not new + known:
        words = "" if notes else "arXiv has no matching paper"
    else:
        papers = f"{counted(new + known, 'paper')} came from arXiv"
        words = f"{papers}, {f'{new:,} of them new' if new else 'none of them new'} here" if known else papers
    return _with_notes(words, notes)


def waiting_words(waiting: int) -> str:
    """Return the papers that a search did not fetch because they are stored already: ``9 papers wait, . shows
    them``."""
    return (
        f"{counted(waiting, 'paper waits', 'papers wait')}, "
        f"{key_for('show_waiting')} shows {'it' if waiting == 1 else 'them'}"
        if waiting
        else ""
    )


def outcome_words(end: Event, notes: Sequence[str], waiting: int = 0, nothing: str = "nothing new") -> str:
    """Return the result of work: its own reason, its numbers, or ``nothing``; followed by the notes. ``waiting``:
    number of papers waiting for the list."""
    new, changed, same = end.new or 0, end.changed or 0, end.same or 0
    numbers = [
        f"{number:,} {word}" for number, word in ((new, "new"), (changed, "changed"), (same, "here already")) if number
    ]
    no_news = "" if notes else ": ".join(filter(None, (nothing, waiting_words(waiting))))
    return _with_notes(end.reason or ", ".join(numbers) or no_news, notes)


def nothing_due_words(end: Event, now: datetime, *, everything: bool) -> str:
    """Return the message that a refresh sent no request, when the next one is due, and how to force one.
    ``everything``: the refresh was forced already, and no source can be requested yet."""
    due = f"next at {clock(end.next_due, now)}" if end.next_due else "nothing is scheduled"
    if everything:
        return f"All sources were requested recently: {due}"
    return f"Nothing was due: {due} · {key_for('refresh')} again requests them now"


def refresh_words(targets: Sequence[Event], now: datetime) -> str:
    """Return what a refresh fetched from each source: ``arXiv: 12 new papers · Pith: nothing new``. Failures come
    first, with the reason and the time of the next try. ``targets`` are the final events of its targets."""
    services: dict[str, list[Event]] = {}
    for event in targets:
        service = (event.source or "").partition(".")[0]
        if service in SERVICES:
            services.setdefault(service, []).append(event)
    failures = {service: failure for service, ends in services.items() if (failure := _failure(ends))}
    if failures.keys() == services.keys() and all(unreached_host(event.reason) for event in failures.values()):
        return _no_network(failures, now)
    failed_first = sorted(services, key=lambda service: service not in failures)
    return " · ".join(_service_words(each, services[each], failures.get(each), now) for each in failed_first)


def answers_words(targets: Sequence[Event]) -> str:
    """Return what the sources of citations answered about a paper; of more than two, only which of them did, and what
    the others say. ``targets`` are their final events."""
    words = {SERVICES.get((each.source or "").partition(".")[0], ""): each.reason or "" for each in targets}
    answered = [label for label, reason in words.items() if not reason.startswith(SKIPPED)]
    failed = [SERVICES.get((each.source or "").partition(".")[0]) for each in targets if each.kind is EventKind.FAILED]
    answered = [label for label in answered if label not in failed]
    briefly = len(answered) > _MOST_ANSWERS
    others = [f"{label}: {reason}" for label, reason in words.items() if not briefly or label not in answered]
    return " · ".join([*([f"{', '.join(answered)} answered"] if briefly else []), *others])


def _failure(ends: Sequence[Event]) -> Event | None:
    """Return the first failure of a service; later targets can have been skipped because of it. Returns None if there
    is no failure."""
    return next((event for event in ends if event.kind is EventKind.FAILED), None)


def _service_words(service: str, ends: Sequence[Event], failure: Event | None, now: datetime) -> str:
    papers = sum(event.new or 0 for event in ends)
    changed = sum(event.changed or 0 for event in ends)
    reviews = sum(event.reviews or 0 for event in ends)
    kinds = (
        (papers, "new paper", "new papers"),
        (changed, "changed", "changed"),
        (reviews, "review new or changed", "reviews new or changed"),
    )
    summary = ", ".join(counted(number, one, many) for number, one, many in kinds if number)
    label = SERVICES[service]
    if failure is None:
        return f"{label}: {summary or 'nothing new'}"
    reason = clip(_reason(failure).removeprefix(f"{label} "), _MAX_REASON)
    return f"{label}: {reason}{_next_try([failure], now)}{f' ({summary})' if summary else ''}"


def _reason(failure: Event) -> str:
    reason = plain_reason((failure.reason or "failed").removeprefix(SKIPPED))
    return reason.partition(": ")[0] if failure.status else reason


def _no_network(failures: Mapping[str, Event], now: datetime) -> str:
    """Return one sentence for all sources."""
    names = " and ".join(map(SERVICES.__getitem__, failures))
    reasons = "; ".join(dict.fromkeys(map(_reason, failures.values())))
    return f"{names}: {reasons}{_next_try(list(failures.values()), now)}"


def _next_try(failures: Sequence[Event], now: datetime) -> str:
    first = min((event.next_due for event in failures if event.next_due), default=None)
    return f", next try {clock(first, now)}" if first else ""


def _with_notes(words: str, notes: Sequence[str]) -> str:
    # Notes mention command line options after "; --"; they do not apply in the reader.
    note_words = (plain_reason(note.partition("; --")[0]) for note in notes)
    return "; ".join(dict.fromkeys(filter(None, (words, *note_words))))
