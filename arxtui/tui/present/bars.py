"""The lines above and below: what is fresh, what is shown, what the keys do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from arxtui.model.counted import counted
from arxtui.model.events import Event, EventKind
from arxtui.model.expr import Query, Sort, is_misread
from arxtui.model.ledger import unreached_host
from arxtui.model.sources import SERVICES
from arxtui.model.views import Dated
from arxtui.query.chips import Chip
from arxtui.text import cells, clip
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.filter.chips import Chips, lay_out_chips
from arxtui.tui.present.key_line import Key, key_line
from arxtui.tui.present.line import Piece, foreign, message_lines, size, spread

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
_DATED = {Sort.ANNOUNCED: (Dated.ANNOUNCED,), Sort.UPDATED: (Dated.UPDATED,)}
"""The dates that go without saying in an order."""
_GAP = 2
"""Cells behind a key of the footer, and between what stands at the left of a bar and at its right."""
_HARVEST = "arxiv.harvest"
_MARGINS = 5
"""Cells of a heading beside name, chips and numbers."""
_LEAST_ALARM = 30
"""Cells of the words of an alarm that are worth showing without the others."""
_BETWEEN_CATEGORIES = "+"
"""In the target of a feed."""
_REFRESHED = "refreshed: "
_SHORT_NAME = 14
_NARROW = 60
_ANY_WIDTH = 10_000
_MISREAD = "not understood"
"""What stands in place of a number of papers, where it would be that of another query."""


def top_line(
    width: int,
    *,
    waiting: int,
    selected: str = "",
    alarms: Sequence[str] = (),
    progress: str,
    freshness: Sequence[Freshness],
    now: datetime,
) -> list[Piece]:
    """Name, what is selected, what is waiting, what is amiss, and how fresh each source is (while work goes on: how far
    it is): the fullest of the forms that fit. The words of an alarm alone may be cut, where enough of them is left."""
    fresh = _progress_forms(progress) if progress else _fresh_forms(freshness, now)
    all_answered = not progress and freshness and all(each.as_of and not each.reason for each in freshness)

    def left(alarm: str, *, keys: bool = False, name: str = " arxtui") -> list[Piece]:
        pieces: list[Piece] = [(name, "strong")]
        if selected:
            pieces += [(f"   {selected}", "accent-strong"), (" · Esc clears the selection" if keys else "", "dim")]
        if waiting:
            pieces += [
                (f"   {waiting:,} waiting", "accent"),
                (f" · {key_for('show_waiting')} shows them" if keys else "", "dim"),
            ]
        if alarm:
            pieces += [(f"   ! {alarm}", "fault"), (f" · {key_for('ledger')}", "dim")]
        return pieces

    brief = counted(len(alarms), "alarm") if alarms else ""
    whole = foreign(alarms[0]) if len(alarms) == 1 else brief
    room = width - size(left(brief)) + cells(brief) - _GAP - size(fresh[0])
    clipped = clip(whole, room) if room >= _LEAST_ALARM else brief
    forms = [
        *([(left(whole, keys=True), [(_REFRESHED, "dim"), *fresh[0]])] if all_answered else []),
        (left(whole, keys=True), fresh[0]),
        (left(whole), fresh[0]),
        (left(clipped), fresh[0]),
        *((left(brief), each) for each in fresh),
        *((left(brief, name=""), each) for each in fresh),
        (left(brief, name=""), []),
    ]
    fitting = next((form for form in forms if size(form[0]) + _GAP + size(form[1]) <= width), forms[-1])
    return spread(*fitting, width, gap=_GAP)


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
            words = event.reason if event.source == _HARVEST else _asked_for(event.target or "")
            return f"{label} {foreign(words or '')}".rstrip()
        case EventKind.STEP:
            return f"{label} {foreign(f'{event.target}: {event.reason}')}"
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


def _asked_for(target: str) -> str:
    """The target of a request; of several categories, how many they are."""
    several = target.count(_BETWEEN_CATEGORIES)
    return f"{several + 1} categories" if several else target


def _label(event: Event) -> str:
    """Who is asked; of a harvest, for what."""
    if event.source == _HARVEST:
        return foreign(f"harvest {event.target}:")
    service = (event.source or "").partition(".")[0]
    return foreign(SERVICES.get(service, service))


def short_reason(status: int | None, reason: str | None) -> str:
    """A failure in a few words: its HTTP status, else its reason without the particulars after a colon."""
    return str(status) if status else clip(foreign(reason or "failed").partition(": ")[0], 40)


def never_online(freshness: Sequence[Freshness]) -> bool:
    """Whether there is no network, and no source has ever answered: then nothing can be amiss but that."""
    return bool(freshness) and all(unreached_host(each.reason) and each.as_of is None for each in freshness)


def _progress_forms(progress: str) -> list[list[Piece]]:
    """What work is doing, the fullest first: how far, what has come of it; how far; for whom."""
    forms = (progress, progress.partition(" · ")[0], progress.partition(" ")[0])
    return [[(f"{words} ", "dim")] for words in dict.fromkeys(forms)]


def _fresh_forms(freshness: Sequence[Freshness], now: datetime) -> list[list[Piece]]:
    """How fresh the sources are, the fullest first: with the next tries, without them, the one that matters most."""
    if not freshness:
        return [[]]
    one = next((each for each in freshness if each.reason), freshness[0])
    if all(unreached_host(each.reason) for each in freshness):
        return [*_offline_forms(freshness, now)]
    return [
        _services(freshness, now, next_tries=True),
        _services(freshness, now, next_tries=False),
        _services([one], now, next_tries=False),
    ]


def _services(freshness: Sequence[Freshness], now: datetime, *, next_tries: bool) -> list[Piece]:
    pieces: list[Piece] = []
    for each in freshness:
        if pieces:
            pieces.append((" · ", "faint"))
        pieces.append((foreign(each.label), "dim"))
        if each.reason:
            reason = each.reason.removeprefix(f"{each.label} ")
            pieces.append((f" {short_reason(each.status, reason)}", "fault"))
            if next_tries and each.next_try and each.next_try > now:
                pieces.append((f", next try {clock(each.next_try, now)}", "dim"))
        else:
            pieces.append((f" {clock(each.as_of, now)}" if each.as_of else " not yet", "dim"))
    return [*pieces, (" ", "text")]


def _offline_forms(freshness: Sequence[Freshness], now: datetime) -> Iterator[list[Piece]]:
    """One word for all sources; they are as fresh as the least fresh of them."""
    answered = [each.as_of for each in freshness if each.as_of]
    again = min((each.next_try for each in freshness if each.next_try and each.next_try > now), default=None)
    fresh = f", as of {clock(min(answered), now)}" if answered else ""
    for more in dict.fromkeys((fresh + (f", next try {clock(again, now)}" if again else ""), fresh, "")):
        yield [("offline", "fault"), (f"{more} ", "dim")]


class Heading(NamedTuple):
    """The line above the list, and the chips in it, which begin at the cell ``at``."""

    pieces: list[Piece]
    chips: Chips
    at: int

    def chip_at(self, cell: int) -> int | None:
        """The number of the chip at so many cells from the left."""
        return self.chips.at(cell - self.at)


def heading(
    width: int, view: str, query: Query, chips: Sequence[Chip], tally: Tally, dated: tuple[Dated, ...] = ()
) -> Heading:
    """What the list shows: the view's name where it has one, the query's chips, how many papers, in which order, and
    what the days before them are (``dated``). The words about the numbers give way to the chips, the name to both; the
    number of papers is always there, but of a query that is misread where the room is small."""
    texts = [chip.text for chip in chips]
    faulty = [
        number
        for number, chip in enumerate(chips)
        if any(fault.start < chip.end and chip.start < fault.end for fault in query.faults)
    ]
    wanted = lay_out_chips(texts, _ANY_WIDTH).size + min(cells(view) + 2, _SHORT_NAME)
    misread = is_misread(query.faults)
    told = _told(tally, query.sort, dated)
    if misread:
        told = [*([f"{_MISREAD} · {_papers(tally)} without it"] if tally.total else []), _MISREAD]
    numbers = next((each for each in told if wanted + cells(each) + _MARGINS <= width), told[-1])
    room = width - cells(numbers) - _MARGINS
    shown = lay_out_chips(texts, room, faulty)
    name = clip(foreign(view), room - shown.size - 2)
    if cells(name) < min(cells(view), _SHORT_NAME - 4):
        name = ""
    left: list[Piece] = [("  ", "text"), (name, "strong"), ("  ", "text")] if name else [(" ", "text")]
    line = spread([*left, *shown.pieces], [(f"{numbers} ", "fault" if misread else "dim")], width)
    return Heading(line, shown, size(left))


class Tally(NamedTuple):
    """How many papers a list has: ``total``, at least that many where not ``exact``; ``unread``, where known;
    ``muted``, how many more it would have but for rules."""

    total: int
    exact: bool = True
    unread: int | None = None
    muted: int = 0


def _told(tally: Tally, sort: Sort, dated: tuple[Dated, ...]) -> list[str]:
    """The words for it, the longest first."""
    papers = _papers(tally)
    unread = f" · {tally.unread:,} unread" if tally.unread and tally.unread < tally.total else ""
    muted = f" · {tally.muted:,} hidden by rules" if tally.muted else ""
    order = f" · {ORDERS[sort]}"
    briefer = [papers + muted] if muted else []
    dates = f" · dates: {' or '.join(dated)}" if dated and dated != _DATED.get(sort) else ""
    whole = [papers + unread + muted + order + dates] if dates else []
    return [
        *whole,
        papers + unread + muted + order,
        papers + muted + order,
        *briefer,
        papers + order,
        papers,
        _number(tally),
    ]


def _papers(tally: Tally) -> str:
    return f"{_number(tally)} paper{'' if tally.total == 1 else 's'}"


def _number(tally: Tally) -> str:
    return f"{'' if tally.exact else 'over '}{tally.total:,}"


def matches(tally: Tally, query: Query) -> list[Piece]:
    """The number at the right of the search box; none of a query that is not whole yet."""
    if is_misread(query.faults):
        return [(f"{_MISREAD} ", "fault")]
    if query.unfinished:
        return [("… ", "dim")]
    words = f" match{'' if tally.total == 1 else 'es'}" if tally.exact else ""
    return [(f"{_number(tally)}{words} ", "fault" if query.faults else "dim")]


def takeable(words: str, meant: Sequence[str]) -> str:
    """Words that say what may be meant, with the key that takes the first of it while searching."""
    return f"{words} · Tab takes {'it' if len(meant) == 1 else meant[0]}" if meant else words


def bottom_lines(
    width: int,
    keys: Sequence[Key],
    *,
    message: Sequence[Piece],
    position: int,
    tally: Tally,
    rows: int,
    warnings: Sequence[str] = (),
    day: str = "",
    title: str = "",
) -> list[list[Piece]]:
    """The keys that do something now, or what there is to say (warnings before all else), in as many of
    ``rows`` as it needs; and where in the list the cursor is, with the ``day`` of its paper where there is room.
    ``title`` is the end of a title that its row has no room for: one line of it takes the place of the keys."""
    of = f"{tally.total:,}{'' if tally.exact else '+'}"
    day = f"{day} · " if day and width >= _NARROW else ""
    right: list[Piece] = [(f"{day}{position:,}/{of} ", "dim")] if tally.total else []
    if said := [(" · ".join(map(foreign, warnings)), "fault")] if warnings else [*message]:
        return _said(said, right, width, rows)
    if title:
        return [spread([(" … ", "dim"), (clip(title, width - size(right) - _GAP - 3), "text")], right, width)]
    return [spread(key_line(keys, width - size(right) - 1, _GAP), right, width)]


def _said(words: list[Piece], right: list[Piece], width: int, rows: int) -> list[list[Piece]]:
    """Words in the bottom bar. The place in the list gives way to them where both do not fit: what to do stands at
    their end."""
    *before, last = message_lines(words, width, rows)
    beside = size(last) + 2 + size(right) <= width
    filled = [spread(line, [], width) for line in before]
    return [*filled, spread(last, right if beside else [], width)]
