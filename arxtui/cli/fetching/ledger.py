"""``arxtui ledger``: compare what arXiv announced with what is stored, and fetch what is missing."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from arxtui import logs
from arxtui.cli.support import exits, output
from arxtui.cli.support.home import open_library
from arxtui.cli.support.settings import home
from arxtui.sync.by_hand.requests import repair

if TYPE_CHECKING:
    from arxtui.library.views import LedgerRow, LedgerView

_HEADINGS = ("day", "category", "announced", "stored", "missing", "new", "cross", "repl", "source", "state")


def run(options: argparse.Namespace) -> int:
    """Show the ledger.

    Exit status 0: nothing is missing; 1: something is. If ``--repair`` failed, the status of its refresh.
    """
    if options.events and not options.repair:
        raise exits.BadCommandError("--events needs --repair: without it there are no steps to print")
    if options.repair and (code := _repair(events=options.events)) != exits.OK:
        return code
    if options.events:
        return exits.OK
    with open_library() as library:
        view = library.session.ledger(options.days)
    if options.json:
        for row in view.rows:
            output.as_json(row._asdict() | {"day": row.day.isoformat()})
    else:
        _print(view)
    return exits.FAILED if view.alarms else exits.OK


def _repair(*, events: bool) -> int:
    paths, settings = home()
    logs.to_file(paths.log_file)
    return repair(paths, settings, sys.stdout if events else sys.stderr, events=events)


def _print(view: LedgerView) -> None:
    if not view.rows:
        output.say("no announcements are stored yet; 'arxtui refresh' fetches the newest day")
        return
    lines = [_HEADINGS, *(_cells(row, previous) for row, previous in zip(view.rows, (None, *view.rows), strict=False))]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for cells in lines:
        output.line("  ".join(_align(cells, widths)).rstrip())
    for alarm in view.alarms:
        output.say(alarm)
    if view.alarms:
        output.say("'arxtui ledger --repair' fetches what is missing")


def _cells(row: LedgerRow, previous: LedgerRow | None) -> tuple[str, ...]:
    numbers = (row.announced, row.stored, row.missing, row.new, row.crosses, row.replacements)
    shown = ("?" if number is None else f"{number:,}" for number in numbers)
    words = f"{row.state}: {row.reason}" if row.reason else row.state
    return (_day(row.day, previous), row.category, *shown, row.source or "-", words)


def _day(day: date, previous: LedgerRow | None) -> str:
    """Return the day, or nothing if the row above has the same day."""
    return "" if previous and previous.day == day else f"{day:%a} {day.isoformat()}"


def _align(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Align numbers to the right and words to the left."""
    return [
        f"{cell:>{width}}" if 2 <= column <= 7 else f"{cell:{width}}"
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
