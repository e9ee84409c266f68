"""Histogram of papers per month, drawn with block characters."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from arxtui.light import NamedTuple, frozen
from arxtui.model.arxiv.ids import month_number, year_month
from arxtui.tui.present.line import Piece
from arxtui.tui.state.signals import Signal

ROWS = 2
"""Number of lines of bars."""
_BLOCKS = " ▁▂▃▄▅▆▇█"
_LEVELS = len(_BLOCKS) - 1
_MONTHS_A_BAR = (1, 2, 3, 6, 12, 24, 60, 120)
_WIDEST_BAR = 4
_YEAR = 12
_LABEL = 4
_EVER, _NEVER = -(1 << 16), 1 << 16
"""Values in place of a month for a range without a start or end; outside of all possible dates."""


class MonthRange(NamedTuple):
    """A range of months from ``first`` to ``last``, inclusive, as month numbers of ``model.ids``."""

    first: int
    last: int

    def meets(self, other: MonthRange) -> bool:
        """Return whether two ranges have a month in common."""
        return self.first <= other.last and other.first <= self.last

    @property
    def is_open(self) -> bool:
        """Whether the range has no start or no end."""
        return self.first == _EVER or self.last == _NEVER

    def within(self, whole: MonthRange) -> MonthRange:
        """Return the range with a missing start or end taken from ``whole``."""
        return MonthRange(
            whole.first if self.first == _EVER else self.first, whole.last if self.last == _NEVER else self.last
        )


@frozen
class Histogram:
    """Bars of papers per month. ``bars[0]`` counts the papers of ``months`` months from ``first`` on; each bar is
    ``size`` cells wide, including its gap."""

    first: int
    months: int
    size: int
    bars: tuple[int, ...]

    @classmethod
    def fit(cls, counts: Sequence[tuple[int, int]], width: int, window: MonthRange | None = None) -> Histogram | None:
        """Build bars from (month, papers), ascending, in at most ``width`` cells, with as few months per bar as fit; a
        bar of a year begins in January. The bars cover ``window``, by default the range from the first to the last
        month with papers. Returns None if there are no papers."""
        nonempty = [(month, papers) for month, papers in counts if papers]
        if window is None and nonempty:
            window = MonthRange(nonempty[0][0], nonempty[-1][0])
        if window is None or width < 1:
            return None
        for months in _MONTHS_A_BAR:
            first = window.first - (window.first - 1) % months
            number = (window.last - first) // months + 1
            if number <= width:
                break
        number = min(number, width)
        bars = [0] * number
        for month, papers in nonempty:
            if 0 <= (place := (month - first) // months) < number:
                bars[place] += papers
        return cls(first, months, min(width // number, _WIDEST_BAR), tuple(bars))

    @property
    def whole(self) -> MonthRange:
        """The months that the bars cover."""
        return self.months_between(0, len(self.bars) - 1)

    def months_between(self, one: int, other: int) -> MonthRange:
        """Return the months from one bar to another, in either order."""
        begin, end = min(one, other), max(one, other)
        return MonthRange(self.first + begin * self.months, self.first + (end + 1) * self.months - 1)

    def bar_of(self, month: int) -> int:
        """Return the bar of a month, or the nearest bar."""
        return min(max((month - self.first) // self.months, 0), len(self.bars) - 1)

    def bar_at(self, cell: int) -> int:
        """Return the bar at a cell, or the nearest bar."""
        return min(max(cell // self.size, 0), len(self.bars) - 1)

    def row(self, row: int, chosen: MonthRange | None, ink: str) -> list[Piece]:
        """Return a line of bars, 0 at the top; bars of ``chosen`` months are highlighted."""
        highest = max(self.bars) or 1
        pieces: list[Piece] = []
        for bar, papers in enumerate(self.bars):
            level = -(-papers * ROWS * _LEVELS // highest) - (ROWS - 1 - row) * _LEVELS
            block = _BLOCKS[min(max(level, 0), _LEVELS)]
            within = chosen is not None and self.months_between(bar, bar).meets(chosen)
            wide = max(self.size - 1, 1)
            pieces.append((block * wide + " " * (self.size - wide), "accent" if within else ink))
        return pieces

    def years(self) -> str:
        """Return the line under the bars: the first year, and further years at their first bar if there is room."""
        line = ""
        for bar in range(len(self.bars)):
            begins, ends = self.months_between(bar, bar)
            year, month = year_month(begins)
            label = year if self.months >= _YEAR or not bar else year_month(ends)[0]
            begun = not bar or month == 1 or label != year
            place = bar * self.size
            if begun and (not line or len(line) + 1 < place <= len(self.bars) * self.size - _LABEL):
                line = line.ljust(place) + str(label)
        return line


def bars_line(bars: Histogram | None, line: int, chosen: MonthRange | None, *, here: bool, stale: bool) -> list[Piece]:
    """Return a line of a histogram after a margin; line ``ROWS`` is the line of years. ``stale``: the papers are being
    counted again."""
    margin: Piece = (" › " if here else "   ", "accent")
    ink = "faint" if stale else "dim"
    if bars is None:
        return [margin, ("no dates", "faint")] if line == ROWS - 1 else []
    return [margin, (bars.years(), ink)] if line == ROWS else [margin, *bars.row(line, chosen, ink)]


def scale(bars: Histogram | None, chosen: MonthRange | None) -> list[Piece]:
    """Return the name of the chosen months; if the bars show none of them, the number of papers of the highest bar."""
    if not bars:
        return []
    if not (chosen and chosen.meets(bars.whole)):
        return [(f"up to {max(bars.bars):,}", "dim")]
    return [(month_range_name(chosen.within(bars.whole)), "accent")]


def month_range_name(months: MonthRange) -> str:
    """Return the months as text: ``2024``, ``2019–2021``, ``Mar 2024``, ``Mar–Jul 2024``, ``Nov 2023–Feb 2024``."""
    (year, month), (last_year, last_month) = year_month(months.first), year_month(months.last)
    if month == 1 and last_month == _YEAR:
        return str(year) if year == last_year else f"{year}–{last_year}"
    first, last = date(year, month, 1), date(last_year, last_month, 1)
    if first == last:
        return f"{first:%b %Y}"
    return f"{first:%b}–{last:%b %Y}" if year == last_year else f"{first:%b %Y}–{last:%b %Y}"


def month_range_term(months: MonthRange) -> str:
    """Return the query term of the months: ``date:2024``, ``date:2019..2021``, ``date:2024-03``,
    ``date:2024-03..2024-07``."""
    (year, month), (last_year, last_month) = year_month(months.first), year_month(months.last)
    if month == 1 and last_month == _YEAR:
        return f"date:{year}" if year == last_year else f"date:{year}..{last_year}"
    first, last = f"{year}-{month:02}", f"{last_year}-{last_month:02}"
    return f"date:{first}" if first == last else f"date:{first}..{last}"


def month_range_of(first: date | None, last: date | None) -> MonthRange:
    """Return the months from one day to another; None leaves the range open."""
    return MonthRange(
        month_number(first.year, first.month) if first else _EVER,
        month_number(last.year, last.month) if last else _NEVER,
    )


class MonthSelection:
    """Papers per month, the visible ``window`` of months (None: all months), and the months ``chosen`` by the query."""

    def __init__(self) -> None:
        self.counts: Sequence[tuple[int, int]] = ()
        self.window: MonthRange | None = None
        self.chosen: MonthRange | None = None
        self._chosen_by_user: MonthRange | None = None
        self._anchor = self._head = 0
        self.changed: Signal[[]] = Signal()
        """Sent when the counts, the chosen months or the window change; not sent when the user chooses months."""

    def show(self, counts: Sequence[tuple[int, int]], chosen: MonthRange | None) -> None:
        """Show new counts and the months that the query is restricted to. The window stays while it contains those
        months."""
        before = self.counts, self.chosen, self.window
        self.counts, self.chosen = counts, chosen
        if chosen and chosen != self._chosen_by_user:
            self._anchor, self._head = chosen
        if self.window and not (chosen and self.window.first <= chosen.first and chosen.last <= self.window.last):
            self.window = None
        if before != (self.counts, self.chosen, self.window):
            self.changed.send()

    def bars(self, width: int) -> Histogram | None:
        """Return the histogram for a width in cells; None if there is nothing to show."""
        return Histogram.fit(self.counts, width, self.window)

    def step(self, bars: Histogram, step: int, *, extend: bool) -> MonthRange:
        """Return the months of the bar next to the chosen ones; with ``extend``, the chosen months and the next bar. If
        no months are chosen, or all months, or an open range, start at the last bar (``step`` < 0) or the first."""
        last = len(bars.bars) - 1
        chosen = self.chosen
        if chosen is None or chosen == bars.whole or chosen.is_open or not chosen.meets(bars.whole):
            head = anchor = last if step < 0 else 0
        else:
            head = min(max(bars.bar_of(self._head) + step, 0), last)
            anchor = bars.bar_of(self._anchor) if extend else head
        return self.choose(bars, anchor, head)

    def choose(self, bars: Histogram, anchor: int, head: int) -> MonthRange:
        """Choose the months from one bar to another. The next step starts at ``head``."""
        self._anchor, self._head = (bars.months_between(bar, bar).first for bar in (anchor, head))
        self._chosen_by_user = self.chosen = bars.months_between(anchor, head)
        return self._chosen_by_user

    def can_zoom(self, bars: Histogram) -> bool:
        """Whether zooming to the chosen months is possible."""
        return self.chosen is not None and bars.months > 1 and self.chosen.meets(bars.whole)

    def zoom(self, bars: Histogram) -> bool:
        """Restrict the window to the chosen months, with finer bars. Return False if that is not possible."""
        if not self.can_zoom(bars):
            return False
        self.window = self.chosen
        self.changed.send()
        return True
