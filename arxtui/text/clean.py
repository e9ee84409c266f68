"""What upstream sent, made safe for a terminal: no control characters, no reordering, plain white space."""

from __future__ import annotations

from arxtui.patterns import pattern

# C0 but white space, DEL, C1 but NEL (white space to str.split), soft hyphen, noncharacters, and the invisible that
# reorder text or have no width: Arabic letter mark, Mongolian vowel separator, zero width space, direction marks, bidi
# embeddings, overrides and isolates, word joiner and invisible operators, deprecated format characters, byte order
# mark, interlinear annotation, controls of shorthand and of music, tags. Joiners shape letters and stay.
_UNSAFE = pattern(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufdd0-\ufdef"
    "\ufeff\ufff9-\ufffb\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
)
# Marks that stand on the letter before them, of the scripts in which anybody heaps them up.
_MARK = (
    "[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06ed\u0e34-\u0e3a"
    "\u0e47-\u0e4e\u0eb4-\u0ebc\u0ec8-\u0ece\u0f71-\u0f84\u0f8d-\u0fbc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f"
    "\ufe20-\ufe2f\U000e0100-\U000e01ef]"
)
_HEAP = pattern(f"({_MARK}{{30}}){_MARK}+")
"""More marks than Unicode's stream-safe text has in a row (UAX #15, section 13)."""
_CONTROL = pattern("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_SEQUENCE = pattern("\x1b\\[[0-?]*[ -/]*[@-~]|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)|\x1b[ -/]*[0-~]")
"""What a terminal obeys: control sequences, operating system commands, escapes (ECMA-48)."""
_LONE_SURROGATE = pattern("[\ud800-\udfff]")
_NEWLINE = pattern("\r\n|[\r\v\f\x85\u2028]")
_PARAGRAPH = pattern("\u2029|\n(?=[ \t\u00a0])|\n\\s*\n")
_PRINTABLE = bytes(range(0x20, 0x7F))


def clean(text: str) -> str:
    """One line, stripped: control and reordering characters dropped, every stretch of white space one blank, of a heap
    of combining marks the first thirty."""
    text = without_heaps(text)
    if text.isprintable():
        return single_spaced(text)
    return " ".join(_LONE_SURROGATE.sub("\ufffd", _UNSAFE.sub("", text)).split())


def clean_block(text: str) -> str:
    """Like :func:`clean`, but a paragraph break stays as one newline.

    A newline before indentation or a blank line is a paragraph break (arXiv writes both); any other is a hard wrap and
    becomes a blank.
    """
    text = without_heaps(text.strip())
    line = text.replace("\n", " ")
    if "  " not in line and is_printable(line):
        return line  # one paragraph of plain characters, as most abstracts are
    if "\n " not in text and "\n\n" not in text and is_printable(line):
        return single_spaced(line)
    paragraphs = _PARAGRAPH.split(_NEWLINE.sub("\n", text))
    return "\n".join(filter(None, map(clean, paragraphs)))


def clean_line(text: str) -> str:
    """A line as a program printed it for a terminal, with its blanks: sequences and what :func:`clean` drops are gone,
    tabs are blanks, and what a carriage return was to overwrite is overwritten."""
    shown = text.rstrip("\r\n").rpartition("\r")[2].expandtabs()
    if not shown.isprintable():
        safe = _LONE_SURROGATE.sub("\ufffd", _UNSAFE.sub("", _SEQUENCE.sub("", shown)))
        shown = "".join(" " if sign.isspace() else sign for sign in safe)
    return without_heaps(shown).rstrip()


def spelled_out(text: str) -> str:
    """Lines with every control character but their ends as its escape (``\\x1b``), where nothing may be lost."""
    if text.replace("\n", " ").isprintable():
        return text
    return _CONTROL.sub(lambda sign: ascii(sign[0])[1:-1], text)


def without_heaps(text: str) -> str:
    """The text with at most thirty combining marks in a row."""
    return text if text.isascii() else _HEAP.sub(r"\1", text)


def is_printable(text: str) -> bool:
    """What ``text.isprintable()`` says, at a tenth of its time where a long text is ASCII."""
    return not text.encode().translate(None, _PRINTABLE) if text.isascii() else text.isprintable()


def single_spaced(printable: str) -> str:
    """A printable text stripped, with single blanks: it has no other white space."""
    if "  " in printable or printable[:1] == " " or printable[-1:] == " ":
        return " ".join(printable.split())
    return printable
