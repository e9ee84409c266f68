"""The paths and settings of a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings, load
from arxtui.light import deferred

with deferred():
    from arxtui.library.rules.queries import check_rules

if TYPE_CHECKING:
    from pathlib import Path


def home() -> tuple[Paths, Settings]:
    """Create the directories; return paths and settings.

    Raises ConfigError for a faulty settings file, OSError if a directory or file cannot be used.
    """
    paths = Paths.find()
    paths.make()
    return paths, load(paths.config_file, paths.kept_config)


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
        check_rules(settings, file)
    return settings
