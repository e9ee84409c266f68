"""From the names of keys that people read and write to Textual's."""

from __future__ import annotations

from textual.keys import _character_to_key

from arxtui.tui.actions import KEY_NAMES

_KEYS = {name: key for key, name in KEY_NAMES.items()}


def key_of(name: str) -> str:
    """Textual's name of a key: ``equals_sign`` for ``=``, ``ctrl+g`` for ``Ctrl+G``, ``escape`` for ``Esc``."""
    if len(name) == 1:
        return _KEYS.get(name) or _character_to_key(name)
    held, plus, last = name.rpartition("+")
    if plus and held and last:
        return f"{held.lower()}+{key_of(last.lower() if len(last) == 1 and last.isalpha() else last)}"
    return _KEYS.get(name) or name.lower()
