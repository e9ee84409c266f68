"""What stands beside a paper: others that are like it, and those that are the same work or speak of it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from arxtui.model.ids import name_of
from arxtui.tui.screens.browsing import REST_SECONDS
from arxtui.tui.screens.ruling import Ruling

if TYPE_CHECKING:
    from textual.timer import Timer

    from arxtui.library.facade import Library


class Relating(Ruling):
    """The panes, with the papers beside one."""

    _looking: Timer | None = None

    def action_similar(self) -> None:
        """The papers most like the one under the cursor."""
        if row := self.papers.row:
            self.leave_for(f"like:{name_of(row.key)}")
            self.action_show_list()

    def show_paper(self) -> None:
        """With what is related to it, once the cursor has rested there for a moment."""
        super().show_paper()
        if self._looking:
            self._looking.stop()
        self._looking = self.set_timer(REST_SECONDS, self._look_beside)

    def _look_beside(self) -> None:
        key = self.papers.key
        if key is not None:
            self.count_desk.ask(partial(_related, key=key), partial(self._found, key), _say_nothing, topic="related")

    def _found(self, key: int, words: tuple[str, ...]) -> None:
        if words and key == self.papers.key:
            self.detail.show_as(replace(self.detail.looks, related=words))


def _related(library: Library, key: int) -> tuple[str, ...]:
    return tuple(map(str, library.related(key)))


def _say_nothing(error: Exception) -> None:
    """It was not asked for, and what keeps it from being found is told where something is searched for."""
