"""Responses that belong to another request: valid in form, but not to be trusted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.messages import Reply, Request
from arxtui.library import ledger
from arxtui.model.arxiv.ids import key_of
from arxtui.model.ledger import Outcome
from arxtui.sources.arxiv.api.atom import parse_answer
from arxtui.store.cache.database import Cache
from arxtui.sync.by_hand import requests
from arxtui.sync.by_hand.search import ArxivQuery
from tests.sources.fixtures.atom import Answer, Entry, new_form
from tests.sources.fixtures.feeds import Item, rss
from tests.sync.harvest.harvesting import Harvester, Repository, many, running
from tests.sync.upstream import API, FEED, LIST, NOW, TODAY, Reader, Upstream, entry

FEED_ROW = ("arxiv.feed", "cs.DC")
FOREIGN = [Item(f"2605.{number:05}", categories=("quant-ph", "math-ph")) for number in range(9001, 9006)]


def feed_once(upstream: Upstream, body: bytes) -> None:
    """Serve ``body`` as the response to the first feed request."""
    sound, left = upstream.server.handler, [body]

    def answer(request: Request) -> Reply:
        reply = sound(request)
        return replace(reply, body=left.pop()) if left and request.path.startswith(FEED) else reply

    upstream.server.handler = answer


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (rss(FOREIGN, "quant-ph updates on arXiv.org"), "the feed is for quant-ph instead of cs.DC"),
        (
            rss(FOREIGN).replace(b"rss/cs.DC", b"rss/quant-ph"),
            "the feed is for quant-ph instead of cs.DC",
        ),
        (rss(FOREIGN), "5 of the feed's 5 papers are in no requested category"),
    ],
    ids=["by its title", "by its address", "by its papers"],
)
def test_nothing_of_the_feed_of_another_category_is_kept_and_arxivs_page_is_requested(
    paths: Paths, upstream: Upstream, body: bytes, reason: str
) -> None:
    feed_once(upstream, body)
    reader = Reader(paths, upstream.settings(backfill_days=0))
    assert reader.refresh() == 3
    row = reader.ledger()[FEED_ROW]
    assert (row.outcome, row.reason, row.progress) == (Outcome.FAILED, f"{reason}; nothing of it is stored", None)
    assert upstream.asked(LIST) == [f"{LIST}/cs.DC/new"]
    with Cache.open(paths.cache_db) as cache:
        assert not any(cache.papers.get(key_of(item.id)) for item in FOREIGN)
        assert cache.announcements.days(5) == [(TODAY, 20)]
        (day,) = ledger.view(cache, ("cs.DC",), NOW, 30).rows
        assert (day.announced, day.missing, day.state, day.reason) == (20, 0, "complete", reason)

    reader.now = row.next_due + timedelta(seconds=1)
    assert reader.refresh() == 0
    assert reader.ledger()[FEED_ROW].outcome is Outcome.OK


@pytest.mark.parametrize(
    ("title", "categories"),
    [
        ("cs.DC, cs.PF updates on arXiv.org", ("cs.PF", "cs.DC")),
        ("cs.pf, CS.dc updates on arXiv.org", ("cs.DC", "cs.PF")),
        ("cs updates on arXiv.org", ("cs", "cs.PF")),
        ("math.NA, cs.DC updates on arXiv.org", ("cs.NA", "cs.DC")),
        ("News of the day", ("cs.DC",)),
    ],
    ids=["order", "case", "archive", "alias", "not named"],
)
def test_the_feed_that_was_requested_is_known_in_any_order_case_and_by_its_aliases(
    paths: Paths, upstream: Upstream, title: str, categories: tuple[str, ...]
) -> None:
    body = rss([Item(categories=("cs.DC",)), Item("2605.01235", categories=("cs.PF",))], title)
    feed_once(upstream, body.replace(b"/rss/News of the day", b"/"))
    reader = Reader(paths, upstream.settings(*categories, backfill_days=0))
    assert reader.refresh() == 0
    assert upstream.asked(LIST) == []


def test_a_broken_feed_is_doubted_and_arxivs_page_requested(paths: Paths, upstream: Upstream) -> None:
    whole = rss([Item(base, categories=("cs.DC",)) for base in upstream.announced[:20]])
    second = whole.index(b"<item>", whole.index(b"<item>") + 1)
    feed_once(upstream, whole[:second] + b"<item><title>" + whole[second:])
    reader = Reader(paths, upstream.settings(backfill_days=0))
    assert reader.refresh() == 0
    assert upstream.asked(LIST) == [f"{LIST}/cs.DC/new"]
    with Cache.open(paths.cache_db) as cache:
        (day,) = ledger.view(cache, ("cs.DC",), NOW, 30).rows
        assert (day.announced, day.missing, day.state) == (20, 0, "complete")


BACKFILL_ROW = ("arxiv.backfill", "cs.DC")
STRANGERS = tuple(entry(number, "quant-ph") for number in range(9001, 9031))


def every_answer(upstream: Upstream, spoil: Callable[[Request, bytes], bytes]) -> None:
    """Replace the body of every query API response by the result of ``spoil``."""
    sound = upstream.server.handler

    def answer(request: Request) -> Reply:
        reply = sound(request)
        return replace(reply, body=spoil(request, reply.body)) if request.path == API else reply

    upstream.server.handler = answer


def to_another_query(request: Request, body: bytes) -> bytes:
    size = int(request.query["max_results"])
    return new_form(Answer(STRANGERS, total=30, per_page=size, query="search_query=cat:quant-ph&id_list="))


def of_other_papers(request: Request, body: bytes) -> bytes:
    """Return other papers under the header that repeats the query of the request."""
    head, _, _ = body.partition(b"  <entry>")
    _, _, entries = new_form(Answer(STRANGERS)).partition(b"  <entry>")
    return head + b"  <entry>" + entries


def repeating_one(request: Request, body: bytes) -> bytes:
    head, begin, rest = body.partition(b"  <entry>")
    first = rest.partition(b"</entry>")[0] + b"</entry>\n"
    return head + (begin + first) * 100 + b"</feed>"


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (to_another_query, "a response to another query (ph quant)"),
        (of_other_papers, "30 of the response's 30 papers were not requested"),
    ],
)
def test_nothing_of_the_answer_to_another_query_is_kept_and_the_first_days_are_not_done(
    paths: Paths, upstream: Upstream, spoil: Callable[[Request, bytes], bytes], reason: str
) -> None:
    sound = upstream.server.handler
    every_answer(upstream, spoil)
    reader = Reader(paths, upstream.settings())
    assert reader.refresh() == 3
    row = reader.ledger()[BACKFILL_ROW]
    assert (row.outcome, row.reason) == (Outcome.FAILED, reason)
    with Cache.open(paths.cache_db) as cache:
        assert not any(cache.papers.get(key_of(each.id.partition("v")[0])) for each in STRANGERS)
        assert len(cache.papers.incomplete(100)) == 20

    upstream.server.handler = sound
    reader.now += timedelta(days=1)
    assert reader.refresh() == 0
    assert reader.count() == 230


def test_a_paper_repeated_counts_once(paths: Paths, upstream: Upstream) -> None:
    every_answer(upstream, repeating_one)
    reader = Reader(paths, upstream.settings())
    assert reader.refresh() == 3
    row = reader.ledger()[BACKFILL_ROW]
    assert row.reason == "a page that repeats papers: 100 entries, but only 1 different papers"
    assert parse_answer(new_form(Answer([Entry()] * 2, total=1))).suspicious
    assert "at most 1 expected" in str(parse_answer(new_form(Answer([Entry(), entry(2)], total=1))).suspicious)


def test_a_search_by_hand_is_compared_with_its_query(paths: Paths, upstream: Upstream) -> None:
    every_answer(upstream, to_another_query)
    reader = Reader(paths, upstream.settings())
    question = ArxivQuery('(cat:cs.DC AND ti:"bounded staleness")')
    given = {"emit": reader.events.append, "stop": reader.stop, "now": lambda: NOW}
    assert requests.search(paths, reader.settings, question, **given) == 4  # type: ignore[arg-type]
    assert reader.count() == 0


def test_papers_requested_by_name_are_those_that_are_kept(paths: Paths, upstream: Upstream) -> None:
    def with_a_stranger(request: Request, body: bytes) -> bytes:
        entries = [*(each for each in upstream.entries if each.id == "2605.00001v1"), STRANGERS[0]]
        return new_form(Answer(entries[:2], total=2, per_page=100, query="search_query=&id_list=2605.00001"))

    every_answer(upstream, with_a_stranger)
    reader = Reader(paths, upstream.settings())
    given = {"emit": reader.events.append, "stop": reader.stop, "now": lambda: NOW}
    assert requests.add(paths, reader.settings, ["2605.00001"], **given) == 0  # type: ignore[arg-type]
    assert reader.count() == 1
    assert "papers that were not requested are omitted: 1" in [event.reason for event in reader.events]


@pytest.mark.parametrize("name", ["metadataPrefix", "verb"])
def test_a_page_of_another_harvest_is_not_taken_in(paths: Paths, name: str) -> None:
    def spoil(request: Request, reply: Reply) -> Reply:
        result, other = request.query.get(name, "arXivRaw"), {"verb": "GetRecord"}.get(name, "oai_dc")
        return replace(reply, body=reply.body.replace(f'{name}="{result}"'.encode(), f'{name}="{other}"'.encode(), 1))

    with running(Repository(many(5), spoil=spoil)) as repository:
        harvester = Harvester(paths, repository.url)
        assert harvester.harvest() == 4
        assert harvester.has([])
