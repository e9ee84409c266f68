"""A refresh from a local server into a real cache and a real index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.faults import Fault
from arxtui.demo.messages import Reply, Request
from arxtui.demo.server import refused
from arxtui.library.ledger import of_services
from arxtui.model.arxiv.calendar import next_feed
from arxtui.model.arxiv.ids import ArxivId, key_of
from arxtui.model.events import Event, EventKind
from arxtui.model.expr import Field, Word
from arxtui.model.intake import Intake
from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.model.paper import Announcement, AnnounceType, Paper
from arxtui.search.index import SearchIndex
from arxtui.store.cache.database import Cache
from arxtui.sync.refresh import backfill, engine, fetching
from arxtui.sync.refresh.feed import request_feed
from arxtui.sync.refresh.fetching import REQUESTS
from arxtui.sync.refresh.plan import Source
from arxtui.sync.refresh.source_request import SourceRequest
from tests.sources.fixtures.pith import CARDS
from tests.sync.upstream import API, FEED, NOW, PITH, TODAY, Reader, Upstream, entry, many

FEED_ROW = ("arxiv.feed", "cs.DC")
BACKFILL_ROW = ("arxiv.backfill", "cs.DC")


def kinds(events: Sequence[Event], source: str) -> list[EventKind]:
    return [event.kind for event in events if event.source == source]


def searches(upstream: Upstream) -> list[str]:
    """Return the search queries that were sent."""
    sent = (parse_qs(urlsplit(path).query) for path in upstream.asked(API))
    return [query["search_query"][0] for query in sent if "search_query" in query]


def test_the_first_refresh_fetches_the_days_announcements_and_the_last_days(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings("cs.PF", "cs.DC"))
    assert reader.refresh() == 0
    assert upstream.asked()[0] == f"{FEED}/cs.DC+cs.PF"
    assert len(upstream.asked(FEED)) == 1
    with Cache.open(paths.cache_db) as cache:
        assert cache.count() == 260
        assert cache.announcements.days(5) == [(TODAY, 25)]
        assert len(cache.announcements.keys(TODAY, TODAY, AnnounceType.NEW, ["cs.PF"])) == 5
        assert cache.papers.incomplete(10) == []
        paper = cache.papers.get(key_of("2605.00001"))
        assert paper is not None
        assert paper.authors[0].affiliations == ("Institute of Examples",)
    assert SearchIndex.open(paths.index).count(Word("staleness", Field.TITLE)) == 260


def test_the_pass_is_reported_step_by_step(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings(pith=True))
    assert reader.refresh() == 0
    assert (reader.events[0].kind, reader.events[0].targets) == (EventKind.STARTED, 5)
    assert kinds(reader.events, "arxiv.feed") == [EventKind.SOURCE, EventKind.PAGE, EventKind.DONE]
    (feed,) = (event for event in reader.events if event.source == "arxiv.feed" and event.kind is EventKind.PAGE)
    assert (feed.page, feed.pages) == (1, 1)
    pages = [event for event in reader.events if event.source == "arxiv.backfill" and event.kind is EventKind.PAGE]
    assert [(event.page, event.pages) for event in pages] == [(1, 3), (2, 3), (3, 3)]
    assert (pages[-1].new, pages[-1].same) == (210, 20)
    (pith,) = (event for event in reader.events if event.source == "pith.listing" and event.kind is EventKind.DONE)
    assert (pith.reviews, pith.status) == (4, 200)
    (page,) = (event for event in reader.events if event.source == "pith.listing" and event.kind is EventKind.PAGE)
    assert (page.page, page.pages) == (1, 1)
    last = reader.events[-1]
    assert (last.kind, last.exit_code, last.new, last.reviews) == (EventKind.FINISHED, 0, 230, 4)
    assert (last.targets, last.next_due) == (5, None)
    assert [Event.from_json(event.to_json()) for event in reader.events] == reader.events


def test_the_sources_are_requested_in_order_of_use(paths: Paths, upstream: Upstream) -> None:
    Reader(paths, upstream.settings(pith=True)).refresh()
    order = [next(prefix for prefix in (FEED, API, PITH) if path.startswith(prefix)) for path in upstream.asked()]
    assert order == [FEED, API, PITH, API, API, API]
    assert "id_list=" in upstream.asked(API)[0]


def test_nothing_is_requested_before_it_is_due(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings(pith=True))
    reader.refresh()
    asked = len(upstream.asked())
    assert reader.refresh() == 0
    assert len(upstream.asked()) == asked
    assert [event.kind for event in reader.events] == [EventKind.STARTED, EventKind.FINISHED]
    assert (reader.events[0].targets, reader.events[1].targets) == (0, 0)
    assert reader.events[1].next_due == min(entry.next_due for entry in reader.ledger().values())
    assert reader.ledger()["pith.listing", "cs.DC"].next_due == NOW + timedelta(hours=16), "as the answer says"
    assert reader.ledger()[FEED_ROW].next_due >= NOW + timedelta(hours=16)


def test_unchanged_pages_write_only_their_ledger_rows(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings(pith=True))
    reader.refresh()
    with Cache.open(paths.cache_db) as cache:
        before = cache.changes.latest()
    reader.now += timedelta(hours=1)
    assert reader.refresh(everything=True) == 0
    row = reader.ledger()[FEED_ROW]
    assert (row.outcome, row.status, row.fresh_as_of) == (Outcome.NOT_MODIFIED, 304, reader.now)
    assert row.etag
    assert reader.ledger()["pith.listing", "cs.DC"].outcome is Outcome.NOT_MODIFIED
    with Cache.open(paths.cache_db) as cache:
        assert cache.changes.latest() == before


def test_the_etag_of_a_feed_is_kept_until_the_feed_changes(paths: Paths, upstream: Upstream) -> None:
    sound = upstream.server.handler

    def unnamed(request: Request) -> Reply:
        reply = sound(request)
        return replace(reply, headers={}) if request.path.startswith(FEED) else reply

    reader = Reader(paths, upstream.settings(backfill_days=0))
    reader.refresh()
    named = reader.ledger()[FEED_ROW].etag
    assert named
    upstream.server.handler = unnamed
    reader.refresh(everything=True)
    assert (reader.ledger()[FEED_ROW].status, reader.ledger()[FEED_ROW].etag) == (304, named)
    upstream.announced = upstream.announced[1:]
    reader.refresh(everything=True)
    assert (reader.ledger()[FEED_ROW].status, reader.ledger()[FEED_ROW].etag) == (200, None)


def test_the_date_of_a_page_is_sent_back_with_the_next_request(paths: Paths, upstream: Upstream) -> None:
    sound, day = upstream.server.handler, "Wed, 13 May 2026 04:00:00 GMT"

    def dated(request: Request) -> Reply:
        reply = sound(request)
        return replace(reply, headers={"Last-Modified": day}) if request.path.startswith(FEED) else reply

    upstream.server.handler = dated
    reader = Reader(paths, upstream.settings(backfill_days=0))
    for _ in range(2):
        reader.refresh(everything=True)
        reader.now += timedelta(hours=1)
    hits = [hit for hit in upstream.server.log if hit.path.startswith(FEED)]
    assert [(hit.headers.get("if-modified-since"), hit.headers.get("if-none-match")) for hit in hits] == [
        (None, None),
        (day, None),
    ]


def test_a_failed_request_keeps_the_date_and_etag_of_the_last_answer(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings(backfill_days=0))
    reader.refresh()
    answered = reader.ledger()[FEED_ROW]
    upstream.faults.add(FEED, Fault.UNAVAILABLE)
    for failures in (1, 2):
        reader.now += timedelta(days=1)
        reader.refresh(everything=True)
        row = reader.ledger()[FEED_ROW]
        assert (row.outcome, row.failures, row.attempted) == (Outcome.FAILED, failures, reader.now)
        assert (row.fresh_as_of, row.etag) == (answered.fresh_as_of, answered.etag)
    assert row.fresh_as_of == NOW


def test_the_feed_is_requested_again_when_the_next_is_built(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings())
    reader.refresh()
    row = reader.ledger()[FEED_ROW]
    assert timedelta(0) < row.next_due - next_feed(NOW) < timedelta(minutes=36)
    assert (row.reason, row.progress) == ("", "2026-05-13")


def test_a_stale_feed_is_reported_and_requested_again_within_the_hour(paths: Paths, upstream: Upstream) -> None:
    upstream.day = upstream.listed_day = date(2026, 5, 12)
    reader = Reader(paths, upstream.settings())
    assert reader.refresh() == 0
    row = reader.ledger()[FEED_ROW]
    assert row.reason == "the feed still shows Tue 12 May, Wed 13 May is due"
    assert row.next_due <= NOW + timedelta(hours=1)
    (shown,) = of_services(reader.ledger().values())
    assert (shown.as_of, shown.reason) == (NOW, "Wed 13 May is not announced yet")
    reader.now = row.next_due
    reader.refresh()
    row = reader.ledger()[FEED_ROW]
    assert (row.outcome, row.reason[:22]) == (Outcome.NOT_MODIFIED, "the feed still shows T")
    upstream.announce(TODAY)
    reader.now = row.next_due
    reader.refresh()
    assert reader.ledger()[FEED_ROW].reason == ""


def test_an_empty_feed_is_not_taken_for_a_day_without_papers(paths: Paths, upstream: Upstream) -> None:
    upstream.announced = ()
    reader = Reader(paths, upstream.settings())
    assert reader.refresh() == 0
    row = reader.ledger()[FEED_ROW]
    assert row.reason == "the feed shows no announcements yet, those of Wed 13 May are due"
    assert row.next_due <= NOW + timedelta(hours=1)


def test_a_paper_that_a_feed_names_under_the_next_day_does_not_count_for_its_day(
    paths: Paths, upstream: Upstream
) -> None:
    sound = upstream.server.handler

    def with_the_last_tomorrow(request: Request) -> Reply:
        reply = sound(request)
        if not request.path.startswith(FEED):
            return reply
        body, _, later = reply.body.rpartition(b"<pubDate>Wed, 13")
        return replace(reply, body=body + b"<pubDate>Thu, 14" + later)

    upstream.server.handler = with_the_last_tomorrow
    reader = Reader(paths, upstream.settings(backfill_days=0))
    reader.refresh()
    with Cache.open(paths.cache_db) as cache:
        stored = cache.announced_days.get("cs.DC", TODAY)
        assert stored is not None
        assert stored.counts is not None
        assert stored.counts.papers == 19
        assert cache.announcements.days(5) == [(date(2026, 5, 14), 1), (TODAY, 19)]


def test_on_a_weekend_an_empty_feed_is_as_it_should_be(paths: Paths, upstream: Upstream) -> None:
    upstream.announced, upstream.day = (), date(2026, 5, 16)
    reader = Reader(paths, upstream.settings(), now=datetime(2026, 5, 16, 12, tzinfo=UTC))
    assert reader.refresh() == 0
    row = reader.ledger()[FEED_ROW]
    assert (row.reason, row.next_due.date()) == ("", date(2026, 5, 18))
    (page,) = (event for event in reader.events if event.source == "arxiv.feed" and event.kind is EventKind.PAGE)
    assert (page.page, page.pages) == (1, 1)


def test_a_feed_without_its_end_is_kept_and_requested_again(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings(backfill_days=0))
    sound = upstream.server.handler

    def cut(request: object) -> object:
        reply = sound(request)  # type: ignore[arg-type]
        return replace(reply, body=reply.body[: len(reply.body) // 2])

    upstream.server.handler = cut  # type: ignore[assignment]
    assert reader.refresh() != 0
    assert "truncated" in reader.ledger()[FEED_ROW].reason
    kept = reader.count()
    assert 0 < kept < 20
    upstream.server.handler = sound
    reader.now += timedelta(days=1)
    assert reader.refresh() == 0
    assert reader.count() == 20


def test_a_backfill_requests_the_days_of_the_settings_in_brackets(paths: Paths, upstream: Upstream) -> None:
    upstream.entries = many(20) + many(5, "math.CO", 501)
    upstream.announced = ()
    Reader(paths, upstream.settings("math", "cs.DC", backfill_days=3)).refresh()
    assert searches(upstream) == [
        "(cat:math.* AND submittedDate:[202605100000 TO 202605132359])",
        "(cat:cs.DC AND submittedDate:[202605100000 TO 202605132359])",
    ]


def test_a_backfill_that_was_stopped_goes_on_at_the_next_page(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings())

    def stop_after_the_first_page(event: Event) -> None:
        if event.kind is EventKind.PAGE and event.source == Source.BACKFILL:
            reader.stop.set()

    code = engine.refresh(
        paths,
        reader.settings,
        everything=False,
        emit=stop_after_the_first_page,
        stop=reader.stop,
        now=lambda: reader.now,
    )
    assert code == 3
    row = reader.ledger()[BACKFILL_ROW]
    assert (row.outcome, row.reason) == (Outcome.FAILED, "not finished: page 1 of 3")
    reader.stop.clear()
    asked = len(upstream.asked(API))
    assert reader.refresh() == 0
    starts = [parse_qs(urlsplit(path).query)["start"][0] for path in upstream.asked(API)[asked:]]
    assert starts == ["100", "200"]
    assert reader.count() == 230
    assert reader.ledger()[BACKFILL_ROW].progress is None


def test_a_backfill_resumed_days_later_begins_anew_with_the_newest() -> None:
    place = backfill.BackfillPosition(date(2026, 4, 20), date(2026, 5, 4), 100, date(2026, 5, 4))
    assert backfill.BackfillPosition.read(str(place), date(2026, 5, 5), 14) == place
    assert backfill.BackfillPosition.read(str(place), date(2026, 5, 6), 14) == backfill.BackfillPosition.begin(
        date(2026, 5, 6), 14
    )
    assert backfill.BackfillPosition.read("nonsense", TODAY, 14) == backfill.BackfillPosition.begin(TODAY, 14)


def test_a_backfill_beyond_the_result_limit_of_the_api_narrows_its_days(
    paths: Paths, upstream: Upstream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backfill, "WINDOW", 200)
    reader = Reader(paths, upstream.settings())
    upstream.announced = ()
    assert reader.refresh() == 0
    assert reader.count() == 230
    ends = {query.split(" TO ")[1] for query in searches(upstream)}
    assert len(ends) > 1
    starts = [parse_qs(urlsplit(path).query)["start"][0] for path in upstream.asked(API)]
    assert set(starts) == {"0", "100"}, "days that are narrowed are asked for from their first paper on"


def test_a_day_with_more_papers_than_the_api_lists_is_reported_and_the_listed_ones_are_stored(
    paths: Paths, upstream: Upstream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backfill, "WINDOW", 200)
    upstream.entries, upstream.announced = [entry(number) for number in range(1, 231)], ()
    reader = Reader(paths, upstream.settings())
    assert reader.refresh() == 3
    assert reader.ledger()[BACKFILL_ROW].reason == (
        "more than 200 papers on one day: the query API does not list them all"
    )
    assert reader.count() == 200


def test_papers_that_a_feed_named_are_completed_by_the_api(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings(backfill_days=0))
    reader.refresh()
    (path,) = upstream.asked(API)
    assert len(parse_qs(urlsplit(path).query)["id_list"][0].split(",")) == 20
    with Cache.open(paths.cache_db) as cache:
        paper = cache.papers.get(key_of("2605.00003"))
    assert paper is not None
    assert (paper.source, bool(paper.published), bool(paper.license)) == ("api", True, True)


def test_a_pass_without_requests_makes_nothing_fresher(paths: Paths, upstream: Upstream) -> None:
    upstream.announced = ()
    reader = Reader(paths, upstream.settings(backfill_days=0))
    reader.refresh()
    row = reader.ledger()["arxiv.complete", "papers"]
    assert (row.outcome, row.fresh_as_of) == (Outcome.OK, None)
    assert upstream.asked(API) == []


def test_ids_are_requested_a_hundred_at_a_time(paths: Paths, upstream: Upstream) -> None:
    upstream.announced = [f"2605.{number:05}" for number in range(1, 231)]
    Reader(paths, upstream.settings(backfill_days=0)).refresh()
    sizes = [len(parse_qs(urlsplit(path).query)["id_list"][0].split(",")) for path in upstream.asked(API)]
    assert sizes == [100, 100, 30]


def test_a_paper_that_the_api_does_not_know_yet_is_requested_again_the_next_day(
    paths: Paths, upstream: Upstream
) -> None:
    upstream.announced = ["2605.00001", "2605.09999"]
    reader = Reader(paths, upstream.settings(backfill_days=0))
    assert reader.refresh() == 0
    assert reader.refresh(everything=True) == 0
    assert len(upstream.asked(API)) == 1
    reader.now += timedelta(days=1, hours=1)
    upstream.entries.append(entry(9999))
    reader.refresh()
    assert parse_qs(urlsplit(upstream.asked(API)[-1]).query)["id_list"] == ["2605.09999"]
    with Cache.open(paths.cache_db) as cache:
        assert cache.papers.incomplete(5) == []


def test_a_version_that_the_api_does_not_show_yet_is_requested_again_the_next_day(
    paths: Paths, upstream: Upstream
) -> None:
    upstream.announced, upstream.version = ["2605.00001"], 2
    reader = Reader(paths, upstream.settings(backfill_days=0))
    for hours in (0, 2, 2):
        reader.now += timedelta(hours=hours)
        assert reader.refresh(everything=True) == 0
    assert len(upstream.asked(API)) == 1
    upstream.entries[0] = replace(upstream.entries[0], id="2605.00001v2")
    reader.now += timedelta(days=1)
    reader.refresh()
    with Cache.open(paths.cache_db) as cache:
        paper = cache.papers.get(key_of("2605.00001"))
        assert cache.papers.incomplete(5) == []
    assert paper is not None
    assert (paper.version, paper.source) == (2, "api")


def test_a_review_without_a_link_finds_its_paper_by_a_title_search(paths: Paths, upstream: Upstream) -> None:
    card = CARDS[3]
    upstream.entries = [
        entry(801, title="A Note on Fair Barrier Locks and Others", summary="Another paper."),
        entry(802, title=card.title, summary=card.abstract),
    ]
    upstream.announced, upstream.cards, upstream.links = (), (card,), False
    reader = Reader(paths, upstream.settings(pith=True, backfill_days=0))
    assert reader.refresh() == 0
    with Cache.open(paths.cache_db) as cache:
        ((pending, _),) = cache.papers.pending(5)
    reader.now += timedelta(hours=2)
    assert reader.refresh() == 0
    assert searches(upstream) == ['ti:"A Note on Fair Barrier Locks"']
    with Cache.open(paths.cache_db) as cache:
        key = cache.aliases.resolve(ArxivId("2605.00802"))
        assert key is not None
        assert cache.aliases.of(pending) == key
        assert [review.headline for review in cache.reviews(key)] == [card.headline]
        assert cache.aliases.resolve(ArxivId("2605.00801")) is None


def test_a_title_that_arxiv_does_not_have_is_not_searched_twice_in_a_day(paths: Paths, upstream: Upstream) -> None:
    upstream.entries, upstream.announced, upstream.links = [entry(1)], (), False
    reader = Reader(paths, upstream.settings(pith=True, backfill_days=0))
    reader.refresh()
    for _ in range(3):
        reader.now += timedelta(hours=2)
        assert reader.refresh(everything=True) == 0
    assert len(searches(upstream)) == len({card.title for card in CARDS})
    reader.now += timedelta(days=1)
    reader.refresh()
    assert len(searches(upstream)) == 2 * len({card.title for card in CARDS})


def test_reviews_of_linked_papers_are_completed_by_their_ids(paths: Paths, upstream: Upstream) -> None:
    upstream.announced = ()
    reader = Reader(paths, upstream.settings(pith=True, backfill_days=0))
    reader.refresh()
    reader.now += timedelta(hours=2)
    reader.refresh()
    with Cache.open(paths.cache_db) as cache:
        assert cache.papers.incomplete(5) == []
        assert [len(cache.reviews(key_of(f"2605.0000{number}"))) for number in (1, 2, 3)] == [2, 1, 1]


def test_pith_switched_off_is_no_failure(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings())
    assert reader.refresh() == 0
    assert upstream.asked(PITH) == []


def test_pith_is_requested_at_most_every_five_minutes(paths: Paths, upstream: Upstream) -> None:
    sound = upstream.server.handler
    upstream.server.handler = lambda request: replace(sound(request), headers={})
    reader = Reader(paths, upstream.settings(pith=True))
    reader.refresh()
    for minutes, asked in ((4, 1), (2, 2)):
        reader.now += timedelta(minutes=minutes)
        reader.refresh()
        assert len(upstream.asked(PITH)) == asked


def test_a_category_that_never_had_a_review_has_an_empty_listing_and_a_listing_that_lost_all_is_a_failure(
    paths: Paths, upstream: Upstream
) -> None:
    cards, upstream.cards = upstream.cards, ()
    reader = Reader(paths, upstream.settings(pith=True))
    assert reader.refresh() == 0
    assert reader.ledger()["pith.listing", "cs.DC"].outcome is Outcome.OK
    upstream.cards = cards
    reader.now += timedelta(days=1)
    assert reader.refresh() == 0
    assert reader.events[-1].reviews == len(cards)
    upstream.cards = (replace(cards[0], headline="Corrected"), *cards[1:])
    reader.now += timedelta(days=1)
    assert reader.refresh() == 0
    assert reader.events[-1].reviews == 1
    upstream.cards = ()
    reader.now += timedelta(days=1)
    assert reader.refresh() == 3
    assert reader.ledger()["pith.listing", "cs.DC"].reason == "shows no review any more"


def test_reviews_of_other_categories_make_no_empty_listing_a_failure(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings(pith=True))
    assert reader.refresh() == 0
    upstream.cards = ()
    reader.now += timedelta(days=1)
    other = Reader(paths, upstream.settings("cs.DC", "cs.PF", pith=True))
    other.now = reader.now
    assert other.refresh() == 3
    outcomes = {target: entry.outcome for (source, target), entry in other.ledger().items() if source == "pith.listing"}
    assert outcomes == {"cs.DC": Outcome.FAILED, "cs.PF": Outcome.OK}


def test_one_service_that_fails_does_not_keep_the_other(
    paths: Paths, upstream: Upstream, caplog: pytest.LogCaptureFixture
) -> None:
    upstream.faults.add(FEED, Fault.UNAVAILABLE)
    reader = Reader(paths, upstream.settings(pith=True))
    assert reader.refresh() == 3
    assert reader.ledger()["pith.listing", "cs.DC"].outcome is Outcome.OK
    assert upstream.asked(API) == []
    spared = [event for event in reader.events if event.reason and event.reason.startswith("not asked")]
    assert [event.source for event in spared] == ["arxiv.catchup", "arxiv.complete", "arxiv.backfill"]
    assert [words.levelname for words in caplog.records if words.name == fetching.__name__] == ["WARNING"]


@pytest.mark.parametrize(
    ("fault", "sixth"),
    [
        (None, timedelta(minutes=15)),
        (Fault.SERVER_ERROR, timedelta(minutes=32)),
        (Fault.FORBIDDEN, timedelta(hours=1)),
    ],
    ids=["no network", "failing", "blocked"],
)
def test_a_host_that_fails_is_given_longer_each_time_and_a_network_that_is_back_is_found_soon(
    paths: Paths, upstream: Upstream, fault: Fault | None, sixth: timedelta
) -> None:
    with refused() as nowhere:
        reader = Reader(paths, upstream.settings(backfill_days=0, url="" if fault else nowhere))
        if fault:
            upstream.faults.add("/", fault)
        pause = timedelta(0)
        for failures in range(1, 7):
            assert reader.refresh() == 4
            row = reader.ledger()[FEED_ROW]
            assert row.failures == failures
            pause, reader.now = row.next_due - reader.now, row.next_due
    assert sixth <= pause <= sixth * 1.25


def test_a_long_rest_that_was_requested_is_not_waited_for(paths: Paths, upstream: Upstream) -> None:
    upstream.faults.add(FEED, Fault.RATE_LIMITED_RETRY_AFTER, retry_after=601)
    reader = Reader(paths, upstream.settings())
    assert reader.refresh() == 3
    row = reader.ledger()[FEED_ROW]
    assert timedelta(seconds=601) <= row.next_due - NOW <= timedelta(seconds=606)
    assert len(upstream.asked()) == 1


@pytest.mark.parametrize(
    ("fault", "status"), [(Fault.RATE_EXCEEDED, None), (Fault.HTML, None), (Fault.RATE_LIMITED, 429)]
)
def test_a_failure_has_the_status_that_is_its_cause(
    paths: Paths, upstream: Upstream, fault: Fault, status: int | None
) -> None:
    upstream.faults.add(FEED, fault)
    reader = Reader(paths, upstream.settings(backfill_days=0))
    assert reader.refresh() in (3, 4)
    (failed,) = (each for each in reader.events if each.kind is EventKind.FAILED and each.source == "arxiv.feed")
    assert (failed.status, reader.ledger()[FEED_ROW].status) == (status, status)


def test_a_category_without_papers_is_believed_only_after_a_while(paths: Paths, upstream: Upstream) -> None:
    upstream.entries, upstream.announced = [], ()
    reader = Reader(paths, upstream.settings("cs.GL"))
    row = ("arxiv.backfill", "cs.GL")
    for failures in (1, 2, 3):
        assert reader.refresh() != 0
        assert reader.ledger()[row].failures == failures
        assert "which is unlikely" in reader.ledger()[row].reason
        reader.now = max(entry.next_due for entry in reader.ledger().values())
    assert reader.refresh() == 0
    assert reader.ledger()[row].outcome is Outcome.OK


def test_a_fault_in_the_program_is_logged_and_does_not_end_the_pass(
    paths: Paths, upstream: Upstream, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(request: object) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setitem(REQUESTS, Source.FEED, broken)
    reader = Reader(paths, upstream.settings())
    assert reader.refresh() == 3
    assert "an internal error" in reader.ledger()[FEED_ROW].reason
    assert "on purpose" in caplog.text
    assert [words.levelname for words in caplog.records if words.name == fetching.__name__] == ["ERROR"]
    assert reader.count() == 230
    monkeypatch.setitem(REQUESTS, Source.FEED, request_feed)
    reader.now += timedelta(hours=6)
    assert reader.refresh() == 0
    assert reader.ledger()[FEED_ROW].failures == 0


def test_stopped_before_it_began_a_refresh_requests_nothing(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings())
    reader.stop.set()
    assert reader.refresh() == 3
    assert upstream.asked() == []
    assert reader.events[-1].reason == "stopped"


def test_records_that_the_store_rejects_are_counted_reported_and_logged(
    paths: Paths, upstream: Upstream, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Parsers check identifiers, too; this source does not."""
    papers = tuple(Paper(f"2613.{number:05}", "Of No Month") for number in range(1, 24))
    announcement = Announcement("2613.00024", TODAY, "cs.DC", AnnounceType.NEW)

    def request_unchecked(request: SourceRequest) -> LedgerEntry:
        request.store(Intake(papers=(*papers, Paper("2605.00001", "Sound")), announcements=(announcement,)))
        return request.success_entry(request.context.now(), reason="as expected")

    monkeypatch.setitem(REQUESTS, Source.FEED, request_unchecked)
    reader = Reader(paths, upstream.settings(backfill_days=0))
    assert reader.refresh() == 0
    events = [event.reason for event in reader.events if event.source == "arxiv.feed" and event.reason]
    assert "2613.00001: not an arXiv identifier: '2613.00001'" in events
    assert "and 4 more; the log lists all" in events
    assert events[-1] == "as expected; 24 records rejected"
    assert "rejected announcement of 2613.00024: not an arXiv identifier" in caplog.text
