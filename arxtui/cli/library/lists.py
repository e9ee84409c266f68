"""``arxtui lists``: manage reading lists; ``arxtui mark`` puts papers on them."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from arxtui.cli.library.labels import Change, list_or_change
from arxtui.cli.support.named_papers import key_of

_EMPTY = "there are no reading lists yet; 'arxtui mark QUERY --list NAME' puts papers on one"
_CHANGES: Mapping[str, Change] = {
    "move": lambda library, options: library.lists.arrange(options.name, key_of(library, options.id), options.place),
    "rename": lambda library, options: library.lists.rename(options.old, options.new),
    "remove": lambda library, options: library.lists.remove(options.name),
}


def run(options: argparse.Namespace) -> int:
    """List the reading lists, or change one."""
    return list_or_change(options, lambda filters: filters.lists, _EMPTY, _CHANGES)
