"""Requests to arXiv made by the user: searches, and papers by identifier."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.faults import Fault
from arxtui.demo.messages import Reply, Request
from arxtui.demo.server import refused
from arxtui.library.doctor import examine
from arxtui.library.ledger import of_services
from arxtui.model.arxiv.ids import key_of
from arxtui.model.events import Event, EventKind
from arxtui.model.expr import Field, Word
from arxtui.search.index import SearchIndex
from arxtui.store.cache.database import Cache
from arxtui.sync.by_hand import requests, search
from arxtui.sync.by_hand.search import ArxivQuery, _SearchPosition
from tests.sources.fixtures.atom import error_answer
from tests.sources.fixtures.datacite import datacite_record
from tests.sources.fixtures.oai import answer, error, raw, record
from tests.sync.upstream import API, DATACITE, NOW, OAI, Reader, Upstream, many, running

DC = ArxivQuery("cat:cs.DC")


@dataclass
class Asker(Reader):
    """A reader that sends searches and requests papers by identifier."""

    def search(self, question: ArxivQuery) -> int:
        self.events = []
        return requests.search(
            self.paths, self.settings, question, emit=self.events.append, stop=self.stop, now=lambda: self.now
        )

    def add(self, *names: str) -> int:
        self.events = []
        return requests.add(
            self.paths, self.settings, names, emit=self.events.append, stop=self.stop, now=lambda: self.now
        )

    def reasons(self, kind: EventKind) -> list[str | None]:
        return [event.reason for event in self.events if event.kind is kind]

    def waiting(self) -> list[str]:
        with Cache.open(self.paths.cache_db) as cache:
            return cache.requested.names()


@pytest.fixture
def asker(paths: Paths, upstream: Upstream) -> Asker:
    return Asker(paths, upstream.settings())


def pages(upstream: Upstream) -> list[tuple[int, int]]:
    """Return (start, size) of each page that was requested."""
    sent = (parse_qs(urlsplit(path).query) for path in upstream.asked(API))
    return [(int(query["start"][0]), int(query["max_results"][0])) for query in sent]


def ids(numbers: Sequence[int]) -> list[str]:
    return [f"2605.{number:05}" for number in numbers]


def test_results_of_an_arxiv_search_are_stored_in_the_cache_and_indexed(asker: Asker, upstream: Upstream) -> None:
    assert asker.search(DC) == 0
    assert pages(upstream) == [(0, 100)]
    assert asker.count() == 100
    assert SearchIndex.open(asker.paths.index).count(Word("staleness", Field.TITLE)) == 100
    assert asker.reasons(EventKind.DONE) == ["the first 100 of 230 results; --limit N fetches more"]


def test_its_events_are_those_of_a_refresh(asker: Asker) -> None:
    asker.search(DC._replace(limit=230))
    steps = [event.kind for event in asker.events]
    assert steps == [EventKind.STARTED, EventKind.SOURCE, *[EventKind.PAGE] * 3, EventKind.DONE, EventKind.FINISHED]
    assert [(event.page, event.pages) for event in asker.events if event.page] == [(1, 3), (2, 3), (3, 3)]
    assert {event.source for event in asker.events[1:-1]} == {"arxiv.search"}
    last = asker.events[-1]
    assert (last.new, last.exit_code) == (230, 0)
    assert [Event.from_json(event.to_json()) for event in asker.events] == asker.events


def test_the_order_goes_with_the_query(asker: Asker, upstream: Upstream) -> None:
    asker.search(DC._replace(sort_by="relevance"))
    asker.search(DC._replace(descending=False))
    sent = [parse_qs(urlsplit(path).query) for path in upstream.asked(API)]
    orders = [(query["sortBy"][0], query["sortOrder"][0]) for query in sent]
    assert orders == [("relevance", "descending"), ("submittedDate", "ascending")]


def test_the_same_is_requested_once_a_day(asker: Asker, upstream: Upstream) -> None:
    asker.search(DC)
    asker.now = NOW + timedelta(hours=23)
    assert asker.search(DC) == 0
    assert len(pages(upstream)) == 1
    (note,) = asker.reasons(EventKind.NOTE)
    assert note is not None
    assert "the results are in the cache; --again sends the query again" in note
    assert [event.kind for event in asker.events][-1] is EventKind.FINISHED
    assert asker.search(DC._replace(again=True)) == 0
    asker.now += timedelta(hours=25)
    assert asker.search(DC) == 0
    assert pages(upstream) == [(0, 100)] * 3


def test_a_higher_limit_continues_behind_the_results_already_fetched(asker: Asker, upstream: Upstream) -> None:
    for limit in (150, 120, 230, 2_000):
        assert asker.search(DC._replace(limit=limit)) == 0
    assert pages(upstream) == [(0, 100), (100, 50), (150, 80)]
    assert asker.count() == 230


def test_a_search_cut_off_by_a_server_error_continues_at_the_next_page(asker: Asker, upstream: Upstream) -> None:
    upstream.faults.add(f"{API}?search_query=cat:cs.DC&start=100", Fault.SERVER_ERROR)
    assert asker.search(DC._replace(limit=230)) == 3
    assert asker.events[-1].exit_code == 3
    assert asker.count() == 100
    upstream.faults.clear()
    asked = len(pages(upstream))
    assert asker.search(DC._replace(limit=230)) == 0
    assert pages(upstream)[asked:] == [(100, 100), (200, 30)]


@pytest.mark.parametrize(("fault", "tries"), [(Fault.EMPTY_PAGE, 3), (Fault.SHORT_PAGE, 3), (Fault.HTML, 1)])
def test_an_answer_that_cannot_be_believed_is_none(asker: Asker, upstream: Upstream, fault: Fault, tries: int) -> None:
    upstream.faults.add(API, fault)
    assert asker.search(DC) in (3, 4)
    (reason,) = asker.reasons(EventKind.FAILED)
    assert reason
    assert len(pages(upstream)) == tries
    upstream.faults.clear()
    assert asker.search(DC) == 0
    assert asker.count() == 100


class Refusing(Upstream):
    """An upstream that answers every query with an error in arXiv's form: an entry that counts as one result."""

    def _page(self, request: Request) -> bytes:
        return error_answer("https://arxiv.org/api/errors", "Invalid query string: 'cat:cs.DC'")


