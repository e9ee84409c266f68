"""The list of papers: it can be as long as the library, and only its visible rows are fetched and drawn."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from itertools import product
from time import monotonic
from typing import Protocol

from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

from arxtui.library.views import PaperGroup
from arxtui.light import changed
from arxtui.model.arxiv.day_numbers import DayNumbers
from arxtui.model.expr import Sort
from arxtui.model.views import Dated, Row
from arxtui.tui.present.listing.columns import day_name
from arxtui.tui.present.listing.headings import DayHeadings, GroupHeadings
from arxtui.tui.present.listing.rows import ListLooks, PaperDrawing
from arxtui.tui.state.day_groups import DayGroups, GroupSpan, Numbers
from arxtui.tui.state.row_cache import RowCache
from arxtui.tui.state.rows_in_sight import HEAD, RowsInSight
from arxtui.tui.terminal.timers import IdleWork
from arxtui.tui.widgets.ink import paint
from arxtui.tui.widgets.lines import Lines
from arxtui.tui.widgets.strip_cache import StripCache, StripKey

_SAMPLE = 60
"""The number of rows that the column widths are fitted to."""
_COUNT_SECONDS = 0.004
"""Time after which counting pauses, so that a key does not wait for it."""
_log = logging.getLogger(__name__)


class Fetch(Protocol):
    """A function that returns the rows of papers."""

    def __call__(self, keys: Sequence[int], /, *, details: bool) -> Iterable[Row]:
        """Return the rows of papers; with ``details``, with authors, venue and code."""


class PaperList(Lines["Row | None"]):
    """One or two lines per paper. When the list changes, the cursor stays on its paper."""

    rows: RowCache
    headings: DayHeadings | GroupHeadings | None
    """The headings of the groups of the list, or of the days, if the list is sorted by date; otherwise None."""

    class Trouble(Message):
        """The library could not read the rows."""

        def __init__(self, error: Exception) -> None:
            super().__init__()
            self.error = error

    def __init__(
        self,
        fetch: Fetch,
        today: Callable[[], date],
        looks: ListLooks,
        numbers_of: Numbers = lambda _: None,
        *,
        id: str | None = None,
    ) -> None:
        drawing = PaperDrawing(looks, today)
        super().__init__(drawing.first_line, id=id)
        self.drawing = drawing
        self._fetch = fetch
        self._today = today
        self._numbers_of = numbers_of
        self.rows = RowCache((), self._fetch_rows, self._report_failure, newest_first=True)
        self.sort = Sort.NEW
        self.groups: Sequence[PaperGroup] = ()
        self.strips: StripCache[Strip] = StripCache()
        self.draws = (drawing.first_line, drawing.second_line)
        self._has_details = looks.two_lines
        self._open_details: Row | None = None
        """The open row with its authors, venue and code."""
        self._idle_work = IdleWork(self, self._paint_ahead)

    @property
    def row_height(self) -> int:
        """The number of lines per paper, besides the open row's."""
        return 2 if self.drawing.looks.two_lines else 1

    @property
    def open_row(self) -> int | None:
        """The row under the cursor, if it alone has two lines."""
        looks = self.drawing.looks
        return self.cursor if looks.opens_row and not looks.two_lines else None

    @property
    def key(self) -> int | None:
        """The key of the paper under the cursor; None in an empty list."""
        return self.rows.keys[self.cursor] if self.count else None

    @property
    def rows_above(self) -> int:
        """The number of visible rows above the cursor."""
        return self.cursor - self.window.top

    def show(
        self,
        keys: Sequence[int],
        sort: Sort,
        groups: Sequence[PaperGroup] = (),
        *,
        at: int | None = None,
        above: int | None = None,
        to_top: bool = False,
    ) -> None:
        """List these papers, which consist of the ``groups``, if there are any, and are sorted by ``sort``. The cursor
        is on the paper ``at`` (default: the present paper), with ``above`` visible rows above it (default: as many as
        now). With ``to_top``, the cursor goes to the first row."""
        key = self.key if at is None else at
        height = above if above is not None else self.rows_above if self.count else 0
        self.rows = RowCache(keys, self._fetch_rows, self._report_failure, newest_first=sort is Sort.NEW and not groups)
        self.sort, self.groups, self.headings = sort, groups, self._headings(sort, groups)
        self.rows.changed.subscribe(self._rows_changed)
        self.cursor = 0
        if key is not None and len(keys) and not to_top:
            self.cursor = min(self.rows.nearest(key), len(keys) - 1)
        self._put_cursor_at(height)
        self._fit()
        self._repaint()
        self.when_moved()

    def _headings(self, sort: Sort, groups: Sequence[PaperGroup]) -> DayHeadings | GroupHeadings | None:
        if groups:
            return GroupHeadings(groups, self.rows)
        days = DayGroups.of(self.rows, sort, self._today(), self._day_numbers)
        return DayHeadings(days) if days and days.deserve_headings else None

    @property
    def _days(self) -> DayHeadings | None:
        return self.headings if isinstance(self.headings, DayHeadings) else None

    def go_to_paper(self, key: int) -> None:
        """Put the cursor on a paper if it is listed."""
        if (place := self.rows.place_of(key)) is not None:
            self.go(place)

    def show_read(self, indexes: Iterable[int]) -> list[int]:
        """Show these rows as read, and return the keys of those that were not. Only they are repainted, unless the list
        needs other columns now."""
        rows = [(index, row) for index in indexes if (row := self.rows[index]) and not row.marks.read]
        for index, row in rows:
            self.rows.predict(changed(row, marks=changed(row.marks, read=True, unread=False)))
            for line, has_cursor, has_focus in product(range(self.row_height + 1), (False, True), (False, True)):
                self.strips.drop(StripKey(index, line, has_cursor, has_focus))
            self.refresh_row(index)
        if rows and not self.drawing.columns.mixed:
            self._rows_changed()
        return [row.key for _, row in rows]

    def grow(self, keys: Sequence[int]) -> None:
        """Replace the papers by the complete list of the same query. The cursor stays on its paper, even if papers were
        inserted above it."""
        key = self.key
        if key is None or self.cursor >= len(keys) or keys[self.cursor] != key:
            self.show(keys, self.sort, at=key)
            return
        self.rows.keys = keys
        if self.headings:
            self.headings.forget()
        self._repaint()
        self.window.extend()

    def apply_looks(self, looks: ListLooks) -> None:
        """Show the rows with other display options (titles or headlines, readable or TeX, one line or two, the
        selection)."""
        above = self.rows_above
        before, self.drawing.looks = self.drawing.looks, looks
        if (looks.two_lines, looks.opens_row) != (before.two_lines, before.opens_row):
            self._fit()
            self._put_cursor_at(above)
        self._repaint()

    @property
    def unshown_day(self) -> str:
        """The day of the paper under the cursor if neither a column nor a heading shows it; otherwise empty. A paper
        that was on hold can stand below the heading of another announcement day than its own. In a list by
        announcement days, also one without room for headings, it is the day of the announcement."""
        row, days = self.row, self._days
        if row is None or self.drawing.columns.dated or self.sort is Sort.ANNOUNCED:
            return ""
        group = days.groups.group(self.cursor) if days else None
        lacks_room = self.size.height and self.window.sight.begins is None
        is_headed = group is not None and group.span is GroupSpan.DAY and not lacks_room
        if group and group.dated is Dated.ANNOUNCED and row.announced:
            is_shown = is_headed and row.announced == group.first
            return "" if is_shown else f"announced {day_name(row.announced, self._today())}"
        return "" if is_headed else day_name(row.day, self._today())

    # Painting

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the strips of the visible rows, whose papers are fetched in one go; paint further rows once the list
        is idle."""
        if self.width != self.drawing.columns.width:
            self._fit()
        top = self.window.top
        bring = self.headings.fetch if self.headings else self.rows.fetch
        bring(top, top - (-crop.bottom // self.row_height))
        self._idle_work.schedule()
        return super().render_lines(crop)

    def strip(self, index: int, line: int = 0) -> Strip:
        """Return the strip of a line of a row, or of the heading above it, from the cache if possible."""
        here = index == self.cursor and line != HEAD
        place = StripKey(index, line, here, here and self.has_focus)
        strip = self.strips.get(place)
        return self.strips.put(place, super().strip(index, line)) if strip is None else strip

    def paint_row(self, index: int, ground: str = "", *, here: bool, line: int = 0) -> Strip:
        """Return the strip of a line of a row, with the ink ``ground`` under the whole line."""
        if not line or index != self.open_row:
            return super().paint_row(index, ground, here=here, line=line)
        return paint(self, self.drawing.second_line(self._row_with_details, self.width, here=here), self.width, ground)

    def notify_style_update(self) -> None:
        """Drop the painted strips after a change of the theme."""
        super().notify_style_update()
        self.strips.clear()

    def _put_cursor_at(self, height: int) -> None:
        """Scroll so that ``height`` rows above the cursor are visible, as far as possible."""
        self.window.extend()
        self.window.scroll_to(self.cursor - height)
        self.window.make_visible(self.cursor)

    def _fit(self) -> None:
        """Fit the columns to the width and to the visible rows, on a day also to the last ones, its cross-lists."""
        if (needs_details := self.drawing.needs_details(self.width)) != self._has_details:
            self._has_details = needs_details
            self.rows.forget()
        last = max(self.count - _SAMPLE, 0)
        first = min(self.window.top, last)
        sample: list[Row | None] = []
        for begin in sorted({first, last if self.sort is Sort.ANNOUNCED else first}):
            self.rows.fetch(begin, begin + _SAMPLE)
            sample += map(self.rows.__getitem__, range(begin, min(begin + _SAMPLE, self.count)))
        is_grouped = self._days is not None or self.sort is Sort.ANNOUNCED
        self.drawing.fit(self.width, [row for row in sample if row], grouped=is_grouped)
        self.strips.clear()

    def _rows_changed(self) -> None:
        """Repaint the list. Signs that no paper in sight had before get a column."""
        top = self.window.top
        visible = map(self.rows.__getitem__, range(top, min(top + self.window.sight.rows, self.count)))
        if self.drawing.lacks_signs([row for row in visible if row]):
            self._fit()
        self._repaint()

    def _repaint(self) -> None:
        self._open_details = None
        self.strips.clear()
        self.refresh()

    def _fetch_rows(self, keys: Sequence[int]) -> Iterable[Row]:
        return self._fetch(keys, details=self.drawing.needs_details(self.width))

    @property
    def _row_with_details(self) -> Row | None:
        """The row under the cursor with what the list has no columns for, which is read for this row alone."""
        row = self.row
        if row is None or self.drawing.needs_details(self.width):
            return row
        if self._open_details is None or self._open_details.key != row.key:
            try:
                self._open_details = next(iter(self._fetch([row.key], details=True)), row)
            except Exception as error:
                self._report_failure(error)
                return row
        return self._open_details

    def _day_numbers(self, day: date) -> DayNumbers | None:
        try:
            return self._numbers_of(day)
        except Exception as error:
            self._report_failure(error)
            return None

    def _report_failure(self, error: Exception) -> None:
        _log.error("the rows of the list could not be read", exc_info=error)
        self.post_message(self.Trouble(error))

    def _paint_ahead(self) -> bool:
        """Paint the rows that the next key can scroll to; in later calls, count the papers below the visible headings.
        Return whether there can be more to do."""
        sight = self.window.sight
        missing = self.strips.missing_around(sight, self.cursor)
        if missing and self.rows.fetch(missing[0][0], missing[-1][0] + 1):
            for index, line in missing:
                self.strip(index, line)
            return True
        return self._days is not None and self._count_headings(self._days, sight)

    def _count_headings(self, headings: DayHeadings, sight: RowsInSight) -> bool:
        """Count for a few milliseconds and show all new numbers in one frame. Return whether there can be more to
        count."""
        end = monotonic() + _COUNT_SECONDS
        while (headed := headings.count_next(sight)) is not None:
            if headings.has_number(headed):
                self.strips.drop(StripKey(headed, HEAD))
                self.refresh_lines(self.scroll_offset.y + sight.y_of(headed) - 1)
            if monotonic() > end:
                return True
        return False
