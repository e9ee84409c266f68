"""The real reader on a real library of made-up papers, controlled by key presses."""

from __future__ import annotations

import asyncio
import pickle
import re
import threading
import time
import unicodedata
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any, TypeVar

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.events import Key, Paste
from textual.keys import KEY_TO_UNICODE_NAME, REPLACED_KEYS, _character_to_key
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Input

from arxtui.config.paths import Paths
from arxtui.config.settings import ArxivSettings, FulltextSettings, RefreshSettings, Settings, UiSettings, load
from arxtui.light import changed
from arxtui.model.intake import Intake
from arxtui.model.paper import Announcement, Paper
from arxtui.model.reviews import Review
from arxtui.store.cache.database import Cache
from arxtui.store.library.creation import create_library
from arxtui.sync.indexing import update_index
from arxtui.text import cells
from arxtui.tui.application import ArxtuiApp
from arxtui.tui.main_screen import MainScreen
from arxtui.tui.present.filter.rows import FilterRow
from arxtui.tui.services.library_threads import LibraryThread
from tests.builders import announced
from tests.homes import as_made
from tests.tui.painted import Painted
from tests.tui.papers import days_back, paper, review

Opened = TypeVar("Opened", bound=Screen[Any])
LIMIT = 30.0
"""The timeout of a condition, in seconds; after it the test fails."""
_PATIENCE = 1.0
"""The maximum wait for one message, one library request, or all of them together after a key press, in seconds."""
_FIRST_LOOK, _LATER_LOOKS = 0.005, 0.1
"""The first and the maximum pause before a condition is checked again, in seconds. The pause doubles each time, because
each check takes time from the work that the test waits for."""

QUIET = Settings(
    arxiv=ArxivSettings(categories=("cs.DC", "cs.LG")),
    refresh=RefreshSettings(at_start=False, interval_minutes=0),
    fulltext=FulltextSettings(fetch_on_open=False),
    ui=UiSettings(theme="dark"),
)
"""Settings with two categories, without requests to upstream."""
THREE_PANES = (120, 32)
"""The size of a small terminal that shows filter, list and detail. A test in which more need not be visible takes a
tenth less time than with the usual size."""


def by_hand(paths: Paths) -> Settings:
    """Return the settings of a home without automatic refreshes."""
    settings = load(paths.config_file)
    return changed(settings, refresh=changed(settings.refresh, at_start=False, interval_minutes=0))


def fill(
    paths: Paths,
    papers: Iterable[Paper] = (),
    announcements: Iterable[Announcement] = (),
    reviews: Iterable[Review] = (),
) -> None:
    """Put records into the cache and update the index, as a refresh does; make an empty library if there is none."""
    intake = Intake(tuple(papers), tuple(announcements), tuple(reviews))

    def take() -> None:
        with Cache.open(paths.cache_db) as cache:
            cache.take(intake)
            update_index(cache, paths.index, threading.Event(), lambda _: None)

    if any(paths.cache.iterdir()):
        take()
    else:
        as_made(paths.cache, pickle.dumps(intake), take)
    if not any(paths.data.iterdir()):
        as_made(paths.data, create_library, partial(create_library, paths.library_db))


