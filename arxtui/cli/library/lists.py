"""``arxtui lists``: manage reading lists; ``arxtui mark`` puts papers on them."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from arxtui.cli.library.labels import Change, list_or_change
from arxtui.cli.library.views import position
from arxtui.cli.support.actions import Actions
from arxtui.cli.support.named_papers import key_of

_EMPTY = "there are no reading lists yet; 'arxtui mark QUERY --list NAME' puts papers on one"
_CHANGES: Mapping[str, Change] = {
    "move": lambda library, options: library.lists.arrange(options.name, key_of(library, options.id), options.place),
    "rename": lambda library, options: library.lists.rename(options.old, options.new),
    "remove": lambda library, options: library.lists.remove(options.name),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments to its parser."""
    actions = Actions(
        parser,
        "what to do with them; they are listed when left out, 'arxtui list list:NAME' shows one in its order",
        json="one list per line as JSON: name, papers, unread; for an action, the act as in the journal",
    )
    move = actions.add("move", "move a paper to a position in a list, counted from 1", "NAME", "ID")
    move.add_argument("place", metavar="PLACE", type=position)
    actions.add("rename", "rename a list", "OLD", "NEW")
    actions.add("remove", "remove a list; its papers stay", "NAME")


def run(options: argparse.Namespace) -> int:
    """List the reading lists, or change one."""
    return list_or_change(options, lambda filters: filters.lists, _EMPTY, _CHANGES)
