"""Faults during a harvest: reported in words, without loss of received records, and retried where a retry can help."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from itertools import pairwise

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import parse
from arxtui.demo.faults import Fault
from arxtui.demo.messages import Reply, Request
from arxtui.demo.server import refused
from arxtui.demo.wire.oai import document, oai_error
from arxtui.model.events import Event, EventKind
from arxtui.model.expr import EVERYTHING
from arxtui.model.harvest import Order
from arxtui.search.index import SearchIndex
from arxtui.sync.harvest import harvester
from arxtui.sync.lock import index_lock
from arxtui.sync.refresh.engine import refresh
from tests.sync.harvest.harvesting import Harvester, Repository, many, running
from tests.sync.upstream import NOW, Upstream

Spoil = Callable[[Request, Reply], Reply]
TOKENS = "/oai?verb=ListRecords&resumptionToken"


@pytest.fixture
def repository() -> Iterator[Repository]:
    with running(Repository()) as answering:
        yield answering


@pytest.fixture
def reader(paths: Paths, repository: Repository) -> Harvester:
    return Harvester(paths, repository.url)


@pytest.mark.parametrize(
    "fault",
    [
        Fault.CUT_OFF,
        Fault.HTML,
        Fault.SERVER_ERROR,
        Fault.UNAVAILABLE_RETRY_AFTER,
        Fault.RATE_LIMITED,
        Fault.RATE_EXCEEDED,
        Fault.NOT_ACCEPTABLE,
        Fault.BAD_GATEWAY,
        Fault.TIMED_OUT,
        Fault.NO_ANSWER,
        Fault.NO_HTTP,
        Fault.CUT_HEADERS,
        Fault.LONG_HEADERS,
        Fault.BROKEN_CHUNKS,
        Fault.EMPTY_BODY,
        Fault.JSON,
        Fault.BYTES,
        Fault.ENTITY_BOMB,
    ],
)
def test_a_fault_that_passes_costs_nothing(reader: Harvester, repository: Repository, fault: Fault) -> None:
    repository.server.faults.add(TOKENS, fault, 2, retry_after=0)
    assert reader.harvest() == 0
    assert reader.has(repository.records)
    assert len(repository.asked) == 4 + 2


OF_ATOM = {Fault.EMPTY_PAGE, Fault.SHORT_PAGE, Fault.OTHER_ANSWER}
"""Faults that affect only responses of the query API and feeds."""
HARMLESS = {Fault.WRONG_CHARSET}
"""Faults that leave the response readable."""
ENDED_BY_THE_TIME_LIMIT = {Fault.ENDLESS, Fault.SLOW_DRIP}


def unspoilt(request: Request, reply: Reply) -> Reply:
    return reply


def hurrying(patch: pytest.MonkeyPatch) -> Spoil:
    """Return a server's answer to the first page that leaves the client one second for each page after it."""

    def answer(request: Request, reply: Reply) -> Reply:
        patch.setattr(harvester, "PAGE_TIMEOUT", 1.0)
        return reply

    return answer


