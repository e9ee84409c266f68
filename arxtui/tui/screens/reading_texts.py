"""Full texts, as the main screen has them: reading one, saving one for offline reading, fetching one now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from arxtui.library.addresses import Addresses
from arxtui.model.events import EventKind
from arxtui.model.fulltext import TextState
from arxtui.model.ids import id_of
from arxtui.tui import actions, verbs
from arxtui.tui.picks import Meant
from arxtui.tui.present.outcomes import outcome_words
from arxtui.tui.present.reading_looks import ReadingLooks
from arxtui.tui.present.states import NO_PAPER
from arxtui.tui.screens.noticing import Noticing
from arxtui.tui.screens.working import Outcome
from arxtui.tui.text_fetches import TextFetches
from arxtui.tui.widgets.prompt import choice

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.library.facade import Library
    from arxtui.library.views import Listing
    from arxtui.model.events import Event
    from arxtui.model.fulltext import FulltextState
    from arxtui.model.marks import Act
    from arxtui.model.views import Row
    from arxtui.reader.lines import Place
    from arxtui.tui.screens.browsing import Opener
    from arxtui.tui.screens.reading import ReadingScreen


_LOAD_SECONDS = 2.0
_MOST_QUEUED = 1_000
"""Texts that are wanted with one key: at arXiv's pace, some hours of fetching."""
_MOST_FETCHED = 200
"""Texts that are fetched now: some ten minutes."""
_READING = "fetch for the paper that is read"
_BROKEN = 1
"""The exit status of a child that could not use the cache: a full disk, for one."""


