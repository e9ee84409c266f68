"""``arxtui paths`` and ``stats``: the location of every file, and counts of what is in the cache and the library."""

from __future__ import annotations

import argparse

from arxtui.cli.support import exits, output
from arxtui.cli.support.home import open_library
from arxtui.config.paths import Paths

_WIDEST = 32


def run(options: argparse.Namespace) -> int:
    """Print the paths, without creating any of the files."""
    paths = Paths.find()
    named = {name: str(getattr(paths, name)) for name in ("config_file", "cache_db", "index", "library_db", "log_file")}
    if options.json:
        output.as_json(named)
    else:
        for name, path in named.items():
            output.line(f"{name:11} {output.foreign(path)}")
    return exits.OK


def stats(options: argparse.Namespace) -> int:
    """Print the counts."""
    with open_library() as library:
        counts = library.counts.stats()
    if options.json:
        output.as_json(counts)
        return exits.OK
    categories = counts.pop("primary_categories")
    tags = {f"tag:{name}": papers for name, papers in counts.pop("tags").items()}
    for name, count in (*counts.items(), *tags.items(), *categories.items()):
        shown = "unknown" if count is None else f"{count:,}"
        output.line(f"{output.foreign(name.replace('_', ' ')):{_WIDEST}}{shown:>15}")
    return exits.OK
