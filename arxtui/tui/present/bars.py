"""The lines above and below: what is fresh, what is shown, what the keys do."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from arxtui.model.events import Event, EventKind
from arxtui.model.expr import Fault, Sort
from arxtui.text import clip
from arxtui.tui.actions import Place, hints
from arxtui.tui.present.filters import view_name
from arxtui.tui.present.line import Piece, cut, foreign, size, spread

if TYPE_CHECKING:
    from arxtui.library.views import Freshness


def top_line(width: int, *, waiting: int, progress: str, freshness: Sequence[Freshness], now: datetime) -> list[Piece]:
    """Name, what is waiting, and how fresh each source is (while a refresh runs: how far it is)."""
    left: list[Piece] = [(" arxtui", "strong")]
    if waiting:
        left += [(f"   {waiting:,} waiting", "accent"), (" · . shows them", "dim")]
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
    """What a refresh is doing, in the status line; None for a step that is not worth a word."""
    service = (event.source or "").partition(".")[0]
    label = foreign({"arxiv": "arXiv", "pith": "Pith"}.get(service, service))
    found = f" · {event.new:,} new" if event.new else ""
    match event.kind:
        case EventKind.STARTED:
            return "refreshing"
        case EventKind.SOURCE:
            return f"{label} {foreign(event.target or '')}".rstrip()
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


def short_reason(status: int | None, reason: str | None) -> str:
    """A failure in a few words: its HTTP status, else its reason without the particulars after a colon."""
    return str(status) if status else clip(foreign(reason or "failed").partition(": ")[0], 40)


def _fresh(freshness: Sequence[Freshness], now: datetime) -> list[Piece]:
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


def heading(width: int, query: str, *, total: int, unread: int | None, sort: Sort) -> list[Piece]:
    """What the list shows: the view's name, its query, and how many papers."""
    name = view_name(query)
    left: list[Piece] = [(f"  {foreign(name)}", "strong")] if name else [("  / ", "accent"), (foreign(query), "strong")]
    if name and query:
        left.append((f"  {foreign(query)}", "faint"))
    return spread(left, _numbers(width, total, unread=unread, sort=sort), width)


def _numbers(width: int, total: int, *, unread: int | None, sort: Sort) -> list[Piece]:
    papers = f"{total:,} paper{'' if total == 1 else 's'}"
    told = [papers]
    if unread and unread < total and width >= 50:
        told.append(f"{unread:,} unread")
    if width >= 70:
        told.append("newest first" if sort is Sort.NEW else "best first")
    return [(" · ".join(told) + " ", "dim")]


def matches(total: int, faults: Sequence[Fault]) -> list[Piece]:
    """The number at the right of the search box."""
    words = f"{total:,} match{'' if total == 1 else 'es'} "
    return [(words, "fault" if faults else "dim")]


def bottom_line(
    width: int, place: Place, *, message: Sequence[Piece], position: int, total: int, warnings: Sequence[str] = ()
) -> list[Piece]:
    """The keys of the place, or what there is to say (warnings before all else), and where in the list the cursor
    is."""
    right: list[Piece] = [(f"{position:,}/{total:,} ", "dim")] if total else []
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
