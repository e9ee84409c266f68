"""JSON lines, read as a stream."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from itertools import islice

from arxtui.sources.errors import SourceError
from arxtui.sources.stretches import Line, Stretch, parse_lines

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


def read_lines(pieces: Iterable[bytes], skip: int = 0) -> Iterator[Stretch]:
    """Lines of a file given in pieces, at most ``CHUNK`` a stretch, without the first ``skip`` lines of the file;
    ``through`` counts its lines. Empty ones are passed over.

    SourceError when none of the first ``CHUNK`` lines is a record.
    """
    lines = ((number, line) for number, line in _numbered(pieces) if line and number > skip)
    if not skip and (chunk := list(islice(lines, CHUNK))):
        intake = parse_lines(chunk)
        if not (intake.papers or intake.reviews):
            raise SourceError(f"no line is a paper: {intake.rejects[0].place}: {intake.rejects[0].reason}")
        yield Stretch(intake.through, read=intake)
    while chunk := list(islice(lines, CHUNK)):
        yield Stretch(chunk[-1][0], chunk)


def _numbered(pieces: Iterable[bytes]) -> Iterator[Line]:
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
