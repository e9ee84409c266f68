"""JSON lines, read as a stream."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from itertools import islice

from arxtui.model.intake import Intake, Reject
from arxtui.sources.errors import SourceError
from arxtui.sources.records import parse_record

CHUNK = 1000
# The longest known record is 56 kB; one with a hundred thousand authors would still fit.
_LINE_LIMIT = 32 << 20
_BLANK = "\ufeff\0 \t\r"
_MARKED = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def read_lines(pieces: Iterable[bytes], skip: int = 0) -> Iterator[Intake]:
    """Records of a file given in pieces, at most ``CHUNK`` lines an intake, without the first ``skip`` lines of the
    file; ``through`` counts its lines. Empty ones are passed over.

    A line that is no record becomes a Reject; SourceError when none of the first ``CHUNK`` lines is one.
    """
    lines = ((number, line) for number, line in _numbered(pieces) if line and number > skip)
    first = not skip
    while chunk := list(islice(lines, CHUNK)):
        intake = _intake(chunk)
        if first and not (intake.papers or intake.reviews):
            raise SourceError(f"no line is a paper: {intake.rejects[0].place}: {intake.rejects[0].reason}")
        first = False
        yield intake


def _intake(chunk: list[tuple[int, str | SourceError]]) -> Intake:
    found: list[Intake] = []
    rejects: list[Reject] = []
    for number, line in chunk:
        try:
            if isinstance(line, SourceError):
                raise line
            found.append(parse_record(line))
        except (ValueError, SourceError) as error:
            rejects.append(Reject(f"line {number}", str(error)))
    return Intake(
        papers=tuple(paper for held in found for paper in held.papers),
        announcements=tuple(row for held in found for row in held.announcements),
        reviews=tuple(review for held in found for review in held.reviews),
        rejects=tuple(rejects),
        through=chunk[-1][0],
    )


def _numbered(pieces: Iterable[bytes]) -> Iterator[tuple[int, str | SourceError]]:
    """Lines with their numbers from 1, stripped; reading ends with an error in place of a line that is too long."""
    number, held = 1, [""]
    for text in _decoded(pieces):
        begun, *lines = text.split("\n")
        held.append(begun)
        for line in lines:
            yield number, "".join(held).strip(_BLANK)
            number, held = number + 1, [line]
        if sum(map(len, held)) > _LINE_LIMIT:
            yield number, SourceError(f"longer than {_LINE_LIMIT >> 20} MB; nothing is read from here on")
            return
    yield number, "".join(held).strip(_BLANK)


def _decoded(pieces: Iterable[bytes]) -> Iterator[str]:
    decoder: codecs.IncrementalDecoder | None = None
    for piece in pieces:
        if decoder is None:
            name = next((name for mark, name in _MARKED if piece.startswith(mark)), "utf-8")
            decoder = codecs.getincrementaldecoder(name)("replace")
        yield decoder.decode(piece)
    if decoder:
        yield decoder.decode(b"", final=True)
