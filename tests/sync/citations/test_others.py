"""What Semantic Scholar, OpenAlex, Crossref and OpenCitations report, and the limits of each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.citations.known import lecture_doi, lecture_title
from arxtui.demo.citations.openalex import OpenAlex
from arxtui.demo.citations.semantic_scholar import KEY
from arxtui.demo.messages import Reply, Request
from arxtui.demo.papers.corpus import Corpus, make
from arxtui.demo.papers.manuscripts import cited_papers
from arxtui.demo.server import Server
from arxtui.demo.upstream import Upstream
from arxtui.model.events import EventKind
from arxtui.model.intake import Intake
from arxtui.model.ledger import Outcome
from arxtui.model.paper import Paper
from arxtui.model.sources import CITATION_SOURCES
from arxtui.store.cache.database import Cache
from arxtui.sync.citations.requests import NO_DOI, NO_KEY
from tests.builders import paper
from tests.sync.citations.asker import asker_of

OTHERS = [name for name in CITATION_SOURCES if name != "inspire"]
ID = "2605.01234"


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return make(date(2026, 5, 13))


@pytest.fixture
def upstream(corpus: Corpus) -> Iterator[Upstream]:
    with Upstream(corpus) as running:
        yield running


@pytest.fixture
def cited(corpus: Corpus, paths: Paths) -> Paper:
    """A paper in the cache with a DOI of a journal, which another one cites, and which cites others."""
    known = {each.id for paper in corpus.papers for each in cited_papers(paper, corpus.papers)}
    found = next(
        each for each in reversed(corpus.papers) if each.doi and each.id in known and cited_papers(each, corpus.papers)
    )
    with Cache.open(paths.cache_db) as cache:
        cache.take(Intake(papers=(found,)))
    return found


@pytest.mark.parametrize("source", OTHERS)
def test_a_report_has_the_references_and_citations_that_the_source_knows(
    paths: Paths, upstream: Upstream, corpus: Corpus, cited: Paper, source: str
) -> None:
    asker = asker_of(paths, upstream.url, source)
    assert asker.ask(cited.id) == 0
    report = asker.report(cited.id)
    references = [each.id for each in cited_papers(cited, corpus.papers)]
    # Semantic Scholar has no identifier of the last one.
    last = lecture_title(cited) if source == "semantic_scholar" else lecture_doi(cited)
    assert asker.references(cited.id) == [*references, last]
    citing = sorted((each.id for each in corpus.papers if cited in cited_papers(each, corpus.papers)), reverse=True)
    assert asker.citing(cited.id) == ([] if source == "crossref" else citing)
    assert (report.source, report.cites, report.cited_by) == (source, len(references) + 1, len(citing))
    assert {hit.path.split("/")[1] for hit in upstream.log} == {source}
    assert asker.said(EventKind.DONE) == [report.words]


@pytest.mark.parametrize("source", OTHERS)
def test_a_paper_that_a_source_does_not_know_has_no_numbers(paths: Paths, upstream: Upstream, source: str) -> None:
    asker = asker_of(paths, upstream.url, source)
    assert asker.ask(ID) == 0
    reports = asker.reports(ID)
    assert [(each.record, each.cites, each.cited_by) for each in reports] == ([("", None, None)] if reports else [])
    assert asker.said(EventKind.DONE) == [NO_DOI if source == "crossref" else "does not know this paper"]


def test_all_sources_are_queried_and_the_failure_of_one_is_none_of_the_others(
    paths: Paths, upstream: Upstream, cited: Paper
) -> None:
    on: dict[str, Any] = {**dict.fromkeys(CITATION_SOURCES, True), "semantic_scholar_key": "wrong"}
    asker = asker_of(paths, upstream.url, **on)
    assert asker.ask(cited.id) == 3
    assert [each.source for each in asker.reports(cited.id)] == ["crossref", "inspire", "openalex", "opencitations"]
    assert len(asker.said(EventKind.FAILED)) == 1


def test_semantic_scholar_needs_the_key_of_the_user(
    paths: Paths, upstream: Upstream, cited: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    asker = asker_of(paths, upstream.url, "semantic_scholar", semantic_scholar_key="")
    monkeypatch.delenv("S2_API_KEY", raising=False)
    assert asker.ask(cited.id) == 0
    assert asker.said(EventKind.DONE) == [NO_KEY]
    assert upstream.log == []
    monkeypatch.setenv("S2_API_KEY", KEY)
    asker.ask(cited.id)
    assert asker.report(cited.id).cites
    asker = asker_of(paths, upstream.url, "semantic_scholar", semantic_scholar_key="two\u2028lines")
    asker.ask(cited.id, again=True)
    assert asker.said(EventKind.FAILED) == ["[citations] semantic_scholar_key has characters that no key has"]


@pytest.mark.parametrize(("source", "header"), [("semantic_scholar", "x-api-key"), ("openalex", "authorization")])
def test_a_key_is_not_sent_to_another_host(paths: Paths, source: str, header: str) -> None:
    with Server(lambda _: Reply(404)) as other:

        def redirect(request: Request) -> Reply:
            return Reply(301, headers={"Location": f"{other.url}{request.target}"})

        with Server(redirect) as server:
            asker = asker_of(paths, server.url, source, openalex_key="secret")
            assert asker.ask(ID) == 4
            assert server.log[0].headers[header]
            assert other.log == []


def page(request: Request) -> Reply:
    """Answer as Semantic Scholar with pages that may be empty."""
    if "/citations" not in request.path and "/references" not in request.path:
        fields = {"paperId": "ab", "externalIds": {"ArXiv": ID}, "referenceCount": 0, "citationCount": 12_345}
        return Reply(200, json.dumps(fields).encode())
    offset, limit = int(request.query["offset"]), int(request.query["limit"])
    if "/references" in request.path:
        return Reply(200, json.dumps({"offset": offset, "data": []}).encode())
    works = [{"citingPaper": {"title": f"Work {number}"}} for number in range(offset, offset + limit)]
    return Reply(200, json.dumps({"offset": offset, "next": offset + limit, "data": works if offset else []}).encode())


def test_pages_of_semantic_scholar_end_at_its_limit_of_10000_results(paths: Paths) -> None:
    with Server(page) as server:
        asker = asker_of(paths, server.url, "semantic_scholar", most_citing=100_000)
        assert asker.ask(ID) == 0
        asked = [hit for hit in server.log if "/citations" in hit.path]
        assert len(asked) == 10
        assert all(int(hit.path.split("offset=")[1].split("&")[0]) + 999 < 10_000 for hit in asked)
        report = asker.report(ID)
        assert (len(asker.citing(ID)), report.cited_by) == (9 * 999, 12_345)
        assert report.cites is None, "no list of references is not the same as no reference"


def test_the_budget_of_openalex_ends_its_questions_until_midnight(
    paths: Paths, upstream: Upstream, cited: Paper
) -> None:
    service = upstream.citations["openalex"]
    assert isinstance(service, OpenAlex)
    service.left = 0.0
    asker = asker_of(paths, upstream.url, "openalex")
    assert asker.ask(cited.id) == 3
    assert {hit.path.partition("?")[0].partition("doi:")[0] for hit in upstream.log} == {"/openalex/works/"}
    assert "the day's budget is spent" in asker.said(EventKind.FAILED)[0]
    assert timedelta(0) <= asker.entry(cited.id).next_due - datetime(2026, 5, 14, tzinfo=UTC) < timedelta(seconds=6)
    service.left = 0.1
    asker.ask(cited.id)
    assert asker.entry(cited.id).outcome is Outcome.OK


def test_a_wait_until_midnight_rests_openalex_for_all_commands(paths: Paths) -> None:
    words = b'{"error":"Rate limit exceeded","message":"Insufficient budget.","costUsd":0.001,"dailyRemainingUsd":0}'
    with Server(lambda _: Reply(429, words, headers={"Retry-After": "53578"})) as server:
        asker = asker_of(paths, server.url, "openalex")
        assert asker.ask(ID, "2605.01235") == 3
        asker.ask(ID)
        assert len(server.log) == 1
        assert timedelta(hours=14) < asker.entry(ID).next_due - asker.now < timedelta(hours=15)


def work(name: str, cited_by: int, *references: str) -> bytes:
    links = [f"https://openalex.org/{each}" for each in references]
    fields = {"id": f"https://openalex.org/{name}", "cited_by_count": cited_by, "referenced_works": links}
    return json.dumps(fields).encode()


def test_the_two_works_that_a_paper_is_at_openalex_are_one_report(paths: Paths) -> None:
    def answer(request: Request) -> Reply:
        if "doi:10.48550" in request.target:
            return Reply(200, work("W1", 106))
        if "doi:10.1000" in request.target:
            return Reply(200, work("W2", 236, "W5", "W6"))
        count = 300 if "cites:W1|W2&" in request.target else 2
        results = [
            {"id": "https://openalex.org/W6", "title": "Six"},
            {"id": "https://openalex.org/W5", "title": "Five"},
        ]
        return Reply(200, json.dumps({"meta": {"count": count, "next_cursor": None}, "results": results}).encode())

    made = paper(7, doi="10.1000/journal.7")
    with Cache.open(paths.cache_db) as cache:
        cache.take(Intake(papers=(made,)))
    with Server(answer) as server:
        asker = asker_of(paths, server.url, "openalex")
        assert asker.ask(made.id) == 0
        report = asker.report(made.id)
        assert (report.record, report.cites, report.cited_by) == ("W1|W2", 2, 300)
        assert asker.references(made.id) == ["Five", "Six"]


def test_crossref_gets_the_address_of_the_user_alone(paths: Paths, upstream: Upstream, cited: Paper) -> None:
    asker = asker_of(paths, upstream.url, "crossref")
    asker.ask(cited.id)
    assert "mailto" not in upstream.log[-1].path
    http = replace(asker.settings.http, contact="a@example.org")
    asker.settings = replace(asker.settings, http=http)
    asker.ask(cited.id, again=True)
    assert upstream.log[-1].path.endswith("?mailto=a%40example.org")


def test_an_empty_list_of_opencitations_is_not_known(paths: Paths, upstream: Upstream, cited: Paper) -> None:
    with Server(
        lambda request: Reply(200, b"[]" if "references" in request.path else b'[{"citing": "10.1000/x"}]')
    ) as server:
        asker = asker_of(paths, server.url, "opencitations")
        asker.ask(ID)
        report = asker.report(ID)
        assert (report.cites, report.cited_by) == (None, 1)
