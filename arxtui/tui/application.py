"""The application: one library, the themes, the palette, and what happens when something goes wrong."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
import termios
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual.app import App
from textual.binding import Binding, BindingType
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.filter import ANSIToTruecolor, LineFilter
from textual.screen import Screen

from arxtui.text import clean
from arxtui.tui.actions import ON_APP, Action
from arxtui.tui.driver import DirectDriver
from arxtui.tui.outside import clipboard_sequences, copy_by_tmux
from arxtui.tui.registry import ACTIONS, BY_ID
from arxtui.tui.screens.main import MainScreen
from arxtui.tui.themes import LOOKS

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel

    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings

_log = logging.getLogger(__name__)
_HANGUP_PATIENCE = 2.0
_GARBAGE_THRESHOLDS = (20_000, 50, 50)
_TERMINAL_SECONDS = 2.0


class ActionProvider(Provider):
    """The registry in the command palette."""

    @property
    def _actions(self) -> Sequence[Action]:
        return getattr(self.screen, "actions", ACTIONS)

    async def discover(self) -> Hits:
        """All of it."""
        for action in self._actions:
            yield DiscoveryHit(action.description, self._run(action.id), help=action.help)

    async def search(self, query: str) -> Hits:
        """What matches."""
        matcher = self.matcher(query)
        for action in self._actions:
            if (score := matcher.match(action.description)) > 0:
                yield Hit(score, matcher.highlight(action.description), self._run(action.id), help=action.help)

    def _run(self, action_id: str) -> Callable[[], Any]:
        return partial(self.screen.run_action, ON_APP.get(action_id, f"screen.{action_id}"))


class ArxtuiApp(App[int], inherit_bindings=False):
    """The reader over one library."""

    CSS_PATH: ClassVar[Any] = Path(__file__).parent / "styles" / "arxtui.tcss"
    TITLE = "arxtui"
    ALLOW_SELECT = False  # Textual would paint the whole screen at each step of the mouse while a button is held
    COMMANDS: ClassVar[Any] = {ActionProvider}
    COMMAND_PALETTE_BINDING = BY_ID["palette"].keys[0]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, "quit", BY_ID["quit"].description, show=False, priority=True)
        for key in BY_ID["quit"].keys
        if key.startswith("ctrl+")
    ]

    def __init__(self, paths: Paths, settings: Settings) -> None:
        """Errors of the library pass through."""
        from arxtui.library.facade import Library

        opener = partial(Library.open, paths)
        library = opener(settings)
        super().__init__()
        self.animation_level = "none"
        for look in LOOKS.values():
            self.register_theme(look.textual())
        # Without colours, attributes tell things apart.
        self.theme = "ansi" if self.no_color else settings.ui.theme
        self.main = MainScreen(library, opener, paths, settings)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The one variable that Textual's own themes lack."""
        return {"rule": LOOKS["dark"].rule}

    def get_default_screen(self) -> MainScreen:
        """The reader."""
        return self.main

    @property
    def _background_screens(self) -> list[Screen[Any]]:
        """The screens that may be seen through the one in front. Only the palette is not opaque: below all others
        nothing is painted, and laid out when it comes back."""
        return super()._background_screens if self.screen.is_modal else []

    def on_mount(self) -> None:
        """Watch for signals and for the terminal going away; collect garbage once the first frame is out."""
        if not self.is_headless and sys.__stdin__ is not None and sys.__stdin__.isatty():
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGHUP):
                loop.add_signal_handler(number, self.leave, number)
            self.set_interval(_TERMINAL_SECONDS, partial(self._watch_terminal, sys.__stdin__.fileno()))
        self.call_after_refresh(self._settle)

    def get_driver_class(self) -> type[Driver]:
        """Textual's choice; on the terminal of a Unix, our own way to it."""
        found = super().get_driver_class()
        return DirectDriver if found is LinuxDriver else found

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's filters but the one that replaces the sixteen colours: no theme that it is on for uses them."""
        return [each for each in super().get_line_filters() if not isinstance(each, ANSIToTruecolor)]

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Textual's toast; never markup, whoever asks."""
        super().notify(clean(message), title=clean(title), severity=severity, timeout=timeout, markup=False)

    def close(self) -> None:
        """End the session and close the library."""
        library = self.main.library
        try:
            library.end_session()
        except Exception:  # whatever it is: the reader is left already, and the library must still be closed
            _log.exception("the end of the session could not be noted")
        library.close()

    def copy_to_clipboard(self, text: str) -> None:
        """Ask the terminal to put ``text`` on its clipboard; through tmux too."""
        self._clipboard = text
        self.tell_terminal(clipboard_sequences(text))
        if not self.is_headless:
            copy_by_tmux(text)

    def tell_terminal(self, sequence: str) -> None:
        """Write what is no part of a frame."""
        if sequence and self._driver is not None:
            self._driver.write(sequence)
            self._driver.flush()

    def leave(self, signum: int) -> None:
        """Give the terminal back and go, as a signal demands; without ceremony where the terminal is gone."""
        last_resort = threading.Timer(_HANGUP_PATIENCE, os._exit, (128 + signum,))
        last_resort.daemon = True
        last_resort.start()
        self.exit(128 + signum, return_code=128 + signum)

    async def action_quit(self) -> None:
        """Leave; work in the background ends."""
        words = self.main.leaving_words
        self.exit(message=Text(words) if words else None)

    def _watch_terminal(self, descriptor: int) -> None:
        """Go when the terminal is gone and no signal said so: reading from it would spin for ever."""
        try:
            termios.tcgetattr(descriptor)
        except termios.error:
            self.leave(signal.SIGHUP)

    def _settle(self) -> None:
        if not gc.isenabled():
            gc.freeze()
            # Few objects outlive a frame: a full search in the middle of scrolling costs more than it finds.
            gc.set_threshold(*_GARBAGE_THRESHOLDS)
            gc.enable()

    def _fatal_error(self) -> None:
        """A fault of the program: the traceback goes to the log, people get a sentence."""
        _log.critical("the reader stopped", exc_info=sys.exc_info())
        self._exit_renderables.append(Text("arxtui stopped because of a fault of its own; its log says where."))
        self._close_messages_no_wait()
