"""Whole documents of a file: Atom, RSS, pages of arXiv, Pith's listing as HTML or text; also several one after the
other. Of any other text, the papers that it names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from xml.parsers.expat import ExpatError, ParserCreate

from arxtui.model.intake import Intake, Reject
from arxtui.sources.arxiv.api.atom import parse_answer
from arxtui.sources.arxiv.feed import parse_feed
from arxtui.sources.arxiv.pages.abstract import parse_abs
from arxtui.sources.arxiv.pages.listing import parse_listing
from arxtui.sources.arxiv.pages.wholeness import error_words
from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.sources.loose import DOCTYPE_REFUSED
from arxtui.sources.naming import names_in
from arxtui.sources.pith.listing import parse_html, parse_text
from arxtui.sources.refusal import refusal, root_name
from arxtui.text import decode

_WANTED = "Atom, RSS, OAI-PMH, JSON lines or a page of arXiv or Pith"
_WANTED_PAGE = "a listing or abstract page of arXiv, nor a listing of Pith"
_NOT_BLANK = re.compile(rb"[^\0 \t\r\n]")
_PIECE = 64 << 10
_MOST_DOCUMENTS = 1000
"""Of one file; what follows the last of them counts as part of it."""
_MARK = "\ufeff"
_LOOK_AHEAD = 4096
_ANNOUNCING = re.compile(r"updates on arXiv\.org|Feed error for query|announce_type|//rss\.arxiv\.org/")
_COUNTED = re.compile(r"opensearch|arxiv\.org/api")
_PAGE = re.compile(rb"<!doctype\s+html", re.I)
_FORMATS = frozenset({"rss", "RDF", "feed", "OAI-PMH"})
_ABSTRACT_PAGE = re.compile(r"""<meta\b[^>]*\bname=["']?citation_arxiv_id\b""")
_LISTING = re.compile(r"""\b(?:id=["']?dlpage|class=["']?list-title)\b""")
_TAGLINE = re.compile(r"(?m)^(?=pith\.(?: (?:machine review|the verified|sign in).*)?$)")

_Part = tuple[int, Callable[[], Intake]]


def read_documents(data: bytes, skip: int = 0) -> Iterator[Intake]:
    """One intake a document, without the first ``skip``; ``through`` counts documents.

    SourceError when nothing in the data can be read. Where one document of several fails, or something else follows,
    that is a Reject with its place.
    """
    parts = _parts(data)
    several = len(parts) > 1
    first_error: SourceError | None = None
    held: list[Intake] = []
    for number, (begin, read) in enumerate(parts[skip:], skip + 1):
        try:
            intake = read()
            held.append(replace(_renamed(intake, number) if number > 1 else intake, through=number))
        except SourceError as error:
            first_error = first_error or error
            reject = Reject(f"document {number} (byte {begin})", str(error))
            held.append(Intake(rejects=(reject,), through=number))
    if first_error and not skip and not (several and any(_gave(intake) for intake in held)):
        yield _named(data, first_error)
        return
    yield from held


def _named(data: bytes, error: SourceError) -> Intake:
    """The papers that a text names which is nothing else, and so ended in ``error``; that is raised where there are
    none, and for what is known and faulty."""
    head = decode(data[:_LOOK_AHEAD]).lstrip("\ufeff\0 \t\r\n")
    told = isinstance(error, UpstreamError)
    if head.startswith("<") and (told or root_name(head) in _FORMATS):
        raise error
    names = names_in(data)
    if not names:
        raise error if told else SourceError(f"{error}; it names no arXiv paper either") from error
    return Intake(through=1, named=names)


def _parts(data: bytes) -> list[_Part]:
    """Where each document begins, and how it is read."""
    head = decode(data[:_LOOK_AHEAD]).lstrip("\ufeff\0 \t\r\n")
    if not head.startswith("<"):
        return [(begin, partial(_read_text, text)) for begin, text in _texts(data)]
    if root_name(head) == "html":
        return [(begin, partial(_read_html, page)) for begin, page in _pages(data)]
    return [(begin, partial(_read_xml, part)) for begin, part in _xml_documents(data)]


def _read_text(text: str) -> Intake:
    return parse_text(text, _WANTED).intake


def _read_html(data: bytes) -> Intake:
    text = decode(data)
    if _ABSTRACT_PAGE.search(text):
        paper, history = parse_abs(data)
        return Intake(papers=(paper,), histories=(history,) if history else ())
    if _LISTING.search(text):
        # What a saved page announced is long past: not for the inbox.
        return replace(parse_listing(data).intake, archive=True)
    if words := error_words(text):
        raise UpstreamError(words)
    return parse_html(data, wanted=_WANTED_PAGE).intake


def _read_xml(data: bytes) -> Intake:
    head = decode(data[:_LOOK_AHEAD])
    name = root_name(head.lstrip(_MARK))
    if name in ("rss", "RDF") or (name == "feed" and _ANNOUNCING.search(head) and not _COUNTED.search(head)):
        return parse_feed(data).intake
    if name == "feed":
        page = parse_answer(data)
        doubt = (page.suspicious,) if page.suspicious else ()
        return replace(page.intake, notes=(*page.intake.notes, *doubt))
    if name == "OAI-PMH" or not data.startswith(b"<"):
        raise refusal(data, _WANTED)
    return _read_html(data)


def _xml_documents(data: bytes) -> list[tuple[int, bytes]]:
    """Each document with its place. One that is not well-formed reaches to the end of the data, as does the last one
    that is looked for."""
    found: list[tuple[int, bytes]] = []
    begin = 0
    while (begin := _begin(data, begin)) < len(data):
        end = begin + _end(memoryview(data)[begin:]) if len(found) + 1 < _MOST_DOCUMENTS else len(data)
        found.append((begin, data[begin:end]))
        begin = end
    return found


def _begin(data: bytes, place: int) -> int:
    """The place of the first byte from ``place`` on that is no blank."""
    found = _NOT_BLANK.search(data, place)
    return found.start() if found else len(data)


def _end(data: memoryview) -> int:
    """The byte after the first document of ``data``."""
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
        # In pieces: of a short document the long rest is not looked at.
        for place in range(0, len(data), _PIECE):
            parser.Parse(data[place : place + _PIECE], False)
        parser.Parse(b"", True)
    except (ExpatError, ValueError, LookupError):
        return parser.ErrorByteIndex if closed and parser.ErrorByteIndex > 0 else len(data)
    return len(data)


def _pages(data: bytes) -> list[tuple[int, bytes]]:
    begins = [match.start() for match in _PAGE.finditer(data)]
    edges = [0, *begins[1:], len(data)]
    return [(begin, data[begin:end]) for begin, end in pairwise(edges)]


def _texts(data: bytes) -> list[tuple[int, str]]:
    text = decode(data).replace("\r\n", "\n").lstrip(_MARK)
    parts = [part for part in _TAGLINE.split(text) if part.strip()] or [text]
    found: list[tuple[int, str]] = []
    begin = 0
    for part in parts:
        found.append((begin, part))
        begin += len(part.encode("utf-8", "replace"))
    return found


def _renamed(intake: Intake, number: int) -> Intake:
    rejects = tuple(replace(reject, place=f"document {number}, {reject.place}") for reject in intake.rejects)
    return replace(intake, rejects=rejects)


def _gave(intake: Intake) -> bool:
    return bool(intake.papers or intake.reviews)
