"""Compact encoding of full texts as bytes, decoded in a few milliseconds.

The first byte is the number of the format. The rest is deflated JSON. Each part of a document is a list of the number
of its kind and its fields; trailing fields with their default value are left out. A plain text is a string. The number
of a kind never changes. If a kind or a field changes, the format number changes, and papers packed in an older format
are parsed again.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from typing import Any

from arxtui.model import document as model
from arxtui.model.document import Alignment, Document, Origin, Style, Text
from arxtui.store.errors import Damaged
from arxtui.store.sqlite.packed_json import encode_json

FORM = 4
_LEVEL = 6
_MAX_SIZE = 2**30

_KINDS: tuple[type[Any], ...] = (
    model.Text,
    model.Formula,
    model.Break,
    model.Picture,
    model.Reference,
    model.Link,
    model.Footnote,
    model.Heading,
    model.Paragraph,
    model.EquationCell,
    model.EquationRow,
    model.Equation,
    model.Item,
    model.Items,
    model.Group,
    model.Cell,
    model.Table,
    model.Line,
    model.Listing,
    model.Pictures,
    model.Float,
    model.Source,
    model.Rule,
    model.Person,
    model.Work,
)
_NUMBERS = {kind: number for number, kind in enumerate(_KINDS)}
_TEXT = _NUMBERS[Text]
_STYLES = {bits: Style(bits) for bits in range(256)}
_PLAIN = Style.PLAIN
# tuple.__new__ is what a NamedTuple's constructor calls; calling it directly takes half the time.
_NEW = tuple.__new__
_ALIGNMENTS = {alignment.value: alignment for alignment in Alignment}


def pack_document(document: Document) -> bytes:
    """Pack a document in the newest format."""
    texts = [_encode_parts(document.title), _encode_parts(document.people), _encode_parts(document.blocks)]
    metadata = [document.origin.value, list(map(list, document.unknown)), list(document.faults)]
    quality = [document.broken_off, document.engine, list(document.flaws)]
    return bytes([FORM]) + zlib.compress(encode_json([*texts, *metadata, *quality]), _LEVEL)


def unpack_document(packed: bytes) -> Document:
    """Unpack a document, the inverse of :func:`pack_document`. Raises Damaged if it has another format or cannot be
    read."""
    if packed[:1] != bytes([FORM]):
        raise Damaged(
            f"A full text was stored in format {packed[0] if packed else 0}; this version reads format {FORM}."
        )
    try:
        title, people, blocks, origin, unknown, faults, broken_off, engine, flaws = json.loads(
            _inflate(packed[1:]).decode("utf-8", "surrogatepass")
        )
        return Document(
            _decode_parts(title),
            _decode_parts(people),
            _decode_parts(blocks),
            Origin(origin),
            tuple((str(name), int(count)) for name, count in unknown),
            tuple(faults),
            broken_off,
            engine,
            tuple(flaws),
        )
    except (IndexError, KeyError, TypeError, ValueError, RecursionError, zlib.error) as error:
        raise Damaged(f"A full text in the cache cannot be read ({error}).") from error


def _inflate(body: bytes) -> bytes:
    inflater = zlib.decompressobj()
    text = inflater.decompress(body, _MAX_SIZE)
    if not inflater.eof:
        raise ValueError("cut off")
    return text


def _encode_parts(parts: tuple[Any, ...]) -> list[Any]:
    return [_encode_part(part) for part in parts]


def _encode_part(part: Any) -> Any:
    """Encode a part of a document, a tuple of parts, or a plain value."""
    kind = type(part)
    if kind is Text:
        return part[0] if not part[1] else [_TEXT, part[0], part[1].value]
    if kind is tuple:
        return _encode_parts(part)
    if kind not in _NUMBERS:
        return part
    fields = list(part)
    defaults = kind._field_defaults
    for name in reversed(kind._fields):
        if name not in defaults or fields[-1] != defaults[name]:
            break
        fields.pop()
    return [_NUMBERS[kind], *map(_encode_part, fields)]


def _decode_parts(parts: list[Any]) -> tuple[Any, ...]:
    return tuple([_NEW(Text, (part, _PLAIN)) if part.__class__ is str else _DECODERS[part[0]](part) for part in parts])


def _decode_rows(rows: list[Any]) -> tuple[Any, ...]:
    return tuple(map(_decode_parts, rows))


def _decode_optional(part: list[Any] | None) -> Any:
    return None if part is None else _DECODERS[part[0]](part)


_FIELDS: dict[str, Callable[[Any], Any]] = {
    "Style": _STYLES.__getitem__,
    "Alignment": _ALIGNMENTS.__getitem__,
    "tuple[str, ...]": tuple,
    "tuple[tuple[Cell, ...], ...]": _decode_rows,
    "tuple[tuple[Inline, ...], ...]": _decode_rows,
    "Work | None": _decode_optional,
}


def _decoder(kind: type[Any]) -> Callable[[list[Any]], Any]:
    """Return the function that builds a part of this kind from its list."""
    annotations = [kind.__annotations__[name] for name in kind._fields]
    readers = [
        _FIELDS.get(written, _decode_parts if written.startswith("tuple") else None)
        for written in map(_name, annotations)
    ]
    changed = [(place, read) for place, read in enumerate(readers) if read is not None]
    defaults = list(kind._field_defaults.values())
    most, least = len(kind._fields), len(kind._fields) - len(defaults)

    def make(encoded: list[Any]) -> Any:
        fields = encoded[1:]
        count = len(fields)
        if not least <= count <= most:
            raise ValueError(f"{count} fields of a {kind.__name__}")
        for place, read in changed:
            if place < count:
                fields[place] = read(fields[place])
        return _NEW(kind, fields if count == most else fields + defaults[count - least :])

    return make


def _name(annotation: Any) -> str:
    return annotation.__forward_arg__ if hasattr(annotation, "__forward_arg__") else str(annotation)


_DECODERS = tuple(map(_decoder, _KINDS))
