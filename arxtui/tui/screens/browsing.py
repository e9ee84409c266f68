"""What the list shows, views and the search as you type, and the paper beside it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from textual import on
from textual.timer import Timer

from arxtui.library.sections import as_announced
from arxtui.model.expr import Sort
from arxtui.query import parse
from arxtui.query.wanted import WantedIn, either_wanted, words_wanted
from arxtui.tui.desk import Answer, Desk
from arxtui.tui.present.record import NOTHING_WANTED
from arxtui.tui.screens.telling import Telling
from arxtui.tui.view import Found, Spot, judged, take_listing
from arxtui.tui.widgets.paper_list import PaperList

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.library.facade import Library
    from arxtui.library.views import Listing
    from arxtui.model.expr import Expr
    from arxtui.model.views import Row

REST_SECONDS = 0.3
FAST_SECONDS = 0.1
RETRY_SECONDS = 10.0
SPOTS_KEPT = 50
_log = logging.getLogger(__name__)


Opener = Callable[["Settings"], "Library"]


class Browsing(Telling):
    """The panes, with papers in them. ``library`` answers what is in sight; desks answer what may take longer."""

    def __init__(self, library: Library, opener: Opener, paths: Paths, settings: Settings) -> None:
        super().__init__(self._rows, settings)
        self.library = library
        self.paths = paths
        self.opener = opener
        self._wanted = NOTHING_WANTED
        self._moved_at = 0.0
        self._rest: Timer | None = None
        self.papers.when_moved = self._cursor_moved
        self.open_desks()

    def on_mount(self) -> None:
        """List what is unread, or everything.

        The first list is asked for on the spot: another thread would have to fight for its turn with a starting app.
        """
        try:
            self._listed_first(_first_listing(self.library))
            self.show_paper()  # in the first frame
        except Exception as error:
            _log.exception("the first list could not be made")
            self.failed(error)

    def on_unmount(self) -> None:
        """Close what was opened."""
        self.close_desks()

    def _rows(self, keys: Sequence[int]) -> Iterable[Row]:
        listing = self.view.listing
        rows = judged(self.library, self.library.rows(keys), listing.query.sort if listing else None)
        return as_announced(rows, listing) if listing and listing.sections else rows

    def open_desks(self) -> None:
        """Begin to answer, with the settings in use."""
        opener = partial(self.opener, self.settings)
        self._search_desk = Desk("search", opener, self.call_later)
        self.count_desk = Desk("count", opener, self.call_later)
        self.desk = Desk("desk", opener, self.call_later)

    def close_desks(self) -> None:
        """Stop answering."""
        for desk in (self._search_desk, self.count_desk, self.desk):
            desk.close()

    def ask_in_background(
        self,
        desk: Desk,
        question: Callable[[Library], Answer],
        then: Callable[[Answer], object],
        *,
        topic: str,
        again: Callable[[], object] | None = None,
    ) -> None:
        """Ask what nobody asked for by hand. That the question failed is said until it is answered; ``again`` is called
        some seconds after a failure."""

        cause = f"a question about {topic}"  # work may have the name of the topic

        def answered(answer: Answer) -> None:
            self.cause_ended(cause)
            then(answer)

        def failed(error: Exception) -> None:
            self.failed(error)
            self.messages.bind(cause)
            if again:
                self.set_timer(RETRY_SECONDS, again)

        desk.ask(question, answered, failed, topic=topic)

    # What the list shows

    def open_view(
        self, query: str, *, at: int | None = None, typing: bool = False, to_top: bool = False, said: str = ""
    ) -> None:
        """Ask for a listing; it is shown when it comes, with the cursor on the paper ``at`` (else where it is), and
        ``said`` with it."""
        self._set_out_for(query, typing=typing)
        self.view.is_awaited = True
        self._search_desk.ask(
            partial(take_listing, query=query, typing=typing),
            partial(self._listed, at=at, to_top=to_top, said=said),
            self._not_listed,
            topic="listing",
        )

    def list_now(self, query: str, *, typing: bool, said: str = "") -> None:
        """List what a query means from its top, on the spot."""
        self._set_out_for(query, typing=typing)
        self._search_desk.forget("listing")
        try:
            self._listed(take_listing(self.library, query, typing=typing), to_top=True, said=said)
        except Exception as error:
            _log.exception("a search failed")
            self.failed(error)

    def _set_out_for(self, query: str, *, typing: bool) -> None:
        """What was said is said no more; what is said while the list is on its way stays."""
        self.view.asked = Spot(query, typing=typing)
        self.fall_silent()

    def start_over(self) -> None:
        """List what is unread, or everything, as at the start."""

        def shown(first: Listing) -> None:
            self._listed_first(first)
            self.ask_for_news()

        self._search_desk.ask(_first_listing, shown, self.failed, topic="listing")

    def _listed_first(self, first: Listing) -> None:
        self.view.asked = Spot(first.query.text)
        self._listed(Found(first.query.text, typing=False, listing=first), to_top=True)

    def _listed(self, found: Found, *, at: int | None = None, to_top: bool, said: str = "") -> None:
        view, listing = self.view, found.listing
        view.is_awaited = False
        view.query, view.typing, view.listing, view.seconds = found
        view.faults = parse(found.query).faults if found.typing else listing.query.faults
        self._wanted = self._words_to_mark(listing.query.expr)
        self.papers.looks = replace(self.papers.looks, wanted=self._wanted.title)
        self.papers.show(listing.keys, newest_first=listing.query.sort is Sort.NEW, at=at, to_top=to_top)
        self.news.waiting = 0
        if not (listing.complete and listing.exact):
            self.set_timer(REST_SECONDS, partial(self._complete, listing))
        self.after_list()
        if said:
            self.say(said)
        else:
            self.update_bars()

    def _not_listed(self, error: Exception) -> None:
        self.view.is_awaited = False
        self.failed(error)

    def _words_to_mark(self, expr: Expr) -> WantedIn:
        """What the query asks for, and what is followed."""
        asked, follow = words_wanted(expr), self.settings.follow
        return either_wanted(asked, self.library.followed_words()) if follow.authors or follow.keywords else asked

    def after_list(self) -> None:
        """Another list is shown."""

    def after_growth(self, listing: Listing) -> None:
        """All papers of the list are known now."""

    def _complete(self, listing: Listing) -> None:
        if self.view.listing and self.view.listing.keys is listing.keys:
            self.ask_in_background(
                self.count_desk, lambda library: library.more(listing), self._completed, topic="more"
            )

    def _completed(self, listing: Listing) -> None:
        if self.view.listing and listing.query == self.view.listing.query:
            self.view.listing = listing
            self.papers.grow(listing.keys)
            self.after_growth(listing)
            self.update_bars()

    def leave_for(self, query: str) -> None:
        """Show another view from its top, to be left again with Escape."""
        if query != self.view.query:
            self.remember()
        self.open_view(query, to_top=True)

    def remember(self) -> None:
        """Let Escape return to where the list stands now."""
        self.view.back.append(Spot(self.view.query, self.papers.key, typing=self.view.typing))
        del self.view.back[:-SPOTS_KEPT]

    # The paper beside the list

    def _cursor_moved(self) -> None:
        self.update_bottom()  # before anything else, so that it is in the list's frame
        self._show_paper_soon()

    def _show_paper_soon(self) -> None:
        """In the frame after the list's; while the cursor moves fast, once it rests."""
        now, before = time.monotonic(), self._moved_at
        self._moved_at = now
        if self._rest:
            self._rest.stop()
            self._rest = None
        if now - before < FAST_SECONDS:
            self._rest = self.set_timer(FAST_SECONDS, self.show_paper)
        else:
            self.call_after_refresh(self.show_paper)

    def show_paper(self) -> None:
        """Show the paper under the cursor in full."""
        key = self.papers.key
        try:
            self.detail.show(None if key is None else self.library.record(key), self._wanted)
        except Exception as error:
            _log.exception("a paper could not be read")
            self.detail.show_failure(error)
            self.failed(error)

    @on(PaperList.Trouble)
    def _rows_failed(self, event: PaperList.Trouble) -> None:
        self.failed(event.error)

    # What others are to show

    def show_filter(self) -> None:
        """Show the filter's rows."""
        raise NotImplementedError

    def ask_for_news(self) -> None:
        """Count anew, in the background."""
        raise NotImplementedError


def _first_listing(library: Library) -> Listing:
    """What was announced meanwhile is delivered before anything is shown."""
    library.deliver()
    unread = library.listing("is:unread")
    return unread if unread.total else library.listing("")
