"""``arxtui import``: papers and reviews from files."""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from arxtui.cli.support import output
from arxtui.cli.support.exits import INTERRUPTED, BadCommandError
from arxtui.cli.support.files import InputFile
from arxtui.cli.support.home import home
from arxtui.model.counted import counted

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.sync.importing.reports import FileReport, ImportProgress, ImportReport

_PLACES_SHOWN = 20
_REDRAWN = 0.1
_TOLD = 30.0
"""Seconds between two words of progress: on a terminal, and where nobody looks."""
_WORTH_TELLING = 10.0
"""Seconds from which on it is said how long a file took."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        type=InputFile,
        help="JSON lines (the Kaggle snapshot, our own export), OAI-PMH, Atom, RSS, pages of arXiv and Pith, also as "
        ".zip, .gz or .xz; told apart by content; - is standard input",
    )
    parser.add_argument("--json", action="store_true", help="the report of each file as one JSON object a line")


def run(options: argparse.Namespace) -> int:
    """Import. 1 when a file gave nothing or could not be read to its end, 130 when it was stopped."""
    from arxtui import logs
    from arxtui.sync.importing.importer import import_files
    from arxtui.sync.worker.process_pool import be_nice
    from arxtui.sync.worker.signals import stop_on_signals

    if sum(file.is_standard for file in options.files) > 1:
        raise BadCommandError("- is standard input, which ends but once; give it once")
    paths, settings = home()
    logs.to_file(paths.log_file)
    be_nice()
    stop = threading.Event()
    with output.progress() as redraw, stop_on_signals(stop):
        tell = _teller(redraw, _REDRAWN) if output.is_watched() else _teller(output.say, _TOLD)
        report = import_files(paths, [file.text for file in options.files], tell, stop)
    for each in report.files:
        if options.json:
            output.as_json(_report(each))
        else:
            for line in _lines(each):
                output.line(line)
    for note in _notes(report):
        output.say(note)
    if report.named and report.exit_code != INTERRUPTED:
        return report.exit_code or _fetch(paths, settings)
    return report.exit_code


def _fetch(paths: Paths, settings: Settings) -> int:
    """Ask arXiv for what was only named; the exit status is that of ``arxtui add``."""
    from arxtui.sync.by_hand.requests import add
    from arxtui.sync.worker.event_output import report

    return report(sys.stderr, lambda tell, stop: add(paths, settings, (), emit=tell, stop=stop), events=False)


def _teller(say: Callable[[str], None], every: float) -> Callable[[ImportProgress], None]:
    """Says how far the import is, no more often than ``every`` so many seconds."""
    last = time.monotonic() - _REDRAWN

    def tell(standing: ImportProgress) -> None:
        nonlocal last
        if time.monotonic() - last >= every or (standing.finishing and output.is_watched()):
            last = time.monotonic()
            say(_stand(standing))

    return tell


def _stand(standing: ImportProgress) -> str:
    if standing.finishing:
        return "finishing the search index"
    tally = standing.tally
    parts = [f"{counted(tally.papers, 'paper')}"]
    if tally.reviews:
        parts.append(f"{counted(tally.reviews, 'review')}")
    parts.append(f"{standing.rate:,.0f}/s")
    if standing.size:
        parts.append(f"{100 * standing.done // standing.size} %")
    if standing.left is not None:
        parts.append(f"{_duration(standing.left)} left")
    return f"{', '.join(parts)}: {standing.name}"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _report(each: FileReport) -> dict[str, Any]:
    return {
        "file": each.name,
        "error": each.error or None,
        "interrupted": each.interrupted,
        "resumable": each.resumable,
        "seconds": round(each.seconds, 1),
        **asdict(each.tally),
        "rejects": [asdict(reject) for reject in each.rejects],
        "rejects_file": str(each.rejected) if each.rejected else None,
        "notes": list(each.notes),
    }


def _lines(each: FileReport) -> Iterator[str]:
    yield output.foreign(f"{each.name}: {'; '.join(_counts(each)) or 'nothing imported'}")
    if each.resumed:
        yield f"  went on where an earlier import had stopped, after {counted(each.resumed, 'record')}"
    if each.error:
        yield f"  {output.foreign(each.error)}"
    elif each.gave_nothing and not each.rejects and not each.interrupted:
        yield "  it is sound, and holds no papers"
    if each.resumable:
        yield f"  {'stopped' if each.interrupted else 'not at its end'}: the same command goes on from here"
    elif each.interrupted:
        kept = "nothing of it was taken in" if each.gave_nothing else "what was taken in is kept, the rest is not here"
        yield f"  stopped; {kept}"
    for reject in each.rejects[:_PLACES_SHOWN]:
        yield f"  rejected {output.foreign(f'{reject.place}: {reject.reason}')}"
    if each.rejected and each.tally.rejected > _PLACES_SHOWN:
        yield f"  and {each.tally.rejected - _PLACES_SHOWN:,} more rejected: all of them are named in"
        yield f"  {output.foreign(str(each.rejected))}"
    for note in each.notes:
        yield f"  {output.foreign(note)}"


def _notes(report: ImportReport) -> Iterator[str]:
    yield from report.notes
    if report.left:
        yield f"not begun: {', '.join(report.left)}"


def _counts(each: FileReport) -> Iterator[str]:
    tally = each.tally
    if tally.papers:
        told = f"{tally.new:,} new, {tally.changed:,} changed, {tally.same:,} same"
        yield f"{counted(tally.papers, 'paper')} ({told})"
    if tally.reviews:
        of = f"{counted(tally.reviewed_papers, 'paper')}"
        told = f"{tally.reviews_new:,} new, {tally.reviews_changed:,} changed, {tally.reviews_same:,} same"
        yield f"{counted(tally.reviews, 'review')} of {of} ({told})"
    if tally.named:
        yield f"{counted(tally.named, 'arXiv id')}, {tally.known:,} of them known"
    if tally.announcements:
        yield f"{counted(tally.announcements, 'announcement')}"
    if tally.papers or tally.reviews or tally.rejected:
        yield f"{tally.rejected:,} rejected"
    if each.seconds >= _WORTH_TELLING:
        yield f"{_duration(each.seconds)}, {tally.papers / each.seconds:,.0f} papers/s"
