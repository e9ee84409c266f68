"""Full texts, as the main screen has them: reading one, keeping one for the train, fetching one now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arxtui.library.addresses import Addresses
from arxtui.model.ids import id_of
from arxtui.tui import verbs
from arxtui.tui.picks import Meant
from arxtui.tui.present.outcomes import outcome_words
from arxtui.tui.present.reading_looks import ReadingLooks
from arxtui.tui.screens.noticing import Noticing
from arxtui.tui.screens.working import Outcome

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.views import Listing
    from arxtui.model.marks import Act
    from arxtui.model.views import Row
    from arxtui.reader.lines import Place
    from arxtui.tui.screens.reading import ReadingScreen


_LOAD_SECONDS = 2.0
_MOST_QUEUED = 1_000
"""Texts that are wanted with one key: at arXiv's pace, some hours of fetching."""
_MOST_FETCHED = 200
"""Texts that are fetched now: some ten minutes."""


class Texts(Noticing):
    """The panes, and the texts of their papers."""

    reading_looks = ReadingLooks()
    _reading: ReadingScreen | None = None
    _fetching: tuple[str, ...] = ()

    def on_mount(self) -> None:
        """What reading needs is loaded while nobody waits for it."""
        self.set_timer(_LOAD_SECONDS, lambda: self.desk.ask(_load_reading, lambda _: None, self.failed))

    def action_read_text(self) -> None:
        """Read the paper under the cursor."""
        if row := self.papers.row:
            self.read_paper(row.key)

    def read_paper(self, key: int) -> None:
        """Read a paper."""
        from arxtui.tui.screens.reading import ReadingScreen  # not for the first frame

        self._reading = ReadingScreen(self, key)
        self.app.push_screen(self._reading, lambda _: self._left_reading())

    def action_choose(self) -> None:
        """From the detail, read the text."""
        if self.detail.has_focus:
            self.action_read_text()
        else:
            super().action_choose()

    def _left_reading(self) -> None:
        self._reading = None
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
        self.say("The full text is not wanted any more" if queued else "The next refresh fetches the full text, W now")

    async def action_queue_listed(self) -> None:
        """Have the texts of the whole list kept."""
        listing = self.view.listing
        if listing is None or not listing.total:
            self.say("There is no paper in the list")
        elif not listing.complete or listing.total > _MOST_QUEUED:
            self.say(f"That is for at most {_MOST_QUEUED:,} papers: search or filter first")
        else:
            papers = f"{listing.total:,} paper{'' if listing.total == 1 else 's'}"
            await self.ask(
                f"Enter keeps the full texts of {papers}, Esc none", "", lambda _: self._queue_listed(listing)
            )

    def _queue_listed(self, listing: Listing) -> None:
        keys = tuple(listing.keys)
        self.desk.ask(lambda library: library.mark(keys, "queue"), self._queued, self.failed)

    def _queued(self, act: Act | None) -> None:
        self.reload(None)
        self.say(f"{act.papers:,} more full texts are wanted" if act else "All of these are wanted already")

    async def action_fetch_text(self) -> None:
        """Fetch the texts of the papers."""
        meant = self.meant()
        if meant is None:
            return
        if meant.row is None and meant.number > _MOST_FETCHED:
            self.say(f"That is for at most {_MOST_FETCHED} papers at once: w has the next refreshes fetch them")
        else:
            self.drop_picks()
            self.desk.ask(meant.keys_from, self.fetch_texts, self.failed)

    def fetch_texts(self, keys: Sequence[int], *, reviews: bool = False) -> None:
        """Fetch full texts, or whole reviews, now."""
        what = "--review" if reviews else "--again"
        names = tuple(name for key in keys if (name := id_of(key)))
        if not names:
            self.say("This paper has no identifier yet: its text cannot be asked for")
        elif self.work("fetch", what, "--", *names, then=self._fetched):
            self._fetching = names
        else:
            self.say("Something is being fetched already; w keeps this text for later")

    def is_fetching(self, key: int) -> bool:
        """Whether the text of a paper is being fetched."""
        return self.is_working("fetch") and id_of(key) in self._fetching

    def _fetched(self, outcome: Outcome) -> None:
        self.papers.reload()
        self.show_paper()
        self.say(outcome_words(outcome.end, outcome.notes), "fault" if outcome.end.exit_code else "dim")
        if self._reading:
            self._reading.load()

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

    def show_progress(self) -> None:
        """Show how far work is on the page, too, where it is about full texts."""
        super().show_progress()
        if self._reading and self.is_working("fetch"):
            self._reading.say(self.progress)

    def row_of(self, key: int) -> Row | None:
        """The row of a paper, as it is now."""
        return next(iter(self.library.rows([key])), None)


def _load_reading(library: Library) -> None:
    import arxtui.store.documents
    import arxtui.tui.screens.reading  # noqa: F401