def test_an_error_of_arxiv_is_no_paper(paths: Paths) -> None:
    with running(Refusing()) as upstream:
        asker = Asker(paths, upstream.settings())
        assert asker.search(DC) == 4
    assert asker.reasons(EventKind.FAILED) == ["arXiv answered: Invalid query string: 'cat:cs.DC'"]
    assert asker.count() == 0


class Repeating(Upstream):
    """An upstream that always answers with the first page of results, whatever page is requested."""

    def _page(self, request: Request) -> bytes:
        return super()._page(replace(request, target=request.target.replace("start=100", "start=0")))


def test_the_results_before_those_that_were_requested_are_another_answer(paths: Paths) -> None:
    with running(Repeating()) as upstream:
        asker = Asker(paths, upstream.settings())
        assert asker.search(DC._replace(limit=230)) == 3
    assert asker.reasons(EventKind.FAILED) == ["a response from number 0 on, not from 100"]
    assert asker.count() == 100


def test_nothing_found_is_an_answer(asker: Asker, upstream: Upstream) -> None:
    assert asker.search(ArxivQuery("cat:math.NT")) == 0
    assert asker.reasons(EventKind.DONE) == ["arXiv found nothing"]
    assert [(event.page, event.pages) for event in asker.events if event.page is not None] == [(1, 1)]
    assert asker.search(ArxivQuery("cat:math.NT")) == 0
    assert len(pages(upstream)) == 1


