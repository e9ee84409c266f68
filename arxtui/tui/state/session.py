"""State of the reader: listing, counts, selection and messages. Free of Textual."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from arxtui.light import frozen
from arxtui.query.chips import chips
from arxtui.query.literal_words import as_meant, note_on_literals
from arxtui.tui.actions import Place
from arxtui.tui.present.bars import Tally
from arxtui.tui.present.filter.rows import view_name
from arxtui.tui.present.line import Piece, foreign
from arxtui.tui.state.filter_groups import base_of, group_of
from arxtui.tui.state.selection import Selection
from arxtui.tui.state.view import News, QueryCounts, View

if TYPE_CHECKING:
    from arxtui.config.settings import Settings
    from arxtui.library.references.file_entries import FileEntries
    from arxtui.library.views import AuthorCounts, Listing, ViewCount


@frozen
class Message:
    """A sentence and its ink (colour role). ``cause`` names the job or question that the message is about, if that can
    end without a key press."""

    text: str
    ink: str
    cause: str = ""


class Messages:
    """The current message of the bottom line.

    A message is removed by the next act of the user. A message with a cause is also removed when the cause ends: the
    message about a failed refresh ends with the next successful refresh, however that refresh was started.
    """

    def __init__(self) -> None:
        self.current: Message | None = None
        self.previous: Message | None = None
        """The message that was shown when the present act began. A second key press that confirms a message refers to
        it."""

    def say(self, text: str, ink: str) -> None:
        """Replace the message. An empty ``text`` removes it."""
        self.current = Message(foreign(text), ink) if text else None

    def bind(self, cause: str) -> None:
        """Set the cause of the present message, so that the message ends with the cause."""
        if self.current:
            self.current = Message(self.current.text, self.current.ink, cause)

    def end(self, cause: str) -> bool:
        """Remove the message if it has this cause. Return whether a message was removed."""
        if self.current is None or self.current.cause != cause:
            return False
        self.current = None
        return True

    def next_act(self) -> bool:
        """Remove the message because a new act begins. Return whether a message was removed."""
        self.previous, self.current = self.current, None
        return self.previous is not None

    @property
    def pieces(self) -> list[Piece]:
        """The message as text with its ink."""
        return [(self.current.text, self.current.ink)] if self.current else []


class Session:
    """The reader's state. ``view`` is the list, ``news`` what arrived since it was opened, ``counted`` the facet counts
    of a query, ``progress`` the text about running work, ``alarms`` one sentence for each gap or doubt in the ledger,
    and ``place`` the pane with the focus."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.place = Place.LIST
        self.view = View()
        self.news = News()
        self.progress = ""
        self.alarms: Sequence[str] = ()
        self.messages = Messages()
        self.open_texts: list[int] = []
        """The keys of the papers whose texts are open over the list, the one in front last."""
        self.marks_passed = settings.ui.mark_passed
        self.selection = Selection()
        self.counted: QueryCounts | None = None
        self.authors: tuple[str, AuthorCounts] | None = None
        """The query that authors were counted for last, and their counts."""
        self.when_counted: Callable[[], None] | None = None
        """The action of the user that waits for the facet counts."""
        self.saved_views: Sequence[ViewCount] = ()
        self.names: dict[str, str] = {}
        """The names of queries that commands made in this session."""
        self.bibliography: FileEntries | None = None
        """What the user's bibliography has; None until it was read."""
        self.offered = 0
        """Index of the chosen query in ``offers``."""

    @property
    def is_counted(self) -> bool:
        """Whether the facet counts are those of the list's query."""
        counted, view = self.counted, self.view
        return counted is not None and (counted.query, counted.typing) == (view.query, view.typing)

    @property
    def authors_counted(self) -> AuthorCounts | None:
        """The authors of the list's papers; None if they are not those of the present counts."""
        is_present = self.authors and self.counted and self.is_counted and self.authors[0] == self.counted.base
        return self.authors[1] if self.authors and is_present else None

    @property
    def all_read(self) -> bool:
        """Whether no paper at all is unread."""
        return self.news.counts is not None and not self.news.counts.unread

    @property
    def base_query(self) -> str:
        """The query that the filter's rows and months build upon; their numbers are counted for it."""
        counted, requested = self.counted, self.view.requested
        if counted and (counted.query, counted.typing) == (requested.query, requested.typing):
            return counted.base
        return base_of(requested.whole_query, all_read=self.all_read)

    @property
    def offers(self) -> Sequence[str]:
        """Suggested queries in place of a query without results."""
        listing = self.view.listing
        if self.counted is None or not self.is_counted or listing is None or listing.keys:
            return ()
        return self.counted.offers

    @property
    def note_on_literals(self) -> str:
        """A note that category codes and operators in the query were read as words; empty if ``offers`` already
        suggests what may have been meant."""
        query = self.view.requested.query
        return "" if as_meant(query) in self.offers else note_on_literals(query)

    @property
    def view_name(self) -> str:
        """The name of the list's query, as a saved view if there is one; empty if the query has no name."""
        return self.name_of(self.view.shown_query)

    @property
    def place_name(self) -> tuple[str, int]:
        """The name of the place that the list's query begins with, and the number of chips that the name replaces.
        Chips of the filter's groups stay: each replaces another of its group."""
        return self._place_of(self.view.shown_query)

    def title_of(self, query: str) -> str:
        """Return the name of a query, or that of the place it begins with and the rest: ``Unread wildfire*``."""
        place, number = self._place_of(query)
        rest = query[chips(query)[number - 1].end :].strip() if number else ""
        return self.name_of(query) or (f"{place} {rest}" if rest else query)

    def _place_of(self, query: str) -> tuple[str, int]:
        if (name := self.name_of(query)) and group_of(query):
            return name, 0
        ends = [chip.end for chip in chips(query)]
        for number in range(len(ends), 0, -1):
            place = query[: ends[number - 1]]
            if (name := self.name_of(place)) and group_of(place) is None:
                return name, number
        return view_name(""), 0

    def name_of(self, query: str) -> str:
        """Return the name of a query, as a saved view if there is one; empty if the query has no name."""
        saved = (view.name for view, *_ in self.saved_views if view.query == query)
        return next(saved, None) or self.names.get(query) or view_name(query)

    def tally(self, listing: Listing) -> Tally:
        """Return how many papers a listing has; the number is exact once the facets are counted."""
        if not (self.is_counted and self.counted):
            return Tally(listing.total, listing.exact, untried=listing.untried)
        facets = self.counted.facets
        total = listing.total if listing.exact else facets.total
        return Tally(total, unread=facets.unread, muted=facets.muted, untried=listing.untried)
