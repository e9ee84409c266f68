"""Files into the cache and the index: what a refresh would have fetched, or what the user exported elsewhere."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from arxtui.config.paths import Paths
from arxtui.model.events import Event, EventKind
from arxtui.model.intake import Intake, Reject, Tally
from arxtui.sources.errors import SourceError
from arxtui.sources.files import read_file
from arxtui.store.cache import Cache
from arxtui.store.errors import StoreError
from arxtui.sync.indexing import keep_up

STDIN = "-"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FileReport:
    """What one file gave: counts, what was rejected and where, what had to be repaired; ``error`` says in words why
    reading ended where it did, empty when it was read to its end."""

    name: str
    tally: Tally = field(default_factory=Tally)
    rejects: tuple[Reject, ...] = ()
    notes: tuple[str, ...] = ()
    error: str = ""

    @property
    def gave_nothing(self) -> bool:
        """Whether no record of the file could be taken."""
        tally = self.tally
        return not (
            tally.new + tally.changed + tally.same + tally.reviews_new + tally.reviews_changed + tally.reviews_same
        )


@dataclass(frozen=True, slots=True)
class ImportReport:
    """One report a file, in the order given; ``notes`` are about the index."""

    files: tuple[FileReport, ...]
    notes: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        """1 when a file gave nothing or could not be read to its end, else 0."""
        return int(any(report.gave_nothing or report.error for report in self.files))


def import_files(
    paths: Paths,
    files: Sequence[str | Path],
    emit: Callable[[Event], None],
    stop: threading.Event | None = None,
) -> ImportReport:
    """Store every file (``-`` is standard input) and bring the index up to the cache.

    Runs beside a worker: short transactions, its own turn at the index. StoreError when the cache cannot be opened; one
    that comes later (a full disk) ends the file it comes in.
    """
    stop = stop or threading.Event()
    notes: list[str] = []
    with Cache.open(paths.cache_db) as cache:
        reports = [_import(cache, str(file), emit) for file in files if not stop.is_set()]
        keep_up(cache, paths, stop, notes.append)
    return ImportReport(tuple(reports), tuple(notes))


def _import(cache: Cache, name: str, emit: Callable[[Event], None]) -> FileReport:
    label = "standard input" if name == STDIN else name
    report = FileReport(label)
    try:
        with _opened(name) as stream:
            for page, intake in enumerate(read_file(stream, label), 1):
                report = _with(report, intake, cache.take(intake))
                emit(_event(report, page))
    except (SourceError, StoreError) as error:
        report = replace(report, error=str(error))
    except OSError as error:
        report = replace(report, error=f"cannot be read: {error.strerror or error}")
    if report.error:
        _log.warning("import of %s: %s", label, report.error)
    return report


def _with(report: FileReport, intake: Intake, tally: Tally) -> FileReport:
    return replace(
        report,
        tally=report.tally + tally,
        rejects=report.rejects + intake.rejects,
        notes=report.notes + tuple(note for note in intake.notes if note not in report.notes),
    )


def _event(report: FileReport, page: int) -> Event:
    tally = report.tally
    return Event(
        EventKind.PAGE,
        source="import",
        target=report.name,
        page=page,
        new=tally.new,
        changed=tally.changed,
        same=tally.same,
        reviews=tally.reviews_new + tally.reviews_changed,
    )


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == STDIN:
        yield sys.stdin.buffer
    else:
        with Path(name).open("rb") as stream:
            yield stream
