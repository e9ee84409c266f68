"""Announcement feeds, RSS 2.0 and Atom (https://info.arxiv.org/help/rss.html, the form since January 2024)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from urllib.parse import unquote

from arxtui.model.arxiv.calendar import eastern_day
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.counted import counted
from arxtui.model.intake import Intake, Reject
from arxtui.model.paper import Announcement, AnnounceType, Link, Paper
from arxtui.sources.arxiv.announcements import announcements
from arxtui.sources.arxiv.api.entries import categories as arxiv_categories
from arxtui.sources.arxiv.creators import split_creators
from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.sources.loose import ParsedFeed, ends_within, parse_loosely
from arxtui.sources.refusal import refusal, root_name
from arxtui.sources.times import moment
from arxtui.text import clean, clean_block, decode

_EXPECTED = "an announcement feed"
_TITLE = re.compile(r"(.+) updates on (?:the )?arXiv\.org\b.*")
_PREAMBLE = re.compile(r"\s*arXiv:(\S+)\s+Announce Type:\s*([\w-]+)\s*(?:Abstract:)?\s*")
_END = re.compile(r"</(?:rss|feed|\w+:RDF)\s*>[\s\0]*\Z")
_ADDRESS = re.compile(r"https?://[^/]+/(?:rss|atom)/([^/?#]+)")
_SKIP_DAY = re.compile(r"<day>\s*(\w+)\s*</day>")


@dataclass(frozen=True, slots=True)
class FeedPage:
    """One feed.

    ``day`` is the day it announces (arXiv's calendar), ``skip_days`` are the weekdays without a feed, as written.
    ``complete`` is True if the end of the document is there; ``broken``: the XML is not well-formed, and items may be
    lost. ``subjects`` are the categories named in the feed itself: first in its title, then in each of its addresses; a
    title or address that names none is left out.
    """

    day: date | None
    categories: tuple[str, ...]
    intake: Intake
    skip_days: tuple[str, ...]
    complete: bool = True
    subjects: tuple[tuple[str, ...], ...] = ()
    broken: bool = False


def parse_feed(data: bytes, categories: tuple[str, ...] = ()) -> FeedPage:
    """Parse one feed. A feed without items is valid (weekends, holidays).

    A paper is announced in each of its categories covered by ``categories`` (default: the categories in the feed's
    title, else all categories of the paper).

    Raises:
        UpstreamError: the feed is an error message of arXiv.
        SourceError: the data is no feed, or none of its items is a paper of arXiv.
    """
    text = decode(data)
    if root_name(text.lstrip("\ufeff\0 \t\r\n")) not in ("rss", "feed", "RDF"):
        raise refusal(data, _EXPECTED)
    parsed = parse_loosely(data)
    title = clean(str(parsed.feed.get("title", "")))
    if title.startswith("Feed error"):
        raise UpstreamError(clean(str(parsed.feed.get("subtitle", ""))) or title)
    of = categories or _title_categories(title)
    day = _day(parsed.feed)
    return FeedPage(
        day=day,
        categories=of,
        intake=_intake(data, parsed, of, day),
        skip_days=tuple(_SKIP_DAY.findall(text.partition("<item")[0])),
        complete=_END.search(text) is not None,
        subjects=_subjects(parsed.feed, title),
        broken=parsed.fault is not None,
    )


def _intake(data: bytes, parsed: ParsedFeed, of: tuple[str, ...], day: date | None) -> Intake:
    papers: list[Paper] = []
    rows: list[Announcement] = []
    rejects: list[Reject] = []
    entries = parsed.entries[:]
    element = "item" if parsed.version.startswith("rss") else "entry"
    broken = parsed.fault
    if broken and entries and ends_within(data, element, len(entries)):
        entries.pop()
        rejects.append(Reject(f"{element} {len(entries) + 1}", "it is cut off"))
    for number, entry in enumerate(entries, 1):
        try:
            paper, kind = _item(entry)
            shown = _day(entry) or day
            if shown is None:
                raise ValueError(f"{paper.arxiv_id} has no announcement day")
            rows += announcements(paper, kind, shown, of)
            papers.append(paper)
        except ValueError as error:
            rejects.append(Reject(f"{element} {number}", str(error)))
    if not papers and rejects:
        raise SourceError(f"no {element} is a paper: {rejects[0].place}: {rejects[0].reason}")
    if not papers and broken:
        raise SourceError(f"the XML is broken ({broken}), and no {element} can be read")
    notes = (f"the XML is broken ({broken}): {counted(len(papers), 'paper')} recovered",) if broken else ()
    return Intake(tuple(papers), tuple(rows), (), tuple(rejects), notes)


def _item(entry: dict[str, Any]) -> tuple[Paper, AnnounceType]:
    """Return the paper of an item and the type of the announcement. Raises: ValueError, which says what is wrong."""
    summary = str(entry.get("summary", ""))
    preamble = _PREAMBLE.match(summary)
    identifier = _identifier(entry, preamble)
    title = clean(str(entry.get("title", "")))
    if not title:
        raise ValueError(f"{identifier} has no title")
    kind = clean(str(entry.get("arxiv_announce_type", ""))) or (preamble[2] if preamble else "")
    if kind not in list(AnnounceType):
        raise ValueError(f"{identifier} has the announcement type {kind!r}")
    paper = Paper(
        id=identifier.base,
        version=identifier.version,
        title=title,
        abstract=clean_block(summary[preamble.end() :] if preamble else summary),
        authors=split_creators(str(entry.get("author", ""))),
        categories=arxiv_categories([str(tag.get("term") or "") for tag in entry.get("tags", ())]),
        journal_ref=clean(str(entry.get("arxiv_journal_reference", ""))) or None,
        doi=clean(str(entry.get("arxiv_doi", ""))) or None,
        license=clean(str(entry.get("rights", ""))) or None,
        links=_links(entry),
        source="rss",
    )
    return paper, AnnounceType(kind)


def _identifier(entry: dict[str, Any], preamble: re.Match[str] | None) -> ArxivId:
    """Read the identifier from the guid, which includes the version; else from the description, else from the link."""
    texts = (str(entry.get("id", "")), preamble[1] if preamble else "", str(entry.get("link", "")))
    for candidate in texts:
        try:
            return ArxivId.parse(clean(candidate))
        except ValueError:
            continue
    raise ValueError(f"not a paper of arXiv: {clean(texts[0] or texts[2])!r}")


def _links(entry: dict[str, Any]) -> tuple[Link, ...]:
    attributes = (
        (clean(str(link.get(name) or "")) for name in ("href", "rel", "title", "type"))
        for link in entry.get("links", ())
    )
    return tuple(link for link in (Link(*parts) for parts in attributes) if link.href)


def _title_categories(title: str) -> tuple[str, ...]:
    match = _TITLE.fullmatch(title)
    return tuple(filter(None, map(clean, match[1].split(",")))) if match else ()


def _subjects(feed: dict[str, Any], title: str) -> tuple[tuple[str, ...], ...]:
    links = [str(link.get("href") or "") for link in feed.get("links", ()) if link.get("rel") == "self"]
    addresses = map(_ADDRESS.match, (str(feed.get("link", "")), str(feed.get("id", "")), *links))
    in_addresses = (tuple(unquote(match[1]).split("+")) for match in addresses if match)
    return tuple(dict.fromkeys(filter(None, (_title_categories(title), *in_addresses))))


def _day(element: dict[str, Any]) -> date | None:
    when = _time(element, "published") or _time(element, "updated")
    return eastern_day(when) if when else None


def _time(element: dict[str, Any], name: str) -> datetime | None:
    try:
        return moment(clean(str(element[name])))
    except (KeyError, ValueError):
        return None
