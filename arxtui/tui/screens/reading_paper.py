"""The paper whose text is read: its text or what stands in for it, and acts on it."""

from __future__ import annotations

import gc
import logging
from typing import TYPE_CHECKING

from arxtui.library.addresses import Addresses
from arxtui.model.fulltext import FulltextState, TextState
from arxtui.model.ids import id_of
from arxtui.reader.lines import Place
from arxtui.store.errors import StoreError
from arxtui.tui.present.reading_states import fetching_line, stand_in, status_line, text_status
from arxtui.tui.reading_anchor import anchors_of, go_back_to
from arxtui.tui.screens.reading_find import Finding

if TYPE_CHECKING:
    from arxtui.model.document import Document
    from arxtui.model.views import Record
    from arxtui.tui.present.reading_states import TextStatus

_LOOK_SECONDS = 1.0
"""Between two looks whether another process has fetched the text."""
_log = logging.getLogger(__name__)


class Paper(Finding):
    """The page, with a paper in it: with a book a million objects, and as many laid out. To look for garbage among them
    would stop the reader for a tenth of a second."""

    state = FulltextState()
    record: Record | None = None
    is_text = False
    """Whether the text itself is shown, not what stands in for it."""

    def on_mount(self) -> None:
        """Open the paper where it was left."""
        self.load()
        self.set_interval(_LOOK_SECONDS, self._look_for_text)

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
        try:
            record = self.context.threads.library.record(self.key)
        except Exception as error:
            _log.exception("a paper could not be read")
            self.failed(error)
            return
        if record is None:
            self.say("This paper left the cache", "fault")
            return
        self.record, self.state = record, record.fulltext
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
                library = self.context.threads.library
                document, held = library.document(self.key), library.place(self.key)
                place = Place(held.block, held.character) if held else None
            except Exception as error:
                _log.exception("a full text could not be read")
                fault = error
        if document is None and self.text.document is None:  # it has just been opened
            self.context.fulltexts.fetch_when_opened(self.key, self.state)
        stood_in = self.text.document is not None and not self.is_text
        self.is_text = document is not None
        shown = document or stand_in(record, None if self.context.fulltexts.fetching_words(self.key) else self._status)
        if shown != self.text.document:
            anchors = anchors_of(self.text) if stood_in else []
            self.show_document(shown, place if document and not stood_in else None)
            go_back_to(self.text, anchors)
        if fault:
            self.failed(fault)

    @property
    def _status(self) -> TextStatus:
        named = bool(id_of(self.key) or "")
        return text_status(self.state, failure=self.context.fulltexts.fetch_failure(self.key), is_named=named)

    def update_bars(self) -> None:
        """Say how the text stands, too, while it is fetched or not here."""
        super().update_bars()
        if not self.is_mounted:
            return
        width = self.size.width - 2
        step = self.context.fulltexts.fetching_words(self.key)
        shown = fetching_line(step, width) if step else None
        if shown is None and not self.is_text and not self.tab and self.record:
            shown = status_line(self._status, width)
        self.set_class(shown is not None, "-status")
        self.status.show([(" ", "text"), *(shown or [])])

    # Fetching

    def fetch_went_on(self) -> None:
        """The fetch of this paper has got further, or is over."""
        if not self.is_mounted:
            return
        if not self.context.fulltexts.fetching_words(self.key) or self._stands_otherwise():
            self.load()
        self.update_bars()

    def action_stop_fetching(self) -> None:
        """Fetch this text no more."""
        if self.context.fulltexts.stop_fetching(self.key):
            self.load()
            self.say("Stopped", hints=(("W", "fetches it"),))
        else:
            self.say("Nothing is being fetched for this paper")

    def _look_for_text(self) -> None:
        """Another process may have fetched the text."""
        if not self.is_text and not self.tab and self._stands_otherwise():
            self.load()

    def _stands_otherwise(self) -> bool:
        try:
            return self.context.threads.library.fulltext(self.key) != self.state
        except StoreError:  # a cache that is being replaced: the main screen sees to that
            _log.exception("how a full text stands could not be read")
            return False

    def show_document(self, document: Document, place: Place | None) -> None:
        """Show a document from a place on."""
        self.choose(None)
        self.close_preview()
        self.text.show(document, place)
        self.find_again()

    def keep_place(self, *, at_once: bool = False) -> None:
        """Of what stands in for the text no place is kept."""
        if self.is_text:
            super().keep_place(at_once=at_once)

    # Acts

    def action_toggle_queued(self) -> None:
        """Have it kept, or not."""
        self.context.fulltexts.toggle_saved(self.key)

    def action_toggle_star(self) -> None:
        """Star it, or take that back."""
        self.context.fulltexts.toggle_star(self.key)

    def action_undo(self) -> None:
        """Take back the last act."""
        self.context.marker.undo()

    def action_open_pdf(self) -> None:
        """The PDF that is kept, else arXiv's."""
        try:
            kept = self.context.threads.library.pdf_path(self.key)
        except Exception as error:
            _log.exception("a PDF could not be looked for")
            self.failed(error)
            return
        if kept:
            self.context.browser.external.open_file(kept.path)
        else:
            self.open_outside(self.context.browser.address_of(self.key, Addresses.pdf))
