"""The made-up INSPIRE answers as the real one is documented to."""

from __future__ import annotations

import json

import pytest

from arxtui.demo.citations.inspire import Inspire
from arxtui.demo.citations.known import KnownCitations
from arxtui.demo.messages import Reply, Request
from arxtui.demo.papers.corpus import Corpus
from arxtui.model.paper import Paper
from arxtui.sources.citations import inspire


@pytest.fixture
def times() -> list[float]:
    return [0.0]


@pytest.fixture
def service(corpus: Corpus, times: list[float]) -> Inspire:
    def clock() -> float:
        times[0] += 1.0
        return times[0]

    return Inspire(KnownCitations(corpus.papers), clock)


@pytest.fixture
def paper(corpus: Corpus) -> Paper:
    return [each for each in corpus.papers if each.primary_category == "hep-ph"][-1]


def get(service: Inspire, address: str) -> Reply:
    target = address.removeprefix("http://127.0.0.1")
    return service.answer(Request("GET", target, {}), target.partition("?")[0].removeprefix("/inspire/"))


BASE = "http://127.0.0.1/inspire"


def test_its_answers_are_read_by_the_parsers(service: Inspire, paper: Paper) -> None:
    record = inspire.parse_record(get(service, inspire.record_url(BASE, paper.id)).body, paper.id)
    found = inspire.parse_hits(get(service, inspire.search_url(BASE, f"citedby:recid:{record.number}", 1_000)).body)
    assert found.works.keys() == {number for number, _ in record.references or ()}
    assert found.total == len(found.works)
    second = inspire.parse_hits(get(service, inspire.search_url(BASE, f"citedby:recid:{record.number}", 2, 2)).body)
    assert list(second.works) == list(found.works)[2:4]
    assert inspire.parse_bibtex(get(service, inspire.bibtex_url(BASE, record.number)).body, paper.id)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("arxiv/2605.00000", 404),
        ("literature/5", 404),
        ("authors/5", 404),
        ("literature?q=refersto:recid:5&size=1001", 400),
        ("literature?q=refersto:recid:5&size=1000&page=11", 400),
        ("literature?q=cats", 400),
        ("literature?q=refersto:recid:5", 200),
    ],
)
def test_unknown_records_and_invalid_queries_have_an_error_status(service: Inspire, path: str, status: int) -> None:
    reply = get(service, f"{BASE}/{path}")
    assert reply.status == status
    assert status == 200 or json.loads(reply.body)["status"] == status


def test_more_than_fifteen_requests_in_five_seconds_are_refused_and_count(corpus: Corpus, times: list[float]) -> None:
    service = Inspire(KnownCitations(corpus.papers), lambda: times[0])
    statuses = [get(service, f"{BASE}/literature?q=refersto:recid:5").status for _ in range(16)]
    assert statuses == [200] * 15 + [429]
    times[0] += 5
    assert get(service, f"{BASE}/literature?q=refersto:recid:5").status == 200


def test_physics_alone_is_there(service: Inspire, corpus: Corpus) -> None:
    other = next(each for each in corpus.papers if each.primary_category == "cs.DC")
    assert get(service, f"{BASE}/arxiv/{other.id}").status == 404
