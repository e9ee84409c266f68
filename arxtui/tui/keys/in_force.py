"""The keys in force, for every place that names one: footers, help, palette and messages.

They are global to the process, like its locale. Each registry declares its commands as it is imported; the application
then puts the user's own keys in their place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arxtui.tui.actions import Action, Area

_declared: dict[Area, dict[str, Action]] = {area: {} for area in Area}
_used: dict[Area, dict[str, Action]] = {}
_own: dict[str, Action] = {}
"""The user's own commands, which every area has before its own."""


def declare(area: Area, actions: Sequence[Action]) -> None:
    """The commands of an area, with the keys that they have where the user has chosen no other."""
    _declared[area] = _by_id(actions)


def use(keymap: Mapping[Area, Sequence[Action]]) -> None:
    """Take the keys of this map as those in force; of an empty one, those that were declared."""
    _own.clear()
    _used.clear()
    _used.update({area: _by_id(actions) for area, actions in keymap.items()})


def use_own(commands: Sequence[Action]) -> None:
    """Have these commands of the user's own in every area."""
    _own.update(_by_id(commands))


def are_default() -> bool:
    """Whether the keys in force are those that were declared."""
    return not _used


def actions(area: Area = Area.MAIN) -> Sequence[Action]:
    """The commands of an area with the keys in force, in the order of its registry."""
    return [*_held(area).values()]


def action(id: str, area: Area = Area.MAIN) -> Action:
    """A command with the keys in force."""
    return _held(area)[id]


def has_command(key: str) -> bool:
    """Whether a command of any area has this key, alone or in a sequence."""
    return any(key in keys.split(" ") for area in Area for each in _held(area).values() for keys in each.keys)


def key_of(id: str, area: Area = Area.MAIN) -> str:
    """The first key of a command, as people write it; empty where it has none."""
    return next(iter(action(id, area).key_names), "")


def key_for(id: str, area: Area = Area.MAIN) -> str:
    """How a message names the way to a command: its first key, else the palette's and its name there."""
    if name := key_of(id, area):
        return name
    words = f"“{action(id, area).description.rstrip('…')}”"
    return f"{key_of('palette', area)} {words}".lstrip()


def with_keys(words: str, area: Area = Area.MAIN) -> str:
    """Words of our own with the keys in force in the place of the commands that stand in braces."""
    if "{" not in words:
        return words
    held = _held(area)
    names = {id: key_for(id, area if id in held else Area.MAIN) for id in {**_held(Area.MAIN), **held}}
    return words.format_map(names)


def _held(area: Area) -> dict[str, Action]:
    return {**_own, **(_used.get(area) or _declared[area])}


def _by_id(actions: Sequence[Action]) -> dict[str, Action]:
    return {action.id: action for action in actions}
