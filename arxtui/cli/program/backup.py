"""``arxtui backup``: write the data that cannot be fetched again to one file."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path
from tempfile import gettempdir

from arxtui.cli.support import output
from arxtui.cli.support.exits import OK, BadCommandError, CommandError
from arxtui.cli.support.files import OutputFile
from arxtui.config.paths import Paths
from arxtui.library.backup.backups import BackupError, back_up, packed


def run(options: argparse.Namespace) -> int:
    """Write the backup."""
    to = options.file or OutputFile(f"arxtui-{datetime.now().astimezone():%Y-%m-%d}.tar.gz")
    if to.is_standard:
        return _to_standard_output(to, as_json=options.json)
    file = to.path
    try:
        size = back_up(Paths.find(), file)
    except BackupError as error:
        raise CommandError(str(error)) from error
    if options.json:
        output.as_json({"file": str(file.absolute()), "bytes": size})
    else:
        output.line(output.foreign(f"{file}: {size:,} bytes; 'arxtui restore' restores it"))
    return OK


def _to_standard_output(to: OutputFile, *, as_json: bool) -> int:
    to.refuse_terminal("a backup")
    if as_json:
        raise BadCommandError("--json and - both write to standard output; give one of them")
    try:
        with packed(Paths.find(), to.name, Path(gettempdir())) as made:
            to.copy_standard(made)
            size = made.stat().st_size
    except BackupError as error:
        raise CommandError(str(error)) from error
    output.say(f"{size:,} bytes written; 'arxtui restore' restores them")
    return OK
