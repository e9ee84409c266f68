"""The words that complete an argument. They are read from the screen's library directly, without a thread, as the
queries are short."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from arxtui.library.argument_values import values_in
from arxtui.tui.actions import CHOICES, Takes
from arxtui.tui.destinations import known_names
from arxtui.verbs.declaration import Values

if TYPE_CHECKING:
    from arxtui.config.settings import Settings
    from arxtui.library.facade import Library
    from arxtui.tui.services.exports import Exports
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.state.session import Session

_VALUES: dict[Takes, Values] = {
    Takes.QUERY: "terms",
    Takes.TAGS: "tags",
    Takes.LISTS: "lists",
    Takes.SETS: "sets",
}
"""What a command takes, among the values of verbs' arguments."""


class ArgumentValues:
    """Returns the words for an argument of a command (``of``) or of a verb (``of_verb``)."""

    def __init__(self, session: Session, threads: LibraryThreads, exports: Exports) -> None:
        self._session = session
        self._threads = threads
        self._exports = exports

    def of(self, takes: Takes, typed: str) -> list[str]:
        """Return the words for a kind of argument, of which ``typed`` has been typed."""
        if takes is Takes.DESTINATION:
            return known_names(self._exports.recent_destinations)
        return list(CHOICES.get(takes, ())) or self.of_verb(_VALUES.get(takes), typed)

    def of_verb(self, values: Values | None, typed: str) -> list[str]:
        """Return the words for an argument of a verb."""
        return [word for word, _ in values_in(self, values, typed)]

    @property
    def settings(self) -> Settings:
        """The current settings."""
        return self._session.settings

    @contextmanager
    def library(self) -> Iterator[Library]:
        """Provide the library of the screen."""
        yield self._threads.library
