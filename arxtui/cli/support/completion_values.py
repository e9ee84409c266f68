"""The possible values of arguments, looked up in the user's home."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from arxtui.config.paths import Paths
from arxtui.config.settings import load
from arxtui.library.argument_values import ArgumentValues, values_in
from arxtui.library.facade import Library
from arxtui.verbs.declaration import Values

if TYPE_CHECKING:
    from arxtui.config.settings import Settings


def values_of(values: Values | None, typed: str) -> ArgumentValues:
    """Return the possible values of an argument; ``typed`` is the part typed so far."""
    return values_in(_UserHome(), values, typed)


class _UserHome:
    """The user's settings and library, opened on demand."""

    @property
    def settings(self) -> Settings:
        return load(Paths.find().config_file)

    @contextmanager
    def library(self) -> Iterator[Library | None]:
        """Open the library read-only; None if it does not exist yet."""
        paths = Paths.find()
        if not paths.library_db.exists():
            yield None
            return
        with Library.reading(paths, self.settings) as opened:
            yield opened
