"""``arxtui restore``: the library and the settings of a backup in the place of those that are here."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from arxtui.cli.support import output
from arxtui.cli.support.exits import OK, CommandError
from arxtui.cli.support.files import InputFile
from arxtui.config.paths import Paths

if TYPE_CHECKING:
    from arxtui.library.backup.incoming import Contents
    from arxtui.library.backup.restoration import Restored


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument(
        "file", metavar="FILE", type=InputFile, help="a file that 'arxtui backup' wrote; - is standard input"
    )
    parser.add_argument(
        "--with-programs",
        action="store_true",
        help="take its settings that run programs, write files or say whom to ask, unasked",
    )
    parser.add_argument(
        "--json", action="store_true", help="one JSON object: kept (files of what was replaced), damaged"
    )


def run(options: argparse.Namespace) -> int:
    """Bring it back."""
    from arxtui.library.backup.backups import BackupError
    from arxtui.library.backup.restoration import restore

    def agree(contents: Contents) -> bool:
        return _shown(contents, may_ask=not options.file.is_standard, taken=options.with_programs)

    try:
        with options.file.on_disk(is_text=False) as file:
            restored = restore(Paths.find(), file, datetime.now(UTC), options.file.name, agree=agree)
    except BackupError as error:
        raise CommandError(str(error)) from error
    if options.json:
        broken = str(restored.broken) if restored.broken else None
        output.as_json({"kept": [str(file) for file in restored.copies], "damaged": broken})
        return OK
    output.line(output.foreign(f"the library is that of {options.file.name}"))
    for file in restored.copies:
        output.line(output.foreign(kept(file, restored)))
    return OK


def _shown(contents: Contents, *, may_ask: bool, taken: bool) -> bool:
    """Say what is in the backup; whether its settings that run programs are taken, asked where somebody is there."""
    output.say(f"in the backup: {', '.join(contents.counts) or 'nothing'}")
    for what in contents.left_out:
        output.say(f"  left out: {what}, as a library has none")
    if not contents.programs:
        return True
    output.say("  its settings run programs, write files or say whom to ask:")
    for setting in contents.programs:
        output.say(f"    {setting}")
    if taken or (may_ask and sys.stdin and sys.stdin.isatty() and output.is_watched() and _agreed()):
        return True
    output.say("  these settings are left out; 'arxtui restore FILE --with-programs' takes them")
    return False


def _agreed() -> bool:
    print("  take them too? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def kept(file: Path, restored: Restored) -> str:
    """In which file something that was replaced is kept."""
    what = "the library that was here cannot be read and" if file == restored.broken else "what was here before"
    return f"  {what} is kept in {file}"
