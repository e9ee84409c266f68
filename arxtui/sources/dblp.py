"""The dump of dblp (https://dblp.org/xml/, CC0): one XML file, described in https://dblp.org/xml/docu/dblpxml.pdf.

It has millions of records below one element, in any order: publications (``article``, ``inproceedings``, …) and persons
(``www``, ``person``). A record has ``key``, ``mdate`` and ``publtype`` as attributes, its authors in their order
(``Ada Example 0002`` is the second of this name), a title with ``<i>``, ``<sub>`` and the like, and the addresses of
electronic editions (``ee``), among them the DOI. Preprints of arXiv are articles of the journal CoRR, with the id in
``volume`` as ``abs/2301.00001``. The file is ASCII, with the entities of a DTD that are those of HTML.

The file is read as what it is, a row of records, not by an XML parser: no entity is defined by the file itself, and a
record that is broken or has no end loses only itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape
from itertools import pairwise
from urllib.parse import unquote

from arxtui.light import NamedTuple, pattern
from arxtui.model.dblp import PREPRINTS, DblpRecord
from arxtui.model.dois import ARXIV_DOI
from arxtui.sources.errors import SourceError
from arxtui.text import clean

_BEGIN = pattern(r"\s*(?:<[?!](?!DOCTYPE)[^<>]*>\s*)*<(?:!DOCTYPE\s+)?dblp\b")
_START = re.compile(
    rb"<(article|inproceedings|proceedings|book|incollection|phdthesis|mastersthesis|data|www|person)\b([^<>]*)>"
)
_NO_PUBLICATIONS = frozenset((b"www", b"person"))
_NAMES = "author|editor|title|journal|booktitle|school|publisher|volume|year|ee"
_FIELD = pattern(rf"<({_NAMES})\b[^<>]*>([^<]*(?:<(?!/?(?:{_NAMES})\b)[^<]*)*)</\1>")
_ATTRIBUTE = pattern(r"""\b(key|mdate|publtype)\s*=\s*["']([^"'<>]*)["']""")
_DAY = pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MARKUP = pattern(r"</?[a-z]+\b[^<>]*>")
_NUMBER_OF_NAMESAKE = pattern(r" \d{4}$")
_DOI = pattern(r"https?://(?:dx\.)?doi\.(?:acm\.|ieeecomputersociety\.)?org/(10\.\d{4,9}/\S+)", re.I)
_ARXIV = pattern(r"(?:abs/|https?://arxiv\.org/abs/)(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?")
_VENUES = ("journal", "booktitle", "school", "publisher")
_PART = 1 << 20
_LONGEST = 1 << 20
"""The most bytes of a record: that of an article with 3,000 authors has a third of them."""
_MOST_AUTHORS = 5_000
_MOST_DOIS = 4
_LONGEST_TEXT = 2_000


class DblpPart(NamedTuple):
    """Records of a dump, the position of their end in the unpacked file, in bytes, the latest day on which one of them
    was changed (``2026-11-01``), and the number of those that cannot be read."""

    records: tuple[DblpRecord, ...]
    through: int
    changed: str = ""
    rejected: int = 0


def is_dblp(begin: str) -> bool:
    """Whether a file that begins with these characters is a dump of dblp."""
    return _BEGIN.match(begin) is not None


def read_dblp(chunks: Iterable[bytes], skip: int = 0) -> Iterator[DblpPart]:
    """Yield the publications of a dump in parts, those of a megabyte of it each, from the position ``skip`` on.

    Raises: SourceError if the file ends within a record, or has none.
    """
    place, buffer, is_any = 0, b"", skip > 0
    for chunk in chunks:
        if place + len(buffer) + len(chunk) <= skip:  # what an earlier run has read
            place += len(chunk)
            continue
        buffer += chunk
        if place < skip:
            buffer, place = buffer[skip - place :], skip
        if len(buffer) < _PART:
            continue
        part = _part(buffer, place)
        buffer, place = buffer[part.through - place :], part.through
        is_any |= bool(part.records)
        yield part
    body, closing, _ = buffer.rpartition(b"</dblp>")  # which is read again if all is stored but not finished
    part = _part((body if closing else buffer) + b"<www>", place)  # behind the last record there is no other one
    if not (is_any or part.records):
        raise SourceError("it is a dump of dblp without records")
    yield part
    if not closing:
        raise SourceError("it ends early: its last element is not closed")


def _part(buffer: bytes, place: int) -> DblpPart:
    """Return the records of a part of the file that begins at a place, without the last one, which may not be whole."""
    rejected, changed = 0, ""
    records = []
    starts = list(_START.finditer(buffer))
    for start, following in pairwise(starts):
        if start[1] in _NO_PUBLICATIONS:
            continue
        attributes = dict(_ATTRIBUTE.findall(start[2].decode("latin-1")))
        end = buffer.find(b"</%s>" % start[1], start.end(), following.start())
        body = buffer[start.end() : end].decode("latin-1") if 0 <= end - start.end() < _LONGEST else ""
        if record := _record(start[1].decode(), attributes, body):
            records.append(record)
            changed = max(changed, *_DAY.findall(attributes.get("mdate", "")), "")
        else:
            rejected += 1
    through = starts[-1].start() if starts else 0
    if len(buffer) - through > 2 * _LONGEST:  # a record without an end
        through, rejected = len(buffer) - _LONGEST, rejected + 1
    return DblpPart(tuple(records), place + min(through, len(buffer)), changed, rejected)


def _record(kind: str, attributes: dict[str, str], body: str) -> DblpRecord | None:
    """Return the record with these fields; None if it has no key or no title."""
    fields: dict[str, list[str]] = {}
    for name, value in _FIELD.findall(body):
        fields.setdefault(name, []).append(_plain(value))
    key, title = clean(attributes.get("key", ""))[:_LONGEST_TEXT], next(iter(fields.get("title", ())), "")
    if not key or not title:
        return None
    names = fields.get("author") or fields.get("editor") or ()
    authors = tuple(_NUMBER_OF_NAMESAKE.sub("", name) for name in names[:_MOST_AUTHORS] if name)
    year = next(iter(fields.get("year", ())), "")
    venue = next((fields[name][0] for name in _VENUES if name in fields), "")
    volume = next(iter(fields.get("volume", ())), "") if venue == PREPRINTS else ""
    kind = f"{kind} {clean(attributes.get('publtype', ''))[:_LONGEST_TEXT]}".rstrip()
    number = int(year) if re.fullmatch("[0-9]{4}", year) else 0
    return DblpRecord(
        key, kind, title.removesuffix("."), authors, number, venue, *_identifiers(fields.get("ee", ()), volume)
    )


def _plain(value: str) -> str:
    """Return the text of a field in one line, without markup."""
    if "<" in value:
        value = _MARKUP.sub("", value)
    if "&" in value:
        value = unescape(value)
    return clean(value[:_LONGEST_TEXT])


def _identifiers(editions: Iterable[str], volume: str) -> tuple[tuple[str, ...], str]:
    """Return the DOIs and the arXiv id of a record from the addresses of its editions and, in CoRR, its volume."""
    dois: dict[str, None] = {}
    arxiv = found[1] if (found := _ARXIV.match(volume)) else ""
    for edition in editions:
        if doi := _DOI.match(edition):
            name = clean(unquote(doi[1])).lower().replace(" ", "")
            if name.startswith(ARXIV_DOI):
                arxiv = arxiv or name.removeprefix(ARXIV_DOI)
            else:
                dois[name] = None
        elif found := _ARXIV.match(edition):
            arxiv = arxiv or found[1]
    return tuple(dois)[:_MOST_DOIS], arxiv
