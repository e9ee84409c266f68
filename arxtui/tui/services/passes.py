"""Papers are marked read as the cursor steps over them, if the user wants that."""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from arxtui.model.counted import counted
from arxtui.model.frozen import changed
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.terminal.timers import call_after

if TYPE_CHECKING:
    from textual.timer import Timer

    from arxtui.library.facade import Library
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.services.marker import Marker
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.widgets.panes import PanesScreen

_WRITE_SECONDS = 0.5
"""Seconds after which passed papers are written: the most that a kill of the process can lose."""
_PAUSE_SECONDS = 3600.0
"""Seconds without a step after which a new run begins."""


class _Run:
    """The papers passed in one list, which are one act. ``left`` are those that were left once: marked unread since,
    they stay so. ``number`` is the number of the act, which the library's thread reads and sets."""

    def __init__(self, query: str | None) -> None:
        self.query = query
        self.left: set[int] = set()
        self.number = 0

    def write(self, library: Library, keys: list[int]) -> None:
        """Mark papers read as part of the act."""
        if act := library.marks.pass_over(keys, self.number):
            self.number = act.number


class Passes:
    """Moves the cursor of the list by steps and, if the session ``marks_passed``, marks the papers read that it leaves.
    They are shown as read at once and written together soon after."""

    def __init__(self, screen: PanesScreen, status: StatusBar, threads: LibraryThreads, marker: Marker) -> None:
        self._screen = screen
        self._status = status
        self._threads = threads
        self._marker = marker
        self._run = _Run(None)
        self._waiting: list[int] = []
        self._timer: Timer | None = None
        self._last_step = 0.0

    def step(self, rows: int) -> None:
        """Move the cursor by a number of rows; up if negative."""
        papers = self._screen.papers
        before = papers.cursor
        papers.move(rows)
        if self._screen.session.marks_passed and not self._screen.bar.searching:
            marked = self._mark(range(before, papers.cursor, 1 if rows > 0 else -1))
            if marked > 1:
                self._status.say(f"Marked read: {counted(marked, 'paper')} · {key_for('undo')} undoes the whole run")

    def flush(self) -> None:
        """Write the papers that wait, so that a later act comes after them."""
        if self._timer:
            self._timer.stop()
            self._timer = None
        if self._waiting:
            keys, self._waiting = self._waiting, []
            request = partial(self._run.write, keys=keys)
            self._threads.ask(request, lambda _: self._show_written(keys), partial(self._show_failure, keys))

    def _mark(self, passed: range) -> int:
        """Mark rows read. Return how many were not."""
        papers, query, now = self._screen.papers, self._screen.session.view.query, monotonic()
        if query != self._run.query or now - self._last_step > _PAUSE_SECONDS:
            self.flush()
            self._run = _Run(query)
        self._last_step = now
        left = self._run.left
        new = [index for index in passed if papers.rows.keys[index] not in left]
        left.update(papers.rows.keys[index] for index in new)
        marked = papers.show_read(new)
        self._waiting += marked
        if self._waiting and not self._timer:
            self._timer = call_after(self._screen, _WRITE_SECONDS, self.flush)
        return len(marked)

    def _show_written(self, keys: list[int]) -> None:
        """Show as read what was fetched again before it was written, and count again once the cursor rests."""
        rows = self._screen.papers.rows
        for key in keys:
            if (row := rows.cached(key)) and not row.marks.read:
                rows.mark(key, changed(row.marks, read=True, unread=False))
        if not self._waiting:
            self._marker.notify(keys)

    def _show_failure(self, keys: list[int], error: Exception) -> None:
        self._run.left.difference_update(keys)
        self._marker.reload(keys)
        self._status.failed(error)
