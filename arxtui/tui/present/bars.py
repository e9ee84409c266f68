"""The lines above and below: what is fresh, what is shown, what the keys do."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from arxtui.model.events import Event, EventKind
from arxtui.model.expr import Fault, Query, Sort
from arxtui.model.ledger import unreached_host
from arxtui.query.chips import Chip
from arxtui.text import cells, clip
from arxtui.tui.actions import Place
from arxtui.tui.present.chips import Chips, lay_out_chips
from arxtui.tui.present.line import Piece, cut, foreign, size, spread
from arxtui.tui.registry import hints

if TYPE_CHECKING:
    from arxtui.library.views import Freshness

ORDERS = {
    Sort.NEW: "newest first",
    Sort.BEST: "best first",
    Sort.OLD: "oldest first",
    Sort.UPDATED: "last updated first",
    Sort.SCORE: "most points first",
    Sort.FOR_YOU: "for you first",
    Sort.ANNOUNCED: "as announced",
    Sort.LISTED: "in the list's order",
}
_HARVEST = "arxiv.harvest"
_MARGINS = 5
"""Cells of a heading beside name, chips and numbers."""
_SHORT_NAME = 14
_ANY_WIDTH = 10_000


def top_line(
    width: int,
    *,
    waiting: int,
    picked: str = "",
    alarms: Sequence[str] = (),
    progress: str,
    freshness: Sequence[Freshness],
    now: datetime,
) -> list[Piece]:
    """Name, what is picked, what is waiting, what is amiss, and how fresh each source is (while work goes on: how far
    it is)."""
    left: list[Piece] = [(" arxtui", "strong")]
    if picked:
        left += [(f"   {picked}", "accent-strong"), (" · Esc drops them", "dim")]
    if waiting:
        left += [(f"   {waiting:,} waiting", "accent"), (" · . shows them", "dim")]
    if alarms:
        words = f"{len(alarms)} alarms" if len(alarms) > 1 else clip(foreign(alarms[0]), max(width // 3, 20))
        left += [(f"   ! {words}", "fault"), (" · L", "dim")]
    right: list[Piece] = [(f"{progress} ", "dim")] if progress else _fresh(freshness, now)
    return spread(left, right, width)


def clock(moment: datetime, now: datetime) -> str:
    """``08:14`` today, ``Tue 08:14`` within the week, else ``13 May``, in the reader's own zone."""
    here, today = moment.astimezone(), now.astimezone()
    if here.date() == today.date():
        return f"{here:%H:%M}"
    if abs((today.date() - here.date()).days) < 7:
        return f"{here:%a %H:%M}"
    return f"{here.day} {here:%b}"


def progress_words(event: Event, now: datetime) -> str | None:
    """What work is doing, in the status line; None for a step that is not worth a word."""
    label = _label(event)
    found = f" · {event.new:,} new" if event.new else ""
    match event.kind:
        case EventKind.SOURCE:
            words = event.reason if event.source == _HARVEST else event.target
            return f"{label} {foreign(words or '')}".rstrip()
        case EventKind.PAGE if event.reason:
            return f"{label} {foreign(event.reason)}"
        case EventKind.PAGE:
            of = f" of {event.pages}" if event.pages else ""
            return f"{label} page {event.page}{of}{found}"
        case EventKind.WAITING:
            until = f" until {clock(event.until, now)}" if event.until else ""
            return f"{label} waiting{until}"
        case EventKind.DONE:
            return f"{label} done{found}"
        case EventKind.FAILED:
            return f"{label} {short_reason(event.status, event.reason)}"
        case _:
            return None


def _label(event: Event) -> str:
    """Who is asked; of a harvest, for what."""
    if event.source == _HARVEST:
        return foreign(f"harvest {event.target}:")
    service = (event.source or "").partition(".")[0]
    return foreign({"arxiv": "arXiv", "pith": "Pith", "zotero": "Zotero"}.get(service, service))


def short_reason(status: int | None, reason: str | None) -> str:
    """A failure in a few words: its HTTP status, else its reason without the particulars after a colon."""
    return str(status) if status else clip(foreign(reason or "failed").partition(": ")[0], 40)


def _fresh(freshness: Sequence[Freshness], now: datetime) -> list[Piece]:
    if freshness and all(unreached_host(each.reason) for each in freshness):
        return _offline(freshness, now)
    pieces: list[Piece] = []
    for each in freshness:
        if pieces:
            pieces.append((" · ", "faint"))
        pieces.append((foreign(each.label), "dim"))
        if each.reason:
            pieces.append((f" {short_reason(each.status, each.reason)}", "fault"))
            if each.next_try:
                pieces.append((f", again {clock(each.next_try, now)}", "dim"))
        else:
            pieces.append((f" {clock(each.as_of, now)}" if each.as_of else " not yet", "dim"))
    return [*pieces, (" ", "text")] if pieces else []


