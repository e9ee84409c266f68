"""The contents of a backup, shown to the user before a restoration changes anything."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from arxtui.config.guarded import Guarded, guarded_settings, without
from arxtui.config.settings import Settings, load, parse
from arxtui.config.text import ConfigError, read
from arxtui.model.counted import counted
from arxtui.store.library.adoption import rows_of
from arxtui.tuples import NamedTuple

_COUNTED = {
    "kept": ("paper kept", "papers kept"),
    "mark": ("paper marked", "papers marked"),
    "note": ("note", "notes"),
    "tag": ("tag of a paper", "tags of papers"),
    "listed": ("paper on a list", "papers on lists"),
    "view": ("view", "views"),
    "refused": ("refused reference", "refused references"),
    "journal": ("act", "acts"),
}


class Contents(NamedTuple):
    """The contents of a backup.

    ``counts`` are in words (``12 papers kept``). ``programs`` are the settings that run programs or write files and
    differ from the present settings. ``left_out`` names what the backup's library contains besides rows, which is not
    restored (``trigger NAME``).
    """

    counts: tuple[str, ...]
    programs: tuple[Guarded, ...]
    left_out: tuple[str, ...]


def refuse_programs(contents: Contents) -> bool:
    """Refuse the programs of a backup: the default where the user is not prompted."""
    return False


@dataclass(frozen=True, slots=True)
class Incoming:
    """The settings of a backup, in ``file``, which may not exist; ``name`` is their name in error messages."""

    file: Path
    name: str
    programs: tuple[Guarded, ...]

    @classmethod
    def read(cls, file: Path, present: Path, name: str) -> Incoming:
        """Read ``file`` and compare it with the present settings in ``present``. Raises ConfigError for invalid
        settings."""
        if not file.exists():
            return cls(file, name, ())
        return cls(file, name, guarded_settings(parse(_text(file, name), name), _trusted(present)))

    def leave_out_programs(self) -> None:
        """Remove the settings that run programs from the file. Raises ConfigError if that is not possible."""
        if self.programs:
            self.file.write_text(without(_text(self.file, self.name), self.programs, self.name), "utf-8", newline="")


def contents_of(library: Path, settings: Incoming, left_out: tuple[str, ...]) -> Contents:
    """Return the contents of a backup whose rows have been copied into the library file ``library``. Raises
    StoreError."""
    counts = rows_of(library, tuple(_COUNTED))
    words = tuple(counted(rows, *_COUNTED[table]) for table, rows in counts.items() if rows)
    return Contents(words, settings.programs, left_out)


def _text(file: Path, name: str) -> str:
    try:
        return read(file)
    except ConfigError as error:
        raise ConfigError(str(error).replace(str(file), name)) from error


def _trusted(present: Path) -> Settings:
    try:
        return load(present)
    except ConfigError:
        return Settings()
