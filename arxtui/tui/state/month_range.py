"""Months of the histogram: the visible range and the chosen range. Independent of the screen."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.tui.present.filter.histogram import Histogram, MonthRange
from arxtui.tui.state.signals import Signal


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
