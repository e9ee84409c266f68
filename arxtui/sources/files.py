"""Files of papers and reviews, told apart by what is in them and never by their names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO

from arxtui.model.intake import Intake, Reject
from arxtui.sources.documents import read_documents
from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.sources.jsonlines import read_lines
from arxtui.sources.packed import Unpacked
from arxtui.sources.refusal import upstream_words
from arxtui.text import decode

_LOOK_AHEAD = 4096
_DOCUMENT_LIMIT = 64 << 20


def read_file(stream: BinaryIO) -> Iterator[Intake]:
    """What a file holds, piece by piece; it may be packed with gzip or xz.

    Known are answers of the query API (Atom), announcement feeds (RSS, Atom), Pith's listing as HTML or saved as text,
    and JSON lines (``sources.records``), which are read as a stream. Records that cannot be taken are Rejects with
    their place. SourceError says in words why a file as a whole is nothing of these; it may come after the first
    ``next``. OSError of the stream passes.
    """
    packed = Unpacked(stream)
    pieces = iter(packed)
    head = b""
    for piece in pieces:
        head += piece
        if len(head.strip(b"\0 \t\r\n")) >= _LOOK_AHEAD:
            break
    try:
        yield from _intakes(head, pieces)
    except SourceError as error:
        raise SourceError(f"{packed.fault}; {error}") if packed.fault else error from error
    if packed.fault:
        yield Intake(rejects=(Reject("the end", packed.fault),))


def _intakes(head: bytes, rest: Iterator[bytes]) -> Iterator[Intake]:
    begin = decode(head[: 2 * _LOOK_AHEAD]).lstrip("\ufeff\0 \t\r\n")
    if not begin:
        raise SourceError("it is empty")
    if words := upstream_words(begin):
        raise UpstreamError(words)
    if begin.startswith("{"):
        yield from read_lines(chain((head,), rest))
    else:
        yield from read_documents(_whole(head, rest))


def _whole(head: bytes, rest: Iterator[bytes]) -> bytes:
    data = bytearray(head)
    for piece in rest:
        data += piece
        if len(data) > _DOCUMENT_LIMIT:
            raise SourceError(f"larger than {_DOCUMENT_LIMIT >> 20} MB, and not JSON lines")
    return bytes(data)
