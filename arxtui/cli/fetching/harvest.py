"""``arxtui harvest``: fetch the records of whole arXiv sets by OAI-PMH, and later only the changed ones."""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from arxtui import logs
from arxtui.cli.support import exits, output
from arxtui.cli.support.settings import home
from arxtui.config.values import check_set
from arxtui.model.events import Event, EventKind
from arxtui.model.harvest import Order
from arxtui.sync.harvest.harvester import harvest
from arxtui.sync.worker.event_output import report
from arxtui.sync.worker.process_pool import be_nice

if TYPE_CHECKING:
    from arxtui.sync.worker.event_output import Tell

_REDRAW_SECONDS = 0.1
_LINE_SECONDS = 30.0
"""Seconds between two progress messages: ``_REDRAW_SECONDS`` on a terminal, ``_LINE_SECONDS`` elsewhere."""


def run(options: argparse.Namespace) -> int:
    """Harvest. Exit status 0: complete; 3: stopped, or ended early with some records stored; 4: no response at all."""
    order = _order(options)
    paths, settings = home()
    logs.to_file(paths.log_file)
    be_nice()
    with output.progress() as redraw:

        def work(send: Tell, stop: threading.Event) -> int:
            emit = send if options.events else _with_progress(send, redraw)
            return harvest(paths, settings, order, emit=emit, stop=stop)

        return report(sys.stdout if options.events else sys.stderr, work, events=options.events)


def _order(options: argparse.Namespace) -> Order:
    if options.spec is not None and not options.spec.strip():
        raise exits.BadCommandError("an empty --set would harvest all of arXiv; leave --set out for that")
    try:
        spec = "" if options.spec is None else check_set(options.spec)
    except ValueError as error:
        raise exits.BadCommandError(str(error)) from error
    if options.first and options.last and options.first > options.last:
        raise exits.BadCommandError(f"--from {options.first} is later than --until {options.last}")
    today = datetime.now(UTC).date()
    if options.first and options.first > today:
        raise exits.BadCommandError(
            f"--from {options.first} is in the future: today is {today} (UTC, which arXiv uses)"
        )
    return Order(options.format, spec, options.first, options.last)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"not a date: {text!r} (such as 2026-05-13)") from None


def _with_progress(emit: Tell, redraw: Callable[[str], None]) -> Tell:
    """Return an event handler that shows progress (in one line on a terminal, else every 30 seconds) and prints all
    else.
    """
    is_watched = output.is_stderr_terminal()
    show, interval = (redraw, _REDRAW_SECONDS) if is_watched else (output.say, _LINE_SECONDS)
    last = time.monotonic() - _REDRAW_SECONDS

    def handle(event: Event) -> None:
        nonlocal last
        if event.kind is EventKind.SOURCE:
            output.say(f"{event.target}: {event.reason}")
        elif event.kind is not EventKind.PAGE:
            redraw("")
            emit(event)
        elif time.monotonic() - last >= interval:
            last = time.monotonic()
            show(f"{event.target}: {event.reason}")

    return handle
