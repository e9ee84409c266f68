"""What the terminal sends, as events: nothing that it sends ends the program, or does what nobody typed."""

from __future__ import annotations

import logging
from codecs import getincrementaldecoder
from collections.abc import Generator, Iterator
from enum import Enum, auto

from textual import events
from textual._xterm_parser import XTermParser
from textual.message import Message

from arxtui.tui.keys import in_force
from arxtui.tui.terminal import background

_ESCAPE = "\x1b"
_PASTE_BEGINS, _PASTE_ENDS = "\x1b[200~", "\x1b[201~"
_STRINGS = "]PX^_"
"""What after Escape begins a text of any length (OSC, DCS, SOS, PM, APC), as terminals answer questions."""
_STRING_ENDS = ("\x07", "\x1b\\", "\x9c")
_SEQUENCES, _SHORTEST = ("\x1b[", "\x1bO"), 2
"""How sequences of letters and digits begin (CSI, SS3); with Alt, these are keys."""
_LONGER = {"\x1b[M": 3, "\x1b[[": 1}
"""Sequences that go on after their last letter, and by how many characters: xterm's old mouse, Linux's F1."""
_ESCAPE_SECONDS, _SEQUENCE_SECONDS = 0.025, 0.1
"""Seconds without a byte after which an Escape was the key, and what began as a sequence is none. A terminal sends
sequences in one piece; a line between takes them apart by less than the first where it is fast enough to work on."""
_BACKGROUND, _ANSWER_SECONDS = "]11;", 1.0
"""How the answer about the background begins, and how long the rest may take over a slow line."""
_log = logging.getLogger(__name__)


class BackgroundReported(Message):
    """The terminal has said whether its background is ``dark``."""

    def __init__(self, *, dark: bool) -> None:
        super().__init__()
        self.dark = dark


class _In(Enum):
    """What the next character belongs to."""

    KEYS = auto()
    ESCAPE = auto()
    SEQUENCE = auto()
    STRING = auto()
    PASTE = auto()


