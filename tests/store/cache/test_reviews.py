"""Reviews are matched to their papers, whichever of the two arrives first."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import permutations
from typing import Any

import pytest

from arxtui.model.arxiv.ids import ArxivId, id_of, is_pending, key_of, pending_key
from arxtui.model.intake import Intake, Tally
from arxtui.model.paper import Paper
from arxtui.model.reviews import Review
from arxtui.store.cache import reviews as room
from arxtui.store.cache.database import Cache
from arxtui.store.cache.entries import prepare_intake
from arxtui.store.progress.imports import Progress
from arxtui.text import fingerprint
from tests.builders import DAY, paper
from tests.store.made import CARD, QUEUES, SECOND_CARD, STALENESS, sources, take

NEXT = DAY + timedelta(days=1)
LINKED = replace(CARD, arxiv_id=STALENESS.id, version=2, url="https://pith.example/paper/2605.01234v2")


def test_a_review_finds_its_paper_by_the_abstract(cache: Cache) -> None:
    take(cache, STALENESS)
    assert not cache.has_reviews()
    card = replace(CARD, title="Another Wording of the Title")
    assert take(cache, reviews=(card,)) == Tally(reviews_new=1, reviewed_papers=1)
    assert cache.has_reviews()
    assert cache.reviews(STALENESS.key) == (card,)


def test_reviews_are_known_of_a_category_and_of_its_archive(cache: Cache) -> None:
    take(cache, STALENESS, QUEUES, reviews=(CARD,))
    asked = ("", STALENESS.primary_category, "cs", "cs.NI", "math", "c")
    assert [cache.has_reviews(each) for each in asked] == [True, True, True, False, False, False]


def test_a_review_finds_its_paper_by_the_title_when_the_abstract_is_another_versions(cache: Cache) -> None:
    take(cache, STALENESS, QUEUES)
    card = replace(
        CARD, title=STALENESS.title.replace("Bounded ", "bounded  "), abstract="The abstract of the first version."
    )
    take(cache, reviews=(card,))
    assert cache.reviews(STALENESS.key) == (card,)


def test_of_papers_with_one_title_a_review_takes_that_of_its_category_and_month(cache: Cache) -> None:
    title = "Erratum"
    old = paper(9, month="1501", title=title)
    other = paper(2, title=title, category="math.NT")
    meant = paper(3, title=title)
    assert take(cache, old, other, meant).new == 3
    take(cache, reviews=(replace(CARD, title=title, abstract="An erratum."),))
    assert len(cache.reviews(meant.key)) == 1


@pytest.mark.parametrize("category", ["astro-ph.CO", "math.NT"])
def test_of_papers_with_one_title_that_come_later_a_waiting_review_takes_that_of_its_category(
    cache: Cache, category: str
) -> None:
    take(cache, reviews=(replace(CARD, title="Erratum", abstract="An erratum."),))
    other, meant = paper(2, title="Erratum", category=category), paper(3, title="Erratum")
    take(cache, other, meant)
    assert (len(cache.reviews(meant.key)), len(cache.reviews(other.key))) == (1, 0)


@pytest.mark.parametrize("comes_first", ["papers", "review"])
@pytest.mark.parametrize(
    ("others", "meant"),
    [
        ([("2605", "math.NT")], ("1501", "cs.DC")),
        ([("1501", "cs.DC"), ("2604", "math.NT")], ("2603", "cs.DC")),
        ([("2601", "cs.DC")], ("2606", "cs.DC")),
        ([("2609", "math.NT"), ("2501", "hep-th")], ("2604", "math.NT")),
    ],
)
def test_of_papers_with_one_title_the_category_decides_before_the_month(
    cache: Cache, others: list[tuple[str, str]], meant: tuple[str, str], comes_first: str
) -> None:
    papers = [
        paper(number, month=month, category=category, title="Erratum")
        for number, (month, category) in enumerate([*others, meant], 1)
    ]
    waiting = replace(CARD, title="Erratum", abstract="An erratum.")
    if comes_first == "papers":
        take(cache, *papers)
        take(cache, reviews=(waiting,))
    else:
        take(cache, reviews=(waiting,))
        take(cache, *papers)
    assert [len(cache.reviews(each.key)) for each in papers] == [*[0] * len(others), 1]


def test_the_arxiv_id_of_a_review_wins_over_its_title(cache: Cache) -> None:
    take(cache, STALENESS, QUEUES)
    card = replace(CARD, arxiv_id=QUEUES.id)
    take(cache, reviews=(card,))
    assert cache.reviews(QUEUES.key) == (card,)
    assert cache.reviews(STALENESS.key) == ()


def test_a_link_that_names_no_paper_is_no_link(cache: Cache) -> None:
    take(cache, STALENESS)
    take(cache, reviews=(replace(CARD, arxiv_id="not an id"),))
    assert len(cache.reviews(STALENESS.key)) == 1


def test_two_reviews_of_one_paper_stay_two_newest_first(cache: Cache) -> None:
    take(cache, STALENESS)
    assert take(cache, reviews=(SECOND_CARD, CARD)) == Tally(reviews_new=2, reviewed_papers=1)
    assert cache.reviews(STALENESS.key) == (SECOND_CARD, CARD)
    [row] = cache.rows([STALENESS.key])
    assert (row.headline, row.theorem_links, row.reviews) == (SECOND_CARD.headline, 0, 2)
    assert sources(cache, STALENESS.key) == ("api", "pith")


@pytest.mark.parametrize(
    "second",
    [SECOND_CARD, *(replace(CARD, place=1, **other) for other in ({"deck": "A new deck"}, {"listed_on": NEXT}))],
)
def test_the_same_reviews_again_are_the_same(cache: Cache, second: Review) -> None:
    take(cache, STALENESS)
    take(cache, reviews=(second, CARD))
    assert cache.reviews(STALENESS.key) == (second, CARD)
    number = cache.changes.latest()
    assert take(cache, reviews=(second, CARD)) == Tally(reviews_same=2, reviewed_papers=1)
    assert cache.changes.latest() == number


@pytest.mark.parametrize("change", [{"headline": "A new headline"}, {"deck": "A new deck"}, {"theorem_links": 3}])
def test_a_new_headline_deck_or_badge_is_a_change(cache: Cache, change: dict[str, object]) -> None:
    take(cache, STALENESS, reviews=(CARD,))
    number = cache.changes.latest()
    changed = replace(CARD, **change)  # type: ignore[arg-type]
    assert take(cache, reviews=(changed,)) == Tally(reviews_changed=1, reviewed_papers=1)
    assert cache.reviews(STALENESS.key) == (changed,)
    assert cache.changes.since(number, 10) == [(number + 1, STALENESS.key)]


def test_a_review_from_a_saved_page_is_a_change_of_its_paper_once(cache: Cache) -> None:
    take(cache, STALENESS)
    number = cache.changes.latest()
    for _ in range(2):
        cache.put([prepare_intake(Intake(reviews=(CARD,)))], Progress(b"file", 1))
        assert cache.changes.since(number, 10) == [(number + 1, STALENESS.key)]


@pytest.mark.parametrize(
    "silence",
    [
        {"comments": None, "url": None, "abstract": ""},
        {"votes": None, "other_counts": (), "category": ""},
        {"deck": "", "deck_truncated": False},
        {"place": 3},
    ],
)
def test_a_page_that_says_less_erases_nothing(cache: Cache, silence: dict[str, Any]) -> None:
    result = replace(LINKED, comments=4, votes=3, other_counts=(1,), deck_truncated=True)
    take(cache, STALENESS, reviews=(result,))
    assert take(cache, reviews=(replace(result, **silence),)) == Tally(reviews_same=1, reviewed_papers=1)
    assert cache.reviews(STALENESS.key) == (result,)


def test_a_card_seen_with_and_without_the_version_in_its_link_is_one_review(cache: Cache) -> None:
    take(cache, STALENESS, reviews=(CARD,))
    assert take(cache, reviews=(LINKED,)) == Tally(reviews_changed=1, reviewed_papers=1)
    assert cache.reviews(STALENESS.key) == (LINKED,)
    assert take(cache, reviews=(CARD,)) == Tally(reviews_same=1, reviewed_papers=1)
    assert cache.reviews(STALENESS.key) == (LINKED,)


def test_a_card_whose_link_came_later_is_replaced_by_its_correction(cache: Cache) -> None:
    corrected = replace(LINKED, headline="Stale gradients cost a quarter less than feared")
    for card in (CARD, LINKED, corrected):
        take(cache, STALENESS, reviews=(card,))
    assert cache.reviews(STALENESS.key) == (corrected,)


@pytest.mark.parametrize("headline", ["A third look", "A first look from elsewhere", "Zero"])
def test_when_the_oldest_card_leaves_the_page_and_a_new_one_comes_all_three_reviews_are_there(
    cache: Cache, headline: str
) -> None:
    take(cache, STALENESS, reviews=(SECOND_CARD, CARD))
    third = replace(CARD, headline=headline, place=1)
    moved_up = replace(SECOND_CARD, place=0)
    expected = Tally(reviews_new=1, reviews_same=1, reviewed_papers=1)
    assert take(cache, reviews=(third, moved_up)) == expected
    headlines = {held.headline for held in cache.reviews(STALENESS.key)}
    assert headlines == {CARD.headline, SECOND_CARD.headline, third.headline}
    assert take(cache, reviews=(third, moved_up)) == Tally(reviews_same=2, reviewed_papers=1)


def test_a_paper_that_was_known_twice_has_every_review_once(cache: Cache) -> None:
    take(cache, reviews=(CARD, SECOND_CARD))
    take(cache, reviews=(replace(CARD, arxiv_id=STALENESS.id, title="Another title", abstract="Another abstract."),))
    assert cache.count() == 2
    take(cache, STALENESS)
    assert cache.count() == 1
    assert {held.headline for held in cache.reviews(STALENESS.key)} == {CARD.headline, SECOND_CARD.headline}
    assert len(cache.reviews(STALENESS.key)) == 2


def test_a_card_of_an_intake_finds_the_paper_that_a_later_card_s_link_names(cache: Cache) -> None:
    take(cache, reviews=(CARD, replace(SECOND_CARD, arxiv_id=STALENESS.id)))
    assert list(cache.month_keys()) == [STALENESS.key]
    assert [held.headline for held in cache.reviews(STALENESS.key)] == [SECOND_CARD.headline, CARD.headline]


def test_votes_and_comments_of_a_review_are_brought_up_to_date(cache: Cache) -> None:
    take(cache, STALENESS, reviews=(LINKED,))
    assert take(cache, reviews=(replace(CARD, votes=5, comments=2),)) == Tally(reviews_changed=1, reviewed_papers=1)
    assert cache.reviews(STALENESS.key) == (replace(LINKED, votes=5, comments=2),)


@pytest.mark.parametrize("order", list(permutations(range(4))), ids=str)
def test_a_row_of_the_list_has_the_newest_review_and_their_number(cache: Cache, order: tuple[int, ...]) -> None:
    reviews = [
        replace(LINKED, version=1, headline="First"),
        replace(LINKED, version=3, headline="Third", theorem_links=0),
        replace(LINKED, version=2, headline="Second", theorem_links=None),
        replace(LINKED, version=4, headline="Of the day before", listed_on=DAY - timedelta(days=1)),
    ]
    take(cache, STALENESS)
    for number, place in enumerate(order, 1):
        take(cache, reviews=(reviews[place],))
        newest = max((reviews[each] for each in order[:number]), key=lambda each: (each.listed_on, each.version))
        [row] = cache.rows([STALENESS.key])
        assert (row.headline, row.theorem_links, row.reviews, row.listed_on) == (
            newest.headline,
            newest.theorem_links,
            number,
            newest.listed_on,
        )
        assert cache.reviews(STALENESS.key)[0] == newest


def test_reviews_of_two_versions_are_distinguished_by_their_links(cache: Cache) -> None:
    take(cache, STALENESS, reviews=(LINKED, replace(LINKED, version=1, headline="Of the first version")))
    assert [held.version for held in cache.reviews(STALENESS.key)] == [2, 1]


def test_a_review_whose_paper_is_unknown_waits_under_a_reserved_key_of_its_month(cache: Cache) -> None:
    assert take(cache, reviews=(SECOND_CARD, CARD)) == Tally(reviews_new=2, reviewed_papers=1)
    key = pending_key(DAY, fingerprint(CARD.abstract))
    stub = Paper("", CARD.title, CARD.abstract, categories=("cs.DC",), source="pith")
    assert list(cache.month_keys()) == [key]
    assert cache.papers.pending(10) == [(key, stub)]
    assert cache.reviews(key) == (SECOND_CARD, CARD)
    assert cache.rows([key])[0].title == CARD.title
    assert cache.papers.incomplete(10) == []
    assert take(cache, reviews=(SECOND_CARD, CARD)) == Tally(reviews_same=2, reviewed_papers=1)


def test_when_the_arxiv_record_arrives_the_reviews_move_to_it(cache: Cache) -> None:
    take(cache, reviews=(SECOND_CARD, CARD))
    [key] = cache.month_keys()
    number = cache.changes.latest()
    assert take(cache, QUEUES, STALENESS) == Tally(new=2)
    assert cache.reviews(STALENESS.key) == (SECOND_CARD, CARD)
    assert cache.papers.get(STALENESS.key) == STALENESS
    assert cache.papers.get(key) is None
    assert cache.reviews(key) == ()
    tables = ("paper", "detail", "source_record", "withdrawn")
    assert not any(cache._db.rows(f"SELECT key FROM {table} WHERE key = ?", (key,)) for table in tables)
    assert list(cache.month_keys()) == [STALENESS.key, QUEUES.key]
    assert cache.counts_by_primary() == {"cs.DC": 1, "hep-th": 1}
    assert cache.papers.pending(10) == []
    assert (cache.aliases.of(key), cache.aliases.former_keys([STALENESS.key])) == (
        STALENESS.key,
        {STALENESS.key: (key,)},
    )
    assert cache.aliases.among([key, QUEUES.key]) == {key: STALENESS.key}
    assert cache.aliases.former_keys([STALENESS.key, QUEUES.key]) == {STALENESS.key: (key,)}
    assert cache.aliases.resolve(key) == STALENESS.key
    assert {changed for _, changed in cache.changes.since(number, 10)} == {STALENESS.key, QUEUES.key, key}
    assert take(cache, reviews=(SECOND_CARD, CARD)) == Tally(reviews_same=2, reviewed_papers=1)


def test_both_orders_of_arrival_end_the_same(cache: Cache) -> None:
    take(cache, STALENESS)
    take(cache, reviews=(SECOND_CARD, CARD))
    reserved = pending_key(DAY, fingerprint(CARD.abstract))
    assert cache.reviews(STALENESS.key) == (SECOND_CARD, CARD)
    assert cache.aliases.former_keys([STALENESS.key]) == {STALENESS.key: (reserved,)}
    assert cache.aliases.of(reserved) == STALENESS.key
    assert list(cache.month_keys()) == [STALENESS.key]


def test_a_waiting_review_finds_its_paper_by_title_when_a_newer_abstract_arrives(cache: Cache) -> None:
    take(cache, reviews=(replace(CARD, abstract="The abstract of the first version."),))
    take(cache, STALENESS)
    assert len(cache.reviews(STALENESS.key)) == 1


def test_a_waiting_review_finds_its_paper_when_a_new_version_brings_its_abstract(cache: Cache) -> None:
    take(cache, replace(STALENESS, version=1, title="A First Title", abstract="A first abstract."))
    take(cache, reviews=(CARD,))
    assert len(cache.papers.pending(10)) == 1
    take(cache, STALENESS)
    assert cache.papers.pending(10) == []
    assert cache.reviews(STALENESS.key) == (CARD,)


def test_a_link_makes_a_paper_that_is_unknown_and_has_it_completed(cache: Cache) -> None:
    take(cache, reviews=(LINKED,))
    assert list(cache.month_keys()) == [STALENESS.key]
    assert cache.papers.incomplete(10) == [STALENESS.id]
    assert cache.papers.pending(10) == []
    take(cache, STALENESS)
    assert cache.papers.get(STALENESS.key) == STALENESS
    assert cache.papers.incomplete(10) == []
    assert cache.reviews(STALENESS.key) == (LINKED,)


def test_a_link_moves_the_waiting_reviews_of_the_same_card(cache: Cache) -> None:
    take(cache, reviews=(SECOND_CARD, CARD))
    [(pending, _)] = cache.papers.pending(10)
    take(cache, reviews=(replace(SECOND_CARD, arxiv_id=STALENESS.id),))
    assert cache.papers.pending(10) == []
    assert cache.aliases.of(pending) == STALENESS.key
    assert [held.headline for held in cache.reviews(STALENESS.key)] == [SECOND_CARD.headline, CARD.headline]


def test_reviews_that_waited_apart_stay_two_when_their_papers_are_one(cache: Cache) -> None:
    of_first = replace(CARD, abstract="A first abstract.", title="A First Title")
    take(cache, reviews=(of_first, SECOND_CARD))
    assert len(cache.papers.pending(10)) == 2
    take(cache, replace(STALENESS, version=1, title=of_first.title, abstract=of_first.abstract))
    take(cache, STALENESS)
    assert {held.headline for held in cache.reviews(STALENESS.key)} == {CARD.headline, SECOND_CARD.headline}
    assert len(cache.aliases.former_keys([STALENESS.key])[STALENESS.key]) == 2


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_every_key_that_was_reserved_for_a_paper_leads_to_it_once_it_is_known(
    cache: Cache, order: tuple[int, ...]
) -> None:
    days = [date(2026, 4, 13), DAY, date(2026, 6, 13)]
    for place in order:
        take(cache, reviews=(replace(CARD, headline=f"Review {place}", listed_on=days[place], place=place),))
    reserved = [pending_key(day, fingerprint(STALENESS.abstract)) for day in days]
    assert len({cache.aliases.of(key) for key in reserved}) == 1, "they wait together"
    take(cache, STALENESS)
    assert {cache.aliases.of(key) for key in reserved} == {STALENESS.key}
    assert cache.aliases.all() == dict.fromkeys(reserved, STALENESS.key)
    assert cache.aliases.among([reserved[0], STALENESS.key, 7]) == {reserved[0]: STALENESS.key}
    assert cache.aliases.former_keys([STALENESS.key, QUEUES.key]) == {STALENESS.key: tuple(sorted(reserved))}
    assert [cache.aliases.resolve(key) for key in (*reserved, QUEUES.key)] == [*[STALENESS.key] * 3, None]
    assert [review.headline for review in cache.reviews(STALENESS.key)] == ["Review 2", "Review 1", "Review 0"]
    assert cache.papers.pending(9) == []


def test_two_waiting_cards_of_one_place_keep_both_reviews(cache: Cache) -> None:
    one = replace(CARD, abstract="One abstract.", title="One Title")
    other = replace(CARD, abstract="Another abstract.", title="Another Title", headline="Another headline")
    take(cache, reviews=(one, other))
    take(cache, replace(STALENESS, version=1, title=one.title, abstract=one.abstract))
    take(cache, replace(STALENESS, title=other.title, abstract=other.abstract))
    assert {held.headline for held in cache.reviews(STALENESS.key)} == {one.headline, other.headline}
    assert take(cache, reviews=(other, one)).reviews_same == 2


def test_pending_papers_whose_reserved_keys_clash_are_kept_apart(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    def crowded(listed_on: date, name: str) -> int:
        return pending_key(listed_on, "1" if name.endswith(" 1") else "0")

    monkeypatch.setattr(room, "pending_key", crowded)
    other = replace(CARD, title=QUEUES.title, abstract=QUEUES.abstract, headline="Of queues")
    take(cache, reviews=(CARD, other))
    assert len(cache.papers.pending(10)) == 2
    take(cache, STALENESS, QUEUES)
    assert cache.reviews(STALENESS.key) == (CARD,)
    assert cache.reviews(QUEUES.key) == (other,)
    assert take(cache, reviews=(CARD, other)).reviews_same == 2
    assert cache.papers.pending(10) == []


def test_a_card_whose_paper_has_been_rewritten_since_still_leads_to_it(cache: Cache) -> None:
    take(cache, reviews=(CARD,))
    take(cache, STALENESS)
    take(cache, replace(STALENESS, version=3, title="Rewritten", abstract="Rewritten."))
    assert take(cache, reviews=(CARD,)) == Tally(reviews_same=1, reviewed_papers=1)
    assert cache.papers.pending(10) == []


def test_papers_and_their_reviews_come_together_for_the_index(cache: Cache) -> None:
    take(cache, STALENESS, QUEUES, reviews=(CARD,))
    take(cache, reviews=(replace(CARD, title="Unknown", abstract="Unknown."),))
    keys = list(cache.month_keys())
    documents = cache.documents([*keys, key_of("2605.09999")])
    assert [document.key for document in documents] == sorted(keys)
    assert {document.paper.title: len(document.reviews) for document in documents} == {
        QUEUES.title: 0,
        STALENESS.title: 1,
        "Unknown": 1,
    }
    assert [id_of(document.key) for document in documents if is_pending(document.key)] == [None]


def test_statistics_count_reviews_and_their_papers(cache: Cache) -> None:
    take(cache, STALENESS, reviews=(SECOND_CARD, CARD, replace(CARD, title="Unknown", abstract="Unknown.")))
    stats = cache.stats()
    assert (stats.papers, stats.pending, stats.reviews, stats.reviewed_papers) == (2, 1, 3, 2)


def test_every_field_of_a_review_comes_back(cache: Cache) -> None:
    review = Review(
        headline="链 × μ",
        title=STALENESS.title,
        category="cs.DC",
        listed_on=DAY,
        deck="d" * 140,
        deck_truncated=True,
        abstract=STALENESS.abstract,
        theorem_links=None,
        has_figure=False,
        votes=7,
        comments=3,
        other_counts=(1, 2),
        arxiv_id=STALENESS.id,
        version=2,
        url="https://pith.example/p",
        place=5,
    )
    take(cache, STALENESS, reviews=(review,))
    assert cache.reviews(STALENESS.key) == (review,)
    assert cache.aliases.resolve(ArxivId.parse("2605.01234v1")) == STALENESS.key


@pytest.mark.parametrize("batch", [1, 2, 5_000])
def test_titles_are_matched_as_the_present_program_normalises_them(
    cache: Cache, monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    monkeypatch.setattr("arxtui.store.cache.ingest._BATCH", batch)
    neighbours = [paper(number, title=f"Erratum {number}") for number in (1, 2, 3)]
    with monkeypatch.context() as older:
        older.setattr("arxtui.store.sqlite.codec.title_key", lambda title: f"as it was: {title}")
        older.setattr("arxtui.store.cache.ingest.CONVERTER_VERSION", 0)
        take(cache, STALENESS, QUEUES, *neighbours)
    number = cache.changes.latest()
    take(cache, reviews=(replace(CARD, abstract="Another version's abstract."),))
    assert len(cache.reviews(STALENESS.key)) == 1
    assert cache.changes.latest() == number + 1
    take(cache, reviews=tuple(replace(CARD, title=each.title, abstract="") for each in neighbours))
    assert [len(cache.reviews(each.key)) for each in neighbours] == [1, 1, 1]


@pytest.mark.parametrize("used", [(-1,), (-2,), (-1, -3), (1, 2), (-2, 5, 3), (-4, -3, -2, -1)])
def test_a_card_that_finds_its_slot_taken_takes_no_other_card_s(used: tuple[int, ...]) -> None:
    slot = room._free_slot(dict.fromkeys(used, CARD))
    assert slot < 0
    assert slot not in used
