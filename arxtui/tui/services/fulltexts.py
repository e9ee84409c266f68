"""Full texts: open one for reading, save one for offline reading, or fetch one now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import id_of, not_on_arxiv
from arxtui.model.events import Event, EventKind
from arxtui.model.fulltext import FulltextState, TextState
from arxtui.tui import verbs
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.line import capitalised
from arxtui.tui.present.outcomes import outcome_words
from arxtui.tui.present.states import NO_PAPER
from arxtui.tui.state.selection import Targets
from arxtui.tui.state.signals import Signal
from arxtui.tui.text_fetches import TextFetches

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.model.views import Row
    from arxtui.reader.lines import Place
    from arxtui.tui.services.background.jobs import JobOutcome, Jobs
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.services.marker import Marker
    from arxtui.tui.services.navigator import Navigator
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.widgets.panes import PanesScreen

_READING_JOB = "fetch for the paper that is read"
_CACHE_FAILURE = 1
"""The exit status of a child process that could not use the cache, for example because the disk is full."""


class ReadingLooks(NamedTuple):
    """The user's display options of the reading screen, which last for the session; ``measure`` is the maximum
    width of a line in cells."""

    measure: int = 80
    justified: bool = False
    hide_citations: bool = False
    tex: bool = False
    two_columns: bool = True
    zen: bool = False
    pictures: bool = True


class Fulltexts:
    """Full texts for reading. ``looks`` stores how the last paper was displayed; ``opened`` is sent with the
    key of a paper to read and the entries to show (see :meth:`open`), ``progressed`` with the identifier of a paper
    whose fetch made progress or ended."""

    looks = ReadingLooks()

    def __init__(
        self,
        screen: PanesScreen,
        status: StatusBar,
        threads: LibraryThreads,
        navigator: Navigator,
        marker: Marker,
        jobs: Jobs,
    ) -> None:
        self._screen = screen
        self._session = screen.session
        self._status = status
        self._threads = threads
        self._navigator = navigator
        self._marker = marker
        self._jobs = jobs
        self.opened: Signal[[int, Sequence[int]]] = Signal()
        self.progressed: Signal[[str]] = Signal()
        self._fetches = TextFetches(_FetchJob(jobs, self._show_outcome), self.progressed.send)

    def open(self, key: int, entries: Sequence[int] = ()) -> None:
        """Open a paper for reading, at the first citation of one of these ``entries`` (numbers in its bibliography)."""
        self.opened.send(key, entries)

    def reading_closed(self, key: int) -> None:
        """Clean up after the reading screen of a paper was closed."""
        if self._fetches.leave(id_of(key) or ""):
            self._status.say(
                f"The full text is still being fetched, in the background; {key_for('read_text')} shows it"
            )
        self._status.update()

    def store_place(self, key: int, place: Place, version: int | None, words: str, *, at_once: bool) -> None:
        """Store where reading stopped, and the words there. With ``at_once``, store the position before returning,
        because the program may be exiting."""

        def store(library: Library) -> None:
            library.texts.keep_place(key, *place, version, words)

        if at_once:
            store(self._threads.library)
        else:
            self._threads.ask(store, lambda _: None, topic="place")

    # Marks of the open paper

    def toggle_saved(self, key: int) -> None:
        """Save the text of a paper for offline reading, or no longer."""
        if row := self._row(key):
            self._marker.do_to(verbs.QUEUE.verb, Targets((key,), row=row))
            self.announce_saved(row)

    def toggle_star(self, key: int) -> None:
        """Star a paper, or remove its star."""
        if row := self._row(key):
            self._marker.do_to(verbs.STAR.verb, Targets((key,), row=row))
            self._status.say("No longer starred" if row.marks.starred else "Starred")

    def announce_saved(self, before: Row) -> None:
        """Say whether a text is now saved for offline reading; ``before`` is the row before the change."""
        self._status.say(
            f"No longer saved for offline reading · {key_for('undo')} undoes"
            if before.marks.queued
            else f"Saved for offline reading with the next refresh · {key_for('undo')} undoes"
            f" · {key_for('fetch_text')} fetches now"
        )

    # Fetching

    def fetch(self, keys: Sequence[int]) -> None:
        """Fetch full texts now, including those that are already stored."""
        names = tuple(name for key in keys if (name := id_of(key)))
        if not names:
            self._status.say(next(map(_no_text, keys), NO_PAPER))
        elif not self._jobs.start("fetch", "--again", "--", *names, then=self._show_outcome):
            words = f"Another text is being fetched; {key_for('toggle_queued')} saves this text for offline reading"
            self._status.say_while("fetch", words)

    def fetch_open_paper(self, key: int, *, reviews: bool = False) -> None:
        """Fetch the full text of the open paper, or its whole reviews, before all other fetches."""
        if name := id_of(key):
            self._fetches.fetch(name, ("--review",) if reviews else ("--again",))
        else:
            self._status.say(_no_text(key))

    def fetch_when_opened(self, key: int, state: FulltextState, *, is_shown: bool) -> None:
        """Fetch the full text of a paper that is being opened, if the settings allow it. If a stored text ``is_shown``,
        or arXiv reported that it has none, fetch only if the next request is due."""
        waits = (is_shown or state.state is TextState.NONE) and not state.is_due(datetime.now(UTC))
        name = id_of(key)
        if name and self._session.settings.fulltext.fetch_on_open and not waits:
            failed_before = not is_shown and (state.state is TextState.FAILED or state.state.is_stored)
            self._fetches.fetch(name, ("--again",) if failed_before else ())

    def fetching_words(self, key: int) -> str:
        """Return the current step of a paper's fetch; empty if the paper is not being fetched."""
        return self._fetches.step(id_of(key) or "")

    def fetch_failure(self, key: int) -> str:
        """Return why the last fetch of a paper failed, for failures that the cache does not store; otherwise empty."""
        return self._fetches.failure(id_of(key) or "")

    def stop_fetching(self, key: int) -> bool:
        """Stop fetching a paper. Return whether it was being fetched."""
        return self._fetches.stop(id_of(key) or "")

    def _show_outcome(self, outcome: JobOutcome) -> None:
        """Show what a fetch has brought. If it failed, only the list says so here: the reading screen shows the failure
        of its own paper."""
        self._screen.papers.rows.forget()
        self._navigator.show_paper()
        has_failed = bool(outcome.end.exit_code)
        words = capitalised(outcome_words(outcome.end, outcome.notes))
        self._status.say(words, "fault" if has_failed else "dim", everywhere=not has_failed)

    def _row(self, key: int) -> Row | None:
        return next(iter(self._threads.library.papers.rows([key])), None)


