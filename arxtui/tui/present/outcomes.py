"""How work in the background ended, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from arxtui.model.counted import counted
from arxtui.model.events import Event, EventKind
from arxtui.model.ledger import plain_reason, unreached_host
from arxtui.model.sources import SERVICES
from arxtui.text import clip
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.bars import clock

_REFUSED = "not asked: "
_LONGEST = 50
"""Cells of a reason, so that the next try is seen in a line of 80."""


def found_words(end: Event, notes: Sequence[str]) -> str:
    """What a search at arXiv brought: ``12 papers came from arXiv, 3 of them new here``. Without numbers arXiv was not
    asked, having answered the same lately."""
    new, known = end.new or 0, (end.changed or 0) + (end.same or 0)
    if end.exit_code:
        words = end.reason or "arXiv did not answer"
    elif end.new is None:
        words = f"arXiv answered this lately; {key_for('ask_arxiv')} again asks it once more"
    elif not new + known:
        words = "" if notes else "arXiv has no paper for this"
    else:
        papers = f"{counted(new + known, 'paper')} came from arXiv"
        words = f"{papers}, {f'{new:,} of them new' if new else 'all of them known'} here" if known else papers
    return _joined(words, notes)


def waiting_words(waiting: int) -> str:
    """What a search for more has not brought, because it is here already: ``9 papers wait, . shows them``."""
    return (
        f"{counted(waiting, 'paper waits', 'papers wait')}, "
        f"{key_for('show_waiting')} shows {'it' if waiting == 1 else 'them'}"
        if waiting
        else ""
    )


def outcome_words(end: Event, notes: Sequence[str], waiting: int = 0, nothing: str = "nothing new") -> str:
    """What work did: in its own words, else in numbers, or that there was ``nothing``; and what else there was to say.
    So many papers are ``waiting`` to be shown."""
    new, changed, same = end.new or 0, end.changed or 0, end.same or 0
    told = [
        f"{number:,} {word}" for number, word in ((new, "new"), (changed, "changed"), (same, "here already")) if number
    ]
    none = "" if notes else ": ".join(filter(None, (nothing, waiting_words(waiting))))
    return _joined(end.reason or ", ".join(told) or none, notes)


def nothing_due_words(end: Event, now: datetime, *, everything: bool) -> str:
    """That a refresh asked nobody, when the next is due, and how to ask all the same; of one that was to ask for
    ``everything``, that nobody may be asked yet."""
    due = f"next at {clock(end.next_due, now)}" if end.next_due else "nothing is scheduled"
    if everything:
        return f"All sources were asked a short while ago: {due}"
    return f"Nothing was due: {due} · {key_for('refresh')} again asks now"


def refresh_words(targets: Sequence[Event], now: datetime) -> str:
    """What a refresh brought from each source: ``arXiv: 12 new papers · Pith: nothing new``; what failed goes
    first, with why, and when it is asked again. ``targets`` are how its targets ended."""
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


def _failure(ends: Sequence[Event]) -> Event | None:
    """Why a service failed: the first failure, for the targets after it may not have been asked because of it."""
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
    brought = ", ".join(counted(number, one, many) for number, one, many in kinds if number)
    label = SERVICES[service]
    if failure is None:
        return f"{label}: {brought or 'nothing new'}"
    reason = clip(_reason(failure).removeprefix(f"{label} "), _LONGEST)
    return f"{label}: {reason}{_next_try([failure], now)}{f' ({brought})' if brought else ''}"


def _reason(failure: Event) -> str:
    reason = plain_reason((failure.reason or "failed").removeprefix(_REFUSED))
    return reason.partition(": ")[0] if failure.status else reason


def _no_network(failures: Mapping[str, Event], now: datetime) -> str:
    """One sentence for all sources."""
    names = " and ".join(map(SERVICES.__getitem__, failures))
    reasons = "; ".join(dict.fromkeys(map(_reason, failures.values())))
    return f"{names}: {reasons}{_next_try(list(failures.values()), now)}"


def _next_try(failures: Sequence[Event], now: datetime) -> str:
    first = min((event.next_due for event in failures if event.next_due), default=None)
    return f", next try {clock(first, now)}" if first else ""


def _joined(words: str, notes: Sequence[str]) -> str:
    # What options of the command line would do is not for the reader.
    told = (plain_reason(note.partition("; --")[0]) for note in notes)
    return "; ".join(dict.fromkeys(filter(None, (words, *told))))