class Texts(Noticing):
    """The panes, and the texts of their papers."""

    reading_looks = ReadingLooks()
    _reading: ReadingScreen | None = None

    def __init__(self, library: Library, opener: Opener, paths: Paths, settings: Settings) -> None:
        super().__init__(library, opener, paths, settings)
        self._fetches = TextFetches(_FetchJob(self), self._fetch_went_on)

    def on_mount(self) -> None:
        """What reading needs is loaded while nobody waits for it."""
        self.set_timer(_LOAD_SECONDS, lambda: self.desk.ask(_load_reading, lambda _: None, self.failed))

    def action_read_text(self) -> None:
        """Read the paper under the cursor."""
        if row := self.papers.row:
            self.read_paper(row.key)
        else:
            self.say(NO_PAPER)

    def read_paper(self, key: int) -> None:
        """Read a paper."""
        from arxtui.tui.screens.reading import ReadingScreen  # not for the first frame

        self._reading = ReadingScreen(self, key)
        self.app.push_screen(self._reading, lambda _: self._left_reading(key))

    def action_choose(self) -> None:
        """From the detail, read the text."""
        if self.place is actions.Place.DETAIL:
            self.action_read_text()
        else:
            super().action_choose()

    def _left_reading(self, key: int) -> None:
        self._reading = None
        if self._fetches.leave(self.identifier(key)):
            self.say("The full text is still being fetched, in the background; t shows it")
        self.update_bars()

    def keep_reading_place(self, key: int, place: Place, version: int | None, *, at_once: bool) -> None:
        """Remember where reading stopped; ``at_once`` where there may be no later."""
        if at_once:
            self.library.keep_place(key, *place, version)
        else:
            self.desk.ask(
                lambda library: library.keep_place(key, *place, version), lambda _: None, self.failed, topic="place"
            )

    # Keeping and fetching

    async def action_toggle_queued(self) -> None:
        """Have the texts of the papers kept, or not."""
        row = self.papers.row if not self.picks else None
        await self.do(verbs.KEEP.verb)
        if row:
            self._tell_kept(row)

    def toggle_queued(self, key: int) -> None:
        """Have the text of a paper kept, or not."""
        if row := self.row_of(key):
            self.do_to(verbs.KEEP.verb, Meant((key,), row=row))
            self._tell_kept(row)

    def toggle_star(self, key: int) -> None:
        """Star a paper, or take that back."""
        if row := self.row_of(key):
            self.do_to(verbs.STAR.verb, Meant((key,), row=row))
            self.say("No longer starred" if row.marks.starred else "Starred")

    def _tell_kept(self, before: Row) -> None:
        queued = before.marks.queued
        self.say(
            "No longer saved for offline reading · u undoes"
            if queued
            else "Saved for offline reading with the next refresh · u undoes · W fetches now"
        )

    async def action_queue_listed(self) -> None:
        """Have the texts of the whole list kept."""
        listing = self.view.listing
        if listing is None or not listing.total:
            self.say(NO_PAPER)
        elif not listing.complete or listing.total > _MOST_QUEUED:
            self.say(f"That is for at most {_MOST_QUEUED:,} papers: search or filter first")
        else:
            papers = f"{listing.total:,} paper{'' if listing.total == 1 else 's'}"
            question = choice(f"Save the full texts of {papers} for offline reading")
            await self.ask(question, "", lambda _: self._queue_listed(listing))

    def _queue_listed(self, listing: Listing) -> None:
        keys = tuple(listing.keys)
        self.desk.ask(lambda library: library.mark(keys, "queue"), self._queued, self.failed)

    def _queued(self, act: Act | None) -> None:
        self.reload(None)
        self.say(
            f"{act.papers:,} more full texts are saved for offline reading with the next refresh · u undoes"
            if act
            else "All of these are saved for offline reading already"
        )

    async def action_fetch_text(self) -> None:
        """Fetch the texts of the papers."""
        meant = self.meant()
        if meant is None:
            return
        if meant.row is None and meant.number > _MOST_FETCHED:
            self.say(f"That is for at most {_MOST_FETCHED} papers at once: w saves them for offline reading")
        else:
            self.drop_picks()
            self.desk.ask(meant.keys_from, self.fetch_texts, self.failed)

    def fetch_texts(self, keys: Sequence[int]) -> None:
        """Fetch full texts now, also those that are here."""
        names = tuple(name for key in keys if (name := id_of(key)))
        if not names:
            self.say("This paper has no identifier yet: its text cannot be asked for")
        elif not self.work("fetch", "--again", "--", *names, then=self.fetched):
            self.say_while("fetch", "Something is being fetched already; w saves this text for offline reading")

    def fetch_read(self, key: int, *, reviews: bool = False) -> None:
        """Fetch the full text of the paper that is read, or its whole reviews, before all others."""
        if name := id_of(key):
            self._fetches.fetch(name, ("--review",) if reviews else ("--again",))
        else:
            self.say("This paper has no identifier yet: its text cannot be asked for")

    def fetch_when_opened(self, key: int, state: FulltextState) -> None:
        """Fetch the full text of a paper that is opened without one, where the settings let it and it is worth it: not
        where arXiv was asked lately and has none."""
        has_none = state.state is TextState.NONE and not (state.next_try and state.next_try <= datetime.now(UTC))
        name = id_of(key)
        if name and self.settings.fulltext.fetch_on_open and not has_none:
            is_asked_before = state.state in (TextState.FAILED, TextState.HAVE)
            self._fetches.fetch(name, ("--again",) if is_asked_before else ())

    def fetching_words(self, key: int) -> str:
        """What is done to fetch a paper now; empty while it is not fetched."""
        return self._fetches.step(self.identifier(key))

    def fetch_failure(self, key: int) -> str:
        """Why the last fetch of a paper brought nothing, where that is not in the cache."""
        return self._fetches.failure(self.identifier(key))

    def stop_fetching(self, key: int) -> bool:
        """Fetch a paper no more; whether it was being fetched."""
        return self._fetches.stop(self.identifier(key))

    def _fetch_went_on(self, name: str) -> None:
        if self._reading and self.identifier(self._reading.key) == name:
            self._reading.fetch_went_on()

    def fetched(self, outcome: Outcome) -> None:
        """Show what a fetch has brought. That the paper that is read failed its own screen says."""
        self.papers.reload()
        self.show_paper()
        words = outcome_words(outcome.end, outcome.notes)
        if outcome.end.exit_code:
            super().say(words, "fault")
        else:
            self.say(words)

    # What the text's own screen asks

    def identifier(self, key: int) -> str:
        """The identifier of a paper; empty where it has none."""
        return id_of(key) or ""

    def page_address(self, key: int) -> str:
        """The address of its page."""
        return self.address_of(key, Addresses.page)

    def text_address(self, key: int, version: int | None) -> str:
        """The address of its text as a page, which its pictures' are relative to."""
        number = f"v{version}" if version else ""
        return f"{self.settings.arxiv.html_url.rstrip('/')}/{self.identifier(key)}{number}/"

    def pdf_address(self, key: int) -> str:
        """The address of its PDF."""
        return self.address_of(key, Addresses.pdf)

    # What goes on is told where the user looks

    def say(self, text: str, ink: str = "dim") -> None:
        """Say it on the page, too."""
        super().say(text, ink)
        if self._reading:
            self._reading.say(text, ink)

    def row_of(self, key: int) -> Row | None:
        """The row of a paper, as it is now."""
        return next(iter(self.library.rows([key])), None)


class _FetchJob:
    """The child of the main screen that fetches for the paper that is read, beside others that fetch."""

    def __init__(self, main: Texts) -> None:
        self._main = main

    def start(
        self, name: str, options: tuple[str, ...], heard: Callable[[Event], object], gone: Callable[[str], object]
    ) -> None:
        """Start it."""
        broken = ""

        def listen(event: Event) -> None:
            nonlocal broken
            if event.kind is EventKind.FINISHED and event.exit_code == _BROKEN:
                broken = event.reason or ""
            heard(event)

        self._main.work(
            "fetch",
            *options,
            "--at-once",
            "--",
            name,
            then=self._main.fetched,
            heard=listen,
            gone=lambda died: gone(died or broken),
            name=_READING,
        )

    def stop(self) -> None:
        """End it."""
        self._main.stop_work(_READING)


def _load_reading(library: Library) -> None:
    import arxtui.store.documents
    import arxtui.tui.screens.reading  # noqa: F401