class TerminalInput:
    """Bytes to events, in any pieces. Bytes that are no UTF-8 are left out, and so are sequences that mean nothing to
    Textual's parser, which would make keys of their characters."""

    def __init__(self, escape_delay: str | None = None) -> None:
        """``escape_delay``: milliseconds that the user wants an Escape to wait, as text, as in ``ESCDELAY``."""
        wanted = escape_delay or ""
        self._escape_seconds = max(int(wanted), 1) / 1000 if wanted.isdecimal() else _ESCAPE_SECONDS
        self._decoder = getincrementaldecoder("utf-8")("ignore")
        self._parser = XTermParser()
        self._state = _In.KEYS
        self._sequence = ""
        self._string = ""
        """The beginning of a text that the terminal sends as an answer, with what says of which kind it is."""
        self._longer = 0
        self._pasted = ""

    def events(self, data: bytes) -> Iterator[Message]:
        """What these bytes mean, together with those before."""
        text = self._decoder.decode(data)
        place = 0
        while place < len(text):
            if self._state is _In.PASTE:
                place = yield from self._paste(text, place)
            else:
                yield from self._take(text[place])
                place += 1

    @property
    def patience(self) -> float | None:
        """Seconds to wait for more before :meth:`pause`; None where nothing has begun."""
        if self._state is _In.ESCAPE:
            return self._escape_seconds
        if self._state is _In.STRING and self._string.startswith(_BACKGROUND):
            return _ANSWER_SECONDS
        return None if self._state in (_In.KEYS, _In.PASTE) and not self._is_amid else _SEQUENCE_SECONDS

    def pause(self) -> Iterator[Message]:
        """Nothing more came for a while: an Escape alone was the key, and a text that does not end is none."""
        if self._state is _In.ESCAPE:
            self._state = _In.KEYS
            self._start_anew()
            yield events.Key("escape", _ESCAPE)
            return
        if self._state is _In.SEQUENCE and len(self._sequence) > _SHORTEST:
            self._start_anew()
        yield from self._parsed("")
        if self._state is not _In.PASTE and not self._is_amid:
            self._state = _In.KEYS

    def _take(self, character: str) -> Iterator[Message]:
        if self._state is _In.STRING:
            yield from self._answer(character)
        elif character == _ESCAPE:
            if self._state is _In.SEQUENCE:
                self._start_anew()
            self._state, self._sequence = _In.ESCAPE, character
            yield from self._parsed(character)
        elif self._state is _In.ESCAPE and character in _STRINGS:
            self._state, self._sequence, self._string = _In.STRING, "", character
            self._start_anew()
        elif self._state is _In.ESCAPE and _ESCAPE + character not in _SEQUENCES:
            self._state = _In.KEYS
            self._start_anew()
            # Most terminals send Alt like Escape and the next key, typed fast: it is Alt where that has a command.
            if in_force.has_command(with_alt := _with_alt(character)):
                yield events.Key(with_alt, None)
            else:
                yield events.Key("escape", _ESCAPE)
                yield from self._parsed(character)
        elif self._state is _In.KEYS:
            yield from self._parsed(character)
        else:
            yield from self._go_on(character)

    def _answer(self, character: str) -> Iterator[Message]:
        """One more character of an answer. Only the one about the background means anything."""
        self._sequence = self._sequence[-1:] + character
        if len(self._string) < background.LONGEST_ANSWER:
            self._string += character
        if self._sequence.endswith(_STRING_ENDS):
            self._state = _In.KEYS
            text = self._string.removeprefix("]").rstrip("\x07\x1b\\\x9c")
            if self._string.startswith("]") and (dark := background.of_answer(text)) is not None:
                yield BackgroundReported(dark=dark)

    def _go_on(self, character: str) -> Iterator[Message]:
        """One more character of a sequence."""
        self._sequence += character
        yield from self._parsed(character)
        if self._sequence in _SEQUENCES:
            self._state = _In.SEQUENCE
        elif self._sequence == _PASTE_BEGINS:
            self._start_anew()  # pasted texts are not for the parser, which takes a while for each character
            self._state, self._pasted = _In.PASTE, ""
        elif self._is_whole(character):
            self._state = _In.KEYS
            if self._sequence in background.SCHEMES:
                self._start_anew()
                yield BackgroundReported(dark=background.SCHEMES[self._sequence])
            elif self._is_amid:
                _log.debug("the terminal sent an unknown sequence")
                self._start_anew()

    def _is_whole(self, character: str) -> bool:
        """Whether a sequence ends here."""
        if self._sequence in _LONGER:
            self._longer = _LONGER[self._sequence]
            return False
        if self._longer:
            self._longer -= 1
            return not self._longer
        return not self._is_amid or "\x40" <= character <= "\x7e"

    def _paste(self, text: str, place: int) -> Generator[Message, None, int]:
        """Take a pasted text as far as it is here; where keys go on."""
        begun = max(len(self._pasted) - len(_PASTE_ENDS), 0)
        before = len(self._pasted)
        self._pasted += text[place:]
        end = self._pasted.find(_PASTE_ENDS, begun)
        if end < 0:
            return len(text)
        pasted, self._pasted, self._state = self._pasted[:end], "", _In.KEYS
        yield events.Paste(pasted.replace("\0", ""))
        return place + end + len(_PASTE_ENDS) - before

    @property
    def _is_amid(self) -> bool:
        """Whether the parser waits for the rest of a sequence."""
        return self._parser._awaiting.timeout is not None

    def _parsed(self, character: str) -> Iterator[Message]:
        """What the parser makes of a character; of none, after a while without any."""
        try:
            yield from self._parser.feed(character) if character else self._parser.tick()
        except Exception:  # Textual's parser raises whatever it stumbles over, and a terminal may send anything
            _log.warning("what the terminal sent could not be read and is ignored", exc_info=True)
            self._state = _In.KEYS
            self._start_anew()

    def _start_anew(self) -> None:
        before, self._parser = self._parser, XTermParser()
        for name in ("mouse_pixels", "terminal_size", "terminal_pixel_size", "last_x", "last_y"):
            setattr(self._parser, name, getattr(before, name))


def _with_alt(character: str) -> str:
    """The name of a key that is pressed with Alt."""
    return f"alt+shift+{character.lower()}" if character.isupper() else f"alt+{character}"
