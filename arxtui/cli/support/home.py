"""The library of a command."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from arxtui import logs
from arxtui.cli.support import output
from arxtui.cli.support.settings import home
from arxtui.library.facade import Library
from arxtui.model.counted import counted
from arxtui.store.errors import Busy, ReadOnly

if TYPE_CHECKING:
    from arxtui.library.exports import Synced


@contextmanager
def open_library() -> Iterator[Library]:
    """Open the library, and deliver announcements to its inbox. Raises StoreError if a database cannot be used."""
    paths, settings = home()
    logs.to_file_later(paths.log_file)
    library = Library.open(paths, settings)
    try:
        with suppress(Busy, ReadOnly):  # the process that holds the lock delivers them
            library.inbox.deliver()
        yield library
        if library.session.has_user_changes():
            print_synced(library.sync_exports())
    finally:
        library.close()


def print_synced(files: Iterable[Synced], *, briefly: bool = True) -> None:
    """Print the results for the export files kept in sync; with ``briefly`` only for those that could not be
    written.
    """
    for file in files:
        if file.problem:
            output.say(f"{file.file} was not updated: {file.problem}")
        elif not briefly:
            papers = counted(file.papers, "paper")
            output.say(f"{file.file}: {papers}{', written' if file.written else ', unchanged'}")
