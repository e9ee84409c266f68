"""The locations of all files: under ``ARXTUI_HOME`` if it is set, otherwise where the platform puts such files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from arxtui.light import frozen


@frozen
class Paths:
    """The four directories. The cache can be deleted at any time, the data must never be."""

    config: Path
    cache: Path
    data: Path
    state: Path

    @classmethod
    def under(cls, home: Path) -> Paths:
        """Return the paths with all four directories under one."""
        return cls(home / "config", home / "cache", home / "data", home / "state")

    @classmethod
    def find(cls, environ: Mapping[str, str] = os.environ) -> Paths:
        """Return the paths under ``ARXTUI_HOME``, or those of the platform."""
        if home := environ.get("ARXTUI_HOME"):
            return cls.under(Path(os.path.expanduser(home)).absolute())  # noqa: PTH111 - an unknown user is no error
        from platformdirs import PlatformDirs

        dirs = PlatformDirs("arxtui", appauthor=False)
        return cls(dirs.user_config_path, dirs.user_cache_path, dirs.user_data_path, dirs.user_state_path)

    @property
    def config_file(self) -> Path:
        """The TOML configuration."""
        return self.config / "config.toml"

    @property
    def kept_config(self) -> Path:
        """The tables of the configuration as they were parsed (``config.tables``)."""
        return self.cache / "config.kept"

    @property
    def style_file(self) -> Path:
        """The user's own stylesheet for the reader."""
        return self.config / "style.tcss"

    @property
    def cache_db(self) -> Path:
        """The database of what upstream published; it can be fetched again."""
        return self.cache / "cache.db"

    @property
    def index(self) -> Path:
        """The search index; it can be rebuilt."""
        return self.cache / "index"

    @property
    def dblp_works(self) -> Path:
        """The records of dblp; they can be imported again."""
        return self.cache / "dblp.works"

    @property
    def numbers(self) -> Path:
        """The numbers of papers at other services; they can be imported again."""
        return self.cache / "numbers.db"

    @property
    def library_db(self) -> Path:
        """The database of what the user did; it cannot be fetched again."""
        return self.data / "library.db"

    @property
    def unfinished_restore(self) -> Path:
        """The prepared files of a restore that is in progress or was killed."""
        return self.data / ".arxtui-restore"

    @property
    def pdfs(self) -> Path:
        """The PDFs that the user wants to keep."""
        return self.data / "pdf"

    @property
    def pane_sizes(self) -> Path:
        """The sizes that the user gave to the panes of the reader."""
        return self.state / "panes.json"

    @property
    def command_history(self) -> Path:
        """The lines typed on the command line of the reader."""
        return self.state / "command_history"

    @property
    def search_history(self) -> Path:
        """The searches that were kept in the reader."""
        return self.state / "search_history"

    @property
    def last_place(self) -> Path:
        """Where the reader was left: query, paper and position."""
        return self.state / "place.json"

    @property
    def command_uses(self) -> Path:
        """How often each command was chosen in the palette of the reader."""
        return self.state / "commands.json"

    @property
    def tour_offer(self) -> Path:
        """A marker file: if it exists, the next start of the reader begins the guided tour."""
        return self.state / "tour"

    @property
    def log_file(self) -> Path:
        """The log of all processes."""
        return self.state / "arxtui.log"

    def make(self) -> None:
        """Create the directories; new ones are accessible to the user alone."""
        for directory in (self.config, self.cache, self.data, self.state):
            directory.mkdir(parents=True, exist_ok=True, mode=0o700)
