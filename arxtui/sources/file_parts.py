"""Parts of a file, to be parsed here or by another process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from arxtui.model.intake import Intake, Reject
from arxtui.sources.errors import SourceError
from arxtui.sources.records import parse_record

NumberedLine = tuple[int, str | SourceError]
"""A line of a file: its number, and its text or the error that replaces the text."""


@dataclass(frozen=True, slots=True)
class FilePart:
    """A part of a file: lines of JSON that are not parsed yet, or the intake of a format that is parsed while it is
    split.

    ``through`` is the position of its end (``sources.files``). ``member`` is the name of the archive's member, if the
    archive has several.
    """

    through: int
    lines: Sequence[NumberedLine] = ()
    read: Intake = field(default_factory=Intake)
    member: str = ""

    def intake(self) -> Intake:
        """Return the parsed part; lines that are no records become Rejects."""
        intake = parse_lines(self.lines) if self.lines else self.read
        rejects = intake.rejects
        if self.member:
            rejects = tuple(replace(reject, place=f"{self.member}, {reject.place}") for reject in rejects)
        return replace(intake, rejects=rejects, through=self.through)


def parse_lines(lines: Sequence[NumberedLine]) -> Intake:
    """Parse the lines; those that are no records become Rejects."""
    intakes: list[Intake] = []
    rejects: list[Reject] = []
    for number, line in lines:
        try:
            if isinstance(line, SourceError):
                raise line
            intakes.append(parse_record(line))
        except (ValueError, SourceError) as error:
            rejects.append(Reject(f"line {number}", str(error)))
    return Intake(
        papers=tuple(paper for intake in intakes for paper in intake.papers),
        announcements=tuple(row for intake in intakes for row in intake.announcements),
        reviews=tuple(review for intake in intakes for review in intake.reviews),
        histories=tuple(history for intake in intakes for history in intake.histories),
        full_reviews=tuple(review for intake in intakes for review in intake.full_reviews),
        rejects=tuple(rejects),
        through=lines[-1][0],
        archive=True,
    )
