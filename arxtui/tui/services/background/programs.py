"""Programs that run beside the screen, verbs of ``arxtui`` among them, whose output is shown in a pane or as a message;
the user's own commands, which are programs from the settings."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from arxtui.config.keys import read_keys
from arxtui.library.destinations import Stop
from arxtui.library.papers.links import Addresses
from arxtui.library.programs import Program, reader_environment, run_program
from arxtui.light import NamedTuple, deferred
from arxtui.tui.actions import Action, Group
from arxtui.tui.keys import in_force
from arxtui.tui.present.line import foreign
from arxtui.tui.present.states import NO_PAPER
from arxtui.tui.state.program_output import ProgramOutput
from arxtui.tui.state.selection import Targets

with deferred():
    from arxtui.library import paper_fields
    from arxtui.tui.screens.output import OutputScreen

if TYPE_CHECKING:
    from arxtui.config.commands import UserCommand
    from arxtui.config.paths import Paths
    from arxtui.library.facade import Library
    from arxtui.tui.services.background.jobs import Jobs
    from arxtui.tui.services.library_threads import LibraryThread, LibraryThreads
    from arxtui.tui.services.overlays import Overlays
    from arxtui.tui.services.selector import Selector
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.widgets.panes import PanesScreen


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


_TARGET_WORDS = {"paper": "the paper", "selection": "the selected papers, or the paper"}


class OwnCommands:
    """The commands of the settings that the reader was started with, as ``actions``."""

    def __init__(
        self,
        screen: PanesScreen,
        status: StatusBar,
        selector: Selector,
        programs: Programs,
        paths: Paths,
    ) -> None:
        self._screen = screen
        self._session = screen.session
        self._status = status
        self._selector = selector
        self._programs = programs
        self._paths = paths
        self.actions = tuple(_action(each, partial(self._run, each)) for each in screen.session.settings.commands)
        self._by_id = {each.id: each for each in self.actions}
        in_force.use_own(self.actions)

    def find(self, id: str) -> Action | None:
        """Return the user's own command with this id, or None."""
        return self._by_id.get(id)

    async def _run(self, command: UserCommand, shown: Targets | None = None) -> None:
        """Run a command on the paper ``shown`` over the list, otherwise on the command's targets. Prompts first if
        there are many."""
        targets = shown or self._targets(command)
        if targets:
            run = partial(self._start, command, targets)
            await self._selector.confirm(targets, f"Run {foreign(command.title)} on {{}}", run)

    def _targets(self, command: UserCommand) -> Targets | None:
        if command.settings.on == "selection" or self._selector.overlay_targets:
            return self._selector.targets()
        row = self._screen.papers.row
        if row is None:
            self._status.say(NO_PAPER)
        return Targets((row.key,), row=row) if row else None

    def _start(self, command: UserCommand, targets: Targets) -> None:
        prepare = partial(self._prepare, command, targets)
        self._programs.start(ProgramTask(foreign(command.title), prepare, OutputTo(command.settings.output)))

    def _prepare(self, command: UserCommand, targets: Targets, library: Library) -> PreparedProgram:
        """Return the program with the fields of its papers filled in, and its standard input: one line of JSON for each
        paper."""
        keys = tuple(targets.keys_from(library))
        addresses = Addresses.of(self._session.settings.arxiv)
        papers = [paper_fields.fields_of(record, addresses) for record in library.papers.records(keys)]
        environ = {
            **reader_environment(self._paths),
            **paper_fields.variables(papers[0] if papers else {}, len(papers)),
            "COLUMNS": str(self._screen.app.size.width),
        }
        run, seconds = command.settings.run, command.settings.time_limit_seconds
        return PreparedProgram(
            Program(paper_fields.filled_in(run, papers), environ, run[0], seconds or None),
            paper_fields.json_lines(library.papers, keys),
        )


def _action(command: UserCommand, run: Callable[..., object]) -> Action:
    settings = command.settings
    keys = (read_keys(settings.key),) if settings.key else ()
    title = foreign(command.title)
    help = f"Your own: {foreign(shlex.join(settings.run))}, on {_TARGET_WORDS[settings.on]}."
    with_braces = help.replace("{", "{{").replace("}", "}}")  # braces in a help text denote keys
    return Action(f"commands.{command.name}", keys, title, title, with_braces, Group.OWN, (), run=run)
