"""Changes of the configuration as acts of the journal: the file and the journal are both written, or neither."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from arxtui.config.rule_edits import ChangedSinceError
from arxtui.config.text import ConfigError
from arxtui.store.errors import StoreError
from arxtui.store.library.database import LibraryFile
from arxtui.store.library.types import Deed
from arxtui.tuples import NamedTuple

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.store.library.types import Value


class ConfigChange(NamedTuple):
    """An act on the configuration, the values before and after it as stored in the journal, and the file edits that
    make and revert it."""

    deed: Deed
    before: Value
    after: Value
    make: Callable[[Path], object]
    turn_back: Callable[[Path], object]


def act_on_config(paths: Paths, planned: Callable[[], ConfigChange]) -> None:
    """Change the configuration and record the act in the journal.

    The change is planned and made inside the journal's transaction, as its last step, so that one program at a time
    changes the file. If the act then cannot be recorded, the change is reverted and StoreError is raised.
    """
    changes: list[ConfigChange] = []

    def plan() -> tuple[Deed, Value, Value]:
        changes.append(planned())
        return changes[0][:3]

    with closing(LibraryFile.open(paths.library_db)) as library:
        try:
            library.journal.change_config(plan, lambda: changes[0].make(paths.config_file))
        except StoreError:
            if changes:
                with suppress(ChangedSinceError, ConfigError):
                    changes[0].turn_back(paths.config_file)
            raise
