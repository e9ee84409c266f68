"""The user's own keys, laid over those of the registries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations

from arxtui.config.key_names import key_name
from arxtui.config.keys import ALWAYS, AREAS, KeyBinding, conflicts, kept_key
from arxtui.model.frozen import changed
from arxtui.text.matching.nearest import did_you_mean, suggest
from arxtui.tui.actions import Action, Area
from arxtui.tui.keys.sequences import beginnings

KeyMap = Mapping[Area, Sequence[Action]]
Report = Callable[[KeyBinding, str], object]
"""Is called with a binding and what is wrong with it."""


def overlaid(keymap: KeyMap, bindings: Iterable[KeyBinding], report: Report) -> KeyMap:
    """The keymap with other keys: first those that hold on every screen, over them those of one area. A key that is
    given to a command is taken from the one that had it, with all sequences that begin with it."""
    given = tuple(bindings)
    for each in given:
        _check(each, keymap, report)
    for area in ("", *AREAS):
        layer = {each.command: each for each in given if each.area == area}
        keymap = {
            each: _with_layer(actions, layer, report) if area in ("", each) else actions
            for each, actions in keymap.items()
        }
    return keymap


def _with_layer(actions: Sequence[Action], layer: Mapping[str, KeyBinding], report: Report) -> Sequence[Action]:
    given = [layer[action.id] for action in actions if action.id in layer]
    if not given:
        return actions
    for one, other in combinations(given, 2):
        for key in one.keys:
            for clashing in other.keys:
                if conflicts(key, clashing):
                    _report_clash(one, key, other, clashing, report)
    taken = {key for each in given for key in each.keys}
    blocked = taken.union(*map(beginnings, taken))
    return [changed(action, keys=_keys_of(action, layer.get(action.id), taken, blocked)) for action in actions]


def _keys_of(action: Action, given: KeyBinding | None, taken: set[str], blocked: set[str]) -> tuple[str, ...]:
    """The keys of an action, where ``taken`` are given to commands, and ``blocked`` are these and what begins them."""
    if given is None:
        return tuple(key for key in action.keys if key not in blocked and taken.isdisjoint(beginnings(key)))
    kept = [key for key in action.keys if key in ALWAYS]
    first = [key for key in kept if key == "escape"]  # which everybody knows: the foot names it
    return tuple(dict.fromkeys((*first, *given.keys, *kept)))


def _check(binding: KeyBinding, keymap: KeyMap, report: Report) -> None:
    areas = [Area(binding.area)] if binding.area else [*keymap]
    known = [action for area in areas for action in keymap[area]]
    meant = [action for action in known if action.id == binding.command]
    if not meant:
        where = f" {AREAS[binding.area]}" if binding.area else ""
        ids = list(dict.fromkeys(action.id for action in known))
        hint = suggest([each for each in ids if binding.command in each.split("_")][:1])
        hint = hint or did_you_mean(binding.command, ids)
        report(binding, f"there is no command {binding.command!r}{where}{hint or '; docs/keys.md lists them'}")
    for key in binding.keys if meant else ():
        if (kept := kept_key(key)) and not any(key in action.keys for action in meant):
            report(binding, f"{key_name(kept)} {ALWAYS[kept]} everywhere and keeps doing so; choose another key")
        digits = {each[-1] for action in meant if action.by_digit for each in action.keys}
        if digits and key[-1] not in digits:
            span = f"{min(digits)} to {max(digits)}"
            report(binding, f"the digit is what the command goes by: its keys end in {span}, not as {key_name(key)!r}")
    for one, other in combinations(binding.keys, 2):
        if conflicts(one, other):
            report(binding, f"{key_name(one)!r} begins {key_name(other)!r}, which could then never be typed")


def _report_clash(one: KeyBinding, key: str, other: KeyBinding, clashing: str, report: Report) -> None:
    first, second = sorted(((one, key), (other, clashing)), key=lambda each: each[0].line)
    if key == clashing:
        words = f"{key_name(key)!r} is also the key of {first[0].command} (line {first[0].line})"
    else:
        short, long = sorted((first, second), key=lambda each: len(each[1]))
        words = (
            f"{key_name(short[1])!r} of {short[0].command} begins {key_name(long[1])!r} of {long[0].command} "
            f"(line {first[0].line}), which could then never be typed"
        )
    report(second[0], words)
