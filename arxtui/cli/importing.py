"""``arxtui import``: papers and reviews from files."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from arxtui.cli import output
from arxtui.cli.home import home

if TYPE_CHECKING:
    from arxtui.model.events import Event
    from arxtui.sync.importer import FileReport

_PLACES_SHOWN = 20


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="Atom, RSS, Pith HTML or text, JSON lines, also as .gz or .xz; told apart by content; - is standard input",
    )
    parser.add_argument("--json", action="store_true", help="the report of each file as one JSON object a line")


def run(options: argparse.Namespace) -> int:
    """Import. 1 when a file gave nothing or could not be read to its end."""
    from arxtui import logs
    from arxtui.sync.importer import import_files

    paths, _ = home()
    logs.to_file(paths.log_file)
    with output.progress() as told:
        report = import_files(paths, options.files, lambda event: told(_stand(event)))
    for each in report.files:
        if options.json:
            output.as_json(_report(each))
        else:
            for line in _lines(each):
                output.line(line)
    for note in report.notes:
        output.say(note)
    return report.exit_code


def _stand(event: Event) -> str:
    papers = (event.new or 0) + (event.changed or 0) + (event.same or 0)
    return f"{papers:,} papers, {event.reviews or 0:,} reviews from {event.target}"


def _report(each: FileReport) -> dict[str, Any]:
    return {
        "file": each.name,
        "error": each.error or None,
        **asdict(each.tally),
        "rejects": [asdict(reject) for reject in each.rejects],
        "notes": list(each.notes),
    }


def _lines(each: FileReport) -> Iterator[str]:
    yield output.foreign(f"{each.name}: {'; '.join(_counts(each)) or 'nothing'}")
    if each.error:
        yield f"  {output.foreign(each.error)}"
    elif each.gave_nothing and not each.rejects:
        yield "  it is sound, and holds no papers"
    for reject in each.rejects[:_PLACES_SHOWN]:
        yield f"  rejected {output.foreign(f'{reject.place}: {reject.reason}')}"
    if len(each.rejects) > _PLACES_SHOWN:
        yield f"  and {len(each.rejects) - _PLACES_SHOWN:,} more rejected; --json names them all"
    for note in each.notes:
        yield f"  {output.foreign(note)}"


def _counts(each: FileReport) -> Iterator[str]:
    tally = each.tally
    papers = tally.new + tally.changed + tally.same
    if papers:
        told = f"{tally.new:,} new, {tally.changed:,} changed, {tally.same:,} same"
        yield f"{papers:,} {_plural(papers, 'paper')} ({told})"
    reviews = tally.reviews_new + tally.reviews_changed + tally.reviews_same
    if reviews:
        of = f"{tally.reviewed_papers:,} {_plural(tally.reviewed_papers, 'paper')}"
        told = f"{tally.reviews_new:,} new, {tally.reviews_changed:,} changed, {tally.reviews_same:,} same"
        yield f"{reviews:,} {_plural(reviews, 'review')} of {of} ({told})"
    if tally.announcements:
        yield f"{tally.announcements:,} {_plural(tally.announcements, 'announcement')}"
    if papers or reviews or each.rejects:
        yield f"{len(each.rejects):,} rejected"


def _plural(count: int, noun: str) -> str:
    return noun if count == 1 else f"{noun}s"
