"""``dblp.works``: the records of dblp in one file that is written once and never changed.

Behind a line that names the format are blocks of records sorted by the hash of the title, then the first hash and the
place of each block, then the identifiers, each as 32 bits of its hash and the number of its block, sorted, then what
is known of the file as JSON, and where these parts are. A look-up reads a block or two. In a block, records are lines,
compressed together, with the hashes by which they are found.
"""

from __future__ import annotations

import json
import struct
import sys
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import chain, takewhile
from mmap import ACCESS_READ, mmap
from pathlib import Path

from arxtui.files import open_replacement
from arxtui.light import NamedTuple
from arxtui.model.counted import counted
from arxtui.model.dblp import DblpRecord
from arxtui.model.dois import ARXIV_DOI
from arxtui.store.errors import Damaged, StoreError
from arxtui.store.sqlite.zstd import frames
from arxtui.text import readable
from arxtui.text.mentions.titles import title_words

_BLOCKS, _RUNS = frames(9), frames(1)
"""Blocks are read for years, runs once."""
_COUNT = struct.Struct("<I")
_BETWEEN_AUTHORS = "\x1f"
MOST_BYTES = 64 << 20
"""The most bytes of one frame unpacked."""
_MAGIC = f"arxtui dblp 1 {sys.byteorder}\n".encode()
_BLOCK = 256
"""Records of a block: 40 kB unpacked, a tenth of a millisecond."""
_FOOTER = struct.Struct("<QQQQ")
"""Where the first hashes, the places, the identifiers and the JSON begin."""
_CACHED = 64
_MOST_NAMED = 20
_BLOCK_BITS = 32


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


class DblpFacts(NamedTuple):
    """The number of records, and the latest day on which one of them was changed, as ``2026-11-01`` ("" if unknown)."""

    records: int
    changed: str

    @property
    def in_words(self) -> str:
        """``8,500,000 works of dblp as of 2026-11-01``."""
        return f"{counted(self.records, 'work')} of dblp{f' as of {self.changed}' if self.changed else ''}"


def write_works(path: Path, groups: Iterable[Sequence[Line]], facts: DblpFacts) -> None:
    """Write the file, complete or not at all, from all lines, sorted. Raises OSError, and what ``groups`` raises."""
    firsts, places = array("Q"), array("Q")
    named = [array("Q") for _ in range(256)]
    with open_replacement(path) as stream:
        place = stream.write(_MAGIC)
        for lines in groups:
            start = 0
            while start < len(lines):
                block = lines[start : start + _BLOCK]
                firsts.append(block[0].hash)
                places.append(place)
                for doi in chain.from_iterable(to_record(line.text).identifiers for line in block):
                    hashed = identifier_hash(doi)
                    named[hashed >> 24].append(hashed << _BLOCK_BITS | len(firsts) - 1)
                place += stream.write(pack(block, is_final=True))
                start += len(block)
        places.append(place)
        parts = [place]
        for part in (firsts, places, *(array("Q", sorted(each)) for each in named)):
            place += stream.write(part.tobytes())
            parts.append(place)
        stream.write(json.dumps(facts._asdict()).encode())
        stream.write(_FOOTER.pack(*parts[:3], place))


class DblpWorks:
    """The records of a file, looked up by title and by identifier. Raises Damaged where the file is."""

    def __init__(self, data: mmap) -> None:
        self._data = data
        try:
            firsts, places, named, facts = _FOOTER.unpack(data[-_FOOTER.size :])
            if data[: len(_MAGIC)] != _MAGIC:
                raise ValueError("another format")
            self.facts = DblpFacts(**json.loads(data[facts : -_FOOTER.size]))
            whole = memoryview(data)
            self._firsts, self._places, self._named = (
                whole[start:end].cast("Q") for start, end in ((firsts, places), (places, named), (named, facts))
            )
        except (ValueError, TypeError, struct.error) as error:
            raise _damaged(error) from error
        self._block = lru_cache(_CACHED)(self._read_block)

    @classmethod
    def open(cls, path: Path) -> DblpWorks | None:
        """Open the file; None if there is none. Raises StoreError."""
        try:
            with path.open("rb") as stream:
                return cls(mmap(stream.fileno(), 0, access=ACCESS_READ))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StoreError(f"{path} cannot be read: {error.strerror or error}") from error
        except ValueError as error:  # an empty file
            raise _damaged(error) from error

    def titled(self, words: Sequence[str]) -> list[DblpRecord]:
        """Return the records with the words of a title, folded (``text.mentions.titles``)."""
        wanted = title_hash(words)
        # Records with the hash may begin in the block before the first one that begins with it.
        first = max(bisect_left(self._firsts, wanted) - 1, 0)
        numbers = range(first, bisect_right(self._firsts, wanted))
        found = [record for number in numbers for record in self._with_hash(number, wanted & 0xFFFF)]
        return [record for record in found if words_of(record.title) == tuple(words)]

    def named(self, doi: str) -> list[DblpRecord]:
        """Return the records with a DOI."""
        lowest = identifier_hash(doi) << _BLOCK_BITS
        start = bisect_left(self._named, lowest)
        same = takewhile(
            lambda each: each >> _BLOCK_BITS == lowest >> _BLOCK_BITS, self._named[start : start + _MOST_NAMED]
        )
        blocks = dict.fromkeys(each & (1 << _BLOCK_BITS) - 1 for each in same)
        part = doi.lower().removeprefix(ARXIV_DOI).encode()
        records = (to_record(line) for number in blocks for line in self._block(number)[1] if part in line.lower())
        return [record for record in records if doi.lower() in record.identifiers]

    def _with_hash(self, number: int, bits: int) -> Iterator[DblpRecord]:
        hashes, lines = self._block(number)
        return (to_record(line) for each, line in zip(hashes, lines, strict=True) if each == bits)

    def _read_block(self, number: int) -> tuple[array[int], list[bytes]]:
        try:
            return unpack(self._data[self._places[number] : self._places[number + 1]], is_final=True)
        except (ValueError, IndexError, struct.error) as error:
            raise _damaged(error) from error


def _damaged(error: Exception) -> Damaged:
    return Damaged(f"The file with dblp's records is damaged ({error}): import the dump again.")
