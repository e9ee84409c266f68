"""Papers as JSON, one object per line, in three forms.

arxtui's own export has ``title`` in readable text and ``title_tex`` as sent (likewise the abstract), authors with
affiliations, announcements, reviews, versions and sources. The plain form has authors as strings, and text as sent. A
row of arXiv's bulk dump (Kaggle data set Cornell-University/arxiv) has ``authors_parsed`` and ``versions``. A missing
key and null mean "not known".
"""

from __future__ import annotations

import json
from datetime import datetime

from arxtui.model.arxiv.ids import ArxivId, is_work, key_named
from arxtui.model.dois import ARXIV_DOI, doi_named
from arxtui.model.intake import Intake
from arxtui.model.paper import Announcement, AnnounceType, Author, History, Link, Paper, Version
from arxtui.model.reviews import FullReview, Part, Passage, Review, ReviewField, Section
from arxtui.model.sources import SOURCES
from arxtui.sources import portable, values
from arxtui.sources.arxiv.creators import split_author_line
from arxtui.sources.arxiv.history import Versions, read_versions
from arxtui.sources.pith.links import review_target
from arxtui.sources.values import Row
from arxtui.text import clean

SOURCE = "jsonl"
_decode = json.JSONDecoder().decode
_ATTACHED = frozenset(("announcements", "reviews", "versions", "sources"))


