"""Exports: papers in the formats of other programs, exported on request or kept in sync with files."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from arxtui.library.destinations import Stop
from arxtui.light import deferred
from arxtui.tui.widgets.prompt import choice

with deferred():
    from arxtui.tui import destinations

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.library.exports import Synced
    from arxtui.tui.destinations import Destination, ExportResult
    from arxtui.tui.services.background.jobs import Jobs
    from arxtui.tui.services.library_threads import LibraryThread, LibraryThreads
    from arxtui.tui.services.questions import Questions
    from arxtui.tui.services.selector import Selector
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.state.outside_acts import OutsideActs
    from arxtui.tui.state.selection import Targets
    from arxtui.tui.widgets.panes import PanesScreen

_SYNC_CAUSE = "out of step"
_log = logging.getLogger(__name__)


class Exports:
    """Runs exports. ``recent_destinations`` lists the destinations that the user has named, the most recent first."""

    def __init__(
        self,
        screen: PanesScreen,
        status: StatusBar,
        threads: LibraryThreads,
        questions: Questions,
        selector: Selector,
        jobs: Jobs,
        acts: OutsideActs,
        paths: Paths,
    ) -> None:
        self._screen = screen
        self._session = screen.session
        self._status = status
        self._threads = threads
        self._questions = questions
        self._selector = selector
        self._jobs = jobs
        self._acts = acts
        self._folder = paths.state / "exports"
        self.recent_destinations: list[str] = []
        self._running: dict[LibraryThread, Stop] = {}
        """The running exports, and what stops each."""
        self._is_synced = True
        self._reported_problems: frozenset[str] = frozenset()
        """The problems with synced files that the user has been told."""
        self.unreported: frozenset[str] = frozenset()
        """The problems that the last sync at exit has found, to be printed after the reader has ended."""

    async def ask(self, targets: Targets) -> None:
        """Export papers to the destination that the user names, and ask before a file is replaced."""

        def answered(answer: str) -> None:
            to = destinations.parse_destination(answer)
            start = partial(self.deliver, targets, to, answer)
            if isinstance(to, destinations.ToFile):
                self._threads.ask(lambda _: to.exists, partial(self._ask_to_replace, to.path.name, start))
            else:
                start()

        words = f"Export {'this paper' if targets.row else targets.words} to"
        names = destinations.known_names(self.recent_destinations)
        await self._questions.ask(words, "", answered, names=names, check=destinations.parse_destination)

    def _ask_to_replace(self, name: str, then: Callable[[], None], exists: bool) -> None:  # noqa: FBT001
        if exists:
            self._screen.call_later(self._questions.ask, choice(f"Replace {name}"), "", lambda _: then())
        else:
            then()

    async def add_to_bibliography(self, targets: Targets) -> None:
        """Append papers to the BibTeX file of the settings, or to one that the user names."""
        if file := self._session.settings.export.bibliography:
            try:
                to = destinations.parse_bibliography(file)
            except ValueError as error:
                self._status.say(f"[export] bibliography: {error}", "fault")
            else:
                add = partial(self.deliver, targets, to)
                await self._selector.confirm(targets, "Add {} to the bibliography", add)
            return

        def answered(answer: str) -> None:
            self.deliver(targets, destinations.parse_bibliography(answer), answer)

        words = f"Add {'this paper' if targets.row else targets.words} to the bibliography"
        names = [each for each in self.recent_destinations if each.endswith(".bib")]
        await self._questions.ask(
            words, names[0] if names else "", answered, names=names, check=destinations.parse_bibliography
        )

    def copy_bibtex(self, targets: Targets) -> None:
        """Copy the BibTeX of papers to the clipboard."""
        self.deliver(targets, destinations.ToClipboard(destinations.BIBTEX))

    def deliver(self, targets: Targets, to: Destination, answer: str = "", *, is_redone: bool = False) -> None:
        """Export papers, or do so again, in a thread of its own, because an export or a program that receives papers
        can take long. ``answer`` is what the user typed as the destination; the next export offers it again."""
        stop, words = Stop(), destinations.progress_words(to)
        thread = self._threads.new("export")

        def finish() -> None:
            self._running.pop(thread, None)
            thread.close()
            self._jobs.end_task(words)

        def delivered(delivery: ExportResult) -> None:
            finish()
            self._selector.drop_if_done(targets)
            if answer:
                self.recent_destinations = [answer, *(each for each in self.recent_destinations if each != answer)]
            if delivery.copy:
                self._screen.app.copy_to_clipboard(delivery.copy)
            if delivery.undo:
                redo = partial(self.deliver, targets, to, is_redone=True)
                self._acts.add(delivery.undo, redo, is_redone=is_redone)
            self._status.say(delivery.words)

        def failed(error: Exception) -> None:
            finish()
            if isinstance(error, destinations.StoppedError):
                self._status.say(f"Stopped {words}")
            else:
                self._status.failed(error)

        self._running[thread] = stop
        self._jobs.begin_task(words)
        thread.ask(
            lambda library: destinations.deliver(library, targets, to, self._folder, stop),
            delivered,
            failed,
            topic="export",
        )

    def stop(self) -> bool:
        """Stop the running exports. Return whether there was one."""
        for stop in self._running.values():
            stop.request()
        return bool(self._running)

    def sync_files(self) -> None:
        """Write the synced files again, in the background, if the settings have any: the latest change can concern
        them."""
        if self._session.settings.export.sync:
            self._is_synced = False
            threads = self._threads
            threads.library.session.changed()
            threads.ask_in_background(
                threads.count, lambda library: library.exports.sync(), self._show_problems, topic="exports"
            )

    def end(self) -> None:
        """Stop when the reader ends. An unfinished export is dropped, and its files stay unchanged. The synced files
        are written once more, so that they include the last acts; new problems with them are stored in
        ``unreported``."""
        self.stop()
        for thread in self._running:
            thread.close()
        self._threads.close()
        library = self._threads.library
        try:
            if self._session.settings.export.sync and (library.session.changed() or not self._is_synced):
                self.unreported = _problems(library.exports.sync()) - self._reported_problems
        except Exception as error:  # catch everything: the reader is exiting
            _log.exception("files could not be updated")
            self.unreported = frozenset({f"files could not be updated: {error}"})

    def _show_problems(self, files: Sequence[Synced]) -> None:
        self._is_synced = True
        problems = _problems(files)
        if not problems:
            self._status.cause_ended(_SYNC_CAUSE)
        elif new_problems := problems - self._reported_problems:
            self._status.say_while(_SYNC_CAUSE, "; ".join(sorted(new_problems)), "fault")
        self._reported_problems = problems


def _problems(files: Sequence[Synced]) -> frozenset[str]:
    return frozenset(f"{each.file}: {each.problem}" for each in files if each.problem)
