"""The user's own commands: programs from the settings, as actions on every screen that shows papers."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from arxtui.config.keys import read_keys
from arxtui.library.papers.links import Addresses
from arxtui.library.programs import Program, reader_environment
from arxtui.tui.actions import Action, Group
from arxtui.tui.keys import in_force
from arxtui.tui.present.line import foreign
from arxtui.tui.present.states import NO_PAPER
from arxtui.tui.services.background.programs import OutputTo, PreparedProgram, ProgramTask
from arxtui.tui.state.selection import Targets

if TYPE_CHECKING:
    from arxtui.config.commands import UserCommand
    from arxtui.config.paths import Paths
    from arxtui.library.facade import Library
    from arxtui.tui.services.background.programs import Programs
    from arxtui.tui.services.selector import Selector
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.widgets.panes import PanesScreen

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
        from arxtui.library import paper_fields

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
