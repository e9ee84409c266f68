"""Files of papers and reviews. The format is detected from the content, never from the file name.

Atom, RSS, pages of arXiv, and Pith's listing as HTML or text have to be read whole. Such a file may contain several
documents in succession. From any other text, the arXiv identifiers in it are extracted.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, pairwise
from typing import BinaryIO, Protocol
from xml.parsers.expat import ExpatError, ParserCreate

from arxtui.model.intake import Intake, Reject
from arxtui.sources.archives import ZipArchive, is_zip
from arxtui.sources.arxiv.api.atom import parse_answer
from arxtui.sources.arxiv.feed import parse_feed
from arxtui.sources.arxiv.oai.answers import is_oai, read_oai
from arxtui.sources.arxiv.pages.abstract import parse_abs
from arxtui.sources.arxiv.pages.listing import parse_listing
from arxtui.sources.arxiv.pages.texts import error_message
from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.sources.jsonlines import FilePart, read_lines
from arxtui.sources.loose import DOCTYPE_REFUSED
from arxtui.sources.packed import CHUNK_SIZE, Unpacked
from arxtui.sources.paper_ids import paper_ids_in
from arxtui.sources.pith.listing import parse_html, parse_text
from arxtui.sources.refusal import refusal, root_name, upstream_message
from arxtui.text import decode
from arxtui.text.mentions.identifiers import ids_in

_EXPECTED = "Atom, RSS, OAI-PMH, JSON lines or a page of arXiv or Pith"
_EXPECTED_PAGE = "a listing or abstract page of arXiv, nor a listing of Pith"
_NOT_BLANK = re.compile(rb"[^\0 \t\r\n]")
_CHUNK = 64 << 10
_MAX_DOCUMENTS = 1000
"""Documents read from one file. The last of them extends to the end of the file, whatever follows."""
_BYTE_ORDER_MARK = "\ufeff"
_ANNOUNCING = re.compile(r"updates on arXiv\.org|Feed error for query|announce_type|//rss\.arxiv\.org/")
_COUNTED = re.compile(r"opensearch|arxiv\.org/api")
_PAGE = re.compile(rb"<!doctype\s+html", re.I)
_FORMATS = frozenset({"rss", "RDF", "feed", "OAI-PMH"})
_ABSTRACT_PAGE = re.compile(r"""<meta\b[^>]*\bname=["']?citation_arxiv_id\b""")
_LISTING = re.compile(r"""\b(?:id=["']?dlpage|class=["']?list-title)\b""")
_TAGLINE = re.compile(r"(?m)^(?=pith\.(?: (?:machine review|the verified|sign in).*)?$)")

_Part = tuple[int, Callable[[], Intake]]
_log = logging.getLogger(__name__)
_LOOK_AHEAD = 4096
_MAX_DOCUMENT_SIZE = 64 << 20
# The position in an archive: the number of the member, shifted left by this many bits, plus the position in the member.
_POSITION_BITS = 40
_MAX_MEMBERS_LISTED = 20


def read_documents(data: bytes, skip: int = 0) -> Iterator[Intake]:
    """Yield one intake per document, without the first ``skip`` documents; ``through`` is the number of the document.

    If one document of several cannot be read, or something unreadable follows, the intake has a Reject with its place.

    Raises: SourceError if nothing in the data can be read.
    """
    parts = _parts(data)
    several = len(parts) > 1
    first_error: SourceError | None = None
    intakes: list[Intake] = []
    for number, (begin, read) in enumerate(parts[skip:], skip + 1):
        try:
            intake = read()
            intakes.append(replace(_with_document_number(intake, number) if number > 1 else intake, through=number))
        except SourceError as error:
            first_error = first_error or error
            reject = Reject(f"document {number} (byte {begin})", str(error))
            intakes.append(Intake(rejects=(reject,), through=number))
    if first_error and not skip and not (several and any(_has_records(intake) for intake in intakes)):
        yield _mentioned_papers(data, first_error)
        return
    yield from intakes


def _mentioned_papers(data: bytes, error: SourceError) -> Intake:
    """Return an intake of the papers named in a text that has no known format. ``error`` says why it could not be
    parsed.

    Raises: ``error`` if the text is a faulty file of a known format, is an error response, or names no paper.
    """
    head = decode(data[:_LOOK_AHEAD]).lstrip("\ufeff\0 \t\r\n")
    is_error = isinstance(error, UpstreamError)
    if head.startswith("<") and (is_error or root_name(head) in _FORMATS):
        raise error
    names = paper_ids_in(data)
    if not names:
        raise error if is_error else SourceError(f"{error}; it names no arXiv paper either") from error
    return Intake(through=1, named=names)


