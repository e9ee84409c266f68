"""The text around the list: the bars, the heading, messages, and the explanation of an empty list."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from arxtui.light import changed
from arxtui.model.arxiv.calendar import quiet
from arxtui.model.counted import counted
from arxtui.model.expr import Fault, announcement_days, is_misread
from arxtui.query.chips import chips
from arxtui.tui.actions import Fact, Place
from arxtui.tui.present.bars import Tally, bottom_lines, never_online, with_tab_hint
from arxtui.tui.present.days import sections_line
from arxtui.tui.present.line import Piece, capitalised, fitting, foreign, hints, message_rows
from arxtui.tui.present.states import Circumstances, empty_list_text
from arxtui.tui.present.top_line import NO_NEWS, TopLine, TopNews, top_line
from arxtui.tui.state.signals import Signal

if TYPE_CHECKING:
    from arxtui.library.views import Listing
    from arxtui.tui.widgets.panes import PanesScreen

_READ_ROWS = ("", "is:unread", "is:read")
"""Rows of the filter whose numbers look as if they should add up. Papers that were never announced in the followed
categories are in neither of the last two."""


class StatusBar:
    """Messages and bars. ``said`` is sent with each message and its ink, so that a screen over the list shows messages,
    too."""

    def __init__(self, screen: PanesScreen) -> None:
        self._screen = screen
        self._session = screen.session
        self.said: Signal[[str, str]] = Signal()

    # Messages

    def say(self, text: str, ink: str = "dim", *, everywhere: bool = True) -> None:
        """Show a message in the bottom line until the user's next act. With ``everywhere``, screens over the list show
        it, too."""
        self._session.messages.say(text, ink)
        self.update()
        if everywhere:
            self.said.send(text, ink)

    def say_while(self, cause: str, text: str, ink: str = "dim") -> None:
        """Show a message that stays true until its cause ends (``messages.Messages``)."""
        self.say(text, ink)
        self._session.messages.bind(cause)

    def cause_ended(self, cause: str) -> None:
        """Remove the message that was shown because of a cause that has ended."""
        if self._session.messages.end(cause):
            self.say("")

    def next_act(self) -> None:
        """Drop the message when the user goes on, because it has been read."""
        if self._session.messages.next_act():
            self.update_bottom()

    def drop_message(self) -> None:
        """Drop the message without repainting; the next update of the bottom line removes it."""
        self._session.messages.say("", "")

    def failed(self, error: Exception) -> None:
        """Show an error of the library, unless it is already shown: showing a message queries the library again."""
        words_of_error = foreign(str(error)) or type(error).__name__
        words = capitalised(words_of_error) if isinstance(error, ValueError | LookupError) else words_of_error
        current = self._session.messages.current
        if current is None or current.text != words:
            self.say(words, "fault")

    # Bars

    def update(self) -> None:
        """Update the bars."""
        screen, session = self._screen, self._session
        if not (screen.is_mounted and screen.is_running):  # before the start, or while the widgets are removed at exit
            return
        listing = session.view.listing
        if listing and screen.bar.searching:
            screen.bar.show_matches(session.tally(listing), listing.query)
        elif listing:
            tally = session.tally(listing)._replace(selected=session.selection.number_among(listing))
            screen.bar.show_line(self._top_line(listing, tally, self._top_news(tally)))
        self.update_bottom()
        if not screen.papers.count:
            screen.papers.explain(empty_list_text(self._circumstances()))

    def update_bottom(self) -> None:
        """Update what depends on the cursor: the bottom line, and in the list of one day its sections."""
        screen, session, listing = self._screen, self._session, self._session.view.listing
        papers = screen.papers
        typed = screen.app.dispatcher.pieces
        warnings = [] if typed else self._warnings
        screen.bottom.show(
            *bottom_lines(
                screen.size.width,
                hints(session.place, self._facts()),
                message=typed or session.messages.pieces or self._note_while_typing(),
                position=papers.cursor + 1 if papers.count and session.place is not Place.FILTER else None,
                tally=session.tally(listing) if listing and self._is_understood else Tally(0),
                rows=message_rows(screen.size.height),
                day=self._day_words,
                marks_passed=session.marks_passed,
                warnings=warnings,
            )
        )
        if listing and listing.sections:
            screen.sections.show(sections_line(listing.sections, papers.cursor, papers.size.width, listing.day))

    @property
    def _day_words(self) -> str:
        """The numbers of the day under the cursor of the filter; in the list, the day of the paper under the cursor."""
        row = self._screen.filters.row
        counts = self._session.news.counts
        if self._session.place is Place.FILTER and row and row.query in _READ_ROWS and counts:
            neither = counts.all - counts.unread - counts.read
            words = f"{counted(neither, 'paper')} neither read nor unread" if neither > 0 else ""
            return words if len(words) <= self._screen.size.width // 2 else ""  # keys are worth more
        if self._session.place is Place.FILTER and row and row.numbers:
            forms = (row.numbers.brief,) if row.unread is None else (row.numbers.words, row.numbers.brief)
            return fitting(forms, self._screen.size.width // 2)
        return "" if self._session.place is Place.FILTER else self._screen.papers.unshown_day

    def show_sections(self, listing: Listing) -> None:
        """Show the line of sections if the list is a single day with sections."""
        self._screen.sections.display = bool(listing.sections)

    def show_place(self) -> None:
        """Reduce the top line to the place and its chips, which are true in the next session, too."""
        if listing := self._session.view.listing:
            self._screen.bar.show_line(self._top_line(listing, None, NO_NEWS))

    def _top_news(self, tally: Tally) -> TopNews:
        session, news = self._session, self._session.news
        selected = "" if tally.selected == len(session.selection) else session.selection.words
        alarms = () if never_online(news.freshness) else session.alarms
        return TopNews(selected, news.waiting, alarms, session.progress, news.freshness)

    def _top_line(self, listing: Listing, tally: Tally | None, news: TopNews) -> TopLine:
        papers, session = self._screen.papers, self._session
        group = listing.query.group if listing.groups else None
        query = changed(listing.query, faults=tuple(session.view.faults), group=group)
        dated = papers.drawing.columns.dated if papers.count else ()
        query_chips, (name, named) = chips(session.view.shown_query), session.place_name
        width = self._screen.size.width
        line = top_line(width, name, query, query_chips[named:], tally, dated, news=news, now=datetime.now(UTC))
        return line._replace(first=named)

    def _note_while_typing(self) -> list[Piece]:
        note = self._session.note_on_literals if self._screen.bar.searching else ""
        return [(with_tab_hint(foreign(note), [note]), "dim")] if note else []

    @property
    def _shown_faults(self) -> Sequence[Fault]:
        """The faults of the query to show: immediately while typing, otherwise only if no message is shown."""
        is_shown = self._screen.bar.searching or not self._session.messages.current
        return self._query_faults if is_shown else ()

    @property
    def _fault_words(self) -> list[str]:
        is_searching = self._screen.bar.searching
        return [with_tab_hint(fault.reason, fault.meant if is_searching else ()) for fault in self._shown_faults]

    @property
    def _warnings(self) -> list[str]:
        """The faults of the query with their corrections, and the note about the list, unless there is a message."""
        listing = self._session.view.listing
        is_explained = self._is_misread and not self._screen.papers.count  # in place of the list
        faults = [] if is_explained else self._fault_words
        return [*faults, *([listing.note] if listing and listing.note and not self._session.messages.current else [])]

    @property
    def _query_faults(self) -> Sequence[Fault]:
        return self._screen.bar.faults if self._screen.bar.searching else self._session.view.faults

    @property
    def _is_misread(self) -> bool:
        return is_misread(self._query_faults)

    @property
    def _is_understood(self) -> bool:
        """Whether the list shows the papers of the whole query."""
        listing = self._session.view.listing
        is_whole = listing is None or not (self._screen.bar.searching and listing.query.unfinished)
        return is_whole and not self._is_misread

    def _facts(self) -> frozenset[Fact]:
        """Return the facts that hold now; they decide which keys have an effect."""
        session, row, settings = self._session, self._screen.filters.row, self._session.settings
        news = session.news
        holds = {
            Fact.PAPERS: self._screen.papers.count,
            Fact.STORED: news.counts and news.counts.all,
            Fact.DAYS: news.counts and news.counts.days,
            Fact.WAITING: news.waiting,
            Fact.FOLLOWING: settings.arxiv.categories or settings.pith.listing_url,
            Fact.UNSUBSCRIBED: not settings.arxiv.categories,
            Fact.UNDOABLE: news.undoable,
            Fact.TERM: row and row.can_narrow,
            Fact.AUTHOR: row and row.author,
            Fact.OPENS: self._screen.filters.can_open if session.place is Place.FILTER else self._screen.papers.count,
            Fact.MONTHS: self._screen.filters.on_months and self._screen.filters.bars,
            Fact.QUERY: session.view.query,
            Fact.STRANDED: session.place is Place.LIST and not self._screen.papers.count and session.view.back,
            Fact.OFFERED: session.offers,
        }
        return frozenset(fact for fact, is_so in holds.items() if is_so)

    def _circumstances(self) -> Circumstances:
        """Return everything that decides how an empty list is explained."""
        session, counts = self._session, self._session.news.counts
        listing = session.view.listing
        return Circumstances(
            query=session.view.query,
            subscribed=bool(session.settings.arxiv.categories),
            papers=counts.all if counts and listing else None,
            refreshing=bool(session.progress),
            freshness=session.news.freshness,
            notice=session.news.notice,
            typing=self._screen.bar.searching,
            misread=self._is_misread,
            faults=self._fault_words,
            elsewhere=session.place not in (Place.LIST, Place.SEARCH),
            read=counts.read if counts else 0,
            read_this_week=session.news.read_this_week,
            muted=session.tally(listing).muted if listing else 0,
            quiet=quiet(*days) if listing and (days := announcement_days(listing.query.expr)) else None,
            offers=tuple(session.offers),
            offered=session.offered,
        )
