"""The top line: title of the place, chips (the terms of the query side by side, each with a cross to remove it),
what the user has to know of, and the numbers of the list."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import product
from typing import TYPE_CHECKING

from arxtui.light import NamedTuple, frozen
from arxtui.model.counted import counted
from arxtui.model.expr import GROUPS, Query, Sort, is_misread
from arxtui.model.ledger import unreached_host
from arxtui.model.views import Dated
from arxtui.query.chips import Chip
from arxtui.text import cells, clip
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.bars import MISREAD, Tally, clock, short_reason
from arxtui.tui.present.filter.rows import view_name
from arxtui.tui.present.line import Piece, foreign, size, spread

if TYPE_CHECKING:
    from arxtui.library.views import Freshness

_LONGEST, _SHORTEST, _LAST = 40, 10, len("date:2026-05..2026-06")
"""Maximum widths of a chip's text: normally, if room is short, and for the last chip if room is short, so that the
months chosen by the last key press stay readable."""
_FRAME = 4
"""Number of cells of a chip besides its text: two blanks around the text, the cross, and a blank."""


@frozen
class Chips:
    """Laid out chips: pieces, and (first cell, end cell, index in the query) of each chip."""

    pieces: tuple[Piece, ...] = ()
    places: tuple[tuple[int, int, int], ...] = ()

    @property
    def size(self) -> int:
        """Total width in cells."""
        return size(self.pieces)

    def at(self, cell: int) -> int | None:
        """Return the index of the chip at a cell; None if there is none."""
        return next((number for start, end, number in self.places if start <= cell < end), None)


def lay_out_chips(texts: Sequence[str], width: int, faulty: Collection[int] = ()) -> Chips:
    """Lay out chips in at most ``width`` cells. If room is short, texts are cut, the last one least; then the first
    chips are replaced by their number. The last chip, which a key removes, stays as long as anything fits. ``faulty``
    are the indices of chips with a syntax fault."""
    texts = [foreign(text) for text in texts]
    clipped = [_clip_texts(texts, longest) for longest in range(_LONGEST, _SHORTEST - 1, -1)]
    shown = next((each for each in clipped if _size(each, 0) <= width), clipped[-1])
    left_out = 0
    while len(shown) > 1 and _size(shown, left_out) > width:
        shown, left_out = shown[1:], left_out + 1
    if shown and (excess := _size(shown, left_out) - width) > 0:
        room = cells(shown[-1]) - excess
        if room < 1:
            return Chips()
        shown = [clip(shown[-1], room)]
    return _draw(shown, left_out, faulty)


def _clip_texts(texts: Sequence[str], longest: int) -> list[str]:
    return [*(clip(text, longest) for text in texts[:-1]), *(clip(text, max(longest, _LAST)) for text in texts[-1:])]


def _draw(shown: Sequence[str], left_out: int, faulty: Collection[int]) -> Chips:
    pieces: list[Piece] = [(_left_out_words(left_out), "dim")] if left_out else []
    places = []
    at = size(pieces)
    for number, text in enumerate(shown, left_out):
        wide = cells(text) + _FRAME
        places.append((at, at + wide, number))
        ink = "chip-fault" if number in faulty else "chip"
        pieces += [(" ", "chip"), (text, ink), (" ", "chip"), ("× ", "chip-cross"), (" ", "text")]
        at += wide + 1
    return Chips(tuple(pieces[:-1]), tuple(places))


def _size(shown: Sequence[str], left_out: int) -> int:
    between = max(len(shown) - 1, 0)
    return sum(cells(text) + _FRAME for text in shown) + between + cells(_left_out_words(left_out))


def _left_out_words(number: int) -> str:
    return f"+{number} " if number else ""


_ORDERS = {
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
_DATED = {Sort.ANNOUNCED: (Dated.ANNOUNCED,), Sort.UPDATED: (Dated.UPDATED,)}
"""Kinds of dates that are obvious from an order and need no words."""
_MARGINS = 5
"""Number of cells of the line besides name, chips, news and numbers."""
_LEAST_ALARM = 30
"""Minimum width of the text of an alarm; if there is less room, the number of alarms is shown."""
_SHORT_NAME = 14
_ANY_WIDTH = 10_000
_ANYWHERE = view_name("")
_GAP: Piece = ("   ", "text")
_UNREAD = " unread"
_THROTTLED = frozenset({406, 429, 503})
"""HTTP statuses of a service that wants to be asked later."""
_RESTING = timedelta(days=1)
"""How long a throttled service may be without an answer before this is a fault."""


class TopNews(NamedTuple):
    """What the top line says besides the list: the selection, the number of waiting papers, alarms of the ledger, the
    progress of running work, and the sources, of which only faults are shown."""

    selected: str = ""
    waiting: int = 0
    alarms: Sequence[str] = ()
    progress: str = ""
    freshness: Sequence[Freshness] = ()


NO_NEWS = TopNews()


class TopLine(NamedTuple):
    """The top line, and its chips, which begin at the cell ``at`` and with the query's chip number ``first``."""

    pieces: list[Piece]
    chips: Chips = Chips()
    at: int = 0
    first: int = 0

    def chip_at(self, cell: int) -> int | None:
        """Return the index in the query of the chip at a cell of the line; None if there is none."""
        number = self.chips.at(cell - self.at)
        return None if number is None else self.first + number


