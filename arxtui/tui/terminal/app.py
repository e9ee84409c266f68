"""App base class: terminal input and output, and handling of program errors."""

from __future__ import annotations

import logging
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from rich.color import ColorSystem
from rich.console import Group, RenderableType
from rich.text import Text
from textual import constants, events
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.drivers.linux_driver import LinuxDriver
from textual.errors import NoWidget
from textual.widgets import Input

from arxtui.config.terminals import TRUE_COLOUR, colours_of
from arxtui.tui.keys import in_force
from arxtui.tui.keys.dispatcher import Dispatcher
from arxtui.tui.terminal.control import clipboard_sequences, copy_by_tmux
from arxtui.tui.terminal.input_parser import DeviceReported, TerminalInput, at_place
from arxtui.tui.terminal.input_queue import FROM_TERMINAL, InputQueue, answer
from arxtui.tui.terminal.private_parts import ARE_THERE

if TYPE_CHECKING:
    from textual.css.styles import RulesMap
    from textual.dom import DOMNode
    from textual.driver import Driver
    from textual.screen import Screen

    from arxtui.tui.terminal.early_input import EarlyInput
    from arxtui.tui.themes import ThemeSwitch


_applied: WeakKeyDictionary[DOMNode, tuple[RulesMap, int]] = WeakKeyDictionary()
"""The rules that each node has from the style sheet, and how often its rules had been changed by then."""


class SparingStylesheet(Stylesheet):
    """Style sheet that sets the rules of a node only if they differ from those that it set last.

    A new class on a screen (another pane, an open question) makes Textual set every rule of every widget on it again.
    It compares them first, but in the form in which it stores them, which differs from the form in the style sheet.
    """

    @classmethod
    def replace_rules(cls, node: DOMNode, rules: RulesMap, animate: bool = False) -> None:  # noqa: FBT001 - Textual's signature
        """Set the rules of a node unless it has them already."""
        base = node.styles.base
        if _applied.get(node) == (rules, base._updates):
            node.notify_style_update()
            return
        super().replace_rules(node, rules, animate)
        _applied[node] = rules, base._updates


if TYPE_CHECKING or ARE_THERE:
    from arxtui.tui.terminal.compositor import PatchedScreen as BaseScreen
    from arxtui.tui.terminal.driver import DirectDriver
    from arxtui.tui.terminal.palette import Palette as Palette
else:
    from arxtui.tui.terminal.stock import Palette as Palette
    from arxtui.tui.terminal.stock import PatchedScreen as BaseScreen


__all__ = ["BaseScreen", "Palette", "TerminalApp"]
_log = logging.getLogger(__name__)
_COLOUR_SYSTEMS = {16: ColorSystem.STANDARD, 256: ColorSystem.EIGHT_BIT, TRUE_COLOUR: ColorSystem.TRUECOLOR}
_ERROR_MESSAGE = "arxtui stopped because of an internal error; its log has the details."


