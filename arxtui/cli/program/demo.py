"""``arxtui demo``: the reader or plain mode on a made-up library, fed by a made-up upstream through the real worker."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, time
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from arxtui.cli.program.reader import is_served, no_terminal, open_plain
from arxtui.cli.program.reader import run as open_reader
from arxtui.cli.support import exits, output
from arxtui.config.settings import load
from arxtui.demo.home import prepare, write_past_feeds
from arxtui.demo.papers.calendar import newest_day
from arxtui.demo.papers.corpus import make
from arxtui.demo.upstream import Upstream
from arxtui.library.facade import Library
from arxtui.model.marks import PREPARED

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.tui.terminal.early_input import EarlyInput

_PAPERS_PER_REQUEST = 3
"""Papers that are new in each request for the feed."""
_FIRST_PAUSE = 8.0
_PAUSE = 20.0
"""Seconds between arrivals."""
_READING_TIME = time(20)
"""The time of day at which the demo's user read the papers."""
_WORKER_SECONDS = 4.0
"""Seconds to wait for the worker to end after the reader was left."""
_READ_DAYS = 3
"""The number of newest announcement days that still have unread papers."""


def run(options: argparse.Namespace, early_input: EarlyInput) -> int:
    """Build the home and open the reader or plain mode on it, if there is a terminal.

    Remove the home unless it has a name.
    """
    has_screen = options.plain or is_served() or not no_terminal()
    with ExitStack() as stack:
        home = _new_home(options.home) if options.home else stack.enter_context(_temporary_home())
        stack.enter_context(_as_home(home))
        upstream = stack.enter_context(Upstream(make(newest_day(datetime.now(UTC))), drip=_PAPERS_PER_REQUEST))
        output.say("creating a made-up library; your own data is not touched ...")
        paths = prepare(home, upstream.url)
        _fill(upstream)
        output.say("marking what was read and starred on these days ...")
        counts = _mark(paths)
        if has_screen:
            stack.enter_context(_arrivals())
            paths.tour_offer.touch()
            code = _open(early_input, plain=options.plain)
            if options.home:
                output.line(f"kept: {_with_home(home, 'arxtui')} opens it again, without the made-up arXiv")
            return code
    output.line(
        f"made-up library: {counts['papers']:,} papers with {counts['reviews']:,} reviews, {counts['unread']:,} unread"
    )
    if options.home:
        output.line(f"look at them: {_with_home(home, 'arxtui list')}")
    else:
        output.line("the reader needs a terminal; 'arxtui demo --home DIR' keeps the library for 'arxtui list'")
    return exits.OK


def _open(early_input: EarlyInput, *, plain: bool) -> int:
    if not plain:
        return open_reader(early_input)
    early_input.give_back()
    return open_plain()


def _with_home(home: Path, command: str) -> str:
    return f"ARXTUI_HOME={output.foreign(quote(str(home)))} {command}"


def _new_home(directory: Path) -> Path:
    home = directory.expanduser().absolute()
    home.mkdir(parents=True, exist_ok=True)
    if any(home.iterdir()):
        is_home = (home / "config" / "config.toml").exists()
        opens = f"; {_with_home(home, 'arxtui')} opens what is there" if is_home else ""
        raise exits.CommandError(f"{home} is not empty; the demo builds its home in a new or an empty directory{opens}")
    return home


@contextmanager
def _temporary_home() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="arxtui-demo-", ignore_cleanup_errors=True) as home:
        try:
            yield Path(home)
        finally:
            _wait_for_workers()


def _wait_for_workers() -> None:
    """Wait for the worker to end: the reader does not wait for it, and the home can only be removed afterwards."""
    for thread in threading.enumerate():
        if thread.name == "arxtui-reaper":
            thread.join(_WORKER_SECONDS)


@contextmanager
def _as_home(home: Path) -> Iterator[None]:
    """Make ``home`` the home of this process and its children."""
    before = os.environ.get("ARXTUI_HOME")
    os.environ["ARXTUI_HOME"] = str(home)
    try:
        yield
    finally:
        if before is None:
            del os.environ["ARXTUI_HOME"]
        else:
            os.environ["ARXTUI_HOME"] = before


def _fill(upstream: Upstream) -> None:
    """Import the earlier days from files and refresh the rest, in children, so that the reader's process loads no
    parser.
    """
    output.say("importing earlier days ...")
    with tempfile.TemporaryDirectory(prefix="arxtui-demo-") as folder:
        _run_verb("import", *map(str, write_past_feeds(Path(folder), upstream)))
    output.say("fetching the newest days from a made-up arXiv and Pith ...")
    _run_verb("refresh")


def _run_verb(*arguments: str) -> None:
    result = subprocess.run(
        [sys.executable, "-P", "-m", "arxtui", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if result.returncode:
        output_end = "; ".join(result.stdout.splitlines()[-3:])
        raise exits.CommandError(f"the demo's 'arxtui {arguments[0]}' ended with {result.returncode}: {output_end}")


def _mark(paths: Paths) -> dict[str, int]:
    """Mark papers as after some days of reading: older days read, some papers starred, each on its day.

    Return the counts.
    """
    now = datetime.now(UTC)
    at = now
    library = Library.open(paths, load(paths.config_file), lambda: at)
    try:
        library.inbox.deliver()
        days = [day for day, _, unread in library.counts.filters().days if unread]
        for index, day in reversed(list(enumerate(days))):
            at = min(datetime.combine(day, _READING_TIME, UTC), now)
            keys = library.search.listing(f"day:{day} is:unread").keys
            library.marks.apply([key for number, key in enumerate(keys) if number % 11 == 3], "star", by=PREPARED)
            if index >= _READ_DAYS:
                library.marks.apply(keys, "read", by=PREPARED)
            elif index:
                library.marks.apply([key for number, key in enumerate(keys) if number % 3], "read", by=PREPARED)
        return library.counts.stats()
    finally:
        library.close()


@contextmanager
def _arrivals() -> Iterator[None]:
    """Refresh repeatedly while the reader is open."""
    stop = threading.Event()
    thread = threading.Thread(target=_refresh_repeatedly, args=(stop,), name="arrivals", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _refresh_repeatedly(stop: threading.Event) -> None:
    pause = _FIRST_PAUSE
    while not stop.wait(pause):
        pause = _PAUSE
        with subprocess.Popen(
            [sys.executable, "-P", "-m", "arxtui", "refresh", "--all", "--events"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as child:
            # Leaving closes the child's lifeline; the end of this process does, too, whatever the reason.
            while child.poll() is None and not stop.wait(0.1):
                pass
