"""The addresses of a paper, listed."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from arxtui.tui.present.states import NO_PAPER
from arxtui.tui.screens.remembering import Remembering

if TYPE_CHECKING:
    from arxtui.model.views import Row
    from arxtui.tui.screens.links import LinksScreen

_log = logging.getLogger(__name__)


class Linking(Remembering):
    """The panes, with all addresses of a paper."""

    _links: LinksScreen | None = None

    def action_links(self) -> None:
        """The addresses of the paper under the cursor."""
        if row := self.papers.row:
            self.show_links(row)
        else:
            self.say(NO_PAPER)

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
