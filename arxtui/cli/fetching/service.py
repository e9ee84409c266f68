"""``arxtui service``: let the system run refreshes at regular times."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from datetime import UTC, datetime

from arxtui.cli.support import exits, output
from arxtui.cli.support.home import open_library
from arxtui.cli.support.settings import home
from arxtui.config.paths import Paths
from arxtui.service import Entry, Job, Scheduler, ServiceError, preferred_scheduler, schedulers
from arxtui.sync.lock import WORKER
from arxtui.sync.worker.single_flight import last_end

_OUTCOMES = {0: "all sources answered", 3: "some sources failed", 4: "all sources failed, or there was no network"}


def run(options: argparse.Namespace) -> int:
    """Install or remove the schedule, or print its status."""
    paths, _ = home()
    try:
        job = Job.refresh(paths.config.parent if os.environ.get("ARXTUI_HOME") else None)
        return _ACTIONS[options.action](options, paths, job)
    except ServiceError as error:
        raise exits.CommandError(str(error)) from error


def _install(options: argparse.Namespace, paths: Paths, job: Job) -> int:
    scheduler = schedulers(job)[options.scheduler] if options.scheduler else preferred_scheduler(job)
    if not scheduler.is_available():
        raise ServiceError(f"{scheduler.name} is not available on this system")
    for other in _installed(job):
        if other.name != scheduler.name:
            raise ServiceError(
                f"{other.name} already runs refreshes; first remove it: 'arxtui service remove --with {other.name}'"
            )
    _print_entries(scheduler.planned())
    _confirm(options, "Write this and schedule it?")
    scheduler.install()
    output.say(f"installed with {scheduler.name}: arxtui refreshes every hour, and fetches only what is due")
    output.say(scheduler.remark)
    return exits.OK


def _remove(options: argparse.Namespace, paths: Paths, job: Job) -> int:
    installed = _installed(job, options.scheduler)
    for scheduler in installed:
        _print_entries(scheduler.installed())
    if not installed:
        output.say("nothing is installed")
        return exits.OK
    _confirm(options, "Remove this?")
    for scheduler in installed:
        scheduler.remove()
        output.say(f"removed from {scheduler.name}")
    return exits.OK


def _status(options: argparse.Namespace, paths: Paths, job: Job) -> int:
    installed = _installed(job, options.scheduler)
    for scheduler in installed:
        locations = ", ".join(dict.fromkeys(entry.location for entry in scheduler.installed()))
        output.line(output.foreign(f"installed with {scheduler.name}: {locations}"))
        output.line(output.foreign(f"next: {scheduler.next_run() or 'unknown; it does not seem to be running'}"))
        if scheduler.installed() != scheduler.planned():
            output.line("it differs from what 'arxtui service install' writes now; install it again to update it")
    if not installed:
        output.line("not installed; 'arxtui service install' schedules automatic refreshes")
    _print_last_refresh(paths)
    return exits.OK


def _print_last_refresh(paths: Paths) -> None:
    """Print how the last refresh ended, whichever program started it, and how fresh each source is."""
    last = last_end(paths.state, WORKER)
    if last is not None:
        at, event = last
        output.line(
            output.foreign(f"last refresh: {_time(at)}, {event.reason or _OUTCOMES.get(event.exit_code or 0, '')}")
        )
    now = datetime.now(UTC)
    with open_library() as library:
        for source in library.session.freshness():
            failure = f"; {source.reason}" if source.reason else ""
            retry = f", next try {_due(source.next_try, now)}" if source.next_try else ""
            freshness = f"as of {_time(source.as_of)}" if source.as_of else "never answered"
            output.line(output.foreign(f"{source.label}: {freshness}{failure}{retry}"))


def _due(moment: datetime, now: datetime) -> str:
    return _time(moment) if moment > now else "with the next refresh"


def _time(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def _installed(job: Job, name: str | None = None) -> list[Scheduler]:
    return [each for each in schedulers(job).values() if name in (None, each.name) and each.installed()]


def _print_entries(entries: Iterable[Entry]) -> None:
    for entry in entries:
        output.line(output.foreign(f"{entry.location}:"))
        for line in entry.text.splitlines():
            output.line(f"    {output.foreign(line)}")


def _confirm(options: argparse.Namespace, question: str) -> None:
    """Raise CommandError unless the user agrees, by ``--yes`` or at the prompt."""
    if options.yes:
        return
    if not (sys.stdin and sys.stdin.isatty() and output.is_stderr_terminal()):
        raise exits.CommandError("nothing was changed: there is no terminal to confirm at; --yes skips the question")
    print(f"{question} [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise exits.CommandError("nothing was changed")


_ACTIONS = {"install": _install, "status": _status, "remove": _remove}
