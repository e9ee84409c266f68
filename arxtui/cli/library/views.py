"""``arxtui views``: saved views, which are queries with a name."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from arxtui.cli.support import exits, output
from arxtui.cli.support.home import open_library
from arxtui.cli.support.queries import say_note_on_literals
from arxtui.text import cells

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.marks.saved_views import ViewAct

_EMPTY = "no views are saved yet; 'arxtui views add NAME QUERY' saves one"


def run(options: argparse.Namespace) -> int:
    """List the views, or run the action."""
    with open_library() as library:
        if options.action is None:
            _list(library, as_json=options.json)
            return exits.OK
        with exits.library_errors():
            message = _ACTIONS[options.action](library, options)
        if options.json:
            _list(library, as_json=True)
        else:
            output.line(output.foreign(message))
    return exits.OK


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
