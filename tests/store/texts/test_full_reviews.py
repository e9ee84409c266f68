"""Full reviews in the cache: stored unchanged, several per paper, each only once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given

from arxtui.light import changed
from arxtui.model.intake import Intake
from arxtui.model.reviews import FullReview, Part, Passage, ReviewField, Section
from arxtui.store.cache.database import Cache
from arxtui.store.errors import Damaged
from arxtui.store.texts.full_reviews import _pack, _unpack
from tests.model.drawn import REVIEWS
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
    (ReviewField("novelty score", "0.7"),),
    "2 theorem links · Lean Theorem",
    "model-a",
    REVIEWED,
    "cs.DC",
    "https://pith.example.org/paper/2605.01234",
    ("https://pith.example.org/canon/t/x",),
    (ReviewField("keywords", "staleness"), ReviewField("", "words of their own")),
)


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Cache]:
    with Cache.open(tmp_path / "cache.db") as opened:
        yield opened


def test_a_review_comes_back_as_it_was(cache: Cache) -> None:
    cache.full_reviews.put(KEY, [REVIEW])

    assert cache.full_reviews.of(KEY) == (REVIEW,)
    assert cache.full_reviews.of(KEY + 1) == ()


def test_reviews_of_other_versions_models_and_days_are_side_by_side_the_newest_first(cache: Cache) -> None:
    older = changed(REVIEW, version=1, reviewed_at=REVIEWED - timedelta(days=9))
    another = changed(REVIEW, model="model-b")
    later = changed(REVIEW, reviewed_at=REVIEWED + timedelta(days=3))
    of_the_first = changed(REVIEW, version=1, reviewed_at=REVIEWED + timedelta(days=9))
    for review in (REVIEW, older, another, later, of_the_first):
        cache.full_reviews.put(KEY, [review])

    assert cache.full_reviews.of(KEY) == (later, REVIEW, another, of_the_first, older)


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


def test_a_damaged_review_is_reported(cache: Cache) -> None:
    cache.full_reviews.put(KEY, [REVIEW])
    cache._db.run("UPDATE full_review SET body = substr(body, 1, 20)")
    with pytest.raises(Damaged):
        cache.full_reviews.of(KEY)


@given(REVIEWS)
def test_every_review_is_kept_whole(review: FullReview) -> None:
    assert _unpack(_pack(review)) == review


def test_imported_fields_of_a_review_are_added_to_the_known_ones(cache: Cache) -> None:
    cache.full_reviews.put(KEY, [REVIEW])
    poorer = changed(REVIEW, sections=(), verdict="", extra=(ReviewField("reader", "told later"),))
    other = changed(REVIEW, version=1, reviewed_at=None)
    cache.take(Intake(full_reviews=(poorer, other)))
    cache.take(Intake(full_reviews=(poorer, other)))
    extra = tuple(sorted((*REVIEW.extra, *poorer.extra), key=repr))
    assert cache.full_reviews.of(KEY) == (changed(REVIEW, extra=extra), other)
