"""The prompt in the bottom line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.widget import Widget

from arxtui.tui.widgets.prompt import Prompt

if TYPE_CHECKING:
    from arxtui.tui.footer_question import FooterQuestion
    from arxtui.tui.present.completion import Assistance
    from arxtui.tui.services.panes import Panes
    from arxtui.tui.widgets.panes import PanesScreen


class Questions:
    """Prompts on the main screen. ``overlay_question`` is the prompt of the screen over the list, while that screen
    handles prompts itself."""

    overlay_question: FooterQuestion | None = None

    def __init__(self, screen: PanesScreen, panes: Panes) -> None:
        self._screen = screen
        self._session = screen.session
        self._panes = panes
        self._prompt: Prompt | None = None
        self._origin = screen.session.place

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
        """Prompt the user. After an answer, or when the prompt is left, the focus returns to where the prompt was
        opened. ``names`` complete the answer; ``check`` rejects invalid answers (:meth:`Prompt.ask`)."""
        if self.overlay_question:
            return self.overlay_question.ask(words, text, then, names=names, check=check, assistance=assistance)
        if self._prompt is None:
            self._prompt = Prompt(id="prompt")
            self._prompt.when_declined = self.leave
            await self._screen.mount(self._prompt)
        prompt, place = self._prompt, self._session.place

        def answered(text: str) -> object:
            self._close()
            self._panes.go_to(place)
            return then(text)

        self._origin = place
        self._show(prompt, is_asking=True)
        return prompt.ask(words, text, answered, names=names, check=check, assistance=assistance)

    def prepare(self, answer: str | None) -> None:
        """Answer the next question with this text, or with nothing if None. Requires that a question was asked
        before."""
        if self.overlay_question:
            self.overlay_question.prepare(answer)
        elif self._prompt:
            self._prompt.prepared = answer

    @property
    def words(self) -> str:
        """The open question; empty if there is none."""
        return self._prompt.question if self._prompt else ""

    @property
    def is_asking(self) -> bool:
        """Whether a question is open."""
        return self._prompt is not None and self._prompt.asking

    def leave(self) -> bool:
        """Close the question and return to where it was asked. Return whether one was open."""
        if not self.is_asking:
            return False
        self._close()
        self._panes.go_to(self._origin)
        return True

    def complete(self) -> bool:
        """Complete the answer. Return whether the question has names for completion."""
        return self.is_asking and self._prompt is not None and self._prompt.complete()

    def choose(self, step: int) -> bool:
        """Offer another name. Return whether the question has names for completion."""
        return self.is_asking and self._prompt is not None and self._prompt.choose(step)

    def focus_moved(self, widget: Widget) -> None:
        """Close the question without an answer if the focus has moved to a pane."""
        if self.is_asking and widget.id != "answer":
            self._close()

    def _close(self) -> None:
        if self._prompt:
            self._prompt.close()
            self._show(self._prompt, is_asking=False)

    def _show(self, prompt: Prompt, *, is_asking: bool) -> None:
        """Show the prompt or the key bar. A class of the screen would have Textual update the styles of every widget,
        which takes a third of the time of the key."""
        for widget in (self._screen.bottom, prompt):
            widget.set_class(is_asking, "-asking")
