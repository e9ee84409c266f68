"""Builders of made-up papers and indexes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from arxtui.model.arxiv.ids import id_of, key_of
from arxtui.model.expr import Expr, Sort
from arxtui.model.paper import Author, Paper
from arxtui.model.reviews import Review
from arxtui.search.index import SearchIndex
from arxtui.search.writer import Document, update


def paper(base: str, title: str, *names: str, **other: Any) -> Document:
    """Return a paper as a document without reviews."""
    return Document(key_of(base), Paper(base, title, authors=tuple(Author(name) for name in names), **other))


def reviewed(document: Document, headline: str, deck: str = "") -> Document:
    """Return the document with one more review."""
    review = Review(headline, document.paper.title, "cs.DC", date(2026, 5, 13), deck=deck)
    return document._replace(reviews=(*document.reviews, review))


def indexed(path: Path, documents: Sequence[Document]) -> SearchIndex:
    """Return an index of these documents whose change number is their count."""
    update(path, documents, len(documents))
    return SearchIndex.open(path)


def ids(index: SearchIndex, expr: Expr, sort: Sort = Sort.NEW) -> list[str]:
    """Return the ids of the papers that a query finds, in order."""
    hits = index.find(expr, limit=1000, sort=sort)
    assert hits.total == len(hits.keys) == index.count(expr)
    return [id_of(key) or "" for key in hits.keys]
