"""The open paper: its text, or the page shown in place of a text."""

from __future__ import annotations

import gc
import logging
from typing import TYPE_CHECKING

from arxtui.model.arxiv.ids import id_of
from arxtui.reader.lines import Place
from arxtui.store.errors import StoreError
from arxtui.tui.present.reading.states import placeholder_document
from arxtui.tui.reading.places import anchors_of, scroll_back_to
from arxtui.tui.state.signals import Signal

if TYPE_CHECKING:
    from arxtui.model.document import Document
    from arxtui.model.views import Record
    from arxtui.tui.reading.appearance import Appearance
    from arxtui.tui.reading.bars import Bars
    from arxtui.tui.reading.finder import Finder
    from arxtui.tui.reading.links import Links
    from arxtui.tui.reading.panes import ReadingPanes, ReadingState
    from arxtui.tui.reading.pictures import Pictures
    from arxtui.tui.services.fulltexts import Fulltexts
    from arxtui.tui.services.library_threads import LibraryThreads

_CHECK_SECONDS = 1.0
"""Seconds between two checks whether another process has fetched the text."""
_log = logging.getLogger(__name__)


class OpenPaper:
    """Loads and shows the open paper. ``loaded`` is sent after each load.

    A book and its layout are a million objects each. A garbage collection over them would block the reader for a tenth
    of a second, so they are frozen (``gc.freeze``).
    """

    def __init__(
        self,
        screen: ReadingPanes,
        state: ReadingState,
        bars: Bars,
        pictures: Pictures,
        appearance: Appearance,
        links: Links,
        finder: Finder,
        threads: LibraryThreads,
        fulltexts: Fulltexts,
    ) -> None:
        self._screen = screen
        self._state = state
        self._bars = bars
        self._pictures = pictures
        self._appearance = appearance
        self._links = links
        self._finder = finder
        self._threads = threads
        self._fulltexts = fulltexts
        self.loaded: Signal[[]] = Signal()

    def begin(self) -> None:
        """Open the paper at its saved place, and start checking for its text."""
        self.load()
        self._screen.set_interval(_CHECK_SECONDS, self._check_for_text)

    def end(self) -> None:
        """Make the text collectable again."""
        gc.unfreeze()

    def load(self) -> None:
        """Show the current text. If the text is unchanged, the place stays, and pictures that have arrived are
        drawn."""
        missing = self._state.fulltext.figures_missing
        gc.disable()
        try:
            self._load()
        finally:
            gc.freeze()
            gc.enable()
        self.loaded.send()
        if self._state.fulltext.figures_missing < missing:
            self._pictures.reset()
            self._screen.viewport.lay_out(self._appearance.options)

    def show(self, document: Document, place: Place | None, words: str = "") -> None:
        """Show a document from a place on, which is wherever the words are now."""
        self._pictures.reset()
        self._screen.viewport.options = self._appearance.options
        self._links.choose(None)
        self._links.close_preview()
        self._screen.viewport.show(document, place, words)
        self._finder.find_again()

    def fetch_progressed(self, name: str) -> None:
        """Update the screen if the fetch that made progress or ended is that of this paper."""
        if not self._screen.is_mounted or id_of(self._state.key) != name:
            return
        if not self._fulltexts.fetching_words(self._state.key) or self._has_new_state():
            self.load()
        self._bars.update()

    def _load(self) -> None:
        state = self._state
        try:
            record = self._threads.library.papers.record(state.key)
        except Exception as error:
            _log.exception("a paper could not be read")
            self._bars.failed(error)
            return
        if record is None:
            self._bars.say("This paper left the cache", "fault")
            return
        state.record, state.fulltext = record, record.fulltext
        self._bars.update()
        if not state.tab:
            self._show_text(record)

    def _show_text(self, record: Record) -> None:
        state, view = self._state, self._screen.viewport
        document, place, words, fault = None, None, "", None
        if state.fulltext.state.is_stored:
            try:
                library = self._threads.library
                document, saved = library.texts.document(state.key), library.texts.place(state.key)
                if saved:
                    place, words = Place(saved.block, saved.character), saved.words
            except Exception as error:
                _log.exception("a full text could not be read")
                fault = error
        if view.document is None:  # the paper has just been opened
            self._fulltexts.fetch_when_opened(state.key, state.fulltext, is_shown=document is not None)
        was_shown = view.document is not None
        state.is_text = document is not None
        is_fetching = bool(self._fulltexts.fetching_words(state.key))
        shown = document or placeholder_document(record, None if is_fetching else self._bars.status)
        if shown != view.document:
            anchors = anchors_of(view) if view.top else []  # from the top on, the text shows its title
            self.show(shown, place if document and not was_shown else None, words)
            scroll_back_to(view, anchors)
        if fault:
            self._bars.failed(fault)

    def _check_for_text(self) -> None:
        """Reload the paper if another process has fetched its text."""
        if not self._state.is_text and self._has_new_state():
            self.load()

    def _has_new_state(self) -> bool:
        try:
            return self._threads.library.texts.state(self._state.key) != self._state.fulltext
        except StoreError:  # The cache is being replaced; the main screen handles that.
            _log.exception("the state of a full text could not be read")
            return False
