"""The real reader over a real library of made-up papers, driven by keys."""

from __future__ import annotations

import asyncio
import pickle
import threading
import time
import unicodedata
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.events import Key, Paste
from textual.keys import KEY_TO_UNICODE_NAME, REPLACED_KEYS, _character_to_key
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.screen import Screen

from arxtui.config.paths import Paths
from arxtui.config.settings import ArxivSettings, FulltextSettings, RefreshSettings, Settings, UiSettings, load
from arxtui.model.frozen import changed
from arxtui.model.intake import Intake
from arxtui.model.paper import Announcement, Paper
from arxtui.model.reviews.review import Review
from arxtui.store.cache.database import Cache
from arxtui.sync.indexing import update_index
from arxtui.tui.application import ArxtuiApp
from arxtui.tui.library_thread import LibraryThread
from arxtui.tui.present.filter.rows import FilterRow
from arxtui.tui.screens.main import MainScreen
from tests.builders import announced
from tests.homes import as_made
from tests.tui.papers import days_back, paper, review

Opened = TypeVar("Opened", bound=Screen[Any])
LIMIT = 30.0
"""Seconds after which a condition that never comes fails the test."""
_PATIENCE = 1.0
"""Seconds that one message, one question or all of them together are waited for after a key."""
_FIRST_LOOK, _LATER_LOOKS = 0.005, 0.1
"""Seconds until a condition is looked at again; twice as many each time, as a look takes time from what is awaited."""

QUIET = Settings(
    arxiv=ArxivSettings(categories=("cs.DC", "cs.LG")),
    refresh=RefreshSettings(at_start=False, interval_minutes=0),
    fulltext=FulltextSettings(fetch_on_open=False),
    ui=UiSettings(theme="dark"),
)
"""Two categories, and nothing asked of upstream."""


def by_hand(paths: Paths) -> Settings:
    """The settings of a home, with nothing asked until it is asked for."""
    settings = load(paths.config_file)
    return changed(settings, refresh=changed(settings.refresh, at_start=False, interval_minutes=0))


def fill(
    paths: Paths,
    papers: Iterable[Paper] = (),
    announcements: Iterable[Announcement] = (),
    reviews: Iterable[Review] = (),
) -> None:
    """Put records into the cache and bring the index up to it, as a refresh does."""
    intake = Intake(tuple(papers), tuple(announcements), tuple(reviews))

    def take() -> None:
        with Cache.open(paths.cache_db) as cache:
            cache.take(intake)
            update_index(cache, paths.index, threading.Event(), lambda _: None)

    if any(paths.cache.iterdir()):
        take()
    else:
        as_made(paths.cache, pickle.dumps(intake), take)


def fill_usually(paths: Paths) -> None:
    """Sixty papers: the newest twenty announced in two days, half of them; some reviewed."""
    papers = [paper(number) for number in range(1, 61)]
    fresh = papers[-20:]
    fill(
        paths,
        papers,
        [announced(each, days_back(number % 2)) for number, each in enumerate(fresh)],
        [review(each, links) for each, links in zip(fresh[::5], (2, 0, None, 1), strict=True)],
    )


