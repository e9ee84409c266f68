"""What is told around the list: the bars, the heading, messages, and why it is empty."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from arxtui.library.addresses import Addresses
from arxtui.query.chips import chips
from arxtui.tui.present.bars import Tally, bottom_line, heading, top_line
from arxtui.tui.present.filters import view_name
from arxtui.tui.present.line import Piece, foreign
from arxtui.tui.present.states import Circumstances, nothing_to_list
from arxtui.tui.screens.panes import Panes
from arxtui.tui.view import News, View
from arxtui.tui.widgets.paper_list import Fetch

if TYPE_CHECKING:
    from arxtui.config.settings import Settings
    from arxtui.library.views import Listing


class Telling(Panes):
    """The panes, with words around them: ``view`` is what is listed, ``news`` what came in, ``progress`` what is being
    done."""

    def __init__(self, fetch: Fetch, settings: Settings) -> None:
        super().__init__(fetch, Addresses.of(settings.arxiv))
        self.settings = settings
        self.view = View()
        self.news = News()
        self.progress = ""
        self.alarms: Sequence[str] = ()
        """What the ledger finds missing or doubtful, a sentence each."""
        self._message: list[Piece] = []
        self._said_at: int | None = None

    def say(self, text: str, ink: str = "dim") -> None:
        """Say something in the bottom line, until the cursor moves on."""
        self._message = [(foreign(text), ink)] if text else []
        self._said_at = self.papers.key
        self.update_bars()

    def fall_silent(self) -> None:
        """What was said is said no more, from when the bottom line is written next."""
        self._message = []

    def moved_on(self) -> None:
        """The cursor may stand on another paper: then what was said is said no more."""
        if self.papers.key != self._said_at:
            self.fall_silent()

    def failed(self, error: Exception) -> None:
        """Say that the library could not do it."""
        self.say(str(error) or type(error).__name__, "fault")

    @property
    def picked_words(self) -> str:
        """What is picked, for the top line."""
        return ""

    def update_bars(self) -> None:
        """Write bars and heading anew."""
        if not self.is_mounted:
            return
        news, listing = self.news, self.view.listing
        now = datetime.now(UTC)
        self.top.show(
            top_line(
                self.size.width,
                waiting=news.waiting,
                picked=self.picked_words,
                alarms=self.alarms,
                progress=self.progress,
                freshness=news.freshness,
                now=now,
            )
        )
        if listing and self.bar.searching:
            self.bar.show_matches(self.tally(listing), listing.query.faults)
        elif listing:
            room = self.bar.size.width or self.size.width
            held = chips(self.view.query)
            self.bar.show_heading(heading(room, self.view_name(), listing.query, held, self.tally(listing)))
        self.update_bottom()
        self.papers.explain(nothing_to_list(self.circumstances()))

    def tally(self, listing: Listing) -> Tally:
        """How many papers the list has, as far as known."""
        return Tally(listing.total, listing.exact)

    def view_name(self) -> str:
        """What the query in the list is called; empty where it has no name."""
        return view_name(self.view.query)

    def update_bottom(self) -> None:
        """Write anew what tells where the cursor is."""
        position = self.papers.cursor + 1 if self.papers.count else 0
        listing = self.view.listing
        self.bottom.show(
            bottom_line(
                self.size.width,
                self.place,
                message=self._message,
                position=position,
                tally=self.tally(listing) if listing else Tally(0),
                warnings=[fault.reason for fault in self.bar.faults]
                + ([listing.note] if listing and listing.note else []),
            )
        )

    def circumstances(self) -> Circumstances:
        """All that decides what is said of an empty list."""
        counts = self.news.counts
        return Circumstances(
            query=self.view.query,
            subscribed=bool(self.settings.arxiv.categories),
            papers=counts.all if counts and self.view.listing else None,
            refreshing=bool(self.progress),
            freshness=self.news.freshness,
            notice=self.news.notice,
            typing=self.bar.searching,
        )
