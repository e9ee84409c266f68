"""Triage mode, as the main screen has it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from arxtui.tui.present.states import NO_PAPER
from arxtui.tui.screens.sending import Sending

if TYPE_CHECKING:
    from arxtui.library.views import Listing
    from arxtui.tui.picks import Meant
    from arxtui.tui.screens.deciding_screen import DecidingScreen


class Deciding(Sending):
    """The panes, and one paper of theirs after the other over the whole screen."""

    _deciding: DecidingScreen | None = None

    def action_decide(self) -> None:
        """Go through the picked papers, else through the list from here on."""
        keys = self.picks.meant().keys
        if not keys and not self.papers.count:
            self.say(NO_PAPER)
            return
        from arxtui.tui.screens.deciding_screen import DecidingScreen

        place = 0 if keys else self.papers.cursor
        self._deciding = DecidingScreen(self, keys or self.papers.keys, place)
        self.app.push_screen(self._deciding, lambda _: self._left_deciding())

    def _left_deciding(self) -> None:
        deciding, self._deciding = self._deciding, None
        if deciding:
            place = min(deciding.place, len(deciding.pages) - 1)
            self.papers.go_to_paper(deciding.pages.keys[place])
        self.show_paper()
        self.update_bars()

    # What is asked and what goes on is shown where the user looks

    def meant(self) -> Meant | None:
        """In triage mode, its paper."""
        return self._deciding.meant() if self._deciding else super().meant()

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
        """In triage mode, ask there."""
        if self._deciding:
            self._deciding.question.ask(words, text, then, names=names, check=check)
        else:
            await super().ask(words, text, then, names=names, keys=keys, check=check)

    def reload(self, keys: Sequence[int] | None) -> None:
        """Show it in triage mode, too."""
        super().reload(keys)
        if self._deciding:
            self._deciding.forget(keys)

    def after_turn(self, key: int | None) -> None:
        """Triage goes back to the paper."""
        super().after_turn(key)
        if self._deciding and key is not None:
            self._deciding.go_to_paper(key)

    def after_growth(self, listing: Listing) -> None:
        """Triage goes on through the rest of the list."""
        super().after_growth(listing)
        if self._deciding and not self.picks:
            self._deciding.pages.keys = listing.keys
            self._deciding.update_bars()

    def say(self, text: str, ink: str = "dim") -> None:
        """Say it in triage mode, too."""
        super().say(text, ink)
        if self._deciding:
            self._deciding.say(text, ink)
