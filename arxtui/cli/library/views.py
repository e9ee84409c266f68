"""``arxtui views``: saved views, which are queries with a name."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from arxtui.cli.support import output
from arxtui.cli.support.actions import Actions, new_name
from arxtui.cli.support.exits import OK, library_errors
from arxtui.cli.support.home import open_library
from arxtui.cli.support.queries import say_note_on_literals
from arxtui.library.marks.saved_views import DIGITS
from arxtui.text import cells

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.marks.saved_views import ViewAct

_NONE = "none"
_EMPTY = "no views are saved yet; 'arxtui views add NAME QUERY' saves one"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments to its parser."""
    actions = Actions(
        parser,
        "what to do with them; they are listed when left out",
        json="one view per line as JSON: name, query, key, unread; after an action, the resulting views",
    )
    add = actions.add("add", "save a query under a name, or change the query of a view")
    add.add_argument("name", metavar="NAME", type=new_name)
    add.add_argument("query", metavar="QUERY", nargs="*", help="the query of the view (man 7 arxtui-query)")
    add.add_argument("--key", metavar="N", type=_digit, help="the digit that opens it in the reader, 1 to 9")
    actions.add("rename", "rename a view", "NAME", "NEW")
    actions.add("remove", "remove a view", "NAME")
    move = actions.add("move", "move a view to a position, counted from 1", "NAME")
    move.add_argument("place", metavar="PLACE", type=position)
    bind = actions.add("key", "bind a view to a digit in the reader", "NAME")
    bind.add_argument("digit", metavar="N|none", type=_digit_or_none, help="1 to 9, or none to remove it")


def run(options: argparse.Namespace) -> int:
    """List the views, or run the action."""
    with open_library() as library:
        if options.action is None:
            _list(library, as_json=options.json)
            return OK
        with library_errors():
            message = _ACTIONS[options.action](library, options)
        if options.json:
            _list(library, as_json=True)
        else:
            output.line(output.foreign(message))
    return OK


def _list(library: Library, *, as_json: bool) -> None:
    counts = library.counts.views()
    if as_json:
        for view, _, unread in counts:
            output.as_json({"name": view.name, "query": view.query, "key": view.key, "unread": unread})
        return
    names = [output.foreign(view.name) for view, _, _ in counts]
    widest = max(map(cells, names), default=0)
    for name, (view, _, unread) in zip(names, counts, strict=True):
        padding = " " * (widest - cells(name))
        output.line(f"{view.key or ' '}  {name}{padding}  {unread:>7,} unread  {output.foreign(view.query)}")
    if not counts:
        output.say(_EMPTY)


def _add(library: Library, options: argparse.Namespace) -> str:
    act = library.views.save(options.name, " ".join(options.query), options.key)
    view = act.view
    say_note_on_literals(view.query)
    former = f"; it was {_query(act.former)}" if act.former not in (None, view.query) else ""
    return f'"{view.name}" is {_query(view.query)}{former}{_freed_key_words(act)}'


def _rename(library: Library, options: argparse.Namespace) -> str:
    library.views.rename(options.name, options.new)
    return f'"{options.name}" is now called "{options.new}"'


def _remove(library: Library, options: argparse.Namespace) -> str:
    return f'removed "{options.name}"; it was {_query(library.views.remove(options.name).view.query)}'


def _move(library: Library, options: argparse.Namespace) -> str:
    library.views.move(options.name, options.place)
    names = [view.name for view in library.views.all()]
    return f'"{options.name}" is now number {names.index(options.name) + 1} of {len(names)}'


def _bind(library: Library, options: argparse.Namespace) -> str:
    act = library.views.bind(options.name, options.digit)
    if not options.digit:
        return f'no key opens "{options.name}" any more'
    return f'{options.digit} opens "{options.name}"{_freed_key_words(act)}'


def _freed_key_words(act: ViewAct) -> str:
    """Return a sentence on the view that lost the digit to this one; empty if there is none."""
    return f'; {act.view.key} no longer opens "{act.freed}"' if act.freed else ""


_ACTIONS: dict[str, Callable[[Library, argparse.Namespace], str]] = {
    "add": _add,
    "rename": _rename,
    "remove": _remove,
    "move": _move,
    "key": _bind,
}


def _query(text: str) -> str:
    return text or "all papers"


def _digit_or_none(text: str) -> int | None:
    return None if text == _NONE else _digit(text)


def _digit(text: str) -> int:
    if text not in map(str, DIGITS):
        raise argparse.ArgumentTypeError(f"must be 1 to 9, not {text!r}")
    return int(text)


def position(text: str) -> int:
    """Parse a position on the command line, counted from 1. Raises ArgumentTypeError if it is not one."""
    if not (text.isascii() and text.isdigit() and int(text)):
        raise argparse.ArgumentTypeError(f"must be a position counted from 1, not {text!r}")
    return int(text)
