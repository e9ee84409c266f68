"""``arxtui import``: papers and reviews from files."""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from arxtui import logs
from arxtui.cli.support import exits, output
from arxtui.cli.support.settings import home
from arxtui.model.counted import counted
from arxtui.sync.by_hand.requests import add
from arxtui.sync.importing.importer import import_files
from arxtui.sync.worker.event_output import report, stop_on_signals
from arxtui.sync.worker.process_pool import be_nice

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.sync.importing.reports import FileReport, ImportProgress, ImportReport

_REJECTS_SHOWN = 20
_REDRAW_SECONDS = 0.1
_LINE_SECONDS = 30.0
"""Seconds between two progress messages: ``_REDRAW_SECONDS`` on a terminal, ``_LINE_SECONDS`` elsewhere."""
_SLOW_SECONDS = 10.0
"""Seconds from which on the duration of a file's import is printed."""


def run(options: argparse.Namespace) -> int:
    """Import the files.

    Exit status 1: nothing could be imported from a file, or it could not be read to its end; 130: stopped.
    """
    if sum(file.is_standard for file in options.files) > 1:
        raise exits.BadCommandError("- is standard input, which can be read only once")
    paths, settings = home()
    logs.to_file(paths.log_file)
    be_nice()
    stop = threading.Event()
    with output.progress() as redraw, stop_on_signals(stop):
        report_progress = (
            _progress_reporter(redraw, _REDRAW_SECONDS)
            if output.is_stderr_terminal()
            else _progress_reporter(output.say, _LINE_SECONDS)
        )
        report = import_files(paths, [file.text for file in options.files], report_progress, stop)
    for each in report.files:
        if options.json:
            output.as_json(_report(each))
        else:
            for line in _lines(each):
                output.line(line)
    for note in _notes(report):
        output.say(note)
    if report.named and report.exit_code != exits.INTERRUPTED:
        return report.exit_code or _fetch(paths, settings)
    return report.exit_code


def _fetch(paths: Paths, settings: Settings) -> int:
    """Fetch the papers that the files only mention from arXiv; the exit status is that of ``arxtui add``."""
    return report(sys.stderr, lambda emit, stop: add(paths, settings, (), emit=emit, stop=stop), events=False)


def _progress_reporter(show: Callable[[str], None], interval: float) -> Callable[[ImportProgress], None]:
    """Return a progress handler that prints at most one message every ``interval`` seconds."""
    last = time.monotonic() - _REDRAW_SECONDS

    def report(progress: ImportProgress) -> None:
        nonlocal last
        is_step = progress.finishing or progress.catching_up
        if time.monotonic() - last >= interval or (is_step and output.is_stderr_terminal()):
            last = time.monotonic()
            show(_progress_words(progress))

    return report


def _progress_words(progress: ImportProgress) -> str:
    if progress.finishing:
        return f"finishing {progress.name or 'the search index'}"
    if progress.catching_up:
        return f"index: catching up {counted(progress.catching_up, 'older change')}, then {progress.name}"
    tally = progress.tally
    counts = {"record": tally.records, "work": tally.works, "citation": tally.citations, "paper": tally.papers}
    parts = [next((counted(count, name) for name, count in counts.items() if count), "0 papers")]
    if tally.reviews:
        parts.append(f"{counted(tally.reviews, 'review')}")
    parts.append(f"{progress.rate:,.0f}/s")
    if progress.size:
        parts.append(f"{100 * progress.done // progress.size} %")
    if progress.left is not None:
        parts.append(f"{_duration(progress.left)} left")
    return f"{', '.join(parts)}: {progress.name}"


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
        yield f"  continued where an earlier import stopped, after {counted(each.resumed, 'record')}"
    if each.error:
        yield f"  {output.foreign(each.error)}"
    elif each.gave_nothing and not each.rejects and not each.interrupted:
        yield "  the file is valid, but contains no papers or citations"
    if each.resumable:
        yield f"  {'stopped' if each.interrupted else 'incomplete'}: the same command continues from here"
    elif each.interrupted:
        outcome = (
            "none of it was imported" if each.gave_nothing else "the part before that was imported, the rest was not"
        )
        yield f"  stopped; {outcome}"
    for reject in each.rejects[:_REJECTS_SHOWN]:
        yield f"  rejected {output.foreign(f'{reject.place}: {reject.reason}')}"
    if each.rejected and each.tally.rejected > _REJECTS_SHOWN:
        yield f"  and {each.tally.rejected - _REJECTS_SHOWN:,} more rejected; all are listed in"
        yield f"  {output.foreign(str(each.rejected))}"
    for note in each.notes:
        yield f"  {output.foreign(note)}"


def _notes(report: ImportReport) -> Iterator[str]:
    yield from report.notes
    if report.left:
        yield f"not started: {', '.join(report.left)}"


def _counts(each: FileReport) -> Iterator[str]:
    tally = each.tally
    if tally.papers:
        details = f"{tally.new:,} new, {tally.changed:,} changed, {tally.same:,} same"
        yield f"{counted(tally.papers, 'paper')} ({details})"
    if tally.reviews:
        papers = f"{counted(tally.reviewed_papers, 'paper')}"
        details = f"{tally.reviews_new:,} new, {tally.reviews_changed:,} changed, {tally.reviews_same:,} same"
        yield f"{counted(tally.reviews, 'review')} of {papers} ({details})"
    if tally.named:
        yield f"{counted(tally.named, 'arXiv id')}, {tally.known:,} of them known"
    for count, name, whose in (
        (tally.announcements, "announcement", ""),
        (tally.works, "work", " of dblp"),
        (tally.records, "record", ""),
        (tally.numbers, "paper", " of arXiv"),
        (tally.citations, "citation", ""),
    ):
        if count:
            yield f"{counted(count, name)}{whose}"
    if tally.papers or tally.reviews or tally.rejected:
        yield f"{tally.rejected:,} rejected"
    if each.seconds >= _SLOW_SECONDS:
        others = tally.records or tally.works or tally.citations
        records = others - each.resumed if others else tally.papers
        yield f"{_duration(each.seconds)}, {records / each.seconds:,.0f} records/s"
