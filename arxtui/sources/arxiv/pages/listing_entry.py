"""One entry of a listing: a ``dt`` with the identifier and a ``dd`` with title, authors and so on."""

from __future__ import annotations

import re
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.paper import AnnounceType, Link, Paper
from arxtui.sources.arxiv.pages import texts
from arxtui.tuples import NamedTuple

SOURCE = "listing"
_MARK = re.compile(r"\((cross-list|replaced)\b")
_MARKED = {"cross-list": AnnounceType.CROSS, "replaced": AnnounceType.REPLACE}
_PLACE = re.compile(r"\s*\[(\d{1,9})\]")


@dataclass(frozen=True, slots=True)
class EntryElements:
    """The two elements of an entry; ``dd`` is None if it is missing."""

    dt: LexborNode
    dd: LexborNode | None

    @property
    def number(self) -> int | None:
        """The number of the entry in the whole listing, from 1; None if the page does not give it."""
        match = _PLACE.match(self.dt.text())
        return int(match[1]) if match else None


class ListingEntry(NamedTuple):
    """A paper, and the announcement type from the mark of the entry; no mark means new."""

    paper: Paper
    mark: AnnounceType


def read_entry(terms: EntryElements) -> ListingEntry:
    """Parse an entry. Raises: ValueError, which says what is wrong with it."""
    identifier, html = _identifier(terms.dt)
    fields = _fields(terms.dd) if terms.dd is not None else {}
    title = texts.line(fields.get("list-title"))
    if not title:
        raise ValueError(f"{identifier} has no title")
    paper = Paper(
        id=identifier.base,
        version=identifier.version,
        title=title,
        abstract=texts.block(fields.get("mathjax")),
        authors=texts.authors(fields.get("list-authors")),
        categories=texts.categories(fields.get("list-subjects")),
        comment=texts.line(fields.get("list-comments")) or None,
        journal_ref=texts.line(fields.get("list-journal-ref")) or None,
        links=(html_link(html),) if html else (),
        source=SOURCE,
    )
    mark = _MARK.search(terms.dt.text())
    return ListingEntry(paper, _MARKED[mark[1]] if mark else AnnounceType.NEW)


def html_link(identifier: ArxivId) -> Link:
    """Return the link to the HTML of a paper, for a paper that has one according to arXiv."""
    return Link(f"https://arxiv.org/html/{identifier}", "related", "html", "text/html")


def linked_paper(href: str | None, folder: str) -> ArxivId | None:
    """Return the paper in an address with the path ``/<folder>/`` (abs, html). Returns None if there is none."""
    _, separator, name = (href or "").partition(f"/{folder}/")
    try:
        return ArxivId.parse(name) if separator else None
    except ValueError:
        return None


def _identifier(dt: LexborNode) -> tuple[ArxivId, ArxivId | None]:
    """Return the paper, with the version from the link to its HTML, and the paper and version of that link."""
    hrefs = [link.attributes.get("href") for link in dt.css("a")]
    identifier = next(filter(None, (linked_paper(href, "abs") for href in hrefs)), None)
    if identifier is None:
        raise ValueError(f"not a paper of arXiv: {texts.line(dt)[:60]!r}")
    html = next(filter(None, (linked_paper(href, "html") for href in hrefs)), None)
    if html is None or html.base != identifier.base:
        return identifier, None
    return ArxivId(identifier.base, identifier.version or html.version), html


def _fields(dd: LexborNode) -> dict[str, LexborNode]:
    """Return the elements of an entry by the first of their classes; the class of the abstract is ``mathjax``."""
    nodes: dict[str, LexborNode] = {}
    for node in dd.css("div, p"):
        nodes.setdefault((node.attributes.get("class") or "").partition(" ")[0], node)
    return nodes
