"""``arxtui lists``: reading lists as such; papers are put on them by ``arxtui mark``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from arxtui.cli.actions import Actions
from arxtui.cli.exits import OK
from arxtui.cli.home import library
from arxtui.cli.papers import key_of
from arxtui.cli.tags import done, show_counts, tell
from arxtui.cli.views import place

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.model.marks import Act

_EMPTY = "there are no reading lists yet; 'arxtui mark QUERY --list NAME' puts papers on one"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    actions = Actions(
        parser,
        "what to do with them; they are listed when left out, 'arxtui list list:NAME' shows one in its order",
        json="one list a line as JSON: name, papers, unread; of an action the act, as in the journal",
    )
    move = actions.add("move", "move a paper to a place in a list, counted from 1", "NAME", "ID")
    move.add_argument("place", metavar="PLACE", type=place)
    actions.add("rename", "give a list another name", "OLD", "NEW")
    actions.add("remove", "take all papers off a list, which is gone then", "NAME")


def run(options: argparse.Namespace) -> int:
    """List the lists, or do something with one."""
    with library() as held:
        if options.action is None:
            show_counts(held.filters().lists, _EMPTY, as_json=options.json)
        else:
            tell(done(lambda: _ACTIONS[options.action](held, options)), as_json=options.json)
    return OK


def _move(held: Library, options: argparse.Namespace) -> Act | None:
    return held.arrange(options.name, key_of(held, options.id), options.place)


def _rename(held: Library, options: argparse.Namespace) -> Act | None:
    return held.rename_list(options.old, options.new)


def _remove(held: Library, options: argparse.Namespace) -> Act | None:
    return held.remove_list(options.name)


_ACTIONS: dict[str, Callable[[Library, argparse.Namespace], Act | None]] = {
    "move": _move,
    "rename": _rename,
    "remove": _remove,
}
