"""Numbers of papers, progress of work, and the bottom lines."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from arxtui.light import NamedTuple
from arxtui.model.events import Event, EventKind
from arxtui.model.expr import Query, is_misread
from arxtui.model.ledger import SKIPPED, unreached_host
from arxtui.model.sources import SERVICES
from arxtui.text import clip
from arxtui.tui.present.line import Key, Piece, foreign, key_line, message_lines, size, spread

if TYPE_CHECKING:
    from arxtui.library.views import Freshness

_GAP = 2
"""Gap in cells after a key of the footer."""
_HARVEST = "arxiv.harvest"
_BETWEEN_CATEGORIES = "+"
"""Separator of the categories in a feed's target."""
_NARROW = 60
MISREAD = "not understood"
"""Text in place of the number of papers if the query has a syntax fault, because the number would belong to another
query."""


def clock(moment: datetime, now: datetime) -> str:
    """Return a time as ``08:14`` for today, ``Tue 08:14`` within a week, otherwise ``13 May``, in the user's time
    zone."""
    here, today = moment.astimezone(), now.astimezone()
    if here.date() == today.date():
        return f"{here:%H:%M}"
    if abs((today.date() - here.date()).days) < 7:
        return f"{here:%a %H:%M}"
    return f"{here.day} {here:%b}"


def progress_words(event: Event, now: datetime) -> str | None:
    """Return the progress of work for the status line; None for a step that is not shown."""
    label = _label(event)
    new_papers = f" · {event.new:,} new" if event.new else ""
    match event.kind:
        case EventKind.SOURCE:
            words = event.reason if event.source == _HARVEST else _target_words(event.target or "")
            return f"{label} {foreign(words or '')}".rstrip()
        case EventKind.STEP:
            return f"{label} {foreign(f'{event.target}: {event.reason}')}"
        case EventKind.PAGE if event.reason:
            return f"{label} {foreign(event.reason)}"
        case EventKind.PAGE:
            of = f" of {event.pages}" if event.pages else ""
            return f"{label} page {event.page}{of}{new_papers}"
        case EventKind.WAITING:
            until = f" until {clock(event.until, now)}" if event.until else ""
            return f"{label} waiting{until}"
        case EventKind.DONE:
            return f"{label} answered{new_papers}"
        case EventKind.FAILED:
            return f"{label} {short_reason(event.status, event.reason)}"
        case _:
            return None


def _target_words(target: str) -> str:
    """Return the target of a request; for several categories, their number."""
    several = target.count(_BETWEEN_CATEGORIES)
    return f"{several + 1} categories" if several else target


def _label(event: Event) -> str:
    """Return the service of an event; for a harvest, its target."""
    if event.source == _HARVEST:
        return foreign(f"harvest {event.target}:")
    service = (event.source or "").partition(".")[0]
    return foreign(SERVICES.get(service, service))


def short_reason(status: int | None, reason: str | None) -> str:
    """Return a failure in few words: the HTTP status, otherwise the reason up to its first colon. For a skipped
    request, the reason is that of its service."""
    cause = (reason or "failed").removeprefix(SKIPPED)
    return str(status) if status else clip(foreign(cause).partition(": ")[0], 40)


def never_online(freshness: Sequence[Freshness]) -> bool:
    """Return whether the network is unreachable and no source has ever answered; in that case there is no other problem
    to report."""
    return bool(freshness) and all(unreached_host(each.reason) and each.as_of is None for each in freshness)


class Tally(NamedTuple):
    """Number of papers of a list: ``total`` (a lower bound if not ``exact``), ``unread`` if known, ``muted``, those
    hidden by rules, ``untried``, those not searched for a regular expression, and ``selected``."""

    total: int
    exact: bool = True
    unread: int | None = None
    muted: int = 0
    untried: int = 0
    selected: int = 0

    @property
    def number(self) -> str:
        """The number of papers as text: ``over 1,000``."""
        return f"{'at least ' if self.untried else '' if self.exact else 'over '}{self.total:,}"

    @property
    def papers(self) -> str:
        """The number of papers in words."""
        return f"{self.number} paper{'' if self.total == 1 else 's'}"


def matches(tally: Tally, query: Query) -> list[Piece]:
    """Return the number of matches for the search box; an ellipsis while the query is incomplete."""
    if is_misread(query.faults):
        return [(f"{MISREAD} ", "fault")]
    if query.unfinished:
        return [("… ", "dim")]
    words = f" match{'' if tally.total == 1 else 'es'}" if tally.exact and not tally.untried else ""
    return [(f"{tally.number}{words} ", "fault" if query.faults else "dim")]


def with_tab_hint(words: str, suggestions: Sequence[str]) -> str:
    """Return a suggestion with the key that accepts it while searching."""
    return f"{words} · Tab takes {'it' if len(suggestions) == 1 else suggestions[0]}" if suggestions else words


def bottom_lines(
    width: int,
    keys: Sequence[Key],
    *,
    message: Sequence[Piece],
    position: int | None,
    tally: Tally,
    rows: int,
    warnings: Sequence[str] = (),
    day: str = "",
    marks_passed: bool = False,
) -> list[list[Piece]]:
    """Return the bottom lines. Left: warnings, otherwise the message, otherwise the keys; up to ``rows`` lines. Right:
    the cursor's ``position`` in the list, if any, with the ``day`` of its paper if there is room, and whether a step
    of the cursor marks it read (``marks_passed``)."""
    of = f"{tally.total:,}{'' if tally.exact else '+'}"
    place = f"{position:,}/{of}" if position and tally.total else ""
    words = ("read as passed" if marks_passed and place else "", day if width >= _NARROW else "", place)
    right: list[Piece] = [(f"{' · '.join(filter(None, words))} ", "dim")] if any(words) else []
    if text := [(" · ".join(map(foreign, warnings)), "fault")] if warnings else [*message]:
        return _bottom_message(text, right, width, rows)
    return [spread(key_line(keys, width - size(right) - 1, _GAP if width > _NARROW else 1), right, width, gap=1)]


def _bottom_message(words: list[Piece], right: list[Piece], width: int, rows: int) -> list[list[Piece]]:
    """Return a message for the bottom bar. If both do not fit, the message replaces the position, because its end says
    what to do."""
    *before, last = message_lines(words, width, rows)
    beside = size(last) + 2 + size(right) <= width
    filled = [spread(line, [], width) for line in before]
    return [*filled, spread(last, right if beside else [], width)]
