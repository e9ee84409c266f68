"""``arxtui config``: show, check and edit the settings file."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from arxtui import locks
from arxtui.cli.support import exits, output
from arxtui.cli.support.files import InputFile, write_standard
from arxtui.cli.support.pager import interrupts_ignored
from arxtui.config.edit import changing, save
from arxtui.config.exports import fault_of_sync
from arxtui.config.manual import commented_file, in_force, schema, toml_assignment
from arxtui.config.paths import Paths
from arxtui.config.rules import fault_of_rule
from arxtui.config.settings import faults, parse
from arxtui.config.text import ConfigError, decode, read
from arxtui.files import write_whole
from arxtui.library.editors import editor, outcome
from arxtui.library.rules.queries import faults_of_rules
from arxtui.light import deferred
from arxtui.locks import exclusive
from arxtui.query import QueryError, check

with deferred():
    from arxtui.tui.user_keys import key_faults

if TYPE_CHECKING:
    from arxtui.config.manual import SettingInForce


_ORIGIN_COLUMN = 56
"""The width in cells of a setting; its origin follows in an aligned column."""
_DRAFTS = "config-draft-*.toml"


def run(options: argparse.Namespace) -> int:
    """Run the action."""
    return _ACTIONS[options.action or "show"](options)


def _init(options: argparse.Namespace) -> int:
    if options.file and options.file.is_standard:
        write_standard([commented_file()])
        return exits.OK
    file = options.file.path if options.file else Paths.find().config_file
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with exclusive(file), file.open("x", encoding="utf-8") as stream:
            stream.write(commented_file())
    except FileExistsError:
        raise exits.CommandError(
            f"{file} already exists and is left unchanged; 'arxtui config edit' opens the settings, "
            "'arxtui config init -' prints all of them"
        ) from None
    except OSError as error:
        raise exits.CommandError(f"{file} cannot be written: {error.strerror or error}") from error
    _print_path(file, options)
    return exits.OK


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
    return exits.FAILED if faults_found else exits.OK


def _text(file: InputFile) -> str:
    try:
        return decode(file.read(), file.name)
    except OSError as error:
        raise exits.CommandError(f"{file.name} cannot be read: {error.strerror or error}") from error


def _print_fault(fault: ConfigError) -> None:
    """Print a fault. Lines after the first mark a position in a query, so their indentation is kept."""
    for line in str(fault).splitlines():
        indent = len(line) - len(line.lstrip())
        output.line(" " * indent + output.foreign(line[indent:]))


def _show(options: argparse.Namespace) -> int:
    file = Paths.find().config_file
    text = read(file)
    if faults_found := faults(text, str(file)):
        raise exits.CommandError("\n".join(map(str, faults_found)))
    settings = in_force(parse(text, str(file)), text)
    if options.json:
        for setting in settings:
            output.as_json({**setting._asdict(), "line": setting.line or None, "variable": setting.variable or None})
        return exits.OK
    output.line(f"# {output.foreign(str(file) if file.exists() else _missing_words(file))}")
    for line in _toml_lines(settings):
        output.line(line)
    return exits.OK


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
    return exits.OK


def _path(options: argparse.Namespace) -> int:
    _print_path(Paths.find().config_file, options)
    return exits.OK


def _schema(options: argparse.Namespace) -> int:
    write_standard([json.dumps(schema(), indent=2), "\n"])
    return exits.OK


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


def edit(file: Path) -> bool:
    """Let the user edit a copy of ``file``, then replace ``file`` by it. Return whether anything was changed.

    Raises CommandError if the result cannot be saved; the draft then stays, and the next edit offers to continue or
    remove it.
    """
    before = read(file)
    start = before or commented_file()
    with _edit_lock(file.parent):
        draft = _earlier_draft(file, start) or _new_draft(file, start)
        try:
            text = _edit_until_valid(draft)
            if text != start:
                with changing(file) as present:
                    if present != before:
                        raise exits.CommandError(f"{file} was changed meanwhile and is not overwritten")
                    save(file, text)
        except (exits.CommandError, ConfigError) as error:
            if draft.exists() and draft.read_bytes() != start.encode():
                raise exits.CommandError(
                    f"{error}; your draft is saved for the next 'arxtui config edit': {draft}"
                ) from error
            draft.unlink(missing_ok=True)
            raise
        draft.unlink()
    return text != start


@contextmanager
def _edit_lock(folder: Path) -> Iterator[None]:
    """Lock a folder against other edits, so that no other process is editing a draft found there."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = locks.open_folder(folder)
    except OSError as error:
        raise exits.CommandError(f"{folder} cannot be written to: {error.strerror or error}") from error
    try:
        if not locks.is_alone(descriptor):
            raise exits.CommandError("another 'arxtui config edit' has the settings open")
        yield
    finally:
        os.close(descriptor)


