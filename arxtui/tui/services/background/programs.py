"""Programs run for the user, and verbs of ``arxtui``: beside the screen, their output in a pane or as a message."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from arxtui.tui.state.program_output import ProgramOutput

if TYPE_CHECKING:
    from arxtui.library.destinations import Stop
    from arxtui.library.facade import Library
    from arxtui.library.programs import Program
    from arxtui.tui.library_thread import LibraryThread
    from arxtui.tui.screens.main import MainScreen
    from arxtui.tui.screens.output import OutputScreen
    from arxtui.tui.services.background.jobs import Jobs
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.services.overlays import Overlays
    from arxtui.tui.services.status_bar import StatusBar


class OutputTo(StrEnum):
    """Where the output of a program goes."""

    PANE = "pane"
    MESSAGE = "message"
    NONE = "none"


class Prepared(NamedTuple):
    """A program, and the text for its standard input."""

    program: Program
    text: Iterable[str] = ()


class Task(NamedTuple):
    """A program to be run: ``prepare`` makes it, off the thread of the screen. With ``merge_errors`` standard error
    belongs to the output. ``then`` is called once the program has ended, however it did."""

    title: str
    prepare: Callable[[Library], Prepared]
    output: OutputTo = OutputTo.PANE
    merge_errors: bool = False
    then: Callable[[], object] = lambda: None


class Run(NamedTuple):
    """A program at work."""

    task: Task
    output: ProgramOutput
    stop: Stop
    screen: OutputScreen | None


class Programs:
    """Each runs in a thread of its own, and ends with the reader."""

    def __init__(
        self, screen: MainScreen, status: StatusBar, threads: LibraryThreads, overlays: Overlays, jobs: Jobs
    ) -> None:
        self._screen = screen
        self._status = status
        self._threads = threads
        self._overlays = overlays
        self._jobs = jobs
        self._running: dict[LibraryThread, Run] = {}

    @property
    def running(self) -> list[Run]:
        """What runs now."""
        return list(self._running.values())

    def start(self, task: Task) -> None:
        """Run a program; a pane is open from the beginning."""
        from arxtui.library.destinations import Stop
        from arxtui.library.programs import run_program
        from arxtui.tui.screens.output import OutputScreen

        output, stop, thread = ProgramOutput(), Stop(), self._threads.new("program")
        pane = OutputScreen(task.title, output, stop.request) if task.output is OutputTo.PANE else None
        run = self._running[thread] = Run(task, output, stop, pane)
        self._jobs.task_began(_under_way(task))

        def work(library: Library) -> None:
            prepared = task.prepare(library)
            run_program(prepared.program, prepared.text, output.add, stop, merge_errors=task.merge_errors)

        ended = partial(self._ended, thread, run)
        thread.ask(work, lambda _: ended(None), ended, topic="program")
        if pane:
            self._overlays.open(pane, lambda _: None)

    def stop(self) -> bool:
        """Stop the programs that run; whether there was one."""
        for run in self._running.values():
            run.stop.request()
        return bool(self._running)

    def end(self) -> None:
        """End the programs: the reader is left."""
        self.stop()
        for thread in self._running:
            thread.close()

    def _ended(self, thread: LibraryThread, run: Run, error: Exception | None) -> None:
        del self._running[thread]
        thread.close()
        self._jobs.task_ended(_under_way(run.task))
        run.task.then()
        words, ink = _outcome(run, error)
        if run.screen is not None and run.screen.is_attached:
            run.screen.ended(words, ink)
        else:
            self._status.say(words, ink)


def _under_way(task: Task) -> str:
    return f"running {task.title}"


def _outcome(run: Run, error: Exception | None) -> tuple[str, str]:
    """How a program ended, with its ink."""
    title = run.task.title
    if run.stop.is_requested:
        return f"Stopped {title}", "dim"
    if error is not None:
        return f"{title}: {error}", "fault"
    if run.task.output is OutputTo.NONE or (run.screen and run.screen.is_attached):
        return f"{title}: done", "dim"
    return run.output.message or f"{title}: done, and printed nothing", "dim"