@pytest.mark.parametrize(
    ("results", "words"),
    [
        (1, "the one result"),
        (2, "all 2 results"),
        (120, "all 120 results"),
        (121, "the first 120 of 121 results; narrow the query to see the others"),
    ],
)
def test_it_says_whether_that_is_all_there_is(
    asker: Asker, upstream: Upstream, results: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    upstream.entries = many(results)
    monkeypatch.setattr(search, "MOST_RESULTS", 120)
    assert asker.search(DC._replace(limit=120)) == 0
    assert asker.reasons(EventKind.DONE) == [words]


@pytest.mark.parametrize(
    ("fetched", "words"),
    [
        (1_999, "the first 1,999 of 2,001 results; --limit N fetches more"),
        (2_000, "the first 2,000 of 2,001 results; narrow the query to see the others"),
        (2_001, "all 2,001 results"),
    ],
)
def test_two_thousand_results_are_the_most(fetched: int, words: str) -> None:
    assert _SearchPosition(fetched, 2_001).words() == words


def test_without_a_network_it_says_so_and_how_fresh_all_else_is_stays_as_it_was(
    asker: Asker, upstream: Upstream
) -> None:
    asker.refresh()
    before = of_services(asker.ledger().values())
    with refused() as url:
        offline = Asker(asker.paths, upstream.settings(url=url), NOW + timedelta(minutes=1))
        assert offline.search(ArxivQuery("cat:cs.PF")) == 4
    assert offline.events[-1].exit_code == 4
    assert of_services(asker.ledger().values()) == before


def test_the_ledger_forgets_searches_of_last_week(asker: Asker) -> None:
    asker.search(DC)
    asker.now = NOW + timedelta(days=8)
    asker.search(ArxivQuery("cat:cs.PF"))
    assert [target for source, target in asker.ledger() if source == "arxiv.search"] == ["cat:cs.PF"]


def test_papers_come_by_name_a_hundred_a_request(asker: Asker, upstream: Upstream) -> None:
    assert asker.add(*ids(range(1, 231))) == 0
    assert [len(parse_qs(urlsplit(path).query)["id_list"][0].split(",")) for path in upstream.asked(API)] == [
        100,
        100,
        30,
    ]
    assert asker.count() == 230
    assert asker.waiting() == []
    with Cache.open(asker.paths.cache_db) as cache:
        assert cache.announcements.days(1) == []


def test_a_known_paper_is_not_requested_again(asker: Asker, upstream: Upstream) -> None:
    asker.add(*ids(range(1, 4)))
    asked = len(upstream.asked(API))
    assert asker.add(*ids(range(1, 6))) == 0
    assert upstream.asked(API)[asked:][0].count("2605.") == 2
    assert asker.reasons(EventKind.NOTE) == ["3 of 5 papers are already known"]
    assert asker.add(*ids([1])) == 0
    assert asker.reasons(EventKind.NOTE) == ["2605.00001 is already known"]
    assert len(upstream.asked(API)) == asked + 1
    assert asker.add(*ids([1, 6])) == 0
    assert asker.reasons(EventKind.NOTE) == ["1 of 2 papers is already known"]


def test_a_paper_that_only_a_feed_named_is_requested(asker: Asker, upstream: Upstream) -> None:
    upstream.faults.add(API, Fault.SERVER_ERROR)
    asker.refresh()
    upstream.faults.clear()
    asked = len(upstream.asked(API))
    assert asker.add(upstream.announced[0]) == 0
    assert len(upstream.asked(API)) == asked + 1
    with Cache.open(asker.paths.cache_db) as cache:
        assert upstream.announced[0] not in cache.papers.incomplete(1_000)


def test_identifiers_and_dois_unknown_to_arxiv_are_named_and_do_not_wait_for_a_retry(
    asker: Asker, upstream: Upstream
) -> None:
    assert asker.add("2605.00001", "2605.99998", "10.1000/none") == 1
    assert asker.reasons(EventKind.DONE) == ["arXiv does not know 2605.99998, 10.1000/none"]
    assert asker.events[-1].exit_code == 1
    assert len(upstream.asked(API)) == 3, "what does not arrive is requested once more"
    assert asker.waiting() == []


def test_twenty_dois_go_into_a_request_in_every_way_they_may_be_written(asker: Asker, upstream: Upstream) -> None:
    dois = [f"10.1000/None.{number}" for number in range(1, 24)]
    assert asker.add(*dois) == 1
    asked = [parse_qs(urlsplit(path).query)["search_query"][0].split(" OR ") for path in upstream.asked(API)]
    assert [len(ways) for ways in asked] == [3 * 20, 3 * 3]
    assert asked[1][:3] == ['(doi:"10.1000/None.21"', 'doi:"10.1000/none.21"', 'doi:"10.1000/NONE.21"']
    assert asker.reasons(EventKind.DONE) == [f"arXiv does not know {', '.join(dois[:20])} and 3 more"]


def test_an_index_that_cannot_be_written_weighs_more_than_a_paper_that_arxiv_does_not_know(asker: Asker) -> None:
    asker.paths.index.parent.mkdir(parents=True, exist_ok=True)
    asker.paths.index.write_text("in the way")
    assert asker.add("2605.00001", "2605.99998") == 3
    assert asker.reasons(EventKind.DONE) == ["arXiv does not know 2605.99998"]
    assert "index" in (asker.events[-1].reason or "")


def test_without_a_network_names_wait_for_the_next_refresh(asker: Asker, upstream: Upstream) -> None:
    asker.refresh()
    with refused() as url:
        offline = Asker(asker.paths, upstream.settings(url=url), NOW + timedelta(minutes=1))
        assert offline.add("2605.01001", "2605.99998") == 4
    assert offline.reasons(EventKind.NOTE) == ["2 papers are still missing and will come with the next refresh"]
    assert asker.waiting() == ["2605.01001", "2605.99998"]
    asker.now = NOW + timedelta(minutes=5)
    asker.events = []
    assert asker.refresh() == 0
    assert asker.waiting() == []
    assert asker.reasons(EventKind.NOTE)[-1] == "arXiv does not know 2605.99998; it is not requested again"
    with Cache.open(asker.paths.cache_db) as cache:
        assert cache.papers.get(key_of("2605.01001")) is not None


def test_papers_received_before_a_server_error_are_not_requested_again(asker: Asker, upstream: Upstream) -> None:
    upstream.faults.add(f"{API}?id_list=2605.00101", Fault.SERVER_ERROR)
    assert asker.add(*ids(range(1, 151))) == 3
    assert asker.waiting() == ids(range(101, 151))
    upstream.faults.clear()
    asked = len(upstream.asked(API))
    assert asker.add() == 0
    assert len(upstream.asked(API)) == asked + 1
    assert asker.count() == 150


def test_a_stopped_run_requests_nothing_more(asker: Asker, upstream: Upstream) -> None:
    asker.stop = threading.Event()
    asker.stop.set()
    assert asker.search(DC) == 3
    assert asker.add("2605.00001") == 3
    assert upstream.asked(API) == []
    assert asker.waiting() == ["2605.00001"]


def refuse(upstream: Upstream, name: str, words: str) -> None:
    """Make the query API refuse every request with an identifier, as arXiv does: with status 400 and an error entry."""
    sound = upstream.server.handler

    def answer(request: Request) -> Reply:
        if name in request.query.get("id_list", "").split(","):
            return Reply(400, error_answer("https://arxiv.org/api/errors", words), "application/atom+xml")
        return sound(request)

    upstream.server.handler = answer


@pytest.mark.parametrize(
    ("words", "most"),
    [("incorrect id format for 2605.99998", 3), ("that cannot be answered", 13)],
    ids=["named", "not"],
)
def test_an_identifier_that_arxiv_refuses_blocks_no_other_and_its_words_are_quoted(
    asker: Asker, upstream: Upstream, words: str, most: int
) -> None:
    refuse(upstream, "2605.99998", words)
    assert asker.add(*ids(range(1, 50)), "2605.99998", *ids(range(50, 99))) == 1
    assert asker.count() == 98
    assert asker.reasons(EventKind.DONE) == [f"arXiv refuses 2605.99998: {words}"]
    assert len(upstream.asked(API)) <= most
    assert asker.waiting() == []
    assert asker.add("2605.00099") == 0


def test_the_doctor_reports_papers_that_did_not_arrive(paths: Paths, upstream: Upstream) -> None:
    asker = Asker(paths, upstream.settings(), datetime.now(UTC))
    refuse(upstream, "2605.99998", "incorrect id format for 2605.99998")
    asker.add("2605.99998")
    assert _papers_check(paths) == "arXiv refuses 2605.99998: incorrect id format for 2605.99998"
    upstream.faults.add(API, Fault.SERVER_ERROR)
    asker.add("2605.00001")
    assert _papers_check(paths) == (
        "127.0.0.1 answered 500 Internal Server Error; 1 paper requested by name will be requested again"
    )


def _papers_check(paths: Paths) -> str:
    return next(check.words for check in examine(paths) if check.part == "papers")


def test_a_refresh_completes_the_other_papers_of_a_refused_batch(asker: Asker, upstream: Upstream) -> None:
    refuse(upstream, "2605.00003", "incorrect id format for 2605.00003")
    assert asker.refresh() == 0
    assert "arXiv refuses 2605.00003: incorrect id format for 2605.00003" in asker.reasons(EventKind.NOTE)
    with Cache.open(asker.paths.cache_db) as cache:
        assert cache.papers.incomplete(99) == []  # the backfill knows it, too


def serve(upstream: Upstream, answers: dict[str, bytes], *, api: int = 503) -> None:
    """Let the query API fail, and OAI-PMH and DataCite answer with what is known for an identifier in the request."""

    def answer(request: Request) -> Reply:
        if request.path == API:
            return Reply(api, b"words")
        known = (body for path, body in answers.items() if unquote(request.target).startswith(path))
        return next((Reply(200, body) for body in known), Reply(404, b"{}"))

    upstream.server.handler = answer


RAW = record(raw(("v1", "Mon, 11 May 2026 17:00:00 GMT"), ("v2", "Wed, 13 May 2026 08:00:00 GMT")))
OF_OAI = {
    f"{OAI}?verb=GetRecord&identifier=oai:arXiv.org:2605.01234&metadataPrefix=arXivRaw": answer(RAW, verb="GetRecord")
}


def test_while_the_query_api_does_not_answer_papers_come_by_oai_and_then_by_datacite(
    asker: Asker, upstream: Upstream
) -> None:
    nothing = {f"{OAI}?verb=GetRecord&identifier=oai:arXiv.org:2605.01235": error("idDoesNotExist", "no such record")}
    of_datacite = {f"{DATACITE}/10.48550/arXiv.2605.01235": datacite_record("2605.01235")}
    serve(upstream, {**OF_OAI, **nothing, **of_datacite})
    assert asker.add("2605.01234", "2605.01235") == 0
    assert asker.waiting() == []
    assert len(upstream.asked(API)) == 1, "the query API is not waited for"
    assert any(note and note.endswith("; asking OAI-PMH and DataCite") for note in asker.reasons(EventKind.NOTE))
    with Cache.open(asker.paths.cache_db) as cache:
        first, second = (cache.papers.get(key_of(name)) for name in ("2605.01234", "2605.01235"))
        assert first
        assert second
        assert [version.number for version in cache.papers.versions(first.key)] == [1, 2]
    assert (first.source, second.source) == ("oai", "datacite")


def test_a_paper_that_no_service_has_waits_and_the_reason_is_that_of_the_query_api(
    asker: Asker, upstream: Upstream
) -> None:
    serve(upstream, OF_OAI)
    assert asker.add("2605.01234", "2605.01235") == 3
    assert asker.waiting() == ["2605.01235"]
    assert asker.reasons(EventKind.FAILED)[0] == "127.0.0.1 answered 503 Service Unavailable"


def test_a_pause_of_the_query_api_is_not_waited_for_where_another_service_answers(
    asker: Asker, upstream: Upstream
) -> None:
    serve(upstream, OF_OAI)
    upstream.faults.add(API, Fault.RATE_LIMITED_RETRY_AFTER, retry_after=590)
    assert asker.add("2605.01234") == 0
    with Cache.open(asker.paths.cache_db) as cache:
        cache.requested.add(["2605.01236"])
    serve(upstream, {f"{DATACITE}/10.48550/arXiv.2605.01236": datacite_record("2605.01236")})
    assert asker.add("2605.01236") == 0
    assert len(upstream.asked(API)) == 1


def test_a_passing_failure_of_the_query_api_costs_no_paper_that_only_it_knows(asker: Asker, upstream: Upstream) -> None:
    upstream.faults.add(API, Fault.SERVER_ERROR, 2)
    assert asker.add("2605.00001") == 0
    assert len(upstream.asked(API)) == 3
    assert len(upstream.asked(OAI)) == len(upstream.asked(DATACITE)) == 1


def test_a_machine_that_arxiv_blocks_requests_no_other_service(asker: Asker, upstream: Upstream) -> None:
    serve(upstream, OF_OAI, api=403)
    assert asker.add("2605.01234") == 4
    assert upstream.asked(OAI) == upstream.asked(DATACITE) == []
