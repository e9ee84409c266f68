"""``arxtui tags``: manage tags; ``arxtui mark`` tags papers."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from arxtui.cli.library.labels import Change, list_or_change

_EMPTY = "no paper is tagged yet; 'arxtui mark QUERY --tag NAME' tags some"
_CHANGES: Mapping[str, Change] = {
    "rename": lambda library, options: library.tags.rename(options.old, options.new),
    "remove": lambda library, options: library.tags.remove(options.name),
}


def run(options: argparse.Namespace) -> int:
    """List the tags, or change one."""
    return list_or_change(options, lambda filters: filters.tags, _EMPTY, _CHANGES)
