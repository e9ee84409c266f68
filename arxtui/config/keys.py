"""``[keys]``: read the user's own keys. The reader checks the names of the commands and the conflicts between keys."""

from __future__ import annotations

from arxtui.config.key_names import read_keys
from arxtui.config.parsing import line_of
from arxtui.config.text import Report, fault_at
from arxtui.model.frozen import frozen

AREAS = {"triage": "in triage mode", "text": "in a full text"}
"""The tables ``[keys.triage]`` and ``[keys.text]``, with where their keys apply."""
ALWAYS = {
    "escape": "leaves what is open",
    "enter": "opens or confirms",
    "tab": "completes or goes on",
    "shift+tab": "goes back",
    "up": "moves up",
    "down": "moves down",
    "ctrl+c": "copies, cancels or leaves",
}
"""Keys that questions, the search box and the screens over the list depend on, so they always keep their commands."""


@frozen
class KeyBinding:
    """The keys that the user gives to a command; empty to unbind it. ``area`` is a key of ``AREAS``, or empty if the
    keys apply on every screen that has the command. ``line`` is the line of the configuration."""

    area: str
    command: str
    keys: tuple[str, ...]
    line: int


def conflicts(key: str, other: str) -> bool:
    """Whether the keys are equal or one begins the other, so that a key press would be ambiguous."""
    return f"{key} ".startswith(f"{other} ") or f"{other} ".startswith(f"{key} ")


def reserved_key(keys: str) -> str:
    """Return the key of a sequence that must keep its own command: the first key, or Esc anywhere, which cancels a
    sequence. Returns an empty string if there is none."""
    first, *others = keys.split(" ")
    key = "escape" if "escape" in others else first
    return key if key in ALWAYS else ""


def read_table(table: object, text: str, name: str, report: Report) -> tuple[KeyBinding, ...]:
    """Read the bindings of the table ``[keys]`` of a configuration with the text ``text``. ``report`` receives each
    fault."""
    if not isinstance(table, dict):
        report(fault_at(name, line_of(text, "keys", None), "[keys] must be a table"))
        return ()
    bindings: list[KeyBinding] = []
    areas = [("", {key: value for key, value in table.items() if not isinstance(value, dict)})]
    for area, keys in table.items():
        if isinstance(keys, dict) and area in AREAS:
            areas.append((area, keys))
        elif isinstance(keys, dict):
            known = " and ".join(f"[keys.{each}]" for each in AREAS)
            report(fault_at(name, line_of(text, "keys", area), f"unknown table [keys.{area}]; known are {known}"))
    for area, keys in areas:
        section = f"keys.{area}" if area else "keys"
        for command, value in keys.items():
            line = line_of(text, section, command)
            try:
                bindings.append(KeyBinding(area, command.replace("-", "_"), _keys(value), line))
            except ValueError as error:
                report(fault_at(name, line, f"[{section}] {command}: {error}"))
    return tuple(bindings)


def _keys(value: object) -> tuple[str, ...]:
    if value is False:
        return ()
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(each, str) for each in texts):
        raise ValueError('must be a key ("x"), a list of keys (["x", "g g"]), or false for none')
    return tuple(dict.fromkeys(map(read_keys, texts)))
