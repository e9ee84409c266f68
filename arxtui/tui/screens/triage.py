"""What the user does with a paper: marks, undo, taking it along, how it is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from textual import on

from arxtui.library.addresses import Addresses
from arxtui.library.browser import open_page, opener
from arxtui.model.frozen import changed
from arxtui.model.ids import id_of
from arxtui.model.marks import Act, Marks
from arxtui.text.links import is_web
from arxtui.tui.present.line import foreign
from arxtui.tui.screens.saved import SavedViews
from arxtui.tui.widgets.detail_pane import DetailPane

if TYPE_CHECKING:
    from arxtui.model.views import Row
    from arxtui.store.marks import What

_ACTS = {
    "read": "marked read",
    "unread": "marked unread",
    "star": "starred",
    "unstar": "unstarred",
    "hide": "hidden",
    "unhide": "shown again",
    "queue": "full text wanted",
    "unqueue": "full text not wanted",
}


class Triage(SavedViews):
    """The panes, with papers that can be acted on."""

    def action_toggle_read(self) -> None:
        """Read, or unread again; and on to the next."""
        if row := self.papers.row:
            unread = row.marks.unread
            self._mark(row, "read" if unread else "unread", changed(row.marks, unread=not unread))
            self.papers.move(1)

    def action_toggle_star(self) -> None:
        """Star, or take it back."""
        if row := self.papers.row:
            starred = row.marks.starred
            self._mark(row, "unstar" if starred else "star", changed(row.marks, starred=not starred))

    def action_toggle_hidden(self) -> None:
        """Hide and on to the next, or show again."""
        if row := self.papers.row:
            hidden = row.marks.hidden
            self._mark(row, "unhide" if hidden else "hide", changed(row.marks, hidden=not hidden))
            if not hidden:
                self.papers.move(1)

    def action_undo(self) -> None:
        """Take back the last act."""
        self.desk.ask(lambda library: library.undo(), self._undone, self.failed)

    def _mark(self, row: Row, what: What, marks: Marks) -> None:
        self.papers.mark(row, marks)
        keys = (row.key,)
        self.desk.ask(
            lambda library: library.mark(keys, what), partial(self._marked, row.key), partial(self._not_marked, row.key)
        )

    def _marked(self, key: int, act: Act | None) -> None:
        if act:
            self.view.acts[act.number] = key
        self._reload((key,))

    def _not_marked(self, key: int, error: Exception) -> None:
        self._reload((key,))
        self.failed(error)

    def _undone(self, act: Act | None) -> None:
        if act is None:
            self.say("Nothing to undo")
            return
        self._reload(None)
        key = self.view.acts.pop(act.number, None)
        if key is not None:
            self.papers.go_to_paper(key)
        papers = "" if act.papers == 1 else f", {act.papers:,} papers"
        self.say(f"Undone: {_ACTS.get(act.what, act.what)}{papers}")

    def _reload(self, keys: tuple[int, ...] | None) -> None:
        self.papers.reload(keys)
        if keys is None or self.papers.key in keys:
            self.show_paper()
        self.ask_for_news()

    # Taking it along

    def action_open_page(self) -> None:
        """The paper's page, in a browser."""
        self._open(self._address(Addresses.page))

    def action_open_pdf(self) -> None:
        """The PDF, in a browser."""
        self._open(self._address(Addresses.pdf))

    def action_copy_id(self) -> None:
        """The identifier to the clipboard."""
        if row := self.papers.row:
            self._copy(row.id or "")

    def action_copy_url(self) -> None:
        """The address to the clipboard."""
        self._copy(self._address(Addresses.page))

    @on(DetailPane.LinkChosen)
    def _link_chosen(self, event: DetailPane.LinkChosen) -> None:
        self._open(event.url)

    def _address(self, kind: Callable[[Addresses, str], str]) -> str:
        return self.address_of(self.papers.key, kind) if self.papers.key is not None else ""

    def address_of(self, key: int, kind: Callable[[Addresses, str], str]) -> str:
        """An address of a paper; of one that only a review names, the review's; empty where there is none."""
        if base := id_of(key):
            return kind(Addresses.of(self.settings.arxiv), base)
        record = self.library.record(key)
        if record and record.paper.id:
            return kind(Addresses.of(self.settings.arxiv), record.paper.id)
        return next((review.url for review in record.reviews if review.url), "") if record else ""

    def _open(self, url: str) -> None:
        if not is_web(url):
            self.say("This paper has no address to open")
            return
        command = opener()
        if command is None:
            self._copy(url)
            return
        open_page(url, command, partial(self.call_later, self._not_opened, url))
        self.say(f"Opening {url}")

    def _not_opened(self, url: str) -> None:
        self._copy(url, "No browser answered. ")

    def _copy(self, text: str, before: str = "") -> None:
        text = foreign(text)
        if not text:
            self.say("This paper has no identifier yet")
            return
        self.app.copy_to_clipboard(text)
        self.say(f"{before}Copied {text}")

    # How it is shown

    def action_headlines(self) -> None:
        """Titles or headlines in the list."""
        looks = replace(self.papers.looks, headlines=not self.papers.looks.headlines)
        self.papers.show_as(looks)
        self.say("Headlines, where there is a review" if looks.headlines else "Titles")

    def action_tex(self) -> None:
        """Readable text or TeX source."""
        looks = replace(self.papers.looks, tex=not self.papers.looks.tex)
        self.papers.show_as(looks)
        self.detail.show_as(replace(self.detail.looks, tex=looks.tex))
        self.say("TeX source" if looks.tex else "Readable text")

    def action_authors(self) -> None:
        """Some or all authors."""
        self.detail.show_as(replace(self.detail.looks, all_authors=not self.detail.looks.all_authors))
