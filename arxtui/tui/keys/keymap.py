"""Key maps: the keys of other programs (presets), written as in [keys], and the user's keys laid over those of the
registries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from arxtui.config.keys import ALWAYS, AREAS, KeyBinding, conflicts, key_name, reserved_key
from arxtui.model.frozen import changed
from arxtui.text.matching.nearest import did_you_mean, suggest
from arxtui.tui.actions import Action, Area
from arxtui.tui.keys.sequences import beginnings

_VIM: Mapping[str, Any] = {
    "top": ["g g", "home"],
    "page_down": ["ctrl+f", "ctrl+d", "pagedown"],
    "page_up": ["ctrl+b", "ctrl+u", "pageup"],
    "redo": ["ctrl+r", "U"],
    "quit": ["q", "Z Z", "Z Q", "ctrl+q"],
    "zotero": ", z",
    "copy_id": "y y",
    "copy_url": ["y u", "Y"],
    "copy_bibtex": ["y b", "C"],
    "select": ["v", "m"],
    "select_range": ["V", "M"],
    "save_view": ", v",
    "journal": ", j",
    "next_pane": ["ctrl+w w", "ctrl+w l"],
    "previous_pane": ["ctrl+w W", "ctrl+w h"],
    "show_filter": ["g f", "f", "f2"],
    "show_list": ["g l", "f3"],
    "show_detail": ["g d", "f4"],
    "bound_view": [f"g {digit}" for digit in range(1, 10)],
    "tab_text": "g 1",
    "tab_reviews": "g 2",
    "tab_versions": "g 3",
    "text": {
        "page_down": ["space", "ctrl+f", "pagedown"],
        "page_up": ["b", "ctrl+b", "pageup"],
        "half_down": ["ctrl+d", "d"],
        "half_up": "ctrl+u",
        "copy": ["y y", "Y"],
        "citations": ["C", ", q"],
    },
}
"""No digit is bound, so that digits are counts: ``5j``, ``10G``."""
_NEWSBOAT: Mapping[str, Any] = {
    "quit": ["q", "Q", "ctrl+q"],
    "queue_listed": ", q",
    "refresh": ["R", "r"],
    "rename_view": ", r",
    "toggle_read": ["N", "space"],
    "note_outside": ", N",
    "mark_all_read": ["A", "P"],
    "authors": ", A",
    "open_page": ["o", "O"],
    "links": "u",
    "undo": "U",
    "redo": ", U",
    "toggle_passed": ", P",
    "toggle_star": ["ctrl+e", ", *"],
    "export": ["s", "|", "E"],
    "toggle_hidden": ["D", "x"],
    "remove_view": "delete",
    "toggle_queued": ["e", "w"],
    "rules": ", e",
    "ask_sources": ", E",
    "search": ["/", "F"],
    "repair": ", F",
    "drop_chip": ["ctrl+f", "backspace"],
    "sort": ["g", "S"],
    "top": "home",
    "bottom": ["end", "G"],
    "triage": {"star_on": ["s", "ctrl+e"], "export": ["|", "E"], "line_down": ", j", "line_up": ["ctrl+y", ", k"]},
    "text": {"footnotes": ", e", "toggle_star": ["s", "ctrl+e"], "open": ["o", "O"]},
}
_EMACS: Mapping[str, Any] = {
    "down": ["ctrl+n", "n"],
    "up": ["ctrl+p", "p"],
    "note": ", n",
    "neighbourhood": ", N",
    "open_pdf": ", p",
    "papers_of_author": ", P",
    "palette": "alt+x",
    "page_down": ["ctrl+v", "pagedown"],
    "page_up": ["alt+v", "pageup"],
    "go_left": ["ctrl+b", "left"],
    "go_right": ["ctrl+f", "right"],
    "back": "ctrl+g",
    "leave": "ctrl+g",
    "search": ["ctrl+s", "/"],
    "find": ["ctrl+s", "/"],
    "undo": ["ctrl+_", "ctrl+x u", "u"],
    "quit": ["q", "ctrl+x ctrl+c", "ctrl+q"],
    "next_pane": "ctrl+x o",
    "select": ["ctrl+space", "m"],
    "copy_id": ["alt+w", "y"],
    "copy": ["alt+w", "y"],
    "export": ["ctrl+x ctrl+w", "E"],
    "triage": {"go_on": ["ctrl+n", "n", "j", "right"], "go_back": ["ctrl+p", "p", "k", "left"]},
    "text": {
        "line_down": ["ctrl+n", "j"],
        "line_up": ["ctrl+p", "k"],
        "open_pdf": "p",
        "page_down": ["space", "ctrl+v", "pagedown"],
        "page_up": ["b", "alt+v", "pageup"],
    },
}
PRESETS: Mapping[str, Mapping[str, Any]] = {"default": {}, "vim": _VIM, "newsboat": _NEWSBOAT, "emacs": _EMACS}


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