@dataclass
class Reader:
    """The app under test and its pilot."""

    app: ArxtuiApp
    pilot: Pilot[Any]

    @property
    def main(self) -> MainScreen:
        return self.app.main

    @property
    def lines(self) -> list[str]:
        """The rows of the screen as text, right ends stripped."""
        return [strip.text.rstrip() for strip in self.app.screen._compositor.render_strips()]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def title(self) -> str:
        """The title of the paper under the cursor."""
        shown = self.main.papers.row
        return shown.title if shown else ""

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, each when what the one before has caused is done."""
        for key in keys:
            assert self.app._driver
            event = _key_event(key)
            event.set_sender(self.app)
            self.app._driver.send_message(event)
            await self._settle()

    async def open(self, key: str, kind: type[Opened]) -> Opened:
        """Press a key, and wait for the screen that it opens."""
        await self.press(key)
        await self.until(lambda: isinstance(self.app.screen, kind) and self.app.screen.is_mounted)
        assert isinstance(self.app.screen, kind)
        return self.app.screen

    async def paste(self, text: str) -> None:
        """Put a text, at once, into what is being asked."""
        assert self.app.focused
        self.app.focused.post_message(Paste(text))
        await self._settle()

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait for a condition; one that never comes fails the test with what the screen shows."""
        give_up, pause = time.monotonic() + LIMIT, _FIRST_LOOK
        while not condition():
            assert time.monotonic() < give_up, f"it never came; the screen shows:\n{self.text}"
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LATER_LOOKS)
            await self._settle()
        await self._settle()

    async def _settle(self) -> None:
        """Wait until no message is left to handle and no question to the library unanswered, and paint what changed.
        What takes longer than ``_PATIENCE`` is left to itself. Textual's own pause posts a callback to every widget
        each time, which takes more time than all that the tests are about."""
        give_up = time.monotonic() + _PATIENCE
        while self.app.is_running:
            await asyncio.sleep(0)
            busy, asked = list(self._busy()), self._asked()
            for pump in busy:
                await self._handled(pump)
            for thread in asked:
                await self._answered(thread)
            await self.app.animator.wait_until_complete()
            if (not (busy or asked) or time.monotonic() > give_up) and self.app.is_running:
                self.app.screen._on_timer_update()
                await asyncio.sleep(0)
                if time.monotonic() > give_up or not any(self._busy()):
                    return

    def _busy(self) -> Iterator[MessagePump]:
        """The app and the widgets in front that do not wait for a message: one is there, or is being handled."""
        for pump in (self.app, *self.app.screen.walk_children(with_self=True)):
            queue: Any = pump._message_queue
            if not (queue.empty() and queue.ready_event._waiters):
                yield pump

    def _asked(self) -> list[LibraryThread]:
        """The threads of the library that have not answered everything yet."""
        threads = self.main.context.threads
        return [thread for thread in (threads.search, threads.count, threads.act) if thread.pending]

    async def _handled(self, pump: MessagePump) -> None:
        """Wait until a widget has handled the messages that it has."""
        handled = asyncio.Event()
        if pump.call_later(handled.set):
            await _within_patience(handled)

    async def _answered(self, thread: LibraryThread) -> None:
        """Wait until a thread has answered the questions that it has."""
        answered = asyncio.Event()
        heard = partial(_set, answered)
        thread.ask(lambda _: None, heard, heard, topic="settled")
        await _within_patience(answered)

    async def until_shown(self, *texts: str) -> None:
        await self.until(lambda: all(text in self.text for text in texts))

    async def until_gone(self, text: str) -> None:
        await self.until(lambda: text not in self.text)

    async def go_to_filter(self, is_wanted: Callable[[FilterRow], object]) -> None:
        """Put the filter's cursor on a row, once the row is there: some come with their numbers."""
        await self.until(lambda: any(is_wanted(row) for row in self.main.filters.rows))
        await self.press("f", "g")
        while not (self.main.filters.row and is_wanted(self.main.filters.row)):
            await self.press("j")

    async def search(self, text: str) -> None:
        """Open the box, clear it, type."""
        await self.press("slash")
        await self.until(lambda: self.main.bar.searching)
        await self.press("ctrl+u", *("space" if character == " " else character for character in text))
        await self.until(lambda: self.main.session.view.query == text.strip())


def _set(event: asyncio.Event, _: object) -> None:
    event.set()


async def _within_patience(event: asyncio.Event) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), _PATIENCE)


def _key_event(key: str) -> Key:
    """A key as a terminal sends it, by its name or its character."""
    if len(key) == 1:
        return Key(key if key.isalnum() else _character_to_key(key), key)
    name = REPLACED_KEYS.get(key, key)
    try:
        return Key(key, unicodedata.lookup(KEY_TO_UNICODE_NAME.get(name, name)))
    except KeyError:
        return Key(key, None)


_parse_rules = Stylesheet._parse_rules
_parsed_rules: dict[object, list[RuleSet]] = {}


def _parse_rules_once(sheet: Stylesheet, css: str, *given: Any, **named: Any) -> list[RuleSet]:
    """Parse the rules of a style sheet once for all readers that are started in this process."""
    key = (css, given, tuple(named.items()), tuple(sheet._variables.items()))
    if key not in _parsed_rules:
        _parsed_rules[key] = _parse_rules(sheet, css, *given, **named)
    return _parsed_rules[key]


Stylesheet._parse_rules = _parse_rules_once  # type: ignore[method-assign, assignment]


@asynccontextmanager
async def reading(paths: Paths, settings: Settings = QUIET, size: tuple[int, int] = (160, 45)) -> AsyncIterator[Reader]:
    """The reader, open, with its first list on the screen."""
    app = ArxtuiApp(paths, settings)
    try:
        async with app.run_test(size=size) as pilot:
            reader = Reader(app, pilot)
            await reader.until(lambda: app.main.session.view.listing and app.main.session.news.counts)
            yield reader
    finally:
        app.close()


def log_text(paths: Paths) -> str:
    """The program's log; empty when there is none."""
    file = Path(paths.log_file)
    return file.read_text(encoding="utf-8") if file.exists() else ""
