"""The settings in force and the origin of each."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from arxtui.config.declaration import settings_of
from arxtui.config.key_names import config_spelling
from arxtui.config.parsing import line_of, read_toml
from arxtui.config.settings import Settings, every_setting
from arxtui.tuples import NamedTuple

_HIDDEN = "…"
"""What is shown of a secret."""


class Origin(StrEnum):
    """The origin of a setting."""

    FILE = "file"
    ENVIRONMENT = "environment"
    DEFAULT = "default"


class SettingInForce(NamedTuple):
    """A setting in force.

    ``value`` and ``default`` are as in JSON, with objects for the tables of a list. ``key`` is empty for the rules. Of
    the key bindings, only those in the file are included; the reader knows the others. ``line`` is the line of the file
    that sets the value, or 0. ``variable`` is the environment variable that takes precedence.
    """

    section: str
    key: str
    value: Any
    default: Any
    origin: Origin
    line: int = 0
    variable: str = ""


def in_force(settings: Settings, text: str, environ: Mapping[str, str] = os.environ) -> Iterator[SettingInForce]:
    """Yield all settings in the order of the manual, with commands and rules last. ``settings`` must be those of the
    valid ``text``."""
    written = read_toml(text, "config.toml")
    for each in every_setting():
        value = getattr(getattr(settings, each.section), each.key)
        line = line_of(text, each.section, each.key) if each.key in written.get(each.section, {}) else 0
        variable = each.variable if each.is_overridden(value, environ) else ""
        origin = Origin.ENVIRONMENT if variable else Origin.FILE if line else Origin.DEFAULT
        value = _HIDDEN if each.is_secret and value else value
        yield SettingInForce(each.section, each.key, _as_json(value), _as_json(each.default), origin, line, variable)
    yield from _commands_in_force(settings, text, written.get("commands", {}))
    for binding in settings.keys:
        section = f"keys.{binding.area}" if binding.area else "keys"
        keys = [config_spelling(key) for key in binding.keys]
        yield SettingInForce(section, binding.command, keys or False, None, Origin.FILE, binding.line)
    line = line_of(text, "rules", None) if "rules" in written else 0
    yield SettingInForce("rules", "", _as_json(settings.rules), [], Origin.FILE if line else Origin.DEFAULT, line)


def _commands_in_force(settings: Settings, text: str, written: Mapping[str, Any]) -> Iterator[SettingInForce]:
    for name, command in settings.commands:
        place = f"commands.{name}"
        for key, declared in settings_of(type(command)).items():
            line = line_of(text, place, key) if key in written[name] else 0
            origin = Origin.FILE if line else Origin.DEFAULT
            yield SettingInForce(place, key, _as_json(getattr(command, key)), _as_json(declared.default), origin, line)


def _as_json(value: object) -> Any:
    """Return a value as in JSON; tables without keys that have their default."""
    if isinstance(value, tuple):
        return [_as_json(each) for each in value]
    if isinstance(value, str | int):
        return value
    given = {key: getattr(value, key) for key in type(value).__annotations__ if getattr(value, key)}
    return {key: item if isinstance(item, str | int) else str(item) for key, item in given.items()}