def _parts(data: bytes) -> list[_Part]:
    """Split the data into documents. Returns the byte offset of each document, and the function that reads it."""
    head = decode(data[:_LOOK_AHEAD]).lstrip("\ufeff\0 \t\r\n")
    if not head.startswith("<"):
        return [(begin, partial(_read_text, text)) for begin, text in _texts(data)]
    if root_name(head) == "html":
        return [(begin, partial(_read_html, page)) for begin, page in _pages(data)]
    return [(begin, partial(_read_xml, part)) for begin, part in _xml_documents(data)]


def _read_text(text: str) -> Intake:
    return parse_text(text, _EXPECTED).intake


def _read_html(data: bytes) -> Intake:
    text = decode(data)
    if _ABSTRACT_PAGE.search(text):
        paper, history = parse_abs(data)
        return Intake(papers=(paper,), histories=(history,) if history else ())
    if _LISTING.search(text):
        # The announcements on a saved page are old: they must not reach the inbox.
        return replace(parse_listing(data).intake, archive=True)
    if words := error_message(text):
        raise UpstreamError(words)
    return parse_html(data, expected=_EXPECTED_PAGE).intake


def _read_xml(data: bytes) -> Intake:
    head = decode(data[:_LOOK_AHEAD])
    name = root_name(head.lstrip(_BYTE_ORDER_MARK))
    if name in ("rss", "RDF") or (name == "feed" and _ANNOUNCING.search(head) and not _COUNTED.search(head)):
        return parse_feed(data).intake
    if name == "feed":
        page = parse_answer(data)
        doubt = (page.suspicious,) if page.suspicious else ()
        return replace(page.intake, notes=(*page.intake.notes, *doubt))
    if name == "OAI-PMH" or not data.startswith(b"<"):
        raise refusal(data, _EXPECTED)
    return _read_html(data)


def _xml_documents(data: bytes) -> list[tuple[int, bytes]]:
    """Split the data into XML documents, each with its byte offset. A document that is not well-formed extends to the
    end of the data, and so does the last of ``_MAX_DOCUMENTS``."""
    documents: list[tuple[int, bytes]] = []
    begin = 0
    while (begin := _document_start(data, begin)) < len(data):
        end = begin + _document_end(memoryview(data)[begin:]) if len(documents) + 1 < _MAX_DOCUMENTS else len(data)
        documents.append((begin, data[begin:end]))
        begin = end
    return documents


def _document_start(data: bytes, place: int) -> int:
    """Return the offset of the first byte at or after ``place`` that is not blank."""
    match = _NOT_BLANK.search(data, place)
    return match.start() if match else len(data)


def _document_end(data: memoryview) -> int:
    """Return the offset of the byte after the first document of ``data``."""
    depth = 0
    closed = False

    def start(_: str, __: dict[str, str]) -> None:
        nonlocal depth
        depth += 1

    def end(_: str) -> None:
        nonlocal depth, closed
        depth -= 1
        closed = closed or not depth

    def refuse(*_: object) -> None:
        raise SourceError(DOCTYPE_REFUSED)

    parser = ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler, parser.StartDoctypeDeclHandler = start, end, refuse
    try:
        # In chunks: parsing stops soon after a short document, however much follows it.
        for place in range(0, len(data), _CHUNK):
            parser.Parse(data[place : place + _CHUNK], False)
        parser.Parse(b"", True)
    except (ExpatError, ValueError, LookupError):
        return parser.ErrorByteIndex if closed and parser.ErrorByteIndex > 0 else len(data)
    return len(data)


def _pages(data: bytes) -> list[tuple[int, bytes]]:
    begins = [match.start() for match in _PAGE.finditer(data)]
    edges = [0, *begins[1:], len(data)]
    return [(begin, data[begin:end]) for begin, end in pairwise(edges)]


def _texts(data: bytes) -> list[tuple[int, str]]:
    text = decode(data).replace("\r\n", "\n").lstrip(_BYTE_ORDER_MARK)
    parts = [part for part in _TAGLINE.split(text) if part.strip()] or [text]
    documents: list[tuple[int, str]] = []
    begin = 0
    for part in parts:
        documents.append((begin, part))
        begin += len(part.encode("utf-8", "replace"))
    return documents


def _with_document_number(intake: Intake, number: int) -> Intake:
    rejects = tuple(replace(reject, place=f"document {number}, {reject.place}") for reject in intake.rejects)
    return replace(intake, rejects=rejects)


def _has_records(intake: Intake) -> bool:
    return bool(intake.papers or intake.reviews)


class _ByteSource(Protocol):
    """Bytes in chunks. After the last chunk, ``fault`` says why reading stopped; it is None at the end of the file."""

    fault: str | None

    def __iter__(self) -> Iterator[bytes]: ...


