"""What is told of a paper beside its text: whole reviews, several of them side by side, and what versions changed."""

from __future__ import annotations

import logging
from enum import IntEnum
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from textual import events
from textual.containers import Container, Horizontal

from arxtui.model.document import Block, Document, Heading, Paragraph, Text
from arxtui.tui.present.reading_states import cards_document
from arxtui.tui.screens.reading_page import Pane
from arxtui.tui.screens.reading_paper import Paper
from arxtui.tui.widgets.laid_out_page import Spot
from arxtui.tui.widgets.selectable_page import SelectablePage

if TYPE_CHECKING:
    from arxtui.library.compared import VersionChanges
    from arxtui.library.facade import Library
    from arxtui.model.fullreview import FullReview
    from arxtui.tui.context import Context

_log = logging.getLogger(__name__)
_NARROWEST = 56
"""Cells that a review beside others needs."""


class Tab(IntEnum):
    """What the page shows."""

    TEXT = 0
    REVIEWS = 1
    VERSIONS = 2


class Together:
    """Pages that move as one."""

    def __init__(self, pages: list[SelectablePage]) -> None:
        self._pages = pages

    def move(self, step: int) -> None:
        """So many lines down; up when negative."""
        for page in self._pages:
            page.move(step)

    def turn(self, direction: int, part: int = 1) -> None:
        """A screenful down (1) or up (-1), or a part of it."""
        for page in self._pages:
            page.turn(direction, part)

    def to_end(self, *, last: bool) -> None:
        """To the beginning or the end."""
        for page in self._pages:
            page.to_end(last=last)


class Tabs(Paper):
    """The page, with more than the text of a paper in it."""

    def __init__(self, context: Context, key: int) -> None:
        super().__init__(context, key)
        self._beside: list[SelectablePage] = []
        self._spots: dict[int, Spot] = {}

    def load(self) -> None:
        """Show the text, and which tabs there are."""
        super().load()
        library, record = self.context.threads.library, self.record
        try:
            reviews = max(len(library.full_reviews(self.key)), len(record.reviews) if record else 0)
            versions = len(library.comparable_versions(self.key))
        except Exception as error:
            _log.exception("the tabs of a paper could not be read")
            self.failed(error)
            return
        named = {Tab.TEXT: "Text"}
        if reviews:
            named[Tab.REVIEWS] = "Review" if reviews == 1 else f"Reviews ({reviews})"
        if versions > 1:
            named[Tab.VERSIONS] = f"Versions ({versions})"
        self.tabs = {int(tab): name for tab, name in named.items()}
        if self.tab == Tab.REVIEWS:
            self.action_tab_reviews()
        self.update_bars()

    def action_tab_text(self) -> None:
        """The text."""
        if self.tab != Tab.TEXT:
            self._turn_to(Tab.TEXT)
            self.load()
            self._return_to_spot()

    def action_tab_reviews(self) -> None:
        """The reviews."""
        full, record = self.context.threads.library.full_reviews(self.key), self.record
        if not full and not (record and record.reviews):
            self.say("No review of this paper is stored")
            return
        self._turn_to(Tab.REVIEWS)
        if full:
            self._show_reviews(full)
        elif record:
            self.show_document(cards_document(record.reviews), None)
        self._return_to_spot()

    def action_tab_versions(self) -> None:
        """What the versions changed."""
        known = self.context.threads.library.comparable_versions(self.key)
        if len(known) < 2:
            self.say("Only one version of this paper is known here")
            return
        self._turn_to(Tab.VERSIONS)
        self.show_document(_message("Versions", "The versions are being compared."), None)
        self.context.threads.ask(partial(_compared, key=self.key, known=known), self._show_changes, self.failed)

    def action_fetch_text(self) -> None:
        """Fetch what the page is about: the text, or the reviews."""
        self.context.fulltexts.fetch_read(self.key, reviews=self.tab == Tab.REVIEWS)
        self.load()
        self.update_bars()

    def _turn_to(self, tab: Tab) -> None:
        self.keep_place(at_once=True)
        self._spots[self.tab] = self.text.spot
        self.tab = tab
        self._remove_beside()

    def _return_to_spot(self) -> None:
        if spot := self._spots.get(self.tab):
            self.text.go_to(*spot)
        self.update_bars()

    def _show_changes(self, compared: Document) -> None:
        if self.tab == Tab.VERSIONS:
            self.show_document(compared, None)
            self._return_to_spot()

    # Reviews side by side

    @property
    def pane(self) -> Pane:
        """Reviews beside each other move as one."""
        pane = super().pane
        return Together([self.text, *self._beside]) if self._beside and pane is self.text else pane

    def _show_reviews(self, reviews: tuple[FullReview, ...]) -> None:
        from arxtui.reader.reviewed import reviewed_document

        columns = min(len(reviews), self.size.width // _NARROWEST) if self.looks.two_columns else 1
        self.show_document(reviewed_document(reviews[:1] if columns > 1 else reviews), None)
        for column in range(1, columns):
            last = None if column == columns - 1 else column + 1
            page = SelectablePage()
            page.options = self.text.options
            page.show(reviewed_document(reviews[column:last]))
            self._beside.append(page)
        panes = [Container(page, classes="beside") for page in self._beside]
        if panes:
            self.query_one("#reading-body", Horizontal).mount(*panes)

    def to_one_page(self) -> None:
        """The reviews one after the other."""
        if self._beside:
            self.action_two_columns()

    def _remove_beside(self) -> None:
        self.query(".beside").remove()
        self._beside.clear()

    def on_resize(self, event: events.Resize) -> None:
        """As many reviews beside each other as there is room for."""
        if self.tab == Tab.REVIEWS:
            self.action_tab_reviews()

    def action_two_columns(self) -> None:
        """One column or several."""
        super().action_two_columns()
        if self.tab == Tab.REVIEWS:
            self.action_tab_reviews()


def _compared(library: Library, key: int, known: tuple[int, ...]) -> Document:
    """What each version changed of the one before, the newest first."""
    from arxtui.reader.changes import changed_document

    blocks: list[Block] = []
    for before, after in reversed(list(pairwise(known))):
        changes: VersionChanges = library.version_changes(key, before, after)
        told = changed_document("", [*changes.record, *changes.text]).blocks
        blocks.append(Heading(1, "", (Text(f"From v{before} to v{after}"),)))
        blocks += [block._replace(level=2) if isinstance(block, Heading) else block for block in told]
        if changes.reason:
            blocks.append(Paragraph((Text(f"Texts are not compared: {changes.reason}."),)))
    return Document((Text("What the versions changed"),), (), tuple(blocks))


def _message(title: str, words: str) -> Document:
    return Document((Text(title),), (), (Paragraph((Text(words),)),))
