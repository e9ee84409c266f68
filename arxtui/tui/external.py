"""Open addresses and files in programs outside the reader; what cannot be opened is copied to the clipboard and
shown."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from textual.app import SuspendNotSupported

from arxtui.library.browser import (
    Attempt,
    desktop_programs,
    go_on,
    open_file,
    open_in_terminal,
    open_page,
    programs,
)
from arxtui.text.mentions.links import is_web

if TYPE_CHECKING:
    from textual.app import App


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
        browsers = programs(self._opener())
        if browsers:
            self._say(f"Opening {description}")
        for url in web_urls:
            open_page(url, browsers, partial(self._on_screen_thread, self._handle_attempt, url, web_urls))

    def open_file(self, file: Path) -> None:
        """Open a file in the program that the desktop associates with it."""
        if openers := desktop_programs():
            self._say(f"Opening {file}")
        open_file(file, openers, partial(self._on_screen_thread, self._handle_file_attempt, file))

    def _on_screen_thread(self, call: Callable[..., object], *arguments: object) -> None:
        """Run a call on the screen's thread; attempts to open something run in other threads."""
        app = self._app()
        if app.is_running:
            app.call_later(call, *arguments)

    def _handle_attempt(self, url: str, urls: Sequence[str], attempt: Attempt) -> None:
        if attempt.rest:
            result = self._give_terminal(url, attempt)
            if result.opened:
                self._say("")
            else:
                go_on(url, result, partial(self._on_screen_thread, self._handle_attempt, url, urls))
        elif not attempt.opened:
            self._app().copy_to_clipboard("\n".join(urls))
            what = urls[0] if len(urls) == 1 else f"{len(urls):,} addresses"
            self._say(f"No browser could be opened; copied {what} · {attempt.words}", "fault")

    def _handle_file_attempt(self, file: Path, attempt: Attempt) -> None:
        if not attempt.opened:
            self._app().copy_to_clipboard(str(file))
            why = attempt.words if attempt.tried else "there is no graphical session"
            self._say(f"No program opened the file ({why}); copied {file}", "fault")

    def _give_terminal(self, url: str, attempt: Attempt) -> Attempt:
        """Run the first remaining program on the terminal until the user leaves it."""
        try:
            with self._app().suspend():
                return open_in_terminal(url, attempt, run_in_terminal)
        except SuspendNotSupported:
            failure = attempt.rest[0].failed("it cannot use this terminal")
            return Attempt(opened=False, tried=(*attempt.tried, failure), rest=attempt.rest[1:])


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
