"""``arxtui stats``: counts of what is in the cache and the library."""

from __future__ import annotations

import argparse

from arxtui.cli.support import output
from arxtui.cli.support.exits import OK
from arxtui.cli.support.home import open_library

_WIDEST = 32


def run(options: argparse.Namespace) -> int:
    """Print the counts."""
    with open_library() as library:
        counts = library.counts.stats()
    if options.json:
        output.as_json(counts)
        return OK
    categories = counts.pop("primary_categories")
    tags = {f"tag:{name}": papers for name, papers in counts.pop("tags").items()}
    for name, count in (*counts.items(), *tags.items(), *categories.items()):
        shown = "unknown" if count is None else f"{count:,}"
        output.line(f"{output.foreign(name.replace('_', ' ')):{_WIDEST}}{shown:>15}")
    return OK
