"""The papers that are the same work as the one beside the list, or speak of it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from arxtui.tui.services.navigator import REST_SECONDS

if TYPE_CHECKING:
    from textual.timer import Timer

    from arxtui.library.facade import Library
    from arxtui.tui.screens.main import MainScreen
    from arxtui.tui.services.library_threads import LibraryThreads


class Related:
    """Looked for once the cursor has rested on a paper for a moment."""

    def __init__(self, screen: MainScreen, threads: LibraryThreads) -> None:
        self._screen = screen
        self._threads = threads
        self._rest: Timer | None = None

    def look_soon(self) -> None:
        """Look for what is related to the paper under the cursor, unless another one follows at once."""
        if self._rest:
            self._rest.stop()
        self._rest = self._screen.set_timer(REST_SECONDS, self._look)

    def _look(self) -> None:
        key = self._screen.papers.key
        if key is not None:
            found = partial(self._found, key)
            self._threads.count.ask(partial(_related, key=key), found, _say_nothing, topic="related", only_reads=True)

    def _found(self, key: int, words: tuple[str, ...]) -> None:
        detail = self._screen.detail
        if words and key == self._screen.papers.key:
            detail.show_as(replace(detail.looks, related=words))


def _related(library: Library, key: int) -> tuple[str, ...]:
    return tuple(map(str, library.related.same_work(key)))


def _say_nothing(error: Exception) -> None:
    """It was not asked for, and what keeps it from being found is told where something is searched for."""
