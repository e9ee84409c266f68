"""Records of dblp as bytes: lines, compressed in groups, and the hashes by which they are found."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Sequence
from hashlib import blake2b

from arxtui.model.dblp import DblpRecord
from arxtui.store.sqlite.zstd import frames
from arxtui.text import readable
from arxtui.text.mentions.titles import title_words
from arxtui.tuples import NamedTuple

_BLOCKS, _RUNS = frames(9), frames(1)
"""Blocks are read for years, runs once."""
_COUNT = struct.Struct("<I")
_BETWEEN_AUTHORS = "\x1f"
MOST_BYTES = 64 << 20
"""The most bytes of one frame unpacked."""


class Line(NamedTuple):
    """The hash of a record's title, and the record as a line."""

    hash: int
    text: bytes


def words_of(title: str) -> tuple[str, ...]:
    """Return the words of a title, as TeX or readable, by which two titles are equal."""
    return title_words(readable(title))


def title_hash(words: Sequence[str]) -> int:
    """Return 64 bits for the words of a title."""
    return int.from_bytes(blake2b(" ".join(words).encode("utf-8", "replace"), digest_size=8).digest())


def identifier_hash(doi: str) -> int:
    """Return 32 bits for a DOI."""
    return int.from_bytes(blake2b(doi.lower().encode("utf-8", "replace"), digest_size=4).digest())


def to_line(record: DblpRecord) -> Line:
    """Return a record as a line."""
    fields = (
        record.key, record.kind, record.title, str(record.year), record.venue, " ".join(record.dois), record.arxiv,
        _BETWEEN_AUTHORS.join(record.authors),
    )  # fmt: skip
    return Line(title_hash(words_of(record.title)), "\t".join(fields).encode("utf-8", "replace"))


def to_record(line: bytes) -> DblpRecord:
    """Return the record of a line. Raises ValueError if it is none."""
    key, kind, title, year, venue, dois, arxiv, authors = line.decode().split("\t")
    names = tuple(authors.split(_BETWEEN_AUTHORS)) if authors else ()
    return DblpRecord(key, kind, title, names, int(year), venue, tuple(dois.split()), arxiv)


def pack(lines: Sequence[Line], *, is_final: bool) -> bytes:
    """Compress lines: their number, the lowest 16 bits (in a run all 64) of each hash, and the lines."""
    hashes = (
        array("H", (line.hash & 0xFFFF for line in lines)) if is_final else array("Q", (line.hash for line in lines))
    )
    data = _COUNT.pack(len(lines)) + hashes.tobytes() + b"\n".join(line.text for line in lines)
    return (_BLOCKS if is_final else _RUNS).compress(data)


def unpack(frame: bytes, *, is_final: bool) -> tuple[array[int], list[bytes]]:
    """Return the hashes, as they were packed, and the lines of a frame. Raises ValueError if it is damaged."""
    data = _BLOCKS.decompress(frame, MOST_BYTES)
    [count] = _COUNT.unpack_from(data)
    hashes = array("H" if is_final else "Q")
    end = _COUNT.size + count * hashes.itemsize
    hashes.frombytes(data[_COUNT.size : end])
    lines = data[end:].split(b"\n") if count else []
    if len(hashes) != count or len(lines) != count:
        raise ValueError("a group has another number of lines than it says")
    return hashes, lines
