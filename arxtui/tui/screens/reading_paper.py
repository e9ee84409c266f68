"""The paper whose text is read: its text or what stands in for it, and acts on it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from arxtui.model.fulltext import FulltextState, TextState
from arxtui.reader.lines import Place
from arxtui.tui.present.reading_states import stand_in
from arxtui.tui.screens.reading_find import Finding

if TYPE_CHECKING:
    from arxtui.model.document import Document
    from arxtui.model.views import Record

_log = logging.getLogger(__name__)


class Paper(Finding):
    """The page, with a paper in it."""

    state = FulltextState()

    def on_mount(self) -> None:
        """Open the paper where it was left."""
        self.load()

    def load(self) -> None:
        """Show the text as it is now; where it is the one that is shown, the place stays."""
        library = self.main.library
        try:
            record = library.record(self.key)
            self.state = library.fulltext(self.key)
            document = library.document(self.key) if self.state.state is TextState.HAVE else None
            held = library.place(self.key) if document else None
        except Exception as error:
            _log.exception("a full text could not be read")
            self.failed(error)
            return
        if record is None:
            self.say("This paper left the cache", "fault")
            return
        self.title_words, self.version = record.title, self.state.version
        place = Place(held.block, held.character) if held else None
        self._show(record, document, place)

    def _show(self, record: Record, document: Document | None, place: Place | None) -> None:
        fetching = self.main.is_fetching(self.key)
        shown = document or stand_in(record, self.state, fetching=fetching)
        if shown != self.text.document:
            self.show_document(shown, place)
        self.update_bars()

    def show_document(self, document: Document, place: Place | None) -> None:
        """Show a document from a place on."""
        self.choose(None)
        self.close_preview()
        self.text.show(document, place)
        self.find_again()

    def keep_place(self, *, at_once: bool = False) -> None:
        """Of the abstract no place is kept."""
        if self.state.state is TextState.HAVE:
            super().keep_place(at_once=at_once)

    # Acts

    def action_fetch_text(self) -> None:
        """Fetch the text now."""
        self.main.fetch_texts([self.key])
        self.load()

    def action_toggle_queued(self) -> None:
        """Have it kept, or not."""
        self.main.toggle_queued(self.key)

    def action_toggle_star(self) -> None:
        """Star it, or take that back."""
        self.main.toggle_star(self.key)

    def action_undo(self) -> None:
        """Take back the last act."""
        self.main.action_undo()

    def action_open_pdf(self) -> None:
        """The PDF that is kept, else arXiv's."""
        self.open_outside(self.main.pdf_address(self.key))
