"""What upstream says it announced on a day, compared with what the cache stores for that day."""

from __future__ import annotations

from datetime import timedelta
from itertools import product

from arxtui.light import changed
from arxtui.model.arxiv.announced_days import Announced, AnnouncedDay, DaySource
from arxtui.model.paper import AnnounceType
from arxtui.store.cache.database import Cache
from tests.builders import DAY, NOW, announced, paper
from tests.store.made import take

NEXT = DAY + timedelta(days=1)
FEED = AnnouncedDay("cs.DC", DAY, DaySource.FEED, NOW, Announced(12, 3, 5))
PAGE = AnnouncedDay("cs.DC", DAY, DaySource.LISTING, NOW, Announced(14, 3, 6))


def test_a_claim_comes_back_with_every_field(cache: Cache) -> None:
    days = cache.announced_days
    refused = AnnouncedDay("math", NEXT, DaySource.CATCHUP, NOW, None, "arXiv no longer has a page for this day")
    days.put([FEED, refused])
    assert days.get("cs.DC", DAY) == FEED
    assert days.of("math", DAY, NEXT) == [refused]
    assert (days.begin("cs.DC"), days.begin("cs.LG")) == (DAY, None)
    days.put([changed(FEED, day=NEXT), changed(FEED, day=DAY - timedelta(days=9)), changed(FEED, category="cs.LG")])
    assert (days.begin("cs.DC"), days.begin("cs.LG")) == (DAY - timedelta(days=9), DAY)
    assert [each.day for each in days.of("cs.DC", DAY, NEXT)] == [NEXT, DAY]


def test_arxivs_own_page_wins_over_the_feed_in_any_order(cache: Cache) -> None:
    days = cache.announced_days
    days.put([PAGE])
    days.put([changed(FEED, heard=NOW + timedelta(hours=1))])
    assert days.get("cs.DC", DAY) == PAGE


def test_a_trusted_feed_wins_over_one_that_is_not(cache: Cache) -> None:
    days, doubtful = cache.announced_days, changed(FEED, doubt="the feed listed no papers")
    days.put([doubtful])
    days.put([FEED])
    assert days.get("cs.DC", DAY) == FEED
    days.put([doubtful])
    assert days.get("cs.DC", DAY) == FEED


def test_of_two_claims_the_more_trusted_wins_and_of_equally_trusted_ones_the_later(cache: Cache) -> None:
    doubted = changed(FEED, doubt="the feed was cut off")
    other_page = changed(PAGE, source=DaySource.CATCHUP, counts=Announced(15, 4, 6))
    by_trust = [
        [doubted, changed(doubted, counts=None)],
        [FEED, changed(FEED, counts=Announced(11, 3, 5))],
        [changed(PAGE, counts=None, doubt="no page"), changed(other_page, counts=None, doubt="no page")],
        [PAGE, other_page],
    ]
    claims = [(trust, claim) for trust, equals in enumerate(by_trust) for claim in equals]
    for place, ((before, one), (after, other)) in enumerate(product(claims, claims)):
        day = DAY + timedelta(days=place)
        cache.announced_days.put([changed(one, day=day), changed(other, day=day)])
        stands = cache.announced_days.get("cs.DC", day)
        assert stands is not None
        claim = other if after >= before else one
        assert (stands.source, stands.counts, stands.heard) == (claim.source, claim.counts, claim.heard), (one, other)
        # Why arXiv's page was asked stays on record.
        asked = one.doubt if claim is other and not other.doubt and other.source is not DaySource.FEED else ""
        assert stands.doubt == (claim.doubt or asked), (one, other)


def test_papers_that_a_feed_named_wrongly_are_taken_back_and_the_feed_is_doubted(cache: Cache) -> None:
    one, two = paper(1), paper(2)
    take(
        cache,
        one,
        two,
        announcements=(announced(one), announced(two), announced(one, NEXT), announced(one, category="cs.LG")),
    )
    cache.announced_days.put([FEED])
    cache.announced_days.withdraw("cs.DC", DAY, [one.id], "it named papers of the day before")
    assert cache.announced_days.announced("cs.DC", DAY) == {(two.id, 1)}
    assert (
        cache.announced_days.announced("cs.DC", NEXT) == cache.announced_days.announced("cs.LG", DAY) == {(one.id, 1)}
    )
    stored = cache.announced_days.get("cs.DC", DAY)
    assert stored is not None
    assert (stored.doubt, stored.trusted) == ("it named papers of the day before", False)


def test_a_feed_that_named_none_of_them_is_not_doubted(cache: Cache) -> None:
    take(cache, paper(1), announcements=(announced(paper(1)),))
    cache.announced_days.put([FEED])
    cache.announced_days.withdraw("cs.DC", DAY, [paper(2).id], "doubt")
    assert cache.announced_days.get("cs.DC", DAY) == FEED


def test_announcements_of_arxivs_own_page_are_not_taken_back(cache: Cache) -> None:
    take(cache, paper(1), announcements=(announced(paper(1)),))
    for day in ([], [PAGE]):
        cache.announced_days.put(day)
        cache.announced_days.withdraw("cs.DC", DAY, [paper(1).id], "doubt")
        assert cache.announced_days.announced("cs.DC", DAY) == {(paper(1).id, 1)}


def test_why_the_page_was_requested_stays_on_record(cache: Cache) -> None:
    cache.announced_days.put([changed(FEED, doubt="the feed was cut off")])
    cache.announced_days.put([PAGE])
    stored = cache.announced_days.get("cs.DC", DAY)
    assert stored is not None
    assert (stored.counts, stored.doubt, stored.trusted) == (PAGE.counts, "the feed was cut off", True)


def test_a_paper_is_stored_in_the_version_that_was_announced_or_a_newer_one(cache: Cache) -> None:
    one, two = changed(paper(1), version=2), paper(2)
    take(
        cache,
        one,
        two,
        announcements=(
            announced(one),
            announced(one, category="cs.LG", kind=AnnounceType.CROSS),
            announced(two, kind=AnnounceType.REPLACE, version=3),
            announced(paper(3), day=NEXT),
            announced(two, day=NEXT, version=None),
        ),
    )
    stored = cache.announced_days.stored
    assert stored("cs.DC", DAY, NEXT) == {DAY: 1, NEXT: 1}
    assert stored("cs", DAY, DAY) == {DAY: 1}
    assert stored("math", DAY, NEXT) == {}


def test_a_category_has_its_announced_papers_of_a_day_and_its_newest_day_before(cache: Cache) -> None:
    take(cache, paper(1), announcements=(announced(paper(1)), announced(paper(1), day=NEXT, version=2)))
    days = cache.announced_days
    assert days.announced("cs", NEXT) == {("2605.00001", 2)}
    assert (days.newest_before("cs.DC", NEXT), days.newest_before("cs.DC", DAY)) == (DAY, None)
    take(cache, announcements=(announced(paper(1), day=DAY - timedelta(days=9)),))
    asked = [DAY + timedelta(days=number) for number in (-9, -8, 0, 1, 2, 99)]
    earlier = DAY - timedelta(days=9)
    assert [days.newest_before("cs", day) for day in asked] == [None, earlier, earlier, DAY, NEXT, NEXT]
    assert days.newest_before("math", NEXT) is None
