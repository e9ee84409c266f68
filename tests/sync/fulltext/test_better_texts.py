"""Which of several texts of a paper is kept: of those that broke off upstream, and of those from before and after arXiv
converted all its HTML again."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.messages import Reply
from arxtui.library.papers.fulltexts import in_words
from arxtui.model.document import Origin
from arxtui.model.events import EventKind
from arxtui.model.fulltext import FulltextState, TextState
from arxtui.store.cache.database import Cache
from arxtui.store.texts import text_states
from arxtui.store.texts.fulltexts import RENEWED
from arxtui.sync.fulltext.fetching import FetchOptions
from tests.sync.fulltext.fulltexts import Fetcher, asked, fetching, page, paper, serving

_FATAL = "Conversion to HTML had a Fatal error and exited abruptly. This document may be truncated or damaged."
_ERROR = f"<p class='ltx_p'><span class='ltx_ERROR undefined'>{_FATAL}</span></p>"
OF = paper()
HTML, AR5IV = f"/html/{OF.name}", f"/ar5iv/{OF.id}"


def _words(count: int, notice: str = "") -> Reply:
    """Return a page with this many words after the 200 of every page."""
    return page(f"<p>{'more ' * count}</p>{notice}")


def _in_list(reader: Fetcher) -> TextState | None:
    with Cache.open(reader.paths.cache_db) as cache:
        return cache.text_states([OF.key]).get(OF.key)


def test_a_whole_text_of_ar5iv_is_kept_instead_of_html_that_broke_off(paths: Paths) -> None:
    with serving({HTML: _words(0, _ERROR), AR5IV: _words(800)}) as server:
        reader = fetching(paths, server.url)
        assert reader.fetch([OF]) == 0
    state = reader.state(OF)
    assert (state.state, state.origin) == (TextState.HAVE, Origin.AR5IV)
    assert state.reason == "arXiv's HTML breaks off after 219 words"


def test_a_text_whose_version_is_not_known_is_requested_again_for_a_newer_version(paths: Paths) -> None:
    with serving({AR5IV: _words(800)}) as server:
        reader = fetching(paths, server.url)
        for number in (2, 3):
            reader.fetch([OF._replace(version=number)])
        assert [path.split("/")[1] for path in asked(server)] == ["html", "ar5iv"] * 2


def test_where_every_source_breaks_off_the_longest_text_is_kept_and_is_incomplete(paths: Paths) -> None:
    with serving({HTML: _words(500, _ERROR), AR5IV: _words(100, _ERROR)}) as server:
        reader = fetching(paths, server.url)
        assert reader.fetch([OF]) == 0
        assert [path.split("/")[1] for path in asked(server)] == ["html", "ar5iv", "pdf"]
    state = reader.state(OF)
    assert (state.state, state.origin, _in_list(reader)) == (TextState.INCOMPLETE, Origin.HTML, TextState.INCOMPLETE)
    assert in_words(state).startswith("incomplete, 719 words from arXiv's HTML")
    assert "arXiv's HTML breaks off after 719 words; ar5iv breaks off after 319 words" in in_words(state)
    with reader.texts() as texts:
        document = texts.document(OF.key, OF.version)
    assert document is not None
    assert document.broken_off


@pytest.mark.parametrize("age", [0, 400])
def test_a_text_that_broke_off_is_requested_again_later_until_it_is_whole(paths: Paths, age: int) -> None:
    of = OF._replace(day=OF.day - timedelta(days=age))
    pages = {HTML: _words(500, _ERROR)}
    with serving(pages) as server:
        reader = fetching(paths, server.url)
        waited = []
        for _ in range(5):
            reader.fetch([of])
            due = reader.state(of).next_try
            assert due is not None
            waited.append((due - reader.now).days)
            reader.now = due
        assert waited == [1, 3, 7, 30, 30]
        pages[HTML] = _words(900)
        reader.fetch([of])
    state = reader.state(of)
    assert (state.state, state.origin, state.next_try) == (TextState.HAVE, Origin.HTML, None)


def test_a_longer_text_takes_the_place_of_a_stored_one_that_broke_off(paths: Paths) -> None:
    second = paper(version=2)
    pages = {f"/html/{second.name}": _words(100, _ERROR)}
    with serving(pages) as server:
        reader = fetching(paths, server.url)
        reader.fetch([second])
        assert reader.state(second).state is TextState.INCOMPLETE
        pages[AR5IV] = _words(900)
        reader.later(days=2).fetch([second])
    state = reader.state(second)
    assert (state.state, state.origin, state.version) == (TextState.HAVE, Origin.AR5IV, None)
    with reader.texts() as texts:
        assert len(texts.texts([second.key])[second.key]) == 1


def test_a_stored_page_that_broke_off_is_recognised_when_it_is_parsed_again(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a program stored it that did not recognise the notice: as whole, never to be requested again."""
    pages = {HTML: _words(100, _ERROR)}
    with serving(pages) as server:
        reader = fetching(paths, server.url)
        reader.fetch([OF])
        with Cache.open(paths.cache_db) as cache:
            outcome = cache.fulltexts.outcomes([OF.key])[OF.key]
            cache.fulltexts.write(OF.key, outcome._replace(reason="", next_due=None))
        with closing(sqlite3.connect(paths.cache_db)) as db, db:
            db.execute("UPDATE fulltext SET broken_off = 0")
        monkeypatch.setattr(text_states, "READABLE", text_states.READABLE + 1)
        reader.fetch([OF])
        assert reader.state(OF).state is TextState.INCOMPLETE
        pages[HTML] = _words(900)
        reader.fetch([OF])
    assert reader.state(OF).state is TextState.HAVE


