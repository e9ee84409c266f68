"""``arxtui tags``: manage tags; ``arxtui mark`` tags papers."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from arxtui.cli.library.labels import Change, list_or_change
from arxtui.cli.support.actions import Actions

_EMPTY = "no paper is tagged yet; 'arxtui mark QUERY --tag NAME' tags some"
_CHANGES: Mapping[str, Change] = {
    "rename": lambda library, options: library.tags.rename(options.old, options.new),
    "remove": lambda library, options: library.tags.remove(options.name),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments to its parser."""
    actions = Actions(
        parser,
        "what to do with them; they are listed when left out",
        json="one tag per line as JSON: name, papers, unread; for an action, the act as in the journal",
    )
    actions.add(
        "rename", "rename a tag and the tags below it; merges it into an existing tag of that name", "OLD", "NEW"
    )
    actions.add("remove", "remove a tag, and the tags below it, from all papers", "NAME")


def run(options: argparse.Namespace) -> int:
    """List the tags, or change one."""
    return list_or_change(options, lambda filters: filters.tags, _EMPTY, _CHANGES)
