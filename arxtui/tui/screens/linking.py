"""The addresses of papers: listed, opened in a graphical browser, copied."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from arxtui.library.addresses import Addresses
from arxtui.library.browser import open_page, opener
from arxtui.text.links import is_web
from arxtui.tui.screens.remembering import Remembering

if TYPE_CHECKING:
    from arxtui.model.views import Row
    from arxtui.tui.picks import Meant
    from arxtui.tui.screens.links import LinksScreen

_MOST_PAGES = 10
"""Pages that a browser is asked for at once."""
_log = logging.getLogger(__name__)


class Linking(Remembering):
    """The panes, with all addresses of a paper, and the pages of several papers."""

    _links: LinksScreen | None = None

    def action_links(self) -> None:
        """The addresses of the paper under the cursor."""
        if row := self.papers.row:
            self.show_links(row)
        else:
            self.say("There is no paper in the list")

    def show_links(self, row: Row) -> None:
        """List the addresses of a paper."""
        from arxtui.tui.screens.links import LinksScreen

        try:
            links = self.library.links(row.key)
        except Exception as error:
            _log.exception("the addresses of a paper could not be told")
            self.failed(error)
            return
        self._links = LinksScreen(row.title, links, self._open, self._copy)
        self.app.push_screen(self._links, lambda _: self._left_links())

    def _left_links(self) -> None:
        self._links = None

    def say(self, text: str, ink: str = "dim") -> None:
        """Say it where the user looks."""
        super().say(text, ink)
        if self._links:
            self._links.say(text, ink)

    async def action_open_page(self) -> None:
        """The pages of the picked papers, after a question; else of the one under the cursor."""
        meant = self.picks.meant()
        if not self.picks:
            await super().action_open_page()
        elif meant.number > _MOST_PAGES:
            self.say(f"o opens up to {_MOST_PAGES} pages at once, and {meant.told} papers are picked")
        elif meant.number == 1:
            self._open_picked(meant)
        else:
            words = f"Enter opens the pages of {meant.words}, Esc does not"
            await self.ask(words, "", lambda _: self._open_picked(meant))

    def _open_picked(self, meant: Meant) -> None:
        self.desk.ask(meant.keys_from, partial(self._open_all, meant), self.failed)

    def _open_all(self, meant: Meant, keys: Sequence[int]) -> None:
        urls = [url for key in keys if is_web(url := self.address_of(key, Addresses.page))]
        self.drop_if_picked(meant)
        if not urls:
            self.say("These papers have no address to open")
        elif command := opener():
            for url in urls:
                open_page(url, command, partial(self.call_later, self._copy_all, urls, "No browser answered. "))
            self.say(f"Opening {_pages(urls)}")
        else:
            self._copy_all(urls, "No graphical browser here. ")

    def _copy_all(self, urls: Sequence[str], before: str) -> None:
        self.app.copy_to_clipboard("\n".join(urls))
        self.say(f"{before}Copied {urls[0] if len(urls) == 1 else f'{len(urls)} addresses'}")

    def drop_if_picked(self, meant: Meant) -> None:
        """Something was done to papers: if they are those picked, they no longer are."""
        if meant.row is None and self.picks and self.picks.meant() == meant:
            self.drop_picks()


def _pages(urls: Sequence[str]) -> str:
    return urls[0] if len(urls) == 1 else f"{len(urls)} pages"
