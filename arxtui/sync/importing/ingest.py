"""The way of one file through the processes into the cache and the index."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from arxtui.model.intake import Tally
from arxtui.sources.errors import SourceError
from arxtui.sources.files import read_stretches
from arxtui.sources.stretches import Stretch
from arxtui.store.cache.database import Cache
from arxtui.store.cache.entries import OutdatedError
from arxtui.store.errors import StoreError
from arxtui.store.progress.imports import Progress
from arxtui.sync.errors import HandLost
from arxtui.sync.importing.batches import Parcel, documents_of, make_ready
from arxtui.sync.importing.live_index import LiveIndex
from arxtui.sync.importing.pipeline import parcels
from arxtui.sync.importing.rejected import NAMED, write_rejected
from arxtui.sync.importing.reports import FileReport, Standing
from arxtui.sync.importing.resuming import identity
from arxtui.sync.worker.process_pool import Hands

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Means:
    """What the files of one import share."""

    cache: Cache
    hands: Hands
    index: LiveIndex
    tell: Callable[[Standing], None]
    stop: threading.Event
    state: Path


class FileIntake:
    """One open file. It goes on where an earlier run was stopped or killed; what cannot be read twice begins anew."""

    def __init__(self, means: Means, name: str, stream: BinaryIO) -> None:
        self._means = means
        self._name = name
        self._stream = stream
        known = identity(stream)
        self._file = known or b"-" + os.urandom(8)
        self._lasting = known is not None
        self._size = os.fstat(stream.fileno()).st_size if self._lasting else None
        begun = means.cache.imports.unfinished(self._file)
        self._skip, self._earlier, self._before = begun or (0, 0.0, Tally())
        self._tally = self._before
        self._notes: dict[str, None] = {}
        self._opened = self._started = time.monotonic()
        self._begin = 0

    def run(self) -> FileReport:
        """Take it in, to its end or until it is stopped."""
        stopped, unfinished, error = False, False, ""
        try:
            stopped = unfinished = not self._take()
        except KeyboardInterrupt:
            stopped = unfinished = True
        except SourceError as fault:
            error = str(fault)
        except OSError as fault:
            error = f"cannot be read: {fault.strerror or fault}"
        except (StoreError, HandLost) as fault:
            unfinished, error = True, str(fault)
        if error:
            _log.warning("import of %s: %s", self._name, error)
        report = self._report(error)
        if not (unfinished and self._lasting):
            self._means.cache.imports.end(self._file)
        return replace(report, interrupted=stopped, resumable=unfinished and self._lasting)

    def _take(self) -> bool:
        """Whether the file was read to its end."""
        means = self._means
        for read in parcels(self._stretches(), means.hands, means.cache.path):
            if means.stop.is_set():
                return False
            try:
                self._put([parcel for _, parcel in read])
            except OutdatedError:
                self._put([make_ready(stretch, None, parcel.day) for stretch, parcel in read])
        return True

    def _stretches(self) -> Iterator[Stretch]:
        stretches = read_stretches(self._stream, self._name, self._skip)
        if (first := next(stretches, None)) is not None:
            # What was taken in before is passed over quickly; the pace is that of the rest.
            self._started, self._begin = time.monotonic(), self._place()
            yield first
        yield from stretches

    def _put(self, ready: list[Parcel]) -> None:
        means = self._means
        progress = Progress(self._file, ready[-1].through, self._seconds())
        outcome = means.cache.put([parcel.told for parcel in ready], progress)
        self._tally += outcome.tally
        self._notes |= dict.fromkeys(note for parcel in ready for note in parcel.told.rest.notes)
        means.index.follow(outcome.numbers, documents_of(ready, outcome.at))
        means.tell(self._standing())

    def _standing(self) -> Standing:
        run = time.monotonic() - self._started
        return Standing(self._name, self._tally, self._before, self._place(), self._begin, self._size, run)

    def _place(self) -> int:
        return self._stream.tell() if self._lasting else 0

    def _seconds(self) -> float:
        return self._earlier + time.monotonic() - self._opened

    def _report(self, error: str) -> FileReport:
        cache = self._means.cache
        return FileReport(
            self._name,
            self._tally,
            tuple(cache.imports.rejects(self._file, 0, NAMED)),
            tuple(self._notes),
            error,
            rejected=write_rejected(cache, self._file, self._name, self._means.state),
            resumed=self._before.papers + self._before.reviews,
            seconds=self._seconds(),
        )