def _draft_of(file: Path, text: str) -> Path:
    """Return the path of a draft that starts from ``text``; a hash of ``text`` is part of the name."""
    return file.with_name(_DRAFTS.replace("*", hashlib.sha256(text.encode()).hexdigest()[:8]))


def _earlier_draft(file: Path, start: str) -> Path | None:
    """Return the draft of an earlier edit to continue; remove those that the user does not want.

    Raises CommandError if a draft started from other settings and there is no terminal to prompt at.
    """
    for draft in sorted(file.parent.glob(_DRAFTS)):
        changed = draft != _draft_of(file, start)
        about = ", which would undo later changes to the settings" if changed else ""
        if not _can_prompt():
            if changed:
                raise exits.CommandError(f"there is a draft in {draft}{about}: edit it in a terminal, or remove it")
            output.say(f"continuing with the draft in {draft}")
            return draft
        if _confirm(f"There is a draft in {draft}{about}. Continue with it? No removes it"):
            return draft
        draft.unlink()
    return None


def _new_draft(file: Path, text: str) -> Path:
    """Write a copy beside the settings that only this user can read."""
    draft = _draft_of(file, text)
    try:
        write_whole(draft, text.encode(), mode=0o600)
    except OSError as error:
        raise exits.CommandError(f"{file.parent} cannot be written to: {error.strerror or error}") from error
    return draft


def _edit_until_valid(draft: Path) -> str:
    """Open the draft in the editor until it is valid, and return its text. Raises CommandError if the user gives up."""
    while True:
        _open(draft)
        try:
            text = read(draft)
            faults = all_faults(text, str(draft))
        except ConfigError as fault:
            faults = [fault]
        if not faults:
            return text
        for each in faults:
            output.say(str(each))
        if not (_can_prompt() and _confirm("Edit again?")):
            raise exits.CommandError("the settings are unchanged")


def _open(draft: Path) -> None:
    try:
        command = editor()
    except ValueError as error:
        raise exits.CommandError(str(error)) from None
    if not command:
        raise exits.CommandError("no editor was found; set VISUAL or EDITOR")
    try:
        child = subprocess.Popen([*command, str(draft)])
    except OSError as error:
        raise exits.CommandError(f"{command[0]} cannot be started: {error.strerror or error}") from error
    with interrupts_ignored():
        code = child.wait()
    if code:
        raise exits.CommandError(outcome(command, code))


def _can_prompt() -> bool:
    """Whether the user can be prompted at a terminal."""
    return bool(sys.stdin and sys.stdin.isatty() and output.is_stderr_terminal())


def _confirm(question: str) -> bool:
    """Prompt at the terminal; Enter means yes."""
    print(f"{output.foreign(question)} [Y/n] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("", "y", "yes")


def all_faults(text: str, name: str) -> list[ConfigError]:
    """Return the faults of a configuration, each with ``name`` and its line, in the order of the lines.

    Keys are checked even if there are other faults, unless the text is not valid TOML.
    """
    faults = config_faults(text, name)
    try:
        settings = parse(text, name, lambda fault: None)
    except ConfigError:
        return faults
    if not settings.keys:
        return faults
    return sorted([*faults, *key_faults(settings, name)], key=lambda fault: fault.line)


def config_faults(text: str, name: str) -> list[ConfigError]:
    """Return the faults of a configuration text, sorted by line; ``name`` is the file's name in the messages. Queries
    are checked only if there are no other faults."""
    return faults(text, name) or sorted(_faults_of_queries(text, name), key=lambda fault: fault.line)


def _faults_of_queries(text: str, name: str) -> Iterator[ConfigError]:
    settings = parse(text, name)
    for place, key, message in faults_of_rules(settings):
        yield fault_of_rule(text, name, place, key, message)
    for place, sync in enumerate(settings.export.sync):
        try:
            check(sync.query)
        except QueryError as error:
            yield fault_of_sync(text, name, place, "query", f"[[export.sync]] query: {error}")
