"""A question in the bottom line, and a line for the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input

from arxtui.text import cells, clean, clip
from arxtui.tui.present.completing import Offer, offers, offers_line
from arxtui.tui.present.line import Piece, foreign, size
from arxtui.tui.widgets.ink import Bar
from arxtui.tui.widgets.line_input import LineInput

_ANSWER = 12
"""Cells that the answer has at least, where the terminal has as many."""


class Prompt(Horizontal):
    """One question at a time. Enter answers it; whoever opened it puts it away."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._question = Bar(id="question")
        self._input = LineInput(id="answer", compact=True, select_on_focus=False)
        self._told = Bar(id="told")
        self._words = ""
        self._then: Callable[[str], object] | None = None
        self._typed: Callable[[str], object] = lambda _: None
        self._names: Sequence[str] | None = None
        self._offers: list[Offer] = []
        self._chosen = 0

    def compose(self) -> ComposeResult:
        """The question, the line, and what is told of it."""
        yield self._question
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
        self,
        words: str,
        text: str,
        then: Callable[[str], object],
        typed: Callable[[str], object] = lambda _: None,
        names: Sequence[str] | None = None,
    ) -> None:
        """Ask, with ``text`` as the answer to begin with; ``then`` gets what Enter is pressed on, ``typed`` each text
        on the way there. ``names`` complete the answer."""
        self._words, self._then, self._typed, self._names = foreign(words), then, typed, names
        self.tell("")
        self._fit_question()
        self._input.value = text
        self._input.cursor_position = len(text)
        self._offer(text)
        self.screen.set_focus(self._input)

    def tell(self, words: str, ink: str = "dim") -> None:
        """Say something beside the answer."""
        self._show_told([(words, ink)] if words else [])

    def choose(self, step: int) -> bool:
        """Offer another name; whether this question has names at all."""
        if self._offers:
            self._chosen = (self._chosen + step) % len(self._offers)
            self._show_offers()
        return self._names is not None

    def take(self) -> bool:
        """Complete the answer by the name that is offered; whether this question has names at all."""
        if self._offers:
            answer = self._offers[self._chosen].answer
            self._input.value = answer
            self._input.cursor_position = len(answer)
        return self._names is not None

    def close(self) -> None:
        """Ask no more."""
        self._then = None

    def on_resize(self, event: events.Resize) -> None:
        """The question gives way to the answer."""
        self._fit_question()
        self._show_offers()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Nobody else is to hear of it."""
        event.stop()

    def _changed(self, text: str) -> None:
        if self.asking:
            self._offer(text)
            self._typed(clean(text))

    def _submitted(self) -> None:
        if then := self._then:
            then(clean(self._input.value))

    def _fit_question(self) -> None:
        shown = clip(self._words, max(self._room - _ANSWER, 8))
        self._question.styles.width = cells(shown) + 2
        self._question.show([(f" {shown} ", "accent")])

    @property
    def _room(self) -> int:
        return self.screen.size.width - 2

    def _offer(self, text: str) -> None:
        if self._names is not None:
            self._offers, self._chosen = offers(text, self._names), 0
            self._show_offers()

    def _show_offers(self) -> None:
        if self._names is not None:
            room = self._room - cells(self._words) - max(_ANSWER, cells(self._input.value) + 2)
            self._show_told(offers_line(self._offers, self._chosen, max(room, 0)))

    def _show_told(self, pieces: list[Piece]) -> None:
        width = size(pieces)
        self._told.styles.width = width + 1 if width else 0
        self._told.show(pieces)
