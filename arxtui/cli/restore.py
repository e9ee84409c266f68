"""``arxtui restore``: the library and the settings of a backup in the place of those that are here."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from arxtui.cli import output
from arxtui.cli.exits import OK, CommandError
from arxtui.cli.files import InputFile
from arxtui.config.paths import Paths


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument(
        "file", metavar="FILE", type=InputFile, help="a file that 'arxtui backup' wrote; - is standard input"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object: kept (files of what was replaced)")


def run(options: argparse.Namespace) -> int:
    """Bring it back."""
    from arxtui.library.backups import BackupError, restore

    try:
        with options.file.on_disk(is_text=False) as file:
            kept = restore(Paths.find(), file, datetime.now(UTC), options.file.name)
    except BackupError as error:
        raise CommandError(str(error)) from error
    if options.json:
        output.as_json({"kept": [str(file) for file in kept]})
        return OK
    output.line(output.foreign(f"the library is that of {options.file.name}"))
    for file in kept:
        output.line(output.foreign(f"  what was here before is kept in {file}"))
    return OK
