"""Keys by their place: what a key typed on a Cyrillic, Greek or Hebrew layout would be on the US layout.

A terminal with kitty's keyboard protocol reports the code of the key's place on the US layout (``base-layout-key`` in
https://sw.kovidgoyal.net/kitty/keyboard-protocol/#key-codes) after the code of the character, and the code with Shift
between them: ``CSI 1086:1054:106;2;1054u`` is Shift and the key of J, which types О. For other terminals there is a
table of the layouts whose letters have one place each.
"""

from __future__ import annotations

import unicodedata
from string import ascii_lowercase, ascii_uppercase

from textual import events

from arxtui.patterns import pattern

_US = "`qwertyuiop[]asdfghjkl;'zxcvbnm,./"
_LAYOUTS = {
    "Russian": "ёйцукенгшщзхъфывапролджэячсмитьбю.",
    "Ukrainian": "'йцукенгшщзхїфівапролджєячсмитьбю.",
    "Greek": "`;ςερτυθιοπ[]ασδφγηξκλ΄'ζχψωβνμ,./",
    "Hebrew": ";/'קראטוןםפ][שדגכעיחלךף,זסבהנמצתץ.",
}
"""The characters of the keys of ``_US``. Characters that are also on the US layout act as typed."""
_SHIFTED = dict(
    zip(f"`1234567890-=[]\\;',./{ascii_lowercase}", f'~!@#$%^&*()_+{{}}|:"<>?{ascii_uppercase}', strict=True)
)
_PLACES = {
    character: place
    for layout in _LAYOUTS.values()
    for typed, key in zip(layout, _US, strict=True)
    if not typed.isascii()
    for character, place in ((typed.upper(), _SHIFTED[key]), (typed, key))
} | {"№": "#"}
_ALTERNATES = pattern(r"\x1b\[\d+:[\d:]*")
_PLACE = pattern(r"\x1b\[\d+:\d*:(\d{1,7})(?:;(\d{1,3}))?[;\d:]*u")
_SHIFT = 1


class PlacedKey(events.Key):
    """A key whose ``place`` on the US layout the terminal has reported."""

    def __init__(self, key: str, character: str | None, place: str) -> None:
        super().__init__(key, character)
        self.place = place


def is_alternate(sequence: str) -> bool:
    """Return whether the last character of an unfinished sequence belongs to the alternate codes of a key."""
    return _ALTERNATES.fullmatch(sequence) is not None


def with_place(key: events.Key, sequence: str) -> events.Key:
    """Return the key of a complete sequence with its place, if the sequence reports one."""
    match = _PLACE.fullmatch(sequence)
    if match is None:
        return key
    place, modifiers = chr(min(int(match[1]), 0x10FFFF)), int(match[2] or 1) - 1
    return PlacedKey(key.key, key.character, _SHIFTED.get(place, place) if modifiers & _SHIFT else place)


def latin(character: str) -> str:
    """Return the character of the same key on the US layout; the character itself if it is not in the table."""
    return _PLACES.get(character, character)


def at_place(key: events.Key) -> tuple[str, str] | None:
    """Return (modifiers, character of the same key on the US layout); None if the key acts as typed, as the keys of
    Latin letters do."""
    modifiers, _, typed = key.key.rpartition("+")
    typed = key.character or typed
    if len(typed) != 1 or typed.isascii() or unicodedata.name(typed, "").startswith("LATIN"):
        return None
    place = key.place if isinstance(key, PlacedKey) else latin(typed)
    return (modifiers, place) if len(place) == 1 and place.isascii() and place.isprintable() else None
