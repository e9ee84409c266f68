"""A line to type in that loses no key."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.binding import Binding
from textual.geometry import Size
from textual.keys import _character_to_key
from textual.reactive import reactive
from textual.widgets import Input

_EDITING = {
    key: binding.action
    for binding in Input.BINDINGS
    if isinstance(binding, Binding)
    for key in binding.key.split(",")
    if key != "ctrl+c"
}
_PRINTED = frozenset(_character_to_key(chr(code)) for code in range(ord(" "), 0x7F))
"""The keys that print a character; Textual knows no character of some of them (slash, minus)."""


class LineInput(Input):
    """An input that answers its editing keys itself, in the order they come; Ctrl+C quits here as everywhere."""

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Keep printable and editing keys from the screen's bindings."""
        return key in _EDITING or key in _PRINTED or super().check_consume_key(key, character)

    # Textual lays out the whole screen at every letter; nothing here depends on how long the text is.
    value = reactive("", init=False)
    virtual_size = reactive(Size(0, 0))

    when_submitted: Callable[[], None] = staticmethod(lambda: None)
    when_typed: Callable[[str], None] = staticmethod(lambda _: None)
    """Called at once with every other text, so that what depends on it is painted in the same frame."""

    def watch_value(self, value: str) -> None:
        """Another text stands here."""
        self.when_typed(value)

    def on_paste(self, event: events.Paste) -> None:
        """All of it, on one line."""
        event.stop()
        event.prevent_default()
        self.replace(" ".join(event.text.split()), *self.selection)

    async def on_key(self, event: events.Key) -> None:
        """Edit at once: an event on its way up to the app would be overtaken by the letters after it. Keys typed ahead
        after Enter go to whoever has the keyboard then."""
        if self.screen.focused is not self:
            event.stop()
            event.prevent_default()
            self.app.post_message(events.Key(event.key, event.character))
        elif event.key == "enter":
            event.stop()
            event.prevent_default()
            self.when_submitted()
        elif event.key in _EDITING:
            event.stop()
            event.prevent_default()
            await self.run_action(_EDITING[event.key])
