"""A question in the bottom line, and a line for the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input

from arxtui.text import cells, clean, clip
from arxtui.tui.present.completing import Offer, offers, offers_line
from arxtui.tui.present.line import Piece, foreign, named_keys, size
from arxtui.tui.widgets.ink import Bar
from arxtui.tui.widgets.line_input import LineInput

_ANSWER = 12
"""Cells that the answer has at least, where the terminal has as many."""


_OFFER = 12
"""Cells that are left to names before keys are named beside them."""
_KEYS = (("Enter", "ok"), ("Esc", "cancel"))
_CHOICE = "Enter yes · Esc no"


def choice(question: str) -> str:
    """A question that is answered by yes or no, with its keys: ``Mark 239 papers read?  Enter yes · Esc no``."""
    return f"{question}? {_CHOICE}"


def is_choice(words: str) -> bool:
    """Whether a question is answered by yes or no."""
    return words.endswith(_CHOICE)


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
        self._keys: Sequence[tuple[str, str]] = _KEYS

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
    def question(self) -> str:
        """The question that waits for its answer; empty where none does."""
        return self._words if self.asking else ""

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
        """Ask, with ``text`` as the answer to begin with, selected, so that typing replaces it; ``then`` gets what
        Enter is pressed on, ``typed`` each text on the way there. ``names`` complete the answer."""
        self._words, self._then, self._typed, self._names = foreign(words), then, typed, names
        self._fit_question()
        self._input.fill_in(text)
        prefilled = (("type", "replaces it"),) if text else ()
        self._keys = () if is_choice(words) else (*prefilled, *_KEYS)  # a choice names its keys itself
        self.tell("")
        self._offer(text)
        self.screen.set_focus(self._input)

    def tell(self, words: str, ink: str = "dim") -> None:
        """Say something beside the answer; with no words, the keys."""
        self._show_told([(words, ink)] if words else self._key_hints())

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
        if self._names is not None:
            self._show_offers()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Nobody else is to hear of it."""
        event.stop()

    def _changed(self, text: str) -> None:
        if self.asking:
            if len(self._keys) > len(_KEYS):
                self._keys = _KEYS  # what was filled in has been changed
                self.tell("")
            self._offer(text)
            self._typed(clean(text))

    def _submitted(self) -> None:
        if then := self._then:
            then(clean(self._input.value))

    def _fit_question(self) -> None:
        if is_choice(self._words):
            asked = clip(self._words.removesuffix(_CHOICE).rstrip(), max(self._room - cells(_CHOICE) - 4, 8))
            pieces: list[Piece] = [(f" {asked}  ", "accent"), (f"{_CHOICE} ", "dim")]
        else:
            pieces = [(f" {clip(self._words, max(self._room - _ANSWER, 8))} ", "accent")]
        self._question.styles.width = size(pieces)
        self._question.show(pieces)

    @property
    def _room(self) -> int:
        return self.screen.size.width - 2

    def _offer(self, text: str) -> None:
        if self._names is not None:
            self._offers, self._chosen = offers(text, self._names), 0
            self._show_offers()

    def _show_offers(self) -> None:
        if self._names is not None:
            keys = self._key_hints()
            offered = offers_line(self._offers, self._chosen, max(self._spare - size(keys), 0))
            self._show_told([*offered, *keys])
        else:
            self.tell("")

    def _key_hints(self) -> list[Piece]:
        """Which keys end the question, where there is room beside the answer."""
        pieces = named_keys(self._keys)
        return pieces if size(pieces) + _OFFER <= self._spare else []

    @property
    def _spare(self) -> int:
        """Cells beside question and answer."""
        return self._room - cells(self._words) - max(_ANSWER, cells(self._input.value) + 2)

    def _show_told(self, pieces: list[Piece]) -> None:
        width = size(pieces)
        self._told.styles.width = width + 1 if width else 0
        self._told.show(pieces)
