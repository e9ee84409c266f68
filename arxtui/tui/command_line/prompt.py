"""The ``:`` of the reader: prompts for a line, parses it (a command of the screen, or a verb of ``arxtui``) and runs
it."""

from __future__ import annotations

from collections.abc import Awaitable, Iterable, Sequence
from functools import partial
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, Protocol

from arxtui.light import frozen
from arxtui.text.matching.nearest import nearest, suggest
from arxtui.tui.actions import CHOICES, Action, Area, Group
from arxtui.tui.command_line.completion import ArgumentValues, complete_line
from arxtui.tui.command_line.verbs import VerbCall, check_verb, has_option, run_verb
from arxtui.tui.keys import in_force
from arxtui.tui.present.completion import Assistance
from arxtui.tui.state.saved import LineHistory
from arxtui.verbs import VERBS

if TYPE_CHECKING:
    from arxtui.tui.context import Context
    from arxtui.tui.footer_question import FooterQuestion
    from arxtui.tui.services.questions import Questions

_MAX_SUGGESTIONS = 4
_DIGITS = [*"123456789"]
"""The arguments of a command that takes a digit but has no keys in force."""


@frozen
class ActionCall:
    """A command of the screen, with its argument."""

    action: Action
    argument: str = ""


def split_line(line: str) -> tuple[str, str]:
    """Split a line into the name and its argument."""
    name, _, argument = line.strip().removeprefix(":").lstrip().partition(" ")
    return name, argument.strip()


def parse_line(line: str, actions: Sequence[Action]) -> ActionCall | VerbCall:
    """Parse a line, given the commands of the screen. Raises: ValueError with a message if the line is invalid."""
    name, argument = split_line(line)
    action = _find_action(name, actions)
    if name in VERBS and not (action and _is_full_name(name, action) and _accepts(action, argument)):
        call = VerbCall(name, argument)
        check_verb(call)
        return call
    if action is None:
        raise ValueError(f'there is no command "{name}"{_suggestion(name, actions)}')
    if argument and not (action.takes or action.by_digit):
        raise ValueError(f'"{action.name}" takes no argument: {action.description}')
    digits = sorted({key[-1] for key in action.keys}) or _DIGITS
    if argument and action.by_digit and argument not in digits:
        raise ValueError(f'"{action.name}" takes a digit from {digits[0]} to {digits[-1]}')
    choices = CHOICES.get(action.takes) if action.takes else None
    if argument and choices and argument not in choices:
        hint = suggest(nearest(argument, choices)) or f": {', '.join(choices)}"
        raise ValueError(f'"{argument}" is not {action.takes}{hint}')
    return ActionCall(action, argument)


def _accepts(action: Action, argument: str) -> bool:
    """Whether the argument is one that the command takes, and not one for the verb of that name: only verbs have
    options."""
    return not argument or (bool(action.takes or action.by_digit) and not has_option(argument))


def _find_action(name: str, actions: Sequence[Action]) -> Action | None:
    """Return the command with this name, or the only one whose name begins with these words: ``add`` is
    ``add-papers``."""
    exact = [each for each in actions if _is_full_name(name, each)]
    longer = [each for each in actions if each.name.startswith(f"{_hyphenated(name)}-")]
    return exact[0] if exact else longer[0] if len(longer) == 1 else None


def _is_full_name(name: str, action: Action) -> bool:
    """Whether this is the full name of a command, as written in the palette or in the settings."""
    return _hyphenated(name) in (action.name, _hyphenated(action.id))


def _hyphenated(name: str) -> str:
    return name.lower().replace("_", "-")


def _suggestion(name: str, actions: Sequence[Action]) -> str:
    """Return a suggestion of names with a similar spelling, as a whole or in one word."""
    names = sorted({*VERBS, *(each.name for each in actions)})
    similar = nearest(name, names)
    if not similar and (words := nearest(name, {word for each in names for word in each.split("-")})):
        similar = [each for each in names if words[0] in each.split("-")][:_MAX_SUGGESTIONS]
    return suggest(similar) or "; Tab shows the choices"


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
