"""The question in the foot of a screen that lies over the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual.screen import Screen
from textual.widget import Widget

from arxtui.tui.present.completing import Assistance
from arxtui.tui.widgets.prompt import Prompt


class FootQuestion:
    """A question takes the place of the foot while it waits, and gives the keyboard back to ``body``. The screen
    mounts the ``prompt``."""

    def __init__(self, screen: Screen[Any], body: Widget, prompt_id: str) -> None:
        self._screen = screen
        self._body = body
        self._dropped: Callable[[], object] | None = None
        self.prompt = Prompt(id=prompt_id)
        self.prompt.when_declined = self.leave

    @property
    def is_asking(self) -> bool:
        """Whether a question waits for its answer."""
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
        dropped: Callable[[], object] | None = None,
        assistance: Assistance | None = None,
    ) -> object:
        """Ask, as :meth:`Prompt.ask` does; ``dropped`` hears of who leaves without an answer."""

        def answered(text: str) -> object:
            self.put_away()
            return then(text)

        self._screen.add_class("-asking")
        self._dropped = dropped
        return self.prompt.ask(words, text, answered, typed, names, check, assistance)

    def prepare(self, answer: str | None) -> None:
        """Have the next question answered by this, or by nobody."""
        self.prompt.prepared = answer

    def complete(self) -> None:
        """Complete the answer."""
        if self.is_asking:
            self.prompt.complete()

    def choose(self, step: int) -> bool:
        """Offer another name; False where no question with names waits."""
        return self.is_asking and self.prompt.choose(step)

    def put_away(self) -> bool:
        """Ask no more; False where nothing was asked."""
        was_asking = self.is_asking
        if was_asking:
            self.prompt.close()
            self._screen.remove_class("-asking")
            self._screen.set_focus(self._body)
        return was_asking

    def leave(self) -> bool:
        """Leave without an answer; False where nothing was asked."""
        was_asking = self.put_away()
        if was_asking and self._dropped:
            self._dropped()
        return was_asking
