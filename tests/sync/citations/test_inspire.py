"""What INSPIRE reports of a paper, fetched from the made-up INSPIRE of the demo and from servers that fail."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import count

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.demo.citations import inspire as made_up
from arxtui.demo.citations.inspire import bibtex, texkey
from arxtui.demo.citations.known import KnownCitations
from arxtui.demo.faults import Fault
from arxtui.demo.messages import Reply, Request
from arxtui.demo.papers.corpus import Corpus, make
from arxtui.demo.papers.manuscripts import cited_papers
from arxtui.demo.server import Server
from arxtui.demo.upstream import Upstream
from arxtui.library.ledger import of_services
from arxtui.model.events import EventKind
from arxtui.model.ledger import Outcome
from arxtui.model.paper import Paper
from arxtui.model.sources import CITATION_SOURCES
from arxtui.sources.citations import inspire
from arxtui.sync.citations.asking import OFF
from arxtui.sync.citations.requests import FRESH
from tests.builders import paper
from tests.sources.fixtures.inspire import BIBTEX, NOT_FOUND, hits, metadata, record
from tests.sync.citations.asker import Asker, asker_of

DAY = date(2026, 5, 13)
ID = "2605.01234"


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return make(DAY)


@pytest.fixture
def upstream(corpus: Corpus) -> Iterator[Upstream]:
    with Upstream(corpus) as running:
        yield running


@pytest.fixture
def asker(paths: Paths, upstream: Upstream) -> Asker:
    return asker_of(paths, upstream.url)


def hep(corpus: Corpus) -> list[Paper]:
    return [each for each in corpus.papers if each.primary_category == "hep-ph"]


def asked(server: Server) -> list[str]:
    return [hit.path.removeprefix("/inspire/").partition("?")[0] for hit in server.log]


@pytest.fixture
def cited(corpus: Corpus) -> Paper:
    """A paper that another one cites, and that cites others."""
    papers = hep(corpus)
    known = {each.id for paper in papers for each in cited_papers(paper, papers)}
    return next(each for each in reversed(papers) if each.id in known and cited_papers(each, papers))


def test_a_report_has_references_citations_numbers_and_bibtex(
    asker: Asker, upstream: Upstream, corpus: Corpus, cited: Paper
) -> None:
    papers = hep(corpus)
    assert asker.ask(cited.id) == 0

    expected = [each.id for each in cited_papers(cited, papers)]
    citing = sorted((each.id for each in papers if cited in cited_papers(each, papers)), reverse=True)
    report = asker.report(cited.id)
    assert asker.references(cited.id) == [*expected, f"10.1000/lectures.{report.record}"]
    assert asker.citing(cited.id) == citing
    assert (report.cites, report.cited_by, report.texkey) == (len(expected) + 1, len(citing), texkey(cited))
    assert report.bibtex == bibtex(cited)
    assert report.at == asker.now
    assert asked(upstream) == [f"arxiv/{cited.id}", "literature", "literature", f"literature/{report.record}"]
    assert asker.said(EventKind.DONE) == [report.words]
    assert asker.entry(cited.id).next_due == asker.now + FRESH


def test_a_paper_is_requested_once_a_week(asker: Asker, upstream: Upstream, cited: Paper) -> None:
    asker.ask(cited.id)
    before = len(upstream.log)
    assert asker.ask(cited.id) == 0
    assert len(upstream.log) == before
    [note] = asker.said(EventKind.NOTE)
    assert note.startswith("asked on 13 May: ")
    assert note.endswith("; --again asks again")
    assert asker.said(EventKind.FINISHED) == ["0 of 0 questions answered"]
    asker.ask(cited.id, again=True)
    asker.now += FRESH
    asker.ask(cited.id)
    assert len(upstream.log) == before * 3


def test_a_paper_that_inspire_does_not_have_is_not_known_and_has_no_numbers(asker: Asker, corpus: Corpus) -> None:
    other = next(each for each in corpus.papers if each.primary_category == "cs.DC")
    assert asker.ask(other.id) == 0
    report = asker.report(other.id)
    assert (report.record, report.cites, report.cited_by) == ("", None, None)
    assert asker.said(EventKind.DONE) == ["does not know this paper"]


def test_without_a_source_nothing_is_requested(paths: Paths, upstream: Upstream) -> None:
    asker = asker_of(paths, upstream.url, inspire=False)
    assert asker.ask(ID) == 0
    assert upstream.log == []
    assert asker.said(EventKind.NOTE) == [OFF]


def test_sources_are_off_unless_they_are_switched_on() -> None:
    assert not any(getattr(Settings().citations, name) for name in CITATION_SOURCES)


def test_the_budget_of_a_day_ends_the_questions_until_midnight(
    paths: Paths, upstream: Upstream, corpus: Corpus
) -> None:
    asker = asker_of(paths, upstream.url, daily_requests=5)
    first, second = (each.id for each in hep(corpus)[-2:])
    assert asker.ask(first, second) == 3
    assert len(upstream.log) == 5
    [reason] = asker.said(EventKind.FAILED)
    assert "the 5 requests a day of [citations] daily_requests are spent" in reason
    assert timedelta(0) <= asker.entry(second).next_due - datetime(2026, 5, 14, tzinfo=UTC) < timedelta(seconds=6)
    asker.now += timedelta(days=1)
    asker.ask(second)
    assert asker.entry(second).outcome is Outcome.OK


def test_a_wait_of_more_than_ten_minutes_rests_the_source_and_no_other(paths: Paths, corpus: Corpus) -> None:
    names = [each.id for each in hep(corpus)[-3:]]
    with Server(lambda _: Reply(429, b"", headers={"Retry-After": "3600"})) as server:
        asker = asker_of(paths, server.url)
        assert asker.ask(*names) == 3
        assert len(server.log) == 1, "no retry, and no request for the other papers"
        asker.ask(*names)
        assert len(server.log) == 1, "the pause holds for later commands, too"
        assert asker.entry(names[0]).next_due - asker.now > timedelta(minutes=59)
        assert of_services(asker.ledger().values()) == ()


@pytest.mark.parametrize(
    "fault", [Fault.SERVER_ERROR, Fault.HTML, Fault.JSON, Fault.CUT_OFF, Fault.GZIP_BOMB, Fault.BYTES]
)
def test_a_failure_leaves_the_earlier_report(asker: Asker, upstream: Upstream, cited: Paper, fault: Fault) -> None:
    asker.ask(cited.id)
    before = asker.report(cited.id), asker.references(cited.id)
    upstream.faults.add("/", fault)
    assert asker.ask(cited.id, again=True) == 4
    assert (asker.report(cited.id), asker.references(cited.id)) == before
    assert asker.entry(cited.id).outcome is Outcome.FAILED


def serve(request: Request, pages: int = 1, total: int | None = None) -> Reply:
    """Answer as INSPIRE for one paper that many works cite."""
    if request.query.get("format") == "bibtex":
        return Reply(200, BIBTEX.replace(ID, "2605.09999").encode())
    if "/arxiv/" in request.path:
        return Reply(200, record(citation_count=total))
    page = int(request.query["page"])
    size = int(request.query["size"])
    count = size if page < pages else 2 if page == pages else 0
    works = [{"control_number": page * 10_000 + number, "titles": []} for number in range(count)]
    return Reply(200, hits(*works, total=total))


def test_as_many_citing_works_are_fetched_as_the_settings_say(paths: Paths) -> None:
    with Server(lambda request: serve(request, 9, 12_345)) as server:
        asker = asker_of(paths, server.url, most_citing=2_500)
        asker.ask(ID)
        assert len([hit for hit in server.log if "refersto" in hit.path]) == 3
        report = asker.report(ID)
        assert (len(asker.citing(ID)), report.cited_by) == (3_000, 12_345)
        assert report.bibtex == "", "it is the entry of another paper"


def test_more_citing_works_than_a_search_reaches_are_fetched_by_their_years(
    paths: Paths, cited: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a hundredth of INSPIRE's limits, which the made-up one keeps: 103 works, most of them of two years."""
    for limits, names in ((inspire, ("PAGE", "REACH")), (made_up, ("_PAGE", "_RESULTS"))):
        for name, most in zip(names, (10, 100), strict=True):
            monkeypatch.setattr(limits, name, most)
    years = [2026] * 52 + [2025] * 49 + [1991] * 2
    dates = [datetime(year, 3, 1, tzinfo=UTC) for year in years]
    works = [paper(90_000 - place, "Later", published=at) for place, at in enumerate(dates)]
    known = KnownCitations([cited])
    monkeypatch.setattr(known, "citing", lambda _: works)
    service = made_up.Inspire(known, count(step=5.0).__next__)
    with Server(lambda request: service.answer(request, request.path.removeprefix("/inspire/"))) as server:
        asker = asker_of(paths, server.url, most_citing=102)
        assert asker.ask(cited.id) == 0
        assert asker.report(cited.id).cited_by == len(works)
        assert asker.citing(cited.id) == [each.id for each in works[:102]]


