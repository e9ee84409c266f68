"""Parse a line of the command line: a command of the screen, or a verb of ``arxtui``."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.model.frozen import frozen
from arxtui.text.matching.nearest import nearest, suggest
from arxtui.tui.actions import CHOICES, Action
from arxtui.tui.command_line.verbs import VerbCall, check_verb, has_option
from arxtui.verbs import VERBS

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
