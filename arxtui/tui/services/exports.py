"""Papers in the forms of others: exported, and kept in step with files."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.library.destinations import Stop
    from arxtui.library.exports import Synced
    from arxtui.tui.destinations import Delivered, Destination
    from arxtui.tui.library_thread import LibraryThread
    from arxtui.tui.screens.main import MainScreen
    from arxtui.tui.services.background.jobs import Jobs
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.services.selector import Selector
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.state.selection import Targets
    from arxtui.tui.state.session import Session

_OUT_OF_STEP = "out of step"
_log = logging.getLogger(__name__)


class Exports:
    """``lately`` are the destinations that were named before, the last one first."""

    def __init__(
        self,
        screen: MainScreen,
        session: Session,
        status: StatusBar,
        threads: LibraryThreads,
        selector: Selector,
        jobs: Jobs,
        paths: Paths,
    ) -> None:
        self._screen = screen
        self._session = session
        self._status = status
        self._threads = threads
        self._selector = selector
        self._jobs = jobs
        self._folder = paths.state / "exports"
        self.lately: list[str] = []
        self._running: dict[LibraryThread, Stop] = {}
        """The exports under way, and what stops each."""
        self._in_step = True
        self._out_of_step: frozenset[str] = frozenset()
        """What was said of files that could not be kept in step."""
        self.untold: frozenset[str] = frozenset()
        """What the last look at the files that are kept in step found amiss, for who has left the reader."""

    def deliver(self, targets: Targets, to: Destination, answer: str = "") -> None:
        """Export in a thread of its own: it may take long, and a program that is given papers as long as it likes.
        ``answer`` named the destination, and is offered again where that was one."""
        from arxtui.library.destinations import Stop
        from arxtui.tui.destinations import StoppedError, deliver, under_way

        stop, words = Stop(), under_way(to)
        thread = self._threads.new("export")

        def ended() -> None:
            self._running.pop(thread, None)
            thread.close()
            self._jobs.task_ended(words)

        def delivered(told: Delivered) -> None:
            ended()
            self._selector.drop_if_done(targets)
            if answer:
                self.lately = [answer, *(each for each in self.lately if each != answer)]
            if told.copy:
                self._screen.app.copy_to_clipboard(told.copy)
            self._status.say(told.words)

        def failed(error: Exception) -> None:
            ended()
            if isinstance(error, StoppedError):
                self._status.say(f"Stopped {words}")
            else:
                self._status.failed(error)

        self._running[thread] = stop
        self._jobs.task_began(words)
        thread.ask(lambda library: deliver(library, targets, to, self._folder, stop), delivered, failed, topic="export")

    def stop(self) -> bool:
        """Stop the exports under way; whether there was one."""
        for stop in self._running.values():
            stop.request()
        return bool(self._running)

    def keep_in_step(self) -> None:
        """What is counted anew may have changed the files that are kept in step."""
        if self._session.settings.export.sync:
            self._in_step = False
            threads = self._threads
            threads.library.session.changed()
            threads.ask_in_background(
                threads.count, lambda library: library.exports.sync(), self._synced, topic="exports"
            )

    def end(self) -> None:
        """Stop: what is not exported yet is not, and its files stay as they were; an act just before is in those that
        are kept in step; what hinders that, and was not told yet, is in ``untold``."""
        self.stop()
        for thread in self._running:
            thread.close()
        self._threads.close()
        library = self._threads.library
        try:
            if self._session.settings.export.sync and (library.session.changed() or not self._in_step):
                self.untold = _problems(library.exports.sync()) - self._out_of_step
        except Exception as error:  # whatever it is: the reader is being left
            _log.exception("files could not be kept in step")
            self.untold = frozenset({f"files could not be kept in step: {error}"})

    def _synced(self, files: Sequence[Synced]) -> None:
        self._in_step = True
        problems = _problems(files)
        if not problems:
            self._status.cause_ended(_OUT_OF_STEP)
        elif news := problems - self._out_of_step:
            self._status.say_while(_OUT_OF_STEP, "; ".join(sorted(news)), "fault")
        self._out_of_step = problems


def _problems(files: Sequence[Synced]) -> frozenset[str]:
    return frozenset(f"{each.file}: {each.problem}" for each in files if each.problem)
