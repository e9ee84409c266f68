"""Navigation: the query that the list shows, the way back to earlier queries, and the paper in the detail pane."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from textual.timer import Timer

from arxtui.light import changed
from arxtui.model.expr import Expr
from arxtui.query.highlights import Highlights, highlights, merge_highlights
from arxtui.text import clip
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.filter.rows import UNREAD
from arxtui.tui.present.line import foreign
from arxtui.tui.present.record import NOTHING_WANTED
from arxtui.tui.state.query_edit import usual_grouping
from arxtui.tui.state.signals import Signal
from arxtui.tui.state.view import PATIENCE, ListingResult, ListPosition, fetch_listing, with_rule_results
from arxtui.tui.terminal.timers import call_after

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.views import Listing
    from arxtui.model.arxiv.day_numbers import DayNumbers
    from arxtui.model.marks import Marks
    from arxtui.model.views import Row
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.state.saved import LastPlace
    from arxtui.tui.widgets.panes import PanesScreen

REST_SECONDS = 0.3
_FAST_MOVE_SECONDS = 0.1
_MAX_SPOTS = 50
_MAX_NAME = 30
"""Cells of a list's name in the message about the way to it."""
_log = logging.getLogger(__name__)


class Navigator:
    """Opens listings. ``listed`` is sent with each new listing, ``grown`` with a listing whose remaining papers have
    arrived, ``paper_shown`` when the detail pane shows the paper under the cursor, ``text_returned`` with the paper
    whose text was open over the list that the user returns to."""

    def __init__(self, screen: PanesScreen, status: StatusBar, threads: LibraryThreads) -> None:
        self._screen = screen
        self._session = screen.session
        self._status = status
        self._threads = threads
        self.listed: Signal[[Listing]] = Signal()
        self.grown: Signal[[Listing]] = Signal()
        self.paper_shown: Signal[[]] = Signal()
        self.text_returned: Signal[[int]] = Signal()
        self._highlighted = NOTHING_WANTED
        self._last_move = 0.0
        self._paper_timer: Timer | None = None
        self._restored_place: LastPlace | None = None

    def rows(self, keys: Sequence[int], *, details: bool) -> Iterable[Row]:
        """Return the rows of papers in the list; with ``details``, with authors, venue and code."""
        library, listing = self._threads.library, self._session.view.listing
        if not listing:
            return ()
        plain = library.papers.rows_of(listing, keys, details=details)
        rows = library.papers.with_bibliography(plain, self._session.bibliography)
        return with_rule_results(library, rows, listing.query.sort)

    def day_numbers(self, day: date) -> DayNumbers | None:
        """Return the numbers of the list's papers that were announced on a day; None while they are unknown."""
        listing = self._session.view.listing
        return self._threads.library.search.day_numbers(listing, day) if listing else None

    # The listing

    @property
    def _group(self) -> str:
        return self._session.settings.ui.group

    def begin(self, place: LastPlace | None = None) -> bool:
        """List in the first frame what the reader was left with, or else what is unread, or else everything. If
        papers came since or hours passed, list what is unread if anything is, and let Escape lead to the place.
        Return whether the place is shown. The first query runs on the screen's thread, because another thread would
        compete with the starting app for the processor."""
        try:
            library = self._threads.library
            library.inbox.deliver()
            earlier = place if place and library.session.has_news() and library.search.total(UNREAD) else None
            first = _first_listing(library, self._group, None if earlier else place)
            place = place if place and not earlier and first.query.text == place.query else None
            self._list_first(first, place)
            self._restored_place = place
            self.show_paper()
            if earlier:
                self._session.view.back.append(ListPosition(earlier.query, earlier.key, above=earlier.above))
                row = f", row {earlier.row:,}" if earlier.row else ""
                self._status.say(f"{self.ways}{row}: where you left")
        except Exception as error:
            _log.exception("the first list could not be made")
            self._status.failed(error)
        return place is not None

    def start_over(self, then: Callable[[], object]) -> None:
        """List what is unread, or else everything, as at the start."""

        def shown(first: Listing) -> None:
            self._list_first(first)
            then()

        first_listing = partial(_listing_after_delivery, group=self._group)
        self._threads.search.ask(first_listing, shown, self._status.failed, topic="listing")

    def open(
        self,
        query: str,
        *,
        at: int | None = None,
        above: int | None = None,
        typing: bool = False,
        to_top: bool = False,
        message: str = "",
    ) -> None:
        """Request a listing. It is shown when it arrives, with the cursor on the paper ``at`` (default: the current
        paper) and ``above`` visible rows above it (default: as many as then), together with ``message``."""
        self._prepare_for(query, typing=typing)
        self._session.view.is_awaited = True
        self._threads.search.ask(
            partial(fetch_listing, query=query, typing=typing, group=self._group),
            partial(self._list, at=at, above=above, to_top=to_top, message=message),
            self._show_failure,
            topic="listing",
            only_reads=True,
        )

    def reopen(self, *, to_top: bool = False, message: str = "") -> None:
        """Request the current listing again, or the one that is awaited."""
        requested = self._session.view.requested
        self.open(requested.query, typing=requested.typing, to_top=to_top, message=message)

    def show_query(self, query: str, *, typing: bool = False, message: str = "") -> None:
        """List a query from its top, together with a message."""
        self.open(query, typing=typing, to_top=True, message=message)

    def refine(self, query: str) -> None:
        """Show a changed form of the query; the focus stays where it is."""
        if query != self._session.view.requested.query:
            self.remember()
            self.show_query(query)

    def leave_for(self, query: str, message: str = "") -> None:
        """Show another query from its top, together with a message; Escape returns to the present one, and to the text
        that is open over it."""
        if query != self._session.view.query or self._session.open_texts:
            self.remember()
        self.open(query, to_top=True, message=message)

    def replace(self, query: str) -> None:
        """Show another query from its top in place of the present one, to which Escape does not return."""
        view = self._session.view
        view.ahead.clear()
        if view.back and view.back[-1].query == query:
            view.back.pop()
        self.open(query, to_top=True)

    def remember(self) -> None:
        """Store the present query and cursor, so that Escape returns to them."""
        view = self._session.view
        view.ahead.clear()
        self._keep_position(view.back)

    def step_back(self) -> None:
        """Return to the query and cursor that were stored last."""
        view = self._session.view
        self._step(view.back, view.ahead)

    def take_back(self) -> None:
        """Return to the query and cursor that were stored last, as if they had not been left."""
        self._return(self._session.view.back.pop())

    def step_forward(self) -> None:
        """Return to the query and cursor that were left last by stepping back."""
        view = self._session.view
        self._step(view.ahead, view.back)

    def go_home(self) -> None:
        """List what is unread, or else everything, in place of the first list, to which stepping forward returns."""
        self._keep_position(self._session.view.ahead)
        self.start_over(lambda: None)

    def _step(self, positions: list[ListPosition], others: list[ListPosition]) -> None:
        spot = positions.pop()
        self._keep_position(others)
        self._return(spot)

    def _return(self, spot: ListPosition) -> None:
        self.open(spot.query, at=spot.key, above=spot.above, typing=spot.typing, message=self.ways)
        if spot.text is not None:
            self.text_returned.send(spot.text)

    @property
    def ways(self) -> str:
        """The keys that lead to the lists before and after the present one, with the names of these lists."""
        view = self._session.view
        ways = (("back", "goes back", view.back), ("forward", "goes forward", view.ahead))
        return " · ".join(
            f"{key_for(command)} {goes} to {self._name_of(position)}"
            for command, goes, positions in ways
            for position in positions[-1:]
        )

    def _name_of(self, position: ListPosition) -> str:
        if position.text is not None:
            return "the text"
        return clip(foreign(self._session.title_of(position.whole_query)), _MAX_NAME)

    def _keep_position(self, positions: list[ListPosition]) -> None:
        view, papers = self._session.view, self._screen.papers
        text = next(reversed(self._session.open_texts), None)
        positions.append(ListPosition(view.query, papers.key, view.typing, text, papers.rows_above))
        del positions[:-_MAX_SPOTS]

    def _prepare_for(self, query: str, *, typing: bool) -> None:
        """Prepare for a new listing: drop the current message, but keep any later one until the listing arrives."""
        self._session.view.requested = ListPosition(query, typing=typing)
        self._status.drop_message()
        for topic in ("counts", "authors", "more"):  # those of the previous list would take time from the search
            self._threads.count.forget(topic)

    def _list_first(self, first: Listing, place: LastPlace | None = None) -> None:
        self._session.view.requested = ListPosition(first.query.text)
        at, above = (place.key, place.above) if place else (None, 0)
        self._list(
            ListingResult(first.query.text, typing=False, listing=first), at=at, above=above, to_top=place is None
        )

    def _list(
        self, result: ListingResult, *, at: int | None = None, above: int | None = None, to_top: bool, message: str = ""
    ) -> None:
        view, listing, papers = self._session.view, result.listing, self._screen.papers
        view.is_awaited = False
        view.shown += 1
        view.query, view.typing, view.listing = result
        self._highlighted = self._words_to_highlight(listing.query.expr)
        archives = frozenset(each.partition(".")[0] for each in self._session.settings.arxiv.categories)
        papers.drawing.looks = changed(papers.drawing.looks, wanted=self._highlighted.title, archives=archives)
        papers.show(listing.keys, listing.query.sort, listing.groups, at=at, above=above, to_top=to_top)
        self._session.news.reset_waiting(listing)
        self._request_rest(result)
        self.listed.send(listing)
        if message or listing.ungrouped:
            self._status.say(message or listing.ungrouped)
        else:
            self._status.update()

    def _request_rest(self, result: ListingResult) -> None:
        listing = result.listing
        if listing.goes_on:
            self._threads.search.ask(
                partial(fetch_listing, query=result.query, typing=result.typing, group=self._group),
                self._show_more,
                self._show_failure,
                topic="listing",
                only_reads=True,
            )
        elif not (listing.complete and listing.exact):
            call_after(self._screen, REST_SECONDS, partial(self._request_complete, listing))

    def _show_more(self, result: ListingResult) -> None:
        self._show_complete(result.listing)
        self._request_rest(result)

    def _show_failure(self, error: Exception) -> None:
        self._session.view.is_awaited = False
        self._status.failed(error)

    def _words_to_highlight(self, expr: Expr) -> Highlights:
        """Return the words to highlight: those of the query, and the followed authors and keywords."""
        words, follow = highlights(expr), self._session.settings.follow
        if not (follow.authors or follow.keywords):
            return words
        return merge_highlights(words, self._threads.library.rules.followed_words())

    def _request_complete(self, listing: Listing) -> None:
        shown, threads = self._session.view.listing, self._threads
        if shown and shown.keys is listing.keys:
            threads.ask_in_background(
                threads.count,
                lambda library: library.search.more(listing),
                self._show_complete,
                topic="more",
                only_reads=True,
            )

    def _show_complete(self, listing: Listing) -> None:
        view = self._session.view
        if view.listing and listing.query == view.listing.query:
            if self._session.news.listing is view.listing:
                self._session.news.listing = listing
            view.listing = listing
            place = self._restored_place
            if listing.groups:
                self._screen.papers.show(listing.keys, listing.query.sort, listing.groups)
            else:
                self._screen.papers.grow(listing.keys)
            self._return_to(place)
            self.grown.send(listing)
            self._status.update()

    def _return_to(self, place: LastPlace | None) -> None:
        """Move the cursor to the paper at which the reader was left, once this paper is listed."""
        papers = self._screen.papers
        if place and papers.rows.place_of(place.key) is not None:
            papers.show(papers.rows.keys, papers.sort, papers.groups, at=place.key, above=place.above)

    # The detail pane

    def cursor_moved(self) -> None:
        """Update the bottom line and the detail pane after the cursor has moved to another paper."""
        self._restored_place = None
        self._status.update_bottom()  # first, so that the bottom line is painted in the same frame as the list
        self._show_paper_soon()

    def _show_paper_soon(self) -> None:
        """Show the paper in the frame after the list's; while the cursor moves fast, only once the cursor rests."""
        now, before = time.monotonic(), self._last_move
        self._last_move = now
        if self._paper_timer:
            self._paper_timer.stop()
            self._paper_timer = None
        if now - before < _FAST_MOVE_SECONDS:
            self._paper_timer = call_after(self._screen, _FAST_MOVE_SECONDS, self.show_paper)
        else:
            self._screen.call_after_refresh(self.show_paper)

    def show_paper(self) -> None:
        """Show the paper under the cursor in the detail pane."""
        key, detail = self._screen.papers.key, self._screen.detail
        try:
            detail.show(None if key is None else self._threads.library.papers.record(key), self._highlighted)
        except Exception as error:
            _log.exception("a paper could not be read")
            detail.show_failure(error)
            self._status.failed(error)
        self.paper_shown.send()

    def show_marks(self, key: int, marks: Marks) -> None:
        """Show the new marks of a paper in the list and in the detail pane, without reading its record again."""
        self._screen.papers.rows.mark(key, marks)
        record = self._screen.detail.record
        if record and record.key == key:
            self._screen.detail.show(changed(record, marks=marks), self._highlighted)
        elif self._screen.papers.key == key:
            self.show_paper()


def _listing_after_delivery(library: Library, group: str) -> Listing:
    """Return the first listing after delivering the papers that were announced since."""
    library.inbox.deliver()
    return _first_listing(library, group)


def _first_listing(library: Library, group: str, place: LastPlace | None = None) -> Listing:
    """Return the listing of the place if it has papers; otherwise what is unread, or else everything."""
    if place:
        restored = library.search.listing(place.query, patience=PATIENCE, group=usual_grouping(place.query, group))
        if restored.keys:
            return restored
    unread = library.search.listing(UNREAD, group=usual_grouping(UNREAD, group))
    return unread if unread.total else library.search.listing("")
