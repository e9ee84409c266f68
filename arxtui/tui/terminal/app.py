"""An app on its terminal: what it reads and writes, and what becomes of a fault."""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.text import Text
from textual import events
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.errors import NoWidget

from arxtui.tui.terminal.control import clipboard_sequences, copy_by_tmux
from arxtui.tui.terminal.input_queue import FROM_TERMINAL, InputQueue, answer
from arxtui.tui.terminal.private_parts import ARE_THERE

if TYPE_CHECKING or ARE_THERE:
    from arxtui.tui.terminal.compositor import PatchedScreen as BaseScreen
    from arxtui.tui.terminal.driver import DirectDriver
    from arxtui.tui.terminal.palette import Palette as Palette
else:
    from arxtui.tui.terminal.stock import Palette as Palette
    from arxtui.tui.terminal.stock import PatchedScreen as BaseScreen

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.driver import Driver
    from textual.screen import Screen

    from arxtui.tui.terminal.early_input import EarlyInput

__all__ = ["BaseScreen", "Palette", "TerminalApp"]
_log = logging.getLogger(__name__)
_FAULT = "arxtui stopped because of a fault of its own; its log says where."


class TerminalApp(App[int], inherit_bindings=False):
    """Answers each key before the next one, writes to the terminal at once, and stops with a sentence. Where a private
    part of Textual is missing, Textual answers, writes and tells of faults."""

    def __init__(self, early_input: EarlyInput | None = None) -> None:
        super().__init__()
        self.early_input = early_input
        self.input = InputQueue(self, self.answer)
        if early_input and not ARE_THERE:
            early_input.frame.remove()
            early_input.drop_answer()
            early_input.give_back()  # Textual leaves the terminal as it found it

    def begin_user_action(self) -> None:
        """The user does something; called before it is done."""

    async def run_key_command(self, event: events.Key) -> bool:
        """Answer a key before any widget does; False where it is for them."""
        return False

    async def on_event(self, event: events.Event) -> None:
        """What comes from the terminal takes its turn; everything else is Textual's."""
        if isinstance(event, FROM_TERMINAL) and not event.is_forwarded:
            await self.input.take(event)
        else:
            await super().on_event(event)

    async def answer(self, event: events.Event) -> None:
        """Answer what came from the terminal."""
        if isinstance(event, events.MouseDown):
            self._tell_pressed(event)
            self.begin_user_action()
        if not isinstance(event, events.Key | events.Paste):
            await super().on_event(event)
            return
        self.app_focus = self.app_focus or isinstance(event, events.Key)
        if isinstance(event, events.Key) and await self.run_key_command(event):
            return
        if ARE_THERE:
            await answer(self, event)
        else:
            front = self.focused or self.screen
            await super().on_event(event)
            self.input.hold(front)

    def _tell_pressed(self, event: events.MouseDown) -> None:
        """A widget that minds what stood on it when the button went down hears of it before anything changes."""
        with suppress(NoWidget):
            widget, region = self.screen.get_widget_at(event.x, event.y)
            if press := getattr(widget, "press", None):
                press(event.x - region.x, event.y - region.y)

    def get_driver_class(self) -> type[Driver]:
        """Textual's choice; on the terminal of a Unix, our own way to it."""
        found = super().get_driver_class()
        return DirectDriver if ARE_THERE and found is LinuxDriver else found

    def copy_to_clipboard(self, text: str) -> None:
        """Ask the terminal to put ``text`` on its clipboard; through tmux too."""
        if ARE_THERE:
            self._clipboard = text
            self.tell_terminal(clipboard_sequences(text))
        else:
            super().copy_to_clipboard(text)
        if not self.is_headless:
            copy_by_tmux(text)

    def tell_terminal(self, sequence: str) -> None:
        """Write what is no part of a frame."""
        if ARE_THERE and sequence and self._driver is not None:
            self._driver.write(sequence)
            self._driver.flush()
        elif not ARE_THERE and not self.is_headless and sys.__stderr__ is not None:
            sys.__stderr__.write(sequence)  # where Textual draws
            sys.__stderr__.flush()

    def tell_after_leaving(self, words: str) -> None:
        """Say something on the terminal once the program has given it back."""
        if ARE_THERE:
            said = [*self._exit_renderables, Text(words)]
            self._exit_renderables[:] = [Group(*said)]
        else:
            self.exit(self.return_value, self.return_code or 0, Text(words))

    def exit(self, result: int | None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Leave; what is typed from here on is not for this program."""
        self.input.close()
        super().exit(result, return_code, message)

    def panic(self, *renderables: RenderableType) -> None:
        """Leave because of a fault, with a sentence in the place of whatever Textual would print."""
        if ARE_THERE:
            self._fatal_error()
        else:
            super().panic(Text(_FAULT))

    if ARE_THERE:

        @property
        def _background_screens(self) -> list[Screen[Any]]:
            """The screens that may be seen through the one in front. Only the palette is not opaque: below all others
            nothing is painted, and laid out when it comes back."""
            return super()._background_screens if self.screen.is_modal else []

        def _handle_exception(self, error: Exception) -> None:
            """A fault of the program: the traceback of the first goes to the log, people get a sentence. What fails
            after it, while the program is being left, fails because of it."""
            if self._exception is None:
                self.input.close()
                _log.critical("the reader stopped", exc_info=error)
            super()._handle_exception(error)

        def _fatal_error(self) -> None:
            self._exit_renderables[:] = [Text(_FAULT)]
            self._close_messages_no_wait()
