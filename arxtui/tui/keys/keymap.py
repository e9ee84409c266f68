"""Key maps: the user's keys laid over those of the registries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations

from arxtui.config.keys import ALWAYS, AREAS, KeyBinding, conflicts, key_name, reserved_key
from arxtui.light import changed
from arxtui.text.matching.nearest import did_you_mean, suggest
from arxtui.tui.actions import Action, Area
from arxtui.tui.keys.sequences import beginnings

KeyMap = Mapping[Area, Sequence[Action]]
ReportFault = Callable[[KeyBinding, str], object]
"""Called with a faulty binding and a description of the fault."""


def overlay(keymap: KeyMap, bindings: Iterable[KeyBinding], report_fault: ReportFault) -> KeyMap:
    """Return the key map with other keys: first the bindings for all screens, over them those for one area. A key given
    to a command is taken from the command that had it, with all sequences that begin with it."""
    all_bindings = tuple(bindings)
    for each in all_bindings:
        _check(each, keymap, report_fault)
    for area in ("", *AREAS):
        layer = {each.command: each for each in all_bindings if each.area == area}
        keymap = {
            each: _with_layer(actions, layer, report_fault) if area in ("", each) else actions
            for each, actions in keymap.items()
        }
    return keymap


def _with_layer(
    actions: Sequence[Action], layer: Mapping[str, KeyBinding], report_fault: ReportFault
) -> Sequence[Action]:
    bindings = [layer[action.id] for action in actions if action.id in layer]
    if not bindings:
        return actions
    for one, other in combinations(bindings, 2):
        for key in one.keys:
            for clashing in other.keys:
                if conflicts(key, clashing):
                    _report_clash(one, key, other, clashing, report_fault)
    taken = {key for each in bindings for key in each.keys}
    blocked = taken.union(*map(beginnings, taken))
    return [changed(action, keys=_keys_of(action, layer.get(action.id), taken, blocked)) for action in actions]


def _keys_of(action: Action, binding: KeyBinding | None, taken: set[str], blocked: set[str]) -> tuple[str, ...]:
    """Return the keys of an action. ``taken`` are the keys that the bindings give to commands; ``blocked`` are these
    and the beginnings of these sequences."""
    if binding is None:
        return tuple(key for key in action.keys if key not in blocked and taken.isdisjoint(beginnings(key)))
    reserved = [key for key in action.keys if key in ALWAYS]
    first = [key for key in reserved if key == "escape"]  # everybody knows Escape, so the footer should show it
    return tuple(dict.fromkeys((*first, *binding.keys, *reserved)))


def _check(binding: KeyBinding, keymap: KeyMap, report_fault: ReportFault) -> None:
    areas = [Area(binding.area)] if binding.area else [*keymap]
    known = [action for area in areas for action in keymap[area]]
    matches = [action for action in known if action.id == binding.command]
    if not matches:
        where = f" {AREAS[binding.area]}" if binding.area else ""
        ids = list(dict.fromkeys(action.id for action in known))
        hint = suggest([each for each in ids if binding.command in each.split("_")][:1])
        hint = hint or did_you_mean(binding.command, ids)
        report_fault(binding, f"there is no command {binding.command!r}{where}{hint or '; docs/keys.md lists them'}")
    for key in binding.keys if matches else ():
        if (reserved := reserved_key(key)) and not any(key in action.keys for action in matches):
            report_fault(
                binding, f"{key_name(reserved)} {ALWAYS[reserved]} everywhere and cannot change; choose another key"
            )
        digits = {each[-1] for action in matches if action.by_digit for each in action.keys}
        if digits and key[-1] not in digits:
            span = f"{min(digits)} to {max(digits)}"
            report_fault(binding, f"the command uses the digit of its key: {key_name(key)!r} must end in {span}")
    for one, other in combinations(binding.keys, 2):
        if conflicts(one, other):
            report_fault(
                binding, f"{key_name(one)!r} is the beginning of {key_name(other)!r}, which could then never be typed"
            )


def _report_clash(one: KeyBinding, key: str, other: KeyBinding, clashing: str, report_fault: ReportFault) -> None:
    first, second = sorted(((one, key), (other, clashing)), key=lambda each: each[0].line)
    if key == clashing:
        words = f"{key_name(key)!r} is also the key of {first[0].command} (line {first[0].line})"
    else:
        short, long = sorted((first, second), key=lambda each: len(each[1]))
        words = (
            f"{key_name(short[1])!r} of {short[0].command} is the beginning of {key_name(long[1])!r} of "
            f"{long[0].command} (line {first[0].line}), which could then never be typed"
        )
    report_fault(second[0], words)
