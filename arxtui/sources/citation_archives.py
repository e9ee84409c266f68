"""The files of citations in an archive, read as one file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from arxtui.sources.citation_files import is_of_citations
from arxtui.sources.packed import Unpacked
from arxtui.sources.postgres import PostgresDump, is_dump
from arxtui.sources.tarred import TarArchive, is_tar
from arxtui.sources.zipped import Archive, is_zip
from arxtui.text import decode

_HEAD = 1 << 12


class UnpackedCitations:
    """The bytes of a file in chunks, unpacked if it is packed with gzip or xz; of a zip or tar archive those of the
    files of citations in it, one after the other. All are of the form of the first. Of a dump of PostgreSQL the table
    of citations.

    Iteration stops at the first fault; ``fault`` then describes it, and the bytes before it are valid.
    """

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = iter(chunks)
        self.fault: str | None = None

    def __iter__(self) -> Iterator[bytes]:
        first = next(self._chunks, b"")
        chunks = chain([first], self._chunks)
        if is_zip(first):
            archive = Archive(chunks)
            yield from _of_citations(archive.members())
            self.fault = archive.fault
            return
        unpacked = Unpacked(chunks)
        inner = iter(unpacked)
        first = next(inner, b"")
        rest = chain([first], inner)
        tar = TarArchive(rest) if is_tar(first) else None
        dump = PostgresDump(rest) if is_dump(first) else None
        yield from _of_citations(tar.members()) if tar else dump or rest
        inside = tar or dump
        self.fault = unpacked.fault or (inside.fault if inside else None)


def _of_citations(members: Iterable[Iterable[bytes]]) -> Iterator[bytes]:
    for member in members:
        chunks = iter(member)
        first = next(chunks, b"")
        if is_of_citations(decode(first[:_HEAD])):
            yield from chain([first], chunks, [b"\n"])
