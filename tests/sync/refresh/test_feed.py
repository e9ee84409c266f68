"""The plausibility checks that decide whether a feed is trusted."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pytest

from arxtui.model.arxiv.announced_days import Announced
from arxtui.sources.arxiv.feed import FeedPage, parse_feed
from arxtui.sync.refresh import feed
from arxtui.sync.refresh.feed import CategoryHistory, Doubt, claimed_counts, doubts_by_category, why_other_feed
from tests.sources.fixtures.feeds import Item, rss

TUESDAY, WEDNESDAY = date(2026, 5, 12), date(2026, 5, 13)
CATEGORIES = ("cs.DC", "math")


def items(count: int, category: str = "cs.DC", first: int = 1, **more: object) -> list[Item]:
    return [
        Item(f"2605.{number:05}", categories=(category,), **more)  # type: ignore[arg-type]
        for number in range(first, first + count)
    ]


def page(named: Sequence[Item], cut: int = 0) -> FeedPage:
    data = rss(named)
    return parse_feed(data[: len(data) - cut], CATEGORIES)


def found(fed: FeedPage, **before: CategoryHistory) -> dict[str, Doubt]:
    return doubts_by_category(
        fed, WEDNESDAY, {code: before.get(code.replace(".", "_"), CategoryHistory()) for code in CATEGORIES}
    )


def test_a_category_that_is_reported_for_the_first_time_is_believed() -> None:
    assert found(page(items(2))) == {"cs.DC": Doubt(), "math": Doubt()}


def test_the_batch_of_the_day_before_is_known_again_for_the_category_that_it_is_of() -> None:
    fed = page(items(3) + items(2, "math.NT", 11))
    batch = {(f"2605.{number:05}", 1) for number in range(1, 6)}
    assert found(fed, cs_DC=CategoryHistory(TUESDAY, batch)) == {
        "cs.DC": Doubt("the feed repeated the papers of Tue 12 May", again=True),
        "math": Doubt(),
    }


def test_a_stale_category_is_known_again_among_papers_that_another_category_names() -> None:
    yesterdays, todays = (
        items(4),
        [Item(f"2605.{number:05}", categories=("math.NT", "cs.DC")) for number in range(11, 20)],
    )
    batch = {(f"2605.{number:05}", 1) for number in range(1, 5)}
    result = found(
        page([*yesterdays, *todays]),
        cs_DC=CategoryHistory(TUESDAY, batch),
        math=CategoryHistory(TUESDAY, {("2605.00099", 1)}),
    )
    assert (result["cs.DC"].again, result["math"]) == (True, Doubt())


def test_a_paper_that_a_feed_names_under_another_day_is_no_paper_of_its_day() -> None:
    body, _, later = rss(items(2)).rpartition(b"<pubDate>Wed, 13")
    fed = parse_feed(body + b"<pubDate>Thu, 14" + later, CATEGORIES)
    assert found(fed, cs_DC=CategoryHistory(TUESDAY, {("2605.00002", 1)}))["cs.DC"] == Doubt()
    assert found(fed, cs_DC=CategoryHistory(TUESDAY, {("2605.00001", 1)}))["cs.DC"].again


def test_a_paper_that_a_late_cross_list_brings_again_is_no_repetition() -> None:
    batch = {(f"2605.{number:05}", 1) for number in range(1, 9)}
    assert found(page([*items(1), *items(7, first=11)]), cs_DC=CategoryHistory(TUESDAY, batch))["cs.DC"] == Doubt()


def test_a_new_version_is_no_repetition() -> None:
    batch = {("2605.00001", 1)}
    fed = page(items(1, version=2, type="replace"))
    assert found(fed, cs_DC=CategoryHistory(TUESDAY, batch))["cs.DC"] == Doubt()


def test_far_fewer_papers_than_usual_are_doubted_where_something_is_usual() -> None:
    usual, small = CategoryHistory(sizes=(60, 48, 51)), CategoryHistory(sizes=(3, 2, 4))
    assert found(page(items(12)), cs_DC=usual)["cs.DC"] == Doubt("the feed listed 12 papers, 51 are usual")
    assert found(page(items(20)), cs_DC=usual, math=usual) == {
        "cs.DC": Doubt(),
        "math": Doubt("the feed listed no papers, 51 are usual"),
    }
    assert found(page(items(1)), cs_DC=small, math=small) == {"cs.DC": Doubt(), "math": Doubt()}


def test_a_feed_with_under_a_third_of_the_usual_papers_is_doubted_from_twelve_papers_a_day_on() -> None:
    few, enough = page(items(3)), page(items(4))
    assert found(few, cs_DC=CategoryHistory(sizes=(12,)))["cs.DC"] == Doubt("the feed listed 3 papers, 12 are usual")
    assert found(enough, cs_DC=CategoryHistory(sizes=(12,)))["cs.DC"] == Doubt()
    assert found(few, cs_DC=CategoryHistory(sizes=(11,)))["cs.DC"] == Doubt()


def test_half_of_the_smaller_batch_is_a_repetition_and_less_is_none() -> None:
    def again(*numbers: int) -> bool:
        batch = {(f"2605.{number:05}", 1) for number in numbers}
        return found(page(items(6)), cs_DC=CategoryHistory(TUESDAY, batch))["cs.DC"].again

    assert again(1, 2, 11, 12)
    assert not again(1, 11, 12, 13)
    assert again(1, 2, 3, *range(11, 30))
    assert not again(1, 2, *range(11, 30))


def test_a_feed_of_which_more_than_half_is_of_other_categories_is_another_one() -> None:
    def other(wanted: int, foreign: int) -> str:
        fed = rss([*items(wanted), *items(foreign, "hep-th", 11)], "cs.DC, math updates on arXiv.org")
        return why_other_feed(parse_feed(fed, CATEGORIES), CATEGORIES, WEDNESDAY)

    assert (other(2, 2), other(0, 0)) == ("", "")
    assert other(2, 3) == "3 of the feed's 5 papers are in no requested category"


def test_a_paper_is_of_a_requested_category_under_any_of_its_codes() -> None:
    fed = rss([*items(1, "math.MP"), *items(3, "math-ph", 11)], "cs.DC, math updates on arXiv.org")
    assert why_other_feed(parse_feed(fed, CATEGORIES), CATEGORIES, WEDNESDAY) == ""


def test_a_feed_of_fewer_or_of_more_categories_than_were_requested_is_another_one() -> None:
    def other(*named: str) -> str:
        return why_other_feed(
            parse_feed(rss(items(1), f"{', '.join(named)} updates on arXiv.org"), CATEGORIES), CATEGORIES, WEDNESDAY
        )

    assert other(*CATEGORIES) == ""
    assert other("cs.DC") == "the feed is for cs.DC instead of cs.DC, math"
    assert other("hep-th", *CATEGORIES) == "the feed is for hep-th, cs.DC, math instead of cs.DC, math"


def test_an_empty_a_broken_and_a_full_feed_are_doubted_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(page([]))["math"] == Doubt("the feed listed no papers")
    assert found(page(items(3), cut=30))["math"] == Doubt("the feed was cut off")
    broken = parse_feed(rss(items(3)).replace(b"</guid>", b"</gui", 1), CATEGORIES)
    assert found(broken)["math"] == Doubt("the XML of the feed is broken, and items may be lost")
    assert found(page([*items(3), Item("no id")]))["cs.DC"] == Doubt("items of the feed that could not be read: 1")
    assert feed.MOST_ITEMS == 2_000
    monkeypatch.setattr(feed, "MOST_ITEMS", 20)
    assert found(page(items(19)))["math"] == Doubt()
    assert found(page(items(20)))["math"].reason == "a feed lists at most 20 papers, and this one is full"


def test_a_paper_of_several_categories_is_claimed_once_in_each_subscription() -> None:
    crossed = Item("2605.00001", categories=("cs.DC", "math.NT", "math.PR"))
    replaced = Item("2605.00002", version=2, type="replace", categories=("math.NT",))
    announcements = page([crossed, replaced, *items(2, first=3)]).intake.announcements
    assert claimed_counts("cs.DC", announcements) == Announced(3, 0, 0)
    assert claimed_counts("math", announcements) == Announced(0, 1, 1)
