"""Announcements: which paper was announced in which category, when, and as which type."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise, product
from random import Random

import pytest

from arxtui.model.arxiv.ids import key_of
from arxtui.model.arxiv.taxonomy import codes_of, covers
from arxtui.model.intake import Intake, Tally
from arxtui.model.paper import Announcement, AnnounceType
from arxtui.store.cache.database import Cache
from tests.builders import DAY, announced, paper
from tests.store.made import STALENESS, take

ONE, TWO, THREE = paper(1), paper(2), paper(3, category="math.NT")
NEXT = DAY + timedelta(days=1)


def filled(cache: Cache) -> Cache:
    take(
        cache,
        ONE,
        TWO,
        THREE,
        announcements=(
            announced(ONE),
            announced(ONE, category="cs.LG", kind=AnnounceType.CROSS),
            announced(TWO, kind=AnnounceType.REPLACE, version=2),
            announced(THREE, day=NEXT, category="math.NT"),
            announced(ONE, day=NEXT, kind=AnnounceType.REPLACE, version=2),
        ),
    )
    return cache


def test_an_announcement_is_counted_once(cache: Cache) -> None:
    result = announced(STALENESS)
    assert take(cache, STALENESS, announcements=(result,)) == Tally(new=1, announcements=1)
    assert take(cache, STALENESS, announcements=(result,)) == Tally(same=1)
    assert take(cache, announcements=(replace(result, version=2),)) == Tally(announcements=1)
    assert cache.announcements.of(STALENESS.key) == (replace(result, version=2),)


def test_of_two_versions_announced_on_one_day_the_newer_wins(cache: Cache) -> None:
    result = (
        announced(ONE, version=3),
        announced(ONE, version=5),
        announced(ONE, version=4),
        announced(ONE, version=None),
    )
    take(cache, ONE, announcements=result)
    assert [held.version for held in cache.announcements.of(ONE.key)] == [5]
    assert take(cache, announcements=result) == Tally()


def test_an_announcement_of_no_paper_is_rejected(cache: Cache) -> None:
    said = (replace(announced(ONE), id="no id"), announced(TWO))
    assert take(cache, announcements=said).rejected == 1
    assert [words.day for words in cache.announcements.of(TWO.key)] == [DAY]


def test_the_announcements_of_a_paper_are_newest_first(cache: Cache) -> None:
    filled(cache)
    take(cache, announcements=(announced(ONE, category="cs.AI", kind=AnnounceType.CROSS),))
    assert [(words.day, words.category, words.type) for words in cache.announcements.of(ONE.key)] == [
        (NEXT, "cs.DC", AnnounceType.REPLACE),
        (DAY, "cs.DC", AnnounceType.NEW),
        (DAY, "cs.AI", AnnounceType.CROSS),
        (DAY, "cs.LG", AnnounceType.CROSS),
    ]


def test_papers_are_found_by_day_type_and_category(cache: Cache) -> None:
    filled(cache)
    assert cache.announcements.keys(DAY, DAY) == array("q", [ONE.key, TWO.key])
    assert list(cache.announcements.keys(NEXT, None)) == [ONE.key, THREE.key]
    assert list(cache.announcements.keys(None, DAY)) == [ONE.key, TWO.key]
    assert list(cache.announcements.keys(None, None)) == [ONE.key, TWO.key, THREE.key]
    assert list(cache.announcements.keys(DAY, DAY, AnnounceType.REPLACE)) == [TWO.key]
    assert list(cache.announcements.keys(None, None, AnnounceType.NEW)) == [ONE.key, THREE.key]
    assert list(cache.announcements.keys(None, None, categories=("cs.LG", "math.NT"))) == [ONE.key, THREE.key]


def test_an_archive_takes_in_its_categories_and_no_other_archive(cache: Cache) -> None:
    near = [
        announced(paper(number), category=category)
        for number, category in enumerate(("math.AG", "math-ph", "math", "mathx.AG", "cs.DM"), start=1)
    ]
    take(cache, *(paper(number) for number in range(1, 6)), announcements=tuple(near))
    assert list(cache.announcements.keys(DAY, DAY, categories=("math",))) == [paper(1).key, paper(3).key]


def test_a_category_is_meant_under_each_of_its_codes(cache: Cache) -> None:
    take(cache, ONE, TWO, announcements=(announced(ONE, category="cs.NA"), announced(TWO, category="math.NA")))
    for code in ("cs.NA", "math.NA"):
        assert list(cache.announcements.keys(DAY, DAY, categories=(code,))) == [ONE.key, TWO.key]
        assert cache.announcements.days(1, (code,)) == [(DAY, 2)]


def test_days_are_counted_newest_first_each_paper_once(cache: Cache) -> None:
    filled(cache)
    assert cache.announcements.days(10) == [(NEXT, 2), (DAY, 2)]
    assert cache.announcements.days(1) == [(NEXT, 2)]
    assert cache.announcements.days(10, ("math",)) == [(NEXT, 1)]


def test_a_row_has_the_first_day_and_the_type_of_the_latest_with_new_before_cross(cache: Cache) -> None:
    take(
        cache,
        ONE,
        announcements=(
            announced(ONE, day=date(2026, 5, 1), kind=AnnounceType.NEW),
            announced(ONE, category="cs.LG", kind=AnnounceType.REPLACE_CROSS),
            announced(ONE, kind=AnnounceType.REPLACE),
        ),
    )
    [row] = cache.rows([ONE.key])
    assert (row.day, row.type) == (date(2026, 5, 1), AnnounceType.REPLACE)


@pytest.mark.parametrize(
    ("day", "step", "beside"),
    [
        (DAY, 1, NEXT),
        (NEXT, -1, DAY),
        (DAY, -1, None),
        (NEXT, 1, None),
        (None, -1, NEXT),
        (None, 1, NEXT),
        (DAY - timedelta(days=9), 1, DAY),
        (NEXT + timedelta(days=9), -1, NEXT),
    ],
)
def test_from_a_day_one_goes_to_the_nearest_with_announcements(
    cache: Cache, day: date | None, step: int, beside: date | None
) -> None:
    filled(cache)
    assert cache.announcements.day_beside(day, step) == beside


def test_an_announcement_of_an_archive_is_no_news_until_arxiv_announces_the_paper(cache: Cache) -> None:
    cache.take(Intake(papers=(ONE,), announcements=(announced(ONE),), archive=True))
    assert list(cache.announcements.keys(DAY, DAY)) == [ONE.key]
    assert list(cache.announcements.keys(DAY, DAY, news=True)) == []
    take(cache, announcements=(announced(ONE),))
    assert list(cache.announcements.keys(DAY, DAY, news=True)) == [ONE.key]


@pytest.mark.parametrize("kind", [AnnounceType.REPLACE, AnnounceType.REPLACE_CROSS])
@pytest.mark.parametrize("better", ["jsonl", "oai", "api"])
def test_a_replacement_without_its_number_waits_for_a_source_that_knows_more_than_a_feed(
    cache: Cache, kind: AnnounceType, better: str
) -> None:
    unnumbered = announced(ONE, kind=kind, version=None)
    take(cache, ONE, announcements=(unnumbered,))
    assert cache.papers.incomplete(5) == [ONE.id]
    for source, waiting in (("listing", [ONE.id]), ("rss", [ONE.id]), (better, [])):
        take(cache, replace(ONE, source=source))
        assert cache.papers.incomplete(5) == waiting


def test_a_paper_that_is_new_or_of_which_the_version_was_said_does_not_wait(cache: Cache) -> None:
    result = (announced(ONE, version=None), announced(TWO, kind=AnnounceType.REPLACE, version=2))
    take(cache, ONE, TWO, announcements=result)
    assert cache.papers.incomplete(5) == []


DAYS = [DAY + timedelta(days=number) for number in (-9, -1, 0, 1, 2, 400)]
CHOICES: tuple[Sequence[str], ...] = ((), ("cs",), ("math", "cs.LG"), ("math.NA",), ("cs.NA", "hep-th"), ("quant-ph",))
ORDER = list(AnnounceType)


@pytest.fixture
def drawn(cache: Cache) -> list[tuple[Announcement, bool]]:
    """Random announcements of twelve papers, all stored in ``cache``, and whether each is news."""
    chance, papers = Random(7), [paper(number) for number in range(1, 13)]
    places = list(product(DAYS, ("cs.DC", "cs.LG", "cs.NA", "math.NA", "math-ph", "hep-th"), papers))
    result = [
        (announced(of, day=day, category=category, kind=chance.choice(ORDER)), chance.random() < 0.7)
        for day, category, of in chance.sample(places, 90)
    ]
    for is_news in (True, False):
        kept = tuple(each for each, news in result if news is is_news)
        cache.take(Intake(papers=tuple(papers), announcements=kept, archive=not is_news))
    return result


def _chosen(
    expected: list[tuple[Announcement, bool]], categories: Sequence[str]
) -> Iterator[tuple[Announcement, bool]]:
    codes = [code for each in categories for code in codes_of(each)]
    return ((each, news) for each, news in expected if not codes or any(covers(code, each.category) for code in codes))


@pytest.mark.parametrize("categories", CHOICES, ids=",".join)
def test_papers_of_any_days_types_and_categories_are_those_of_a_look_at_each(
    cache: Cache, drawn: list[tuple[Announcement, bool]], categories: Sequence[str]
) -> None:
    chosen = list(_chosen(drawn, categories))
    for first, last in product([None, *DAYS], [None, *DAYS]):
        within = [(each, news) for each, news in chosen if (first or each.day) <= each.day <= (last or each.day)]
        for kind, news in product([None, *ORDER], (False, True)):
            keys = {key_of(each.id) for each, new in within if kind in (None, each.type) and new >= news}
            assert list(cache.announcements.keys(first, last, kind, categories, news=news)) == sorted(keys)
        types: dict[date, dict[int, AnnounceType]] = {}
        for each, _ in sorted(within, key=lambda expected: ORDER.index(expected[0].type)):
            types.setdefault(each.day, {}).setdefault(key_of(each.id), each.type)
        found = cache.announcements.types(first or date.min, last or date.max, categories)
        assert found == types
        assert list(found) == sorted(types, reverse=True)


@pytest.mark.parametrize("categories", CHOICES, ids=",".join)
def test_days_with_announcements_are_listed_and_walked_up_to_the_present_one(
    cache: Cache, drawn: list[tuple[Announcement, bool]], categories: Sequence[str]
) -> None:
    papers = {(each.day, key_of(each.id)) for each, _ in _chosen(drawn, categories)}
    days = sorted({day for day, _ in papers if day <= DAYS[3]})  # the calendars of other time zones are ahead by a day
    counted = [(day, sum(of == day for of, _ in papers)) for day in days]
    for limit in (1, 2, 9):
        assert cache.announcements.days(limit, categories) == counted[::-1][:limit]
    beside = cache.announcements.day_beside
    assert [beside(day, 1, categories) for day in days] == [*days[1:], *[None] * bool(days)]
    assert [beside(day, -1, categories) for day in days] == [*[None] * bool(days), *days[:-1]]
    for one, other in pairwise(days):
        if (between := one + timedelta(days=1)) < other:
            assert (beside(between, -1, categories), beside(between, 1, categories)) == (one, other)
    assert beside(None, 1, categories) == beside(DAYS[-1], -1, categories) == (days[-1] if days else None)


@pytest.mark.parametrize("categories", CHOICES, ids=",".join)
def test_a_row_of_the_list_has_the_days_and_the_type_of_a_look_at_each_announcement(
    cache: Cache, drawn: list[tuple[Announcement, bool]], categories: Sequence[str]
) -> None:
    chosen = [each for each, _ in _chosen(drawn, categories)]
    for row in cache.rows([paper(number).key for number in range(1, 13)], categories):
        own = [each for each, _ in drawn if key_of(each.id) == row.key]
        new = [each.day for each in own if each.type is AnnounceType.NEW]
        listed = [each.day for each in own if each in chosen and each.type in ("new", "cross")]
        latest = max(own, key=lambda each: (each.day, -ORDER.index(each.type)), default=None)
        result = (min(new, default=None), min(listed, default=None), latest and latest.type)
        assert (row.announced, row.day, row.type) == result
