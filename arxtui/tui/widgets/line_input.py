"""A text input that loses no key press."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import isawaitable

from textual import events
from textual.binding import Binding
from textual.geometry import Size
from textual.keys import _character_to_key
from textual.reactive import reactive
from textual.widgets import Input
from textual.widgets.input import Selection

_EDITING_ACTIONS = {
    key: binding.action
    for binding in Input.BINDINGS
    if isinstance(binding, Binding)
    for key in binding.key.split(",")
    if key != "ctrl+c"
}
_PRINTABLE_KEYS = frozenset(_character_to_key(chr(code)) for code in range(ord(" "), 0x7F))
"""The keys that print a character. Textual does not know the character of some of them (slash, minus)."""


class LineInput(Input):
    """An input that handles its editing keys itself, in the order of the key presses. Ctrl+C belongs to the app."""

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Keep printable and editing keys from the screen's bindings."""
        return (
            key in self.commands
            or key in _EDITING_ACTIONS
            or key in _PRINTABLE_KEYS
            or super().check_consume_key(key, character)
        )

    # Without this, Textual lays out the whole screen at every letter, although no layout depends on the text.
    value = reactive("", init=False)
    virtual_size = reactive(Size(0, 0))

    when_submitted: Callable[[], object] = staticmethod(lambda: None)
    when_typed: Callable[[str], None] = staticmethod(lambda _: None)
    """Called immediately with each new text, so that what depends on it is painted in the same frame."""
    commands: Mapping[str, Callable[[], object]] = {}
    """Further keys that the input handles."""
    _is_filled_in = False

    def fill_in(self, text: str) -> None:
        """Insert a text that typing replaces. The user has not selected this text, so Ctrl+C does not copy it."""
        self.value = text
        self.selection = Selection(0, len(text))
        self._is_filled_in = True

    @property
    def selected_text(self) -> str:
        """The text that the user has selected."""
        return "" if self._is_filled_in else super().selected_text

    def on_mouse_down(self, _: events.MouseDown) -> None:
        """Treat any later selection as the user's."""
        self._is_filled_in = False

    def watch_value(self, value: str) -> None:
        """Report the new text."""
        self.when_typed(value)

    def on_paste(self, event: events.Paste) -> None:
        """Insert the whole pasted text on one line."""
        event.stop()
        event.prevent_default()
        self.replace(" ".join(event.text.split()), *self.selection)

    async def on_key(self, event: events.Key) -> None:
        """Handle Enter, the commands and the editing keys."""
        self._is_filled_in = False
        command = self.when_submitted if event.key == "enter" else self.commands.get(event.key)
        if command is not None:
            event.stop()
            event.prevent_default()
            answer = command()
            if isawaitable(answer):  # finish before the next key is handled
                await answer
        elif event.key in _EDITING_ACTIONS:
            event.stop()
            event.prevent_default()
            await self.run_action(_EDITING_ACTIONS[event.key])
