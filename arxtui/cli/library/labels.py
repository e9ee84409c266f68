"""``arxtui tags`` and ``lists``: list the names of tags and reading lists, or change one."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from arxtui.cli.support import exits, output
from arxtui.cli.support.acts import in_words, to_json
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import key_of
from arxtui.text import cells

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.views import FilterCounts
    from arxtui.model.marks import Act


Counts = tuple[tuple[str, int, int], ...]
"""(name, number of papers, number of unread papers) of each name."""
Change = Callable[["Library", argparse.Namespace], "Act | None"]


def _list_or_change(
    options: argparse.Namespace, counts: Callable[[FilterCounts], Counts], empty: str, changes: Mapping[str, Change]
) -> int:
    """List the names, or print ``empty`` if there are none; with an action, make the change."""
    with open_library() as library:
        if options.action is None:
            _print(counts(library.counts.filters()), empty, as_json=options.json)
        else:
            with exits.library_errors():
                act = changes[options.action](library, options)
            _print_act(act, as_json=options.json)
    return exits.OK


def _print(counts: Counts, empty: str, *, as_json: bool) -> None:
    if as_json:
        for name, papers, unread in counts:
            output.as_json({"name": name, "papers": papers, "unread": unread})
        return
    names = [output.foreign(name) for name, _, _ in counts]
    widest = max(map(cells, names), default=0)
    for shown, (_, papers, unread) in zip(names, counts, strict=True):
        noun = "paper " if papers == 1 else "papers"
        output.line(f"{shown}{' ' * (widest - cells(shown))}  {papers:>7,} {noun}  {unread:>7,} unread")
    if not counts:
        output.say(empty)


def _print_act(act: Act | None, *, as_json: bool) -> None:
    if act is None:
        output.say("nothing to change")
    elif as_json:
        output.as_json(to_json(act))
    else:
        output.line(in_words(act))


_NO_TAGS = "no paper is tagged yet; 'arxtui mark QUERY --tag NAME' tags some"
_TAG_CHANGES: Mapping[str, Change] = {
    "rename": lambda library, options: library.tags.rename(options.old, options.new),
    "remove": lambda library, options: library.tags.remove(options.name),
}


def tags(options: argparse.Namespace) -> int:
    """List the tags, or change one."""
    return _list_or_change(options, lambda filters: filters.tags, _NO_TAGS, _TAG_CHANGES)


_NO_LISTS = "there are no reading lists yet; 'arxtui mark QUERY --list NAME' puts papers on one"
_LIST_CHANGES: Mapping[str, Change] = {
    "move": lambda library, options: library.lists.arrange(options.name, key_of(library, options.id), options.place),
    "rename": lambda library, options: library.lists.rename(options.old, options.new),
    "remove": lambda library, options: library.lists.remove(options.name),
}


def lists(options: argparse.Namespace) -> int:
    """List the reading lists, or change one."""
    return _list_or_change(options, lambda filters: filters.lists, _NO_LISTS, _LIST_CHANGES)
