"""Acts of the user on papers, with undo and redo; each is one act of the library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from arxtui.light import changed
from arxtui.model.counted import counted
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present import acts
from arxtui.tui.state.outside_acts import OutsideActs, Redo
from arxtui.tui.state.selection import Selection, Targets
from arxtui.tui.state.signals import Signal
from arxtui.tui.terminal.timers import call_after

if TYPE_CHECKING:
    from textual.timer import Timer

    from arxtui.library.facade import Library
    from arxtui.model.marks import Act, Marks
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.services.navigator import Navigator
    from arxtui.tui.services.poller import Poller
    from arxtui.tui.services.selector import Selector
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.verbs import Verb
    from arxtui.tui.widgets.panes import PanesScreen

ActOnPaper = tuple["Act | None", int | None]
"""An act, and the key of its paper if it changed exactly one."""


class Marker:
    """Performs, undoes and redoes acts. ``outside`` are those on files.

    ``acting`` is sent before an act is requested, ``changed`` with the keys of changed papers (None: any paper).
    ``paper_reverted`` is sent with the key of the paper whose act was undone or redone, ``config_changed`` with the
    words for an undone or redone act on the settings, and ``views_changed`` after the undo or redo of an act on saved
    views.
    """

    def __init__(
        self,
        screen: PanesScreen,
        status: StatusBar,
        threads: LibraryThreads,
        navigator: Navigator,
        selector: Selector,
        poller: Poller,
    ) -> None:
        self._papers = screen.papers
        self._session = screen.session
        self._status = status
        self._threads = threads
        self._navigator = navigator
        self._selector = selector
        self._poller = poller
        self.outside = OutsideActs()
        self.acting: Signal[[]] = Signal()
        self.changed: Signal[[Sequence[int] | None]] = Signal()
        self.paper_reverted: Signal[[int]] = Signal()
        self.config_changed: Signal[[str]] = Signal()
        self.views_changed: Signal[[]] = Signal()

    async def do(self, verb: Verb, *, on: bool = False, aloud: bool = False) -> None:
        """Apply a verb to the target papers. If there are many, prompt first. If none is selected and ``on`` is set,
        move the cursor to the next paper afterwards. For ``aloud`` see :meth:`do_to`."""
        targets = self._selector.targets()
        if targets is None:
            return
        if targets.row is None:
            await self._selector.confirm(targets, verb.question, partial(self.do_to_selected, verb, targets))
            return
        self.do_to(verb, targets, aloud=aloud)
        if on:
            self._papers.move(1)

    def do_to(
        self,
        verb: Verb,
        targets: Targets,
        *,
        aloud: bool = False,
        failed: Callable[[Exception], object] | None = None,
    ) -> None:
        """Apply a verb to papers, in the background; the row under the cursor shows the expected marks immediately.
        What the row shows is not repeated as a message, unless ``aloud``."""
        self.acting.send()
        if targets.row and verb.marks_after:
            self._papers.rows.put(changed(targets.row, marks=verb.marks_after(targets.row.marks), unsaved=True))
        quiet = targets.row is not None and verb.marks_after is not None and not aloud
        self._threads.ask(
            partial(_apply, verb=verb, targets=targets),
            partial(self._show_done, targets, quiet=quiet),
            failed or partial(self._show_failure, targets),
        )

    def do_to_selected(self, verb: Verb, targets: Targets) -> None:
        """Apply a verb to the selected papers. This clears the selection; a failure restores it."""
        before = self._session.selection
        self._selector.select(Selection())

        def failed(error: Exception) -> None:
            self._selector.select(before)
            self._show_failure(targets, error)

        self.do_to(verb, targets, failed=failed)

    def reload(self, keys: Sequence[int] | None) -> None:
        """Reload and show these papers, or all papers if None."""
        self._papers.rows.forget(keys)
        if keys is None or self._papers.key in keys:
            self._navigator.show_paper()
        self.notify(keys)

    # Undo and redo

    def undo(self, number: int | None = None) -> None:
        """Undo the act of this number, or else the last act, which may be one on a file."""

        def undo(library: Library) -> ActOnPaper | str:
            words = self.outside.undo(library.journal.newest(), number)
            return words or _with_paper(library, library.journal.undo(number))

        self.acting.send()
        self._threads.ask(undo, self._show_undone)

    def redo(self) -> None:
        """Redo the act that was undone last."""

        def redo(library: Library) -> ActOnPaper | Redo:
            return self.outside.redo(library.journal.newest()) or _with_paper(library, library.journal.redo())

        self.acting.send()
        self._threads.ask(redo, self._show_redone)

    def _show_done(self, targets: Targets, result: tuple[Act | None, Marks | None], *, quiet: bool) -> None:
        act, marks = result
        if targets.row and marks:
            self._navigator.show_marks(targets.row.key, marks)
            self.notify(targets.keys)
        else:
            self._reload_targets(targets)
        if not quiet:
            self._status.say(acts.done_words(act) if act else acts.NOTHING)

    def notify(self, keys: Sequence[int] | None) -> None:
        """Report that papers have changed, and count again."""
        self._poller.ask_for_news()
        self.changed.send(keys)

    def _show_failure(self, targets: Targets, error: Exception) -> None:
        self._reload_targets(targets)
        self._status.failed(error)

    def _reload_targets(self, targets: Targets) -> None:
        self.reload(targets.keys if targets.row else None)

    def _show_undone(self, result: ActOnPaper | str) -> None:
        if isinstance(result, str):
            self._status.say(result)
        else:
            self._show_reverted(result, _undone_words, "Nothing to undo")

    def _show_redone(self, result: ActOnPaper | Redo) -> None:
        if callable(result):
            result()
        else:
            self._show_reverted(result, acts.redone_words, "Nothing to redo: redo reverts an undo")

    def _show_reverted(self, result: ActOnPaper, words: Callable[[Act], str], nothing: str) -> None:
        act, key = result
        if act is None:
            self._status.say(nothing)
            return
        if act.is_of_config:
            self.config_changed.send(words(act))
            return
        if act.is_of_views:
            self.views_changed.send()
        self.reload(None)
        if key is not None:
            self._papers.go_to_paper(key)
            self.paper_reverted.send(key)
        self._status.say(words(act))


def _undone_words(act: Act) -> str:
    redoes = "" if act.refused else f" · {key_for('redo')} redoes"
    return f"{acts.undone_words(act)}{redoes}"


def _with_paper(library: Library, act: Act | None) -> ActOnPaper:
    papers = library.journal.papers_of(act.number) if act else ()
    return act, next(iter(papers)) if len(papers) == 1 else None


def _apply(library: Library, verb: Verb, targets: Targets) -> tuple[Act | None, Marks | None]:
    """Apply a verb in the library. Return the act, and the marks of its one paper. The marks are None if other visible
    things can have changed, too: rules can depend on marks, and a queued full text is displayed."""
    act = verb.change(library, targets.keys_from(library))
    row = targets.row
    if row is None or library.has_rules:
        return act, None
    marks = library.papers.marks([row.key])[row.key]
    return act, None if marks.queued != row.marks.queued else marks


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
