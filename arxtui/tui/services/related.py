"""Further facts in the detail pane: core claims, conclusions, the first figure, the same work elsewhere, similar
papers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from arxtui.light import changed, deferred
from arxtui.model.reported import cited_words
from arxtui.model.reviews import Part
from arxtui.text.mentions.venue import venue_in_words, venue_of
from arxtui.tui.present.line import capitalised, is_in_ascii
from arxtui.tui.present.record import RecordExtras
from arxtui.tui.services.navigator import REST_SECONDS
from arxtui.tui.terminal.timers import call_after

with deferred():
    from arxtui.reader.conclusions import conclusions
    from arxtui.tui.pictures.record_figure import FigureSpace, figure_space, record_figure

if TYPE_CHECKING:
    from textual.timer import Timer

    from arxtui.library.facade import Library
    from arxtui.model.views import Record
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.widgets.panes import PanesScreen


class Related:
    """Looks up related papers and texts once the cursor has rested on a paper for a moment."""

    def __init__(self, screen: PanesScreen, threads: LibraryThreads) -> None:
        self._screen = screen
        self._session = screen.session
        self._threads = threads
        self._timer: Timer | None = None

    def look_up_soon(self) -> None:
        """Look up what is related to the paper under the cursor, unless the cursor moves on within a moment."""
        if self._timer:
            self._timer.stop()
        self._timer = call_after(self._screen, REST_SECONDS, self._query)

    def _query(self) -> None:
        key, record = self._screen.papers.key, self._screen.detail.record
        if key is not None and record is not None:
            show = partial(self._show, key)
            question = partial(_beside, record=record, space=self._figure_space(record))
            self._threads.count.ask(question, show, _ignore, topic="related", only_reads=True)

    def _figure_space(self, record: Record) -> FigureSpace | None:
        """Return the space for a figure in the detail pane; None if there is none, or the paper's text is not here."""
        app, detail = self._screen.app, self._screen.detail
        if not record.fulltext.state.is_stored or is_in_ascii() or not detail.display:
            return None
        return figure_space(
            detail.scrollable_content_region.size, app.size, self._session.settings.ui.pictures, app.theme
        )

    def _show(self, key: int, beside: RecordExtras) -> None:
        detail = self._screen.detail
        if beside != detail.looks.extras and key == self._screen.papers.key:
            detail.apply_looks(changed(detail.looks, extras=beside))


def _beside(library: Library, record: Record, space: FigureSpace | None) -> RecordExtras:
    same_work, similar = library.related.beside(record.key)
    claims = (review.part(Part.CORE_CLAIM) for review in library.reviews.whole(record.key))
    document = library.texts.document(record.key) if record.fulltext.state.is_stored else None
    return RecordExtras(
        venue_in_words(venue_of(record.paper.comment, record.paper.journal_ref)),
        tuple(map(str, same_work)),
        tuple(dict.fromkeys(filter(None, claims))),
        conclusions(document) if document else "",
        tuple((paper.id, paper.title) for paper in similar),
        record_figure(library, record.key, document, space) if document and space else None,
        capitalised(cited_words(library.papers.reports(record.key))),
    )


def _ignore(error: Exception) -> None:
    """Ignore an error: the user did not start this query, and a search shows the same error."""
