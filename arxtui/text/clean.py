"""Cleaning of upstream text for the terminal: no control characters, no reordering, plain white space."""

from __future__ import annotations

from arxtui.light import pattern

# C0 without white space; DEL; C1 without NEL (white space for str.split); soft hyphen; noncharacters; and invisible
# characters that reorder text or have no width: Arabic letter mark, Mongolian vowel separator, zero width space,
# direction marks, bidi embeddings, overrides and isolates, word joiner and invisible operators, deprecated format
# characters, byte order mark, interlinear annotation, controls of shorthand and of music, tags. Joiners are not
# removed, because they shape letters.
_UNSAFE = pattern(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufdd0-\ufdef"
    "\ufeff\ufff9-\ufffb\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
)
# Combining marks, which are drawn on the letter before them, of the scripts in which they are stacked for effect.
_MARK = (
    "[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06ed\u0e34-\u0e3a"
    "\u0e47-\u0e4e\u0eb4-\u0ebc\u0ec8-\u0ece\u0f71-\u0f84\u0f8d-\u0fbc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f"
    "\ufe20-\ufe2f\U000e0100-\U000e01ef]"
)
_MAX_MARKS = 30
_TOO_MANY_MARKS = pattern(f"({_MARK}{{{_MAX_MARKS}}}){_MARK}+")
"""More marks in a row than Unicode's stream-safe text format allows (UAX #15, section 13)."""
_CONTROL = pattern("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_SEQUENCE = pattern("\x1b\\[[0-?]*[ -/]*[@-~]|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)|\x1b[ -/]*[0-~]")
"""Sequences that a terminal executes: control sequences, operating system commands, escapes (ECMA-48)."""
_LONE_SURROGATE = pattern("[\ud800-\udfff]")
_NEWLINE = pattern("\r\n|[\r\v\f\x85\u2028]")
_PARAGRAPH = pattern("\u2029|\n(?=[ \t\u00a0])|\n\\s*\n")
_PRINTABLE = bytes(range(0x20, 0x7F))


def clean(text: str) -> str:
    """Return the text as one stripped line: control and reordering characters are removed, white space becomes single
    blanks, and of more than thirty combining marks in a row the first thirty remain."""
    text = limit_marks(text)
    if text.isprintable():
        return single_spaced(text)
    return " ".join(_LONE_SURROGATE.sub("\ufffd", _UNSAFE.sub("", text)).split())


def clean_block(text: str) -> str:
    """Clean like :func:`clean`, but keep each paragraph break as one newline.

    A newline before indentation or before a blank line is a paragraph break (arXiv writes both). Any other newline is a
    line wrap and becomes a blank.
    """
    text = limit_marks(text.strip())
    line = text.replace("\n", " ")
    if "  " not in line and is_printable(line):
        return line  # one paragraph of printable characters, like most abstracts
    if "\n " not in text and "\n\n" not in text and is_printable(line):
        return single_spaced(line)
    paragraphs = _PARAGRAPH.split(_NEWLINE.sub("\n", text))
    return "\n".join(filter(None, map(clean, paragraphs)))


def clean_line(text: str) -> str:
    """Clean a line that a program printed for a terminal, and keep its blanks.

    Terminal sequences and the characters removed by :func:`clean` are removed, tabs become blanks, and text before a
    carriage return is dropped, because it would be overwritten.
    """
    shown = text.rstrip("\r\n").rpartition("\r")[2].expandtabs()
    if not shown.isprintable():
        safe = _LONE_SURROGATE.sub("\ufffd", _UNSAFE.sub("", _SEQUENCE.sub("", shown)))
        shown = "".join(" " if sign.isspace() else sign for sign in safe)
    return limit_marks(shown).rstrip()


def escape_controls(text: str) -> str:
    """Replace every control character except line ends by its escape (``\\x1b``), so that nothing is lost."""
    if text.replace("\n", " ").isprintable():
        return text
    return _CONTROL.sub(lambda sign: ascii(sign[0])[1:-1], text)


def limit_marks(text: str) -> str:
    """Limit combining marks to thirty in a row."""
    # Counting the characters that are not ASCII takes a tenth of the time of the expression.
    if text.isascii() or len(text) - len(text.encode("ascii", "ignore")) <= _MAX_MARKS:
        return text
    return _TOO_MANY_MARKS.sub(r"\1", text)


def is_printable(text: str) -> bool:
    """Return ``text.isprintable()``, ten times faster for a long ASCII text."""
    return not text.encode().translate(None, _PRINTABLE) if text.isascii() else text.isprintable()


def single_spaced(printable: str) -> str:
    """Strip a printable text and reduce its blanks to single ones; other white space is not handled."""
    if "  " in printable or printable[:1] == " " or printable[-1:] == " ":
        return " ".join(printable.split())
    return printable
