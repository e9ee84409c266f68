"""Compressed JSON. The first byte of a packed value is the number of its format.

The details of papers, nearly all of a cache, are packed by zstd with a trained dictionary (decision 45). Single
records, above all the user's own, are packed by deflate, which Python's standard library can read.
"""

from __future__ import annotations

import json
import zlib
from typing import Any

from arxtui.store.errors import Damaged
from arxtui.store.sqlite.pack import MAX_UNPACKED
from arxtui.store.sqlite.vocabulary import VOCABULARY

_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
_DEFLATED, _TRAINED = 1, 2
_DEFLATED_FORM, _TRAINED_FORM = bytes([_DEFLATED]), bytes([_TRAINED])
# Raw deflate. A window of 16 kB contains the dictionary and almost every text, and its small state is fast to copy.
# Level 4 costs 2 % more bytes than level 6 and saves a third of the time.
_WINDOW, _MEMORY, _LEVEL = -14, 7, 4


# Copied for each text, because loading the dictionary takes as long as compressing a text.
_DEFLATER = zlib.compressobj(_LEVEL, wbits=_WINDOW, memLevel=_MEMORY, zdict=VOCABULARY)


def pack_json(value: list[Any]) -> bytes:
    """Pack a JSON list by deflate with the preset dictionary."""
    deflater = _DEFLATER.copy()
    return _DEFLATED_FORM + deflater.compress(encode_json(value)) + deflater.flush()


def encode_json(value: list[Any]) -> bytes:
    """Return a JSON list as bytes; lone surrogates are preserved."""
    return _ENCODE(value).encode("utf-8", "surrogatepass")


def pack_detail(text: bytes) -> bytes:
    """Pack the JSON of a paper's detail by zstd with the trained dictionary."""
    from arxtui.store.sqlite.trained import compress

    return _TRAINED_FORM + compress(text)


def repack_detail(packed: bytes) -> bytes:
    """Return a packed detail of any format in the current format; unchanged if it cannot be unpacked."""
    if packed[:1] == _TRAINED_FORM:
        return packed
    try:
        return pack_detail(_decompress(packed))
    except (IndexError, ValueError, zlib.error):
        return packed


def unpack_json(packed: bytes) -> list[Any]:
    """Unpack a JSON list of any format ever used. Raises Damaged for invalid data."""
    try:
        text = _decompress(packed)
        value = json.loads(text.decode("utf-8", "surrogatepass"))
    except (KeyError, IndexError, TypeError, ValueError, RecursionError, zlib.error) as error:
        raise Damaged(f"A record in the database cannot be read ({error}).") from error
    if not isinstance(value, list):
        raise Damaged("A record in the database has an unknown format.")
    return value


def _decompress(packed: bytes) -> bytes:
    if packed[0] == _TRAINED:
        from arxtui.store.sqlite.trained import decompress  # not needed to read the library's own records

        return decompress(packed[1:], MAX_UNPACKED)
    if packed[0] != _DEFLATED:
        raise ValueError(f"unknown format {packed[0]}")
    inflater = zlib.decompressobj(_WINDOW, VOCABULARY)
    text = inflater.decompress(packed[1:], MAX_UNPACKED)
    if not inflater.eof:
        raise ValueError("truncated, or too long")
    return text
