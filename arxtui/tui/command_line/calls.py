"""What a line of the command line means: a command of the screen, or a verb of ``arxtui``."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.model.frozen import frozen
from arxtui.text.matching.nearest import nearest, suggest
from arxtui.tui.actions import Action
from arxtui.tui.command_line.verb_options import has_option
from arxtui.tui.command_line.verbs import VERBS, VerbCall, check_verb

_MOST_NEAR = 4
_DIGITS = [*"123456789"]
"""What a command takes that goes by a digit and has no key."""


@frozen
class ActionCall:
    """A command of the screen, and what stands behind its name."""

    action: Action
    argument: str = ""


def parts(line: str) -> tuple[str, str]:
    """The name in a line, and what stands behind it."""
    name, _, argument = line.strip().removeprefix(":").lstrip().partition(" ")
    return name, argument.strip()


def call_of(line: str, actions: Sequence[Action]) -> ActionCall | VerbCall:
    """What a line means where these commands are. ValueError, in words, for what means nothing."""
    name, argument = parts(line)
    action = _action_named(name, actions)
    if name in VERBS and not (action and _is_whole(name, action) and _suits(action, argument)):
        call = VerbCall(name, argument)
        check_verb(call)
        return call
    if action is None:
        raise ValueError(f'there is no command "{name}"{_near(name, actions)}')
    if argument and not (action.takes or action.by_digit):
        raise ValueError(f'"{action.name}" takes no argument: {action.description}')
    digits = sorted({key[-1] for key in action.keys}) or _DIGITS
    if argument and action.by_digit and argument not in digits:
        raise ValueError(f'"{action.name}" takes a digit from {digits[0]} to {digits[-1]}')
    return ActionCall(action, argument)


def _suits(action: Action, argument: str) -> bool:
    """Whether a command is meant, and not the verb of its name: options are for verbs."""
    return not argument or (bool(action.takes or action.by_digit) and not has_option(argument))


def _action_named(name: str, actions: Sequence[Action]) -> Action | None:
    """The command of a name, or the only one whose name begins with its words: ``add`` is ``add-papers``."""
    exact = [each for each in actions if _is_whole(name, each)]
    begun = [each for each in actions if each.name.startswith(f"{_hyphenated(name)}-")]
    return exact[0] if exact else begun[0] if len(begun) == 1 else None


def _is_whole(name: str, action: Action) -> bool:
    """Whether a name is that of a command as a whole, in the palette or in the settings."""
    return _hyphenated(name) in (action.name, _hyphenated(action.id))


def _hyphenated(name: str) -> str:
    return name.lower().replace("_", "-")


def _near(name: str, actions: Sequence[Action]) -> str:
    """Which names may be meant: those that are spelt alike, as a whole or in one of their words."""
    names = sorted({*VERBS, *(each.name for each in actions)})
    near = nearest(name, names)
    if not near and (words := nearest(name, {word for each in names for word in each.split("-")})):
        near = [each for each in names if words[0] in each.split("-")][:_MOST_NEAR]
    return suggest(near) or "; Tab shows what there is"
