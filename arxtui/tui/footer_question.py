"""A question in the footer of a screen over the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual.screen import Screen
from textual.widget import Widget

from arxtui.tui.present.completion import Assistance
from arxtui.tui.widgets.prompt import Prompt, any_answer


class FooterQuestion:
    """A question that replaces the footer until it is answered, then returns the focus to ``body``. The screen has to
    mount ``prompt``."""

    def __init__(self, screen: Screen[Any], body: Widget, prompt_id: str) -> None:
        self._screen = screen
        self._body = body
        self._on_leave: Callable[[], object] | None = None
        self.prompt = Prompt(id=prompt_id)
        self.prompt.when_declined = self.leave

    @property
    def is_asking(self) -> bool:
        """Whether a question is open."""
        return self.prompt.asking

    def ask(
        self,
        words: str,
        text: str,
        then: Callable[[str], object],
        *,
        names: Sequence[str] | None = None,
        check: Callable[[str], object] | None = None,
        typed: Callable[[str], object] | None = None,
        on_leave: Callable[[], object] | None = None,
        assistance: Assistance | None = None,
    ) -> object:
        """Ask a question, as :meth:`Prompt.ask` does; ``on_leave`` is called if the user leaves without an answer."""

        def close_and_answer(text: str) -> object:
            self.close()
            return then(text)

        self._screen.add_class("-asking")
        self._on_leave = on_leave
        return self.prompt.ask(words, text, close_and_answer, typed, names, check, assistance)

    def find(self, text: str, show: Callable[[str], object]) -> None:
        """Prompt for the words to find, at first ``text``. ``show`` is called with the words as they are typed, and
        with an empty text if the user leaves."""
        self.ask("Find", text, show, typed=show, check=any_answer, on_leave=lambda: show(""))

    def prepare(self, answer: str | None) -> None:
        """Answer the next question with this text; None cancels that."""
        self.prompt.prepared = answer

    def complete(self) -> None:
        """Complete the answer."""
        if self.is_asking:
            self.prompt.complete()

    def choose(self, step: int) -> bool:
        """Offer the next name (or the previous one). Returns False if no question with names is open."""
        return self.is_asking and self.prompt.choose(step)

    def close(self) -> bool:
        """Close the question and restore the footer. Returns False if none was open."""
        was_open = self.is_asking
        if was_open:
            self.prompt.close()
            self._screen.remove_class("-asking")
            self._screen.set_focus(self._body)
        return was_open

    def leave(self) -> bool:
        """Close the question without an answer, and call ``on_leave``. Returns False if none was open."""
        was_open = self.close()
        if was_open and self._on_leave:
            self._on_leave()
        return was_open
