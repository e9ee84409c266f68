"""Entries of the query API's Atom: parsed with expat in one pass, and made into papers.

Expat is about as fast as ElementTree, and its faults have a position.

Element names: https://info.arxiv.org/help/api/user-manual.html#_details_of_atom_results_returned. The order of the
elements and of the three counters changed in 2025-11, so the parser does not rely on it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from xml.parsers.expat import ExpatError, ParserCreate

from arxtui.model.arxiv.ids import OLD_ARCHIVES, ArxivId
from arxtui.model.arxiv.taxonomy import ARCHIVES, CATEGORIES, RETIRED
from arxtui.model.paper import Author, Link, Paper
from arxtui.sources.errors import SourceError
from arxtui.sources.loose import DOCTYPE_REFUSED
from arxtui.sources.times import moment
from arxtui.text import clean, clean_block

# Codes without a dot are checked against a list. A code with a dot is accepted by its form, so that a category which
# arXiv adds later is not lost.
_CLASS = re.compile(r"[a-z]+(-[a-z]+)*\.[A-Za-z]+(-[A-Za-z]+)*")
_BARE = frozenset({*CATEGORIES, *RETIRED, *ARCHIVES, *OLD_ARCHIVES})
_ERROR_ID = "/api/errors"


@dataclass(slots=True)
class RawEntry:
    """An entry as sent: texts by field name, author names with affiliations, category terms, attributes of links."""

    texts: dict[str, str] = field(default_factory=dict)
    authors: list[tuple[str, list[str]]] = field(default_factory=list)
    categories: list[str] = field(default_factory=list)
    links: list[dict[str, str]] = field(default_factory=list)

    @property
    def error(self) -> str | None:
        """The message of an error entry, which arXiv sends as a single result; None for any other entry.

        The id of an error entry contains ``/api/errors``; for a bad sortBy or sortOrder, it links to the manual
        instead.
        """
        identifier = self.texts.get("id", "")
        core = any(name.strip() == "arXiv api core" for name, _ in self.authors)
        if _ERROR_ID not in identifier and not (core and self.texts.get("title", "").strip() == "Error"):
            return None
        words = self.texts.get("summary") or identifier.partition("#")[2].replace("_", " ")
        return clean(words) or "an error without a message"


def paper_of(raw: RawEntry) -> Paper:
    """Return the paper of an entry. Raises: ValueError, which says what is wrong with the entry."""
    texts = raw.texts
    identifier = ArxivId.parse(clean(texts.get("id", "")))
    title = clean(texts.get("title", ""))
    if not title:
        raise ValueError(f"{identifier} has no title")
    return Paper(
        id=identifier.base,
        version=identifier.version,
        title=title,
        abstract=clean_block(texts.get("summary", "")),
        authors=_authors(raw.authors),
        categories=categories(raw.categories, texts.get("primary", "")),
        published=moment(texts["published"].strip()) if "published" in texts else None,
        updated=moment(texts["updated"].strip()) if "updated" in texts else None,
        comment=clean(texts.get("comment", "")) or None,
        journal_ref=clean(texts.get("journal_ref", "")) or None,
        doi=clean(texts.get("doi", "")) or None,
        links=tuple(_link(attributes) for attributes in raw.links if attributes.get("href")),
        source="api",
    )


def categories(terms: list[str], primary: str = "") -> tuple[str, ...]:
    """Return arXiv's categories among ``terms`` without duplicates, with ``primary`` (default: the first) in front.

    Until 2025, the terms also include MSC and ACM classes (``53C30``, ``I.2.7``) under arXiv's own scheme.
    """
    front = _token(primary)
    return tuple(dict.fromkeys((*((front,) if front else ()), *filter(is_category, map(_token, terms)))))


@lru_cache(maxsize=4096)
def is_category(term: str) -> bool:
    """Whether a term has the form of an arXiv category."""
    return term in _BARE or _CLASS.fullmatch(term) is not None


def _authors(raw: list[tuple[str, list[str]]]) -> tuple[Author, ...]:
    authors = ((clean(name), places) for name, places in raw)
    return tuple(Author(name, tuple(filter(None, map(clean, places)))) for name, places in authors if name)


def _link(attributes: dict[str, str]) -> Link:
    rel, title, kind = (_token(attributes.get(name)) for name in ("rel", "title", "type"))
    return Link(clean(attributes["href"]), rel, title, kind)


@lru_cache(maxsize=4096)
def _token(text: str | None) -> str:
    """Clean one of the few texts that are repeated in every entry; cached for that reason."""
    return clean(text or "")


_ATOM = "http://www.w3.org/2005/Atom "
_ARXIV = "http://arxiv.org/schemas/atom "
_OPENSEARCH = "http://a9.com/-/spec/opensearch/1.1/ "

FEED = _ATOM + "feed"
_ENTRY = _ATOM + "entry"
_AUTHOR = _ATOM + "author"
_CATEGORY = _ATOM + "category"
_LINK = _ATOM + "link"
_PRIMARY = _ARXIV + "primary_category"
_NAME = _ATOM + "name"
_AFFILIATION = _ARXIV + "affiliation"

_TEXTS = {
    **{_ATOM + name: name for name in ("id", "title", "summary", "updated", "published")},
    **{_ARXIV + name: name for name in ("comment", "journal_ref", "doi")},
}
_COUNTERS = {_OPENSEARCH + name: name for name in ("totalResults", "startIndex", "itemsPerPage")}
_READ = frozenset({*_TEXTS, *_COUNTERS, _NAME, _AFFILIATION})


@dataclass(slots=True)
class ScanResult:
    """The result of expat: the name of the root element, complete entries, counters, and the fault that stopped the
    parser.

    ``fault_at`` is the byte of the fault; ``complete`` is True if the root element was closed. ``title`` and
    ``address`` (the first link) belong to the whole response.
    """

    root: str = ""
    title: str = ""
    address: str = ""
    entries: list[RawEntry] = field(default_factory=list)
    counters: dict[str, int] = field(default_factory=dict)
    complete: bool = False
    fault: str | None = None
    fault_at: int = 0


def scan(data: bytes) -> ScanResult:
    """Parse as far as the XML is well-formed. Raises: SourceError for a document type declaration."""
    return _Reader().read(data)


class _Reader:
    def __init__(self) -> None:
        self.scan = ScanResult()
        self.depth = 0
        self.entry: RawEntry | None = None
        self.affiliations: list[str] = []
        self.in_author = False
        self.text_parts: list[str] = []

    def read(self, data: bytes) -> ScanResult:
        parser = ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.text_parts.append
        parser.StartDoctypeDeclHandler = _refuse
        try:
            parser.Parse(data, True)
        except (ExpatError, ValueError, LookupError) as error:
            self.scan.fault = str(error).partition(":")[0]
            self.scan.fault_at = max(parser.ErrorByteIndex, 0)
        return self.scan

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if name in _READ:
            self.text_parts.clear()
        elif self.entry is None:
            if name == _ENTRY:
                self.entry = RawEntry()
            elif self.depth == 1:
                self.scan.root = name
            elif name == _LINK:
                self.scan.address = self.scan.address or attributes.get("href", "")
        else:
            self.start_in_entry(self.entry, name, attributes)

    def start_in_entry(self, entry: RawEntry, name: str, attributes: dict[str, str]) -> None:
        if name == _AUTHOR:
            self.affiliations = []
            self.in_author = True
            entry.authors.append(("", self.affiliations))
        elif name == _CATEGORY:
            entry.categories.append(attributes.get("term", ""))
        elif name == _LINK:
            entry.links.append(attributes)
        elif name == _PRIMARY:
            entry.texts.setdefault("primary", attributes.get("term", ""))

    def end(self, name: str) -> None:
        self.depth -= 1
        if self.depth == 0:
            self.scan.complete = True
        if self.entry is None:
            self.end_outside(name)
        elif name == _ENTRY:
            self.scan.entries.append(self.entry)
            self.entry = None
        elif name in _READ:
            self.end_in_entry(self.entry, name)
        elif name == _AUTHOR:
            self.in_author = False

    def end_outside(self, name: str) -> None:
        if name in _COUNTERS:
            self.count(_COUNTERS[name])
        elif name == _ATOM + "title":
            self.scan.title = "".join(self.text_parts).strip()

    def end_in_entry(self, entry: RawEntry, name: str) -> None:
        text = "".join(self.text_parts)
        if name in _TEXTS:
            entry.texts.setdefault(_TEXTS[name], text)
        elif not self.in_author:
            return
        elif name == _NAME:
            entry.authors[-1] = (text, self.affiliations)
        else:
            self.affiliations.append(text)

    def count(self, name: str) -> None:
        text = "".join(self.text_parts).strip()
        if text.isdecimal() and len(text) < 12:
            self.scan.counters[name] = int(text)


def _refuse(*_: object) -> None:
    raise SourceError(DOCTYPE_REFUSED)
