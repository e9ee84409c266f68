"""What upstream sent, made safe for a terminal: no control characters, no reordering, plain white space."""

from __future__ import annotations

from arxtui.patterns import pattern

# C0 but white space, DEL, C1 but NEL (white space to str.split), soft hyphen, noncharacters, and the invisible that
# reorder text or have no width: Arabic letter mark, zero width space, direction marks, bidi embeddings, overrides and
# isolates, deprecated format characters, byte order mark, interlinear annotation. Joiners shape letters and stay.
_UNSAFE = pattern(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u206f\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff]"
)
_LONE_SURROGATE = pattern("[\ud800-\udfff]")
_NEWLINE = pattern("\r\n|[\r\v\f\x85\u2028]")
_PARAGRAPH = pattern("\u2029|\n(?=[ \t\u00a0])|\n\\s*\n")
_PRINTABLE = bytes(range(0x20, 0x7F))


def clean(text: str) -> str:
    """One line, stripped: control and reordering characters dropped, every stretch of white space one blank."""
    if text.isprintable():
        return single_spaced(text)
    return " ".join(_LONE_SURROGATE.sub("\ufffd", _UNSAFE.sub("", text)).split())


def clean_block(text: str) -> str:
    """Like :func:`clean`, but a paragraph break stays as one newline.

    A newline before indentation or a blank line is a paragraph break (arXiv writes both); any other is a hard wrap and
    becomes a blank.
    """
    text = text.strip()
    line = text.replace("\n", " ")
    if "  " not in line and is_printable(line):
        return line  # one paragraph of plain characters, as most abstracts are
    if "\n " not in text and "\n\n" not in text and is_printable(line):
        return single_spaced(line)
    paragraphs = _PARAGRAPH.split(_NEWLINE.sub("\n", text))
    return "\n".join(filter(None, map(clean, paragraphs)))


def is_printable(text: str) -> bool:
    """What ``text.isprintable()`` says, at a tenth of its time where a long text is ASCII."""
    return not text.encode().translate(None, _PRINTABLE) if text.isascii() else text.isprintable()


def single_spaced(printable: str) -> str:
    """A printable text stripped, with single blanks: it has no other white space."""
    if "  " in printable or printable[:1] == " " or printable[-1:] == " ":
        return " ".join(printable.split())
    return printable
