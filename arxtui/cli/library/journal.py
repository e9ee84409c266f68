"""``arxtui journal``: the acts, newest first, or what was read in the last weeks; ``undo`` and ``redo``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from arxtui.cli.support import exits, output
from arxtui.cli.support.acts import in_words, to_json
from arxtui.cli.support.home import open_library
from arxtui.model.counted import counted
from arxtui.model.marks import Act

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.views import ReadingSpan


_CHUNK = 500
_MOST_WEEKS = 1_000
"""Nineteen years."""


def run(options: argparse.Namespace) -> int:
    """List the acts."""
    if options.weeks:
        return _show_reading(options.weeks, as_json=options.json)
    with open_library() as library:
        shown = False
        for act in _acts(library, options.limit):
            shown = True
            if options.json:
                output.as_json(to_json(act))
            else:
                output.line(_line(act))
    if not shown:
        output.say("the journal is empty")
    return exits.OK


def _show_reading(weeks: int, *, as_json: bool) -> int:
    """Print the weeks, newest first, each with its days; as JSON the days alone."""
    with open_library() as library:
        spans = library.journal.reading(min(weeks, _MOST_WEEKS))
    for week in spans:
        if not as_json and week.days:
            output.line(f"Week of {week.first}: {_numbers(week)}")
        for day in week.days:
            if as_json:
                numbers = {"opened": day.opened, "read": day.read, "starred": day.starred}
                output.as_json({"day": day.first.isoformat(), **numbers})
            else:
                output.line(f"  {day.first:%a} {day.first}: {_numbers(day)}")
    if not any(week.days for week in spans):
        output.say(f"nothing was opened, read or starred in the last {counted(len(spans), 'week')}")
    return exits.OK


def _numbers(span: ReadingSpan) -> str:
    """Return the numbers in words: ``3 opened, 20 read, 1 starred``."""
    return f"{span.opened:,} opened, {span.read:,} read, {span.starred:,} starred"


def _acts(library: Library, limit: int) -> Iterator[Act]:
    """Yield at most ``limit`` acts, newest first; all of them if ``limit`` is 0."""
    before: int | None = None
    left = limit
    while not limit or left:
        acts = library.journal.acts(min(left, _CHUNK) if limit else _CHUNK, before=before)
        yield from acts
        if not acts:
            return
        before = acts[-1].number
        left -= len(acts)


def _line(act: Act) -> str:
    undone = f" (undone {act.undone.astimezone():%Y-%m-%d %H:%M})" if act.undone else ""
    return f"{act.number:>6}  {act.at.astimezone():%Y-%m-%d %H:%M}  {in_words(act)}{undone}"


def undo(options: argparse.Namespace) -> int:
    """Undo."""
    with open_library() as library:
        act = library.journal.undo(options.number)
    if act is None:
        number = options.number
        raise exits.CommandError(
            "there is nothing to undo" if number is None else f"act {number} does not exist or is undone already"
        )
    _print_act("undone", act, as_json=options.json)
    return exits.OK


def _print_act(verb: str, act: Act, *, as_json: bool) -> None:
    """Print the act that was undone or redone (``verb`` states which). Raises CommandError if the library refused."""
    if act.refused:
        raise exits.CommandError(act.refused)
    if as_json:
        output.as_json(to_json(act))
    else:
        output.line(f"{verb}: {in_words(act)} on {act.at.astimezone():%Y-%m-%d at %H:%M}")


def redo(options: argparse.Namespace) -> int:
    """Redo."""
    with open_library() as library:
        act = library.journal.redo()
    if act is None:
        raise exits.CommandError("there is nothing to redo: nothing was undone since the last act")
    _print_act("redone", act, as_json=options.json)
    return exits.OK
