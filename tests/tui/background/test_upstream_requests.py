"""What the reader asks upstream for by itself or by a key, and what it says of the outcome; no child process runs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import ArxivSettings, FulltextSettings, PithSettings, RefreshSettings
from arxtui.light import changed
from arxtui.model.events import Event, EventKind
from arxtui.model.fulltext import FulltextState, TextState
from arxtui.tui.actions import Place
from arxtui.tui.context import Context
from arxtui.tui.services.background.jobs import JobOutcome, Jobs
from tests.tui.background.test_jobs import begun
from tests.tui.papers import paper
from tests.tui.reader import QUIET, THREE_PANES, reading

KEY, NAME = paper(60).key, "2605.00060"
SOON, BEFORE = datetime.now(UTC) + timedelta(days=1), datetime.now(UTC) - timedelta(days=1)
FETCHING = changed(QUIET, fulltext=FulltextSettings(fetch_on_open=True))
DONE = Event(EventKind.DONE, source="arxiv.feed", new=2)


class Started:
    """The jobs that were started: their verbs with the arguments, and the function for the outcome of the last."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.options: dict[str, Any] = {}

    def __call__(self, verb: str, *arguments: str, then: Callable[[JobOutcome], object], **options: Any) -> bool:
        self.lines.append(" ".join((verb, *arguments)))
        self.options = {**options, "then": then}
        return True

    def end(self, *targets: Event, **fields: Any) -> None:
        """End the last job."""
        self.options["then"](JobOutcome(Event(EventKind.FINISHED, **fields), (), targets))


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    jobs = Started()
    monkeypatch.setattr(Jobs, "start", lambda _, verb, *arguments, **options: jobs(verb, *arguments, **options))
    return jobs


def said(context: Context) -> str:
    """Return the message of the bottom line, and remove it."""
    words = "".join(text for text, _ in context.session.messages.pieces)
    context.status.next_act()
    return words


@pytest.mark.parametrize(
    ("state", "is_shown", "line"),
    [
        (FulltextState(), False, "fetch --at-once"),
        (FulltextState(TextState.QUEUED), False, "fetch --at-once"),
        (FulltextState(TextState.FAILED, next_try=SOON), False, "fetch --again --at-once"),
        (FulltextState(TextState.FAILED, next_try=BEFORE), False, "fetch --again --at-once"),
        (FulltextState(TextState.NONE, next_try=SOON), False, ""),
        (FulltextState(TextState.NONE, next_try=BEFORE), False, "fetch --at-once"),
        (FulltextState(TextState.NONE), False, ""),
        (FulltextState(TextState.HAVE), True, ""),
        (FulltextState(TextState.HAVE, is_renewable=True), True, "fetch --at-once"),
        (FulltextState(TextState.HAVE, next_try=SOON), True, ""),
        (FulltextState(TextState.INCOMPLETE), True, "fetch --at-once"),
        (FulltextState(TextState.INCOMPLETE, next_try=SOON), True, ""),
        (FulltextState(TextState.HAVE), False, "fetch --again --at-once"),
        (FulltextState(TextState.INCOMPLETE), False, "fetch --again --at-once"),
    ],
)
async def test_a_text_is_fetched_at_its_opening_if_that_can_help(
    paths: Paths, started: Started, state: FulltextState, is_shown: bool, line: str
) -> None:
    async with reading(paths, FETCHING, size=THREE_PANES) as reader:
        fulltexts = reader.main.context.fulltexts
        fulltexts.fetch_when_opened(-5, state, is_shown=is_shown)  # no identifier
        assert started.lines == []
        fulltexts.fetch_when_opened(KEY, state, is_shown=is_shown)
        assert started.lines == ([f"{line} -- {NAME}"] if line else [])


async def test_where_the_settings_forbid_it_no_text_is_fetched_at_its_opening(paths: Paths, started: Started) -> None:
    async with reading(paths, size=THREE_PANES) as reader:
        reader.main.context.fulltexts.fetch_when_opened(KEY, FulltextState(), is_shown=False)
        assert started.lines == []


