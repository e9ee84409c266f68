"""All that is wrong with a configuration, the keys of the reader included."""

from __future__ import annotations

from arxtui.config.settings import parse
from arxtui.config.text import ConfigError
from arxtui.library.config_faults import config_faults


def all_faults(text: str, name: str) -> list[ConfigError]:
    """The faults of a text, each with ``name`` and its line, in the order of the lines. Which commands the keys may be
    given to is looked at once nothing else is wrong."""
    found = config_faults(text, name)
    settings = None if found else parse(text, name)
    if settings is None or not settings.keys:
        return found
    from arxtui.tui.keys.user_keys import key_faults  # brings Textual, and few files have keys

    return key_faults(settings, name)
