"""All that is wrong with a configuration, the keys of the reader included."""

from __future__ import annotations

from arxtui.config.settings import parse
from arxtui.config.text import ConfigError
from arxtui.library.config_faults import config_faults


def all_faults(text: str, name: str) -> list[ConfigError]:
    """The faults of a text, each with ``name`` and its line, in the order of the lines. Keys are checked whatever else
    is wrong, unless the text is no TOML."""
    found = config_faults(text, name)
    try:
        settings = parse(text, name, lambda fault: None)
    except ConfigError:
        return found
    if not settings.keys:
        return found
    from arxtui.tui.keys.user_keys import key_faults  # brings Textual, and few files have keys

    return sorted([*found, *key_faults(settings, name)], key=lambda fault: fault.line)
