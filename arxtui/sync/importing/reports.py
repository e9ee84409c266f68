"""What an import tells: how far it is while it runs, and what became of each file at its end."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from arxtui.model.intake import Reject, Tally

FAILED = 1
INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a file is: counts in all and ``before`` this run, bytes read (of ``size``, None where nobody knows) and
    at the ``begin`` of this run's own work, and its seconds so far; ``finishing`` when all files are read and only the
    index is at work."""

    name: str = ""
    tally: Tally = field(default_factory=Tally)
    before: Tally = field(default_factory=Tally)
    done: int = 0
    begin: int = 0
    size: int | None = None
    seconds: float = 0.0
    finishing: bool = False

    @property
    def rate(self) -> float:
        """Papers a second in this run."""
        return (self.tally.papers - self.before.papers) / max(self.seconds, 1e-9)

    @property
    def left(self) -> float | None:
        """Seconds until the end of the file at this pace; None where nobody knows."""
        if self.size is None or self.done <= self.begin:
            return None
        return self.seconds * max(0, self.size - self.done) / (self.done - self.begin)


@dataclass(frozen=True, slots=True)
class FileReport:
    """What one file gave: counts, what was rejected and where, what had to be repaired.

    ``rejects`` are the first; all of them stand in the file ``rejected``, where there are any. ``resumed`` counts the
    records that an earlier run had taken in, ``seconds`` is that of all runs. ``error`` says in words why reading
    ended where it did; when the user stopped it, ``interrupted``, and ``resumable`` when it goes on from there.
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
        """Whether no record of the file could be taken."""
        return not (self.tally.papers or self.tally.reviews or self.tally.named)


@dataclass(frozen=True, slots=True)
class ImportReport:
    """One report a file, in the order given, without those ``left`` that were not begun; ``notes`` are about the
    index, which is behind where what came is ``unindexed``."""

    files: tuple[FileReport, ...]
    notes: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    unindexed: bool = False

    @property
    def named(self) -> int:
        """How many papers the files only named that are not known."""
        return sum(report.tally.named - report.tally.known for report in self.files)

    @property
    def exit_code(self) -> int:
        """130 when the user stopped it, 1 when a file gave nothing or could not be read to its end, or the index is
        behind; else 0."""
        if self.left or any(report.interrupted for report in self.files):
            return INTERRUPTED
        if self.unindexed:
            return FAILED
        return FAILED if any(report.gave_nothing or report.error for report in self.files) else 0
