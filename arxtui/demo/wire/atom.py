"""Responses of the query API, in its Atom format since November 2025
(https://info.arxiv.org/help/api/user-manual.html); elements have the order and the indents of arXiv's serialiser."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr

from arxtui.model.paper import Author, Paper

PROLOG = "<?xml version='1.0' encoding='UTF-8'?>"
_FEED = (
    '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" '
    'xmlns="http://www.w3.org/2005/Atom">'
)
_SCHEME = "http://arxiv.org/schemas/atom"


@dataclass(frozen=True, slots=True)
class ApiQuery:
    """The parameters of a query, which the response repeats."""

    search_query: str = ""
    id_list: str = ""
    start: int = 0
    max_results: int = 10

    @property
    def title(self) -> str:
        """The query as in the feed's title, where date ranges are in quotes."""
        query = re.sub(r"\[(\w+) TO (\w+)\]", r'"\1 TO \2"', self.search_query)
        return f"search_query={query}&id_list={self.id_list}&start={self.start}&max_results={self.max_results}"

    @property
    def link(self) -> str:
        """The query as a URL."""
        query = self.search_query.replace(" ", "+")
        return (
            f"https://arxiv.org/api/query?search_query={query}&start={self.start}&max_results={self.max_results}"
            f"&id_list={self.id_list}"
        )


def answer(papers: Sequence[Paper], total: int, query: ApiQuery, now: datetime) -> bytes:
    """Return one page: ``papers`` out of ``total`` results, as the response to ``query`` at ``now`` (aware)."""
    digest = base64.b64encode(hashlib.sha1(query.title.encode(), usedforsecurity=False).digest()).decode()[:27]
    lines = [
        f"  <id>https://arxiv.org/api/{digest}</id>",
        f"  <title>arXiv Query: {escape(query.title)}</title>",
        f"  <updated>{_time(now)}</updated>",
        f'  <link href={quoteattr(query.link)} type="application/atom+xml"/>',
        *_counters(query.max_results, total, query.start),
    ]
    for paper in papers:
        lines += _entry(paper)
    return _document(lines)


def error(message: str, now: datetime) -> bytes:
    """Return an error response: a feed with one entry that contains the message."""
    identifier = "https://arxiv.org/api/errors"
    if re.fullmatch(r"[\w -]+", message):
        identifier += f"#{message.replace(' ', '_')}"
    return _document(
        [
            "  <id>https://arxiv.org/</id>",
            "  <title>arXiv Search Results</title>",
            f"  <updated>{_time(now)}</updated>",
            *_counters(1, 1, 0),
            "  <entry>",
            f"    <id>{escape(identifier)}</id>",
            "    <title>Error</title>",
            f"    <updated>{_time(now)}</updated>",
            f'    <link href={quoteattr(identifier)} rel="alternate" type="text/html"/>',
            f"    <summary>{escape(message)}</summary>",
            *_author(Author("arXiv api core")),
            "  </entry>",
        ]
    )


def _document(lines: list[str]) -> bytes:
    return "\n".join((PROLOG, _FEED, *lines, "</feed>", "")).encode()


def _counters(per_page: int, total: int, start: int) -> Iterator[str]:
    yield f"  <opensearch:itemsPerPage>{per_page}</opensearch:itemsPerPage>"
    yield f"  <opensearch:totalResults>{total}</opensearch:totalResults>"
    yield f"  <opensearch:startIndex>{start}</opensearch:startIndex>"


def _entry(paper: Paper) -> Iterator[str]:
    where = f"https://arxiv.org/{{}}/{paper.arxiv_id}"
    yield "  <entry>"
    yield f"    <id>http://arxiv.org/abs/{paper.arxiv_id}</id>"
    yield f"    <title>{escape(paper.title)}</title>"
    yield f"    <updated>{_time(paper.updated)}</updated>"
    yield f'    <link href="{where.format("abs")}" rel="alternate" type="text/html"/>'
    yield f'    <link href="{where.format("pdf")}" rel="related" type="application/pdf" title="pdf"/>'
    yield f"    <summary>{escape(paper.abstract)}</summary>"
    for category in paper.categories:
        yield f'    <category term="{category}" scheme="{_SCHEME}"/>'
    yield f"    <published>{_time(paper.published)}</published>"
    if paper.comment:
        yield f"    <arxiv:comment>{escape(paper.comment)}</arxiv:comment>"
    yield f'    <arxiv:primary_category term="{paper.primary_category}"/>'
    if paper.journal_ref:
        yield f"    <arxiv:journal_ref>{escape(paper.journal_ref)}</arxiv:journal_ref>"
    for author in paper.authors:
        yield from _author(author)
    if paper.doi:
        yield f"    <arxiv:doi>{escape(paper.doi)}</arxiv:doi>"
        yield f'    <link rel="related" href={quoteattr(f"https://doi.org/{paper.doi}")} title="doi"/>'
    yield "  </entry>"


def _author(author: Author) -> Iterator[str]:
    yield "    <author>"
    yield f"      <name>{escape(author.name)}</name>"
    for affiliation in author.affiliations:
        yield f"      <arxiv:affiliation>{escape(affiliation)}</arxiv:affiliation>"
    yield "    </author>"


def _time(moment: datetime | None) -> str:
    assert moment is not None, "made-up papers have all their times"
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
