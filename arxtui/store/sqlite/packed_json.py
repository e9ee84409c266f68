"""Texts made small. Every packed form begins with a byte that says which vocabulary it was packed with."""

from __future__ import annotations

import json
import zlib
from typing import Any

from arxtui.store.errors import Damaged
from arxtui.store.sqlite.pack import MOST
from arxtui.store.sqlite.vocabulary import VOCABULARY

_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
_DICTIONARIES = {1: VOCABULARY}
_NEWEST = 1
# Raw deflate. A window of 16 kB holds the dictionary and almost every text; the smaller state is copied sooner. Level 4
# costs 2 % more bytes and saves a third of the time of level 6.
_WINDOW, _MEMORY, _LEVEL = -14, 7, 4


# Copied for each text: reading the dictionary in costs as much as a text.
_DEFLATER = zlib.compressobj(_LEVEL, wbits=_WINDOW, memLevel=_MEMORY, zdict=_DICTIONARIES[_NEWEST])
_TEXT_FORM = bytes([_NEWEST])


def pack_json(value: list[Any]) -> bytes:
    """A JSON list, deflated with the newest preset dictionary."""
    return pack_text(encode_json(value))


def encode_json(value: list[Any]) -> bytes:
    """A JSON list as its bytes; a lone surrogate stays one."""
    return _ENCODE(value).encode("utf-8", "surrogatepass")


def pack_text(text: bytes) -> bytes:
    """The JSON of a list, deflated with the newest preset dictionary."""
    deflater = _DEFLATER.copy()
    return _TEXT_FORM + deflater.compress(text) + deflater.flush()


def unpack_json(packed: bytes) -> list[Any]:
    """The inverse of :func:`pack_json`, for every dictionary ever used. Damaged when it is none."""
    try:
        inflater = zlib.decompressobj(_WINDOW, _DICTIONARIES[packed[0]])
        text = inflater.decompress(packed[1:], MOST)
        if not inflater.eof:
            raise ValueError("cut off, or longer than any")
        value = json.loads(text.decode("utf-8", "surrogatepass"))
    except (KeyError, IndexError, TypeError, ValueError, RecursionError, zlib.error) as error:
        raise Damaged(f"A record in the database cannot be read ({error}).") from error
    if not isinstance(value, list):
        raise Damaged("A record in the database is not of a known form.")
    return value
