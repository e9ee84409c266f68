"""Parsing Pith's listing, as saved text and as HTML of unknown markup."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from arxtui.model.counted import counted
from arxtui.model.reviews import Review
from arxtui.sources.errors import SourceError
from arxtui.sources.pith.links import ReviewTarget, review_target
from arxtui.sources.pith.listing import PithListing, parse_html, parse_text, review_of, split_cards
from arxtui.sources.pith.page import PageLine
from tests.sources.fixtures import pith

REVERSIBLE = "→·链μ–"


def without_links(review: Review) -> Review:
    return replace(review, arxiv_id=None, version=None, url=None)


def test_a_card_gives_everything_a_reader_sees() -> None:
    page = parse_text(pith.as_text())
    first, second, third, fourth = page.intake.reviews

    assert (page.category, page.name) == ("cs.DC", "Distributed, Parallel, and Cluster Computing")
    assert page.intake.rejects == ()
    assert first == Review(
        headline="Stale gradients cost a third less than feared",
        title="Bounded Staleness for Sharded Optimizers",
        category="cs.DC",
        listed_on=date(2026, 5, 13),
        deck=pith.CARDS[0].deck,
        deck_truncated=True,
        abstract="We study $O(\\sqrt{T})$ delays <b>& [28] more.",
        theorem_links=0,
        has_figure=True,
        votes=0,
        comments=0,
        place=1,
    )
    assert len(first.deck) == 140
    assert (second.votes, second.badge, second.theorem_links, second.deck_truncated) == (3, "", None, False)
    assert (third.has_figure, third.badge, third.other_counts, third.comments) == (False, "2 theorems", (1,), 0)
    assert (fourth.theorem_links, fourth.badge, fourth.abstract) == (1, "1 theorem", "We note that barriers are fair.")


def test_two_reviews_of_one_paper_are_distinguished_by_their_place_from_the_end() -> None:
    assert [review.place for review in parse_text(pith.as_text()).intake.reviews] == [1, 0, 0, 0]


@pytest.mark.parametrize("linked", [0, 1, 2])
def test_a_link_beside_any_of_the_numbers_of_a_card_names_its_paper(linked: int) -> None:
    address = ("https://arxiv.org/abs/2605.00009v2",)
    numbers = [
        PageLine(text, address if place == linked else ()) for place, text in enumerate(("5", "7", "2 comments"))
    ]
    words = ("cs.DC 2026-05-13", "Queues cost less", "Cheap Queues", "abstract click to expand", "We count.")
    (card,) = split_cards([*map(PageLine, words), *numbers])
    review = review_of(card)
    assert (review.arxiv_id, review.version) == ("2605.00009", 2)
    assert (review.other_counts, review.comments) == ((5, 7), 2)


@pytest.mark.parametrize("layout", pith.LAYOUTS)
def test_a_page_that_comes_twice_in_one_answer_has_its_reviews_once(layout: str) -> None:
    page = pith.LAYOUTS[layout]()
    assert parse_html(page + page).intake.reviews == parse_html(page).intake.reviews


def test_a_paper_whose_abstract_changed_is_still_one_paper() -> None:
    first, second = pith.CARDS[0], replace(pith.CARDS[1], abstract="We study other delays.")

    assert [review.place for review in parse_text(pith.as_text([first, second])).intake.reviews] == [1, 0]


@pytest.mark.parametrize("layout", pith.LAYOUTS)
def test_every_html_layout_gives_the_reviews_of_the_text(layout: str) -> None:
    text = parse_text(pith.as_text())
    page = parse_html(pith.LAYOUTS[layout](links=False), "https://pith.science/cs.DC")

    assert page.intake.reviews == text.intake.reviews
    assert page == text


@pytest.mark.parametrize("layout", pith.LAYOUTS)
def test_links_inside_a_card_say_the_paper_its_version_and_the_review(layout: str) -> None:
    page = parse_html(pith.LAYOUTS[layout](), "https://pith.science/cs.DC")

    assert [(review.arxiv_id, review.version, review.place) for review in page.intake.reviews] == [
        ("2605.00001", 2, 1),
        ("2605.00001", 1, 0),
        ("2605.00002", 1, 0),
        ("2605.00003", 1, 0),
    ]
    assert page.intake.reviews[2].url == "https://pith.science/p/2605.00002v1"
    assert list(map(without_links, page.intake.reviews)) == list(parse_text(pith.as_text()).intake.reviews)


@pytest.mark.parametrize(
    ("links", "target"),
    [
        (["https://arxiv.org/abs/2605.00004v3"], ReviewTarget("2605.00004", 3)),
        (
            ["https://arxiv.org/abs/2605.00004", "/paper/2605.00005v2"],
            ReviewTarget("2605.00005", 2, "https://pith.science/paper/2605.00005v2"),
        ),
        (["/p/hep-th/9901001v1"], ReviewTarget("hep-th/9901001", 1, "https://pith.science/p/hep-th/9901001v1")),
        (["/paper/ABCD2345"], ReviewTarget(None, None, "https://pith.science/paper/ABCD2345")),
        (["javascript:alert(1)", "http://[", "#top", "/c/cs.DC", "mailto:a@b.example"], ReviewTarget()),
    ],
)
def test_only_links_that_name_a_paper_count(links: list[str], target: ReviewTarget) -> None:
    assert review_target(links) == target


def test_a_relative_link_is_of_the_pages_own_address() -> None:
    assert review_target(["/p/2605.00001"], "http://127.0.0.1:8080/cs.DC").url == "http://127.0.0.1:8080/p/2605.00001"


def test_a_card_may_lack_score_badge_figure_deck_headline_and_counts() -> None:
    opener = "abstract click to expand"
    text = f"cs.DC 2026-05-13\nA Title Alone\n{opener}\nWords.\ncs.DC 2026-05-12\nHead\nTitle\nabstract\nMore."
    bare, other = parse_text(text).intake.reviews

    assert (bare.headline, bare.title, bare.deck, bare.abstract) == ("", "A Title Alone", "", "Words.")
    assert (bare.votes, bare.comments, bare.other_counts) == (None, None, ())
    assert (other.headline, other.title, other.abstract) == ("Head", "Title", "More.")


def test_a_card_that_cannot_be_read_is_rejected_and_the_others_stay() -> None:
    cards = [replace(pith.CARDS[0], day="2026-02-31"), *pith.CARDS[1:]]
    page = parse_text(pith.as_text(cards))

    assert len(page.intake.reviews) == 3
    assert [(reject.place, reject.reason) for reject in page.intake.rejects] == [("card 1", "2026-02-31 is not a date")]


def test_greek_is_repaired_where_the_page_shows_the_damage() -> None:
    sound = pith.as_text()
    page = parse_text(damaged(sound))

    assert page.intake.reviews == parse_text(sound).intake.reviews
    repaired = sum(sound.count(mark) for mark in REVERSIBLE)
    assert page.intake.notes == (
        f"{counted(repaired, 'character was', 'characters were')} read as Greek, and repaired",
    )


def test_sound_greek_is_left_alone() -> None:
    card = replace(pith.CARDS[0], headline="Γ–convergence of Ξ·x", deck="Γ—")
    page = parse_text(pith.as_text([card]))

    assert (page.intake.reviews[0].headline, page.intake.notes) == ("Γ–convergence of Ξ·x", ())


def test_a_listing_without_cards_is_empty() -> None:
    assert parse_text(pith.as_text(())) == PithListing(
        "cs.DC", "Distributed, Parallel, and Cluster Computing", parse_text(pith.as_text(())).intake
    )
    assert parse_html(pith.articles(())).intake.reviews == ()


@pytest.mark.parametrize(
    ("page", "words"),
    [
        (
            b"<!doctype html><title>Just a  moment</title><body>x",
            "an HTML page, not a listing of Pith: its title is “Just a moment”",
        ),
        (b"<html><title></title><h1>Down</h1>", "an HTML page, not a listing of Pith: its title is “Down”"),
        (b"<html><body><p>nothing", "an HTML page, not a listing of Pith: without a title"),
        (b"", "it is empty"),
    ],
)
def test_a_page_that_is_no_listing_is_refused_in_words(page: bytes, words: str) -> None:
    with pytest.raises(SourceError) as caught:
        parse_html(page)

    assert str(caught.value) == words


def test_text_that_is_no_listing_is_refused_in_words() -> None:
    with pytest.raises(SourceError, match=r"not a listing of Pith: it begins “Dear diary”"):
        parse_text("Dear diary")


def test_control_characters_of_a_page_never_get_through() -> None:
    card = replace(pith.CARDS[3], headline="A\x1b[31mred\u202e headline", title="\x9b2JTitle")

    for page in (parse_text(pith.as_text([card])), parse_html(pith.articles([card]))):
        assert page.intake.reviews[0].headline == "A[31mred headline"
        assert page.intake.reviews[0].title == "2JTitle"


def test_deep_nesting_is_no_danger() -> None:
    assert len(parse_html(b"<div>" * 5_000 + pith.div_soup()).intake.reviews) == 4
    with pytest.raises(SourceError, match="nested too deep to be read"):
        parse_html(b"<div>" * 20_000 + pith.div_soup())


def test_the_saved_listing_gives_eighty_reviews_of_seventy_four_papers(shared: Path) -> None:
    text = (shared / "seeds" / "001_37170d3f66719629.txt").read_text(encoding="utf-8")
    page = parse_text(text)
    reviews = page.intake.reviews

    assert (len(reviews), page.intake.rejects) == (80, ())
    assert sum(review.place == 0 for review in reviews) == 74
    assert Counter(review.badge for review in reviews) == {
        "Recognition": 33,
        "": 23,
        "2 theorems": 20,
        "3 theorems": 3,
        "1 theorem": 1,
    }
    assert sum(review.has_figure for review in reviews) == 69
    assert sum(review.deck_truncated for review in reviews) == 13
    assert max(len(review.deck) for review in reviews) == 140
    assert [number for number, review in enumerate(reviews, 1) if not review.has_figure] == [
        8, 23, 24, 27, 28, 35, 36, 46, 65, 71, 78,
    ]  # fmt: skip
    assert Counter(review.listed_on.day for review in reviews) == {14: 1, 13: 8, 12: 18, 11: 23, 8: 19, 7: 7, 6: 4}
    assert (reviews[72].comments, reviews[72].other_counts) == (0, (1,))
    assert all(review.votes == 0 for review in reviews)


def test_the_saved_listings_greek_is_repaired(shared: Path) -> None:
    text = (shared / "seeds" / "001_37170d3f66719629.txt").read_text(encoding="utf-8")
    page = parse_text(text)

    assert page.intake.notes[0].startswith("6 characters")
    assert page.intake.reviews[7].deck.endswith("bounding divergence from the live链.")
    assert "1–4× under" in page.intake.reviews[55].headline
    assert "32 μs latency" in page.intake.reviews[75].deck


def damaged(text: str) -> str:
    """Return the text as a crawler decodes it that mistakes UTF-8 for windows-1253, limited to reversible
    characters."""
    return "".join(mark.encode().decode("cp1253") if mark in REVERSIBLE else mark for mark in text)