def parse_record(line: str) -> Intake:
    """Parse one line: a paper and what is attached to it.

    A line with ``"id": null`` has reviews of a paper without an arXiv record, or a work that is not on arXiv: it has a
    DOI, or the name of such a work. Lines of a library export that are no papers (``sources.portable``) give an
    empty intake.

    Raises: ValueError, which says what is wrong with the line.
    """
    try:
        row = _decode(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON: {str(error).partition(':')[0]}") from error
    if not isinstance(row, dict):
        raise ValueError(f"not a record but {values.kind(row)}")
    if row.get("kind") in portable.KINDS:
        return Intake()
    if _is_dump_row(row):
        paper, history = read_row(row, SOURCE)
        return Intake(papers=(paper,), histories=(history,) if history else ())
    paper = _paper(row)
    if not paper.title:
        raise ValueError("no title")
    if paper.id and not _ATTACHED.isdisjoint(row):
        return _with_attached(row, paper)
    if not paper.id and (reviews := _reviews(row, paper)):
        return Intake(reviews=reviews)
    if not paper.id and not paper.doi and not _is_name_of_work(values.line(row, "name")):
        raise ValueError("neither an arXiv id nor a DOI")
    return Intake(papers=(paper,))


def _paper(row: Row) -> Paper:
    doi = values.line(row, "doi")
    identifier = values.identifier(row) or _id_in_doi(doi)
    return Paper(
        id=identifier.base if identifier else "",
        version=values.number(row, "version") or (identifier.version if identifier else None),
        title=values.line(row, "title_tex") or values.line(row, "title"),
        abstract=_abstract(row),
        authors=_authors(row.get("authors")),
        categories=values.categories(row),
        published=_published(row),
        updated=values.time(row, "updated"),
        comment=values.line(row, "comment_tex") or values.line(row, "comment") or None,
        journal_ref=values.line(row, "journal_ref_tex") or values.line(row, "journal_ref") or None,
        doi=(doi if identifier else _bare(doi)) or None,
        license=values.line(row, "license") or None,
        links=tuple(values.items(row, "links", _link)) if "links" in row else (),
        source=_source(row) if "sources" in row else SOURCE,
    )


def _with_attached(row: Row, paper: Paper) -> Intake:
    history = _history(row, paper)
    return Intake(
        papers=(paper,),
        announcements=_announcements(row, paper),
        reviews=_reviews(row, paper),
        histories=(history,) if history else (),
        full_reviews=_full_reviews(row, paper),
    )


def _id_in_doi(doi: str) -> ArxivId | None:
    return ArxivId.parse(doi) if ARXIV_DOI in doi.lower() else None


def _bare(dois: str) -> str:
    """Return the DOIs of a work outside arXiv, which they identify, each in its bare form."""
    return " ".join(filter(None, map(doi_named, dois.split())))


def _is_name_of_work(name: str) -> bool:
    try:
        return is_work(key_named(name))
    except ValueError:
        return False


def _source(row: Row) -> str:
    """Return the source of an exported paper: "jsonl" or the paper's first source, whichever has less trust.

    A record from a source with low trust must not gain trust by an export. A record from a source with more trust may
    have changed there since the export, so the export must not rank above it.
    """
    return min((SOURCE, *_sources(row)[:1]), key=lambda name: SOURCES[name].trust)


def _published(row: Row) -> datetime | None:
    """Return the date of publication; None for a date derived from the id (``date_source``), the first of a month."""
    return None if row.get("date_source") == "id" else values.time(row, "published")


def _abstract(row: Row) -> str:
    """Return the abstract. A bare newline separates paragraphs in arxtui's own form, but is only a line wrap in text as
    sent."""
    if "abstract_tex" in row:
        return "\n".join(filter(None, map(clean, values.text(row, "abstract_tex").split("\n"))))
    return values.block(row, "abstract")


def _authors(value: object) -> tuple[Author, ...]:
    if isinstance(value, str):
        return split_author_line(value)
    if isinstance(value, list):
        try:
            return values.authors_named(value)
        except TypeError:
            pass
    return tuple(author for author in values.items({"authors": value}, "authors", _author) if author.name)


def _author(value: object) -> Author:
    if isinstance(value, str):
        return Author(clean(value))
    row = values.mapping(value)
    as_sent = "affiliations_tex" if "affiliations_tex" in row else "affiliations"
    places = values.items(row, as_sent, values.string)
    return Author(values.line(row, "name_tex") or values.line(row, "name"), tuple(filter(None, map(clean, places))))


def _link(value: object) -> Link:
    if isinstance(value, str):
        return Link(clean(value))
    row = values.mapping(value)
    return Link(*(values.line(row, name) for name in ("href", "rel", "title", "type")))


def _is_dump_row(row: Row) -> bool:
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
        authors=_authors_of_row(row),
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


def _authors_of_row(row: Row) -> tuple[Author, ...]:
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


def _announcements(row: Row, paper: Paper) -> tuple[Announcement, ...]:
    """Return the announcements attached to a paper."""
    return tuple(values.items(row, "announcements", lambda value: _announcement(paper.id, values.mapping(value))))


def _reviews(row: Row, paper: Paper) -> tuple[Review, ...]:
    """Return the reviews attached to a paper, in the order of the row: newest first in arxtui's own form."""
    rows = values.items(row, "reviews", values.mapping)
    return tuple(_review(each, paper, len(rows) - 1 - number) for number, each in enumerate(rows))


def _full_reviews(row: Row, paper: Paper) -> tuple[FullReview, ...]:
    """Return the full reviews attached to a paper. In a row, each full review is nested in its review."""
    rows = values.items(row, "reviews", values.mapping)
    return tuple(_full_review(full, paper) for each in rows for full in values.items(each, "full", values.mapping))


def _history(row: Row, paper: Paper) -> History | None:
    """Return the versions before the paper's own version, and its other sources; None if there are neither."""
    versions = values.items(row, "versions", lambda value: _version(values.mapping(value), paper.source))
    earlier = tuple(version for version in versions if paper.version and 0 < version.number < paper.version)
    others = tuple(name for name in _sources(row) if name != paper.source)
    return History(paper.id, earlier, others) if earlier or others else None


def _sources(row: Row) -> list[str]:
    """Return the names of known sources (``model.sources``), in the order of the row; skip unknown names."""
    return [name for name in values.items(row, "sources", values.string) if name in SOURCES]


def _version(row: Row, source: str) -> Version:
    own = values.text(row, "source")
    return Version(
        values.integer(row.get("version"), "version"), values.time(row, "updated"), own if own in SOURCES else source
    )


def _announcement(paper_id: str, row: Row) -> Announcement:
    return Announcement(
        id=paper_id,
        day=values.day(row, "day"),
        category=values.line(row, "category"),
        type=_announce_type(values.text(row, "type")),
        version=values.number(row, "version"),
    )


def _announce_type(text: str) -> AnnounceType:
    try:
        return AnnounceType(text)
    except ValueError as error:
        raise ValueError(f"{text!r} is not an announcement type") from error


def _review(row: Row, paper: Paper, place: int) -> Review:
    """Read one review; ``place`` is the default for a row without one.

    Title, category and abstract default to the paper's. A row with ``"abstract": ""`` has a review without abstract.
    """
    url = values.line(row, "url") or None
    target = review_target((url,)) if url else None
    own_place = values.number(row, "place")
    return Review(
        headline=values.line(row, "headline"),
        title=values.line(row, "title") or paper.title,
        category=values.line(row, "category") or paper.primary_category,
        listed_on=values.day(row, "listed_on"),
        deck=values.line(row, "deck"),
        deck_truncated=row.get("deck_truncated") is True,
        abstract=clean(paper.abstract) if row.get("abstract") is None else values.line(row, "abstract"),
        theorem_links=values.number(row, "theorem_links"),
        has_figure=row.get("has_figure") is True,
        votes=values.number(row, "votes"),
        comments=values.number(row, "comments"),
        other_counts=tuple(values.items(row, "other_counts", values.integer)),
        arxiv_id=paper.id or None,
        version=values.number(row, "version") or (target.version if target else None),
        url=url,
        place=place if own_place is None else own_place,
        source=values.line(row, "source") or "pith",
    )


def _full_review(row: Row, paper: Paper) -> FullReview:
    return FullReview(
        arxiv_id=paper.id,
        version=values.number(row, "version"),
        title=values.line(row, "title"),
        sections=tuple(_section(each) for each in values.items(row, "sections", values.mapping)),
        verdict=values.line(row, "verdict"),
        scores=_statements(row, "scores"),
        recognition=values.line(row, "recognition"),
        model=values.line(row, "model"),
        reviewed_at=values.time(row, "reviewed_at"),
        category=values.line(row, "category"),
        url=values.line(row, "url"),
        links=tuple(map(clean, values.items(row, "links", values.string))),
        extra=_statements(row, "extra"),
    )


def _section(row: Row) -> Section:
    """Read one section. An unknown part becomes None: the heading is enough to show the section."""
    passages = values.items(row, "passages", values.mapping)
    part = values.text(row, "part")
    return Section(
        values.line(row, "heading"),
        tuple(Passage(values.line(each, "text"), each.get("listed") is True) for each in passages),
        Part(part) if part in set(Part) else None,
    )


def _statements(row: Row, name: str) -> tuple[ReviewField, ...]:
    return tuple(
        ReviewField(values.line(each, "name"), values.line(each, "value"))
        for each in values.items(row, name, values.mapping)
    )
