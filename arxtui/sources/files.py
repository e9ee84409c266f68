"""Files of papers and reviews, told apart by what is in them and never by their names."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO

from arxtui.model.intake import Intake
from arxtui.sources.documents import read_documents
from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.sources.jsonlines import read_lines
from arxtui.sources.packed import Unpacked
from arxtui.sources.refusal import upstream_words
from arxtui.text import decode

_log = logging.getLogger(__name__)

_LOOK_AHEAD = 4096
_DOCUMENT_LIMIT = 64 << 20


def read_file(stream: BinaryIO, name: str, skip: int = 0) -> Iterator[Intake]:
    """What a file holds, piece by piece; it may be packed with gzip or xz.

    Known are answers of the query API (Atom), announcement feeds (RSS, Atom), Pith's listing as HTML or saved as text,
    and JSON lines (``sources.records``), which are read as a stream. Records that cannot be taken are Rejects with
    their place. SourceError says in words why a file as a whole is nothing of these, or, after what could be read of
    it, why a packed one cannot be read to its end. OSError of the stream passes. ``name`` is for the log alone.

    ``Intake.through`` says how far the file was read when the intake was made: in lines of JSON lines, in documents of
    the rest. Given as ``skip``, reading goes on behind that place with the very intakes that would have followed. The
    stream is read in pieces of 256 kB and never far ahead, so ``stream.tell()`` between two intakes tells the progress.
    """
    packed = Unpacked(stream)
    pieces = iter(packed)
    try:
        head, begin = _head(pieces)
        _log.debug("%s begins %r", name, begin[:40])
        yield from _intakes(begin, chain(head, pieces), skip)
    except SourceError as error:
        raise SourceError(f"{packed.fault}; {error}") if packed.fault else error from error
    if packed.fault:
        raise SourceError(packed.fault)


def _head(pieces: Iterator[bytes]) -> tuple[list[bytes], str]:
    """The first pieces, and the text they begin with, without a byte order mark and blanks before it."""
    held: list[bytes] = []
    begin = b""
    for piece in pieces:
        held.append(piece)
        begin = (begin + piece).lstrip(b"\0 \t\r\n")
        if len(begin) >= _LOOK_AHEAD or sum(map(len, held)) > _DOCUMENT_LIMIT:
            break
    text = decode(begin[:_LOOK_AHEAD]).lstrip("\ufeff\0 \t\r\n")
    if not text:
        raise SourceError("it is empty")
    return held, text


def _intakes(begin: str, pieces: Iterator[bytes], skip: int) -> Iterator[Intake]:
    if words := upstream_words(begin):
        raise UpstreamError(words)
    if begin.startswith("{"):
        yield from read_lines(pieces, skip)
    else:
        yield from read_documents(_whole(pieces), skip)


def _whole(pieces: Iterator[bytes]) -> bytes:
    data = bytearray()
    for piece in pieces:
        data += piece
        if len(data) > _DOCUMENT_LIMIT:
            raise SourceError(f"larger than {_DOCUMENT_LIMIT >> 20} MB, and not JSON lines")
    return bytes(data)
