"""Announcement feeds as RSS 2.0, joined for several categories (https://info.arxiv.org/help/rss.html)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from email.utils import format_datetime
from xml.sax.saxutils import escape

from arxtui.demo.wire.atom import PROLOG
from arxtui.model.arxiv.calendar import eastern, midnight
from arxtui.model.paper import AnnounceType, Author, Paper

FeedItem = tuple[Paper, AnnounceType]
"""A paper at its announced version, and the type of its announcement in the feed's categories."""

_RSS = (
    '<rss xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" version="2.0">'
)
_ORDER = list(AnnounceType)
_SYMBOLS = {"\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0308": '"', "\u0304": "=", "\u0307": "."}
_LETTERS = {"\u030c": "v", "\u0327": "c", "\u0328": "k", "\u030a": "r", "\u0306": "u", "\u030b": "H"}
_WHOLE = {"ø": r"{\o}", "Ø": r"{\O}", "ł": r"{\l}", "Ł": r"{\L}", "ı": r"{\i}"}


def in_order(items: Iterable[FeedItem]) -> list[FeedItem]:
    """Return the items in the order of feeds: by type, then by id."""
    return sorted(items, key=lambda item: (_ORDER.index(item[1]), item[0].id))


def feed(items: Sequence[FeedItem], categories: Sequence[str], day: date, built: datetime) -> bytes:
    """Return the feed of ``categories`` for a day, built at an aware time; ``items`` is empty on a day without
    announcements."""
    codes = ", ".join(categories)
    return _document(
        (
            *_head(f"{codes} updates on arXiv.org", f"{codes} updates on the arXiv.org e-print archive.", categories),
            *_dates(built, day),
            "    <skipDays>",
            "      <day>Sunday</day>",
            "      <day>Saturday</day>",
            "    </skipDays>",
            *(line for paper, kind in items for line in _item(paper, kind, day)),
        )
    )


def feed_error(message: str, categories: Sequence[str], day: date, built: datetime) -> bytes:
    """Return the feed that contains an error message; sent with status 400."""
    title = f"Feed error for query: {_address(categories)}"
    return _document((*_head(title, message, categories), *_dates(built, day)))


def tex_accents(name: str) -> str:
    r"""Return a name with TeX accents, as in feeds: ``Bj\"orn``, ``{\L}ukasz``, ``P\v{r}\'iklad``."""
    return "".join(_accented(letter) for letter in name)


def _accented(letter: str) -> str:
    if letter in _WHOLE:
        return _WHOLE[letter]
    parts = unicodedata.normalize("NFD", letter)
    base = parts[0]
    for mark in parts[1:]:
        base = f"\\{_LETTERS[mark]}{{{base}}}" if mark in _LETTERS else f"\\{_SYMBOLS[mark]}{base}"
    return base


def _document(lines: Sequence[str]) -> bytes:
    return "\n".join((PROLOG, _RSS, "  <channel>", *lines, "  </channel>", "</rss>", "")).encode()


def _address(categories: Sequence[str]) -> str:
    return f"http://rss.arxiv.org/rss/{'+'.join(categories)}"


def _head(title: str, description: str, categories: Sequence[str]) -> Iterator[str]:
    address = escape(_address(categories), {'"': "&quot;"})
    yield f"    <title>{escape(title)}</title>"
    yield f"    <link>{address}</link>"
    yield f"    <description>{escape(description)}</description>"
    yield f'    <atom:link href="{address}" rel="self" type="application/rss+xml"/>'
    yield "    <docs>http://www.rssboard.org/rss-specification</docs>"
    yield "    <language>en-us</language>"


def _dates(built: datetime, day: date) -> Iterator[str]:
    yield f"    <lastBuildDate>{format_datetime(built.astimezone(UTC))}</lastBuildDate>"
    yield "    <managingEditor>rss-help@arxiv.org</managingEditor>"
    yield f"    <pubDate>{_midnight(day)}</pubDate>"


def _item(paper: Paper, kind: AnnounceType, day: date) -> Iterator[str]:
    yield "    <item>"
    yield f"      <title>{escape(paper.title)}</title>"
    yield f"      <link>https://arxiv.org/abs/{paper.id}</link>"
    yield f"      <description>arXiv:{paper.arxiv_id} Announce Type: {kind.value} "
    yield f"Abstract: {escape(paper.abstract)}</description>"
    yield f'      <guid isPermaLink="false">oai:arXiv.org:{paper.arxiv_id}</guid>'
    for category in paper.categories:
        yield f"      <category>{category}</category>"
    yield f"      <pubDate>{_midnight(day)}</pubDate>"
    yield f"      <arxiv:announce_type>{kind.value}</arxiv:announce_type>"
    yield f"      <dc:rights>{paper.license}</dc:rights>"
    if paper.doi:
        yield f"      <arxiv:DOI>{escape(paper.doi)}</arxiv:DOI>"
    if paper.journal_ref:
        yield f"      <arxiv:journal_reference>{escape(paper.journal_ref)}</arxiv:journal_reference>"
    yield f"      <dc:creator>{escape(', '.join(map(_creator, paper.authors)))}</dc:creator>"
    yield "    </item>"


def _creator(author: Author) -> str:
    return " ".join((tex_accents(author.name), *(f"({affiliation})" for affiliation in author.affiliations)))


def _midnight(day: date) -> str:
    return format_datetime(midnight(day).astimezone(eastern()))
