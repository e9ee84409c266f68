"""Parser of terminal input. No input ends the program or acts as a key that was not typed.

Keys count by their place: a key typed on a Cyrillic, Greek or Hebrew layout is what it would be on the US layout. A
terminal with kitty's keyboard protocol reports the code of the key's place on the US layout (``base-layout-key`` in
https://sw.kovidgoyal.net/kitty/keyboard-protocol/#key-codes) after the code of the character, and the code with Shift
between them: ``CSI 1086:1054:106;2;1054u`` is Shift and the key of J, which types О. For other terminals there is a
table of the layouts whose letters have one place each.
"""

from __future__ import annotations

import logging
import sys
import unicodedata
from codecs import getincrementaldecoder
from collections.abc import Generator, Iterator
from enum import Enum, auto
from string import ascii_lowercase, ascii_uppercase

from textual import _xterm_parser, events
from textual._xterm_parser import XTermParser
from textual.message import Message

from arxtui.light import pattern
from arxtui.tui.keys import in_force
from arxtui.tui.terminal import background

_ESCAPE = "\x1b"
_PASTE_BEGINS, _PASTE_ENDS = "\x1b[200~", "\x1b[201~"
_STRINGS = "]PX^_"
"""Characters that, after Escape, start a string of any length (OSC, DCS, SOS, PM, APC), such as an answer to a
query."""
_STRING_ENDS = ("\x07", "\x1b\\", "\x9c")
_SEQUENCES, _SEQUENCE_START = ("\x1b[", "\x1bO"), 2
"""Starts of control sequences (CSI, SS3), and their length; without more characters, they are keys typed with Alt."""
_EXTRA_CHARACTERS = {"\x1b[M": 3, "\x1b[[": 1}
"""Sequences that continue after their final letter, with the number of extra characters: xterm's old mouse reports and
the Linux console's F1."""
_LONGEST_SEQUENCE = 1 << 14
"""The most characters that are kept of a sequence: over two thousand Chinese ones of an input method. A longer sequence
is dropped as a whole."""
_TEXT_REPORT = pattern(r"\x1b\[[\d:]*;\d*(?::[12])?;(\d{1,7}(?::\d{1,7})+)u")
"""A report of several characters at once, such as those that an input method commits: key, modifiers and text (``CSI
0;;20320:22909u``, https://sw.kovidgoyal.net/kitty/keyboard-protocol/#report-text)."""
_DEVICE = pattern(r"\x1b\[\?(\d{1,5}(?:;\d{1,5})*)c")
"""The answer to a query of the device's attributes (https://vt100.net/docs/vt510-rm/DA1.html)."""
_ESCAPE_SECONDS, _SEQUENCE_SECONDS = 0.025, 0.1
"""Seconds without input after which an Escape is the Escape key, and after which an incomplete sequence is dropped. A
terminal sends a sequence in one piece; a line that is fast enough for work splits it by less than the first value."""
_BACKGROUND, _ANSWER_SECONDS = "]11;", 1.0
"""Start of the answer to the background query, and seconds to wait for its rest on a slow line."""
TEXT_KEY = "text"
"""The name of the key event of several characters: text for a focused widget, and the key of no command."""
_log = logging.getLogger(__name__)


class BackgroundReported(Message):
    """Message: the terminal has reported whether its background is dark."""

    def __init__(self, *, dark: bool) -> None:
        super().__init__()
        self.dark = dark


class DeviceReported(Message, bubble=False):
    """Message: the terminal has reported its attributes (the answer to DA1)."""

    def __init__(self, attributes: frozenset[int]) -> None:
        super().__init__()
        self.attributes = attributes


class _In(Enum):
    """Parser state: what the next character belongs to."""

    KEYS = auto()
    ESCAPE = auto()
    SEQUENCE = auto()
    STRING = auto()
    PASTE = auto()


