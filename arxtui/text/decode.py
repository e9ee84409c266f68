"""Decoding of bytes of unknown encoding, and of the character references of HTML that a source left in its data."""

from __future__ import annotations

import codecs
import re
from contextlib import suppress

from arxtui.light import NamedTuple, pattern
from arxtui.text.clean import limit_marks

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BYTE_ORDER_MARKS = tuple(mark for mark, _ in _MARKS)
_DECLARATION = pattern(
    rb"""<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]+)|<meta[^>]{0,200}?\bcharset\s*=\s*["']?([\w.:-]+)""", re.I
)
_LOOK_AHEAD = 2048
# Declared by servers that do not know the encoding. Text that is valid UTF-8 is never one of these by chance.
_UNRELIABLE = frozenset({"iso8859-1", "ascii", "cp1252"})
# Codecs that are escape formats, not character sets.
_REFUSED = frozenset({"utf-7", "unicode-escape", "raw-unicode-escape", "punycode", "idna", "undefined"})


def decode(data: bytes, declared: str | None = None) -> str:
    """Decode ``data``; never raises.

    Tried in this order: a byte order mark; the ``declared`` character set (of the HTTP response); the document's own
    XML or HTML declaration; UTF-8. A set that does not fit the bytes is skipped; if none fits, the result is UTF-8 with
    U+FFFD. Latin-1 means windows-1252, as on the web, and valid UTF-8 takes precedence over it.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "replace")
    for name in _candidates(data, declared):
        try:
            return data.decode(name)
        except (UnicodeError, LookupError):
            continue
    return data.decode("utf-8", "replace")


def decode_parts(data: bytes, end: str) -> list[str]:
    """Decode ``data`` in parts that end before ``end``, which is ASCII. Few of them take as many bytes a character as
    the whole text would."""
    if not data.startswith(_BYTE_ORDER_MARKS) and _candidates(data, None)[0] == "utf-8":
        parts, texts = data.split(end.encode()), list[str]()
        parts.reverse()
        with suppress(UnicodeError):
            while parts:
                texts.append(parts.pop().decode())
            return texts
    return decode(data).split(end)


class DecodedFile(NamedTuple):
    """The text of a file whose encoding nothing declares, from which its bytes can be made again."""

    text: str
    mark: bytes
    encoding: str

    def encode(self, text: str) -> bytes:
        """Return the bytes of another text in the encoding of the file. Raises UnicodeError if it has no such
        characters."""
        return self.mark + text.encode(self.encoding)


def decode_file(data: bytes) -> DecodedFile:
    """Decode the bytes of a file: by a byte order mark, as UTF-8, windows-1252, or Latin-1, which fits any bytes."""
    marked = ((mark, name) for mark, name in _MARKS if data.startswith(mark))
    for mark, name in (*marked, (b"", "utf-8"), (b"", "cp1252")):
        with suppress(UnicodeError):
            return DecodedFile(data[len(mark) :].decode(name), mark, name)
    return DecodedFile(data.decode("iso8859-1"), b"", "iso8859-1")


def _candidates(data: bytes, declared: str | None) -> list[str]:
    inside = _DECLARATION.search(data[:_LOOK_AHEAD])
    declaration = (inside[1] or inside[2]).decode("ascii", "replace") if inside else None
    names = [known for name in (declared, declaration) if name and (known := _codec_name(name))]
    if names and names[0] in _UNRELIABLE:
        return ["utf-8", "cp1252", "iso8859-1"]
    return [*names, "utf-8"]


def _codec_name(name: str) -> str | None:
    try:
        known = codecs.lookup(name.strip()).name
    except (LookupError, ValueError):
        return None
    return None if known in _REFUSED else known


_REFERENCE = pattern(r"&(?:#\d{2,7}|#[xX][0-9A-Fa-f]{2,6}|[A-Za-z]{2,31}\d{0,2});")


def decode_references(text: str) -> str:
    """Replace the character references of HTML 5 by their characters; those of invisible ones stay, blanks aside."""
    return limit_marks(_REFERENCE.sub(_character, text)) if _REFERENCE.search(text) else text


def _character(match: re.Match[str]) -> str:
    import html.entities  # a large table, rarely needed

    reference = match[0]
    shown = html.unescape(reference) if reference[1] == "#" else html.entities.html5.get(reference[1:], reference)
    return shown if shown.isprintable() else " " if shown.isspace() else reference