def _offline(freshness: Sequence[Freshness], now: datetime) -> list[Piece]:
    """One word for all sources; they are as fresh as the least fresh of them."""
    answered = [each.as_of for each in freshness if each.as_of]
    again = min((each.next_try for each in freshness if each.next_try), default=None)
    fresh = f", as of {clock(min(answered), now)}" if answered else ""
    return [("offline", "fault"), (fresh + (f", again {clock(again, now)}" if again else ""), "dim"), (" ", "text")]


class Heading(NamedTuple):
    """The line above the list, and the chips in it, which begin at the cell ``at``."""

    pieces: list[Piece]
    chips: Chips
    at: int

    def chip_at(self, cell: int) -> int | None:
        """The number of the chip at so many cells from the left."""
        return self.chips.at(cell - self.at)


def heading(width: int, view: str, query: Query, chips: Sequence[Chip], tally: Tally) -> Heading:
    """What the list shows: the view's name where it has one, the query's chips, how many papers and in which order. The
    words about the numbers give way to the chips, the name to both; the number of papers is always there."""
    texts = [chip.text for chip in chips]
    faulty = [
        number
        for number, chip in enumerate(chips)
        if any(fault.start < chip.end and chip.start < fault.end for fault in query.faults)
    ]
    wanted = lay_out_chips(texts, _ANY_WIDTH).size + min(cells(view) + 2, _SHORT_NAME)
    told = _told(tally, query.sort)
    numbers = next((each for each in told if wanted + cells(each) + _MARGINS <= width), told[-1])
    room = width - cells(numbers) - _MARGINS
    shown = lay_out_chips(texts, room, faulty)
    name = clip(foreign(view), room - shown.size - 2)
    if cells(name) < min(cells(view), _SHORT_NAME - 4):
        name = ""
    left: list[Piece] = [("  ", "text"), (name, "strong"), ("  ", "text")] if name else [(" ", "text")]
    line = spread([*left, *shown.pieces], [(f"{numbers} ", "dim")], width)
    return Heading(line, shown, size(left))


class Tally(NamedTuple):
    """How many papers a list has: ``total``, at least that many where not ``exact``; ``unread``, where known;
    ``muted``, how many more it would have but for rules."""

    total: int
    exact: bool = True
    unread: int | None = None
    muted: int = 0


def _told(tally: Tally, sort: Sort) -> list[str]:
    """The words for it, the longest first."""
    number = f"{'' if tally.exact else 'over '}{tally.total:,}"
    papers = f"{number} paper{'' if tally.total == 1 else 's'}"
    unread = f" · {tally.unread:,} unread" if tally.unread and tally.unread < tally.total else ""
    muted = f" · {tally.muted:,} hidden by rules" if tally.muted else ""
    order = f" · {ORDERS[sort]}"
    briefer = [papers + muted] if muted else []
    return [papers + unread + muted + order, papers + muted + order, *briefer, papers + order, papers, number]


def matches(tally: Tally, faults: Sequence[Fault]) -> list[Piece]:
    """The number at the right of the search box."""
    words = f" match{'' if tally.total == 1 else 'es'}" if tally.exact else ""
    return [(f"{'' if tally.exact else 'over '}{tally.total:,}{words} ", "fault" if faults else "dim")]


def bottom_line(
    width: int, place: Place, *, message: Sequence[Piece], position: int, tally: Tally, warnings: Sequence[str] = ()
) -> list[Piece]:
    """The keys of the place, or what there is to say (warnings before all else), and where in the list the cursor
    is."""
    of = f"{tally.total:,}{'' if tally.exact else '+'}"
    right: list[Piece] = [(f"{position:,}/{of} ", "dim")] if tally.total else []
    room = width - size(right) - 2
    if warnings:
        return spread(cut([(" ", "text"), (" · ".join(map(foreign, warnings)), "fault")], room), right, width)
    if message:
        return spread(cut([(" ", "text"), *message], room), right, width)
    return spread(_hints(place, room), right, width)


def _hints(place: Place, room: int) -> list[Piece]:
    shown = (
        [("Enter", "keep"), ("Esc", "drop"), ("↑↓", "move"), ("Ctrl+U", "clear")]
        if place is Place.SEARCH
        else hints(place)
    )
    last = shown[-1] if shown and shown[-1][1] == "help" else None
    pieces: list[Piece] = [(" ", "text")]
    spare = room - (len(last[0]) + len(last[1]) + 4 if last else 0)
    for key, label in shown[:-1] if last else shown:
        if size(pieces) + len(key) + len(label) + 4 > spare:
            break
        pieces += _hint(key, label)
    return [*pieces, *_hint(*last)] if last else pieces


def _hint(key: str, label: str) -> list[Piece]:
    return [(f"{key} ", "accent"), (f"{label}   ", "dim")]
