"""Helpers that undo and redo the acts of a home, each with a library opened with the settings of that moment."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings, load
from arxtui.config.text import ConfigError
from arxtui.library.facade import Library
from arxtui.model.marks import Act


def asked(paths: Paths, question: Callable[[Library], Act | None]) -> Act | None:
    library = Library.open(paths, load(paths.config_file))
    try:
        return question(library)
    finally:
        library.close()


def undo(paths: Paths) -> Act | None:
    return asked(paths, lambda library: library.journal.undo())


def undo_after_unreadable_settings(paths: Paths) -> None:
    library = Library.open(paths, load(paths.config_file))
    text = paths.config_file.read_text()
    paths.config_file.write_text(text + "\n[ui\n")
    with pytest.raises(ConfigError):
        library.journal.undo()
    paths.config_file.write_text(text)
    assert library.journal.undo()
    library.close()


def redo(paths: Paths) -> Act | None:
    return asked(paths, lambda library: library.journal.redo())


def standing(paths: Paths) -> list[tuple[str, str, str]]:
    """Return (kind, name, new name) of each act that is not undone, newest first."""
    library = Library.open(paths, Settings())
    try:
        return [(act.what, act.name, act.to) for act in library.journal.acts(99) if not act.undone]
    finally:
        library.close()