@pytest.mark.parametrize("fault", sorted(set(Fault) - OF_ATOM))
def test_a_lasting_fault_keeps_the_received_records_and_the_next_harvest_continues(
    reader: Harvester, repository: Repository, fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.server.faults.add(TOKENS, fault, retry_after=0)
    with monkeypatch.context() as hurried:
        if fault in ENDED_BY_THE_TIME_LIMIT:
            # Only for the spoilt pages: a busy machine may answer the first one late.
            repository.spoil = hurrying(hurried)
        code = reader.harvest()
    repository.spoil = unspoilt
    assert code == (0 if fault in HARMLESS else 3)
    if code:
        assert reader.has(repository.records[:10])
        assert all(reader.reasons(EventKind.FAILED))
        assert reader.ending == "'arxtui harvest' continues from here"
    repository.server.faults.clear()
    assert reader.harvest() == 0
    assert reader.has(repository.records)


def test_a_page_that_does_not_say_whether_the_list_goes_on_is_not_taken_for_its_end(
    reader: Harvester, repository: Repository
) -> None:
    def without_token(request: Request, reply: Reply) -> Reply:
        if "resumptionToken" not in request.query:
            return reply
        return Reply(
            200, re.sub(rb"<resumptionToken.*", b"</ListRecords></OAI-PMH>", reply.body, flags=re.S), "text/xml"
        )

    repository.spoil = without_token
    assert reader.harvest() == 3
    assert reader.reasons(EventKind.FAILED) == ["a page that does not say whether the list goes on"]
    repository.spoil = unspoilt
    assert reader.harvest() == 0
    assert reader.has(repository.records)


def test_an_html_page_in_place_of_xml_is_named_and_retried(reader: Harvester, repository: Repository) -> None:
    repository.server.faults.add("/oai", Fault.HTML)
    assert reader.harvest() == 4
    assert "an HTML page" in reader.reasons(EventKind.FAILED)[0]
    assert [note.partition(" (try")[2] for note in reader.reasons(EventKind.NOTE)] == [" 1 of 3)", " 2 of 3)"]
    assert reader.ending == "nothing was harvested"


def test_without_a_network_nothing_is_harvested(paths: Paths) -> None:
    with refused() as url:
        reader = Harvester(paths, f"{url}/oai")
        assert reader.harvest() == 4
    assert "cannot be reached" in reader.reasons(EventKind.FAILED)[0]


def without_end(request: Request, reply: Reply) -> Reply:
    """Return a valid HTTP response whose XML is cut off."""
    return Reply(200, reply.body[: len(reply.body) * 3 // 4], reply.content_type)


def without_envelope_end(request: Request, reply: Reply) -> Reply:
    return Reply(200, reply.body[: reply.body.rindex(b"</ListRecords>")], reply.content_type)


def nothing(request: Request, reply: Reply) -> Reply:
    return Reply(200, b"<OAI-PMH><ListRecords></ListRecords></OAI-PMH>", reply.content_type)


@pytest.mark.parametrize(
    ("spoil", "words", "asked"),
    [
        (without_end, "the document ends early", 3),
        (without_envelope_end, "the document ends early", 3),
        (nothing, "a page without records that does not say that there are none", 3),
    ],
)
def test_answers_that_cannot_be_used_are_not_taken_for_the_end(
    reader: Harvester, repository: Repository, spoil: Spoil, words: str, asked: int
) -> None:
    repository.spoil = spoil
    assert reader.harvest() in (3, 4)
    assert any(words in expected for expected in (*reader.reasons(EventKind.FAILED), *reader.reasons(EventKind.NOTE)))
    assert len(repository.asked) == asked
    repository.spoil = unspoilt
    assert reader.harvest() == 0
    assert reader.has(repository.records)


def test_a_page_without_records_in_the_middle_of_a_list_is_no_end_of_it(
    reader: Harvester, repository: Repository
) -> None:
    def emptied(request: Request, reply: Reply) -> Reply:
        if "skip%3D10" not in request.query.get("resumptionToken", ""):
            return reply
        return replace(reply, body=re.sub(rb"<record>.*</record>", b"", reply.body, flags=re.S))

    repository.spoil = emptied
    assert reader.harvest() == 0
    assert reader.has(repository.records[:10] + repository.records[20:])
    assert repository.most_often == 1


def test_a_list_without_records_may_begin_with_a_token(reader: Harvester, repository: Repository) -> None:
    def emptied(request: Request, reply: Reply) -> Reply:
        if "resumptionToken" in request.query:
            return reply
        return replace(reply, body=re.sub(rb"<record>.*</record>", b"", reply.body, flags=re.S))

    repository.spoil = emptied
    assert reader.harvest() == 0
    assert reader.has(repository.records[10:])
    assert repository.most_often == 1


def test_a_token_that_leads_to_itself_does_not_lead_in_circles(reader: Harvester, repository: Repository) -> None:
    def to_itself(request: Request, reply: Reply) -> Reply:
        if "resumptionToken" not in request.query:
            return reply
        body = reply.body[: reply.body.rindex(b"<resumptionToken")]
        end = f"<resumptionToken>{request.query['resumptionToken']}</resumptionToken></ListRecords></OAI-PMH>"
        return Reply(200, body + end.encode(), reply.content_type)

    repository.spoil = to_itself
    assert reader.harvest() == 3
    assert reader.reasons(EventKind.FAILED) == ["a page whose resumption token leads to itself"]
    assert len(repository.asked) == 1 + 3


def refusing(code: str, message: str) -> Spoil:
    def spoil(request: Request, reply: Reply) -> Reply:
        return Reply(200, document(NOW, {}, oai_error(code, message)), "text/xml")

    return spoil


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("badArgument", "arXiv does not accept the request (the moon is full)"),
        ("badVerb", "does [arxiv] oai_url name an OAI-PMH service?"),
        ("cannotDisseminateFormat", "arXiv does not offer its records in the format arXivRaw (the moon is full)"),
        ("idDoesNotExist", "arXiv does not know the record (the moon is full)"),
        ("noMetadataFormats", "arXiv has no format for the records (the moon is full)"),
        ("noSetHierarchy", "without --set everything is harvested"),
        ("badResumptionToken", "arXiv does not know the resumption token (the moon is full)"),
        ("badMood", "arXiv refused the request as badMood (the moon is full)"),
    ],
)
def test_each_refusal_of_the_protocol_is_reported_in_its_own_words(
    reader: Harvester, repository: Repository, code: str, words: str
) -> None:
    repository.spoil = refusing(code, "It cannot be done. Reason: the moon is full.")
    assert reader.harvest() == 1
    assert words in reader.reasons(EventKind.FAILED)[0]
    assert len(repository.asked) == 1


def claiming(size: int) -> Spoil:
    """Make the list announce this number of records instead of 35."""
    claimed = f'completeListSize="{size}"'.encode()
    return lambda request, reply: Reply(200, reply.body.replace(b'completeListSize="35"', claimed), reply.content_type)


def test_a_list_with_fewer_records_than_announced_is_not_complete(reader: Harvester, repository: Repository) -> None:
    repository.harvestable.sized = True
    repository.spoil = claiming(40)
    assert reader.harvest() == 3
    assert reader.reasons(EventKind.FAILED) == ["arXiv announced 40 records, but the list ended after 35"]
    assert reader.ending == "the received records are stored; 'arxtui harvest' fetches everything again"
    assert reader.has(repository.records)
    with reader.cache() as cache:
        assert cache.harvests.through("arXivRaw", "") is None

    repository.spoil = unspoilt
    before = len(repository.asked)
    assert reader.harvest() == 0
    assert repository.asked[before] == "verb=ListRecords&metadataPrefix=arXivRaw"
    with reader.cache() as cache:
        assert cache.harvests.through("arXivRaw", "") is not None


def test_a_list_that_goes_on_far_behind_the_end_it_announced_is_left(reader: Harvester, repository: Repository) -> None:
    repository.harvestable.sized = True
    repository.spoil = claiming(12)
    assert reader.harvest() == 3
    assert reader.reasons(EventKind.FAILED) == ["arXiv announced 12 records, and the list goes on after 20"]
    assert len(repository.asked) == 2 + 3


def test_tokens_that_lead_back_to_a_page_before_do_not_lead_in_circles(
    reader: Harvester, repository: Repository
) -> None:
    first: list[bytes] = []

    def back_to_the_first(request: Request, reply: Reply) -> Reply:
        begin = reply.body.rindex(b"<resumptionToken")
        if "skip%3D20" not in request.query.get("resumptionToken", ""):
            first.append(reply.body[begin:])
            return reply
        return Reply(200, reply.body[:begin] + first[0], reply.content_type)

    repository.spoil = back_to_the_first
    for _ in range(2):
        before = len(repository.asked)
        assert reader.harvest() == 3
        assert reader.reasons(EventKind.FAILED)[0].startswith("a page whose resumption token leads to a page before it")
        assert len(repository.asked) - before <= 6


def test_a_record_that_cannot_be_read_is_named_by_its_place_and_the_others_come(
    reader: Harvester, repository: Repository
) -> None:
    def spoil(request: Request, reply: Reply) -> Reply:
        body = reply.body.replace(b"<id>2603.00012</id>", b"<id>nonsense</id>")
        return Reply(200, body.replace(b"Part 14<", b"Part & 14<"), reply.content_type)

    repository.spoil = spoil
    assert reader.harvest() == 0
    notes = reader.reasons(EventKind.NOTE)
    assert [note.partition(" (byte")[0] for note in notes] == [
        "rejected page 2, record 2",
        "rejected page 2, record 4",
    ]
    assert notes[0].endswith("not an arXiv identifier: 'nonsense'")
    assert "35 records in 4 pages, 2 rejected" in reader.reasons(EventKind.DONE)
    (file,) = (reader.paths.state / "rejected").iterdir()
    assert len(file.read_text().splitlines()) == 2
    assert reader.has(each for number, each in enumerate(repository.records, 1) if number not in (12, 14))


def test_of_many_rejected_records_twenty_are_reported_and_all_are_named_in_a_file(
    reader: Harvester, repository: Repository
) -> None:
    repository.spoil = lambda request, reply: replace(reply, body=reply.body.replace(b"<id>2603", b"<id>x"))
    repository.records = many(21)
    reader.harvest()
    (file,) = (reader.paths.state / "rejected").iterdir()
    *result, last = reader.reasons(EventKind.NOTE)
    assert (len(result), last) == (20, f"21 records were rejected: all of them are listed in {file}")
    assert len(file.read_text().splitlines()) == 21


def test_a_service_that_refuses_a_list_from_its_own_first_day_on_is_not_requested_again(
    reader: Harvester, repository: Repository
) -> None:
    spoil = refusing("badArgument", "The moon is full")
    repository.spoil = lambda request, reply: reply if "Identify" in request.target else spoil(request, reply)
    assert reader.harvest(Order(first=date(2005, 9, 16))) == 1
    assert len(repository.asked) == 2


def test_while_another_process_writes_the_index_that_is_said_once_and_taken_over_when_it_is_done(
    reader: Harvester, repository: Repository
) -> None:
    release = threading.Event()
    held = threading.Event()

    def hold() -> None:
        with index_lock(reader.paths.state, threading.Event()):
            held.set()
            release.wait(60)

    other = threading.Thread(target=hold)
    other.start()
    held.wait(60)

    repository.records = many(95)
    heard: list[Event] = []

    def let_go_at_the_third(event: Event) -> None:
        heard.append(event)
        if event.page == 3:
            release.set()
            other.join()

    settings = parse(f'[arxiv]\noai_url = "{repository.url}"\n')
    assert harvester.harvest(reader.paths, settings, Order(), emit=let_go_at_the_third, stop=threading.Event()) == 0
    assert len([event for event in heard if "is writing the search index" in (event.reason or "")]) == 1
    assert SearchIndex.open(reader.paths.index).count(EVERYTHING) == 95


def test_a_refresh_beside_a_harvest_shares_its_pace_and_both_end_with_all_they_brought(
    reader: Harvester, repository: Repository, upstream: Upstream
) -> None:
    interval = 0.1
    settings = upstream.settings("cs.DC")
    codes: list[int] = []

    def refreshed() -> None:
        codes.append(
            refresh(
                reader.paths,
                settings,
                everything=False,
                emit=lambda event: None,
                stop=threading.Event(),
                now=lambda: NOW,
                interval=interval,
            )
        )

    beside = threading.Thread(target=refreshed)
    beside.start()
    assert reader.harvest(interval=interval) == 0
    beside.join()
    assert codes == [0]
    hits = sorted((*repository.server.log, *upstream.server.log), key=lambda hit: hit.at)
    for before, after in pairwise(hits):
        assert before.finished is not None
        assert after.at - before.finished >= interval * 0.95
    with reader.cache() as cache:
        assert cache.count() == len(repository.records) + 230
        assert SearchIndex.open(reader.paths.index).count(EVERYTHING) == cache.count()
