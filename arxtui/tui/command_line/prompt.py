"""The ``:`` of the reader: prompts for a line and runs it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, Protocol

from arxtui.tui.actions import Action, Area
from arxtui.tui.command_line.calls import ActionCall, parse_line
from arxtui.tui.command_line.completion import ArgumentValues, complete_line
from arxtui.tui.command_line.verbs import run_verb
from arxtui.tui.keys import in_force
from arxtui.tui.present.completion import Assistance
from arxtui.tui.state.line_history import LineHistory

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


async def ask_for_line(context: Context, screen: CommandScreen, question: Questions | FooterQuestion) -> None:
    """Prompt for a line in the footer of a screen, and run it."""
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
    result = question.ask(":", "", run, check=partial(_check, actions=actions), assistance=assistance)
    if isawaitable(result):
        await result


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
