"""``arxtui backup``: what cannot be fetched again, in one file."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path

from arxtui.cli import output
from arxtui.cli.exits import OK, CommandError
from arxtui.config.paths import Paths


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="a new file; arxtui-DATE.tar.gz in this directory when left out"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object: file, bytes")


def run(options: argparse.Namespace) -> int:
    """Write the backup."""
    from arxtui.library.backups import BackupError, back_up

    file = Path(options.file or f"arxtui-{datetime.now().astimezone():%Y-%m-%d}.tar.gz")
    try:
        size = back_up(Paths.find(), file)
    except BackupError as error:
        raise CommandError(str(error)) from error
    if options.json:
        output.as_json({"file": str(file.absolute()), "bytes": size})
    else:
        output.line(output.foreign(f"{file}: {size:,} bytes; 'arxtui restore' brings it back"))
    return OK