class _FetchJob:
    """The child process that fetches the text of the open paper, in parallel with other fetches."""

    def __init__(self, jobs: Jobs, fetched: Callable[[JobOutcome], object]) -> None:
        self._jobs = jobs
        self._fetched = fetched

    def start(
        self, name: str, options: tuple[str, ...], on_event: Callable[[Event], object], on_exit: Callable[[str], object]
    ) -> None:
        """Start the child process. ``on_exit`` is also called with the reason if the child could not use the cache."""
        cache_failure = ""

        def listen(event: Event) -> None:
            nonlocal cache_failure
            if event.kind is EventKind.FINISHED and event.exit_code == _CACHE_FAILURE:
                cache_failure = event.reason or ""
            on_event(event)

        self._jobs.start(
            "fetch",
            *options,
            "--at-once",
            "--",
            name,
            then=self._fetched,
            on_event=listen,
            on_exit=lambda error_words: on_exit(error_words or cache_failure),
            name=_READING_JOB,
        )

    def stop(self) -> None:
        """Stop the child process."""
        self._jobs.stop(_READING_JOB)


def _no_text(key: int) -> str:
    """Return why no full text of a paper without an arXiv id can be fetched."""
    return f"This paper is {not_on_arxiv(key)}: its text cannot be fetched"
