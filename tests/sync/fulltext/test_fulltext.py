"""Fetching full texts from the made-up upstream: their sources, retries, and the meaning of failures."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.demo.faults import Fault
from arxtui.demo.messages import Reply
from arxtui.demo.server import refused
from arxtui.demo.upstream import Upstream
from arxtui.http.client import Client
from arxtui.model.document import Document, Origin
from arxtui.model.events import Event, EventKind
from arxtui.model.fulltext import TextState
from arxtui.model.ledger import unreached_host
from arxtui.sources import pdf
from arxtui.store.texts import text_states
from arxtui.store.texts.fulltexts import FigureRequest, Page, Pdfs, Retention
from arxtui.sync.fulltext import paper as keeper
from arxtui.sync.fulltext.due import RequestedPaper
from arxtui.sync.fulltext.fetching import FetchOptions, is_at_work, pending
from arxtui.sync.fulltext.requests import TextClient
from arxtui.sync.lock import open_lock
from tests.sync.fulltext.fulltexts import (
    DAY,
    NOW,
    Fetcher,
    asked,
    ending,
    fetching,
    page,
    paper,
    serving,
    upstream,
    wanted,
)

AGAIN = FetchOptions(again=True)


@pytest.fixture
def arxiv() -> Iterator[Upstream]:
    with upstream() as running:
        yield running


def test_a_text_comes_from_arxivs_html_with_its_figures(paths: Paths, arxiv: Upstream) -> None:
    reader, [of] = fetching(paths, arxiv.url), ending(arxiv, "1")
    assert reader.fetch([of]) == 0
    assert asked(arxiv) == [f"/html/{of.name}", f"/html/{of.name}/x1.png"]
    state = reader.state(of)
    assert (state.state, state.origin, state.version, state.figures, state.figures_missing) == (
        TextState.HAVE,
        Origin.HTML,
        of.version,
        1,
        0,
    )
    with reader.texts() as texts:
        document = texts.document(of.key, of.version)
        assert document is not None
        assert document.title
        assert texts.figure(of.key, of.version, "x1.png").data.startswith(b"\x89PNG")
    assert reader.reasons(EventKind.DONE) == [f"{state.words:,} words from arXiv's HTML, 1 figure"]
    assert reader.reasons(EventKind.FINISHED) == ["the requested full text is stored"]


def test_each_request_is_reported_with_why_the_sources_before_had_nothing(paths: Paths, arxiv: Upstream) -> None:
    reader, [first], [second] = fetching(paths, arxiv.url), ending(arxiv, "1"), ending(arxiv, "7")
    reader.fetch([first])
    assert reader.reasons(EventKind.STEP) == ["trying arXiv's HTML", "the text is stored"]
    reader.fetch([second])
    assert reader.reasons(EventKind.STEP) == [
        "trying arXiv's HTML",
        "arXiv has no HTML of it; trying ar5iv",
        "the text is stored",
    ]


def test_a_host_out_of_reach_is_reported_at_the_step_after_it(paths: Paths, arxiv: Upstream) -> None:
    with refused() as url:
        reader, [of] = fetching(paths, url), ending(arxiv, "1")
        reader.fetch([of])
    first, second, *_ = reader.reasons(EventKind.STEP)
    assert first == "trying arXiv's HTML"
    assert unreached_host(second)
    assert second.endswith("; trying ar5iv")


def test_the_wait_for_a_turn_is_reported_in_seconds(paths: Paths, arxiv: Upstream) -> None:
    steps: list[str] = []
    client = Client(paths.state)
    asker = TextClient(Settings(), client, Pdfs(paths.pdfs), threading.Event(), lambda: NOW, on_step=steps.append)
    asker.turn(2.4)
    asker.set_source("ar5iv", ["arXiv has no HTML of it"])
    asker.turn(2.4)
    asker.turn(0.0)
    assert steps == [
        "arXiv has no HTML of it; waiting 3 s before trying ar5iv",
        "arXiv has no HTML of it; trying ar5iv",
    ]


def test_ar5iv_is_the_second_source_and_the_pdf_the_last(paths: Paths, arxiv: Upstream) -> None:
    reader, [second], [last] = fetching(paths, arxiv.url), ending(arxiv, "7"), ending(arxiv, "3")
    assert reader.fetch([second, last]) == 0
    assert [path.split("/")[1] for path in asked(arxiv)] == ["html", "ar5iv", "ar5iv", "html", "ar5iv", "abs", "pdf"]
    assert {hit.path for hit in arxiv.log if "x1" in hit.path} == {f"/ar5iv/{second.id}/assets/x1.png"}
    assert reader.state(second).origin is Origin.AR5IV
    plain = reader.state(last)
    assert (plain.origin, plain.reason) == (Origin.PDF, "arXiv has no HTML of it; ar5iv has none")
    assert [file.name for file in paths.state.glob("pace-*.json")] == ["pace-arxiv.json"]


def test_a_source_without_an_address_is_not_requested(paths: Paths, arxiv: Upstream) -> None:
    reader, [of] = fetching(paths, arxiv.url), ending(arxiv, "7")
    reader.settings = replace(reader.settings, arxiv=replace(reader.settings.arxiv, ar5iv_url="", pdf_url=""))
    assert reader.fetch([of]) == 0
    assert asked(arxiv) == [f"/html/{of.name}"]
    assert (reader.state(of).state, reader.state(of).reason) == (TextState.NONE, "arXiv has no HTML of it")


def test_a_paper_of_which_there_is_nothing_is_requested_after_one_day_three_and_seven(
    paths: Paths, arxiv: Upstream
) -> None:
    reader, of = fetching(paths, arxiv.url), paper()
    waited = []
    while True:
        assert reader.fetch([of]) == 0
        state = reader.state(of)
        assert state.state is TextState.NONE
        assert state.reason == "arXiv has no HTML of it; ar5iv has none; arXiv has no PDF of it"
        if state.next_try is None:
            break
        waited.append((state.next_try - reader.now).days)
        assert _pending(reader.later(days=waited[-1], minutes=-1), of) == 0
        reader = reader.later(days=waited[-1])
    assert waited == [1, 3, 7]
    assert reader.later(days=400).fetch([of]) == 0
    assert len(asked(arxiv)) == 4 * 4


def test_arxiv_is_given_time_for_the_papers_of_the_last_thirty_days(paths: Paths) -> None:
    new, old = paper(1, day=DAY - timedelta(days=30)), paper(2, day=DAY - timedelta(days=31))
    with serving({}) as server:
        reader = fetching(paths, server.url)
        assert reader.fetch([new, old]) == 0
    assert reader.reasons(EventKind.FINISHED) == ["0 of 2 requested full texts are stored, 2 papers have none"]
    assert reader.state(new).next_try == NOW + timedelta(days=1)
    assert reader.state(old).next_try is None


def test_a_withdrawn_paper_is_requested_once_and_the_reason_says_so(paths: Paths, arxiv: Upstream) -> None:
    reader, of = fetching(paths, arxiv.url), paper(version=3)._replace(withdrawn=True)
    assert reader.fetch([of]) == 0
    state, before = reader.state(of), len(asked(arxiv))
    assert (state.state, state.next_try) == (TextState.NONE, None)
    assert state.reason.startswith("v3 is withdrawn; arXiv has no HTML of it")
    assert reader.later(days=30).fetch([of]) == 0
    assert len(asked(arxiv)) == before
    assert reader.later(days=30).fetch([of._replace(version=4, withdrawn=False)]) == 0
    assert len(asked(arxiv)) == 2 * before, "it was submitted again"


def test_an_old_paper_without_a_text_is_requested_once_and_by_hand(paths: Paths, arxiv: Upstream) -> None:
    reader, of = fetching(paths, arxiv.url), paper(day=DAY - timedelta(days=90))
    assert reader.fetch([of]) == 0
    assert reader.state(of).next_try is None
    before = len(asked(arxiv))
    assert reader.later(days=30).fetch([of]) == 0
    assert len(asked(arxiv)) == before
    assert reader.later(days=30).fetch([of], AGAIN) == 0
    assert len(asked(arxiv)) == 2 * before


def test_html_that_comes_later_takes_the_place_of_the_pdf(paths: Paths, arxiv: Upstream) -> None:
    reader, [of] = fetching(paths, arxiv.url), ending(arxiv, "1")
    arxiv.unconverted.add(of.id)
    reader.now = reader.now.replace(year=of.day.year, month=of.day.month, day=of.day.day)
    assert reader.fetch([of]) == 0
    first = reader.state(of)
    assert (first.origin, first.next_try) == (Origin.PDF, reader.now + timedelta(days=1))
    arxiv.unconverted.clear()
    reader = reader.later(days=1)
    assert reader.fetch([of]) == 0
    assert asked(arxiv)[-2:] == [f"/html/{of.name}", f"/html/{of.name}/x1.png"]
    state = reader.state(of)
    assert (state.origin, state.reason, state.next_try) == (Origin.HTML, "", None)


def test_a_stored_full_text_is_requested_again_only_by_hand(paths: Paths, arxiv: Upstream) -> None:
    reader, papers = fetching(paths, arxiv.url), [*ending(arxiv, "1"), *ending(arxiv, "3")]
    assert reader.fetch(papers) == 0
    before = len(asked(arxiv))
    assert reader.fetch(papers) == 0
    assert len(asked(arxiv)) == before
    assert reader.reasons(EventKind.FINISHED) == ["both requested full texts are stored"]
    assert reader.later(hours=1).fetch(papers, AGAIN) == 0
    again = asked(arxiv)[before:]
    assert [path.split("/")[1] for path in again] == ["html", "html", "ar5iv", "abs", "pdf"]


def test_a_good_text_is_never_lost_to_a_worse_answer(paths: Paths, arxiv: Upstream) -> None:
    reader, [of] = fetching(paths, arxiv.url), ending(arxiv, "1")
    assert reader.fetch([of]) == 0
    before = reader.state(of)
    arxiv.unconverted.add(of.id)
    assert reader.later(hours=1).fetch([of], AGAIN) == 0
    assert asked(arxiv)[2:] == [f"/html/{of.name}"]
    after = reader.state(of)
    assert (after.state, after.origin, after.words) == (TextState.HAVE, Origin.HTML, before.words)


def test_a_new_version_is_beside_the_old_one(paths: Paths, arxiv: Upstream) -> None:
    reader = fetching(paths, arxiv.url)
    new = next(wanted(each) for each in arxiv.papers if each.version == 2 and each.id[-1] not in "37")
    old = new._replace(version=1)
    assert reader.fetch([old]) == 0
    assert reader.fetch([new]) == 0
    with reader.texts() as texts:
        assert [text.version for text in texts.texts([new.key])[new.key]] == [2, 1]
        assert texts.document(new.key, 1) is not None
    assert reader.state(new).version == 2


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault.UNAVAILABLE, "answered 503"),
        (Fault.RATE_LIMITED, "too many requests"),
        (Fault.FORBIDDEN, "blocked"),
        (Fault.CUT_OFF, "cut off"),
    ],
)
def test_a_service_that_does_not_answer_is_spared_and_tried_again_later(
    paths: Paths, arxiv: Upstream, fault: Fault, words: str
) -> None:
    reader, papers = fetching(paths, arxiv.url), ending(arxiv, "1", 3)
    arxiv.faults.add("/", fault)
    assert reader.fetch(papers) == 4
    assert {path.split("/")[1] for path in asked(arxiv)} == {"html", "ar5iv"}
    assert {path for path in asked(arxiv) if "html" in path} == {f"/html/{papers[0].name}"}
    state = reader.state(papers[0])
    assert state.state is TextState.FAILED
    assert words in state.reason
    assert state.next_try is not None
    assert state.next_try > reader.now
    assert reader.state(papers[1]).state is TextState.UNASKED
    assert [reason.startswith("not asked") for reason in reader.reasons(EventKind.FAILED)] == [False, True, True]
    arxiv.faults.clear()
    assert reader.fetch(papers[:1]) == 3
    assert reader.reasons(EventKind.FINISHED) == ["the requested full text could not be fetched and will be retried"]
    assert reader.later(days=1).fetch(papers) == 0


def test_a_rest_of_more_than_ten_minutes_that_arxiv_requests_is_no_sign_of_a_missing_network(
    paths: Paths, arxiv: Upstream
) -> None:
    reader, papers = fetching(paths, arxiv.url), ending(arxiv, "1", 3)
    arxiv.faults.add("/", Fault.RATE_LIMITED_RETRY_AFTER, retry_after=601)
    assert reader.fetch(papers) == 3
    due = reader.state(papers[0]).next_try
    assert due is not None
    assert timedelta(seconds=601) <= due - reader.now <= timedelta(seconds=606)


def test_a_second_failure_waits_longer(paths: Paths, arxiv: Upstream) -> None:
    reader, [of] = fetching(paths, arxiv.url), ending(arxiv, "1")
    arxiv.faults.add("/", Fault.UNAVAILABLE)
    waited = []
    for _ in range(3):
        reader.fetch([of])
        due = reader.state(of).next_try
        assert due is not None
        waited.append(due - reader.now)
        reader.now = due
    assert waited == sorted(waited)
    assert waited[2] >= 4 * timedelta(minutes=1)


def test_the_first_failure_of_a_new_version_waits_no_longer_for_those_of_the_old_one(paths: Paths) -> None:
    with serving({}) as server:
        server.faults.add("/", Fault.UNAVAILABLE)
        reader = fetching(paths, server.url)
        reader.fetch([paper()])
        reader.fetch([paper(version=2)])
    due = reader.state(paper()).next_try
    assert due is not None
    assert timedelta(minutes=1) <= due - reader.now <= timedelta(minutes=1.25)


def test_one_that_somebody_waits_for_is_fetched_beside_another_process_that_fetches(
    paths: Paths, arxiv: Upstream
) -> None:
    reader, [of] = fetching(paths, arxiv.url), ending(arxiv, "1")
    with open_lock(paths.state / "fetch.lock") as lock:
        assert lock.take()
        lock.write_pid()
        assert is_at_work(paths)
        assert reader.fetch([of], FetchOptions(concurrent=True)) == 0
    assert reader.reasons(EventKind.NOTE) == []
    assert not is_at_work(paths)


def test_ar5iv_helps_while_arxiv_does_not_answer_and_arxiv_is_requested_again(paths: Paths, arxiv: Upstream) -> None:
    reader, [of] = fetching(paths, arxiv.url), ending(arxiv, "1")
    arxiv.faults.add("/html", Fault.UNAVAILABLE)
    assert reader.fetch([of]) == 0
    state = reader.state(of)
    assert state.origin is Origin.AR5IV
    assert "503" in state.reason
    arxiv.faults.clear()
    assert reader.later(hours=1).fetch([of]) == 0
    assert reader.state(of).origin is Origin.HTML


def test_without_a_network_nothing_is_answered_and_all_are_tried_soon(paths: Paths, arxiv: Upstream) -> None:
    with refused() as url:
        reader, papers = fetching(paths, url), ending(arxiv, "1", 2)
        assert reader.fetch(papers) == 4
    assert all(unreached_host(reason) for reason in reader.reasons(EventKind.FAILED))
    due = reader.state(papers[0]).next_try
    assert due is not None
    assert due - reader.now <= timedelta(minutes=15)


@pytest.mark.parametrize("fault", [Fault.HTML, Fault.REDIRECT_LOOP, Fault.REDIRECT_TO_FILE, Fault.GZIP_BOMB])
def test_a_page_that_is_no_paper_is_no_text(paths: Paths, arxiv: Upstream, fault: Fault) -> None:
    reader, [of] = fetching(paths, arxiv.url), ending(arxiv, "1")
    arxiv.faults.add("/html", fault)
    assert reader.fetch([of]) == 0
    assert reader.state(of).origin is Origin.AR5IV
    assert reader.state(of).reason


@pytest.mark.parametrize(("words", "origin"), [(100, Origin.HTML), (99, Origin.AR5IV)])
def test_a_page_of_less_than_a_hundred_words_is_no_text(paths: Paths, words: int, origin: Origin) -> None:
    of = paper()
    short = f"<article class='ltx_document'><p>{'word ' * words}</p></article>"
    pages = {f"/html/{of.name}": Reply(200, short.encode(), "text/html; charset=utf-8"), f"/ar5iv/{of.id}": page()}
    with serving(pages) as server:
        reader = fetching(paths, server.url)
        assert reader.fetch([of]) == 0
    assert reader.state(of).origin is origin
    assert ("shows 99 words, too few for a paper" in reader.state(of).reason) == (origin is Origin.AR5IV)


@pytest.mark.parametrize("status", [400, 404, 410])
def test_a_text_that_arxiv_says_there_is_not_is_no_failure(paths: Paths, status: int) -> None:
    of = paper()
    missing = dict.fromkeys((f"/html/{of.name}", f"/ar5iv/{of.id}", f"/pdf/{of.name}"), Reply(status))
    with serving(missing) as server:
        reader = fetching(paths, server.url)
        assert reader.fetch([of]) == 0
        assert len(asked(server)) == 3
    assert reader.reasons(EventKind.FAILED) == []
    assert reader.state(of).state is TextState.NONE
    assert reader.state(of).reason.startswith("arXiv has no HTML of it; ar5iv has none")


def test_a_text_that_arxiv_will_not_give_is_a_failure_and_no_sign_that_there_is_none(paths: Paths) -> None:
    of = paper()
    with serving(dict.fromkeys((f"/html/{of.name}", f"/ar5iv/{of.id}", f"/pdf/{of.name}"), Reply(401))) as server:
        reader = fetching(paths, server.url)
        assert reader.fetch([of]) != 0
    assert len(reader.reasons(EventKind.FAILED)) == 1
    assert reader.state(of).state is not TextState.NONE


def test_an_abstract_page_or_another_host_is_no_text_and_the_other_host_is_not_requested(paths: Paths) -> None:
    of, there = paper(), serving({"/paper": page()})
    with there as elsewhere:
        pages = {
            f"/html/{of.name}": Reply(302, headers={"Location": f"{elsewhere.url}/paper"}),
            f"/ar5iv/{of.id}": Reply(302, headers={"Location": f"/abs/{of.id}"}),
            f"/abs/{of.id}": page("an abstract that looks like a paper"),
        }
        with serving(pages) as server:
            reader = fetching(paths, server.url)
            assert reader.fetch([of]) == 0
        assert asked(elsewhere) == []
    assert reader.state(of).state is TextState.NONE


def test_stopping_keeps_fetched_texts_and_the_next_fetch_continues(paths: Paths, arxiv: Upstream) -> None:
    class Stopping(Fetcher):
        def heard(self, event: Event) -> None:
            super().heard(event)
            if event.kind is EventKind.DONE:
                self.stop.set()

    papers = ending(arxiv, "1", 3)
    made = fetching(paths, arxiv.url)
    reader = Stopping(made.paths, made.settings)
    assert reader.fetch(papers) == 3
    assert reader.reasons(EventKind.FINISHED) == ["stopped"]
    assert [reader.state(of).state for of in papers] == [TextState.HAVE, TextState.UNASKED, TextState.UNASKED]
    assert made.fetch(papers) == 0
    assert len(asked(arxiv)) == 6


def test_no_further_paper_is_begun_after_so_many_requests(paths: Paths, arxiv: Upstream) -> None:
    reader, papers = fetching(paths, arxiv.url), ending(arxiv, "1", 4)
    assert reader.fetch(papers, FetchOptions(requests=3)) == 0
    assert reader.reasons(EventKind.FINISHED) == ["2 of 4 requested full texts are stored, 2 left for later"]
    assert reader.fetch(papers, FetchOptions(limit=1)) == 0
    assert [reader.state(of).state is TextState.HAVE for of in papers] == [True, True, True, False]


def test_progress_says_how_much_time_is_left(paths: Paths, arxiv: Upstream) -> None:
    class Passing(Fetcher):
        def heard(self, event: Event) -> None:
            super().heard(event)
            self.now += timedelta(seconds=30)

    made, papers = fetching(paths, arxiv.url), ending(arxiv, "1", 3)
    reader = Passing(made.paths, made.settings)
    assert reader.fetch(papers) == 0
    first, second, third = reader.reasons(EventKind.SOURCE)
    assert (first, second, third) == ("1 of 3", "2 of 3, about 5 min left", "3 of 3, about 2 min left")


def test_a_fault_in_the_program_over_one_paper_does_not_keep_the_next_one_away(
    paths: Paths, arxiv: Upstream, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = ending(arxiv, "1", 2)
    figures_of = keeper.figures_of

    def broken(document: Document, page: Page) -> list[FigureRequest]:
        if first.name in page.url:
            raise ZeroDivisionError("on purpose")
        return figures_of(document, page)

    monkeypatch.setattr(keeper, "figures_of", broken)
    reader = fetching(paths, arxiv.url)
    assert reader.fetch([first, second]) == 3
    assert reader.reasons(EventKind.FAILED) == ["an internal error (ZeroDivisionError); the log has the details"]
    assert "on purpose" in caplog.text
    assert reader.state(second).state is TextState.HAVE


def test_texts_read_by_an_older_program_are_read_anew_without_asking(
    paths: Paths, arxiv: Upstream, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, papers = fetching(paths, arxiv.url), [*ending(arxiv, "1"), *ending(arxiv, "3")]
    assert reader.fetch(papers) == 0
    before, states = len(asked(arxiv)), [reader.state(of) for of in papers]
    monkeypatch.setattr(text_states, "READABLE", text_states.READABLE + 1)
    assert [reader.state(of).state for of in papers] == [TextState.UNASKED] * 2
    assert reader.fetch(papers) == 0
    assert len(asked(arxiv)) == before
    assert [reader.state(of) for of in papers] == states


def test_a_stored_page_that_is_damaged_is_dropped_and_fetched_again(
    paths: Paths, arxiv: Upstream, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, [of] = fetching(paths, arxiv.url), ending(arxiv, "1")
    reader.fetch([of])
    before = reader.state(of)
    with closing(sqlite3.connect(paths.cache_db)) as cache, cache:
        cache.execute("UPDATE fulltext_body SET page = x'00'")
    monkeypatch.setattr(text_states, "READABLE", text_states.READABLE + 1)
    assert reader.fetch([of]) == 0
    (words,) = reader.reasons(EventKind.DONE)
    assert "the stored text could not be read again" in words
    assert reader.fetch([of], AGAIN) == 0
    assert reader.state(of) == before


def test_texts_of_papers_that_nobody_keeps_make_room(paths: Paths, arxiv: Upstream) -> None:
    reader, papers = fetching(paths, arxiv.url), ending(arxiv, "1", 4)
    assert reader.fetch(papers[:1]) == 0
    with reader.texts() as texts:
        a_text = texts.size([papers[0].key])
    reader.keeping = Retention(2 * a_text + a_text // 2, {papers[0].key}, {})
    for number, of in enumerate(papers[1:], 1):
        assert reader.later(hours=number).fetch([of]) == 0
    assert [reader.state(of).state is TextState.HAVE for of in papers] == [True, False, False, True]


def test_a_pdf_cannot_be_read_without_pypdfium2_and_the_reason_says_so(
    paths: Paths, arxiv: Upstream, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(name: str) -> Any:
        return None

    monkeypatch.setattr(pdf, "find_spec", absent)
    reader, [of] = fetching(paths, arxiv.url), ending(arxiv, "3")
    assert reader.fetch([of]) == 0
    assert reader.state(of).state is TextState.NONE
    assert "pypdfium2" in reader.state(of).reason
    assert not [path for path in asked(arxiv) if path.startswith("/pdf")]


def _pending(reader: Fetcher, of: RequestedPaper) -> int:
    return pending(reader.paths, reader.settings, [of], now=lambda: reader.now)