def test_a_search_whose_pages_never_end_is_ended(paths: Paths) -> None:
    with Server(lambda request: serve(request, 999, 10**9)) as server:
        asker = asker_of(paths, server.url, most_citing=100_000)
        asker.ask(ID)
        asked = [sum(word in hit.path for hit in server.log) for word in ("citedby", "refersto")]
        assert asked == [10, 16], "the years of those that cite it are halved until one is left"


def test_an_unknown_paper_in_inspires_words_is_no_failure(paths: Paths) -> None:
    with Server(lambda _: Reply(404, NOT_FOUND, "application/json")) as server:
        asker = asker_of(paths, server.url)
        assert asker.ask(ID) == 0
        assert asker.report(ID).record == ""


def test_an_answer_about_another_paper_is_refused(paths: Paths) -> None:
    with Server(lambda _: Reply(200, record(**metadata(arxiv_eprints=[{"value": "2605.09999"}])))) as server:
        asker = asker_of(paths, server.url)
        assert asker.ask(ID) == 4
        assert asker.said(EventKind.FAILED) == ["the record of another paper"]


def test_a_stop_ends_the_questions(paths: Paths, upstream: Upstream) -> None:
    asker = asker_of(paths, upstream.url)
    asker.stop = threading.Event()
    asker.stop.set()
    assert asker.ask(ID) == 3
    assert upstream.log == []