def test_a_shorter_text_that_broke_off_does_not_replace_a_longer_one(paths: Paths) -> None:
    pages = {HTML: _words(500, _ERROR)}
    with serving(pages) as server:
        reader = fetching(paths, server.url)
        reader.fetch([OF])
        pages[HTML] = _words(100, _ERROR)
        reader.now += timedelta(days=400)
        reader.fetch([OF])
        assert asked(server).count(HTML) == 2
    state = reader.state(OF)
    assert (state.state, state.words) == (TextState.INCOMPLETE, 719)
    assert FulltextState(TextState.INCOMPLETE).is_due(reader.now), "also when no next request was stored with it"


_OLD, _NEW = RENEWED - timedelta(days=100), RENEWED + timedelta(days=100)


def test_a_text_older_than_arxivs_new_html_is_requested_once_more_and_the_better_one_kept(paths: Paths) -> None:
    pages = {HTML: _words(1_000)}
    with serving(pages) as server:
        reader = fetching(paths, server.url)
        reader.now = _OLD
        reader.fetch([OF])
        reader.now = _OLD + timedelta(days=1)
        assert reader.state(OF).is_due(_NEW)
        reader.fetch([OF])
        assert asked(server) == [HTML], "the old HTML was not requested twice"
        pages[HTML] = _words(1_100)
        for days in range(3):
            reader.now = _NEW + timedelta(days=days)
            reader.fetch([OF])
        assert asked(server) == [HTML, HTML]
    state = reader.state(OF)
    assert (state.words, state.fetched, state.is_due(_NEW)) == (1_302, _NEW, False)


@pytest.mark.parametrize("answer", [_words(500), _words(1_050, _ERROR), Reply(404)])
def test_a_new_text_that_lost_words_or_broke_off_does_not_replace_the_old_one(paths: Paths, answer: Reply) -> None:
    pages = {HTML: _words(1_000)}
    with serving(pages) as server:
        reader = fetching(paths, server.url)
        reader.now = _OLD
        reader.fetch([OF])
        pages[HTML] = answer
        reader.now = _NEW
        reader.fetch([OF])
        count = len(asked(server))
        reader.now = _NEW + timedelta(days=1)
        reader.fetch([OF])
        assert len(asked(server)) == count
    state = reader.state(OF)
    assert (state.words, state.fetched, state.state) == (1_202, _OLD, TextState.HAVE)


