"""The home of a command: paths, settings, and the library."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from arxtui.cli.support import output
from arxtui.config.paths import Paths
from arxtui.config.settings import Settings, load
from arxtui.library.facade import Library
from arxtui.model.counted import counted
from arxtui.store.errors import Busy, ReadOnly

if TYPE_CHECKING:
    from pathlib import Path

    from arxtui.library.exports import Synced


def home() -> tuple[Paths, Settings]:
    """Create the directories; return paths and settings.

    Raises ConfigError for a faulty settings file, OSError if a directory or file cannot be used.
    """
    paths = Paths.find()
    paths.make()
    return paths, load(paths.config_file)


def checked_home() -> tuple[Paths, Settings]:
    """Return paths and settings, with the rules checked, for commands that use the network before they open the
    library.
    """
    paths, _ = home()
    return paths, checked_settings(paths.config_file)


def checked_settings(file: Path) -> Settings:
    """Return the settings of a file. Raises ConfigError if the file or a rule's query is faulty."""
    settings = load(file)
    if settings.rules:
        from arxtui.library.rules.queries import check_rules  # the query language is imported for rules only

        check_rules(settings, file)
    return settings


@contextmanager
def open_library() -> Iterator[Library]:
    """Open the library, and deliver announcements to its inbox. Raises StoreError if a database cannot be used."""
    library = Library.open(*home())
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
