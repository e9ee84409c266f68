"""The real reader over a real library of made-up papers, driven by keys."""

from __future__ import annotations

import asyncio
import pickle
import threading
import time
import unicodedata
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from textual.events import Key, Paste
from textual.keys import KEY_TO_UNICODE_NAME, REPLACED_KEYS, _character_to_key
from textual.pilot import Pilot
from textual.screen import Screen

from arxtui.config.paths import Paths
from arxtui.config.settings import ArxivSettings, FulltextSettings, RefreshSettings, Settings, UiSettings, load
from arxtui.model.frozen import changed
from arxtui.model.intake import Intake
from arxtui.model.paper import Announcement, Paper
from arxtui.model.reviews.review import Review
from arxtui.store.cache.database import Cache
from arxtui.sync.indexing import catch_up
from arxtui.tui.application import ArxtuiApp
from arxtui.tui.screens.main import MainScreen
from tests.builders import announced
from tests.homes import as_made
from tests.tui.papers import days_back, paper, review

Opened = TypeVar("Opened", bound=Screen[Any])
LIMIT = 30.0
"""Seconds after which a condition that never comes fails the test."""
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
            catch_up(cache, paths.index, threading.Event(), lambda _: None)

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
        """Wait until every message is handled and every question to the library answered. Textual's own pause waits
        for a processor that has nothing to do, which on a busy machine does not come."""
        for _ in range(2):
            if self.app.is_running:
                await self.pilot.pause(0)
                await self.app.animator.wait_until_complete()
                await self._answers()
        if self.app.is_running:
            await self.pilot.pause(0)

    async def _answers(self) -> None:
        """Wait until the threads of the library have answered what they were asked before, a second at most each."""
        threads = self.main.context.threads
        for thread in (threads.search, threads.count, threads.act):
            answered = asyncio.Event()
            heard = partial(_set, answered)
            thread.ask(lambda _: None, heard, heard, topic="settled")
            with suppress(TimeoutError):
                await asyncio.wait_for(answered.wait(), 1)

    async def until_shown(self, *texts: str) -> None:
        await self.until(lambda: all(text in self.text for text in texts))

    async def until_gone(self, text: str) -> None:
        await self.until(lambda: text not in self.text)

    async def search(self, text: str) -> None:
        """Open the box, clear it, type."""
        await self.press("slash")
        await self.until(lambda: self.main.bar.searching)
        await self.press("ctrl+u", *("space" if character == " " else character for character in text))
        await self.until(lambda: self.main.session.view.query == text.strip())


def _set(event: asyncio.Event, _: object) -> None:
    event.set()


def _key_event(key: str) -> Key:
    """A key as a terminal sends it, by its name or its character."""
    if len(key) == 1:
        return Key(key if key.isalnum() else _character_to_key(key), key)
    name = REPLACED_KEYS.get(key, key)
    try:
        return Key(key, unicodedata.lookup(KEY_TO_UNICODE_NAME.get(name, name)))
    except KeyError:
        return Key(key, None)


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