def fill_usually(paths: Paths) -> None:
    """Add sixty papers: the newest twenty are announced, half on each of two days; four of them are reviewed."""
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
    painted: Painted

    @property
    def main(self) -> MainScreen:
        return self.app.main

    @property
    def strips(self) -> list[Strip]:
        """The rows of the screen, after a frame of what is due to be painted."""
        self.app.screen._on_timer_update()
        return self.painted.strips

    @property
    def lines(self) -> list[str]:
        """The rows of the screen as text, without trailing blanks and scroll bars."""
        return [re.sub(r"[▐▗▝](?=│|$)", " ", strip.text).rstrip() for strip in self.strips]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def ink(self, words: str) -> set[object]:
        """Return the styles in which the first row that shows these words paints them."""
        strip = next(strip for strip in self.strips if words in strip.text)
        start = cells(strip.text.partition(words)[0])
        return {segment.style for segment in strip.crop(start, start + cells(words))}

    @property
    def title(self) -> str:
        """The title of the paper under the cursor; empty if there is none."""
        shown = self.main.papers.row
        return shown.title if shown else ""

    async def press(self, *keys: str) -> None:
        """Press keys one after the other; before the next key, wait until the effects of the previous one are
        complete. The letters of a text that is typed into an input are pressed without waiting."""
        for key, following in zip_longest(keys, keys[1:], fillvalue=""):
            assert self.app._driver
            event = _key_event(key)
            event.set_sender(self.app)
            self.app._driver.send_message(event)
            if not (_edits(key) and _edits(following) and isinstance(self.app.focused, Input)):
                await self._settle()

    async def open(self, key: str, kind: type[Opened]) -> Opened:
        """Press a key, and wait for the screen that it opens."""
        await self.press(key)
        await self.until(lambda: isinstance(self.app.screen, kind) and self.app.screen.is_mounted)
        assert isinstance(self.app.screen, kind)
        return self.app.screen

    async def paste(self, text: str) -> None:
        """Paste a text into the focused input."""
        assert self.app.focused
        self.app.focused.post_message(Paste(text))
        await self._settle()

    async def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        await self.pilot.resize_terminal(columns, rows)
        await self.until(lambda: self.app.screen.size == (columns, rows))

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait for a condition. Fails the test with the screen's text after ``LIMIT`` seconds."""
        give_up, pause = time.monotonic() + LIMIT, _FIRST_LOOK
        while not condition():
            assert time.monotonic() < give_up, f"it never came; the screen shows:\n{self.text}"
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LATER_LOOKS)
            await self._settle()
        await self._settle()

    async def _settle(self) -> None:
        """Wait until all messages and library requests have been handled, and repaint. Gives up after ``_PATIENCE``
        seconds. Textual's own pause is not used: it posts a callback to every widget each time, which takes longer than
        the rest of the tests."""
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
        """Yield the app and the current screen's widgets that have a message in their queue or are handling one."""
        for pump in (self.app, *self.app.screen.walk_children(with_self=True)):
            queue: Any = pump._message_queue
            if not (queue.empty() and queue.ready_event._waiters):
                yield pump

    def _asked(self) -> list[LibraryThread]:
        """Return the library threads that have unanswered requests."""
        threads = self.main.context.threads
        return [thread for thread in (threads.search, threads.count, threads.act) if thread.pending]

    async def _handled(self, pump: MessagePump) -> None:
        """Wait until a widget has handled the messages in its queue."""
        handled = asyncio.Event()
        if pump.call_later(handled.set):
            await _within_patience(handled)

    async def _answered(self, thread: LibraryThread) -> None:
        """Wait until a thread has answered its pending requests."""
        answered = asyncio.Event()
        heard = partial(_set, answered)
        thread.ask(lambda _: None, heard, heard, topic="settled")
        await _within_patience(answered)

    async def until_shown(self, *texts: str) -> None:
        def are_shown() -> bool:
            shown = self.text
            return all(text in shown for text in texts)

        await self.until(are_shown)

    async def until_gone(self, text: str) -> None:
        await self.until(lambda: text not in self.text)

    async def until_listed(self, query: str) -> None:
        """Wait for the list of a query."""
        view = self.main.session.view
        await self.until(lambda: view.query == query and not view.is_awaited)

    async def go_to_filter(self, is_wanted: Callable[[FilterRow], object]) -> None:
        """Move the filter's cursor to a row once the row exists; some rows appear only with their counts."""
        await self.until(lambda: any(is_wanted(row) for row in self.main.filters.rows))
        await self.press("f", "g")
        while not (self.main.filters.row and is_wanted(self.main.filters.row)):
            await self.press("j")

    async def search(self, text: str) -> None:
        """Open the search box, clear it, and type a query."""
        await self.press("slash")
        await self.until(lambda: self.main.bar.searching)
        await self.press("ctrl+u", *text)
        await self.until(lambda: self.main.session.view.query == text.strip())


def _edits(key: str) -> bool:
    """Whether a key writes a letter into an input or empties it."""
    return len(key) == 1 or key in ("space", "ctrl+u")


def _set(event: asyncio.Event, _: object) -> None:
    event.set()


async def _within_patience(event: asyncio.Event) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), _PATIENCE)


def _key_event(key: str) -> Key:
    """Return the event that a terminal's key press causes, for the name or the character of a key."""
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
# Textual's own hash is the identity, too, but computed in Python, 130 times for each widget that is styled.
RuleSet.__hash__ = object.__hash__  # type: ignore[method-assign]


@asynccontextmanager
async def running(app: ArxtuiApp, size: tuple[int, int]) -> AsyncIterator[Reader]:
    """Start an app, and close it at the end."""
    painted = Painted(app)
    try:
        async with app.run_test(size=size) as pilot:
            yield Reader(app, pilot, painted)
    finally:
        app.close()


@asynccontextmanager
async def reading(paths: Paths, settings: Settings = QUIET, size: tuple[int, int] = (160, 45)) -> AsyncIterator[Reader]:
    """Open the reader, and yield it with its first list on the screen."""
    async with running(ArxtuiApp(paths, settings), size) as reader:
        await reader.until(lambda: reader.main.session.view.listing and reader.main.session.news.counts)
        yield reader


def log_text(paths: Paths) -> str:
    """Return the text of the program's log; empty if the file does not exist."""
    file = Path(paths.log_file)
    return file.read_text(encoding="utf-8") if file.exists() else ""
