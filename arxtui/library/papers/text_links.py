"""The web addresses of a paper with those that its full text links to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from arxtui.library.papers.fulltexts import Fulltexts
from arxtui.library.papers.links import Addresses, links_of
from arxtui.model.document import Document, Link, Source
from arxtui.model.views import LinkKind, WebLink
from arxtui.store.errors import StoreError
from arxtui.text.mentions.identifiers import ids_in
from arxtui.text.mentions.links import kind_of

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.search.queries import Queries
    from arxtui.model.views import Record

_TEXT, _BIBLIOGRAPHY = "text", "bibliography"


def all_links(context: LibraryContext, queries: Queries, record: Record) -> tuple[WebLink, ...]:
    """Return the addresses of a paper, those of its stored full text last."""
    addresses, text = Addresses.of(context.settings.arxiv), None
    with suppress(StoreError):  # a text that cannot be read; doctor reports it
        text = Fulltexts(context, queries).document(record.key)
    return links_of(record, addresses, _in_text(text, addresses) if text else ())


def _in_text(document: Document, addresses: Addresses) -> Iterator[WebLink]:
    """Yield the addresses in reading order, those of the bibliography last."""
    for url, origin in sorted(_linked(document, _TEXT), key=lambda found: found[1] == _BIBLIOGRAPHY):
        if papers := ids_in(url):
            yield WebLink(addresses.page(papers[0].base), LinkKind.PAPER, origin, papers[0].base)
        else:
            yield WebLink(url, kind_of(url) or LinkKind.OTHER, origin)


def _linked(part: object, origin: str) -> Iterator[tuple[str, str]]:
    """Yield the addresses in a part of a text, each with its origin."""
    if type(part) is Link:
        yield part.url, origin
    if type(part) is Source:
        origin = _BIBLIOGRAPHY
    if isinstance(part, tuple):
        for each in part:
            yield from _linked(each, origin)
