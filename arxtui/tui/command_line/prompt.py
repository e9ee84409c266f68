"""The ``:`` of the reader: prompts for a line and runs it."""

from __future__ import annotations

from collections.abc import Awaitable, Iterable, Sequence
from functools import partial
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, Protocol

from arxtui.tui.actions import Action, Area, Group
from arxtui.tui.command_line.calls import ActionCall, parse_line
from arxtui.tui.command_line.completion import ArgumentValues, complete_line
from arxtui.tui.command_line.verbs import run_verb
from arxtui.tui.keys import in_force
from arxtui.tui.present.completion import Assistance
from arxtui.tui.state.line_history import LineHistory
from arxtui.verbs import VERBS

if TYPE_CHECKING:
    from arxtui.tui.context import Context
    from arxtui.tui.footer_question import FooterQuestion
    from arxtui.tui.services.questions import Questions


class CommandScreen(Protocol):
    """A screen with the commands of an ``area``."""

    @property
    def area(self) -> Area:
        """The registry of the screen's commands."""

    async def run_action(self, action: str) -> None:
        """Run one of the commands, by its :meth:`Action.call`."""


async def ask_for_line(
    context: Context, screen: CommandScreen, question: Questions | FooterQuestion, text: str = ""
) -> None:
    """Prompt for a line, which begins with ``text``, in the footer of a screen, and run it."""
    actions, history = in_force.actions(screen.area), LineHistory(context.paths.command_history)
    history.begin()
    values = ArgumentValues(context.session, context.threads, context.exports)

    async def run(line: str) -> None:
        history.add(line)
        call = parse_line(line, actions)
        if isinstance(call, ActionCall):
            await _run_action(screen, question, call)
        else:
            run_verb(context, call)

    complete = partial(complete_line, actions=actions, words_for=values)
    assistance = Assistance(complete, history.earlier, history.later)
    result = question.ask(":", text, run, check=partial(_check, actions=actions), assistance=assistance)
    if isawaitable(result):
        await result


def verb_actions(commands: Iterable[Action]) -> list[Action]:
    """Return an entry of the palette for each verb that runs in the reader and has no command of its name; it begins a
    line with the verb. Its ``run`` takes the context."""
    taken = {command.name for command in commands}
    verbs = {name: verb for name, verb in VERBS.items() if not verb.not_in_reader and name not in taken}
    return [
        Action(
            *(f":{name}", (), name, f":{name}", f"{verb.summary[0].upper()}{verb.summary[1:]}.", Group.PROGRAM, ()),
            run=partial(_begin_line, name),
        )
        for name, verb in verbs.items()
    ]


def _begin_line(verb: str, context: Context) -> Awaitable[object]:
    return ask_for_line(context, context.screen, context.questions, f"{verb} ")


async def _run_action(screen: CommandScreen, question: Questions | FooterQuestion, call: ActionCall) -> None:
    """Run a command with its argument, or let the argument answer the question that the command asks."""
    action, argument = call.action, call.argument
    if not argument:
        await screen.run_action(action.call())
    elif action.is_passed_argument:
        await screen.run_action(action.call(repr(int(argument) if action.by_digit else argument)))
    else:
        question.prepare(argument)
        try:
            await screen.run_action(action.call())
        finally:
            question.prepare(None)


def _check(line: str, actions: Sequence[Action]) -> Any:
    """Raises: ValueError with a message for an empty or invalid line."""
    if not line.strip():
        raise ValueError("Nothing typed: Esc cancels")
    return parse_line(line, actions)
