"""The settings in force with the origin of each; and all settings as a commented file, as lines of TOML, and as a JSON
schema, made from their declarations."""

from __future__ import annotations

import json
import os
import textwrap
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from arxtui.config import exports, rules
from arxtui.config.commands import CommandSettings
from arxtui.config.declaration import Setting, plain, settings_of
from arxtui.config.keys import AREAS, config_spelling
from arxtui.config.parsing import line_of
from arxtui.config.settings import SECTIONS, Settings, every_setting
from arxtui.config.tables import read_toml
from arxtui.config.values import LARGEST
from arxtui.light import NamedTuple
from arxtui.model.rules import Rule

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


_WIDTH = 92
_HEADER = """\
# The settings of arxtui, each with its default: remove the # before one to change it.
# 'arxtui config check' finds faults, 'arxtui config show' shows what is in force, and why.
# More: docs/config.md, man 5 arxtui-config
"""
_EXAMPLE_RULE: Mapping[str, object] = {
    "name": "surveys",
    "query": "ti:survey -cat:cs.DC",
    "mute": False,
    "highlight": True,
    "tag": "survey",
    "star": False,
    "score": 8,
    "off": False,
}
_EXAMPLE_COMMAND: Mapping[str, object] = {"run": ["wc", "-w"], "title": "Count the words", "key": "f12"}
KEYS_WORDS = (
    "Your own keys: a command, and the key or the list of keys that run it, or false for none. A sequence has spaces "
    "between its keys. docs/keys.md has the names of all commands."
)
_EXAMPLE_KEYS: Mapping[str, object] = {"top": ["g g", "home"], "toggle_star": "s", "zotero": False}
_EXAMPLE_FILE: Mapping[str, object] = {"file": "~/thesis/arxiv.bib", "query": "tag:thesis", "format": "bibtex"}


def commented_file() -> str:
    """Return a configuration file without effect: every setting with its meaning and its default, in comments."""
    return "\n".join([_HEADER, *_lines()])


def toml_assignment(key: str, value: object) -> str:
    """Return ``key = value`` in TOML."""
    return f"{key} = {toml_value(value)}"


def toml_value(value: object) -> str:
    """Return the value of a setting in TOML: a string, number, boolean or list of strings."""
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(toml_value, value))}]"
    return json.dumps(value, ensure_ascii=False)


def schema() -> dict[str, Any]:
    """Return the JSON schema (draft 2020-12) of the file."""
    sections: dict[str, Any] = {
        name: _object({key: _value_schema(each) for key, each in settings_of(kind).items()})
        for name, kind in SECTIONS.items()
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The settings of arxtui",
        **_object(
            {
                **sections,
                "commands": _commands_schema(),
                "keys": _keys_schema(),
                "rules": _tables(_rule_schema(), rules.KEYS),
            }
        ),
    }


def _lines() -> Iterator[str]:
    for name, kind in SECTIONS.items():
        yield f"[{name}]"
        for each in settings_of(kind).values():
            if each.key == "sync":
                continue
            yield from _comment(each.plain_words)
            yield f"#{toml_assignment(each.key, each.default)}\n"
        if name == "export":
            yield from _table("[[export.sync]]", "Files kept in step with queries, as many as you like:", _EXAMPLE_FILE)
    yield from _commands()
    yield "[keys]"
    yield from _comment(KEYS_WORDS)
    for command, value in _EXAMPLE_KEYS.items():
        yield f"#{toml_assignment(command, value)}"
    yield ""
    yield from _table("[[rules]]", "Rules, as many as you like; 'arxtui rules' writes them too:", _EXAMPLE_RULE)


def _commands() -> Iterator[str]:
    yield from _comment("Programs of your own that the reader runs on papers, as many as you like (docs/commands.md):")
    yield "#[commands.words]"
    for key, each in settings_of(CommandSettings).items():
        yield from _comment(each.plain_words)
        yield f"#{toml_assignment(key, _EXAMPLE_COMMAND.get(key, each.default))}"
    yield ""


def _table(header: str, words: str, example: Mapping[str, object]) -> Iterator[str]:
    keys = rules.KEYS if header == "[[rules]]" else exports.KEYS
    yield from _comment(words)
    yield f"#{header}"
    for key, value in example.items():
        yield from _comment(plain(keys[key]))
        yield f"#{toml_assignment(key, value)}"
    yield ""


def _comment(words: str) -> list[str]:
    return textwrap.wrap(
        words, _WIDTH, initial_indent="# ", subsequent_indent="# ", break_long_words=False, break_on_hyphens=False
    )


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "properties": dict(properties)}


def _tables(properties: Mapping[str, Any], words: Mapping[str, str]) -> dict[str, Any]:
    required = [key for key, text in words.items() if text.endswith("; required") or "; required," in text]
    described = {key: {**properties[key], "description": plain(words[key])} for key in words}
    return {"type": "array", "items": {**_object(described), "required": required}}


def _commands_schema() -> dict[str, Any]:
    command = _object({key: _value_schema(each) for key, each in settings_of(CommandSettings).items()})
    command["properties"]["run"]["minItems"] = 1
    return {"type": "object", "additionalProperties": {**command, "required": ["run"]}, "properties": {}}


def _rule_schema() -> dict[str, Any]:
    score = {"type": "integer", "minimum": -rules.HIGHEST_SCORE, "maximum": rules.HIGHEST_SCORE, "not": {"const": 0}}
    types = {"str": {"type": "string", "minLength": 1}, "bool": {"type": "boolean"}, "int": score}
    return {key: types[str(written)] for key, written in Rule.__annotations__.items()}


def _keys_schema() -> dict[str, Any]:
    """Return the schema of ``[keys]``. Any command name is allowed, because only the reader knows the commands."""
    key = {"type": "string", "minLength": 1}
    keys = {"anyOf": [key, {"type": "array", "items": key}, {"enum": [False]}]}
    table = {"type": "object", "additionalProperties": keys}
    areas = {area: {**table, "description": f"keys {words}"} for area, words in AREAS.items()}
    return {**table, "description": KEYS_WORDS, "properties": areas}


def _value_schema(setting: Setting) -> dict[str, Any]:
    if setting.key == "sync":
        forms = list(exports.FORMATS.values())
        line = {"type": "string", "minLength": 1}
        return _tables({"file": line, "query": line, "format": {"enum": forms}}, exports.KEYS)
    kinds: dict[str, dict[str, Any]] = {
        "str": {"enum": list(setting.choices)} if setting.choices else {"type": "string"},
        "int": {"type": "integer", "minimum": setting.minimum, "maximum": LARGEST},
        "bool": {"type": "boolean"},
        "tuple[str, ...]": {"type": "array", "items": {"type": "string"}},
    }
    default = list(setting.default) if isinstance(setting.default, tuple) else setting.default
    return {"description": setting.plain_words, **kinds[setting.kind], "default": default}
