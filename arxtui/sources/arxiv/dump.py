"""Rows of arXiv's bulk dump (Kaggle data set Cornell-University/arxiv)."""

from __future__ import annotations

from arxtui.model.paper import Author, History, Paper
from arxtui.sources import values
from arxtui.sources.arxiv.creators import split_author_line
from arxtui.sources.arxiv.history import Versions, read_versions
from arxtui.sources.values import Row
from arxtui.text import clean


def is_dump_row(row: Row) -> bool:
    """Whether a JSON object is a row of the dump."""
    return "authors_parsed" in row or "update_date" in row


def read_row(row: Row, source: str) -> tuple[Paper, History | None]:
    """Return the paper of a row, and its earlier versions.

    ``update_date`` is ignored: it is the day on which the row last changed, which need not be a new version.

    Raises: ValueError, which says what is wrong with the row.
    """
    identifier = values.identifier(row)
    if identifier is None:
        raise ValueError("no id")
    title = values.line(row, "title")
    if not title:
        raise ValueError("no title")
    versions = _versions(row, source)
    paper = Paper(
        id=identifier.base,
        version=versions.number or identifier.version,
        title=title,
        abstract=values.block(row, "abstract"),
        authors=_authors(row),
        categories=values.categories(row),
        published=versions.published,
        updated=versions.updated,
        comment=values.line(row, "comments") or None,
        journal_ref=values.line(row, "journal-ref") or None,
        doi=values.line(row, "doi") or None,
        license=values.line(row, "license") or None,
        source=source,
    )
    return paper, versions.history_of(paper)


def _versions(row: Row, source: str) -> Versions:
    try:
        return read_versions(
            ((version["version"], version["created"]) for version in row.get("versions") or ()), source
        )
    except (TypeError, KeyError, AttributeError, ValueError) as error:
        raise ValueError("versions: not a list of versions with dates") from error


def _authors(row: Row) -> tuple[Author, ...]:
    """Read ``authors_parsed``, a list of [last, first, suffix, affiliation...]; else ``authors``, a line."""
    parsed = row.get("authors_parsed")
    if not parsed:
        return split_author_line(values.text(row, "authors"))
    try:
        people = [(" ".join(filter(None, (first, last, suffix))), places) for last, first, suffix, *places in parsed]
        if any(places for _, places in people):
            authors = (Author(clean(name), tuple(filter(None, map(clean, places)))) for name, places in people)
            return tuple(author for author in authors if author.name)
        return values.authors_named(name for name, _ in people)
    except (TypeError, ValueError, AttributeError) as error:
        raise ValueError("authors_parsed: not a list of [last, first, suffix]") from error
