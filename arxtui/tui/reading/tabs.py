"""Tabs of the reading screen: text, whole reviews (side by side), and the differences between versions."""

from __future__ import annotations

import logging
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from textual.containers import Container, Horizontal

from arxtui.model.document import Block, Document, Heading, Paragraph, Text
from arxtui.reader.changes import changed_document
from arxtui.reader.reviewed import reviewed_document
from arxtui.tui.present.reading.states import cards_document
from arxtui.tui.reading.panes import ReadingPanes, ReadingState, Tab
from arxtui.tui.widgets.document_page import DocumentPage

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.papers.versions import VersionChanges
    from arxtui.model.reviews import FullReview
    from arxtui.tui.reading.appearance import Appearance
    from arxtui.tui.reading.bars import Bars
    from arxtui.tui.reading.open_paper import OpenPaper
    from arxtui.tui.reading.places import Places
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.state.viewport import ScrollPosition, Viewport

_NARROWEST = 56
"""Minimum width in cells of a review shown beside others."""
_log = logging.getLogger(__name__)


class SideBySide:
    """Pages that scroll together."""

    def __init__(self, pages: list[Viewport]) -> None:
        self._pages = pages

    def move(self, step: int) -> None:
        """Scroll down by ``step`` lines; up if negative."""
        for page in self._pages:
            page.move(step)

    def turn(self, direction: int, part: int = 1) -> None:
        """Scroll one screenful down (1) or up (-1), or a ``part``\\ th of it."""
        for page in self._pages:
            page.turn(direction, part)

    def to_end(self, *, last: bool) -> None:
        """Scroll to the beginning or the end."""
        for page in self._pages:
            page.to_end(last=last)


class Tabs:
    """The tabs. ``side_pages`` are the pages to the right of the first one when reviews are shown side by side."""

    def __init__(
        self,
        screen: ReadingPanes,
        state: ReadingState,
        bars: Bars,
        places: Places,
        appearance: Appearance,
        paper: OpenPaper,
        threads: LibraryThreads,
    ) -> None:
        self._screen = screen
        self._state = state
        self._bars = bars
        self._places = places
        self._appearance = appearance
        self._paper = paper
        self._threads = threads
        self.side_pages: list[Viewport] = []
        self._positions: dict[int, ScrollPosition] = {}

    def update(self) -> None:
        """Update the list of available tabs."""
        library, state = self._threads.library, self._state
        try:
            reviews = max(len(library.reviews.whole(state.key)), len(state.record.reviews) if state.record else 0)
            versions = len(library.versions.comparable(state.key))
        except Exception as error:
            _log.exception("the tabs of a paper could not be read")
            self._bars.failed(error)
            return
        names = {Tab.TEXT: "Text"}
        if reviews:
            names[Tab.REVIEWS] = "Review" if reviews == 1 else f"Reviews ({reviews})"
        if versions > 1:
            names[Tab.VERSIONS] = f"Versions ({versions})"
        state.tabs = {int(tab): name for tab, name in names.items()}
        self.refresh_reviews()
        self._bars.update()

    def show_text(self) -> None:
        """Show the text."""
        if self._state.tab != Tab.TEXT:
            self._open_tab(Tab.TEXT)
            self._paper.load()
            self._restore_position()

    def show_reviews(self) -> None:
        """Show the reviews."""
        full, record = self._threads.library.reviews.whole(self._state.key), self._state.record
        if not full and not (record and record.reviews):
            self._bars.say("No review of this paper is stored")
            return
        self._open_tab(Tab.REVIEWS)
        if full:
            self._show_reviews(full)
        elif record:
            self._paper.show(cards_document(record.reviews), None)
        self._restore_position()

    def refresh_reviews(self) -> None:
        """If the reviews tab is open, show it again, with as many reviews side by side as fit."""
        if self._state.tab == Tab.REVIEWS:
            self.show_reviews()

    def show_versions(self) -> None:
        """Show the differences between the versions."""
        key = self._state.key
        versions = self._threads.library.versions.comparable(key)
        if len(versions) < 2:
            only = (
                f"Only v{versions[0]} of this paper is stored"
                if versions
                else "The version of the stored text is unknown"
            )
            self._bars.say(f"{only}: there is nothing to compare")
            return
        self._open_tab(Tab.VERSIONS)
        self._paper.show(_message("Versions", "The versions are being compared."), None)
        self._threads.ask(partial(_compare_versions, key=key, versions=versions), self._show_changes, self._bars.failed)

    def to_one_page(self) -> None:
        """Show the reviews one after the other on one page."""
        if self.side_pages:
            self._appearance.show(self._appearance.looks._replace(two_columns=False))
            self.refresh_reviews()

    def _open_tab(self, tab: Tab) -> None:
        self._places.save(at_once=True)
        self._positions[self._state.tab] = self._screen.viewport.position
        self._state.tab = tab
        self._screen.query(".beside").remove()
        self.side_pages.clear()

    def _restore_position(self) -> None:
        if position := self._positions.get(self._state.tab):
            self._screen.viewport.go_to(*position)
        self._bars.update()

    def _show_changes(self, compared: Document) -> None:
        if self._state.tab == Tab.VERSIONS:
            self._paper.show(compared, None)
            self._restore_position()

    def _show_reviews(self, reviews: tuple[FullReview, ...]) -> None:
        room = self._screen.size.width // _NARROWEST
        columns = min(len(reviews), room) if self._appearance.looks.two_columns else 1
        self._paper.show(reviewed_document(reviews[:1] if columns > 1 else reviews), None)
        pages: list[DocumentPage] = []
        for column in range(1, columns):
            last = None if column == columns - 1 else column + 1
            page = DocumentPage()
            page.viewport.options = self._screen.viewport.options
            page.viewport.show(reviewed_document(reviews[column:last]))
            pages.append(page)
        self.side_pages = [page.viewport for page in pages]
        panes = [Container(page, classes="beside") for page in pages]
        if panes:
            self._screen.query_one("#reading-body", Horizontal).mount(*panes)


def _compare_versions(library: Library, key: int, versions: tuple[int, ...]) -> Document:
    """Return the changes of each version relative to its predecessor, newest first."""
    blocks: list[Block] = []
    for before, after in reversed(list(pairwise(versions))):
        changes: VersionChanges = library.versions.changes(key, before, after)
        changed_blocks = changed_document("", [*changes.record, *changes.text]).blocks
        blocks.append(Heading(1, "", (Text(f"From v{before} to v{after}"),)))
        blocks += [block._replace(level=2) if isinstance(block, Heading) else block for block in changed_blocks]
        if changes.reason:
            blocks.append(Paragraph((Text(f"Texts are not compared: {changes.reason}."),)))
    return Document((Text("What the versions changed"),), (), tuple(blocks))


def _message(title: str, words: str) -> Document:
    return Document((Text(title),), (), (Paragraph((Text(words),)),))
