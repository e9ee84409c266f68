"""Papers as JSON, one object a line: our own export, the plain form, and rows of arXiv's bulk dump.

Our own form has ``title`` readable and ``title_tex`` as sent (abstracts alike), authors with affiliations,
announcements and reviews. The plain form has authors as plain strings and text as sent. A dump row (the data set
Cornell-University/arxiv) has ``authors_parsed`` and ``versions``. Absent and null mean not known.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any, TypeVar

from arxtui.model.ids import ArxivId
from arxtui.model.intake import Intake
from arxtui.model.paper import Announcement, AnnounceType, Author, Link, Paper
from arxtui.model.review import Review
from arxtui.sources.arxiv.creators import split_creators
from arxtui.sources.arxiv.dump import is_dump_row, plain_form
from arxtui.sources.pith.links import target_of
from arxtui.sources.times import moment
from arxtui.text import clean, clean_block

_Row = Mapping[str, Any]
_T = TypeVar("_T")


def parse_record(line: str) -> Intake:
    """The paper, announcements and reviews of one line. ValueError says what is wrong with it.

    A line whose ``id`` is null holds reviews of a paper that has no arXiv record yet.
    """
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON: {str(error).partition(':')[0]}") from error
    if not isinstance(row, dict):
        raise ValueError(f"not a record but {_kind(row)}")
    if is_dump_row(row):
        row = plain_form(row)
    paper = _paper(row)
    reviews = _list(row, "reviews", lambda held: held)
    if not paper.id and not reviews:
        raise ValueError("no id")
    return Intake(
        papers=(paper,) if paper.id else (),
        announcements=tuple(_list(row, "announcements", lambda held: _announcement(paper.id, held)))
        if paper.id
        else (),
        reviews=tuple(_review(_object(held), paper, len(reviews) - 1 - number) for number, held in enumerate(reviews)),
    )


def _paper(row: _Row) -> Paper:
    identifier = _identifier(row)
    title = clean(_text(row, "title_tex") or _text(row, "title"))
    if not title:
        raise ValueError("no title")
    return Paper(
        id=identifier.base if identifier else "",
        version=_number(row, "version") or (identifier.version if identifier else None),
        title=title,
        abstract=_abstract(row),
        authors=_authors(row.get("authors")),
        categories=_categories(row),
        published=_time(row, "published"),
        updated=_time(row, "updated"),
        comment=clean(_text(row, "comment")) or None,
        journal_ref=clean(_text(row, "journal_ref")) or None,
        doi=clean(_text(row, "doi")) or None,
        license=clean(_text(row, "license")) or None,
        links=tuple(_list(row, "links", _link)),
        source="jsonl",
    )


def _identifier(row: _Row) -> ArxivId | None:
    text = clean(_text(row, "id"))
    return ArxivId.parse(text) if text else None


def _abstract(row: _Row) -> str:
    """Our own form marks paragraphs by bare newlines; in text as sent these are hard wraps."""
    if "abstract_tex" in row:
        return "\n".join(filter(None, map(clean, _text(row, "abstract_tex").split("\n"))))
    return clean_block(_text(row, "abstract"))


def _authors(held: object) -> tuple[Author, ...]:
    if held is None:
        return ()
    if isinstance(held, str):
        return split_creators(held)
    return tuple(author for author in _list({"authors": held}, "authors", _author) if author.name)


def _author(held: object) -> Author:
    if isinstance(held, str):
        return Author(clean(held))
    row = _object(held)
    return Author(clean(_text(row, "name")), tuple(filter(None, map(clean, _list(row, "affiliations", _string)))))


def _categories(row: _Row) -> tuple[str, ...]:
    held = row.get("categories")
    codes = held.split() if isinstance(held, str) else _list(row, "categories", _string)
    primary = clean(_text(row, "primary_category"))
    return tuple(filter(None, dict.fromkeys((primary, *map(clean, codes)))))


def _link(held: object) -> Link:
    if isinstance(held, str):
        return Link(clean(held))
    row = _object(held)
    return Link(*(clean(_text(row, name)) for name in ("href", "rel", "title", "type")))


def _announcement(paper_id: str, held: object) -> Announcement:
    row = _object(held)
    return Announcement(
        id=paper_id,
        day=_day(row, "day"),
        category=clean(_text(row, "category")),
        type=_announce_type(_text(row, "type")),
        version=_number(row, "version"),
    )


def _announce_type(text: str) -> AnnounceType:
    try:
        return AnnounceType(text)
    except ValueError as error:
        raise ValueError(f"{text!r} is no announcement type") from error


def _review(row: _Row, paper: Paper, place: int) -> Review:
    """A review of our own form, which lists them newest first. Its title and abstract are the paper's."""
    url = clean(_text(row, "url")) or None
    target = target_of((url,)) if url else None
    written = _number(row, "place")
    return Review(
        headline=clean(_text(row, "headline")),
        title=paper.title,
        category=paper.primary_category,
        listed_on=_day(row, "listed_on"),
        deck=clean(_text(row, "deck")),
        deck_truncated=row.get("deck_truncated") is True,
        abstract=clean(paper.abstract),
        theorem_links=_number(row, "theorem_links"),
        has_figure=row.get("has_figure") is True,
        votes=_number(row, "votes"),
        comments=_number(row, "comments"),
        other_counts=tuple(_list(row, "other_counts", _whole)),
        arxiv_id=paper.id or None,
        version=_number(row, "version") or (target.version if target else None),
        url=url,
        place=place if written is None else written,
        source=clean(_text(row, "source")) or "pith",
    )


def _text(row: _Row, name: str) -> str:
    held = row.get(name)
    if held is None:
        return ""
    if not isinstance(held, str):
        raise ValueError(f"{name}: not a text but {_kind(held)}")
    return held


def _number(row: _Row, name: str) -> int | None:
    held = row.get(name)
    return None if held is None else _whole(held, name)


def _whole(held: object, name: str = "a number") -> int:
    if isinstance(held, bool) or not isinstance(held, int) or abs(held) >> 31:
        raise ValueError(f"{name}: not a whole number but {_kind(held)}")
    return held


def _string(held: object) -> str:
    if not isinstance(held, str):
        raise ValueError(f"not a text but {_kind(held)}")
    return held


def _object(held: object) -> _Row:
    if not isinstance(held, dict):
        raise ValueError(f"not an object but {_kind(held)}")
    return held


def _list(row: _Row, name: str, read: Callable[[object], _T]) -> list[_T]:
    held = row.get(name)
    if held is None:
        return []
    if not isinstance(held, list):
        raise ValueError(f"{name}: not a list but {_kind(held)}")
    try:
        return [read(part) for part in held]
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error


def _time(row: _Row, name: str) -> datetime | None:
    text = _text(row, name).strip()
    try:
        return moment(text) if text else None
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error


def _day(row: _Row, name: str) -> date:
    try:
        return date.fromisoformat(_text(row, name))
    except ValueError as error:
        raise ValueError(f"{name}: not a day") from error


def _kind(held: object) -> str:
    names = {
        dict: "an object",
        list: "a list",
        str: "a text",
        bool: "true or false",
        int: "a number",
        float: "a number",
    }
    return names.get(type(held), "null")
