"""The web addresses of a paper: at arXiv, or elsewhere if it is not there, those of its reviews, and those in its
record and its note."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote

from arxtui.config.settings import ArxivSettings
from arxtui.light import frozen
from arxtui.model.dois import doi_page
from arxtui.model.sources import SOURCES
from arxtui.model.views import LinkKind, WebLink
from arxtui.text.mentions.identifiers import ids_in
from arxtui.text.mentions.links import is_web, links_in

if TYPE_CHECKING:
    from arxtui.model.views import Record


@frozen
class Addresses:
    """The base addresses of arXiv's pages, or of the configured mirror's."""

    abs_url: str
    pdf_url: str
    html_url: str

    @classmethod
    def of(cls, settings: ArxivSettings) -> Addresses:
        """Return the addresses in the settings."""
        return cls(settings.abs_url, settings.pdf_url, settings.html_url)

    def page(self, base: str) -> str:
        """Return the address of the abstract page of an id without version."""
        return f"{self.abs_url.rstrip('/')}/{quote(base)}"

    def pdf(self, base: str) -> str:
        """Return the address of the PDF of an id without version."""
        return f"{self.pdf_url.rstrip('/')}/{quote(base)}"

    def html(self, base: str) -> str:
        """Return the address of the HTML full text of an id without version."""
        return f"{self.html_url.rstrip('/')}/{quote(base)}"


def page_elsewhere(record: Record) -> str:
    """Return the address of a paper without an arXiv id: that of its DOI, else that of a review; empty if there is
    neither."""
    addresses = (*map(doi_page, (record.paper.doi or "").split()), *(review.url for review in record.reviews))
    return next(filter(None, addresses), "")


def links_of(record: Record, addresses: Addresses, in_text: Iterable[WebLink] = ()) -> tuple[WebLink, ...]:
    """Return every web address of a paper that a browser can open, each once: its page, PDF and HTML, its DOIs, its
    reviews, then the links in the comment and the abstract, with other papers last; then those ``in_text``."""
    links: dict[str, WebLink] = {}
    named = sorted(_named(record, addresses), key=lambda link: link.kind is LinkKind.PAPER)
    for link in (*_own(record, addresses), *named, *in_text):
        if is_web(link.url):
            links.setdefault(link.url.partition("://")[2].rstrip("/"), link)
    return tuple(links.values())


def _own(record: Record, addresses: Addresses) -> Iterator[WebLink]:
    paper = record.paper
    if paper.id:
        yield WebLink(addresses.page(paper.id), LinkKind.PAGE, "arXiv")
        yield WebLink(addresses.pdf(paper.id), LinkKind.PDF, "arXiv")
        yield WebLink(addresses.html(paper.id), LinkKind.HTML, "arXiv")
    origin = SOURCES[paper.source].label if not paper.id and paper.source in SOURCES else "arXiv"
    for doi in (paper.doi or "").split():
        yield WebLink(doi_page(doi), LinkKind.DOI, origin)
    for review in record.reviews:
        if review.url:
            yield WebLink(review.url, LinkKind.REVIEW, review.source.capitalize())


def _named(record: Record, addresses: Addresses) -> Iterator[WebLink]:
    paper = record.paper
    for origin, text in (("comment", paper.comment or ""), ("abstract", paper.abstract)):
        for link in links_in(text):
            if not ids_in(link.url):
                yield WebLink(link.url, link.kind, origin)
        for named in ids_in(text):
            if named.base != paper.id:
                yield WebLink(addresses.page(named.base), LinkKind.PAPER, origin, named.base)
