"""Guarded settings: those that run programs, write files or name servers. They are not taken from another person's file
without a confirmation."""

from __future__ import annotations

import tomlkit
from tomlkit.exceptions import TOMLKitError

from arxtui.config.settings import ArxivSettings, CitationsSettings, PithSettings, Settings, ZoteroSettings, parse
from arxtui.config.text import ConfigError
from arxtui.text import clean
from arxtui.tuples import NamedTuple

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
