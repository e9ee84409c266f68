"""The question in the bottom line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.widget import Widget

from arxtui.tui.widgets.prompt import Prompt

if TYPE_CHECKING:
    from arxtui.tui.footer_question import FooterQuestion
    from arxtui.tui.present.completion import Assistance
    from arxtui.tui.screens.main import MainScreen
    from arxtui.tui.state.session import Session


class Questions:
    """``asked_in`` is the question of the screen that lies over the list, while that answers for it."""

    asked_in: FooterQuestion | None = None

    def __init__(self, screen: MainScreen, session: Session) -> None:
        self._screen = screen
        self._session = session
        self._prompt: Prompt | None = None
        self._asked_from = session.place

    async def ask(
        self,
        words: str,
        text: str,
        then: Callable[[str], object],
        *,
        names: Sequence[str] | None = None,
        check: Callable[[str], object] | None = None,
        assistance: Assistance | None = None,
    ) -> object:
        """Ask; who answers, or goes elsewhere, is back where the question was asked. ``names`` complete the answer;
        ``check`` refuses what is no answer (:meth:`Prompt.ask`)."""
        if self.asked_in:
            return self.asked_in.ask(words, text, then, names=names, check=check, assistance=assistance)
        if self._prompt is None:
            self._prompt = Prompt(id="prompt")
            self._prompt.when_declined = self.leave
            await self._screen.mount(self._prompt)
        prompt, place = self._prompt, self._session.place

        def answered(text: str) -> object:
            self._put_away()
            self._screen.go_to(place)
            return then(text)

        self._asked_from = place
        self._screen.add_class("-asking")
        return prompt.ask(words, text, answered, names=names, check=check, assistance=assistance)

    def prepare(self, answer: str | None) -> None:
        """Have the next question answered by this, or by nobody. A question was asked before."""
        if self.asked_in:
            self.asked_in.prepare(answer)
        elif self._prompt:
            self._prompt.prepared = answer

    @property
    def words(self) -> str:
        """The question that waits for its answer; empty where none does."""
        return self._prompt.question if self._prompt else ""

    @property
    def is_asking(self) -> bool:
        """Whether a question waits for its answer."""
        return self._prompt is not None and self._prompt.asking

    def leave(self) -> bool:
        """Put the question away and return to where it was asked; whether there was one."""
        if not self.is_asking:
            return False
        self._put_away()
        self._screen.go_to(self._asked_from)
        return True

    def complete(self) -> bool:
        """Complete the answer; whether a question takes names."""
        return self.is_asking and self._prompt is not None and self._prompt.take()

    def choose(self, step: int) -> bool:
        """Offer another name; whether a question takes names."""
        return self.is_asking and self._prompt is not None and self._prompt.choose(step)

    def focus_moved(self, widget: Widget) -> None:
        """Whoever leaves the question for a pane does not answer it."""
        if self.is_asking and widget.id != "answer":
            self._put_away()

    def _put_away(self) -> None:
        if self._prompt:
            self._prompt.close()
        self._screen.remove_class("-asking")
