"""The JSON of a paper is stable, and reading it returns the paper."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.export.jsonform import record_to_json, record_to_line, to_line
from arxtui.light import changed
from arxtui.model.marks import Marks, Reading
from arxtui.model.paper import Announcement, AnnounceType, Author, Deletion, History, Link, Paper, Version
from arxtui.model.reviews import FullReview, Review
from arxtui.model.views import Record
from arxtui.sources.records import parse_record
from arxtui.text import clean, clean_block, readable

PAPER = Paper(
    id="hep-th/9901001",
    title=r"Bounds at $\sqrt{s}=13$ TeV",
    abstract='First words.\nA new paragraph of G\\"odel.',
    authors=(Author("Ada Example", ('Universit\\"at Example', "Other, Place")), Author("Björn Måns")),
    categories=("hep-th", "gr-qc"),
    version=3,
    published=datetime(1999, 1, 1, 23, 0, tzinfo=timezone(timedelta(hours=-5))),
    updated=datetime(2001, 2, 3, 4, 5, 6, tzinfo=UTC),
    comment="12 pages of $x^2$",
    journal_ref="J. Ex. 1 (2001)",
    doi="10.1000/ex",
    license="http://creativecommons.org/licenses/by/4.0/",
    links=(Link("https://arxiv.org/abs/hep-th/9901001v3", "alternate", "", "text/html"),),
    source="jsonl",
)
REVIEW = Review(
    headline="Bounds hold",
    title=PAPER.title,
    category="hep-th",
    listed_on=date(2026, 5, 13),
    deck="A deck cut",
    deck_truncated=True,
    abstract=clean(PAPER.abstract),
    theorem_links=2,
    has_figure=True,
    votes=4,
    comments=0,
    arxiv_id=PAPER.id,
)
RECORD = Record(
    key=PAPER.key,
    paper=PAPER,
    title=readable(PAPER.title),
    announcements=(Announcement(PAPER.id, date(2001, 2, 5), "hep-th", AnnounceType.REPLACE, 3),),
    versions=(Version(1, None, "rss"), Version(3, datetime(2001, 2, 3, 4, 5, 6, tzinfo=UTC), "api")),
    reviews=(
        replace(REVIEW, place=1, version=2, other_counts=(7, 8), title="Bounds at last"),
        replace(REVIEW, theorem_links=None, listed_on=date(2026, 5, 12)),
    ),
    marks=Marks(unread=True, starred=True, tags=("queues",), rating=4, reading=Reading.TO_READ, lists=("seminar",)),
    sources=("api", "pith"),
)


def test_the_form_is_the_one_that_scripts_rely_on() -> None:
    held = record_to_json(RECORD)
    names = """
        id name version title title_tex abstract abstract_tex authors categories primary_category published updated
        comment comment_tex journal_ref journal_ref_tex doi license announcements links versions reviews marks score why
        for_you sources venue deleted withdrawn
    """
    assert list(held) == names.split()
    assert held["title"] == "Bounds at √s=13 TeV"
    assert held["title_tex"] == PAPER.title
    assert held["authors"][0] == {
        "name": "Ada Example",
        "name_tex": "Ada Example",
        "affiliations": ["Universität Example", "Other, Place"],
        "affiliations_tex": ['Universit\\"at Example', "Other, Place"],
    }
    assert (held["comment"], held["comment_tex"]) == ("12 pages of x²", "12 pages of $x^2$")
    assert held["primary_category"] == "hep-th"
    assert (held["published"], held["updated"]) == ("1999-01-02T04:00:00Z", "2001-02-03T04:05:06Z")
    assert held["announcements"] == [{"day": "2001-02-05", "category": "hep-th", "type": "replace", "version": 3}]
    assert held["marks"] == {
        "unread": True,
        "read": False,
        "starred": True,
        "hidden": False,
        "queued": False,
        "tags": ["queues"],
        "note": None,
        "rating": 4,
        "reading": "to-read",
        "lists": ["seminar"],
    }
    assert held["versions"] == [
        {"version": 1, "updated": None, "source": "rss"},
        {"version": 3, "updated": "2001-02-03T04:05:06Z", "source": "api"},
    ]
    assert held["reviews"][0] == {
        "source": "pith",
        "headline": "Bounds hold",
        "deck": "A deck cut",
        "deck_truncated": True,
        "badge": "2 theorems",
        "theorem_links": 2,
        "listed_on": "2026-05-13",
        "has_figure": True,
        "votes": 4,
        "comments": 0,
        "other_counts": [7, 8],
        "url": None,
        "version": 2,
        "place": 1,
        "title": "Bounds at last",
        "category": None,
        "abstract": None,
    }
    assert (held["score"], held["sources"], held["deleted"]) == (None, ["api", "pith"], None)
    assert held["venue"] == {"name": "J. Ex.", "year": 2001, "status": "published"}
    accepted = changed(RECORD, paper=replace(PAPER, comment="Accepted at ICS 2026", journal_ref=None))
    assert record_to_json(accepted)["venue"] == {"name": "ICS", "year": 2026, "status": "accepted"}
    unpublished = changed(RECORD, paper=replace(PAPER, journal_ref=None))
    assert record_to_json(unpublished)["venue"] is None
    gone = changed(RECORD, deletion=Deletion(PAPER.id, date(2026, 5, 13)))
    assert record_to_json(gone)["deleted"] == {"day": "2026-05-13"}
    assert held["withdrawn"] is None
    said = changed(RECORD, paper=replace(PAPER, comment="Withdrawn by arXiv administrators"))
    assert record_to_json(said)["withdrawn"] == {"by": "arXiv", "words": "Withdrawn by arXiv administrators"}
    listed = changed(RECORD, withdrawn=True)
    assert record_to_json(listed)["withdrawn"] == {"by": "authors", "words": "12 pages of x²"}


def test_an_exported_record_reads_back() -> None:
    intake = parse_record(to_line(record_to_json(RECORD)))
    assert intake.papers == (PAPER,)
    assert intake.announcements == RECORD.announcements
    assert intake.reviews == RECORD.reviews
    assert intake.histories == (History(PAPER.id, RECORD.versions[:1], ("api", "pith")),)


def test_a_paper_that_only_a_review_names_has_no_id() -> None:
    unknown = changed(RECORD, paper=replace(PAPER, id="", version=None, source="pith"), announcements=())
    held = record_to_json(unknown)
    assert held["id"] is None
    intake = parse_record(to_line(held))
    assert intake.papers == ()
    assert [review.headline for review in intake.reviews] == ["Bounds hold", "Bounds hold"]


@given(st.text().filter(lambda text: bool(clean(text))), st.text())
def test_every_text_survives_the_way_out_and_in(title: str, abstract: str) -> None:
    paper = replace(PAPER, title=clean(title), abstract=clean_block(abstract))
    record = changed(RECORD, paper=paper, title=readable(paper.title), reviews=())
    assert parse_record(to_line(record_to_json(record))).papers == (paper,)
    assert record_to_line(record) == to_line(record_to_json(record))


@given(st.text(alphabet=st.characters()))
def test_a_line_of_json_cannot_command_a_terminal(text: str) -> None:
    line = to_line({"text": text})
    assert not any(unicodedata.category(sign) == "Cc" for sign in line)
    assert not set("\u202a\u202e\u2066\u2028\u2029") & set(line)
    assert json.loads(line) == {"text": text}


def test_a_line_written_at_once_is_that_of_the_form() -> None:
    scored = changed(RECORD, score=3, for_you=0.12345, deletion=Deletion("2605.00001"))
    reviewed = FullReview("hep-th/9901001", 2, verdict="sound", url="https://pith.example/1")
    for record in (RECORD, scored, Record(0, Paper("", ""), "")):
        for full in ((), (reviewed,)):
            assert record_to_line(record, full) == to_line(record_to_json(record, full))


def test_a_line_has_further_fields_at_its_end_and_is_ascii_on_demand() -> None:
    record = changed(RECORD, paper=replace(PAPER, comment='signs: \x7f\u2028\ufeff\ud800 \\ " ß 𝔘'))
    more = {"näher": ["\u2029"]}
    for ascii_only in (False, True):
        line = record_to_line(record, more=more, ascii_only=ascii_only)
        assert line == to_line({**record_to_json(record), **more}, ascii_only=ascii_only)
        assert line.isascii() is ascii_only
        assert line.isprintable()
        assert json.loads(line)["comment_tex"] == record.paper.comment


@pytest.mark.parametrize("name", ["papers-odd.jsonl"])
def test_odd_real_records_survive(shared: Path, name: str) -> None:
    for line in (shared / "data" / name).read_text(encoding="utf-8").splitlines():
        [paper] = parse_record(line).papers
        record = Record(paper.key, paper, readable(paper.title))
        assert parse_record(to_line(record_to_json(record))).papers == (paper,)
        assert record_to_line(record) == to_line(record_to_json(record))