def test_a_failed_request_for_the_new_html_is_repeated(paths: Paths) -> None:
    pages = {HTML: _words(1_000)}
    with serving(pages) as server:
        reader = fetching(paths, server.url)
        reader.now = _OLD
        reader.fetch([OF])
        pages[HTML] = Reply(500)
        reader.now = _NEW
        reader.fetch([OF])
        pages[HTML] = _words(1_100)
        reader.now = _NEW + timedelta(days=2)
        reader.fetch([OF])
    assert reader.reasons(EventKind.FINISHED) == ["the requested full text is stored"]
    assert reader.state(OF).fetched == reader.now


_FRONT = "<!--Generated by LaTeXML oxide (version 0.7.6) http://dlmf.nist.gov/LaTeXML/.-->"


def _page(body: str, head: str = "") -> Reply:
    """Return a page as arXiv's engine makes it, with nothing but this body."""
    document = f"<article class='ltx_document'>{body}</article>"
    return Reply(200, f"<html><head>{head}</head><body>{document}</body></html>".encode(), "text/html; charset=utf-8")


@pytest.mark.parametrize(
    ("empty", "reason"),
    [
        (_page("", "<title>Untitled Document</title>"), "arXiv's page shows no paper (the page has no text)"),
        (_page(f"<p>{'word ' * 99}</p>"), "arXiv's page shows 99 words, too few for a paper"),
        (_page(f"<p>{'word ' * 299}</p>", _FRONT), "arXiv's page shows 299 words, too few for a paper"),
    ],
)
def test_an_almost_empty_page_is_no_text_and_the_paper_is_requested_again_later(
    paths: Paths, empty: Reply, reason: str
) -> None:
    of = OF._replace(day=OF.day - timedelta(days=400))
    pages = {HTML: empty, AR5IV: _words(100)}
    with serving(pages) as server:
        reader = fetching(paths, server.url)
        reader.fetch([of])
        state = reader.state(of)
        assert (state.origin, state.reason) == (Origin.AR5IV, reason)
        assert state.next_try is not None
        pages[HTML] = _words(800)
        reader.now = state.next_try
        reader.fetch([of])
    state = reader.state(of)
    assert (state.origin, state.reason, state.next_try) == (Origin.HTML, "", None)


def test_a_short_text_with_a_heading_is_a_paper(paths: Paths) -> None:
    body = (
        f"<section class='ltx_section'><h2 class='ltx_title ltx_title_section'>One</h2><p>{'word ' * 150}</p></section>"
    )
    with serving({HTML: _page(body, _FRONT)}) as server:
        reader = fetching(paths, server.url)
        reader.fetch([OF])
    assert reader.state(OF).origin is Origin.HTML


def test_a_page_of_little_but_drawings_is_a_paper_also_once_these_are_pictures(paths: Paths) -> None:
    label = "<foreignObject width='40' height='12'><span class='ltx_p'>kettle</span></foreignObject>"
    lines = "".join(f"<path stroke='#000' d='M {x} 0 L 90 40'></path>" for x in (0, 20, 40))
    words, pictures = (
        f"<svg class='ltx_picture' width='90' height='{high}'>{lines}{label}</svg> " for high in (20, 40)
    )
    pages = {HTML: _page(f"<p>{words * 60}</p>")}
    with serving(pages) as server:
        reader = fetching(paths, server.url)
        reader.fetch([OF])
        before = reader.state(OF)
        pages[HTML] = _page(f"<p>{pictures * 60}</p>")
        reader.later(days=1).fetch([OF], FetchOptions(again=True))
    state = reader.state(OF)
    assert (before.words, before.figures) == (120, 0)
    assert (state.words, state.figures, state.reason) == (120, 60, "")


def test_a_shorter_whole_text_of_a_better_source_takes_the_place_of_a_whole_one(paths: Paths) -> None:
    pages = {AR5IV: _words(900)}
    with serving(pages) as server:
        reader = fetching(paths, server.url)
        reader.fetch([OF])
        assert reader.state(OF).origin is Origin.AR5IV
        pages[HTML] = _words(500)
        reader.later(days=2).fetch([OF])
    assert reader.state(OF).origin is Origin.HTML
