"""Finding in the text: as you type, with the number of places, forwards and backwards."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING

from arxtui.reader.find import Match
from arxtui.reader.lines import Place
from arxtui.tui.present.reading import Shade
from arxtui.tui.present.reading_bars import FootLine, found_words
from arxtui.tui.screens.reading_contents import Sections
from arxtui.tui.widgets.laid_out_page import Spot

if TYPE_CHECKING:
    from arxtui.tui.context import Context


class Finding(Sections):
    """The page, with what was found in it."""

    def __init__(self, context: Context, key: int) -> None:
        super().__init__(context, key)
        self._wanted = ""
        self._matches: Sequence[Match] = ()
        self._at: int | None = None
        self._begun: Spot | None = None

    def action_find(self) -> None:
        """Ask what to find."""
        self.to_one_page()
        self._begun = self.text.spot
        self.ask("/", "", self._keep_find, self._typed)

    def close_prompt(self) -> None:
        """Who drops the question is back where it was asked."""
        begun, self._begun = self._begun, None
        super().close_prompt()
        if begun is not None:
            self.find("")
            self.text.go_to(*begun)

    def _typed(self, text: str) -> None:
        if self._begun is not None:
            self.find(text)
            self.text.go_to(*self._begun)
            self._go_from(self._begun.place)
            self.prompt.tell(found_words(self.foot_told()) if text else "", "dim" if self._matches else "fault")

    def _keep_find(self, text: str) -> None:
        begun, self._begun = self._begun, None
        if begun and begun != self.text.spot:
            self._trail.leave(begun)
        super().close_prompt()
        self.update_bars()

    def find(self, text: str) -> None:
        """Find a text in all of the document, and shade it."""
        self._wanted, self._at = text, None
        self._matches = self.text.page.finder.find(text) if text and self.text.page else ()
        self.text.repaint()
        self.update_bars()

    @property
    def is_finding(self) -> bool:
        """Whether what was found is shaded."""
        return bool(self._wanted)

    def find_again(self) -> None:
        """Find the same in another document."""
        self.find(self._wanted)

    def action_next_match(self) -> None:
        """The next place."""
        self._step_match(1)

    def action_previous_match(self) -> None:
        """The one before."""
        self._step_match(-1)

    def _step_match(self, step: int) -> None:
        if not self._matches:
            self.say("Nothing was found: / finds" if not self._wanted else "Nothing was found")
        elif self._at is None:
            self._go_from(self.text.place)
        else:
            self._show_match((self._at + step) % len(self._matches))

    def _go_from(self, place: Place) -> None:
        """To the first match from a place on, else to the first of all."""
        if self._matches:
            self._show_match(bisect_left(self._matches, place, key=lambda match: match.place) % len(self._matches))

    def _show_match(self, at: int) -> None:
        changed = {self._matches[place].block for place in (self._at, at) if place is not None}
        self._at = at
        self.text.bring_into_sight(self._matches[at].place)
        self.text.repaint(changed)
        self.update_bars()

    def shades(self, block: int) -> list[Shade]:
        """What was found, and of that the place that is targets, below what is chosen."""
        here = [self._matches[self._at]] if self._at is not None else []
        return [Shade("match", self._matches), Shade("match-here", here), *super().shades(block)]

    def foot_told(self) -> FootLine:
        """With how many places were found."""
        at = 0 if self._at is None else self._at + 1
        return super().foot_told()._replace(find=self._wanted, found=len(self._matches), place=at)
