"""The reports of an import: its progress, the result for each file, and the file that lists all rejected records."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from arxtui.files import open_replacement
from arxtui.model.intake import Reject, Tally
from arxtui.store.cache.database import Cache

FAILED = 1
INTERRUPTED = 130
NAMED = 1_000
"""The most rejects that a report contains."""
_UNUSUAL = re.compile(r"[^\w.-]+")


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """The progress of a file: counts in all (``tally``) and ``before`` this run; bytes read so far (``done``), at the
    ``begin`` of this run's work, and in all (``size``, None if unknown); ``seconds`` of this run. ``finishing``: all
    files are read, only the index, or what the file with this name became, is still being written. ``catching_up``:
    before the first file, the index takes in so many changes that were stored earlier."""

    name: str = ""
    tally: Tally = field(default_factory=Tally)
    before: Tally = field(default_factory=Tally)
    done: int = 0
    begin: int = 0
    size: int | None = None
    seconds: float = 0.0
    finishing: bool = False
    catching_up: int = 0

    @property
    def rate(self) -> float:
        """Papers, works of dblp, citations or records per second in this run."""
        counts = (each.papers + each.works + (each.records or each.citations) for each in (self.tally, self.before))
        new, before = counts
        return (new - before) / max(self.seconds, 1e-9)

    @property
    def left(self) -> float | None:
        """Seconds until the end of the file at this pace; None if unknown."""
        if self.size is None or self.done <= self.begin:
            return None
        return self.seconds * max(0, self.size - self.done) / (self.done - self.begin)


@dataclass(frozen=True, slots=True)
class FileReport:
    """The result for one file: counts, rejected records, ``notes`` about repairs.

    ``rejects`` are the first rejects; the file ``rejected``, if not None, lists all of them. ``resumed`` counts the
    records that earlier runs have stored, ``seconds`` is the time of all runs. ``error`` says why reading ended early;
    ``interrupted``: the user stopped it; ``resumable``: the next run continues from there.
    """

    name: str
    tally: Tally = field(default_factory=Tally)
    rejects: tuple[Reject, ...] = ()
    notes: tuple[str, ...] = ()
    error: str = ""
    rejected: Path | None = None
    resumed: int = 0
    seconds: float = 0.0
    interrupted: bool = False
    resumable: bool = False

    @property
    def gave_nothing(self) -> bool:
        """Whether no record of the file could be read."""
        tally = self.tally
        return not (tally.papers or tally.reviews or tally.named or tally.works or tally.citations or tally.records)


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The result of an import: one report per file, in the order given; ``left`` are the files that were not begun.
    ``notes`` are about the index; ``unindexed``: the index could not be updated."""

    files: tuple[FileReport, ...]
    notes: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    unindexed: bool = False

    @property
    def named(self) -> int:
        """How many papers the files only named and the cache does not have."""
        return sum(report.tally.named - report.tally.known for report in self.files)

    @property
    def exit_code(self) -> int:
        """130 if the user stopped the import; 1 if a file gave nothing or could not be read to its end, or the index
        could not be updated; else 0."""
        if self.left or any(report.interrupted for report in self.files):
            return INTERRUPTED
        if self.unindexed:
            return FAILED
        return FAILED if any(report.gave_nothing or report.error for report in self.files) else 0


def write_rejected(cache: Cache, file: bytes, name: str, state: Path) -> Path | None:
    """Write all rejects of a file, one per line: place, tab, reason. Returns the path; None if there are no rejects, or
    the file cannot be written."""
    target = state / "rejected" / f"{_UNUSUAL.sub('-', Path(name).name).strip('-')}-{file.hex()[:8]}.txt"
    try:
        some = cache.imports.rejects(file, 0, NAMED)
        if not some:
            target.unlink(missing_ok=True)
            return None
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        written = 0
        with open_replacement(target) as lines:
            while some:
                lines.writelines(f"{each.place}\t{each.reason}\n".encode("utf-8", "replace") for each in some)
                written += len(some)
                some = cache.imports.rejects(file, written, NAMED)
    except OSError:
        return None
    return target