async def test_a_fetch_by_hand_gets_text_or_reviews_and_its_failure_is_shown_at_its_paper(
    filled: Paths, started: Started
) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        context = reader.main.context
        fulltexts = context.fulltexts
        fulltexts.fetch_open_paper(-5)
        assert said(context) == "This paper is known only from its review: its text cannot be fetched"
        fulltexts.fetch([-5])
        assert said(context) == "This paper is known only from its review: its text cannot be fetched"
        fulltexts.fetch_open_paper(KEY)
        assert started.lines == [f"fetch --again --at-once -- {NAME}"]
        assert fulltexts.fetching_words(KEY) == "starting"
        fulltexts.reading_closed(KEY)
        assert said(context) == "The full text is still being fetched, in the background; t shows it"
        started.options["on_event"](Event(EventKind.FINISHED, exit_code=1, reason="The disk is full"))
        started.options["on_exit"]("")
        assert (fulltexts.fetch_failure(KEY), fulltexts.fetching_words(KEY)) == ("The disk is full", "")
        fulltexts.reading_closed(KEY)
        assert said(context) == ""
        fulltexts.fetch_open_paper(KEY, reviews=True)
        assert started.lines[1:] == [f"fetch --review --at-once -- {NAME}"]
        started.options["on_event"](Event(EventKind.FINISHED, exit_code=4, reason="no network"))
        started.options["on_exit"]("")
        assert fulltexts.fetch_failure(KEY) == ""
        overlaid: list[str] = []
        context.status.said.subscribe(lambda words, _: overlaid.append(words))
        started.end(exit_code=4, reason="no network")
        assert (said(context), overlaid) == ("No network", [])
        started.end(exit_code=0, reason="1 text")
        assert (said(context), overlaid) == ("1 text", ["1 text"])
        fulltexts.fetch([KEY, paper(59).key])
        assert started.lines[-1] == f"fetch --again -- {NAME} 2605.00059"


