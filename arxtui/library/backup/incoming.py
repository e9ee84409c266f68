"""The contents of a backup, shown to the user before a restoration changes anything, and which of its settings are
guarded: those that run programs, write files or name servers are not taken over."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError

from arxtui.config.settings import ArxivSettings, CitationsSettings, PithSettings, Settings, ZoteroSettings, load, parse
from arxtui.config.text import ConfigError, read
from arxtui.light import NamedTuple
from arxtui.model.counted import counted
from arxtui.store.library.adoption import rows_of
from arxtui.text import clean

_ADDRESSES = {"arxiv": ArxivSettings, "pith": PithSettings, "citations": CitationsSettings, "zotero": ZoteroSettings}
_GUARDED = (
    ("hooks", "after_refresh"),
    ("hooks", "on_new_match"),
    ("ui", "opener"),
    ("export", "sync"),
    ("export", "bibliography"),
    *((name, key) for name, kind in _ADDRESSES.items() for key in kind.__annotations__ if key.endswith("url")),
)
"""Section and key of the guarded settings."""


class Guarded(NamedTuple):
    """A guarded setting of a file, with its value in words."""

    section: str
    key: str
    value: str

    def __str__(self) -> str:
        return f"[{self.section}] {self.key} = {self.value}"


def guarded_settings(incoming: Settings, trusted: Settings) -> tuple[Guarded, ...]:
    """Return the guarded settings of ``incoming`` that differ from those of ``trusted`` and from the defaults. Of the
    user's own commands, every one that is not in ``trusted`` in exactly the same form is guarded."""
    settings = (
        Guarded(section, key, _in_words(value))
        for section, key in _GUARDED
        if (value := _value(incoming, section, key))
        not in (_value(trusted, section, key), _value(Settings(), section, key))
    )
    commands = (each for each in incoming.commands if each not in trusted.commands)
    return (*settings, *(Guarded("commands", each.name, _in_words(each.settings.run)) for each in commands))


def without(text: str, settings: tuple[Guarded, ...], name: str) -> str:
    """Return the text of a configuration without these settings; comments and order stay. Raises: ConfigError with
    ``name`` if the text cannot be changed."""
    try:
        document = tomlkit.parse(text)
        for each in settings:
            del document[each.section][each.key]
        changed = tomlkit.dumps(document)
    except (TOMLKitError, KeyError, RecursionError) as error:
        raise ConfigError(
            f"{name}: its settings that run programs or name addresses cannot be left out: {error}"
        ) from error
    remaining = guarded_settings(parse(changed, name), Settings())
    if any((each.section, each.key) in {(one.section, one.key) for one in settings} for each in remaining):
        raise ConfigError(f"{name}: its settings that run programs or name addresses cannot be left out")
    return changed


def _value(settings: Settings, section: str, key: str) -> object:
    return getattr(getattr(settings, section), key)


def _in_words(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(_in_words(each) for each in value)
    return clean(str(value.file)) if hasattr(value, "file") else repr(clean(str(value)))


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
