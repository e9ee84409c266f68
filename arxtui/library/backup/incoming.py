"""What a backup would bring: shown before anything is changed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from arxtui.config.guarded import Guarded, guarded_settings, without
from arxtui.config.settings import Settings, load, parse
from arxtui.config.text import ConfigError, read
from arxtui.model.counted import counted
from arxtui.store.library.adoption import rows_of

_COUNTED = {
    "kept": ("paper kept", "papers kept"),
    "mark": ("paper marked", "papers marked"),
    "note": ("note", "notes"),
    "tag": ("tag of a paper", "tags of papers"),
    "listed": ("paper on a list", "papers on lists"),
    "view": ("view", "views"),
    "journal": ("act", "acts"),
}


class Contents(NamedTuple):
    """What is in a backup: ``counts`` in words (``12 papers kept``), the settings that run programs or write files and
    are not those here, and what its library has that is no row and is left out (``trigger NAME``)."""

    counts: tuple[str, ...]
    programs: tuple[Guarded, ...]
    left_out: tuple[str, ...]


def taking_no_programs(contents: Contents) -> bool:
    """The answer where nobody is asked."""
    return False


@dataclass(frozen=True, slots=True)
class Incoming:
    """The settings of a backup in ``file``, which need not be there; ``name`` is what to call them."""

    file: Path
    name: str
    programs: tuple[Guarded, ...]

    @classmethod
    def read(cls, file: Path, held: Path, name: str) -> Incoming:
        """Those of ``file``, beside the settings that are ``held``. ConfigError for faulty ones."""
        if not file.exists():
            return cls(file, name, ())
        return cls(file, name, guarded_settings(parse(_text(file, name), name), _trusted(held)))

    def leave_out_programs(self) -> None:
        """Take the settings that run programs out of the file. ConfigError where that cannot be."""
        if self.programs:
            self.file.write_text(without(_text(self.file, self.name), self.programs, self.name), "utf-8", newline="")


def contents_of(library: Path, settings: Incoming, left_out: tuple[str, ...]) -> Contents:
    """What is in a backup whose rows are in the library of ours at ``library``. StoreError."""
    counts = rows_of(library, tuple(_COUNTED))
    words = tuple(counted(rows, *_COUNTED[table]) for table, rows in counts.items() if rows)
    return Contents(words, settings.programs, left_out)


def _text(file: Path, name: str) -> str:
    try:
        return read(file)
    except ConfigError as error:
        raise ConfigError(str(error).replace(str(file), name)) from error


def _trusted(held: Path) -> Settings:
    try:
        return load(held)
    except ConfigError:
        return Settings()
