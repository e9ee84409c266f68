"""JSON lines, read as a stream: parts of a file, to be parsed here or by another process."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator, Sequence
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
        intake = _parse_lines(self.lines) if self.lines else self.read
        rejects = intake.rejects
        if self.member:
            rejects = tuple(replace(reject, place=f"{self.member}, {reject.place}") for reject in rejects)
        return replace(intake, rejects=rejects, through=self.through)


def _parse_lines(lines: Sequence[NumberedLine]) -> Intake:
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


CHUNK = 1000
CHUNK_SIZE = 4 << 20
"""Characters in a chunk: about a dozen chunks are in memory at a time."""
# The longest known record is 56 kB; a record with a hundred thousand authors would still fit.
_LINE_LIMIT = 8 << 20
_BLANK = "\ufeff\0 \t\r"
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def read_lines(byte_chunks: Iterable[bytes], skip: int = 0) -> Iterator[FilePart]:
    """Split JSON lines into parts of at most ``CHUNK`` lines and about ``CHUNK_SIZE`` characters.

    The first ``skip`` lines of the file are left out. ``through`` is the number of the last line. Empty lines are
    skipped.

    Raises: SourceError if none of the first ``CHUNK`` lines is a record.
    """
    lines = ((number, line) for number, line in numbered_lines(byte_chunks) if line and number > skip)
    chunks = _chunks(lines)
    if not skip:
        yield from (FilePart(intake.through, read=intake) for intake in _first_intakes(chunks))
    for chunk in chunks:
        yield FilePart(chunk[-1][0], chunk)


def _first_intakes(chunks: Iterator[list[NumberedLine]]) -> list[Intake]:
    """Parse the first chunks, up to the first that has a record. Raises: SourceError if a thousand lines have none."""
    intakes: list[Intake] = []
    rejects: list[Reject] = []
    seen = 0
    for chunk in chunks:
        intakes.append(intake := _parse_lines(chunk))
        if intake.papers or intake.reviews:
            return intakes
        rejects += intake.rejects[:1]
        seen += len(chunk)
        if rejects and seen >= CHUNK:
            raise _no_record_error(rejects)
    if intakes:
        raise _no_record_error(rejects)
    return intakes


def _no_record_error(rejects: list[Reject]) -> SourceError:
    """Return the error for lines without a record; the data of a library is no paper, but not rejected either."""
    why = (
        f"{rejects[0].place}: {rejects[0].reason}" if rejects else "'arxtui library import' reads the data of a library"
    )
    return SourceError(f"no line is a paper: {why}")


def _chunks(lines: Iterable[NumberedLine]) -> Iterator[list[NumberedLine]]:
    """Group lines into chunks of a thousand, or fewer if they are long: several chunks are in memory at a time."""
    chunk: list[NumberedLine] = []
    size = 0
    for line in lines:
        chunk.append(line)
        size += len(line[1]) if isinstance(line[1], str) else 0
        if len(chunk) == CHUNK or size >= CHUNK_SIZE:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def numbered_lines(chunks: Iterable[bytes]) -> Iterator[NumberedLine]:
    """Yield lines with their numbers from 1, stripped. A line that is too long is replaced by an error, and reading
    goes on after it."""
    number, parts, size = 1, [""], 0
    for text in _decode(chunks):
        rest, *lines = text.split("\n")
        parts, size = _append(parts, size, rest)
        for line in lines:
            yield number, _joined_line(parts, size)
            number, parts, size = number + 1, [line], len(line)
    yield number, _joined_line(parts, size)


def _append(parts: list[str], size: int, more: str) -> tuple[list[str], int]:
    """Append text to the parts of a line. Of a line that is too long, only the size is stored."""
    size += len(more)
    return [*parts, more] if size <= _LINE_LIMIT else [], size


def _joined_line(parts: list[str], size: int) -> str | SourceError:
    if size > _LINE_LIMIT:
        return SourceError(f"longer than {_LINE_LIMIT >> 20} MB")
    return "".join(parts).strip(_BLANK)


def _decode(chunks: Iterable[bytes]) -> Iterator[str]:
    decoder: codecs.IncrementalDecoder | None = None
    for chunk in chunks:
        if decoder is None:
            name = next((name for mark, name in _BYTE_ORDER_MARKS if chunk.startswith(mark)), "utf-8")
            decoder = codecs.getincrementaldecoder(name)("replace")
        yield decoder.decode(chunk)
    if decoder:
        yield decoder.decode(b"", final=True)
