"""The user's own commands: programs of the configuration, as actions of every screen that shows papers."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from arxtui.config.key_names import read_keys
from arxtui.tui.actions import Action, Group
from arxtui.tui.keys import in_force
from arxtui.tui.present.line import foreign
from arxtui.tui.present.states import NO_PAPER
from arxtui.tui.services.background.programs import OutputTo, PreparedProgram, ProgramTask
from arxtui.tui.state.selection import Targets

if TYPE_CHECKING:
    from arxtui.config.commands import UserCommand
    from arxtui.library.facade import Library
    from arxtui.tui.context import Context

_CHUNK = 500
_ON = {"paper": "the paper", "selection": "the selected papers, or the paper"}


class OwnCommands:
    """``actions`` run the programs of the settings that the reader was opened with."""

    def __init__(self, context: Context, commands: Iterable[UserCommand]) -> None:
        self._context = context
        self.actions = tuple(_action(each, partial(self._run, each)) for each in commands)
        self._by_id = {each.id: each for each in self.actions}
        in_force.use_own(self.actions)

    def named(self, id: str) -> Action | None:
        """The command of an id, if it is the user's own."""
        return self._by_id.get(id)

    async def _run(self, command: UserCommand, shown: Targets | None = None) -> None:
        """Run a program on the paper that is ``shown`` over the list, else on those that it is for."""
        targets = shown or self._targets(command)
        if targets:
            run = partial(self._start, command, targets)
            await self._context.selector.ask_if_many(targets, f"Run {foreign(command.title)} on {{}}", run)

    def _targets(self, command: UserCommand) -> Targets | None:
        context = self._context
        if command.does.on == "selection" or context.selector.overlay_targets:
            return context.selector.targets()
        row = context.screen.papers.row
        if row is None:
            context.status.say(NO_PAPER)
        return Targets((row.key,), row=row) if row else None

    def _start(self, command: UserCommand, targets: Targets) -> None:
        prepare = partial(self._prepare, command, targets)
        self._context.programs.start(ProgramTask(foreign(command.title), prepare, OutputTo(command.does.output)))

    def _prepare(self, command: UserCommand, targets: Targets, library: Library) -> PreparedProgram:
        """The program with the fields of its papers; each paper is a line of JSON on its standard input."""
        from arxtui.library.paper_fields import fields_of, filled_in, variables
        from arxtui.library.papers.addresses import Addresses
        from arxtui.library.programs import Program, reader_environment

        keys = tuple(targets.keys_from(library))
        addresses = Addresses.of(self._context.session.settings.arxiv)
        papers = [fields_of(record, addresses) for record in library.papers.records(keys)]
        environ = {
            **reader_environment(self._context.paths),
            **variables(papers[0] if papers else {}, len(papers)),
            "COLUMNS": str(self._context.screen.app.size.width),
        }
        run, seconds = command.does.run, command.does.time_limit_seconds
        return PreparedProgram(
            Program(filled_in(run, papers), environ, run[0], seconds or None), _json_lines(library, keys)
        )


def _action(command: UserCommand, run: Callable[..., object]) -> Action:
    does = command.does
    keys = (read_keys(does.key),) if does.key else ()
    title = foreign(command.title)
    help = f"Your own: {foreign(shlex.join(does.run))}, on {_ON[does.on]}."
    with_braces = help.replace("{", "{{").replace("}", "}}")  # those in a help stand for keys
    return Action(f"commands.{command.name}", keys, title, title, with_braces, Group.OWN, (), run=run)


def _json_lines(library: Library, keys: tuple[int, ...]) -> Iterator[str]:
    """The papers as ``arxtui list --json`` prints them."""
    from arxtui.export.jsonform import record_to_json, to_line

    for start in range(0, len(keys), _CHUNK):
        for record in library.papers.records(keys[start : start + _CHUNK]):
            yield f"{to_line(record_to_json(record))}\n"