def top_line(
    width: int,
    view: str,
    query: Query,
    chips: Sequence[Chip],
    tally: Tally | None,
    dated: tuple[Dated, ...] = (),
    *,
    news: TopNews = NO_NEWS,
    now: datetime,
) -> TopLine:
    """Return the top line: the view's name if it has one, the query's chips, the news, the number of papers (of a
    ``tally``), the order, and the kind of dates (``dated``). If room is short, the words about the numbers are cut
    first, to half a line of a long name, then the words of the news, then the number of unread papers, the name and the
    chips. The number of papers is
    always shown, except for a faulty query on a narrow screen."""
    texts = [chip.text for chip in chips]
    named = {each.lower().partition(":")[0] for each in texts}  # the chip says it
    words = {"group": GROUPS.get(query.group), "sort": _ORDERS[query.sort]}
    order = ", ".join(each for name, each in words.items() if each and name not in named)
    faulty = [
        number
        for number, chip in enumerate(chips)
        if any(fault.start < chip.end and chip.start < fault.end for fault in query.faults)
    ]
    room = width - lay_out_chips(texts, _ANY_WIDTH).size - _MARGINS
    whole, half, short = (min(cells(view) + 2, most) for most in (width, width // 2, _SHORT_NAME))
    forms = [*_right_forms(room - short, query, tally, order, dated, news, now)]
    calm = next(_right_forms(room - short, query, tally, order, dated, news._replace(progress=""), now))
    if chips and view == _ANYWHERE and size(calm) + whole > room:
        view, whole, half, short = "", 0, 0, 0  # the chips alone say as much
    tries = (*product(forms[:-1], (whole,)), *product(forms[:-1], (half,)), *product(forms, (short,)))
    right = next((form for form, title in tries if size(form) + title <= room), forms[-1])
    shown = lay_out_chips(texts, width - size(right) - _MARGINS, faulty)
    name = clip(foreign(view), width - size(right) - _MARGINS - shown.size - 2)
    if cells(name) < min(cells(view), _SHORT_NAME - 4):
        name = ""
    left: list[Piece] = [(" ", "text"), (name, "strong"), ("  ", "text")] if name else [(" ", "text")]
    return TopLine(spread([*left, *shown.pieces], [*right, (" ", "text")], width), shown, size(left))


def _right_forms(
    room: int,
    query: Query,
    tally: Tally | None,
    order: str,
    dated: tuple[Dated, ...],
    news: TopNews,
    now: datetime,
) -> Iterator[list[Piece]]:
    """Yield forms of news and numbers, longest first; an alarm is cut for this room. Only the last form leaves out a
    source."""
    forms = _number_forms(query, tally, order, dated) if tally else [""]
    ink = "fault" if is_misread(query.faults) else "accent-strong" if tally and tally.selected else "dim"
    numbers: list[list[Piece]] = [[(each, ink)] for each in forms]
    with_keys, *shorter, shortest = _news_forms(room - size(numbers[-1]), news, now)
    unread = sum(_UNREAD in each for each in forms)
    pairs = (
        *product([with_keys], numbers[: unread or -1]),
        *product(shorter, numbers[:unread]),
        *product(shorter, numbers[unread:]),
        (shortest, numbers[-1]),
    )
    for words, count in pairs:
        yield [*words, *([_GAP] if words else []), *count]


def _number_forms(query: Query, tally: Tally, order: str, dated: tuple[Dated, ...]) -> list[str]:
    """Return forms of the numbers, longest first, with the words about groups and ``order``, and the kind of dates."""
    if is_misread(query.faults):
        return [MISREAD]
    if tally.untried:
        return [f"{tally.papers} · {tally.untried:,} more not searched", tally.papers, tally.number]
    if tally.selected:
        selected = f"{tally.selected:,} selected"
        left = f"{selected} · {tally._replace(total=tally.total - tally.selected).number} left"
        return [f"{left} · Esc clears the selection", left, selected]
    unread = f" · {tally.unread:,}{_UNREAD}" if tally.unread and tally.unread < tally.total else ""
    muted = f" · {tally.muted:,} hidden by rules" if tally.muted else ""
    order = f" · {order}" if order else ""
    dates = f" · dates: {' or '.join(dated)}" if dated and dated != _DATED.get(query.sort) else ""
    words = (unread + muted + order + dates, unread + muted + order, unread, muted + order, muted, order, "")
    return [*dict.fromkeys(tally.papers + each for each in words), tally.number]


def _news_forms(room: int, news: TopNews, now: datetime) -> Iterator[list[Piece]]:
    """Yield forms of the news, longest first."""
    states = _progress_forms(news.progress) if news.progress else _fault_forms(news.freshness, now)
    brief = counted(len(news.alarms), "alarm") if news.alarms else ""
    whole = foreign(news.alarms[0]) if len(news.alarms) == 1 else brief

    def form(alarm: str, state: list[Piece], *, keys: bool = False) -> list[Piece]:
        def with_hint(words: str, ink: str, hint: str) -> list[Piece]:
            return [(words, ink), (hint, "dim")] if keys else [(words, ink)]

        shows = f" · {key_for('show_waiting')} shows them"
        parts = (
            with_hint(news.selected, "accent-strong", " · Esc clears the selection") if news.selected else [],
            with_hint(f"{news.waiting:,} waiting", "accent", shows) if news.waiting else [],
            [(f"! {alarm}", "fault"), (f" · {key_for('ledger')}", "dim")] if alarm else [],
            state,
        )
        return [piece for part in parts if part for piece in (_GAP, *part)][1:]

    yield form(whole, states[0], keys=True)
    yield form(whole, states[0])
    free = room - size(form(brief, states[0])) + cells(brief) - len(_GAP[0])
    yield form(clip(whole, free) if free >= _LEAST_ALARM else brief, states[0])
    yield from (form(brief, each) for each in states)
    yield form(brief, [])


def _progress_forms(progress: str) -> list[list[Piece]]:
    """Return forms of the progress of work, longest first: progress and results; progress; service only; nothing."""
    forms = (progress, progress.partition(" · ")[0], progress.partition(" ")[0])
    return [*([(words, "dim")] for words in dict.fromkeys(forms)), []]


def _fault_forms(freshness: Sequence[Freshness], now: datetime) -> list[list[Piece]]:
    """Return forms of the faults of the sources, longest first: with the reasons and the times of the next tries,
    without them, and that of the first source only. A remark about an answer is no fault, nor is a throttled source
    that answered within a day."""
    if freshness and all(unreached_host(each.reason) for each in freshness):
        return [*_offline_forms(freshness, now)]
    faults = [each for each in freshness if each.failed and not _is_resting(each, now)]
    if not faults:
        return [[]]
    brief = [_fault_words(each, now) for each in faults]
    long = [words + _remedy(each, now) for each, words in zip(faults, brief, strict=True)]
    return [[(words, "fault")] for words in dict.fromkeys((" · ".join(long), " · ".join(brief), brief[0]))]


def _is_resting(source: Freshness, now: datetime) -> bool:
    return source.status in _THROTTLED and source.as_of is not None and now - source.as_of < _RESTING


def _fault_words(source: Freshness, now: datetime) -> str:
    label = foreign(source.label)
    if source.status is None and not unreached_host(source.reason):
        is_sentence = source.reason.startswith(f"{source.label} ")  # "arXiv says that …"
        return short_reason(None, source.reason) if is_sentence else f"{label}: {short_reason(None, source.reason)}"
    return f"{label}: no answer since {clock(source.as_of, now)}" if source.as_of else f"{label}: no answer yet"


def _remedy(source: Freshness, now: datetime) -> str:
    status = f" ({source.status})" if source.status else ""
    again = f", next try {clock(source.next_try, now)}" if source.next_try and source.next_try > now else ""
    return status + again


def _offline_forms(freshness: Sequence[Freshness], now: datetime) -> Iterator[list[Piece]]:
    """Yield one text for all sources that are offline. The time is that of the least fresh source."""
    answered = [each.as_of for each in freshness if each.as_of]
    again = min((each.next_try for each in freshness if each.next_try and each.next_try > now), default=None)
    fresh = f", as of {clock(min(answered), now)}" if answered else ""
    for more in dict.fromkeys((fresh + (f", next try {clock(again, now)}" if again else ""), fresh, "")):
        yield [("offline", "fault"), (more, "dim")]
