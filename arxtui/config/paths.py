"""Where every file lives: under ``ARXTUI_HOME`` when it is set, else where the platform keeps such files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from arxtui.model.frozen import frozen


@frozen
class Paths:
    """The four directories. The cache may be deleted at any time, the data never."""

    config: Path
    cache: Path
    data: Path
    state: Path

    @classmethod
    def under(cls, home: Path) -> Paths:
        """All four in one directory."""
        return cls(home / "config", home / "cache", home / "data", home / "state")

    @classmethod
    def find(cls, environ: Mapping[str, str] = os.environ) -> Paths:
        """``ARXTUI_HOME`` or the platform's own places."""
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
    def style_file(self) -> Path:
        """The user's own stylesheet for the reader."""
        return self.config / "style.tcss"

    @property
    def cache_db(self) -> Path:
        """What upstream said; can be fetched again."""
        return self.cache / "cache.db"

    @property
    def index(self) -> Path:
        """The search index; can be built again."""
        return self.cache / "index"

    @property
    def library_db(self) -> Path:
        """What the user did; cannot be fetched again."""
        return self.data / "library.db"

    @property
    def unfinished_restore(self) -> Path:
        """What a restoration has ready, while it is at work or after it was killed."""
        return self.data / ".arxtui-restore"

    @property
    def pdfs(self) -> Path:
        """The PDFs that the user wants to keep."""
        return self.data / "pdf"

    @property
    def pane_sizes(self) -> Path:
        """How the user has shared the terminal among the panes of the reader."""
        return self.state / "panes.json"

    @property
    def command_history(self) -> Path:
        """What was typed on the command line of the reader."""
        return self.state / "command_history"

    @property
    def last_place(self) -> Path:
        """Where the reader was left."""
        return self.state / "place.json"

    @property
    def command_uses(self) -> Path:
        """How often each command was chosen in the palette of the reader."""
        return self.state / "commands.json"

    @property
    def tour_offer(self) -> Path:
        """Is there where the next start of the reader begins the guided tour."""
        return self.state / "tour"

    @property
    def log_file(self) -> Path:
        """The log of every process."""
        return self.state / "arxtui.log"

    def make(self) -> None:
        """Create the directories, readable by the user alone where they are new."""
        for directory in (self.config, self.cache, self.data, self.state):
            directory.mkdir(parents=True, exist_ok=True, mode=0o700)
