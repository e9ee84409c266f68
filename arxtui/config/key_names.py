"""Names of keys: as people and the configuration write them, and as Textual does.

The code uses Textual's name of a key (``slash``, ``ctrl+p``, ``G``); a sequence is several names separated by spaces.
"""

from __future__ import annotations

import unicodedata

from arxtui.text.matching.nearest import did_you_mean

_CHARACTERS = {
    "slash": "/",
    "full_stop": ".",
    "comma": ",",
    "semicolon": ";",
    "colon": ":",
    "apostrophe": "'",
    "quotation_mark": '"',
    "question_mark": "?",
    "ampersand": "&",
    "asterisk": "*",
    "at": "@",
    "tilde": "~",
    "exclamation_mark": "!",
    "circumflex_accent": "^",
    "grave_accent": "`",
    "number_sign": "#",
    "dollar_sign": "$",
    "percent_sign": "%",
    "vertical_line": "|",
    "backslash": "\\",
    "underscore": "_",
    "plus": "+",
    "equals_sign": "=",
    "minus": "-",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "left_parenthesis": "(",
    "right_parenthesis": ")",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
}
_SPECIAL_KEYS = {
    "space": "space",
    "backspace": "Backspace",
    "delete": "Del",
    "insert": "Ins",
    "down": "↓",
    "up": "↑",
    "left": "←",
    "right": "→",
    "pagedown": "PgDn",
    "pageup": "PgUp",
    "home": "Home",
    "end": "End",
    "enter": "Enter",
    "escape": "Esc",
    "tab": "Tab",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}
_NAMES = {**_CHARACTERS, **_SPECIAL_KEYS}
_BY_CHARACTER = {character: name for name, character in _CHARACTERS.items()}
_BY_WORD = {
    **{shown.lower(): name for name, shown in _SPECIAL_KEYS.items()},
    **{name: name for name in _NAMES},
    "return": "enter",
}
_MODIFIERS = ("alt", "ctrl", "shift")
"""In the order in which Textual names them."""
_SAME_BYTE = {
    "ctrl+i": "Tab",
    "ctrl+m": "Enter",
    "ctrl+left_square_bracket": "Esc",
    "ctrl+h": "Backspace",
    "ctrl+space": "",
}
"""Keys for which terminals send the byte of another key, which is named here as it is shown; empty for Textual's
``ctrl+@``."""
_MAX_KEYS = 4
"""The largest number of keys in a sequence."""


def key_name(keys: str) -> str:
    """Return a key or sequence as shown to people: ``/`` for ``slash``, ``Ctrl+P`` for ``ctrl+p``, ``g g``."""
    return " ".join(map(_display_name, keys.split(" ")))


def config_spelling(keys: str) -> str:
    """Return a key or sequence as written in the configuration: ``/``, ``ctrl+p``, ``down``."""
    return " ".join("+".join(_CHARACTERS.get(part, part) for part in key.split("+")) for key in keys.split(" "))


def read_keys(text: str) -> str:
    """Parse a key or sequence of the configuration into Textual's names. Raises: ValueError with the reason."""
    parts = text.split()
    if not parts:
        raise ValueError(f'must name a key, such as "x", "ctrl+x" or "g g", not {text!r}; the space bar is "space"')
    if len(parts) > _MAX_KEYS:
        raise ValueError(f"{text!r} has more than {_MAX_KEYS} keys")
    return " ".join(map(_parse, parts))


def _display_name(key: str) -> str:
    modifiers, plus, last = key.rpartition("+")
    if not plus:
        return _NAMES.get(key) or _character(key)
    shown = [each.title() for each in modifiers.split("+")]
    return "+".join((*shown, _NAMES.get(last, last.upper())))


def _character(key: str) -> str:
    """Return the character with this Unicode name: ``§`` for ``section_sign``. An unknown name is returned
    unchanged."""
    if len(key) == 1:
        return key

    try:
        return unicodedata.lookup(key.replace("_", " "))
    except KeyError:
        return key


def _parse(text: str) -> str:
    before, plus, last = text[:-1].rpartition("+")
    modifiers, last = (before.split("+"), last + text[-1]) if plus else ([], text)
    pressed = sorted(_modifier(each, text) for each in modifiers if each)
    key = _parse_single(last, text)
    if key.isalpha() and len(key) == 1 and pressed and pressed != ["shift"]:
        key = key.lower()
    if pressed == ["shift"] and len(key) == 1:
        return key.upper()
    name = "+".join((*pressed, key))
    if name in _SAME_BYTE:
        if other := _SAME_BYTE[name]:
            raise ValueError(f"terminals send {other} for {text!r}: write {other.lower()}")
        return "ctrl+@"
    if "alt" in pressed and (key in _CHARACTERS or key.isdigit()):
        raise ValueError(f"terminals cannot distinguish {text!r} from other keys: Alt works with letters and arrows")
    if pressed == ["ctrl"] and key.isdigit():
        raise ValueError(f"terminals do not send {text!r}")
    return name


def _modifier(word: str, text: str) -> str:
    known = {"control": "ctrl", "c": "ctrl", "meta": "alt", "m": "alt", "option": "alt"}
    modifier = known.get(word.lower(), word.lower())
    if modifier not in _MODIFIERS:
        raise ValueError(f"unknown key {text!r}: modifiers are ctrl, alt and shift{did_you_mean(word, _MODIFIERS)}")
    return modifier


def _parse_single(word: str, text: str) -> str:
    if len(word) == 1 and word.isprintable():
        return _BY_CHARACTER.get(word) or (word if word.isalnum() else _unicode_name(word))
    if (key := _BY_WORD.get(word.lower())) is None:
        raise ValueError(f"unknown key {text!r}{did_you_mean(word, _BY_WORD)}")
    return key


def _unicode_name(character: str) -> str:
    name = unicodedata.name(character, character)
    return name.lower().replace("-", "_").replace(" ", "_")
