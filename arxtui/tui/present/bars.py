"""Top line, heading and bottom lines: freshness, the list's query, and the keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from arxtui.model.counted import counted
from arxtui.model.events import Event, EventKind
from arxtui.model.expr import Grouping, Query, Sort, is_misread
from arxtui.model.ledger import SKIPPED, unreached_host
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
    Sort.CITED: "as cited",
}
GROUPS: dict[Grouping | None, str] = {
    Grouping.TOPIC: "by topic, ",
    Grouping.CATEGORY: "by category, ",
    Grouping.RULES: "by rule, ",
}
_DATED = {Sort.ANNOUNCED: (Dated.ANNOUNCED,), Sort.UPDATED: (Dated.UPDATED,)}
"""Kinds of dates that are obvious from an order and need no words."""
_GAP = 2
"""Gap in cells after a key of the footer, and between the left and right parts of a bar."""
_HARVEST = "arxiv.harvest"
_MARGINS = 5
"""Number of cells of a heading besides name, chips and numbers."""
_LEAST_ALARM = 30
"""Minimum width of the text of an alarm; if there is less room, the number of alarms is shown."""
_BETWEEN_CATEGORIES = "+"
"""Separator of the categories in a feed's target."""
_REFRESHED = "refreshed: "
_SHORT_NAME = 14
_NARROW = 60
_ANY_WIDTH = 10_000
_MISREAD = "not understood"
"""Text in place of the number of papers if the query has a syntax fault, because the number would belong to another
query."""


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
    """Return name, selection, waiting papers, alarms, and each source's freshness (or the progress of running work), in
    the longest form that fits. Only the text of an alarm can be cut, if enough of it remains."""
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
            return f"{label} done{new_papers}"
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


def _progress_forms(progress: str) -> list[list[Piece]]:
    """Return forms of the progress of work, longest first: progress and results; progress; service only."""
    forms = (progress, progress.partition(" · ")[0], progress.partition(" ")[0])
    return [[(f"{words} ", "dim")] for words in dict.fromkeys(forms)]


def _fresh_forms(freshness: Sequence[Freshness], now: datetime) -> list[list[Piece]]:
    """Return forms of the freshness of the sources, longest first: with the times of the next tries, without them, and
    the most important source only."""
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
    """Yield one text for all sources that are offline. The time is that of the least fresh source."""
    answered = [each.as_of for each in freshness if each.as_of]
    again = min((each.next_try for each in freshness if each.next_try and each.next_try > now), default=None)
    fresh = f", as of {clock(min(answered), now)}" if answered else ""
    for more in dict.fromkeys((fresh + (f", next try {clock(again, now)}" if again else ""), fresh, "")):
        yield [("offline", "fault"), (f"{more} ", "dim")]


class ListHeading(NamedTuple):
    """The line above the list, and its chips, which begin at the cell ``at``."""

    pieces: list[Piece]
    chips: Chips
    at: int

    def chip_at(self, cell: int) -> int | None:
        """Return the index of the chip at a cell of the line; None if there is none."""
        return self.chips.at(cell - self.at)


def heading(
    width: int, view: str, query: Query, chips: Sequence[Chip], tally: Tally, dated: tuple[Dated, ...] = ()
) -> ListHeading:
    """Return the heading of the list: the view's name if it has one, the query's chips, the number of papers, the
    order, and the kind of dates (``dated``). If room is short, the words about the numbers are cut before the chips,
    and the name before both. The number of papers is always shown, except for a faulty query on a narrow screen."""
    texts = [chip.text for chip in chips]
    faulty = [
        number
        for number, chip in enumerate(chips)
        if any(fault.start < chip.end and chip.start < fault.end for fault in query.faults)
    ]
    needed = lay_out_chips(texts, _ANY_WIDTH).size + min(cells(view) + 2, _SHORT_NAME)
    misread = is_misread(query.faults)
    forms = _number_forms(tally, f"{GROUPS.get(query.group, '')}{ORDERS[query.sort]}", dated, _DATED.get(query.sort))
    if misread:
        forms = [*([f"{_MISREAD} · {_papers(tally)} without it"] if tally.total else []), _MISREAD]
    numbers = next((each for each in forms if needed + cells(each) + _MARGINS <= width), forms[-1])
    room = width - cells(numbers) - _MARGINS
    shown = lay_out_chips(texts, room, faulty)
    name = clip(foreign(view), room - shown.size - 2)
    if cells(name) < min(cells(view), _SHORT_NAME - 4):
        name = ""
    left: list[Piece] = [("  ", "text"), (name, "strong"), ("  ", "text")] if name else [(" ", "text")]
    line = spread([*left, *shown.pieces], [(f"{numbers} ", "fault" if misread else "dim")], width)
    return ListHeading(line, shown, size(left))