class TerminalApp(App[int], inherit_bindings=False):
    """App that handles each key before the next one, writes to the terminal directly, and reports an error in one
    sentence. If a private part of Textual is missing, Textual does all of this. ``themes`` is set by the subclass."""

    themes: ThemeSwitch
    device_attributes: frozenset[int] | None = None
    """What the terminal said of itself when it was asked (DA1); None before."""

    def __init__(self, early_input: EarlyInput | None = None) -> None:
        super().__init__()
        if constants.COLOR_SYSTEM == "auto":
            self.console._color_system = _COLOUR_SYSTEMS.get(colours_of(os.environ))
        if ARE_THERE:
            self.stylesheet = SparingStylesheet(variables=self.get_css_variables())
        self.early_input = early_input
        self.dispatcher = Dispatcher(self)
        self.input = InputQueue(self, self.answer)
        if early_input and not ARE_THERE:
            early_input.frame.remove()
            early_input.drop_answer()
            early_input.give_back()  # Textual restores the modes that it finds

    def on_device_reported(self, event: DeviceReported) -> None:
        """Keep what the terminal says of itself, and pass it on to the screen that asked."""
        self.device_attributes = event.attributes
        self.screen.post_message(DeviceReported(event.attributes))

    def begin_user_action(self) -> None:
        """Prepare for an act of the user: drop an unfinished key sequence. Called before the act."""
        self.dispatcher.cancel()

    def say_unused(self, event: events.Key | events.Paste) -> None:
        """Say that a key or a paste had no effect."""

    def _at_place(self, event: events.Key) -> events.Key:
        """Return the key at the same place of the US layout, unless the key is text for the focused widget, or the
        user has bound it."""
        place = at_place(event)
        if place is None or in_force.has_command(event.key):
            return event
        focused = self.screen.focused
        if focused is not None and focused.check_consume_key(event.key, event.character):
            return event
        modifiers, character = place
        [typed] = TerminalInput().events(character.encode())
        assert isinstance(typed, events.Key)
        return events.Key(f"{modifiers}+{typed.key}", None) if modifiers else typed

    async def on_event(self, event: events.Event) -> None:
        """Queue input events; leave all other events to Textual."""
        if isinstance(event, FROM_TERMINAL) and not event.is_forwarded:
            await self.input.take(event)
        else:
            await super().on_event(event)

    async def answer(self, event: events.Event) -> None:
        """Handle an input event."""
        if isinstance(event, events.MouseDown):
            self._notify_pressed(event)
            self.begin_user_action()
        if not isinstance(event, events.Key | events.Paste):
            await super().on_event(event)
            return
        self.app_focus = self.app_focus or isinstance(event, events.Key)
        if isinstance(event, events.Key):
            event = self._at_place(event)
            if await self.dispatcher.handle(event):
                return
        if ARE_THERE:
            if not await answer(self, event):
                self.say_unused(event)
            self._show_typed()
        else:
            front = self.focused or self.screen
            await super().on_event(event)
            self.input.hold(front)

    def _show_typed(self) -> None:
        """Paint what was typed into an input before the answers to it arrive, which would delay the frame."""
        if isinstance(self.focused, Input) and not self.input.has_waiting:
            self.screen._on_timer_update()

    def _notify_pressed(self, event: events.MouseDown) -> None:
        """Call the ``press`` method of the widget under the mouse, if the widget has one, before anything changes."""
        with suppress(NoWidget):
            widget, region = self.screen.get_widget_at(event.x, event.y)
            if press := getattr(widget, "press", None):
                press(event.x - region.x, event.y - region.y)

    def get_driver_class(self) -> type[Driver]:
        """Return the driver class: Textual's choice, or ``DirectDriver`` on a Unix terminal."""
        driver_class = super().get_driver_class()
        return DirectDriver if ARE_THERE and driver_class is LinuxDriver else driver_class

    def copy_to_clipboard(self, text: str) -> None:
        """Copy ``text`` to the terminal's clipboard, also through tmux."""
        if ARE_THERE:
            self._clipboard = text
            self.write_sequence(clipboard_sequences(text))
        else:
            super().copy_to_clipboard(text)
        if not self.is_headless:
            copy_by_tmux(text)

    def write_sequence(self, sequence: str) -> None:
        """Write a control sequence that is not part of a frame."""
        if ARE_THERE and sequence and self._driver is not None:
            self._driver.write(sequence)
            self._driver.flush()
        elif not ARE_THERE and not self.is_headless and sys.__stderr__ is not None:
            sys.__stderr__.write(sequence)  # Textual draws on standard error
            sys.__stderr__.flush()

    def print_after_exit(self, words: str) -> None:
        """Print a sentence on the terminal after the program has restored it."""
        if ARE_THERE:
            renderables = [*self._exit_renderables, Text(words)]
            self._exit_renderables[:] = [Group(*renderables)]
        else:
            self.exit(self.return_value, self.return_code or 0, Text(words))

    def exit(self, result: int | None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Exit the app. Later input is dropped."""
        self.input.close()
        super().exit(result, return_code, message)

    def panic(self, *renderables: RenderableType) -> None:
        """Exit because of an error, with one sentence instead of Textual's output."""
        if ARE_THERE:
            self._fatal_error()
        else:
            super().panic(Text(_ERROR_MESSAGE))

    if ARE_THERE:

        @property
        def _background_screens(self) -> list[Screen[Any]]:
            """The screens that are visible behind the front one. Only the palette is transparent; screens below an
            opaque screen are not painted, and are laid out when they return to the front."""
            return super()._background_screens if self.screen.is_modal else []

        def _handle_exception(self, error: Exception) -> None:
            """Log the traceback of the first error and exit. Later errors happen because the program is ending, so they
            are not logged."""
            if self._exception is None:
                self.input.close()
                _log.critical("the reader stopped", exc_info=error)
            super()._handle_exception(error)

        def _fatal_error(self) -> None:
            self._exit_renderables[:] = [Text(_ERROR_MESSAGE)]
            self._close_messages_no_wait()