def read_file_parts(stream: BinaryIO, name: str, skip: int = 0) -> Iterator[FilePart]:
    """Split a file into parts, each to be parsed here or by another process. The file may be packed with gzip or xz, or
    be a zip archive.

    Known formats: responses of the query API (Atom), announcement feeds (RSS, Atom), Pith's listing as HTML or saved as
    text, OAI-PMH records and JSON lines (``sources.records``). The last two are read as streams. From any other text,
    the identifiers of papers are extracted (``sources.paper_ids``). Invalid records become Rejects with their place.
    ``name`` is only for the log.

    ``FilePart.through`` is the position that has been read: a number of lines in JSON lines, of records in OAI-PMH, of
    documents in all other formats. In an archive, the number of the member is in the bits above the lowest 40. To
    resume, pass it as ``skip``: the same parts follow that would have followed. The stream is read once, in chunks of
    256 kB, and never far ahead, so that ``stream.tell()`` between two parts shows the progress.

    Raises:
        SourceError: the file has no known format and names no paper; or, after the readable parts, the rest is
            unreadable.
        OSError: from the stream.
    """
    chunks = iter(partial(stream.read, CHUNK_SIZE), b"")
    begin = next(chunks, b"")
    chunks = chain([begin], chunks)
    if is_zip(begin):
        yield from _read_archive(ZipArchive(chunks), name, skip)
    else:
        yield from _read(Unpacked(chunks), name, skip)


def _read(data: _ByteSource, name: str, skip: int) -> Iterator[FilePart]:
    chunks = iter(data)
    try:
        head, begin = _head(chunks)
        _log.debug("%s begins %r", name, begin[:40])
        yield from _split(begin, chain(head, chunks), skip)
    except SourceError as error:
        raise SourceError(f"{data.fault}; {error}") if data.fault else error from error
    if data.fault:
        raise SourceError(data.fault)


def _read_archive(archive: ZipArchive, name: str, skip: int) -> Iterator[FilePart]:
    """Yield the parts of all members of known format in order. The last part has a note on each member left out."""
    any_known = skip > 0
    left_out: list[str] = []
    cut_short: list[str] = []
    place = 0
    for number, member in enumerate(archive.members()):
        if number < skip >> _POSITION_BITS or member.name.endswith("/"):
            continue
        place = number << _POSITION_BITS
        known = skip > place
        try:
            # Name the member in the place of a reject, if the archive has several members.
            within = member.name if number else ""
            for part in _read(member, f"{name}: {member.name}", max(0, skip - place)):
                yield replace(part, member=within, through=place | part.through)
                known = True
        except SourceError as error:
            if member.fault:
                raise SourceError(member.fault) from error
            (cut_short if known else left_out).append(f"“{member.name}” in the zip archive: {error}")
        any_known = any_known or known
    if faults := [archive.fault] if archive.fault else cut_short:
        raise SourceError("; ".join(faults))
    if not any_known:
        raise SourceError(left_out[0] if left_out else "the zip archive is empty")
    if left_out:
        yield FilePart(max(place, skip), read=Intake(notes=tuple(_left_out(left_out))))


def _left_out(members: Sequence[str]) -> Iterator[str]:
    yield from (f"left out: {words}" for words in members[:_MAX_MEMBERS_LISTED])
    if len(members) > _MAX_MEMBERS_LISTED:
        yield f"left out: {len(members) - _MAX_MEMBERS_LISTED:,} more members of the zip archive"


def _head(chunks: Iterator[bytes]) -> tuple[list[bytes], str]:
    """Read the first chunks. Returns them, and the beginning of their text without byte order mark and blanks."""
    head: list[bytes] = []
    begin = b""
    for chunk in chunks:
        head.append(chunk)
        begin = (begin + chunk).lstrip(b"\0 \t\r\n")
        if len(begin) >= _LOOK_AHEAD or sum(map(len, head)) > _MAX_DOCUMENT_SIZE:
            break
    text = decode(begin[:_LOOK_AHEAD]).lstrip("\ufeff\0 \t\r\n")
    if not text:
        raise SourceError("it is empty")
    return head, text


def _split(begin: str, chunks: Iterator[bytes], skip: int) -> Iterator[FilePart]:
    if (words := upstream_message(begin)) and not ids_in(begin):
        raise UpstreamError(words)
    if begin.startswith("{"):
        yield from read_lines(chunks, skip)
    elif begin.startswith("<") and is_oai(root_name(begin)):
        yield from (FilePart(intake.through, read=intake) for intake in read_oai(chunks, skip))
    else:
        yield from (FilePart(intake.through, read=intake) for intake in read_documents(_read_whole(chunks), skip))


def _read_whole(chunks: Iterable[bytes]) -> bytes:
    data = bytearray()
    for chunk in chunks:
        data += chunk
        if len(data) > _MAX_DOCUMENT_SIZE:
            raise SourceError(f"larger than {_MAX_DOCUMENT_SIZE >> 20} MB, and neither JSON lines nor OAI-PMH")
    return bytes(data)
