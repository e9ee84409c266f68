"""Whole reviews in the cache: as they came, several side by side, each once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import reduce
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.model.frozen import changed
from arxtui.model.fullreview import SINGLE, FullReview, Part, Passage, Section, Told, is_same, joined
from arxtui.model.intake import Intake
from arxtui.model.review_union import united
from arxtui.store.cache import Cache
from arxtui.store.errors import Damaged
from arxtui.store.full_reviews import _packed, _unpacked
from tests.store.made import STALENESS

KEY = STALENESS.key
REVIEWED = datetime(2026, 5, 13, 3, 5, tzinfo=UTC)
REVIEW = FullReview(
    STALENESS.id,
    2,
    "Bounded Staleness for Sharded Optimizers",
    (
        Section.of(Part.PITH, "Stale gradients cost a third less."),
        Section("If this is right", (Passage("Shards may lag."), Passage("Locks go.", listed=True)), Part.CONSEQUENCES),
        Section("A heading nobody knows", (Passage("Kept all the same."),)),
    ),
    "plausible",
    (Told("novelty score", "0.7"),),
    "2 theorem links · Lean Theorem",
    "model-a",
    REVIEWED,
    "cs.DC",
    "https://pith.example.org/paper/2605.01234",
    ("https://pith.example.org/canon/t/x",),
    (Told("keywords", "staleness"), Told("", "words of their own")),
)


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache.open(tmp_path / "cache.db")


def test_a_review_comes_back_as_it_was(cache: Cache) -> None:
    cache.full_reviews.put(KEY, [REVIEW])

    assert cache.full_reviews.of(KEY) == (REVIEW,)
    assert cache.full_reviews.of(KEY + 1) == ()


def test_reviews_of_other_versions_models_and_days_stand_side_by_side_the_newest_first(cache: Cache) -> None:
    older = changed(REVIEW, version=1, reviewed_at=REVIEWED - timedelta(days=9))
    another = changed(REVIEW, model="model-b")
    later = changed(REVIEW, reviewed_at=REVIEWED + timedelta(days=3))
    for review in (REVIEW, older, another, later):
        cache.full_reviews.put(KEY, [review])

    assert cache.full_reviews.of(KEY) == (later, REVIEW, another, older)


def test_a_review_that_is_fetched_again_takes_its_own_place(cache: Cache) -> None:
    mended = changed(REVIEW, verdict="doubtful", reviewed_at=REVIEWED + timedelta(seconds=20))
    cache.full_reviews.put(KEY, [REVIEW])
    cache.full_reviews.put(KEY, [mended])

    assert cache.full_reviews.of(KEY) == (mended,)


def test_a_telling_without_version_and_day_takes_one_place_at_most(cache: Cache) -> None:
    older = changed(REVIEW, version=1, reviewed_at=REVIEWED - timedelta(days=9))
    vague = FullReview(STALENESS.id, verdict="plausible")
    for review in (REVIEW, older, vague):
        cache.full_reviews.put(KEY, [review])

    assert cache.full_reviews.of(KEY) == (older, vague)


def test_a_damaged_review_is_told(cache: Cache) -> None:
    cache.full_reviews.put(KEY, [REVIEW])
    cache._db.run("UPDATE full_review SET body = substr(body, 1, 20)")
    with pytest.raises(Damaged):
        cache.full_reviews.of(KEY)


LINES = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
TOLD = st.builds(Told, LINES, LINES)
SECTIONS = st.builds(
    Section,
    LINES,
    st.lists(st.builds(Passage, LINES, st.booleans()), max_size=3).map(tuple),
    st.none() | st.sampled_from(Part),
)
REVIEWS = st.builds(
    FullReview,
    arxiv_id=st.just(STALENESS.id),
    version=st.none() | st.integers(1, 9),
    title=LINES,
    sections=st.lists(SECTIONS, max_size=4).map(tuple),
    verdict=LINES,
    scores=st.lists(TOLD, max_size=3).map(tuple),
    recognition=st.sampled_from(("", "unknown", "no theorem link", "1 theorem link", "12 theorem links")),
    model=st.sampled_from(("", "a", "b")),
    reviewed_at=st.none() | st.integers(0, 2**32).map(lambda at: datetime.fromtimestamp(at, UTC)),
    url=LINES,
    links=st.lists(LINES, max_size=2).map(tuple),
    extra=st.lists(TOLD, max_size=3).map(tuple),
)


@given(REVIEWS)
def test_every_review_is_kept_whole(review: FullReview) -> None:
    assert _unpacked(_packed(review)) == review


def said(review: FullReview) -> set[tuple[object, str]]:
    """Every passage under the name of its section."""
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
            told = getattr(review, name)
            assert told in ("", getattr(both, name)) or Told(name, told) in both.extra
    assert joined(both, one) == both


@given(REVIEWS, REVIEWS, REVIEWS)
def test_tellings_of_files_are_united_in_any_order_without_losing_a_word(
    one: FullReview, other: FullReview, third: FullReview
) -> None:
    told = [changed(each, version=2, model="a", reviewed_at=None) for each in (one, other, third)]
    both, *rest = {reduce(united, order) for order in permutations(united(each, each) for each in told)}
    assert rest == []
    assert united(both, told[0]) == both
    for review in told:
        assert said(review) <= said(both)
        assert set(review.scores) <= set(both.scores)
        told_of = {*both.extra, *(Told(name, getattr(both, name)) for name in SINGLE)}
        assert {each for each in review.extra if each.value} <= told_of
        assert {Told(name, getattr(review, name)) for name in SINGLE if getattr(review, name)} <= told_of


@pytest.mark.parametrize(
    ("line", "links"),
    [
        ("", None),
        ("unknown", None),
        ("no theorem link", 0),
        ("1 theorem link", 1),
        ("8 theorem links · Lean Theorem", 8),
    ],
)
def test_the_line_about_the_canon_says_how_many_links_there_are(line: str, links: int | None) -> None:
    assert FullReview("2605.01234", recognition=line).theorem_links == links


def test_what_an_import_tells_is_added_to_what_is_known(cache: Cache) -> None:
    cache.full_reviews.put(KEY, [REVIEW])
    poorer = changed(REVIEW, sections=(), verdict="", extra=(Told("reader", "told later"),))
    other = changed(REVIEW, version=1, reviewed_at=None)
    cache.take(Intake(full_reviews=(poorer, other)))
    cache.take(Intake(full_reviews=(poorer, other)))
    extra = tuple(sorted((*REVIEW.extra, *poorer.extra), key=repr))
    assert cache.full_reviews.of(KEY) == (changed(REVIEW, extra=extra), other)
