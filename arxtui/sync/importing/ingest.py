"""The import of one file: prepared by the process pool, then stored and indexed."""

from __future__ import annotations

import hashlib
import logging
import os
import stat
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from arxtui.config.paths import Paths
from arxtui.light import NamedTuple
from arxtui.model.intake import Tally
from arxtui.sources.errors import SourceError
from arxtui.sources.files import read_file_parts
from arxtui.sources.jsonlines import FilePart
from arxtui.store.cache.database import Cache
from arxtui.store.cache.entries import OutdatedError
from arxtui.store.errors import StoreError
from arxtui.store.progress.imports import Progress
from arxtui.sync.errors import PoolProcessLost
from arxtui.sync.importing.batches import ImportBatch, documents_of, prepare
from arxtui.sync.importing.live_index import LiveIndex
from arxtui.sync.importing.reports import NAMED, FileReport, ImportProgress, write_rejected
from arxtui.sync.worker.process_pool import ProcessPool

_SAMPLE = 1 << 16
_READING = b"1"
"""The version of positions in files (``sources.files``); increase it when their meaning changes."""
_PARTS = 4
"""The parts, of at most a thousand records each, in one transaction: each writes the pages of two indexes anew."""
_PATIENCE = 2.0
"""Seconds that a prepared part waits for others of its transaction at most, if these come slowly."""


def identity(stream: BinaryIO) -> bytes | None:
    """Return a hash of an open file's size, modification time, beginning and end; then seek to its beginning. Returns
    None for anything but a regular file, since that cannot be read twice."""
    try:
        status = os.fstat(stream.fileno())
    except OSError:  # a stream in memory
        return None
    if not stat.S_ISREG(status.st_mode):
        return None
    digest = hashlib.blake2b(_READING, digest_size=16)
    digest.update(f"{status.st_size} {status.st_mtime_ns} ".encode())
    digest.update(stream.read(_SAMPLE))
    stream.seek(max(0, status.st_size - _SAMPLE))
    digest.update(stream.read(_SAMPLE))
    stream.seek(0)
    return digest.digest()


class PreparedPart(NamedTuple):
    """Part of a file, and the batch prepared from it."""

    stretch: FilePart
    batch: ImportBatch


def prepared_parts(stretches: Iterator[FilePart], pool: ProcessPool, cache: Path) -> Iterator[list[PreparedPart]]:
    """Yield the prepared batches in the order of the file, in groups for one transaction.

    Reading stays a few parts ahead of the processes, so that memory is bounded.

    Raises:
        SourceError, OSError: the file cannot be read further; raised after the batches before the error.
    """
    ahead = pool.count + _PARTS
    waiting: deque[tuple[FilePart, Future[ImportBatch]]] = deque()
    fault: SourceError | OSError | None = None
    last = time.monotonic()
    while True:
        try:
            stretch = next(stretches, None)
        except (SourceError, OSError) as error:
            stretch, fault = None, error
        if stretch is None:
            break
        waiting.append((stretch, pool.submit(prepare, stretch, cache, datetime.now(UTC).date())))
        if len(waiting) >= ahead or time.monotonic() - last > _PATIENCE:
            yield _next(waiting)
            last = time.monotonic()
    while waiting:
        yield _next(waiting)
    if fault is not None:
        raise fault


def _next(waiting: deque[tuple[FilePart, Future[ImportBatch]]]) -> list[PreparedPart]:
    parts = [waiting.popleft() for _ in range(min(_PARTS, len(waiting)))]
    return [PreparedPart(stretch, future.result()) for stretch, future in parts]


_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ImportContext:
    """What the files of an import share."""

    cache: Cache
    pool: ProcessPool
    index: LiveIndex
    tell: Callable[[ImportProgress], None]
    stop: threading.Event
    paths: Paths


class FileIntake:
    """The import of one open file. A regular file resumes where an earlier run ended; a pipe is read from its start."""

    def __init__(self, context: ImportContext, name: str, stream: BinaryIO) -> None:
        self._context = context
        self._name = name
        self._stream = stream
        known = identity(stream)
        self._file = known or b"-" + os.urandom(8)
        self._lasting = known is not None
        self._size = os.fstat(stream.fileno()).st_size if self._lasting else None
        earlier = context.cache.imports.unfinished(self._file)
        self._skip, self._earlier, self._before = earlier or (0, 0.0, Tally())
        self._tally = self._before
        self._notes: dict[str, None] = {}
        self._opened = self._started = time.monotonic()
        self._begin = 0

    def run(self) -> FileReport:
        """Import the file to its end, or until stopped."""
        stopped, unfinished, error = False, False, ""
        try:
            stopped = unfinished = not self._store_all()
        except KeyboardInterrupt:
            stopped = unfinished = True
        except SourceError as fault:
            error = str(fault)
        except OSError as fault:
            error = f"cannot be read: {fault.strerror or fault}"
        except (StoreError, PoolProcessLost) as fault:
            unfinished, error = True, str(fault)
        if error:
            _log.warning("import of %s: %s", self._name, error)
        report = self._report(error)
        if not (unfinished and self._lasting):
            self._context.cache.imports.end(self._file)
        return replace(report, interrupted=stopped, resumable=unfinished and self._lasting)

    def _store_all(self) -> bool:
        """Store the batches. Returns whether the file was read to its end."""
        context = self._context
        if behind := context.index.behind():
            context.tell(ImportProgress(self._name, catching_up=behind))
            context.index.follow({}, {})
            self._opened = time.monotonic()
        for read in prepared_parts(self._stretches(), context.pool, context.cache.path):
            if context.stop.is_set():
                return False
            try:
                self._store([batch for _, batch in read])
            except OutdatedError:
                self._store([prepare(stretch, None, batch.day) for stretch, batch in read])
        return True

    def _stretches(self) -> Iterator[FilePart]:
        stretches = read_file_parts(self._stream, self._name, self._skip)
        if (first := next(stretches, None)) is not None:
            # Skipping the part of earlier runs is fast; the pace is measured from here.
            self._started, self._begin = time.monotonic(), self._place()
            yield first
        yield from stretches

    def _store(self, batches: list[ImportBatch]) -> None:
        context = self._context
        progress = Progress(self._file, batches[-1].through, self._seconds())
        outcome = context.cache.put([batch.ready_rows for batch in batches], progress)
        self._tally += outcome.tally
        self._notes |= dict.fromkeys(note for batch in batches for note in batch.ready_rows.rest.notes)
        context.index.follow(outcome.numbers, documents_of(batches, outcome.at))
        context.tell(self._progress())

    def _progress(self) -> ImportProgress:
        run = time.monotonic() - self._started
        return ImportProgress(self._name, self._tally, self._before, self._place(), self._begin, self._size, run)

    def _place(self) -> int:
        return self._stream.tell() if self._lasting else 0

    def _seconds(self) -> float:
        return self._earlier + time.monotonic() - self._opened

    def _report(self, error: str) -> FileReport:
        cache = self._context.cache
        return FileReport(
            self._name,
            self._tally,
            tuple(cache.imports.rejects(self._file, 0, NAMED)),
            tuple(self._notes),
            error,
            rejected=write_rejected(cache, self._file, self._name, self._context.paths.state),
            resumed=self._before.papers + self._before.reviews,
            seconds=self._seconds(),
        )
