"""The question in the bottom line, as the screen asks it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.widget import Widget

from arxtui.tui.screens.announced import Announced
from arxtui.tui.widgets.prompt import Prompt, is_choice


class Questions(Announced):
    """The panes, with questions."""

    _prompt: Prompt | None = None

    async def ask(
        self,
        words: str,
        text: str,
        then: Callable[[str], object],
        *,
        names: Sequence[str] | None = None,
        keys: str = "",
        check: Callable[[str], object] | None = None,
    ) -> None:
        """Ask; who answers, or goes elsewhere, is back where the question was asked. ``names`` complete the answer; one
        of the ``keys`` alone answers at once; ``check`` refuses what is no answer (:meth:`Prompt.ask`). Of a choice y
        and n answer at once, and nothing else that is typed stays."""
        if self._prompt is None:
            self._prompt = Prompt(id="prompt")
            await self.mount(self._prompt)
        place = self.place

        def answered(text: str) -> None:
            self._put_away()
            self.go_to(place)
            then(text)

        def typed(text: str) -> None:
            letter, chooses = text.lower(), is_choice(words)
            if letter and letter in ("y" if chooses else keys):
                answered(text)
            elif chooses and letter == "n":
                self.action_back()
            elif chooses and letter and self._prompt:
                self._prompt.clear()

        self._asked_from = place
        self.add_class("-asking")
        self._prompt.ask(words, text, answered, typed, names, check)

    @property
    def question(self) -> str:
        """The question that waits for its answer; empty where none does."""
        return self._prompt.question if self._prompt else ""

    @property
    def asking(self) -> bool:
        """Whether a question waits for its answer."""
        return self._prompt is not None and self._prompt.asking

    def action_back(self) -> None:
        """Out of the question first."""
        if self.asking:
            self._put_away()
            self.go_to(self._asked_from)
        else:
            super().action_back()

    def action_next_pane(self) -> None:
        """Complete the answer."""
        if not (self.asking and self._prompt and self._prompt.take()):
            super().action_next_pane()

    def action_down(self) -> None:
        """Offer the next name."""
        if not (self.asking and self._prompt and self._prompt.choose(1)):
            super().action_down()

    def action_up(self) -> None:
        """Offer the name before."""
        if not (self.asking and self._prompt and self._prompt.choose(-1)):
            super().action_up()

    def focus_moved(self, widget: Widget) -> None:
        """Whoever leaves the question for a pane does not answer it."""
        if self.asking and widget.id != "answer":
            self._put_away()
        super().focus_moved(widget)

    def _put_away(self) -> None:
        if self._prompt:
            self._prompt.close()
        self.remove_class("-asking")
