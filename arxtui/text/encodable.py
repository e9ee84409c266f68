"""Text for a stream whose encoding has not all characters: what it lacks is written with what every encoding has.

Two tables, because a sign of a list must take one cell and be told from the others, while a character in prose may be
spelled out. A character that neither table nor its decomposition explains becomes ``?``.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from functools import lru_cache

from arxtui.text.ascii_signs import ASCII_SIGNS
from arxtui.text.width import cells

SIGNS = "arxtui.signs"
"""Name of the error handler (of ``codecs``) for lines that are laid out already: each sign of a list, and of a text cut
short, takes one cell."""
_PROSE = "arxtui.prose"

_SPELLED = {
    "●": "*", "•": "*", "★": "*", "·": "-", "…": "...", "→": "->", "←": "<-", "↔": "<->", "⇒": "=>", "⇔": "<=>",
    "×": "x", "⋅": "*", "∗": "*", "−": "-", "±": "+-", "≤": "<=", "≥": ">=", "≪": "<<", "≫": ">>", "≠": "!=", "≈": "~",
    "∼": "~", "≃": "~", "≡": "==", "√": "sqrt ", "∞": "infinity", "∈": " in ", "∂": "d", "∇": "nabla ", "∑": "sum ",
    "∏": "prod ", "∫": "int ", "⟨": "<", "⟩": ">", "′": "'", "″": "''", "ℓ": "l", "ħ": "hbar", "ℏ": "hbar",
    "‘": "'", "’": "'", "‚": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‹": "'", "›": "'",
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "--", "⁄": "/", "¡": "!", "¿": "?", "€": "EUR", "£": "GBP",
    "§": "Sec. ", "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L",
    "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ı": "i", "ŧ": "t", "Ŧ": "T", "µ": "u",
    "λ": "lambda", "Λ": "Lambda",
}  # fmt: skip
_GREEK = re.compile(r"GREEK (SMALL|CAPITAL) LETTER (?:FINAL )?([A-Z]+)( SYMBOL)?")
_UNKNOWN = "?"
_JOINED = re.compile("\u200d.")
"""What an emoji is joined with, in the same cells."""
_STRUCK_OUT = 1
"""The combining class of strokes through a sign, which say that it is not so: ``∉`` is no ``∈``."""
_SCRIPTS = {"<super>": "^", "<sub>": "_"}


def encodable(text: str, encoding: str) -> str:
    """Prose with what the encoding lacks spelled out: ``Erdős, α → 2`` in ASCII is ``Erdos, alpha -> 2``."""
    return text if text.isascii() else text.encode(encoding, _PROSE).decode(encoding)


@lru_cache(4096)
def in_ascii_cells(text: str) -> str:
    """A text in ASCII with as many cells: a sign of :data:`ASCII_SIGNS`, a letter without its accent, or a question
    mark in each cell."""
    width = cells(text)
    return "".join(map(_in_cells, _JOINED.sub("", text)))[:width].ljust(width)


def is_lost_in_ascii(text: str) -> bool:
    """Whether :func:`in_ascii_cells` has no likeness for some of a text."""
    return not text.isascii() and in_ascii_cells(text).count(_UNKNOWN) > text.count(_UNKNOWN)


@lru_cache(1024)
def _in_cells(character: str) -> str:
    """As many ASCII characters as a character has cells."""
    if character.isascii():
        return character
    width = cells(character)
    spelled = ASCII_SIGNS.get(character) or _spelled(character)
    return spelled.ljust(width) if bool(spelled) == bool(width) and len(spelled) <= width else _UNKNOWN * width


def _spell(run: str) -> str:
    """ASCII for characters in prose. Raised and lowered ones keep their meaning: ``10²⁴`` is ``10^24``."""
    written, before = [], ""
    for sign in run:
        script = _SCRIPTS.get(unicodedata.decomposition(sign).partition(" ")[0], "")
        written.append((script if script != before else "") + _spelled(sign))
        before = script
    return "".join(written)


def _spelled(sign: str) -> str:
    if spelled := _SPELLED.get(sign) or ASCII_SIGNS.get(sign):
        return spelled
    if greek := _GREEK.match(unicodedata.name(sign, "")):
        return greek[2].lower() if greek[1] == "SMALL" else greek[2].capitalize()
    if mark := unicodedata.combining(sign):
        return _UNKNOWN if mark == _STRUCK_OUT else ""
    parts = unicodedata.normalize("NFKD", sign)
    if parts == sign or any(unicodedata.combining(part) == _STRUCK_OUT for part in parts):
        return _UNKNOWN
    return "".join(part if part.isascii() else _spelled(part) for part in parts)


def _sign(run: str) -> str:
    return "".join(ASCII_SIGNS[sign] if sign in ASCII_SIGNS else _spell(sign) for sign in run)


def _replace_signs(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return _sign(error.object[error.start : error.end]), error.end


def _replace_prose(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return _spell(error.object[error.start : error.end]), error.end


codecs.register_error(SIGNS, _replace_signs)
codecs.register_error(_PROSE, _replace_prose)
