"""The list of papers: as long as the library, as cheap as what is in sight."""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Iterable, Sequence
from datetime import date

from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer

from arxtui.model.frozen import changed
from arxtui.model.marks import Marks
from arxtui.model.views import Dated, Row
from arxtui.tui.present.line import Piece
from arxtui.tui.present.rows import Columns, ListLooks, blank_row, day_name, paper_row
from arxtui.tui.state.row_cache import Pages, place_of
from arxtui.tui.widgets.lines import Lines

_STRIPS_KEPT = 1_000
_SAMPLE = 60
_REST_SECONDS = 0.05
_log = logging.getLogger(__name__)

Fetch = Callable[[Sequence[int]], Iterable[Row]]


class PaperList(Lines):
    """One paper a line. The place is held by the paper under the cursor, whatever the list becomes."""

    class Trouble(Message):
        """The library could not give the rows."""

        def __init__(self, error: Exception) -> None:
            super().__init__()
            self.error = error

    def __init__(self, fetch: Fetch, today: Callable[[], date], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._fetch = fetch
        self._today = today
        self._pages = Pages((), fetch)
        self._columns = Columns.fit(80, (), today())
        self._strips: dict[tuple[int, bool, bool], Strip] = {}
        self._rest: Timer | None = None
        self._newest_first = True
        self._picked: Container[int] = ()
        self.looks = ListLooks()

    @property
    def count(self) -> int:
        """How many papers are listed."""
        return len(self._pages)

    @property
    def key(self) -> int | None:
        """The key of the paper under the cursor."""
        return self._pages.keys[self.cursor] if self.count else None

    @property
    def keys(self) -> Sequence[int]:
        """The keys of all papers of the list, as far as they are there."""
        return self._pages.keys

    @property
    def dated(self) -> Sequence[Dated]:
        """What happened on the days of the first papers; nothing where there is no room for days."""
        return self._columns.dated

    @property
    def unshown_day(self) -> str:
        """The day of the paper under the cursor, where there is no room for days; else empty."""
        row = None if self._columns.dated else self.row
        return day_name(row.day, self._columns.today) if row else ""

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        return self._row(self.cursor) if self.count else None

    def show(self, keys: Sequence[int], *, newest_first: bool, at: int | None = None, to_top: bool = False) -> None:
        """List these papers, with the cursor on the paper ``at`` (else the one it is on) at the same height."""
        held = self.key if at is None else at
        height = self.cursor - self.top if self.count else 0
        self._pages = Pages(keys, self._fetch)
        self._newest_first = newest_first
        self.cursor = 0
        if held is not None and len(keys) and not to_top:
            self.cursor = min(place_of(keys, held, newest_first=newest_first), len(keys) - 1)
        self._fit()
        self.resized()
        self.scroll_to(y=max(self.cursor - height, 0), animate=False)
        self.bring_into_sight()
        self.when_moved()
        self._rest_soon()

    def place_of(self, key: int) -> int | None:
        """Where a paper stands in the list; None where it is not listed."""
        place = place_of(self._pages.keys, key, newest_first=self._newest_first)
        return place if place < self.count and self._pages.keys[place] == key else None

    def go_to_paper(self, key: int) -> None:
        """Put the cursor on a paper, if it is listed."""
        if (place := self.place_of(key)) is not None:
            self.go(place)

    def grow(self, keys: Sequence[int]) -> None:
        """The same list, now with all of its papers; the cursor stays on its paper, whatever arrived above it."""
        held = self.key
        if held is not None and (self.cursor >= len(keys) or keys[self.cursor] != held):
            self.show(keys, newest_first=self._newest_first, at=held)
            return
        self._pages.keys = keys
        self.resized()

    def show_as(self, looks: ListLooks) -> None:
        """Titles or headlines, readable or TeX."""
        self.looks = looks
        self._repaint()

    def show_picks(self, picked: Container[int]) -> None:
        """Show which papers are picked."""
        self._picked = picked
        self._repaint()

    def reload(self, keys: Iterable[int] | None = None) -> None:
        """Fetch these rows (or all) again: something about them changed."""
        self._pages.forget(keys)
        self._repaint()

    def mark(self, row: Row, marks: Marks) -> None:
        """Show the marks that a paper is about to have, as not saved until it is fetched again."""
        self._pages.put(changed(row, marks=marks, unsaved=True))
        self._repaint()

    def show_marks(self, key: int, marks: Marks) -> None:
        """Show the marks that a paper has now; nothing else about it changed."""
        self._pages.mark(key, marks)
        self._repaint()

    def pieces(self, index: int, width: int, *, here: bool) -> Sequence[Piece]:
        """The line of a paper."""
        row = self._row(index)
        if row is None:
            return blank_row(self._columns, here=here)
        return paper_row(row, self._columns, self.looks, here=here, picked=row.key in self._picked)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips of the rows in sight, whose papers are fetched in one go."""
        if self.width != self._columns.width:
            self._fit()
        self._bring(self.top + crop.y, self.top + crop.bottom)
        return super().render_lines(crop)

    def strip(self, index: int) -> Strip:
        """The strip of a row, from the cache where it was made before."""
        here = index == self.cursor
        wanted = (index, here, here and self.has_focus)
        strip = self._strips.get(wanted)
        if strip is None:
            if len(self._strips) >= _STRIPS_KEPT:
                del self._strips[next(iter(self._strips))]
            strip = self._strips[wanted] = super().strip(index)
        return strip

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Scroll; once it rests, look ahead."""
        super().watch_scroll_y(old_value, new_value)
        self._rest_soon()

    def resized(self) -> None:
        """Paint the rows anew."""
        super().resized()
        self._strips.clear()
        self.refresh()

    def notify_style_update(self) -> None:
        """Another theme: nothing painted is good any more."""
        super().notify_style_update()
        self._strips.clear()

    def _fit(self) -> None:
        first = max(min(self.top, self.count - _SAMPLE), 0)
        self._bring(first, first + _SAMPLE)
        sample = (self._row(index) for index in range(first, min(first + _SAMPLE, self.count)))
        self._columns = Columns.fit(self.width, [row for row in sample if row], self._today())
        self._strips.clear()

    def _row(self, index: int) -> Row | None:
        try:
            return self._pages.row(index)
        except Exception as error:
            self._failed(error)
            return None

    def _bring(self, start: int, stop: int) -> bool:
        try:
            self._pages.bring(start, stop)
        except Exception as error:
            self._failed(error)
            return False
        return True

    def _failed(self, error: Exception) -> None:
        _log.exception("the rows of the list could not be read")
        self.post_message(self.Trouble(error))

    def _rest_soon(self) -> None:
        if self._rest is None:
            self._rest = self.set_interval(_REST_SECONDS, self._look_ahead)
        self._rest.reset()

    def _look_ahead(self) -> None:
        """Make the rows that the next key may bring into sight, a screenful at a time: no frame waits for them."""
        height = self.rows_in_sight
        for top in (self.top + height, self.top - height) if 3 * height < _STRIPS_KEPT else ():
            around = range(max(top, 0), min(top + height, self.count))
            missing = [index for index in around if index != self.cursor and (index, False, False) not in self._strips]
            if missing and self._bring(around.start, around.stop):
                for index in missing:
                    self.strip(index)
                return
        if self._rest:
            self._rest.pause()

    def _repaint(self) -> None:
        self._strips.clear()
        self.refresh()
