"""The key map of the settings."""

from __future__ import annotations

from collections.abc import Callable

from arxtui.config.keys import KeyBinding, read_table
from arxtui.config.settings import Settings
from arxtui.config.text import ConfigError, fault_at, refuse
from arxtui.tui.actions import Area
from arxtui.tui.commands import ACTIONS
from arxtui.tui.commands.overlays import OVERLAYS
from arxtui.tui.commands.triage_mode import TRIAGE
from arxtui.tui.keys.keymap import KeyMap, overlay
from arxtui.tui.keys.presets import PRESETS
from arxtui.tui.reading.commands import READING

DEFAULT: KeyMap = {Area.MAIN: ACTIONS, Area.TRIAGE: TRIAGE, Area.TEXT: READING, **OVERLAYS}


def keymap_of(settings: Settings, name: str, report: Callable[[ConfigError], object] = refuse) -> KeyMap:
    """Return the keys of the preset that the settings name, overlaid with those of ``[keys]``. ``report`` receives each
    fault once, with ``name`` and the line."""
    reported: set[tuple[int, str]] = set()

    def report_fault(binding: KeyBinding, words: str) -> None:
        table = f"keys.{binding.area}" if binding.area else "keys"
        if (binding.line, words) not in reported:  # a binding for several areas has its fault in each of them
            reported.add((binding.line, words))
            report(fault_at(name, binding.line, f"[{table}] {binding.command}: {words}"))

    preset = read_table(PRESETS[settings.ui.keymap], "", settings.ui.keymap, refuse)
    return overlay(overlay(DEFAULT, preset, report_fault), settings.keys, report_fault)


def key_faults(settings: Settings, name: str) -> list[ConfigError]:
    """Return all faults of the keys in the settings, in the order of the lines."""
    faults: list[ConfigError] = []
    keymap_of(settings, name, faults.append)
    return sorted(faults, key=lambda fault: fault.line)
