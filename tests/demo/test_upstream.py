"""The made-up upstream answers like the real services."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path
from urllib.parse import urlencode

import pytest

from arxtui.config.settings import load, parse
from arxtui.demo.home import prepare, write_past_feeds
from arxtui.demo.messages import Request
from arxtui.demo.papers.corpus import Corpus
from arxtui.demo.upstream import CATEGORIES_SHOWN, Upstream, settings_toml
from arxtui.sources.arxiv.api.atom import ApiPage, parse_answer
from arxtui.sources.arxiv.feed import parse_feed
from arxtui.sources.arxiv.urls import api_query_url, feed_url, submitted_query
from arxtui.sources.errors import UpstreamError
from arxtui.sources.pith.listing import parse_html
from tests.demo.conftest import DAY, Get


def search(get: Get, query: str, **parameters: str | int) -> ApiPage:
    asked = {"search_query": query, "max_results": 1000, **parameters}
    status, _, body = get(f"/api/query?{urlencode(asked)}")
    assert status == 200, body
    return parse_answer(body)


def found(get: Get, query: str, **parameters: str | int) -> list[str]:
    return [paper.id for paper in search(get, query, **parameters).intake.papers]


def test_pages_of_an_answer_hold_every_paper_once_newest_first(get: Get, upstream: Upstream) -> None:
    first, last = date(2026, 4, 29), DAY
    seen: list[str] = []
    total = 1
    while len(seen) < total:
        url = api_query_url(
            "/api/query", search_query=submitted_query("cs", first, last), start=len(seen), max_results=25
        )
        page = parse_answer(get(url)[2])
        assert page.suspicious is None
        assert (page.start, page.per_page) == (len(seen), 25)
        total = page.total
        seen += [paper.id for paper in page.intake.papers]
    wanted = [
        paper
        for paper in upstream.papers
        if paper.published
        and first <= paper.published.date()
        and any(code.startswith("cs.") for code in paper.categories)
    ]
    newest_first = sorted(wanted, key=lambda paper: (paper.published, paper.id), reverse=True)
    assert seen == [paper.id for paper in newest_first]


def test_a_page_beyond_the_end_is_empty_and_says_so(get: Get) -> None:
    page = search(get, "cat:cs.DC", start=900)
    assert page.intake.papers == ()
    assert page.suspicious is None


def test_operators_group_to_the_right_unless_brackets_say_otherwise(get: Get, corpus: Corpus) -> None:
    everything = {paper.id for paper in corpus.papers} - set(corpus.held)
    dc, nt, pf = (set(found(get, f"cat:{code}")) for code in ("cs.DC", "math.NT", "cs.PF"))
    assert dc
    assert pf - dc
    assert set(found(get, "cat:cs.DC OR cat:math.NT AND cat:cs.PF")) == dc | (nt & pf)
    assert set(found(get, "cat:cs.DC AND cat:math.NT OR cat:cs.PF")) == dc & (nt | pf)
    assert set(found(get, "(cat:cs.DC AND cat:math.NT) OR cat:cs.PF")) == (dc & nt) | pf
    assert set(found(get, "cat:cs.DC ANDNOT cat:cs.PF")) == dc - pf
    assert set(found(get, "cat:*")) == everything


def test_words_and_phrases_are_found_in_their_fields(get: Get, upstream: Upstream) -> None:
    assert found(get, 'ti:"bounded staleness"') == sorted(
        (paper.id for paper in upstream.papers if "Bounded Staleness" in paper.title), reverse=True
    )
    assert set(found(get, "au:Example")) == {
        paper.id
        for paper in upstream.papers
        if any("example" in author.name.casefold().split() for author in paper.authors)
    }
    assert found(get, "ti:sublunary") == []


def test_ids_are_listed_in_the_requested_order_and_versions(get: Get, upstream: Upstream, corpus: Corpus) -> None:
    revised = next(paper for paper in upstream.papers if paper.version == 2)
    single = next(paper for paper in upstream.papers if paper.version == 1)
    page = parse_answer(get(f"/api/query?id_list={single.id},{revised.id}v1,{revised.id},2605.99999,{single.id}v7")[2])
    assert [str(paper.arxiv_id) for paper in page.intake.papers] == [
        f"{single.id}v1", f"{revised.id}v1", f"{revised.id}v2"
    ]  # fmt: skip
    assert page.intake.papers[1].updated == revised.published
    assert page.total == 3


@pytest.mark.parametrize(
    ("query", "status", "message"),
    [
        ("", 400, "Either a search_query or id_list"),
        ("search_query=cat:cs.DC&start=x", 400, "start must be an integer"),
        ("search_query=cat:cs.DC&start=-1", 400, "start must be non-negative"),
        ("search_query=cat:cs.DC&max_results=x", 400, "max_results must be an integer"),
        ("search_query=cat:cs.DC&sortBy=x", 400, "sortBy must be in"),
        ("search_query=cat:cs.DC&sortOrder=x", 400, "sortOrder must be in"),
        ("search_query=(cat:cs.DC", 400, "unbalanced parenthesis"),
        ("search_query=cat:cs.DC)", 400, "Invalid query string"),
        ("search_query=cat:cs.DC+AND", 400, "Invalid query string"),
        ("search_query=%22", 400, "Invalid query string"),
        ("search_query=xx:1", 400, "Invalid query string"),
        ("search_query=submittedDate:[foo+TO+bar]", 400, "Invalid query string"),
        ("id_list=abc", 400, "incorrect id format for abc"),
        ("search_query=cat:cs.DC&start=9990&max_results=100", 500, "internal error"),
    ],
)
def test_a_bad_query_is_reported_in_words(get: Get, query: str, status: int, message: str) -> None:
    got, headers, body = get(f"/api/query?{query}")
    assert got == status
    assert headers["Content-Type"].startswith("application/atom+xml")
    with pytest.raises(UpstreamError, match=message):
        parse_answer(body)


def test_the_feed_shows_the_newest_day_and_is_not_sent_twice(get: Get) -> None:
    path = feed_url("/rss", CATEGORIES_SHOWN)
    status, headers, body = get(path)
    assert status == 200
    assert parse_feed(body).day == DAY
    assert headers["Cache-Control"].startswith("max-age=")
    again, headers, body = get(path, If_None_Match=headers["ETag"])
    assert (again, body) == (304, b"")
    assert headers["ETag"]


def test_categories_of_a_feed_may_be_written_in_any_case(get: Get) -> None:
    assert parse_feed(get("/rss/CS.dc+quant-PH")[2]).categories == ("cs.DC", "quant-ph")


def test_an_unknown_category_is_a_feed_that_says_so(get: Get) -> None:
    status, _, body = get("/rss/cs.DC+foo")
    assert status == 400
    with pytest.raises(UpstreamError, match="Bad archive 'foo'"):
        parse_feed(body)


def test_papers_held_back_arrive_everywhere_when_they_are_announced(
    get: Get, upstream: Upstream, corpus: Corpus
) -> None:
    path = "/rss/cs+math+stat+hep-ph+quant-ph"
    status, headers, body = get(path)
    before = {paper.id for paper in parse_feed(body).intake.papers}
    assert not before & set(corpus.held)
    assert not set(found(get, "cat:*")) & set(corpus.held)
    assert upstream.announce_more(5) == 5
    status, _, body = get(path, If_None_Match=headers["ETag"])
    assert status == 200
    after = {paper.id for paper in parse_feed(body).intake.papers}
    assert after - before == set(corpus.held[:5])
    assert set(corpus.held[:5]) <= set(found(get, "cat:*"))
    assert upstream.announce_more(1000) == len(corpus.held) - 5
    assert upstream.announce_more(1) == 0


def test_with_a_drip_each_request_brings_a_few_more(corpus: Corpus) -> None:
    with Upstream(corpus, drip=4) as upstream:
        counts = []
        for _ in range(3):
            counts.append(len(upstream.papers))
            upstream.reply(Request("GET", "/rss/cs.DC", {}))
        assert counts == [300 - 32, 300 - 28, 300 - 24]


def test_a_listing_is_served_for_every_category_and_not_sent_twice(get: Get, corpus: Corpus) -> None:
    status, headers, body = get("/pith/cs.DC")
    assert status == 200
    held = parse_html(body).intake.reviews
    assert len(held) == sum(review.category == "cs.DC" for review in corpus.reviews)
    assert get("/pith/cs.DC", If_None_Match=headers["ETag"])[0] == 304
    assert get("/pith/econ.EM")[0] == 200
    assert get("/pith/nothing")[0] == 404


def test_the_pages_of_a_paper_can_be_opened(get: Get, upstream: Upstream) -> None:
    paper = upstream.papers[-1]
    assert paper.id.encode() in get(f"/abs/{paper.id}v1")[2]
    status, headers, body = get(f"/pdf/{paper.id}")
    assert (status, headers["Content-Type"], body[:5]) == (200, "application/pdf", b"%PDF-")
    assert get("/abs/2605.00001")[0] == 404
    assert get("/pdf/what")[0] == 404
    assert get("/")[0] == 404
    assert get("/html/2605.00001")[0] == 404


def test_the_settings_point_every_address_at_the_upstream() -> None:
    text = settings_toml("http://127.0.0.1:8000", ["cs.DC", "math"])
    settings = parse(text)
    assert settings.arxiv.categories == ("cs.DC", "math")
    for section in (settings.arxiv, settings.pith):
        names = [name for name in section.__annotations__ if name.endswith("_url")]
        assert all(getattr(section, name).startswith("http://127.0.0.1:8000/") for name in names)
    assert set(tomllib.loads(text)["arxiv"]) == set(settings.arxiv.__annotations__) - {"backfill_days"}


def test_a_demo_home_has_a_configuration_of_its_own(tmp_path: Path) -> None:
    paths = prepare(tmp_path / "home", "http://127.0.0.1:8000")
    settings = load(paths.config_file)
    assert settings.arxiv.categories == CATEGORIES_SHOWN
    assert settings.refresh.interval_minutes == 1
    assert paths.data.is_dir()
    assert prepare(tmp_path / "home", "http://127.0.0.1:9000") == paths
    assert load(paths.config_file).arxiv.api_url.startswith("http://127.0.0.1:9000")


def test_the_days_before_can_be_written_down_for_import(tmp_path: Path, upstream: Upstream, corpus: Corpus) -> None:
    files = write_past_feeds(tmp_path / "feeds", upstream)
    days = [parse_feed(file.read_bytes()).day for file in files]
    assert days == corpus.days[:-1]
