"""One entry of a query API response: from raw texts to a paper."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from arxtui.model.arxiv.ids import OLD_ARCHIVES, ArxivId
from arxtui.model.arxiv.taxonomy import ARCHIVES, CATEGORIES, RETIRED
from arxtui.model.paper import Author, Link, Paper
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
