"""Full reviews: two versions of one review are merged, and different reviews stay separate."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import reduce
from itertools import permutations

import pytest
from hypothesis import given

from arxtui.light import changed
from arxtui.model.reviews import (
    SINGLE,
    FullReview,
    Part,
    Passage,
    ReviewField,
    Section,
    is_same,
    joined,
    merged_review,
)
from tests.model.drawn import REVIEWS

REVIEWED = datetime(2026, 5, 13, 3, 5, tzinfo=UTC)
REVIEW = FullReview(
    "2605.01234",
    2,
    "Bounded Staleness",
    (Section.of(Part.PITH, "It costs less."),),
    model="model-a",
    reviewed_at=REVIEWED,
)


def said(review: FullReview) -> set[tuple[object, str]]:
    """Return every passage with the name of its section."""
    return {(each.part or each.heading, passage.text) for each in review.sections for passage in each.passages}


@given(REVIEWS, REVIEWS)
def test_two_tellings_of_one_review_are_joined_without_losing_a_word(one: FullReview, other: FullReview) -> None:
    if not is_same(one, other):
        return
    both = joined(one, other)
    for review in (one, other):
        assert is_same(both, review)
        assert said(review) <= said(both)
        assert set(review.scores) <= set(both.scores)
        assert set(review.extra) <= set(both.extra)
        for name in ("title", "verdict", "recognition", "category", "url"):
            result = getattr(review, name)
            assert result in ("", getattr(both, name)) or ReviewField(name, result) in both.extra
    assert joined(both, one) == both


@pytest.mark.parametrize(
    ("line", "links"),
    [
        ("", None),
        ("unknown", None),
        ("not checked", None),
        ("no theorem link", 0),
        ("1 theorem link", 1),
        ("8 theorem links · Lean Theorem", 8),
    ],
)
def test_the_line_about_the_canon_says_how_many_links_there_are(line: str, links: int | None) -> None:
    assert FullReview("2605.01234", recognition=line).theorem_links == links


@pytest.mark.parametrize(
    ("expected", "same"),
    [
        ({}, True),
        ({"version": None, "model": "", "reviewed_at": None}, True),
        ({"reviewed_at": REVIEWED + timedelta(hours=12)}, True),
        ({"reviewed_at": REVIEWED + timedelta(days=1)}, False),
        ({"version": 1}, False),
        ({"model": "model-b"}, False),
        ({"arxiv_id": "2605.01235"}, False),
        ({"title": "Another", "verdict": "doubtful"}, True),
    ],
)
def test_two_records_are_of_one_review_if_their_common_values_agree(expected: dict[str, object], same: bool) -> None:
    other = changed(REVIEW, **expected)
    assert is_same(REVIEW, other) is is_same(other, REVIEW) is same


def test_values_of_one_record_are_added_and_differing_ones_are_kept_apart() -> None:
    one = changed(REVIEW, verdict="plausible", version=None, links=("a",), scores=(ReviewField("novelty", "1"),))
    other = FullReview(
        one.arxiv_id,
        2,
        "",
        verdict="doubtful",
        url="https://pith.example/1",
        links=("a", "b"),
        scores=(ReviewField("novelty", "2"),),
        extra=(ReviewField("keywords", "queues"),),
    )
    both = joined(one, other)
    assert (both.version, both.title, both.verdict, both.url) == (2, REVIEW.title, "plausible", other.url)
    assert both.links == ("a", "b")
    assert both.scores == (ReviewField("novelty", "1"), ReviewField("novelty", "2"))
    assert both.extra == (ReviewField("keywords", "queues"), ReviewField("verdict", "doubtful"))
    assert joined(one, changed(one, extra=())).extra == ()


@pytest.mark.parametrize("name", ["version", "model"])
def test_a_value_of_only_one_of_two_records_is_kept(name: str) -> None:
    silent = changed(REVIEW, **{name: None if name == "version" else ""})
    for merge in (joined, merged_review):
        assert merge(silent, REVIEW) == merge(REVIEW, silent) == REVIEW


def test_of_two_times_of_a_day_the_exact_one_wins() -> None:
    midnight = changed(REVIEW, reviewed_at=REVIEWED.replace(hour=0, minute=0))
    for merge in (joined, merged_review):
        assert merge(midnight, REVIEW).reviewed_at == merge(REVIEW, midnight).reviewed_at == REVIEWED
        assert merge(REVIEW, changed(REVIEW, reviewed_at=None)).reviewed_at == REVIEWED


def test_sections_are_in_the_order_of_a_page_and_unknown_ones_behind_them() -> None:
    pith, claim = Section.of(Part.PITH, "One.", "Two."), Section.of(Part.CORE_CLAIM, "Three.")
    odd, other = Section("Odd", (Passage("Four."),)), Section("Other", (Passage("Five."),))
    one = changed(REVIEW, sections=(odd, claim))
    more = changed(
        REVIEW, sections=(other, Section.of(Part.PITH, "One.", "Two."), odd, Section.of(Part.CORE_CLAIM, "Six."))
    )
    assert joined(one, more).sections == (pith, Section.of(Part.CORE_CLAIM, "Three.", "Six."), odd, other)


def test_a_review_is_distinguished_from_others_by_version_time_and_model() -> None:
    assert REVIEW.identity == (2, REVIEWED.timestamp(), "model-a")
    assert FullReview("2605.01234").identity == (0, 0.0, "")
    assert REVIEW.part(Part.PITH) == "It costs less."
    assert REVIEW.part(Part.PREMISE) == ""


@given(REVIEWS, REVIEWS, REVIEWS)
def test_tellings_of_files_are_united_in_any_order_without_losing_a_word(
    one: FullReview, other: FullReview, third: FullReview
) -> None:
    result = [changed(each, version=2, model="a", reviewed_at=None) for each in (one, other, third)]
    both, *rest = {reduce(merged_review, order) for order in permutations(merged_review(each, each) for each in result)}
    assert rest == []
    assert merged_review(both, result[0]) == both
    for review in result:
        assert said(review) <= said(both)
        assert set(review.scores) <= set(both.scores)
        told_of = {*both.extra, *(ReviewField(name, getattr(both, name)) for name in SINGLE)}
        assert {each for each in review.extra if each.value} <= told_of
        assert {ReviewField(name, getattr(review, name)) for name in SINGLE if getattr(review, name)} <= told_of
