"""The output of a program, on a screen that scrolls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer

from arxtui.light import pattern
from arxtui.text import cells, clip, wrap
from arxtui.tui.actions import Area
from arxtui.tui.present.line import Key, Line, keys_of
from arxtui.tui.screens.overlay import Overlay
from arxtui.tui.state.program_output import ProgramOutput
from arxtui.tui.widgets.ink import TextPage

_POLL_SECONDS = 0.1
_NOTHING = "Nothing was printed"
_GAPS = pattern(r"  +")


class OutputScreen(Overlay[None]):
    """The ``output`` of a program that can still be running. Leaving the screen does not end the program; ``stop``
    does."""

    AUTO_FOCUS: ClassVar[str | None] = "#output"
    own_area: ClassVar[Area] = Area.OUTPUT
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "copy", show=False, priority=True, id="copy_id"),
    ]

    def __init__(self, title: str, output: ProgramOutput, stop: Callable[[], object]) -> None:
        self._page = TextPage(self._lines, id="output")
        super().__init__(title, "running", self._page)
        self._output = output
        self._stop = stop
        self._shown_size = -1
        self.is_at_work = True
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """Poll for more output until the program has ended, which it can have done already."""
        if self.is_at_work:
            self._timer = self.set_interval(_POLL_SECONDS, self._poll)

    @property
    def keys(self) -> Sequence[Key]:
        """The keys in the footer."""
        return [
            *self._stop_key,
            *keys_of(("down", "up", "page_down", "copy_id"), words={"copy_id": "copy"}),
            ("Esc", "back"),
        ]

    @property
    def useful_keys(self) -> Sequence[Key]:
        """The keys with an effect: no key to stop a program that has ended."""
        return self.keys if self.is_at_work else self.keys[len(self._stop_key) :]

    @property
    def _stop_key(self) -> Sequence[Key]:
        return keys_of(["stop_program"], Area.OUTPUT)

    def ended(self, words: str, ink: str) -> None:
        """Show that the program has ended, with this message; without one, the footer shows the keys."""
        self.is_at_work = False
        if self._timer:
            self._timer.stop()
        self.set_subtitle("ended")
        self._page.lay_out()
        self.say(words, ink)

    def action_stop_program(self) -> None:
        """Stop the program."""
        if self.is_at_work:
            self._stop()
        else:
            self.say("The program has ended: Esc goes back")

    def action_copy(self) -> None:
        """Copy the whole output to the clipboard."""
        self.app.copy_to_clipboard("\n".join(self._output.lines))
        self.say("Copied the output")

    async def interrupt(self) -> None:
        """Stop the program if it is running; otherwise close the screen."""
        if self.is_at_work:
            self._stop()
        else:
            self.action_leave()

    def _poll(self) -> None:
        if self._output.size != self._shown_size:
            self._shown_size = self._output.size
            self._page.lay_out()

    def _lines(self, width: int) -> list[Line]:
        lines = self._output.lines or ([] if self.is_at_work else [_NOTHING])
        return [Line(((f" {row}", "text"),)) for line in lines for row in _rows(line, max(width - 2, 1))]


def _rows(line: str, width: int) -> list[str]:
    """Return a line unchanged if it fits the width, otherwise with smaller gaps between its columns, and wrapped at its
    blanks with its indentation if it is still too long."""
    if cells(line) <= width:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    indent = indent if len(indent) < width // 2 else ""
    narrow = _GAPS.sub("  ", line.strip())
    if cells(indent + narrow) <= width:
        return [indent + narrow]
    return [clip(f"{indent}{row}", width) for row in wrap(narrow, width - len(indent))]
