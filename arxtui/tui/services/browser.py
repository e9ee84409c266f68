"""Addresses of papers, opened in other programs or copied; what cannot be opened is copied and shown."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from textual.app import App, SuspendNotSupported

from arxtui.library import browser
from arxtui.library.papers.links import Addresses, page_elsewhere
from arxtui.model.arxiv.ids import id_of
from arxtui.text import clean
from arxtui.text.mentions.links import is_web
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.widgets.prompt import choice

if TYPE_CHECKING:
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.services.questions import Questions
    from arxtui.tui.services.selector import Selector
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.state.selection import Targets
    from arxtui.tui.widgets.panes import PanesScreen

_MAX_OPENED = 10
"""The most pages that are opened in the browser in one go."""
_MAX_COPIED = 1_000
"""The most papers whose addresses are copied; every terminal's clipboard accepts so many."""
AddressKind = Callable[[Addresses, str], str]
"""A function that returns one of the addresses of a paper id."""


class Browser:
    """Opens and copies addresses; ``external`` passes addresses and files to other programs."""

    def __init__(
        self,
        screen: PanesScreen,
        status: StatusBar,
        threads: LibraryThreads,
        questions: Questions,
        selector: Selector,
    ) -> None:
        self._screen = screen
        self._session = screen.session
        self._status = status
        self._threads = threads
        self._questions = questions
        self._selector = selector
        self.external = External(lambda: screen.app, lambda: screen.session.settings.ui.opener, status.say)

    def address_of(self, key: int, kind: AddressKind = Addresses.page) -> str:
        """Return an address of a paper; of one without an arXiv id, that of its page elsewhere, empty if there is
        none."""
        addresses = Addresses.of(self._session.settings.arxiv)
        if base := id_of(key):
            return kind(addresses, base)
        record = self._threads.library.papers.record(key)
        if record and record.paper.id:
            return kind(addresses, record.paper.id)
        return page_elsewhere(record) if record else ""

    def text_address(self, key: int, version: int | None) -> str:
        """Return the address of a paper's HTML full text. The addresses of its pictures are relative to this
        address."""
        number = f"v{version}" if version else ""
        return f"{self._session.settings.arxiv.html_url.rstrip('/')}/{id_of(key) or ''}{number}/"

    def open(self, url: str) -> None:
        """Open an address."""
        self._open_all("address", [url])

    def copy(self, text: str) -> None:
        """Copy a text."""
        self._copy_all("text", [clean(text)] if text else [])

    async def open_targets(self, kind: AddressKind, name: str) -> None:
        """Open a page (named ``name``) of each target paper. Prompt first if there are several."""
        targets = self._selector.targets()
        if targets is None:
            return
        if targets.number > _MAX_OPENED:
            self._status.say(
                f"Up to {_MAX_OPENED} {name}s are opened at once, and {targets.count_text} papers are selected"
            )
            return
        text_of, open_all = partial(self.address_of, kind=kind), partial(self._open_all, name)
        then = partial(self._with_each, targets, text_of, open_all)
        if targets.number > 1:
            await self._questions.ask(choice(f"Open the {name}s of {targets.words}"), "", lambda _: then())
        else:
            then()

    def copy_targets(self, text_of: Callable[[int], str], name: str) -> None:
        """Copy a text of each target paper, one per line."""
        targets = self._selector.targets()
        if targets and targets.number > _MAX_COPIED:
            self._status.say(
                f"Up to {_MAX_COPIED:,} papers are copied at once: "
                f"{key_for('export')} writes a file of {targets.count_text}"
            )
        elif targets:
            self._with_each(targets, text_of, partial(self._copy_all, name))

    def _with_each(
        self, targets: Targets, text_of: Callable[[int], str], then: Callable[[Sequence[str]], object]
    ) -> None:
        """Call ``then`` with the texts of the papers, without the empty texts."""

        def use(keys: Sequence[int]) -> None:
            then([text for key in keys if (text := clean(text_of(key)))])
            self._selector.drop_if_done(targets)

        if targets.row:
            use(targets.keys)
        else:
            self._threads.ask(targets.keys_from, use)

    def _open_all(self, name: str, urls: Sequence[str]) -> None:
        self.external.open_pages(urls, _counted_words(urls, name) if urls else "")

    def _copy_all(self, name: str, texts: Sequence[str]) -> None:
        if not texts:
            self._status.say("There is nothing to copy: no identifier is known yet")
            return
        self._screen.app.copy_to_clipboard("\n".join(texts))
        self._status.say(f"Copied {_counted_words(texts, name)}")


