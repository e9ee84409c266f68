"""``arxtui tags``: tags as such; papers are tagged by ``arxtui mark``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from arxtui.cli import output
from arxtui.cli.actions import Actions
from arxtui.cli.acts import in_words, to_json
from arxtui.cli.exits import OK, BadCommandError, CommandError
from arxtui.cli.home import library
from arxtui.text import cells

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.model.marks import Act

_EMPTY = "no paper is tagged yet; 'arxtui mark QUERY --tag NAME' tags some"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    actions = Actions(
        parser,
        "what to do with them; they are listed when left out",
        json="one tag a line as JSON: name, papers, unread; of an action the act, as in the journal",
    )
    actions.add(
        "rename", "give a tag, with those below it, another name; it merges with one of that name", "OLD", "NEW"
    )
    actions.add("remove", "take a tag, with those below it, from all papers", "NAME")


def run(options: argparse.Namespace) -> int:
    """List the tags, or do something with one."""
    with library() as held:
        if options.action is None:
            show_counts(held.filters().tags, _EMPTY, as_json=options.json)
        else:
            tell(_act(held, options), as_json=options.json)
    return OK


def show_counts(counts: tuple[tuple[str, int, int], ...], empty: str, *, as_json: bool) -> None:
    """Print names with their papers and the unread ones among them."""
    if as_json:
        for name, papers, unread in counts:
            output.as_json({"name": name, "papers": papers, "unread": unread})
        return
    names = [output.foreign(name) for name, _, _ in counts]
    widest = max(map(cells, names), default=0)
    for shown, (_, papers, unread) in zip(names, counts, strict=True):
        output.line(f"{shown}{' ' * (widest - cells(shown))}  {papers:>7,} papers  {unread:>7,} unread")
    if not counts:
        output.say(empty)


def tell(act: Act | None, *, as_json: bool) -> None:
    """Say what was done, if anything."""
    if act is None:
        output.say("nothing to change")
    elif as_json:
        output.as_json(to_json(act))
    else:
        output.line(in_words(act))


def done(do: Callable[[], Act | None]) -> Act | None:
    """What was done. CommandError for a name that nothing has, BadCommandError for one that is none."""
    try:
        return do()
    except LookupError as error:
        raise CommandError(error.args[0]) from error
    except ValueError as error:
        raise BadCommandError(str(error)) from error


def _act(held: Library, options: argparse.Namespace) -> Act | None:
    if options.action == "rename":
        return done(lambda: held.rename_tag(options.old, options.new))
    return done(lambda: held.remove_tag(options.name))
