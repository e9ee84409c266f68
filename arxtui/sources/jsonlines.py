"""JSON lines, read as a stream."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator

from arxtui.model.intake import Intake
from arxtui.sources.errors import SourceError
from arxtui.sources.stretches import Line, Stretch, parse_lines

CHUNK = 1000
CHUNK_SIZE = 4 << 20
"""Characters: a dozen stretches are held at a time."""
# The longest known record is 56 kB; one with a hundred thousand authors would still fit.
_LINE_LIMIT = 8 << 20
_BLANK = "\ufeff\0 \t\r"
_MARKED = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def read_lines(pieces: Iterable[bytes], skip: int = 0) -> Iterator[Stretch]:
    """Lines of a file given in pieces, at most ``CHUNK`` and some ``CHUNK_SIZE`` characters a stretch, without the
    first ``skip`` lines of the file; ``through`` counts its lines. Empty ones are passed over.

    SourceError when none of the first ``CHUNK`` lines is a record.
    """
    lines = ((number, line) for number, line in _numbered(pieces) if line and number > skip)
    chunks = _chunks(lines)
    if not skip:
        yield from (Stretch(intake.through, read=intake) for intake in _begun(chunks))
    for chunk in chunks:
        yield Stretch(chunk[-1][0], chunk)


def _begun(chunks: Iterator[list[Line]]) -> list[Intake]:
    """What the first chunks hold, up to the first record. SourceError when there is none in a thousand lines."""
    begun: list[Intake] = []
    seen = 0
    for chunk in chunks:
        begun.append(intake := parse_lines(chunk))
        seen += len(chunk)
        if intake.papers or intake.reviews:
            break
        if seen >= CHUNK:
            raise _none(begun)
    else:
        if begun:
            raise _none(begun)
    return begun


def _none(begun: list[Intake]) -> SourceError:
    first = begun[0].rejects[0]
    return SourceError(f"no line is a paper: {first.place}: {first.reason}")


def _chunks(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Lines by the thousand, or fewer where they are long: several stretches are held at a time."""
    chunk: list[Line] = []
    size = 0
    for line in lines:
        chunk.append(line)
        size += len(line[1]) if isinstance(line[1], str) else 0
        if len(chunk) == CHUNK or size >= CHUNK_SIZE:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _numbered(pieces: Iterable[bytes]) -> Iterator[Line]:
    """Lines with their numbers from 1, stripped; an error stands in place of one that is too long, and reading goes on
    behind it."""
    number, held, size = 1, [""], 0
    for text in _decoded(pieces):
        begun, *lines = text.split("\n")
        held, size = _held_on(held, size, begun)
        for line in lines:
            yield number, _whole(held, size)
            number, held, size = number + 1, [line], len(line)
    yield number, _whole(held, size)


def _held_on(held: list[str], size: int, more: str) -> tuple[list[str], int]:
    """A line with more of it; of one that is too long only how long it is."""
    size += len(more)
    return [*held, more] if size <= _LINE_LIMIT else [], size


def _whole(held: list[str], size: int) -> str | SourceError:
    if size > _LINE_LIMIT:
        return SourceError(f"longer than {_LINE_LIMIT >> 20} MB")
    return "".join(held).strip(_BLANK)


def _decoded(pieces: Iterable[bytes]) -> Iterator[str]:
    decoder: codecs.IncrementalDecoder | None = None
    for piece in pieces:
        if decoder is None:
            name = next((name for mark, name in _MARKED if piece.startswith(mark)), "utf-8")
            decoder = codecs.getincrementaldecoder(name)("replace")
        yield decoder.decode(piece)
    if decoder:
        yield decoder.decode(b"", final=True)