class Tally(NamedTuple):
    """Number of papers of a list: ``total`` (a lower bound if not ``exact``), ``unread`` if known, ``muted``, those
    hidden by rules, ``untried``, those not searched for a regular expression, and ``selected``."""

    total: int
    exact: bool = True
    unread: int | None = None
    muted: int = 0
    untried: int = 0
    selected: int = 0


def _number_forms(tally: Tally, arranged: str, dated: tuple[Dated, ...], usual: tuple[Dated, ...] | None) -> list[str]:
    """Return forms of the numbers, longest first, with the order and the groups in words (``arranged``), and with the
    kind of dates unless it is the ``usual`` one of the order."""
    papers = _papers(tally)
    if tally.untried:
        return [f"{papers} · {tally.untried:,} more not searched", papers, _number(tally)]
    unread = f" · {tally.unread:,} unread" if tally.unread and tally.unread < tally.total else ""
    muted = f" · {tally.muted:,} hidden by rules" if tally.muted else ""
    order = f" · {arranged}"
    if tally.selected:
        left = tally._replace(total=tally.total - tally.selected)
        selected = f"{tally.selected:,} selected · {_number(left)} left"
        return [f"{selected}{order}", selected, f"{tally.selected:,} selected"]
    briefer = [papers + muted] if muted else []
    dates = f" · dates: {' or '.join(dated)}" if dated and dated != usual else ""
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
    return f"{'at least ' if tally.untried else '' if tally.exact else 'over '}{tally.total:,}"


def matches(tally: Tally, query: Query) -> list[Piece]:
    """Return the number of matches for the search box; an ellipsis while the query is incomplete."""
    if is_misread(query.faults):
        return [(f"{_MISREAD} ", "fault")]
    if query.unfinished:
        return [("… ", "dim")]
    words = f" match{'' if tally.total == 1 else 'es'}" if tally.exact and not tally.untried else ""
    return [(f"{_number(tally)}{words} ", "fault" if query.faults else "dim")]


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
) -> list[list[Piece]]:
    """Return the bottom lines. Left: warnings, otherwise the message, otherwise the keys; up to ``rows`` lines. Right:
    the cursor's ``position`` in the list, if any, with the ``day`` of its paper if there is room."""
    of = f"{tally.total:,}{'' if tally.exact else '+'}"
    words = (day if width >= _NARROW else "", f"{position:,}/{of}" if position and tally.total else "")
    right: list[Piece] = [(f"{' · '.join(filter(None, words))} ", "dim")] if any(words) else []
    if text := [(" · ".join(map(foreign, warnings)), "fault")] if warnings else [*message]:
        return _bottom_message(text, right, width, rows)
    return [spread(key_line(keys, width - size(right) - 1, _GAP), right, width)]


def _bottom_message(words: list[Piece], right: list[Piece], width: int, rows: int) -> list[list[Piece]]:
    """Return a message for the bottom bar. If both do not fit, the message replaces the position, because its end says
    what to do."""
    *before, last = message_lines(words, width, rows)
    beside = size(last) + 2 + size(right) <= width
    filled = [spread(line, [], width) for line in before]
    return [*filled, spread(last, right if beside else [], width)]
