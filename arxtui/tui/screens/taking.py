"""Taking papers along, and how they are shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from textual import on

from arxtui.library.addresses import Addresses
from arxtui.library.browser import open_page, opener
from arxtui.model.ids import id_of
from arxtui.text.links import is_web
from arxtui.tui.present.line import foreign
from arxtui.tui.screens.triage import Triage
from arxtui.tui.widgets.detail_pane import DetailPane


class Taking(Triage):
    """The panes, with papers that can be taken elsewhere and looked at otherwise."""

    async def action_open_page(self) -> None:
        """The paper's page, in a browser."""
        self._open(self._address(Addresses.page))

    def open_page_of(self, key: int) -> None:
        """A paper's page, in a browser."""
        self._open(self.address_of(key, Addresses.page))

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
            self._copy(url, "No graphical browser here. ")
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
