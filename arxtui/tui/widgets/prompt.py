"""A prompt at the bottom: a question and a line for the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input

from arxtui.text import cells, clean
from arxtui.tui.present.completion import Assistance, Completer, Offer, offer_at, offers, offers_line
from arxtui.tui.present.line import Piece, capitalised, foreign, message_lines, message_rows, named_keys, size
from arxtui.tui.widgets.ink import Bar, KeyBar
from arxtui.tui.widgets.line_input import LineInput

_MIN_ANSWER, _MIN_CHOSEN = 12, 4
"""The minimum width of the answer in cells, if the terminal is wide enough, and while names are offered, which take its
place."""
_MIN_OFFER = 12
"""Cells that are reserved for offered names before keys are shown beside them."""
_GAP = 2
"""Cells between the offered names and the keys."""
_ANY_WIDTH = 10_000
_KEYS = (("Enter", "ok"), ("Esc", "cancel"))
_REPLACES = ("typing", "replaces it")
_CHOICE_KEYS: list[Piece] = [(" Enter", "accent"), (" yes · ", "dim"), ("Esc", "accent"), (" no ", "dim")]
_CHOICE = "".join(text for text, _ in _CHOICE_KEYS).strip()


def choice(question: str) -> str:
    """Return a yes-or-no question with its keys: ``Mark 239 papers read? Enter yes · Esc no``."""
    return f"{question}? {_CHOICE}"


def is_choice(words: str) -> bool:
    """Return whether a question is answered by yes or no."""
    return words.endswith(_CHOICE)


class Prompt(Vertical):
    """One question at a time. It stands beside its answer, or above if question, answer and keys do not fit on one
    line. Enter submits the answer unless it is rejected; the caller closes the prompt."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._above = Bar(id="question-above")
        self._question = Bar(id="question")
        self._input = LineInput(id="answer", compact=True, select_on_focus=False)
        self._hints = KeyBar(id="hints")
        self._words = ""
        self._fault = ""
        self._then: Callable[[str], object] | None = None
        self._typed: Callable[[str], object] = any_answer
        self._check: Callable[[str], object] = any_answer
        self.when_declined: Callable[[], object] = lambda: None
        """Called when the user presses n in a yes-or-no question."""
        self.prepared: str | None = None
        """The answer to submit to the next question, unless this is a yes-or-no question. The user is prompted only if
        the answer is rejected."""
        self._complete: Completer | None = None
        self._offers: list[Offer] = []
        self._chosen = 0
        self._offers_width = 0
        self._completed = ""
        """The last completed answer, while the line still shows it."""
        self._keys: Sequence[tuple[str, str]] = _KEYS

    def compose(self) -> ComposeResult:
        """Compose the question, the input line and the hints beside it."""
        yield self._above
        with Horizontal(id="answer-line"):
            yield self._question
            yield self._input
            yield self._hints

    def on_mount(self) -> None:
        """Connect the input line; its cursor does not blink."""
        self._input.cursor_blink = False
        self._input.when_submitted = self._submit
        self._input.when_typed = self._text_changed

    @property
    def question(self) -> str:
        """The open question; empty if there is none."""
        return self._words if self.asking else ""

    @property
    def asking(self) -> bool:
        """Whether a question is open."""
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
        """Prompt the user. ``text`` is the initial answer; it is selected, so typing replaces it.

        ``then`` is called with the submitted answer, ``typed`` with each text on the way. ``names``, or the
        ``assistance``, complete the answer. ``check`` raises ValueError, with words for the user, for an invalid
        answer: the words are shown, and the question and the typed text stay. Without ``check`` an empty answer is
        rejected, except in a yes-or-no question, where y and n answer immediately. Returns what ``then`` returned for a
        ``prepared`` answer, otherwise None.
        """
        self._words, self._then = foreign(words), then
        self._complete = partial(offers, names=names) if names is not None else None
        self._assist(assistance)
        self._typed, self._check = typed or any_answer, check or (any_answer if is_choice(words) else _some_answer)
        self._input.fill_in(text)
        prefilled = (_REPLACES,) if text else ()
        self._keys = (
            () if is_choice(words) else (*prefilled, *_KEYS)
        )  # the question of a choice already contains its keys
        self._offers, self._chosen, self._completed = self._complete(text) if self._complete else [], 0, ""
        self._say_fault("")
        self._show_offers()
        self.screen.set_focus(self._input)
        prepared, self.prepared = self.prepared, None
        if prepared is None or is_choice(words):
            return None
        self._put(prepared)
        return self._submit()

    def show_hint(self, words: str, ink: str = "dim") -> None:
        """Show words beside the answer; if they are empty, show the keys."""
        self._show_hints([(words, ink)] if words else self._key_hints())

    def choose(self, step: int) -> bool:
        """Offer another name. Return whether this question has names for completion."""
        if self._offers:
            self._chosen = (self._chosen + step) % len(self._offers)
            self._show_offers()
        return self._complete is not None

    def complete(self) -> bool:
        """Complete the answer with the offered name; a further call takes the next name. Return whether this question
        has names for completion."""
        if self._offers:
            self._completed = self._offers[self._chosen].answer
            self._put(self._completed)
        return self._complete is not None

    def clear(self) -> None:
        """Clear the answer."""
        self._input.value = ""

    def close(self) -> None:
        """Close the question."""
        self._then = None

    def on_resize(self, event: events.Resize) -> None:
        """Lay out the question again; it moves above the answer if there is too little room."""
        self._fit_question()
        if self._complete is not None:
            self._show_offers()

    def on_click(self, event: events.Click) -> None:
        """Complete the answer with the offered name that was clicked."""
        cell = event.screen_x - self._hints.region.x
        is_on_offers = event.widget is self._hints and cell < self._offers_width
        if is_on_offers and (offer := offer_at(self._offers, self._chosen, cell)):
            self._chosen = self._offers.index(offer)
            self.complete()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Stop the event: no other widget needs it."""
        event.stop()

    def _text_changed(self, text: str) -> None:
        if is_choice(self._words):
            self._choose(clean(text).lower())
        elif self.asking:
            if self._fault:
                self._say_fault("")
            if _REPLACES in self._keys:
                self._keys = _KEYS  # the user has changed the initial answer
                self.show_hint("")
            self._offer(text)
            self._typed(clean(text))

    def _choose(self, letter: str) -> None:
        """Answer a yes-or-no question on y or n; remove any other typed text."""
        if letter == "y" and self._then:
            self._then(letter)
        elif letter == "n" and self._then:
            self.when_declined()
        elif letter:
            self.clear()

    def _submit(self) -> object:
        """Submit the answer and return the result of ``then``, which can be an awaitable."""
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
        """Let the input line handle the keys for completion and history, before the bindings of the screen."""
        self._input.commands = {}
        if assistance:
            self._complete = assistance.complete
            self._input.commands = {
                "up": lambda: self._put(assistance.earlier(self._input.value)),
                "down": lambda: self._put(assistance.later(self._input.value)),
                "tab": self.complete,
                "shift+tab": lambda: self.choose(-1),
            }

    def _say_fault(self, words: str) -> None:
        """Show what is wrong with the answer above the question; if ``words`` is empty, show only the question."""
        self._fault = foreign(words)
        self._fit_question()

    # Layout

    def _fit_question(self) -> None:
        question = self._words.removesuffix(_CHOICE).rstrip()
        keys = _CHOICE_KEYS if is_choice(self._words) else []
        above = [(self._fault, "fault")] if self._fault else []
        if self._is_above:
            above.append((question, "accent"))
            pieces = keys or [(" ", "text")]
        else:
            pieces = [(f" {question} ", "accent"), *keys]
        rows = message_rows(self.screen.size.height) // max(len(above), 1)
        lines = [line for text, ink in above for line in _question_lines(text, ink, self._room + 2, rows)]
        self._above.display = bool(lines)
        self._above.show(*lines or [[]])
        self._question.styles.width = size(pieces)
        self._question.show(pieces)

    @property
    def _is_above(self) -> bool:
        """Whether question, answer and keys do not fit side by side."""
        if cells(self._words) == 1:  # a sign such as / and :, which precedes the typed text
            return False
        if is_choice(self._words):
            return cells(self._words) + 2 > self._room
        keys = [key for key in self._keys if key != _REPLACES]
        least = _MIN_ANSWER + (_MIN_OFFER if self._offers else 0) + size(named_keys(keys))
        whole = _MIN_CHOSEN + self._width_of_all + size(named_keys(keys[-1:]))
        needed = max(least, whole) if self._offers and whole <= self._room else least
        return cells(self._words) + 2 + needed > self._room

    @property
    def _width_of_all(self) -> int:
        """The number of cells of all offered names."""
        return size(offers_line(self._offers, self._chosen, _ANY_WIDTH)) + _GAP

    @property
    def _room(self) -> int:
        assert isinstance(self.parent, Widget)  # a screen, or a panel that is narrower
        return self.parent.size.width - 2

    @property
    def _spare(self) -> int:
        """The number of free cells beside question and answer."""
        question = 0 if self._is_above else cells(self._words)
        least = _MIN_CHOSEN if self._offers else _MIN_ANSWER
        return self._room - question - max(least, cells(self._input.value) + 2)

    def _offer(self, text: str) -> None:
        if self._complete is None:
            return
        is_argument_next = text.endswith(" ")
        if text and text == self._completed and len(self._offers) > 1 and not is_argument_next:
            self._chosen = (self._chosen + 1) % len(self._offers)
        else:
            self._offers, self._chosen, self._completed = self._complete(text), 0, ""
        self._show_offers()

    def _show_offers(self) -> None:
        if self._complete is not None:
            keys = self._key_hints()
            gap: list[Piece] = [(" " * _GAP, "text")] if self._offers and keys else []
            offered = offers_line(self._offers, self._chosen, max(self._spare - size([*gap, *keys]), 0))
            self._offers_width = size(offered)
            self._show_hints([*offered, *gap, *keys])
        else:
            self.show_hint("")

    def _key_hints(self) -> list[Piece]:
        """Return the keys that end the question, if they fit beside the answer and all offered names, otherwise beside
        some of these; only the cancelling key if there is room for one."""
        keys = [named_keys(each) for each in (self._keys, _KEYS, _KEYS[-1:])] if self._keys else []
        names = (self._width_of_all, _MIN_OFFER) if self._offers else (0,)
        fitting = (pieces for room in names for pieces in keys if size(pieces) + room <= self._spare)
        return next(fitting, [])

    def _show_hints(self, pieces: list[Piece]) -> None:
        width = cells("".join(text for text, _ in pieces).rstrip())
        self._hints.styles.width = width + 1 if width else 0
        self._hints.show(pieces)


def any_answer(_: str) -> None:
    """Accept any answer, also an empty one."""


def _some_answer(text: str) -> None:
    if not text:
        raise ValueError("Nothing typed: Esc cancels")


def _question_lines(words: str, ink: str, width: int, rows: int) -> list[list[Piece]]:
    """Return the question in at most ``rows`` lines; sentences before the question itself are shortened first."""
    before, stop, question = words.rpartition(". ")
    if not stop or len(message_lines([(words, ink)], width, rows + 1)) <= rows:
        return message_lines([(words, ink)], width, rows)
    return [*message_lines([(f"{before}.", ink)], width, rows - 1), *message_lines([(question, ink)], width, 1)]
