"""All faults of a configuration, including those of the reader's keys."""

from __future__ import annotations

from arxtui.config.settings import parse
from arxtui.config.text import ConfigError
from arxtui.library.config_faults import config_faults


def all_faults(text: str, name: str) -> list[ConfigError]:
    """Return the faults of a configuration, each with ``name`` and its line, in the order of the lines.

    Keys are checked even if there are other faults, unless the text is not valid TOML.
    """
    faults = config_faults(text, name)
    try:
        settings = parse(text, name, lambda fault: None)
    except ConfigError:
        return faults
    if not settings.keys:
        return faults
    from arxtui.tui.user_keys import key_faults  # imports Textual, and few files have keys

    return sorted([*faults, *key_faults(settings, name)], key=lambda fault: fault.line)
