"""A question at the bottom, and a line for the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input

from arxtui.text import cells, clean
from arxtui.tui.present.completion import Assistance, Completer, Offer, offers, offers_line
from arxtui.tui.present.line import Piece, capitalised, foreign, message_lines, message_rows, named_keys, size
from arxtui.tui.widgets.ink import Bar, KeyBar
from arxtui.tui.widgets.line_input import LineInput

_ANSWER = 12
"""Cells that the answer has at least, where the terminal has as many."""
_OFFER = 12
"""Cells that are left to names before keys are named beside them."""
_KEYS = (("Enter", "ok"), ("Esc", "cancel"))
_REPLACES = ("type", "replaces it")
_CHOICE = "Enter yes · Esc no"


def choice(question: str) -> str:
    """A question that is answered by yes or no, with its keys: ``Mark 239 papers read?  Enter yes · Esc no``."""
    return f"{question}? {_CHOICE}"


def is_choice(words: str) -> bool:
    """Whether a question is answered by yes or no."""
    return words.endswith(_CHOICE)


class Prompt(Vertical):
    """One question at a time, beside its answer, or above it where there is no room for both and the keys. Enter
    answers it, unless the answer is refused; whoever opened it puts it away."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._above = Bar(id="question-above")
        self._question = Bar(id="question")
        self._input = LineInput(id="answer", compact=True, select_on_focus=False)
        self._told = KeyBar(id="told")
        self._words = ""
        self._fault = ""
        self._then: Callable[[str], object] | None = None
        self._typed: Callable[[str], object] = any_answer
        self._check: Callable[[str], object] = any_answer
        self.when_declined: Callable[[], object] = lambda: None
        """Hears of n in a choice."""
        self.prepared: str | None = None
        """What answers the next question, unless that is a choice: it is asked only where this is no answer."""
        self._complete: Completer | None = None
        self._offers: list[Offer] = []
        self._chosen = 0
        self._taken = ""
        """The answer that was completed last, while it stands."""
        self._keys: Sequence[tuple[str, str]] = _KEYS

    def compose(self) -> ComposeResult:
        """The question, the line, and what is told of it."""
        yield self._above
        with Horizontal(id="answer-line"):
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
        typed: Callable[[str], object] | None = None,
        names: Sequence[str] | None = None,
        check: Callable[[str], object] | None = None,
        assistance: Assistance | None = None,
    ) -> object:
        """Ask, with ``text`` as the answer to begin with, selected, so that typing replaces it; ``then`` gets what
        Enter is pressed on, ``typed`` each text on the way there. ``names``, or the ``assistance``, complete the
        answer. ``check`` raises ValueError, in words, for what is no answer: it is said, and the question stays, with
        what was typed. Without one nothing at all is no answer, but of a choice, which y and n answer at once. Returns
        what came of an answer that was ``prepared``."""
        self._words, self._then = foreign(words), then
        self._complete = partial(offers, names=names) if names is not None else None
        self._assist(assistance)
        self._typed, self._check = typed or any_answer, check or (any_answer if is_choice(words) else _some_answer)
        self._input.fill_in(text)
        prefilled = (_REPLACES,) if text else ()
        self._keys = () if is_choice(words) else (*prefilled, *_KEYS)  # a choice names its keys itself
        self._say_fault("")
        self.tell("")
        self._offer(text)
        self.screen.set_focus(self._input)
        prepared, self.prepared = self.prepared, None
        if prepared is None or is_choice(words):
            return None
        self._put(prepared)
        return self._submitted()

    def tell(self, words: str, ink: str = "dim") -> None:
        """Say something beside the answer; with no words, the keys."""
        self._show_told([(words, ink)] if words else self._key_hints())

    def choose(self, step: int) -> bool:
        """Offer another name; whether this question has names at all."""
        if self._offers:
            self._chosen = (self._chosen + step) % len(self._offers)
            self._show_offers()
        return self._complete is not None

    def take(self) -> bool:
        """Complete the answer by the name that is offered, again by the next one; whether this question has names at
        all."""
        if self._offers:
            self._taken = self._offers[self._chosen].answer
            self._put(self._taken)
        return self._complete is not None

    def clear(self) -> None:
        """Drop what was typed."""
        self._input.value = ""

    def close(self) -> None:
        """Ask no more."""
        self._then = None

    def on_resize(self, event: events.Resize) -> None:
        """The question gives way to the answer."""
        self._fit_question()
        if self._complete is not None:
            self._show_offers()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Nobody else is to hear of it."""
        event.stop()

    def _changed(self, text: str) -> None:
        if is_choice(self._words):
            self._choose(clean(text).lower())
        elif self.asking:
            if self._fault:
                self._say_fault("")
            if _REPLACES in self._keys:
                self._keys = _KEYS  # what was filled in has been changed
                self.tell("")
            self._offer(text)
            self._typed(clean(text))

    def _choose(self, letter: str) -> None:
        """In a choice y and n answer at once, and nothing else that is typed stays."""
        if letter == "y" and self._then:
            self._then(letter)
        elif letter == "n" and self._then:
            self.when_declined()
        elif letter:
            self.clear()

    def _submitted(self) -> object:
        """What came of the answer, to be awaited where it can be."""
        if then := self._then:
            answer = clean(self._input.value)
            try:
                self._check(answer)
            except ValueError as error:
                self._say_fault(capitalised(str(error)))
            else:
                return then(answer)
        return None

    def _put(self, text: str) -> None:
        self._input.value = text
        self._input.cursor_position = len(text)

    def _assist(self, assistance: Assistance | None) -> None:
        """Have the keys that complete and bring back answered here, before the screen that may have bound them."""
        self._input.commands = {}
        if assistance:
            self._complete = assistance.complete
            self._input.commands = {
                "up": lambda: self._put(assistance.earlier(self._input.value)),
                "down": lambda: self._put(assistance.later(self._input.value)),
                "tab": self.take,
                "shift+tab": lambda: self.choose(-1),
            }

    def _say_fault(self, words: str) -> None:
        """Say in the place of the question what is wrong with the answer; with no words, ask again."""
        self._fault = foreign(words)
        self._fit_question()

    # How it is laid out

    def _fit_question(self) -> None:
        asked, ink = (self._fault, "fault") if self._fault else (self._words.removesuffix(_CHOICE).rstrip(), "accent")
        keys: list[Piece] = [(f" {_CHOICE} ", "dim")] if is_choice(self._words) else []
        self._above.display = self._is_above
        if self._is_above:
            self._above.show(*_question_lines(asked, ink, self._room + 2, message_rows(self.screen.size.height)))
            pieces = keys or [(" ", "text")]
        else:
            pieces = [(f" {asked} ", ink), *keys]
        self._question.styles.width = size(pieces)
        self._question.show(pieces)

    @property
    def _is_above(self) -> bool:
        """Whether there is no room for question, answer and keys side by side, or for a fault in its place."""
        keys = size(named_keys([key for key in self._keys if key != _REPLACES]))
        names = _OFFER if self._complete else 0
        is_sign = cells(self._words) == 1  # as / and :, which stand before what is typed
        return bool(self._fault) or (not is_sign and cells(self._words) + 2 + _ANSWER + names + keys > self._room)

    @property
    def _room(self) -> int:
        return self.screen.size.width - 2

    @property
    def _spare(self) -> int:
        """Cells beside question and answer."""
        question = 0 if self._is_above else cells(self._words)
        return self._room - question - max(_ANSWER, cells(self._input.value) + 2)

    def _offer(self, text: str) -> None:
        if self._complete is None:
            return
        is_argument_next = text.endswith(" ")
        if text and text == self._taken and len(self._offers) > 1 and not is_argument_next:
            self._chosen = (self._chosen + 1) % len(self._offers)
        else:
            self._offers, self._chosen, self._taken = self._complete(text), 0, ""
        self._show_offers()

    def _show_offers(self) -> None:
        if self._complete is not None:
            keys = self._key_hints()
            gap: list[Piece] = [("  ", "text")] if self._offers and keys else []
            offered = offers_line(self._offers, self._chosen, max(self._spare - size([*gap, *keys]), 0))
            self._show_told([*offered, *gap, *keys])
        else:
            self.tell("")

    def _key_hints(self) -> list[Piece]:
        """Which keys end the question, where there is room beside the answer; the way out where there is for one."""
        names = _OFFER if self._offers else 0
        keys = (self._keys, _KEYS, _KEYS[-1:]) if self._keys else ()
        fitting = (pieces for pieces in map(named_keys, keys) if size(pieces) + names <= self._spare)
        return next(fitting, [])

    def _show_told(self, pieces: list[Piece]) -> None:
        width = size(pieces)
        self._told.styles.width = width + 1 if width else 0
        self._told.show(pieces)


def any_answer(_: str) -> None:
    """Any answer will do, and none at all."""


def _some_answer(text: str) -> None:
    if not text:
        raise ValueError("Nothing is typed: Esc cancels")


def _question_lines(asked: str, ink: str, width: int, rows: int) -> list[list[Piece]]:
    """What is asked, in at most so many ``rows``: the sentences before the question give way to it."""
    before, stop, question = asked.rpartition(". ")
    if not stop or len(message_lines([(asked, ink)], width, rows + 1)) <= rows:
        return message_lines([(asked, ink)], width, rows)
    return [*message_lines([(f"{before}.", ink)], width, rows - 1), *message_lines([(question, ink)], width, 1)]
