"""The words that complete an argument: what is asked of the library on the spot, as short questions are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from arxtui.library.argument_values import values_in
from arxtui.tui.actions import Takes

if TYPE_CHECKING:
    from arxtui.config.settings import Settings
    from arxtui.library.facade import Library
    from arxtui.tui.services.exports import Exports
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.state.session import Session

_ARGUMENTS = {
    Takes.QUERY: "list query",
    Takes.TAGS: "mark tag",
    Takes.LISTS: "mark list",
    Takes.SETS: "harvest spec",
}
"""The argument of a verb that takes the same."""


class ArgumentValues:
    """``of`` an argument of a command, or ``of_verb``, named as ``views add query``."""

    def __init__(self, session: Session, threads: LibraryThreads, exports: Exports) -> None:
        self._session = session
        self._threads = threads
        self._exports = exports

    def of(self, takes: Takes, typed: str) -> list[str]:
        """The words that an argument takes, of which ``typed`` is there."""
        if takes is Takes.DESTINATION:
            from arxtui.export.forms import FORMS

            return list(dict.fromkeys([*self._exports.recent_destinations, *FORMS]))
        return self.of_verb(_ARGUMENTS[takes], typed) if takes in _ARGUMENTS else []

    def of_verb(self, argument: str, typed: str) -> list[str]:
        """The words that an argument of a verb takes."""
        return [word for word, _ in values_in(self, argument, typed)]

    @property
    def settings(self) -> Settings:
        """The settings in use."""
        return self._session.settings

    @contextmanager
    def library(self) -> Iterator[Library]:
        """The library of the screen."""
        yield self._threads.library
