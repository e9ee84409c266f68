"""The made-up papers read like real papers and cannot be mistaken for them."""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest

from arxtui.demo.papers.calendar import last_days, newest_day
from arxtui.demo.papers.corpus import DAYS, PAPERS, Corpus, make
from arxtui.demo.papers.drafts import FIRST_NUMBER
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.arxiv.taxonomy import CATEGORIES
from arxtui.model.paper import AnnounceType
from tests.demo.conftest import DAY


def test_the_same_day_and_seed_give_the_same_papers(corpus: Corpus) -> None:
    assert make(DAY) == corpus
    assert make(DAY, seed=2).papers != corpus.papers


@pytest.mark.parametrize("day", [date(2026, 1, 2), date(2026, 3, 9), date(2028, 2, 29), date(2026, 11, 20)])
def test_any_weekday_has_its_papers(day: date) -> None:
    made = make(day)
    assert len(made.papers) == PAPERS
    assert made.days == last_days(day, DAYS)
    assert all(each.weekday() < 5 for each in made.days)


def test_ids_are_sound_unlike_any_real_one_and_not_of_a_later_month(corpus: Corpus) -> None:
    for paper in corpus.papers:
        assert ArxivId.parse(paper.id).base == paper.id
        assert int(paper.id.split(".")[1]) >= FIRST_NUMBER
        assert paper.published is not None
        assert paper.id.startswith(f"{paper.published:%y%m}.")
    assert [paper.id for paper in corpus.papers] == sorted({paper.id for paper in corpus.papers})


def test_titles_are_all_different(corpus: Corpus) -> None:
    assert len({paper.title for paper in corpus.papers}) == PAPERS


def test_abstracts_have_the_length_of_real_ones_and_no_place_left_open(corpus: Corpus) -> None:
    for paper in corpus.papers:
        assert 80 <= len(paper.abstract.split()) <= 200
        assert not re.search(r"[<>]|  ", paper.abstract + paper.title)
        assert paper.abstract.count("$") % 2 == 0
        assert all(
            sentence[0].isupper() or sentence[0] == "$" for sentence in re.split(r"(?<=[a-z\])]\.) ", paper.abstract)
        )


def test_neighbours_of_a_category_share_no_opening(corpus: Corpus) -> None:
    by_category: dict[str, list[str]] = {}
    for paper in corpus.papers:
        by_category.setdefault(paper.primary_category, []).append(paper.abstract)
    for abstracts in by_category.values():
        assert all(len(set(pair)) == 2 for pair in pairwise(abstracts))


def test_made_up_papers_have_formulas_accents_and_brackets_like_real_ones(corpus: Corpus) -> None:
    result = " ".join(f"{paper.title} {paper.abstract}" for paper in corpus.papers)
    for piece in (r"$O(n \log n)$", r"$\sqrt{s}=13$ TeV", 'G\\"odel', 'K\\"ording', "[Re] ", "[28]", r"\%"):
        assert piece in result


def test_categories_exist_and_many_papers_are_cross_listed(corpus: Corpus) -> None:
    counted = Counter(paper.primary_category for paper in corpus.papers)
    assert set(counted) == {
        "cs.DC", "cs.LG", "cs.PF", "cs.DS", "math.NT", "math.PR", "hep-ph", "quant-ph", "stat.ML"
    }  # fmt: skip
    assert min(counted.values()) >= 15
    assert all(set(paper.categories) <= set(CATEGORIES) for paper in corpus.papers)
    assert all(len(set(paper.categories)) == len(paper.categories) for paper in corpus.papers)
    assert sum(len(paper.categories) > 1 for paper in corpus.papers) > PAPERS // 2


def test_versions_one_to_three_have_their_times_in_order(corpus: Corpus) -> None:
    assert {paper.version for paper in corpus.papers} == {1, 2, 3}
    end_of_day = datetime(DAY.year, DAY.month, DAY.day, tzinfo=UTC)
    for paper in corpus.papers:
        versions = corpus.versions(paper.id)
        times = [version.updated for version in versions if version.updated]
        assert times == sorted(set(times))
        assert (times[0], times[-1], len(times)) == (paper.published, paper.updated, paper.version)
        assert times[-1] < end_of_day


def test_announcements_name_each_category_once_a_day(corpus: Corpus) -> None:
    rows = [(row.id, row.day, row.category) for row in corpus.announcements]
    assert len(rows) == len(set(rows))
    assert {row.type for row in corpus.announcements} == set(AnnounceType)
    papers = {paper.id: paper for paper in corpus.papers}
    for row in corpus.announcements:
        primary = row.category == papers[row.id].primary_category
        first = row.version == 1
        assert (
            row.type
            == {
                (True, True): AnnounceType.NEW,
                (False, True): AnnounceType.CROSS,
                (True, False): AnnounceType.REPLACE,
                (False, False): AnnounceType.REPLACE_CROSS,
            }[primary, first]
        )
        submitted = corpus.versions(row.id)[(row.version or 1) - 1].updated
        assert submitted is not None
        assert (
            timedelta(0)
            < datetime(row.day.year, row.day.month, row.day.day, tzinfo=UTC) - submitted
            < timedelta(days=4)
        )


def test_every_day_brings_papers_and_the_newest_keeps_some_back(corpus: Corpus) -> None:
    new = Counter(row.day for row in corpus.announcements if row.type is AnnounceType.NEW)
    assert len(corpus.days) == DAYS
    assert min(new[day] for day in corpus.days) >= 20
    days = {row.id: row.day for row in corpus.announcements}
    assert len(corpus.held) >= 20
    assert {days[held] for held in corpus.held} == {DAY}
    assert new[DAY] - len(corpus.held) >= 20


def test_reviews_are_of_announced_papers_with_badges_of_all_kinds(corpus: Corpus) -> None:
    papers = {paper.id: paper for paper in corpus.papers}
    reviews = Counter(review.arxiv_id for review in corpus.reviews)
    assert len(reviews) == 60
    assert sorted(reviews.values())[-3:] == [1, 2, 2]
    assert not set(reviews) & set(corpus.held)
    assert {review.badge for review in corpus.reviews} == {"", "Recognition", "1 theorem", "2 theorems", "3 theorems"}
    for review in corpus.reviews:
        assert review.arxiv_id is not None
        assert review.abstract == papers[review.arxiv_id].abstract
        assert 30 <= len(review.headline) <= 81
        assert len(review.deck) <= 140


def test_some_decks_are_cut_at_140(corpus: Corpus) -> None:
    cut = [review for review in corpus.reviews if review.deck_truncated]
    assert cut
    assert all(len(review.deck) == 140 and review.deck[-1] not in ".!?" for review in cut)
    assert len(cut) < len(corpus.reviews) / 2


def test_two_reviews_of_a_paper_say_different_things_of_two_versions(corpus: Corpus) -> None:
    pairs = [pair for pair in pairwise(corpus.reviews) if pair[0].arxiv_id == pair[1].arxiv_id]
    assert len(pairs) == 2
    for older, newer in pairs:
        assert (older.version, newer.version) == (1, 2)
        assert older.headline != newer.headline


def test_the_newest_day_is_a_weekday_in_new_york() -> None:
    assert newest_day(datetime(2026, 5, 13, 12, tzinfo=UTC)) == date(2026, 5, 13)
    assert newest_day(datetime(2026, 5, 13, 3, tzinfo=UTC)) == date(2026, 5, 12)
    assert newest_day(datetime(2026, 5, 17, 12, tzinfo=UTC)) == date(2026, 5, 15)
