"""The made-up OAI-PMH service answers like arXiv's, and the program reads its answers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest

from arxtui.demo.oai import OaiService, records_of
from arxtui.demo.papers.calendar import newest_day
from arxtui.demo.papers.corpus import make
from arxtui.sources.arxiv.oai.answers import OaiPage, parse_page
from tests.sync.harvest.harvesting import FIRST_DAY, many, record

NOW = datetime(2026, 5, 13, 12, tzinfo=UTC)
TODAY = date(2026, 5, 13)


def service(count: int = 25, **options: bool) -> OaiService:
    records = many(count)
    return OaiService(lambda: records, lambda: NOW, page=10, **options)


def ask(served: OaiService, **asked: str) -> OaiPage:
    query = {name.rstrip("_"): text for name, text in asked.items()}
    return parse_page(served.answer({"verb": "ListRecords", **query}).body)


def walk(served: OaiService, **asked: str) -> Iterator[OaiPage]:
    page = ask(served, **asked)
    yield page
    while page.token and page.token.text:
        page = ask(served, resumptionToken=page.token.text)
        yield page


@pytest.mark.parametrize("format", ["arXiv", "arXivRaw"])
def test_a_list_is_walked_by_tokens_and_its_records_are_those_of_the_papers(format: str) -> None:
    pages = list(walk(service(), metadataPrefix=format))
    assert [len(page.intake.papers) for page in pages] == [10, 10, 5]
    assert pages[0].token is not None
    assert pages[0].token.expires == "2026-05-14T00:00:00Z"
    assert pages[-1].token is not None
    assert pages[-1].token.text == ""
    result = [paper for page in pages for paper in page.intake.papers]
    assert not [reject for page in pages for reject in page.intake.rejects]
    for paper, sent in zip(result, many(25), strict=True):
        assert (paper.id, paper.title, paper.abstract) == (sent.paper.id, sent.paper.title, sent.paper.abstract)
        assert (paper.categories, paper.license) == (sent.paper.categories, sent.paper.license)
        assert [author.name for author in paper.authors] == ["Ada Example", "Björn Måns"]


def test_the_length_of_the_list_is_reported_where_that_is_wanted() -> None:
    tokens = [page.token for page in walk(service(sized=True), metadataPrefix="arXiv")]
    assert [(token.complete_list_size, token.cursor) for token in tokens if token] == [(25, 0), (25, 10), (25, 20)]


def test_sets_and_days_select() -> None:
    other = record(99, categories=("hep-th",))
    records = [*many(25), other]
    served = OaiService(lambda: records, lambda: NOW)
    only = {spec: len(ask(served, metadataPrefix="arXiv", set=spec).intake.papers) for spec in ("cs", "cs:cs:DC")}
    assert only == {"cs": 25, "cs:cs:DC": 25}
    assert [paper.id for paper in ask(served, metadataPrefix="arXiv", set="physics").intake.papers] == [other.paper.id]
    day = str(FIRST_DAY + timedelta(days=2))
    assert len(ask(served, metadataPrefix="arXiv", from_=day, until=day).intake.papers) == 3


@pytest.mark.parametrize(
    ("asked", "code", "words"),
    [
        ({"verb": "ListNothing"}, "badVerb", "Invalid verb"),
        ({}, "badArgument", "metadataPrefix required"),
        ({"metadataPrefix": "marc"}, "cannotDisseminateFormat", "Did not recognize"),
        ({"metadataPrefix": "arXiv", "set": "cs:xx"}, "badArgument", "Set does not exist"),
        ({"metadataPrefix": "arXiv", "colour": "red"}, "badArgument", "colour is not allowed"),
        ({"metadataPrefix": "arXiv", "from": "soon"}, "badArgument", "from date format must be YYYY-MM-DD"),
        ({"metadataPrefix": "arXiv", "from": "1999-01-01"}, "badArgument", "start date too early"),
        ({"metadataPrefix": "arXiv", "until": "2027-01-01"}, "badArgument", "until date too late"),
        ({"metadataPrefix": "arXiv", "from": "2026-05-02", "until": "2026-05-01"}, "badArgument", "must be before"),
        ({"metadataPrefix": "arXiv", "from": "2026-05-02"}, "noRecordsMatch", "empty list"),
        ({"resumptionToken": "made%3Dup"}, "badResumptionToken", "invalid or expired"),
        ({"resumptionToken": "x", "set": "cs"}, "badArgument", "exclusive"),
    ],
)
def test_errors_are_those_of_the_protocol(asked: dict[str, str], code: str, words: str) -> None:
    (error,) = ask(service(), **asked).errors
    assert error.code == code
    assert words in error.message


def test_tokens_that_have_expired_are_not_known() -> None:
    served = service()
    token = ask(served, metadataPrefix="arXiv").token
    assert token is not None
    served.expire()
    assert ask(served, resumptionToken=token.text).errors[0].code == "badResumptionToken"


def test_it_logs_its_version_when_it_begins() -> None:
    assert parse_page(service().answer({"verb": "Identify"}).body).about["earliestDatestamp"] == "2005-09-16"


def test_the_records_of_the_demo_are_its_public_papers_and_those_that_are_gone() -> None:
    corpus = make(newest_day(NOW))
    public = corpus.papers_on(corpus.day)
    gone = next(iter(corpus.revisions))
    corpus.deleted[gone] = corpus.day
    records = records_of(corpus, corpus.papers_on(corpus.day), corpus.day)
    assert {record.paper.id for record in records} == set(public)
    assert [record.paper.id for record in records if record.deleted] == [gone]
    served = OaiService(lambda: records, lambda: NOW, page=1_000)
    page = parse_page(served.answer({"verb": "ListRecords", "metadataPrefix": "arXivRaw"}).body)
    assert [deletion.id for deletion in page.deleted] == [gone]
    assert {paper.id: paper.version for paper in page.intake.papers} == {
        paper.id: paper.version for paper in corpus.papers_on(corpus.day).values()
    }
