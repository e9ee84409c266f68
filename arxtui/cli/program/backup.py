"""``arxtui backup`` and ``restore``: the data that cannot be fetched again, written to one file, and put back from
it."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING

from arxtui.cli.support import exits, output
from arxtui.cli.support.files import OutputFile
from arxtui.config.paths import Paths
from arxtui.library.backup.backups import BackupError, back_up, packed
from arxtui.library.backup.restoration import finish, restore
from arxtui.store.errors import StoreError

if TYPE_CHECKING:
    from arxtui.library.backup.incoming import Contents
    from arxtui.library.backup.restoration import Restored


def run(options: argparse.Namespace) -> int:
    """Write the backup."""
    to = options.file or OutputFile(f"arxtui-{datetime.now().astimezone():%Y-%m-%d}.tar.gz")
    if to.is_standard:
        return _to_standard_output(to, as_json=options.json)
    file = to.path
    try:
        size = back_up(Paths.find(), file)
    except BackupError as error:
        raise exits.CommandError(str(error)) from error
    if options.json:
        output.as_json({"file": str(file.absolute()), "bytes": size})
    else:
        output.line(output.foreign(f"{file}: {size:,} bytes; 'arxtui restore' restores it"))
    return exits.OK


def _to_standard_output(to: OutputFile, *, as_json: bool) -> int:
    to.refuse_terminal("a backup")
    if as_json:
        raise exits.BadCommandError("--json and - both write to standard output; give one of them")
    try:
        with packed(Paths.find(), to.name, Path(gettempdir())) as made:
            to.copy_standard(made)
            size = made.stat().st_size
    except BackupError as error:
        raise exits.CommandError(str(error)) from error
    output.say(f"{size:,} bytes written; 'arxtui restore' restores them")
    return exits.OK


def restore_backup(options: argparse.Namespace) -> int:
    """Restore the backup."""

    def agree(contents: Contents) -> bool:
        return _print_contents(contents, may_ask=not options.file.is_standard, taken=options.with_programs)

    try:
        with options.file.on_disk(is_text=False) as file:
            restored = restore(Paths.find(), file, datetime.now(UTC), options.file.name, agree=agree)
    except BackupError as error:
        raise exits.CommandError(str(error)) from error
    if options.json:
        broken = str(restored.broken) if restored.broken else None
        output.as_json({"kept": [str(file) for file in restored.copies], "damaged": broken})
        return exits.OK
    output.line(output.foreign(f"the library was restored from {options.file.name}"))
    for file in restored.copies:
        output.line(f"  {output.foreign(_kept_words(file, restored))}")
    return exits.OK


def finish_interrupted(paths: Paths) -> None:
    """Finish a restore that was interrupted, and print the result or the failure."""
    try:
        restored = finish(paths, datetime.now(UTC))
    except (BackupError, StoreError, OSError) as error:
        output.say(f"arxtui: a restore was interrupted and cannot be finished yet: {error}")
        return
    if restored is not None:
        output.say("arxtui: a restore that was interrupted is finished")
        for file in restored.copies:
            output.say(f"  {_kept_words(file, restored)}")


def _print_contents(contents: Contents, *, may_ask: bool, taken: bool) -> bool:
    """Print what the backup contains.

    Return whether to restore its settings that run programs; prompt if that is possible.
    """
    output.say(f"in the backup: {', '.join(contents.counts) or 'nothing'}")
    for what in contents.left_out:
        output.say(f"  left out: {what}, which a library does not have")
    if not contents.programs:
        return True
    output.say("  its settings run programs, write files or change server addresses:")
    for setting in contents.programs:
        output.say(f"    {setting}")
    if taken or (may_ask and sys.stdin and sys.stdin.isatty() and output.is_stderr_terminal() and _confirmed()):
        return True
    output.say("  these settings are left out; 'arxtui restore FILE --with-programs' restores them")
    return False


def _confirmed() -> bool:
    print("  restore them, too? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _kept_words(file: Path, restored: Restored) -> str:
    """Return a sentence on the file where replaced data is stored."""
    what = "the previous library cannot be read and" if file == restored.broken else "the previous file"
    return f"{what} is saved in {file}"
