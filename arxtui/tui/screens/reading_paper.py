"""The paper whose text is read: its text or what stands in for it, and acts on it."""

from __future__ import annotations

import gc
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
    """The page, with a paper in it: with a book a million objects, and as many laid out. To look for garbage among them
    would stop the reader for a tenth of a second."""

    state = FulltextState()
    _is_text = False

    def on_mount(self) -> None:
        """Open the paper where it was left."""
        self.load()

    def on_unmount(self) -> None:
        """The text may become garbage."""
        gc.unfreeze()

    def load(self) -> None:
        """Show the text as it is now; where it is the one that is shown, the place stays."""
        gc.disable()
        try:
            self._load()
        finally:
            gc.freeze()
            gc.enable()

    def laid_out(self) -> None:
        """More of the page is laid out."""
        super().laid_out()
        gc.freeze()

    def _load(self) -> None:
        library = self.main.library
        try:
            record = library.record(self.key)
            self.state = library.fulltext(self.key)
        except Exception as error:
            _log.exception("a paper could not be read")
            self.failed(error)
            return
        if record is None:
            self.say("This paper left the cache", "fault")
            return
        self.title_words, self.version = record.title, self.state.version
        number = f"v{self.version}" if self.version else ""
        self.name_words = "   ".join(filter(None, (f"{record.paper.id}{number}", self.state.summary)))
        self.update_bars()
        if not self.tab:
            self._show(record)

    def _show(self, record: Record) -> None:
        document, place, fault = None, None, None
        if self.state.state is TextState.HAVE:
            try:
                document, held = self.main.library.document(self.key), self.main.library.place(self.key)
                place = Place(held.block, held.character) if held else None
            except Exception as error:
                _log.exception("a full text could not be read")
                fault = error
        self._is_text = document is not None
        shown = document or stand_in(record, self.state, fetching=self.main.is_fetching(self.key))
        if shown != self.text.document:
            self.show_document(shown, place if document else None)
        if fault:
            self.failed(fault)

    def show_document(self, document: Document, place: Place | None) -> None:
        """Show a document from a place on."""
        self.choose(None)
        self.close_preview()
        self.text.show(document, place)
        self.find_again()

    def keep_place(self, *, at_once: bool = False) -> None:
        """Of what stands in for the text no place is kept."""
        if self._is_text:
            super().keep_place(at_once=at_once)

    # Acts

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
