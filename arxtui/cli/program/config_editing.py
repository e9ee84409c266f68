"""``arxtui config edit``: open the settings in the user's editor, and save them if they are valid."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arxtui import locks
from arxtui.cli.support import output
from arxtui.cli.support.exits import CommandError
from arxtui.cli.support.pager import interrupts_ignored
from arxtui.config.edit import changing, save
from arxtui.config.manual import commented_file
from arxtui.config.settings import parse
from arxtui.config.text import ConfigError, read
from arxtui.files import write_whole
from arxtui.library.config_faults import config_faults
from arxtui.library.editors import editor, outcome

_DRAFTS = "config-draft-*.toml"


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
                        raise CommandError(f"{file} was changed meanwhile and is not overwritten")
                    save(file, text)
        except (CommandError, ConfigError) as error:
            if draft.exists() and draft.read_bytes() != start.encode():
                raise CommandError(
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
        raise CommandError(f"{folder} cannot be written to: {error.strerror or error}") from error
    try:
        if not locks.is_alone(descriptor):
            raise CommandError("another 'arxtui config edit' has the settings open")
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
                raise CommandError(f"there is a draft in {draft}{about}: edit it in a terminal, or remove it")
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
        raise CommandError(f"{file.parent} cannot be written to: {error.strerror or error}") from error
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
            raise CommandError("the settings are unchanged")


def _open(draft: Path) -> None:
    try:
        command = editor()
    except ValueError as error:
        raise CommandError(str(error)) from None
    if not command:
        raise CommandError("no editor was found; set VISUAL or EDITOR")
    try:
        child = subprocess.Popen([*command, str(draft)])
    except OSError as error:
        raise CommandError(f"{command[0]} cannot be started: {error.strerror or error}") from error
    with interrupts_ignored():
        code = child.wait()
    if code:
        raise CommandError(outcome(command, code))


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
    from arxtui.tui.user_keys import key_faults  # imports Textual, and few files have keys

    return sorted([*faults, *key_faults(settings, name)], key=lambda fault: fault.line)
