"""A question in the bottom line, and a line for the answer."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input

from arxtui.text import cells, clean
from arxtui.tui.widgets.ink import Bar
from arxtui.tui.widgets.line_input import LineInput


class Prompt(Horizontal):
    """One question at a time. Enter answers it; whoever opened it puts it away."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._words = Bar(id="question")
        self._input = LineInput(id="answer", compact=True, select_on_focus=False)
        self._told = Bar(id="told")
        self._then: Callable[[str], object] | None = None
        self._typed: Callable[[str], object] = lambda _: None

    def compose(self) -> ComposeResult:
        """The question, the line, and what is told of it."""
        yield self._words
        yield self._input
        yield self._told

    def on_mount(self) -> None:
        """The cursor does not blink."""
        self._input.cursor_blink = False
        self._input.when_submitted = self._submitted
        self._input.when_typed = self._changed

    @property
    def asking(self) -> bool:
        """Whether a question waits for its answer."""
        return self._then is not None

    def ask(
        self, words: str, text: str, then: Callable[[str], object], typed: Callable[[str], object] = lambda _: None
    ) -> None:
        """Ask, with ``text`` as the answer to begin with; ``then`` gets what Enter is pressed on, ``typed`` each text
        on the way there."""
        self._then, self._typed = then, typed
        self.tell("")
        self._words.styles.width = cells(words) + 2
        self._words.show([(f" {words} ", "accent")])
        self._input.value = text
        self._input.cursor_position = len(text)
        self.screen.set_focus(self._input)

    def tell(self, words: str, ink: str = "dim") -> None:
        """Say something beside the answer."""
        self._told.styles.width = cells(words) + 1 if words else 0
        self._told.show([(words, ink)])

    def close(self) -> None:
        """Ask no more."""
        self._then = None

    def on_input_changed(self, event: Input.Changed) -> None:
        """Nobody else is to hear of it."""
        event.stop()

    def _changed(self, text: str) -> None:
        if self.asking:
            self._typed(clean(text))

    def _submitted(self) -> None:
        if then := self._then:
            then(clean(self._input.value))
