"""``arxtui config``: show, check and edit the settings file."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from arxtui.cli.program.config_editing import all_faults, edit
from arxtui.cli.support import output
from arxtui.cli.support.exits import FAILED, OK, CommandError
from arxtui.cli.support.files import InputFile, write_standard
from arxtui.config.in_force import in_force
from arxtui.config.manual import commented_file, schema, toml_assignment
from arxtui.config.paths import Paths
from arxtui.config.settings import faults, parse
from arxtui.config.text import ConfigError, decode, read
from arxtui.locks import exclusive

if TYPE_CHECKING:
    from arxtui.config.in_force import SettingInForce

_ORIGIN_COLUMN = 56
"""The width in cells of a setting; its origin follows in an aligned column."""


def run(options: argparse.Namespace) -> int:
    """Run the action."""
    return _ACTIONS[options.action or "show"](options)


def _init(options: argparse.Namespace) -> int:
    if options.file and options.file.is_standard:
        write_standard([commented_file()])
        return OK
    file = options.file.path if options.file else Paths.find().config_file
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with exclusive(file), file.open("x", encoding="utf-8") as stream:
            stream.write(commented_file())
    except FileExistsError:
        raise CommandError(
            f"{file} already exists and is left unchanged; 'arxtui config edit' opens the settings, "
            "'arxtui config init -' prints all of them"
        ) from None
    except OSError as error:
        raise CommandError(f"{file} cannot be written: {error.strerror or error}") from error
    _print_path(file, options)
    return OK


def _check(options: argparse.Namespace) -> int:
    file = Paths.find().config_file
    name = options.file.name if options.file else str(file)
    try:
        faults_found = all_faults(_text(options.file) if options.file else read(file), name)
    except ConfigError as error:
        faults_found = [error]
    for fault in faults_found:
        if options.json:
            output.as_json({"file": name, "line": fault.line or None, "reason": fault.reason, "fault": str(fault)})
        else:
            _print_fault(fault)
    if not faults_found:
        output.say(f"no faults in {name}" if options.file or file.exists() else _missing_words(file))
    return FAILED if faults_found else OK


def _text(file: InputFile) -> str:
    try:
        return decode(file.read(), file.name)
    except OSError as error:
        raise CommandError(f"{file.name} cannot be read: {error.strerror or error}") from error


def _print_fault(fault: ConfigError) -> None:
    """Print a fault. Lines after the first mark a position in a query, so their indentation is kept."""
    for line in str(fault).splitlines():
        indent = len(line) - len(line.lstrip())
        output.line(" " * indent + output.foreign(line[indent:]))


def _show(options: argparse.Namespace) -> int:
    file = Paths.find().config_file
    text = read(file)
    if faults_found := faults(text, str(file)):
        raise CommandError("\n".join(map(str, faults_found)))
    settings = in_force(parse(text, str(file)), text)
    if options.json:
        for setting in settings:
            output.as_json({**setting._asdict(), "line": setting.line or None, "variable": setting.variable or None})
        return OK
    output.line(f"# {output.foreign(str(file) if file.exists() else _missing_words(file))}")
    for line in _toml_lines(settings):
        output.line(line)
    return OK


def _toml_lines(settings: Iterator[SettingInForce]) -> Iterator[str]:
    """Yield the settings in TOML, each with its origin."""
    section = ""
    for setting in settings:
        if setting.section != section and setting.key:
            section = setting.section
            yield f"[{section}]"
        if setting.value and isinstance(setting.value[0] if isinstance(setting.value, list) else None, dict):
            for table in setting.value:
                yield f"[[{'.'.join(filter(None, (setting.section, setting.key)))}]]"
                yield from (output.foreign(toml_assignment(key, value)) for key, value in table.items())
        elif setting.key:
            assignment = output.foreign(toml_assignment(setting.key, setting.value))
            yield f"{assignment:{_ORIGIN_COLUMN}}  # {_origin(setting)}"


def _origin(setting: SettingInForce) -> str:
    if setting.variable:
        return f"{setting.variable} in the environment"
    return f"line {setting.line}" if setting.line else "default"


def _edit(options: argparse.Namespace) -> int:
    file = Paths.find().config_file
    if edit(file):
        _print_path(file, options)
    else:
        output.say("nothing was changed")
    return OK


def _path(options: argparse.Namespace) -> int:
    _print_path(Paths.find().config_file, options)
    return OK


def _schema(options: argparse.Namespace) -> int:
    write_standard([json.dumps(schema(), indent=2), "\n"])
    return OK


def _print_path(file: Path, options: argparse.Namespace) -> None:
    if options.json:
        output.as_json({"file": str(file)})
    else:
        output.line(output.foreign(str(file)))


def _missing_words(file: Path) -> str:
    return f"there is no {file}, so every setting has its default; 'arxtui config init' writes one"


_ACTIONS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "init": _init,
    "check": _check,
    "show": _show,
    "edit": _edit,
    "path": _path,
    "schema": _schema,
}
