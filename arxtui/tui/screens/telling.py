"""What is told around the list: the bars, the heading, messages, and why it is empty."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from arxtui.library.addresses import Addresses
from arxtui.query.chips import chips
from arxtui.tui.actions import Fact, Place
from arxtui.tui.messages import Messages
from arxtui.tui.present.bars import Heading, Tally, bottom_lines, heading, never_online, top_line
from arxtui.tui.present.filters import FOR_YOU, view_name
from arxtui.tui.present.states import Circumstances, nothing_to_list
from arxtui.tui.screens.panes import Panes
from arxtui.tui.view import News, View
from arxtui.tui.widgets.paper_list import Fetch

if TYPE_CHECKING:
    from arxtui.config.settings import Settings
    from arxtui.library.views import Listing
    from arxtui.model.expr import Fault


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
        self.messages = Messages()

    def say(self, text: str, ink: str = "dim") -> None:
        """Say something in the bottom line, until the user's next act."""
        self.messages.say(text, ink)
        self.update_bars()

    def say_while(self, cause: str, text: str, ink: str = "dim") -> None:
        """Say something that is so until its cause ends (``messages.Messages``)."""
        self.say(text, ink)
        self.messages.bind(cause)

    def cause_ended(self, cause: str) -> None:
        """What was said because of it is so no more."""
        if self.messages.end(cause):
            self.say("")

    def next_act(self) -> None:
        """The user goes on: the message has been read."""
        if self.messages.next_act():
            self.update_bottom()

    def fall_silent(self) -> None:
        """What was said is said no more, from when the bottom line is written next."""
        self.messages.say("", "")

    def failed(self, error: Exception) -> None:
        """Say that the library could not do it."""
        self.say(str(error) or type(error).__name__, "fault")

    @property
    def expects_rows(self) -> bool:
        """Whether keys are meant for rows that are on their way: those of the filter, or a list that was chosen."""
        if self.place is Place.FILTER and not self.filters.count:
            return not self.news.counts
        return self.place is not Place.SEARCH and self.view.is_awaited

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
                alarms=() if never_online(news.freshness) else self.alarms,
                progress=self.progress,
                freshness=news.freshness,
                now=now,
            )
        )
        if listing and self.bar.searching:
            self.bar.show_matches(self.tally(listing), listing.query.faults)
        elif listing:
            room = self.bar.size.width or self.size.width
            self.bar.show_heading(self._heading(room, listing))
        self.update_bottom()
        self.papers.explain(nothing_to_list(self.circumstances()))

    def _heading(self, room: int, listing: Listing) -> Heading:
        dated = self.papers.dated if self.papers.count else ()
        query = listing.query._replace(faults=tuple(self.view.faults))
        return heading(room, self.view_name(), query, chips(self.view.query), self.tally(listing), dated)

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
            *bottom_lines(
                self.size.width,
                self.place,
                facts=self.facts(),
                message=self.messages.pieces,
                position=position,
                tally=self.tally(listing) if listing else Tally(0),
                warnings=[fault.reason for fault in self._faults]
                + ([listing.note] if listing and listing.note else []),
            )
        )

    @property
    def _faults(self) -> Sequence[Fault]:
        """What is wrong with the query, to be said: while it is typed at once, later where nothing else is said."""
        if self.bar.searching:
            return self.bar.faults
        return () if self.messages.current else self.view.faults

    def facts(self) -> frozenset[Fact]:
        """What holds now of that which decides which keys do something."""
        news, row, settings = self.news, self.filters.row, self.settings
        holds = {
            Fact.PAPERS: self.papers.count,
            Fact.STORED: news.counts and news.counts.all,
            Fact.DAYS: news.counts and news.counts.days,
            Fact.WAITING: news.waiting,
            Fact.FOLLOWING: settings.arxiv.categories or settings.pith.listing_url,
            Fact.UNSUBSCRIBED: not settings.arxiv.categories,
            Fact.UNDOABLE: news.undoable,
            Fact.TERM: row and row.query and row.query != FOR_YOU,
            Fact.QUERY: self.view.query,
            Fact.OFFERED: self.circumstances().offers,
        }
        return frozenset(fact for fact, is_so in holds.items() if is_so)

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
            faulty=bool(self.view.faults),
            elsewhere=self.place not in (Place.LIST, Place.SEARCH),
            read=counts.read if counts else 0,
            read_this_week=self.news.read_this_week,
            muted=self.tally(self.view.listing).muted if self.view.listing else 0,
        )
