"""``[keys]``: names of keys, as people and the configuration write them and as Textual does, and the user's own keys.
The reader checks the names of the commands and the keys of sequences."""

from __future__ import annotations

import unicodedata

from arxtui.config.parsing import line_of
from arxtui.config.text import Report, fault_at
from arxtui.light import frozen
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


AREAS = {"triage": "in triage mode", "text": "in a full text"}
"""The tables ``[keys.triage]`` and ``[keys.text]``, with where their keys apply."""
ALWAYS = {
    "escape": "leaves what is open",
    "enter": "opens or confirms",
    "tab": "completes or goes on",
    "shift+tab": "goes back",
    "up": "moves up",
    "down": "moves down",
    "ctrl+c": "copies, cancels or leaves",
}
"""Keys that questions, the search box and the screens over the list depend on, so they always keep their commands."""


@frozen
class KeyBinding:
    """The keys that the user gives to a command; empty to unbind it. ``area`` is a key of ``AREAS``, or empty if the
    keys apply on every screen that has the command. ``line`` is the line of the configuration."""

    area: str
    command: str
    keys: tuple[str, ...]
    line: int


def conflicts(key: str, other: str) -> bool:
    """Whether the keys are equal or one begins the other, so that a key press would be ambiguous."""
    return f"{key} ".startswith(f"{other} ") or f"{other} ".startswith(f"{key} ")


def reserved_key(keys: str) -> str:
    """Return the key of a sequence that must keep its own command: the first key, or Esc anywhere, which cancels a
    sequence. Returns an empty string if there is none."""
    first, *others = keys.split(" ")
    key = "escape" if "escape" in others else first
    return key if key in ALWAYS else ""


def read_table(table: object, text: str, name: str, report: Report) -> tuple[KeyBinding, ...]:
    """Read the bindings of the table ``[keys]`` of a configuration with the text ``text``. ``report`` receives each
    fault."""
    if not isinstance(table, dict):
        report(fault_at(name, line_of(text, "keys", None), "[keys] must be a table"))
        return ()
    bindings: list[KeyBinding] = []
    areas = [("", {key: value for key, value in table.items() if not isinstance(value, dict)})]
    for area, keys in table.items():
        if isinstance(keys, dict) and area in AREAS:
            areas.append((area, keys))
        elif isinstance(keys, dict):
            known = " and ".join(f"[keys.{each}]" for each in AREAS)
            report(fault_at(name, line_of(text, "keys", area), f"unknown table [keys.{area}]; known are {known}"))
    for area, keys in areas:
        section = f"keys.{area}" if area else "keys"
        for command, value in keys.items():
            line = line_of(text, section, command)
            try:
                bindings.append(KeyBinding(area, command.replace("-", "_"), _keys(value), line))
            except ValueError as error:
                report(fault_at(name, line, f"[{section}] {command}: {error}"))
    return tuple(bindings)


def _keys(value: object) -> tuple[str, ...]:
    if value is False:
        return ()
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(each, str) for each in texts):
        raise ValueError('must be a key ("x"), a list of keys (["x", "g g"]), or false for none')
    return tuple(dict.fromkeys(map(read_keys, texts)))
