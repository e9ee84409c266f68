"""Papers as JSON lines: arxtui's own format, the plain format, and the bulk dump."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from arxtui.export.jsonform import record_to_json, to_line
from arxtui.model.paper import Announcement, AnnounceType, Author, History, Link, Paper, Version
from arxtui.model.reviews import FullReview, Part, Passage, Review, ReviewField, Section
from arxtui.model.views import Record
from arxtui.sources.records import parse_record

PLAIN: dict[str, Any] = {
    "id": "2605.01234",
    "version": 2,
    "title": "Bounded Staleness\n  for Sharded   Optimizers",
    "abstract": "We study\nsharded optimizers.\n  A second paragraph.",
    "authors": ["Ada Example", " Mononymus"],
    "categories": ["cs.DC", "cs.LG"],
    "published": "2026-05-11",
    "updated": None,
    "comment": "12 pages,\n3 figures",
    "journal_ref": None,
    "doi": "10.1234/example.5",
    "date_source": "oai",
}

PAPER = Paper(
    id="2605.01234",
    version=2,
    title="Bounded Staleness for $\\sqrt{n}$ Shards",
    abstract="We study shards.\nA second paragraph.",
    authors=(Author("Ada Example", ("Univ. of Nowhere", "Inst. of Examples")), Author('Bj\\"orn M{\\aa}ns')),
    categories=("cs.DC", "cs.LG"),
    published=datetime(2026, 5, 11, 9, 30, tzinfo=UTC),
    updated=datetime(2026, 5, 13, 17, 0, 1, tzinfo=UTC),
    comment="12 pages",
    journal_ref="J. Ex. 1",
    doi="10.1234/example.5",
    license="http://creativecommons.org/licenses/by/4.0/",
    links=(Link("https://arxiv.org/abs/2605.01234v2", "alternate", "", "text/html"),),
    source="jsonl",
)


def read(**changes: Any) -> Paper:
    (paper,) = parse_record(json.dumps({**PLAIN, **changes})).papers
    return paper


def review(headline: str, place: int, **expected: Any) -> Review:
    return Review(
        headline=headline,
        title=PAPER.title,
        category="cs.DC",
        listed_on=date(2026, 5, 13),
        abstract="We study shards. A second paragraph.",
        arxiv_id="2605.01234",
        place=place,
        **expected,
    )


def test_the_plain_form_is_read() -> None:
    assert read() == Paper(
        id="2605.01234",
        version=2,
        title="Bounded Staleness for Sharded Optimizers",
        abstract="We study sharded optimizers.\nA second paragraph.",
        authors=(Author("Ada Example"), Author("Mononymus")),
        categories=("cs.DC", "cs.LG"),
        published=datetime(2026, 5, 11, tzinfo=UTC),
        comment="12 pages, 3 figures",
        doi="10.1234/example.5",
        source="jsonl",
    )


def test_our_own_form_comes_back_as_it_was() -> None:
    announcements = (
        Announcement(PAPER.id, date(2026, 5, 13), "cs.DC", AnnounceType.REPLACE, 2),
        Announcement(PAPER.id, date(2026, 5, 12), "cs.DC", AnnounceType.NEW, 1),
    )
    reviews = (
        review(
            "Newer", 1, version=2, url="https://pith.science/paper/2605.01234v2", theorem_links=2, votes=3, comments=0
        ),
        review("Older", 0, deck="Cut at the en", deck_truncated=True, has_figure=True, theorem_links=0),
    )
    record = Record(
        key=PAPER.key,
        paper=PAPER,
        title="Bounded Staleness for √n Shards",
        announcements=announcements,
        reviews=reviews,
        sources=("api", "pith"),
    )
    intake = parse_record(to_line(record_to_json(record)))

    assert intake.papers == (PAPER,)
    assert intake.announcements == announcements
    assert intake.reviews == reviews


def test_whole_reviews_come_back_with_the_reviews_that_they_are_with() -> None:
    listed = (review("Newer", 1, version=2), review("Older", 0, version=1))
    whole = FullReview(
        PAPER.id,
        2,
        PAPER.title,
        (
            Section.of(Part.PITH, "Delay costs less."),
            Section("A heading nobody knows", (Passage("Kept."), Passage("Listed.", listed=True))),
        ),
        "plausible",
        (ReviewField("novelty score", "0.7"),),
        "2 theorem links",
        "model-a",
        datetime(2026, 5, 13, 3, 5, tzinfo=UTC),
        "cs.DC",
        "https://pith.example.org/paper/2605.01234",
        ("https://pith.example.org/canon/t/x",),
        (ReviewField("keywords", "staleness"), ReviewField("", "words of their own")),
    )
    older = FullReview(PAPER.id, 1, sections=(Section.of(Part.PITH, "It may cost less."),))
    record = Record(key=PAPER.key, paper=PAPER, title=PAPER.title, reviews=listed)
    intake = parse_record(to_line(record_to_json(record, (whole, older))))
    assert intake.full_reviews == (whole, older)


def test_a_paper_known_only_from_a_review_comes_back_as_the_review() -> None:
    line = {"id": None, "title": "A Title", "abstract": "Words.", "categories": ["cs.DC"], "reviews": [
        {"source": "pith", "headline": "Newer", "listed_on": "2026-05-13"},
        {"source": "pith", "headline": "Older", "listed_on": "2026-05-13"},
    ]}  # fmt: skip
    intake = parse_record(json.dumps(line))

    assert intake.papers == ()
    assert [(held.title, held.abstract, held.headline, held.place, held.arxiv_id) for held in intake.reviews] == [
        ("A Title", "Words.", "Newer", 1, None),
        ("A Title", "Words.", "Older", 0, None),
    ]


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2026-05-11", datetime(2026, 5, 11, tzinfo=UTC)),
        ("2026-05-11T09:30:00Z", datetime(2026, 5, 11, 9, 30, tzinfo=UTC)),
        ("2026-05-11T09:30:00-04:00", datetime(2026, 5, 11, 13, 30, tzinfo=UTC)),
        ("2026-05-11T09:30:00", datetime(2026, 5, 11, 9, 30, tzinfo=UTC)),
        ("Wed, 4 Apr 2007 08:12:16 GMT", datetime(2007, 4, 4, 8, 12, 16, tzinfo=UTC)),
        ("1986-04-25", datetime(1986, 4, 25, tzinfo=UTC)),
        (None, None),
        ("", None),
    ],
)
def test_dates_come_as_a_day_a_timestamp_or_a_mail_date(written: str | None, moment: datetime | None) -> None:
    assert read(published=written).published == moment


def test_a_version_can_be_in_the_id() -> None:
    assert (read(id="hep-th/9901001v3", version=None).id, read(id="hep-th/9901001v3", version=None).version) == (
        "hep-th/9901001",
        3,
    )


def test_absent_and_null_mean_not_known() -> None:
    (paper,) = parse_record('{"id": "2605.01234", "title": "T", "authors": null}').papers

    assert paper == Paper(id="2605.01234", title="T", source="jsonl")


def test_authors_and_categories_may_be_single_strings() -> None:
    paper = read(authors="Ada Example (Univ. A), B. Other", categories="cs.DC cs.LG", primary_category="cs.LG")

    assert paper.authors == (Author("Ada Example", ("Univ. A",)), Author("B. Other"))
    assert paper.categories == ("cs.LG", "cs.DC")


def test_escaped_controls_and_lone_surrogates_never_get_through() -> None:
    (paper,) = parse_record('{"id": "2605.01234", "title": "\\u001b[31mred \\u202e \\ud800 x\\u009b2J"}').papers

    assert paper.title == "[31mred \ufffd x2J"
    assert paper.title.encode()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "not JSON: Expecting property name enclosed in double quotes"),
        ("[1]", "not a record but a list"),
        ("7", "not a record but a number"),
        ("{}", "no title"),
        ('{"title": "T"}', "neither an arXiv id nor a DOI"),
        ('{"id": "2605.01234"}', "no title"),
        ('{"id": "nonsense", "title": "T"}', "not an arXiv identifier: 'nonsense'"),
        ('{"id": 7, "title": "T"}', "id: not text but a number"),
        ('{"id": "2605.01234", "title": ["T"]}', "title: not text but a list"),
        ('{"id": "2605.01234", "title": "T", "version": true}', "version: not a whole number but true or false"),
        ('{"id": "2605.01234", "title": "T", "version": 1e9}', "version: not a whole number but a number"),
        ('{"id": "2605.01234", "title": "T", "authors": [7]}', "authors: not an object but a number"),
        ('{"id": "2605.01234", "title": "T", "categories": [7]}', "categories: not text but a number"),
        ('{"id": "2605.01234", "title": "T", "published": "soon"}', "published: not a date: 'soon'"),
        ('{"id": "2605.01234", "title": "T", "reviews": [{}]}', "listed_on: not a day"),
        ('{"id": "2605.01234", "title": "T", "announcements": [{"day": "x"}]}', "announcements: day: not a day"),
        (
            '{"id": "2605.01234", "title": "T", "announcements": [{"day": "2026-05-13", "type": "x"}]}',
            "announcements: 'x' is not an announcement type",
        ),
        ('{"id": "0704.0001", "title": "T", "authors_parsed": [1]}', "authors_parsed: not a list of [last"),
        ('{"id": "0704.0001", "title": "T", "update_date": "x", "versions": [{}]}', "versions: not a list of versions"),
        ("[" * 100_000, "not JSON: "),
    ],
)  # fmt: skip
def test_an_invalid_line_is_an_error_with_the_reason(line: str, reason: str) -> None:
    with pytest.raises(ValueError) as caught:
        parse_record(line)

    assert str(caught.value).startswith(reason)


def test_a_row_of_the_bulk_dump_is_read() -> None:
    row = {
        "id": "0704.0001",
        "submitter": "Ada Example",
        "authors": "A. Example, B. Other and C. Third",
        "title": "A Title\n  in two lines",
        "comments": "3 pages",
        "journal-ref": "J. Ex. 1",
        "doi": None,
        "report-no": "EX-1",
        "categories": "hep-ph math.MP",
        "license": "http://example.org/licence",
        "abstract": "  We show\nthings.\n",
        "versions": [
            {"version": "v2", "created": "Tue, 24 Jul 2007 20:10:27 GMT"},
            {"version": "v1", "created": "Mon, 2 Apr 2007 19:18:42 GMT"},
        ],
        "update_date": "2008-11-26",
        "authors_parsed": [["Example", "Ada", "", "Univ. A"], ["Other", "B.", "Jr."]],
    }
    intake = parse_record(json.dumps(row))
    (paper,) = intake.papers

    first = Version(1, datetime(2007, 4, 2, 19, 18, 42, tzinfo=UTC), "jsonl")
    assert intake.histories == (History("0704.0001", versions=(first,)),)
    assert paper == Paper(
        id="0704.0001",
        version=2,
        title="A Title in two lines",
        abstract="We show things.",
        authors=(Author("Ada Example", ("Univ. A",)), Author("B. Other Jr.")),
        categories=("hep-ph", "math.MP"),
        published=datetime(2007, 4, 2, 19, 18, 42, tzinfo=UTC),
        updated=datetime(2007, 7, 24, 20, 10, 27, tzinfo=UTC),
        comment="3 pages",
        journal_ref="J. Ex. 1",
        license="http://example.org/licence",
        source="jsonl",
    )


def test_the_authors_of_a_row_without_parsed_ones_are_those_of_its_line() -> None:
    row = {
        "id": "0704.0001",
        "title": "T",
        "update_date": "2008-11-26",
        "authors": "A. Example (Univ. A and B) and C. D",
    }
    (paper,) = parse_record(json.dumps(row)).papers

    assert paper.authors == (Author("A. Example", ("Univ. A and B",)), Author("C. D"))
    assert (paper.comment, paper.journal_ref, paper.doi, paper.license) == (None,) * 4
    assert (paper.published, paper.updated, paper.version) == (None, None, None)


def test_names_are_cleaned_together_and_each_by_itself() -> None:
    names = [" Ada  Example", "B|C", "D |", "\tE\u200b F ", "", "\x1b"]

    assert [author.name for author in read(authors=names).authors] == ["Ada Example", "B|C", "D |", "E F"]
    assert [author.name for author in read(authors=["Ada Example", "B|C"]).authors] == ["Ada Example", "B|C"]


def test_the_first_of_an_ids_month_is_no_date() -> None:
    assert read(published="2026-05-01", date_source="id").published is None
    assert read(published="2026-05-12", date_source="listing").published == datetime(2026, 5, 12, tzinfo=UTC)


def test_earlier_versions_and_sources_are_a_history() -> None:
    fields = {
        "versions": [
            {"version": 1, "updated": "2026-05-11T09:30:00Z", "source": "rss"},
            {"version": 2, "updated": "2026-05-13T17:00:01Z", "source": "api"},
        ],
        "sources": ["api", "rss", "carrier pigeon"],
    }
    intake = parse_record(json.dumps({**PLAIN, **fields}))

    first = Version(1, datetime(2026, 5, 11, 9, 30, tzinfo=UTC), "rss")
    assert intake.histories == (History("2605.01234", versions=(first,), sources=("api", "rss")),)
    assert intake.papers[0].source == "jsonl"


def test_a_paper_known_from_a_feed_alone_keeps_the_feed_as_its_source_when_exported() -> None:
    intake = parse_record(json.dumps({**PLAIN, "sources": ["rss", "pith"]}))

    assert intake.papers[0].source == "rss"
    assert intake.histories == (History("2605.01234", sources=("pith",)),)


def test_every_odd_record_is_read_and_loses_no_word(shared: Path) -> None:
    lines = (shared / "data" / "papers-odd.jsonl").read_text(encoding="utf-8").splitlines()
    for line in lines:
        row = json.loads(line)
        (paper,) = parse_record(line).papers
        assert paper.id == row["id"]
        assert len(paper.authors) == len(row["authors"])
        assert (paper.published is None) == (row["date_source"] == "id")
        assert paper.title.isprintable()
        assert all(part.isprintable() for part in paper.abstract.split("\n"))
        if row["title"].replace("\n", "").replace("\t", "").isprintable():
            assert paper.title.split() == row["title"].split()

    assert len(lines) == 236


def test_every_complete_record_is_read(shared: Path) -> None:
    with gzip.open(shared / "data" / "papers-api-full.jsonl.gz", "rt", encoding="utf-8") as file:
        papers = [parse_record(line).papers[0] for line in file]

    assert len(papers) == 1586
    assert all(paper.version and paper.published and paper.updated and paper.abstract for paper in papers)