class TerminalInput:
    """Converts bytes to events; the bytes can arrive in any pieces. Bytes that are not valid UTF-8 are dropped, and so
    are sequences unknown to Textual's parser or too long for it, which would turn their characters into keys."""

    def __init__(self, escape_delay: str | None = None) -> None:
        """``escape_delay``: the value of ``ESCDELAY``, milliseconds as text, that an Escape waits for more input."""
        delay = escape_delay or ""
        self._escape_seconds = max(int(delay), 1) / 1000 if delay.isdecimal() else _ESCAPE_SECONDS
        self._decoder = getincrementaldecoder("utf-8")("ignore")
        self._parser = XTermParser()
        self._state = _In.KEYS
        self._sequence = ""
        self._string = ""
        """The start of a string that the terminal sends as an answer, including the character that gives its kind."""
        self._extra_characters = 0
        self._pasted = ""

    def events(self, data: bytes) -> Iterator[Message]:
        """Yield the events of these bytes, combined with earlier incomplete input."""
        text = self._decoder.decode(data)
        index = 0
        while index < len(text):
            if self._state is _In.PASTE:
                index = yield from self._paste(text, index)
            else:
                yield from self._handle(text[index])
                index += 1

    @property
    def patience(self) -> float | None:
        """Seconds to wait for more input before :meth:`pause` is called; None if no sequence has begun."""
        if self._state is _In.ESCAPE:
            return self._escape_seconds
        if self._state is _In.STRING and self._string.startswith(_BACKGROUND):
            return _ANSWER_SECONDS
        return None if self._state in (_In.KEYS, _In.PASTE) and not self._is_in_sequence else _SEQUENCE_SECONDS

    def pause(self) -> Iterator[Message]:
        """Handle the timeout: a lone Escape was the Escape key, and an incomplete sequence is dropped."""
        if self._state is _In.ESCAPE:
            self._state = _In.KEYS
            self._reset_parser()
            yield events.Key("escape", _ESCAPE)
            return
        if self._state is _In.SEQUENCE and len(self._sequence) > _SEQUENCE_START:
            self._reset_parser()
        yield from self._parse("")
        if self._state is not _In.PASTE and not self._is_in_sequence:
            self._state = _In.KEYS

    def _handle(self, character: str) -> Iterator[Message]:
        if self._state is _In.STRING:
            yield from self._answer(character)
        elif character == _ESCAPE:
            if self._state is _In.SEQUENCE:
                self._reset_parser()
            self._state, self._sequence = _In.ESCAPE, character
            yield from self._parse(character)
        elif self._state is _In.ESCAPE and character in _STRINGS:
            self._state, self._sequence, self._string = _In.STRING, "", character
            self._reset_parser()
        elif self._state is _In.ESCAPE and _ESCAPE + character not in _SEQUENCES:
            self._state = _In.KEYS
            self._reset_parser()
            # Most terminals send Alt+key as Escape and the key. Treat it as Alt if a command has that key.
            if character == "\t":  # the Linux console's Shift+Tab
                yield events.Key("shift+tab", None)
            elif in_force.has_command(with_alt := _with_alt(latin(character))):
                yield events.Key(with_alt, None)
            else:
                yield events.Key("escape", _ESCAPE)
                yield from self._parse(character)
        elif self._state is _In.KEYS:
            yield from self._parse(character)
        else:
            yield from self._continue_sequence(character)

    def _answer(self, character: str) -> Iterator[Message]:
        """Handle one character of an answer. All answers except the one about the background are ignored."""
        self._sequence = self._sequence[-1:] + character
        if len(self._string) < background.LONGEST_ANSWER:
            self._string += character
        if self._sequence.endswith(_STRING_ENDS):
            self._state = _In.KEYS
            text = self._string.removeprefix("]").rstrip("\x07\x1b\\\x9c")
            if self._string.startswith("]") and (dark := background.is_dark_answer(text)) is not None:
                yield BackgroundReported(dark=dark)

    def _continue_sequence(self, character: str) -> Iterator[Message]:
        """Handle one character of a sequence."""
        if len(self._sequence) < _LONGEST_SEQUENCE:
            self._sequence += character
        if (text := _typed_text(self._sequence)) is not None:
            self._state = _In.KEYS
            self._reset_parser()
            if text:
                yield events.Key(TEXT_KEY, text)
            return
        yield from self._parse_in_sequence(character)
        if self._sequence in _SEQUENCES:
            self._state = _In.SEQUENCE
        elif self._sequence == _PASTE_BEGINS:
            self._reset_parser()  # Textual's parser is slow, so pasted text bypasses it.
            self._state, self._pasted = _In.PASTE, ""
        elif self._is_complete(character):
            self._state = _In.KEYS
            if self._sequence in background.SCHEMES:
                self._reset_parser()
                yield BackgroundReported(dark=background.SCHEMES[self._sequence])
            elif match := _DEVICE.fullmatch(self._sequence):
                self._reset_parser()
                yield DeviceReported(frozenset(map(int, match[1].split(";"))))
            elif self._is_in_sequence:
                _log.debug("the terminal sent an unknown sequence")
                self._reset_parser()

    def _parse_in_sequence(self, character: str) -> Iterator[Message]:
        # Textual reads longer sequences as keys, and cannot read the alternate codes of a key.
        is_short = len(self._sequence) <= _xterm_parser._MAX_SEQUENCE_SEARCH_THRESHOLD
        if is_short and not is_alternate(self._sequence):
            for event in self._parse(character):
                yield with_place(event, self._sequence) if isinstance(event, events.Key) else event

    def _is_complete(self, character: str) -> bool:
        """Return whether the sequence is complete."""
        if self._sequence in _EXTRA_CHARACTERS:
            self._extra_characters = _EXTRA_CHARACTERS[self._sequence]
            return False
        if self._extra_characters:
            self._extra_characters -= 1
            return not self._extra_characters
        return not self._is_in_sequence or "\x40" <= character <= "\x7e"

    def _paste(self, text: str, index: int) -> Generator[Message, None, int]:
        """Collect pasted text. Return the index at which keys continue."""
        search_from = max(len(self._pasted) - len(_PASTE_ENDS), 0)
        old_length = len(self._pasted)
        self._pasted += text[index:]
        end = self._pasted.find(_PASTE_ENDS, search_from)
        if end < 0:
            return len(text)
        pasted, self._pasted, self._state = self._pasted[:end], "", _In.KEYS
        yield events.Paste(pasted.replace("\0", ""))
        return index + end + len(_PASTE_ENDS) - old_length

    @property
    def _is_in_sequence(self) -> bool:
        """Whether Textual's parser waits for the rest of a sequence."""
        return self._parser._awaiting.timeout is not None

    def _parse(self, character: str) -> Iterator[Message]:
        """Yield the events that Textual's parser makes of a character; of a timeout if ``character`` is empty."""
        try:
            yield from self._parser.feed(character) if character else self._parser.tick()
        except Exception:  # Textual's parser raises many kinds of errors, and a terminal can send anything.
            _log.warning("input from the terminal could not be read and is ignored", exc_info=True)
            self._state = _In.KEYS
            self._reset_parser()

    def _reset_parser(self) -> None:
        before, self._parser = self._parser, XTermParser()
        for name in ("mouse_pixels", "terminal_size", "terminal_pixel_size", "last_x", "last_y"):
            setattr(self._parser, name, getattr(before, name))


def _typed_text(sequence: str) -> str | None:
    """Return the printable text of a report of several characters; None for any other sequence."""
    if not sequence.endswith("u") or (match := _TEXT_REPORT.fullmatch(sequence)) is None:
        return None
    codes = map(int, match[1].split(":"))
    return "".join(filter(str.isprintable, (chr(code) for code in codes if code <= sys.maxunicode)))


def _with_alt(character: str) -> str:
    """Return the name of a key pressed with Alt."""
    return f"alt+shift+{character.lower()}" if character.isupper() else f"alt+{character}"


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
