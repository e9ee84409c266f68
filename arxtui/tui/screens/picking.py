"""Picking papers, and which papers a verb is about: those that are picked, else the one under the cursor."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from arxtui.tui.picks import LISTED, Meant, Picks
from arxtui.tui.present.states import NO_PAPER
from arxtui.tui.screens.saved import SavedViews
from arxtui.tui.widgets.prompt import choice

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.library.facade import Library
    from arxtui.library.views import Listing
    from arxtui.tui.screens.browsing import Opener

_ASKED_FROM = 200
"""Papers above which it is asked whether all of them are meant."""
_MOST = 100_000
"""Papers of one act: about a second, and records that are kept for good with a star or a tag."""


class Picking(SavedViews):
    """The panes, with papers that are picked."""

    def __init__(self, library: Library, opener: Opener, paths: Paths, settings: Settings) -> None:
        super().__init__(library, opener, paths, settings)
        self.picks = Picks()

    def action_pick(self) -> None:
        """Pick, or no longer, and move on."""
        if (key := self.papers.key) is not None:
            self.picks.toggle(key)
            self.show_picks()
            self.papers.move(1)

    def action_pick_range(self) -> None:
        """All from the last pick to here."""
        first = self.picks.mark
        place = None if first is None else self.papers.place_of(first)
        if place is None:
            self.say("M selects all from the last paper that m selected to this one: m first")
        else:
            self._pick_between(place, self.papers.cursor)

    def action_pick_above(self) -> None:
        """All above, with this one."""
        self._pick_between(0, self.papers.cursor)

    def action_pick_all(self) -> None:
        """All of the list; none where all are picked."""
        listing = self.view.listing
        if listing is None or not listing.total:
            self.say(NO_PAPER)
        else:
            before, self.picks = self.picks, Picks()
            self.picks.take_all(listing)
            if before.meant() == self.picks.meant():
                self.picks = Picks()
            self.show_picks()

    def action_back(self) -> None:
        """The picks go first, but a question or a search is answered before."""
        if self.picks and not self.asking and not self.bar.searching:
            self.drop_picks()
        else:
            super().action_back()

    def drop_picks(self) -> None:
        """Nothing is picked any more."""
        self.picks = Picks()
        self.show_picks()

    def drop_if_picked(self, meant: Meant) -> None:
        """Something was done to papers: if they are those picked, they no longer are."""
        if meant.row is None and self.picks and self.picks.meant() == meant:
            self.drop_picks()

    def show_picks(self) -> None:
        """Show which papers are picked, and how many."""
        self.papers.show_picks(self.picks)
        self.update_bars()

    def meant(self) -> Meant | None:
        """The papers that a verb is about: the picked ones, else the one under the cursor; None, which is said, where
        there is none, or more than one act takes."""
        if len(self.picks) > _MOST:
            self.say(f"One act takes {_MOST:,} papers at most, not {len(self.picks):,}: search or filter first")
            return None
        if self.picks:
            return self.picks.meant()
        row = self.papers.row
        if row is None:
            self.say(NO_PAPER)
        return Meant((row.key,), row=row) if row else None

    async def ask_if_many(self, meant: Meant, does: str, then: Callable[[], object]) -> None:
        """Go on, after a question where the papers are many. ``does`` says what is about to be done to them:
        ``Star {}``."""
        if meant.number > _ASKED_FROM:
            await self.ask(choice(does.format(meant.words)), "", lambda _: then())
        else:
            then()

    @property
    def picked_words(self) -> str:
        """``12 selected``; empty where nothing is."""
        return f"{len(self.picks):,} selected" if self.picks else ""

    def after_list(self) -> None:
        """All of a long list are picked for as long as it is shown."""
        super().after_list()
        if self.picks.leave_list():
            self.drop_picks()
            self.call_after_refresh(self.say, "The selection ended with its list")

    def after_growth(self, listing: Listing) -> None:
        """All papers of the list are known now."""
        super().after_growth(listing)
        self.picks.settle(listing)

    def _pick_between(self, one: int, other: int) -> None:
        first, last = sorted((one, other))
        if last - first >= LISTED:
            self.say(f"That would be {last - first + 1:,} papers: % selects all of the list")
        elif self.papers.count:
            self.picks.add(self.papers.keys[first : last + 1])
            self.picks.mark = self.papers.key
            self.show_picks()