async def test_a_star_and_a_saved_text_are_said_in_the_reading_screen_both_ways(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        context = reader.main.context
        for act, words in (
            (context.fulltexts.toggle_star, ("Starred", "No longer starred")),
            (context.fulltexts.toggle_saved, ("Saved for offline reading", "No longer saved for offline reading")),
        ):
            for begins in words:
                act(KEY)
                assert said(context).startswith(begins)
                answered: list[None] = []
                context.threads.ask(lambda _: None, answered.append)
                await reader.until(lambda answered=answered: answered)  # type: ignore[misc]
                context.status.next_act()


async def test_a_refresh_by_hand_says_its_outcome_and_one_on_schedule_only_that_it_failed(
    filled: Paths, started: Started
) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        context = reader.main.context
        upstream = context.upstream
        for refresh, line, end, words in (
            (upstream.refresh_by_hand, "refresh", {"targets": 1}, "arXiv: 2 new papers"),
            (upstream.refresh, "refresh", {"targets": 1}, ""),
            (upstream.refresh, "refresh", {"targets": 0}, ""),
            (upstream.refresh, "refresh", {"exit_code": 4, "reason": "no network"}, "no network"),
            (upstream.refresh_by_hand, "refresh", {"exit_code": 4, "reason": "no network"}, "no network"),
            (upstream.refresh_by_hand, "refresh", {"targets": 0}, "Nothing was due"),
            (upstream.refresh_by_hand, "refresh", {"targets": 0}, "Nothing was due"),
        ):
            refresh()
            assert started.lines[-1] == line
            started.end(*([DONE] if end.get("targets") else []), **{"exit_code": 0, **end})
            text = said(context)
            assert (text[: len(words)], bool(text)) == (words, bool(words))
            context.status.next_act()
        upstream.refresh_by_hand()
        started.end(targets=0, exit_code=0)
        context.status.next_act()  # R is pressed while the message stands
        upstream.refresh_by_hand()
        assert started.lines[-1] == "refresh --all"
        started.end(DONE, targets=1, exit_code=0)
        context.status.next_act()
        upstream.refresh_by_hand()
        assert started.lines[-1] == "refresh"
        context.session.news.waiting = 5
        started.end(changed(DONE, new=0), targets=1, exit_code=0)
        assert said(context) == "arXiv: nothing new · 5 papers wait, . shows them"
        upstream.refresh()
        begun(context, "refresh")
        upstream.refresh_by_hand()  # joins the one on schedule
        assert "still in progress" in said(context)
        del context.jobs._jobs["refresh"]
        failed = Event(EventKind.FAILED, source="pith.latest", reason="no network")
        started.end(failed, targets=1, exit_code=4)
        text = said(context)
        assert text.startswith("Pith: no network")
        assert "wait" not in text
        settings = context.session.settings
        context.session.settings = changed(settings, arxiv=changed(settings.arxiv, categories=()))
        for new, begins in ((2, "arXiv: 2 new papers"), (0, "No categories followed")):
            upstream.refresh_by_hand()
            started.end(changed(DONE, new=new), targets=1, exit_code=0)
            assert said(context).startswith(begins)


async def test_a_query_is_sent_again_only_where_the_same_one_was_refused_as_answered(
    filled: Paths, started: Started
) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        context = reader.main.context
        for query, line, end in (
            ("one", "search -- one", {"exit_code": 0}),
            ("two", "search -- two", {"exit_code": 0}),
            ("one", "search -- one", {"exit_code": 0}),
            ("one", "search --again -- one", {"exit_code": 0, "new": 0}),
            ("one", "search -- one", {"exit_code": 4, "reason": "no network"}),
            ("one", "search -- one", {"exit_code": 0, "new": 3}),
            ("one", "search -- one", {"exit_code": 0}),
        ):
            context.upstream.ask(query)
            assert started.lines[-1] == line
            started.end(**end)
            assert said(context)
        view = context.session.view
        assert (view.query, view.is_awaited) == ("is:unread", False)
        for query, is_reopened in (("is:starred", True), ("is:unread", False)):
            context.navigator.leave_for(query)
            await reader.until_listed(query)
            context.upstream.ask(query)
            started.end(exit_code=4, reason="no network")
            assert not view.is_awaited
            context.upstream.ask("other")
            started.end(exit_code=0, new=1)
            assert not view.is_awaited
            context.upstream.ask(query)
            started.end(exit_code=0, new=1)
            assert view.is_awaited == is_reopened
        assert reader.main.session.place is Place.LIST


@pytest.mark.parametrize(
    ("categories", "at_start", "minutes", "now", "every"),
    [
        (("cs.DC",), True, 30, True, [1800]),
        (("cs.DC",), False, 30, False, [1800]),
        (("cs.DC",), True, 0, True, []),
        ((), True, 1, False, [60]),
    ],
)
async def test_refreshes_are_begun_and_scheduled_as_the_settings_say(
    filled: Paths,
    monkeypatch: pytest.MonkeyPatch,
    categories: tuple[str, ...],
    at_start: bool,
    minutes: int,
    now: bool,
    every: list[int],
) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        upstream, seconds, called = reader.main.context.upstream, list[float](), list[object]()
        monkeypatch.setattr(reader.main, "set_interval", lambda interval, _: seconds.append(interval))
        monkeypatch.setattr(reader.main, "call_later", called.append)
        reader.main.session.settings = changed(
            QUIET,
            arxiv=ArxivSettings(categories=categories),
            pith=PithSettings(listing_url=""),
            refresh=RefreshSettings(at_start=at_start, interval_minutes=minutes),
        )
        upstream.begin()
        assert (seconds, called) == (every, [upstream.refresh] if now else [])
