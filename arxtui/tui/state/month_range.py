"""The months of the histogram as they are moved along: which are in sight, which are chosen. Knows nothing of the
screen."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.tui.present.filter.histogram import Histogram, Stretch
from arxtui.tui.state.signals import Signal


class Timeline:
    """Papers per month, the ``window`` of months in sight (None: all), and the months ``chosen`` by the query."""

    def __init__(self) -> None:
        self.counts: Sequence[tuple[int, int]] = ()
        self.window: Stretch | None = None
        self.chosen: Stretch | None = None
        self._made: Stretch | None = None
        self._anchor = self._head = 0
        self.changed: Signal[[]] = Signal()
        """Other months are shown or chosen, or finer; not sent when the user chooses."""

    def show(self, counts: Sequence[tuple[int, int]], chosen: Stretch | None) -> None:
        """Show these counts, with the months that the query is narrowed to. The window lasts as long as they are in
        it."""
        before = self.counts, self.chosen, self.window
        self.counts, self.chosen = counts, chosen
        if chosen and chosen != self._made:
            self._anchor, self._head = chosen
        if self.window and not (chosen and self.window.first <= chosen.first and chosen.last <= self.window.last):
            self.window = None
        if before != (self.counts, self.chosen, self.window):
            self.changed.send()

    def bars(self, width: int) -> Histogram | None:
        """The bars for a width in cells; None where there is nothing to show."""
        return Histogram.fit(self.counts, width, self.window)

    def step(self, bars: Histogram, step: int, *, extend: bool) -> Stretch:
        """The months a bar further: the one beside the chosen, or with ``extend`` as many more. With none chosen, or
        all, or all from or to a month, the last bar or the first, as if it came from outside."""
        last = len(bars.bars) - 1
        chosen = self.chosen
        if chosen is None or chosen == bars.whole or chosen.is_open or not chosen.meets(bars.whole):
            head = anchor = last if step < 0 else 0
        else:
            head = min(max(bars.bar_of(self._head) + step, 0), last)
            anchor = bars.bar_of(self._anchor) if extend else head
        return self.choose(bars, anchor, head)

    def choose(self, bars: Histogram, anchor: int, head: int) -> Stretch:
        """The months from one bar to another; the next step goes on from ``head``."""
        self._anchor, self._head = (bars.stretch(bar, bar).first for bar in (anchor, head))
        self._made = self.chosen = bars.stretch(anchor, head)
        return self._made

    def can_zoom(self, bars: Histogram) -> bool:
        """Whether the chosen months can be shown finer."""
        return self.chosen is not None and bars.months > 1 and self.chosen.meets(bars.whole)

    def zoom(self, bars: Histogram) -> bool:
        """Show the chosen months alone, finer; whether that can be."""
        if not self.can_zoom(bars):
            return False
        self.window = self.chosen
        self.changed.send()
        return True
