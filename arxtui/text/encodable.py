"""Text for streams with a limited encoding: characters that it lacks are replaced by ASCII.

There are two tables: a sign in a list must take one cell and differ from the other signs, but a character in prose may
be spelled out. A character in neither table, and without a decomposition into known characters, becomes ``?``.

Braille displays and voices lack signs, too; what they would leave out is written in words or TeX.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from functools import lru_cache
from itertools import groupby

from arxtui.model.signs import ROW_SIGNS
from arxtui.text.width import cells

ASCII_SIGNS = {
    **{sign.character: sign.ascii for sign in ROW_SIGNS},
    # Other signs in the rows of the list and of the filter.
    "›": ">",
    "▸": ">",
    "▾": "v",
    "…": "~",
    # Other arrows, typography, mathematics.
    **dict.fromkeys("←⇐", "<"),
    **dict.fromkeys("↑", "^"),
    **dict.fromkeys("⇒↦↪⟶⟹", ">"),
    **dict.fromkeys("–—−‐‑‒―", "-"),
    **dict.fromkeys("‘’′‵", "'"),
    **dict.fromkeys("“”„″", '"'),
    **dict.fromkeys("⟨⟪", "<"),
    **dict.fromkeys("⟩⟫", ">"),
    **dict.fromkeys("∗⋅", "*"),
    "∼": "~",
    "∎": "#",
    # Bars, by height.
    **dict(zip("▁▂▃▄▅▆▇█", "_.:-=+*#", strict=True)),
    # Box drawing, brackets and blocks.
    **dict.fromkeys("─━╌╍┄┅┈┉╴╶╸╺⎯▔⏞⏟", "-"),
    "═": "=",
    **dict.fromkeys("│┃║╎╏┆┇┊┋╵╷╹╻‖∥▏▎▍▌▐▕⎜⎟⎢⎥⎪⎮⎨⎬⎰⎱", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬", "+"),
    **dict.fromkeys("╱⎛⎠⎧⎭", "/"),
    **dict.fromkeys("╲⎝⎞⎩⎫", "\\"),
    **dict.fromkeys("⎡⎣⌈⌊⟦", "["),
    **dict.fromkeys("⎤⎦⌉⌋⟧", "]"),
    **dict.fromkeys("▀▖▗▘▝▚▞▛▜▙▟", "#"),
}
"""A sign one cell wide, and the ASCII character that replaces it."""


SIGNS = "arxtui.signs"
"""Name of the error handler (of ``codecs``) for lines with a finished layout: each sign of a list, and the ellipsis of
a clipped text, is replaced by one character."""
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
"""A zero width joiner and the emoji joined by it, which take no further cells."""
_STRUCK_OUT = 1
"""The combining class of strokes through a sign, which negate it: ``∉`` must not become ``∈``."""
_STROKE = "\N{COMBINING LONG SOLIDUS OVERLAY}"
_RELATION = re.compile(" ?([\N{LEFTWARDS ARROW}-\N{FORKING}]) ?")
_NOT_RAISED = "ªº™℠"
"""Signs of prose that are raised, but are no exponents."""
_SCRIPTS = {"<super>": "^", "<sub>": "_"}


def encodable(text: str, encoding: str) -> str:
    """Spell out the characters that the encoding lacks: ``Erdős, α → 2`` in ASCII becomes ``Erdos, alpha -> 2``."""
    return text if text.isascii() else text.encode(encoding, _PROSE).decode(encoding)


def readable_aloud(text: str) -> str:
    """Write what only the form of a sign says: ``P ≠ NP`` becomes ``P not = NP``, and ``10⁻³`` becomes ``10^{−3}``."""
    if text.isascii():
        return text
    runs = groupby(_RELATION.sub(_in_words, text), _script)
    return "".join(_in_tex(script, "".join(run)) if script else "".join(run) for script, run in runs)


@lru_cache(4096)
def in_ascii_cells(text: str) -> str:
    """Convert text to ASCII of the same width: each cell gets the replacement in :data:`ASCII_SIGNS`, a letter without
    accent, or a question mark."""
    width = cells(text)
    return "".join(map(_in_cells, _JOINED.sub("", text)))[:width].ljust(width)


def is_lost_in_ascii(text: str) -> bool:
    """Whether :func:`in_ascii_cells` replaces a part of the text by question marks."""
    return not text.isascii() and in_ascii_cells(text).count(_UNKNOWN) > text.count(_UNKNOWN)


@lru_cache(1024)
def _in_cells(character: str) -> str:
    """Return as many ASCII characters as the character has cells."""
    if character.isascii():
        return character
    width = cells(character)
    spelled = ASCII_SIGNS.get(character) or _spell_out(character)
    return spelled.ljust(width) if bool(spelled) == bool(width) and len(spelled) <= width else _UNKNOWN * width


def _spell(run: str) -> str:
    """Return ASCII for characters in prose. Superscripts and subscripts are marked: ``10²⁴`` becomes ``10^24``."""
    parts, before = [], ""
    for sign in run:
        script = _SCRIPTS.get(unicodedata.decomposition(sign).partition(" ")[0], "")
        parts.append((script if script != before else "") + _spell_out(sign))
        before = script
    return "".join(parts)


def _spell_out(sign: str) -> str:
    if spelled := _SPELLED.get(sign) or ASCII_SIGNS.get(sign):
        return spelled
    if greek := _GREEK.match(unicodedata.name(sign, "")):
        return greek[2].lower() if greek[1] == "SMALL" else greek[2].capitalize()
    if mark := unicodedata.combining(sign):
        return _UNKNOWN if mark == _STRUCK_OUT else ""
    parts = unicodedata.normalize("NFKD", sign)
    if parts == sign or any(unicodedata.combining(part) == _STRUCK_OUT for part in parts):
        return _UNKNOWN
    return "".join(part if part.isascii() else _spell_out(part) for part in parts)


def _in_words(relation: re.Match[str]) -> str:
    parts = unicodedata.normalize("NFD", relation[1])
    return f" not {parts[0]} " if parts[1:] == _STROKE else relation[0]


def _script(sign: str) -> str:
    """Return ``^`` or ``_`` for a raised or lowered sign, otherwise nothing."""
    return _SCRIPTS.get(unicodedata.decomposition(sign).partition(" ")[0], "") if sign not in _NOT_RAISED else ""


def _in_tex(script: str, run: str) -> str:
    plain = unicodedata.normalize("NFKC", run)
    return f"{script}{plain if len(plain) == 1 else f'{{{plain}}}'}"


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
