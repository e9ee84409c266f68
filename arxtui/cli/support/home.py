"""The home of a command: paths, settings, and the library over them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings, load
from arxtui.model.counted import counted

if TYPE_CHECKING:
    from pathlib import Path

    from arxtui.library.exports import Synced
    from arxtui.library.facade import Library


def home() -> tuple[Paths, Settings]:
    """Paths with their directories made, and the settings. ConfigError for a faulty file, OSError for the rest."""
    paths = Paths.find()
    paths.make()
    return paths, load(paths.config_file)


def sound_home() -> tuple[Paths, Settings]:
    """The same for who opens the library only after asking the network: what would stop it is found before."""
    paths, _ = home()
    return paths, sound_settings(paths.config_file)


def sound_settings(file: Path) -> Settings:
    """The settings of a file. ConfigError for a faulty one, and for a rule that cannot be meant."""
    settings = load(file)
    if settings.rules:
        from arxtui.library.rules.queries import check_rules  # the query language is loaded for rules alone

        check_rules(settings, file)
    return settings


@contextmanager
def library() -> Iterator[Library]:
    """The open library, announcements delivered to its inbox. StoreError when a database cannot be used."""
    from arxtui.library.facade import Library
    from arxtui.store.errors import Busy, ReadOnly

    opened = Library.open(*home())
    try:
        with suppress(Busy, ReadOnly):  # whoever holds the library will have delivered
            opened.inbox.deliver()
        yield opened
        if opened.session.has_user_changes():
            tell_synced(opened.exports.sync())
    finally:
        opened.close()


def tell_synced(files: Iterable[Synced], *, briefly: bool = True) -> None:
    """Say what became of the files that are kept in step; ``briefly``: of those alone that could not be written."""
    from arxtui.cli.support import output

    for each in files:
        if each.problem:
            output.say(f"{each.file} is not kept in step: {each.problem}")
        elif not briefly:
            papers = counted(each.papers, "paper")
            output.say(f"{each.file}: {papers}{', written' if each.written else ', as it was'}")
