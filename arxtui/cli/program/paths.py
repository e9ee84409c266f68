"""``arxtui paths``: the location of every file."""

from __future__ import annotations

import argparse

from arxtui.cli.support import output
from arxtui.cli.support.exits import OK
from arxtui.config.paths import Paths


def run(options: argparse.Namespace) -> int:
    """Print the paths, without creating any of the files."""
    paths = Paths.find()
    named = {name: str(getattr(paths, name)) for name in ("config_file", "cache_db", "index", "library_db", "log_file")}
    if options.json:
        output.as_json(named)
    else:
        for name, path in named.items():
            output.line(f"{name:11} {output.foreign(path)}")
    return OK
