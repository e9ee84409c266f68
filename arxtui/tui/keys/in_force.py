"""The keys in force, for every place that shows one: footers, help, palette and messages.

They are global to the process, like the locale. Each registry declares its commands on import; the application then
replaces their keys with the user's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arxtui.light import changed
from arxtui.tui.actions import Action, Area

_declared: dict[Area, dict[str, Action]] = {area: {} for area in Area}
_used: dict[Area, dict[str, Action]] = {}
_own: dict[str, Action] = {}
"""The user's own commands, which every area lists before its own."""


def declare(area: Area, actions: Sequence[Action]) -> None:
    """Declare the commands of an area, with their default keys."""
    _declared[area] = _by_id(actions)


def use(keymap: Mapping[Area, Sequence[Action]]) -> None:
    """Put the keys of this map in force; an empty map restores the declared keys."""
    _own.clear()
    _used.clear()
    _used.update({area: _by_id(actions) for area, actions in keymap.items()})


def use_own(commands: Sequence[Action]) -> None:
    """Add the user's own commands to every area."""
    _own.update(_by_id(commands))


def actions(area: Area = Area.MAIN) -> Sequence[Action]:
    """Return the commands of an area with the keys in force, in the order of its registry."""
    return [*_commands_of(area).values()]


def actions_of(screen: object) -> Sequence[Action]:
    """Return the commands of a screen with the keys in force, which their help texts also name; empty if the screen has
    no registry."""
    area: Area | None = getattr(screen, "area", None)
    if area is None:
        return getattr(screen, "actions", ())
    return [changed(each, help=with_keys(each.help, area)) for each in actions(area)]


def action(id: str, area: Area = Area.MAIN) -> Action:
    """Return a command with the keys in force. Raises: KeyError for an unknown id."""
    return _commands_of(area)[id]


def has_command(key: str) -> bool:
    """Whether a command of any area has this key, alone or in a sequence."""
    return any(key in keys.split(" ") for area in Area for each in _commands_of(area).values() for keys in each.keys)


def key_of(id: str, area: Area = Area.MAIN) -> str:
    """Return the first key of a command, as it is shown to people; empty if it has none."""
    return next(iter(action(id, area).key_names), "")


def key_for(id: str, area: Area = Area.MAIN) -> str:
    """Return how a message refers to a command: by its first key, or if it has none by the palette's key and its name
    there."""
    if name := key_of(id, area):
        return name
    words = f"“{action(id, area).description.rstrip('…')}”"
    return f"{key_of('palette', area)} {words}".lstrip()


def with_keys(words: str, area: Area = Area.MAIN) -> str:
    """Fill in a text of ours: replace command ids in braces with the keys in force."""
    return words.format_map(_KeyNames(area)) if "{" in words else words


class _KeyNames(dict[str, str]):
    """The keys of commands by id; those of the main screen where the area has no such command."""

    def __init__(self, area: Area) -> None:
        super().__init__()
        self._area = area

    def __missing__(self, id: str) -> str:
        return key_for(id, self._area if id in _commands_of(self._area) else Area.MAIN)


def _commands_of(area: Area) -> Mapping[str, Action]:
    commands = _used.get(area) or _declared[area]
    return {**_own, **commands} if _own else commands


def _by_id(actions: Sequence[Action]) -> dict[str, Action]:
    return {action.id: action for action in actions}
