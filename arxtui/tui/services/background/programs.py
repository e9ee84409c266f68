"""External programs and verbs of ``arxtui`` that run beside the screen; their output is shown in a pane or as a
message."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from arxtui.library.destinations import Stop
from arxtui.library.programs import run_program
from arxtui.tui.state.program_output import ProgramOutput
from arxtui.tuples import NamedTuple

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.programs import Program
    from arxtui.tui.library_thread import LibraryThread
    from arxtui.tui.screens.output import OutputScreen
    from arxtui.tui.services.background.jobs import Jobs
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.services.overlays import Overlays
    from arxtui.tui.services.status_bar import StatusBar


class OutputTo(StrEnum):
    """The destination of a program's output."""

    PANE = "pane"
    MESSAGE = "message"
    NONE = "none"


class PreparedProgram(NamedTuple):
    """A program and the text for its standard input."""

    program: Program
    text: Iterable[str] = ()


class ProgramTask(NamedTuple):
    """A program to run. ``prepare`` builds it in the program's own thread. With ``merge_errors`` standard error is part
    of the output. ``then`` is called when the program has ended, even after an error."""

    title: str
    prepare: Callable[[Library], PreparedProgram]
    output: OutputTo = OutputTo.PANE
    merge_errors: bool = False
    then: Callable[[], object] = lambda: None


class RunningProgram(NamedTuple):
    """A running program."""

    task: ProgramTask
    output: ProgramOutput
    stop: Stop
    screen: OutputScreen | None


class Programs:
    """The running programs: each in a thread of its own. When the reader ends, they are stopped, and so is what those
    that have ended left running."""

    def __init__(self, status: StatusBar, threads: LibraryThreads, overlays: Overlays, jobs: Jobs) -> None:
        self._status = status
        self._threads = threads
        self._overlays = overlays
        self._jobs = jobs
        self._running: dict[LibraryThread, RunningProgram] = {}
        self._left: list[Stop] = []

    @property
    def running(self) -> list[RunningProgram]:
        """The programs that are running now."""
        return list(self._running.values())

    def start(self, task: ProgramTask) -> None:
        """Run a program. If its output goes to a pane, the pane opens immediately."""
        from arxtui.tui.screens.output import OutputScreen

        output, stop, thread = ProgramOutput(), Stop(), self._threads.new("program")
        pane = OutputScreen(task.title, output, stop.request) if task.output is OutputTo.PANE else None
        run = self._running[thread] = RunningProgram(task, output, stop, pane)
        self._jobs.begin_task(_progress_words(task))

        def work(library: Library) -> None:
            prepared = task.prepare(library)
            run_program(prepared.program, prepared.text, output.add, stop, merge_errors=task.merge_errors)

        ended = partial(self._finish, thread, run)
        thread.ask(work, lambda _: ended(None), ended, topic="program")
        if pane:
            self._overlays.open(pane, lambda _: None)

    def stop(self) -> bool:
        """Stop the running programs. Return whether there was one."""
        for run in self._running.values():
            run.stop.request()
        return bool(self._running)

    def end(self) -> None:
        """Stop the programs and close their threads when the reader ends."""
        self.stop()
        for stop in self._left:
            stop.request()
        for thread in self._running:
            thread.close()

    def _finish(self, thread: LibraryThread, run: RunningProgram, error: Exception | None) -> None:
        del self._running[thread]
        if run.stop.has_left:
            self._left.append(run.stop)
        thread.close()
        self._jobs.end_task(_progress_words(run.task))
        run.task.then()
        words, ink = _outcome_words(run, error)
        if run.screen is not None and run.screen.is_attached:
            run.screen.ended(words, ink)
        else:
            self._status.say(words, ink)


def _progress_words(task: ProgramTask) -> str:
    return f"running {task.title}"


def _outcome_words(run: RunningProgram, error: Exception | None) -> tuple[str, str]:
    """Return how a program ended, in words, and the ink of these words. No words are needed for success if the screen
    of the output is open."""
    title = run.task.title
    if run.stop.is_requested:
        return f"Stopped {title}", "dim"
    if error is not None:
        return f"{title}: {error}", "fault"
    if run.screen and run.screen.is_attached:
        return "", "dim"
    if run.task.output is OutputTo.NONE:
        return f"{title}: done", "dim"
    return run.output.message or f"{title}: done, without output", "dim"
