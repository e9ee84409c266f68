"""The state of the reader: what is listed, counted, selected and said. Free of Textual."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arxtui.query.bare_codes import note_on_codes, with_categories
from arxtui.tui.actions import Place
from arxtui.tui.present.bars import Tally
from arxtui.tui.present.filter.rows import view_name
from arxtui.tui.state.filter_groups import base_of
from arxtui.tui.state.messages import Messages
from arxtui.tui.state.selection import Selection
from arxtui.tui.state.view import Counted, News, View

if TYPE_CHECKING:
    from arxtui.config.settings import Settings
    from arxtui.library.views import Listing, ViewCount


class Session:
    """``view`` is what is listed, ``news`` what came in meanwhile, ``counted`` how the papers of a query divide,
    ``progress`` what is being done, ``alarms`` what the ledger finds missing or doubtful (a sentence each), ``place``
    the pane with the keyboard."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.place = Place.LIST
        self.view = View()
        self.news = News()
        self.progress = ""
        self.alarms: Sequence[str] = ()
        self.messages = Messages()
        self.selection = Selection()
        self.counted: Counted | None = None
        self.saved_views: Sequence[ViewCount] = ()
        self.offered = 0
        """Which of the queries that might be meant is chosen."""

    @property
    def is_counted(self) -> bool:
        """Whether the papers that were counted last are those in the list."""
        counted, view = self.counted, self.view
        return counted is not None and (counted.query, counted.typing) == (view.query, view.typing)

    @property
    def all_read(self) -> bool:
        """Whether nothing at all is unread."""
        return self.news.counts is not None and not self.news.counts.unread

    @property
    def base_query(self) -> str:
        """The query that the filter's rows and months build upon: the one that their numbers were counted for."""
        counted, asked = self.counted, self.view.asked
        if counted and (counted.query, counted.typing) == (asked.query, asked.typing):
            return counted.base
        return base_of(asked.whole_query, all_read=self.all_read)

    @property
    def offers(self) -> Sequence[str]:
        """Queries that might be meant by one that nothing matches."""
        listing = self.view.listing
        if self.counted is None or not self.is_counted or listing is None or listing.keys:
            return ()
        return self.counted.offers

    @property
    def note_on_codes(self) -> str:
        """That codes of categories in the query were taken for words, where that is not offered."""
        query = self.view.asked.query
        return "" if with_categories(query) in self.offers else note_on_codes(query)

    @property
    def view_name(self) -> str:
        """What the query in the list is called, as a saved view first; empty where it has no name."""
        shown = self.view.shown_query
        saved = (view.name for view, *_ in self.saved_views if view.query == shown)
        return next(saved, None) or view_name(self.view.query)

    def tally(self, listing: Listing) -> Tally:
        """How many papers a listing has: exactly, once they are counted."""
        if not (self.is_counted and self.counted):
            return Tally(listing.total, listing.exact)
        facets = self.counted.facets
        states = dict(facets.states)
        total = listing.total if listing.exact else facets.total
        return Tally(total, unread=states.get("unread", 0), muted=states.get("muted", 0))
