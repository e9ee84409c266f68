"""The list of papers: as long as the library, as cheap as what is in sight."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from itertools import product

from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

from arxtui.model.expr import Sort
from arxtui.model.views import Row
from arxtui.tui.present.line import Piece
from arxtui.tui.present.listing.columns import Columns, day_name, needs_details
from arxtui.tui.present.listing.day_groups import group_line
from arxtui.tui.present.listing.rows import ListLooks, blank_row, lower_row, paper_row, unseen_title
from arxtui.tui.state.day_groups import DayGroups, Span
from arxtui.tui.state.row_cache import Pages
from arxtui.tui.state.rows_in_sight import HEAD, RowsInSight
from arxtui.tui.widgets.idle_work import IdleWork
from arxtui.tui.widgets.ink import paint
from arxtui.tui.widgets.lines import Draw, Lines

_LEAST_ROWS = 3
"""Rows that a list has room for below a heading; a lower one has none."""
_STRIPS_KEPT = 1_000
_SAMPLE = 60
_log = logging.getLogger(__name__)

Fetch = Callable[[Sequence[int]], Iterable[Row]]


class PaperList(Lines["Row | None"]):
    """A paper a line, or two. The place is held by the paper under the cursor, whatever the list becomes."""

    rows: Pages

    class Trouble(Message):
        """The library could not give the rows."""

        def __init__(self, error: Exception) -> None:
            super().__init__()
            self.error = error

    def __init__(self, fetch: Fetch, today: Callable[[], date], looks: ListLooks, *, id: str | None = None) -> None:
        super().__init__(self._paper_line, id=id)
        self._fetch = fetch
        self._today = today
        self.rows = Pages((), fetch, self._failed, newest_first=True)
        self.groups: DayGroups | None = None
        """What divides the list, where its order goes by a date."""
        self.columns = Columns.fit(80, (), today())
        self.looks = looks
        self.sort = Sort.NEW
        self._has_details = looks.two_lines
        self.draws = self._lines_of_a_row()
        self._strips: dict[tuple[int, int, bool, bool], Strip] = {}
        self._lines: tuple[int, list[tuple[int, int]]] | None = None
        self._ahead = IdleWork(self, self._look_ahead)

    @property
    def key(self) -> int | None:
        """The key of the paper under the cursor."""
        return self.rows.keys[self.cursor] if self.count else None

    def show(
        self, keys: Sequence[int], sort: Sort, *, at: int | None = None, above: int | None = None, to_top: bool = False
    ) -> None:
        """List these papers, which are in the order ``sort``, with the cursor on the paper ``at`` (else the one it is
        on), with so many rows ``above`` it in sight (else as many as there are now)."""
        held = self.key if at is None else at
        height = above if above is not None else self.cursor - self.top if self.count else 0
        self.rows = Pages(keys, self._fetch, self._failed, newest_first=sort is Sort.NEW)
        self.rows.changed.subscribe(self._rows_changed)
        self.sort = sort
        self.groups = DayGroups.of(self.rows, sort, self._today())
        self.cursor = 0
        if held is not None and len(keys) and not to_top:
            self.cursor = min(self.rows.nearest(held), len(keys) - 1)
        self._fit()
        self._repaint()
        self.extend()
        self.scroll_to_row(self.cursor - height)
        self.bring_into_sight()
        self.when_moved()

    def go_to_paper(self, key: int) -> None:
        """Put the cursor on a paper, if it is listed."""
        if (place := self.rows.place_of(key)) is not None:
            self.go(place)

    def grow(self, keys: Sequence[int]) -> None:
        """The same list, now with all of its papers; the cursor stays on its paper, whatever arrived above it."""
        held = self.key
        if held is None or self.cursor >= len(keys) or keys[self.cursor] != held:
            self.show(keys, self.sort, at=held)
            return
        self.rows.keys = keys
        if self.groups:
            self.groups.forget()
        self._repaint()
        self.extend()

    def show_as(self, looks: ListLooks) -> None:
        """Titles or headlines, readable or TeX, on one line or two; which papers are picked."""
        before, self.looks = self.looks, looks
        if looks.two_lines != before.two_lines:
            above = self.cursor - self.top
            self.draws = self._lines_of_a_row()
            self._fit()
            self.extend()
            self.scroll_to_row(self.cursor - above)
            self.bring_into_sight()
        self._repaint()

    # Painting

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips of the rows in sight, whose papers are fetched in one go; once the list rests, look ahead."""
        if self.width != self.columns.width:
            self._fit()
        stop = self.top - (-crop.bottom // self.row_height)
        if self.groups:
            self.groups.bring(self.top, stop)
        else:
            self.rows.bring(self.top, stop)
        self._ahead.begin_soon()
        self._lines = None
        return super().render_lines(crop)

    def sight_from(self, top: int) -> RowsInSight:
        """The rows in sight, below the headings of their groups where there is room for any."""
        sight = super().sight_from(top)
        if self.groups is None or sight.height < _LEAST_ROWS * self.row_height + 1:
            return sight
        return sight._replace(begins=self.groups.begins)

    def line_at(self, y: int) -> tuple[int, int] | None:
        """The row, and the line of it, ``y`` lines below the first in sight; ``HEAD`` is its group's heading."""
        top = self.scroll_offset.y
        if self._lines is None or self._lines[0] != top:
            self._lines = top, self.sight.lines()
        lines = self._lines[1]
        return lines[y] if 0 <= y < len(lines) else None

    def strip(self, index: int, line: int = 0) -> Strip:
        """The strip of a line of a row, from the cache where it was made before."""
        here = index == self.cursor and line != HEAD
        wanted = (index, line, here, here and self.has_focus)
        strip = self._strips.get(wanted)
        if strip is None:
            if len(self._strips) >= _STRIPS_KEPT:
                del self._strips[next(iter(self._strips))]
            strip = self._strips[wanted] = super().strip(index, line) if line != HEAD else self._heading(index)
        return strip

    def _heading(self, index: int) -> Strip:
        if self.groups is None:
            return Strip.blank(self.width)
        self.groups.count_at_once(index)
        return paint(self, group_line(self.groups.group(index), self.groups.count(index), self.width), self.width)

    def notify_style_update(self) -> None:
        """Another theme: nothing painted is good any more."""
        super().notify_style_update()
        self._strips.clear()

    def _lines_of_a_row(self) -> tuple[Draw[Row | None], ...]:
        return (self._paper_line, self._lower_line) if self.looks.two_lines else (self._paper_line,)

    def _paper_line(self, row: Row | None, width: int, /, *, here: bool) -> list[Piece]:
        if row is None:
            return blank_row(self.columns, here=here)
        return paper_row(row, self.columns, self.looks, here=here, picked=row.key in self.looks.picked)

    def _lower_line(self, row: Row | None, width: int, /, *, here: bool) -> list[Piece]:
        return lower_row(row, self.columns, self.looks, here=here) if row else []

    @property
    def shows_details(self) -> bool:
        """Whether the rows take more than a list reads of a paper."""
        return needs_details(self.width, self.looks.columns, two_lines=self.looks.two_lines)

    @property
    def unshown_day(self) -> str:
        """The day of the paper under the cursor, where neither a column nor a heading says it."""
        row = self.row
        if row is None or self.columns.dated or self.sort is Sort.ANNOUNCED:
            return ""
        is_headed = self.sight.begins is not None and self.groups and self.groups.group(self.cursor).span is Span.DAY
        return "" if is_headed else day_name(row.day, self._today())

    @property
    def unseen_title(self) -> str:
        """The end of the title under the cursor, where the row has no room for it."""
        return unseen_title(self.row, self.columns, self.looks) if self.row else ""

    def _fit(self) -> None:
        if self.shows_details != self._has_details:
            self._has_details = self.shows_details
            self.rows.forget()
        first = max(min(self.top, self.count - _SAMPLE), 0)
        self.rows.bring(first, first + _SAMPLE)
        sample = (self.rows[index] for index in range(first, min(first + _SAMPLE, self.count)))
        rows = [row for row in sample if row]
        self.columns = Columns.fit(
            self.width,
            rows,
            self._today(),
            two_lines=self.looks.two_lines,
            grouped=self.groups is not None or self.sort is Sort.ANNOUNCED,
            names=self.looks.columns,
        )
        self._strips.clear()

    def _rows_changed(self) -> None:
        if self.groups:
            self.groups.look_again()
        self._repaint()

    def _repaint(self) -> None:
        self._strips.clear()
        self._lines = None
        self.refresh()

    def _failed(self, error: Exception) -> None:
        _log.error("the rows of the list could not be read", exc_info=error)
        self.post_message(self.Trouble(error))

    def _look_ahead(self) -> bool:
        """Make the rows that the next key may bring into sight, a screenful at a time; whether more may be missing."""
        height = self.rows_in_sight
        for top in (self.top + height, self.top - height) if 3 * height * self.row_height < _STRIPS_KEPT else ():
            around = range(max(top, 0), min(top + height, self.count))
            missing = [
                (index, line)
                for index, line in product(around, range(self.row_height))
                if index != self.cursor and (index, line, False, False) not in self._strips
            ]
            if missing and self.rows.bring(around.start, around.stop):
                for index, line in missing:
                    self.strip(index, line)
                return True
        return self._count_groups()

    def _count_groups(self) -> bool:
        """Count the papers of the groups in sight, a part at a time; whether more are to be counted."""
        groups, sight = self.groups, self.sight
        if groups is None or sight.begins is None or not self.count:
            return False
        for index in (self.top, *filter(groups.begins, range(self.top + 1, self.top + sight.rows))):
            if groups.count_on(index):
                if groups.count(index) is not None:
                    self._strips.pop((index, HEAD, False, False), None)
                    self.refresh_lines(self.scroll_offset.y + self.sight.y_of(index) - 1)
                return True
        return False