def _counted_words(texts: Sequence[str], name: str) -> str:
    return texts[0] if len(texts) == 1 else f"{len(texts):,} {name}{'es' if name.endswith('s') else 's'}"


_KEYBOARD_SIGNALS = (signal.SIGINT, signal.SIGQUIT)
"""The signals that Ctrl+C and Ctrl+\\ send to every program of the terminal."""


class Say(Protocol):
    """A callback that shows a message to the user."""

    def __call__(self, text: str, ink: str = "dim") -> None:
        """Show the message."""


class External:
    """Open addresses and files without blocking the screen. ``opener`` returns the setting ``[ui] opener``."""

    def __init__(self, app: Callable[[], App[int]], opener: Callable[[], str], say: Say) -> None:
        self._app = app
        self._opener = opener
        self._say = say

    def open_pages(self, urls: Sequence[str], description: str) -> None:
        """Open addresses; ``description`` describes them in the message."""
        web_urls = [url for url in urls if is_web(url)]
        if not web_urls:
            self._say("There is no address to open")
            return
        if self._app().is_web:  # the reader runs in a browser: open them there
            for url in web_urls:
                self._app().open_url(url)
            return
        browsers = browser.programs(self._opener())
        if browsers:
            self._say(f"Opening {description}")
        for url in web_urls:
            browser.open_page(url, browsers, partial(self._on_screen_thread, self._handle_attempt, url, web_urls))

    def open_file(self, file: Path) -> None:
        """Open a file in the program that the desktop associates with it."""
        if openers := browser.desktop_programs():
            self._say(f"Opening {file}")
        browser.open_file(file, openers, partial(self._on_screen_thread, self._handle_file_attempt, file))

    def _on_screen_thread(self, call: Callable[..., object], *arguments: object) -> None:
        """Run a call on the screen's thread; attempts to open something run in other threads."""
        app = self._app()
        if app.is_running:
            app.call_later(call, *arguments)

    def _handle_attempt(self, url: str, urls: Sequence[str], attempt: browser.Attempt) -> None:
        if attempt.rest:
            result = self._give_terminal(url, attempt)
            if result.opened:
                self._say("")
            else:
                browser.go_on(url, result, partial(self._on_screen_thread, self._handle_attempt, url, urls))
        elif not attempt.opened:
            self._app().copy_to_clipboard("\n".join(urls))
            what = urls[0] if len(urls) == 1 else f"{len(urls):,} addresses"
            self._say(f"No browser could be opened; copied {what} · {attempt.words}", "fault")

    def _handle_file_attempt(self, file: Path, attempt: browser.Attempt) -> None:
        if not attempt.opened:
            self._app().copy_to_clipboard(str(file))
            why = attempt.words if attempt.tried else "there is no graphical session"
            self._say(f"No program opened the file ({why}); copied {file}", "fault")

    def _give_terminal(self, url: str, attempt: browser.Attempt) -> browser.Attempt:
        """Run the first remaining program on the terminal until the user leaves it."""
        try:
            with self._app().suspend():
                return browser.open_in_terminal(url, attempt, run_in_terminal)
        except SuspendNotSupported:
            failure = attempt.rest[0].failed("it cannot use this terminal")
            return browser.Attempt(opened=False, tried=(*attempt.tried, failure), rest=attempt.rest[1:])


def run_in_terminal(command: Sequence[str]) -> int:
    """Run a program in the terminal that the reader has released.

    Returns its exit status, or the negative number of the signal that ended the program. Ctrl+C and Ctrl+\\ go to the
    program and not to the reader. Raises: OSError if it cannot be started.
    """
    with _ignoring(_KEYBOARD_SIGNALS):
        # Restore the default handlers, as the program would inherit the ignored signals.
        child = os.posix_spawnp(command[0], tuple(command), os.environ, setsigdef=(*_KEYBOARD_SIGNALS, signal.SIGPIPE))
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@contextmanager
def _ignoring(signals: Sequence[signal.Signals]) -> Iterator[None]:
    # SIG_IGN and no handler: asyncio records every signal that has a handler, and would handle it afterwards.
    before = [signal.signal(each, signal.SIG_IGN) for each in signals]
    try:
        yield
    finally:
        for each, handler in zip(signals, before, strict=True):
            signal.signal(each, handler)
