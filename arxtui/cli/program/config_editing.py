"""``arxtui config edit``: the settings in the user's editor, taken when nothing is wrong with them."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from arxtui.cli.support import output
from arxtui.cli.support.exits import CommandError
from arxtui.cli.support.pager import interrupts_ignored
from arxtui.config.edit import save
from arxtui.config.manual import commented_file
from arxtui.config.text import ConfigError, read
from arxtui.library.config_faults import config_faults
from arxtui.library.editors import editor, outcome


def edit(file: Path) -> bool:
    """Have a copy edited and put in the place of ``file``; whether anything was changed. CommandError, which says where
    the draft is kept, where it cannot be taken."""
    before = read(file)
    start = before or commented_file()
    draft = _new_draft(file, start)
    try:
        text = _edited(draft)
        if text != start:
            if read(file) != before:
                raise CommandError(f"{file} was changed meanwhile and stays as it is now")
            save(file, text)
    except (CommandError, ConfigError) as error:
        if draft.exists() and draft.read_bytes() != start.encode():
            raise CommandError(f"{error}; your draft is kept in {draft}") from error
        draft.unlink(missing_ok=True)
        raise
    draft.unlink()
    return text != start


def _new_draft(file: Path, text: str) -> Path:
    """A file of its own beside the settings, which nobody else may read."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor, name = tempfile.mkstemp(prefix="config-draft-", suffix=".toml", dir=file.parent)
    except OSError as error:
        raise CommandError(f"{file.parent} cannot be written to: {error.strerror or error}") from error
    with os.fdopen(descriptor, "wb") as made:
        made.write(text.encode())
    return Path(name)


def _edited(draft: Path) -> str:
    """What the user made of the draft, without a fault."""
    while True:
        _open(draft)
        try:
            text = read(draft)
            faults = config_faults(text, str(draft))
        except ConfigError as fault:
            faults = [fault]
        if not faults:
            return text
        for each in faults:
            output.say(str(each))
        if not _again():
            raise CommandError("the settings are as they were")


def _open(draft: Path) -> None:
    try:
        command = editor()
    except ValueError:
        raise CommandError("VISUAL or EDITOR is no command: a quotation mark has no end") from None
    if not command:
        raise CommandError("no editor was found; VISUAL or EDITOR names one")
    try:
        child = subprocess.Popen([*command, str(draft)])
    except OSError as error:
        raise CommandError(f"{command[0]} cannot be started: {error.strerror or error}") from error
    with interrupts_ignored():
        code = child.wait()
    if code:
        raise CommandError(outcome(command, code))


def _again() -> bool:
    """Whether to edit the draft again; asked where somebody is there."""
    if not (sys.stdin and sys.stdin.isatty() and output.is_watched()):
        return False
    print("Edit again? [Y/n] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("", "y", "yes")
