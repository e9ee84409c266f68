"""Changes of the configuration as acts of the journal: both are written, or neither."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from arxtui.config.rule_edits import ChangedSinceError
from arxtui.config.text import ConfigError
from arxtui.store.errors import StoreError
from arxtui.store.library.database import LibraryFile
from arxtui.store.library.marks import Deed

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.store.library.fields import Value


class ConfigChange(NamedTuple):
    """An act, what it changes as the journal holds it, and the edits of the file that make it and turn it back."""

    deed: Deed
    before: Value
    after: Value
    make: Callable[[Path], object]
    turn_back: Callable[[Path], object]


def act_on_config(paths: Paths, planned: Callable[[], ConfigChange]) -> None:
    """Change the configuration and write it down. The journal's transaction is the turn of one program: the change is
    planned and made inside it, as its last step. An act that then cannot be written down is turned back."""
    made: list[ConfigChange] = []

    def plan() -> tuple[Deed, Value, Value]:
        made.append(planned())
        return made[0][:3]

    with closing(LibraryFile.open(paths.library_db)) as library:
        try:
            library.journal.change_config(plan, lambda: made[0].make(paths.config_file))
        except StoreError:
            if made:
                with suppress(ChangedSinceError, ConfigError):
                    made[0].turn_back(paths.config_file)
            raise
