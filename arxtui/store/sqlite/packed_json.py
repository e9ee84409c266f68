"""Texts made small. Every packed form begins with a byte that says how it was packed.

The details of papers, nearly all of a cache, are packed by zstd with a trained dictionary (decision 45); what is packed
one by one, the user's own above all, by deflate, which Python itself reads.
"""

from __future__ import annotations

import json
import zlib
from typing import Any

from arxtui.store.errors import Damaged
from arxtui.store.sqlite.pack import MOST
from arxtui.store.sqlite.vocabulary import VOCABULARY

_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
_DEFLATED, _TRAINED = 1, 2
_DEFLATED_FORM, _TRAINED_FORM = bytes([_DEFLATED]), bytes([_TRAINED])
# Raw deflate. A window of 16 kB holds the dictionary and almost every text; the smaller state is copied sooner. Level 4
# costs 2 % more bytes and saves a third of the time of level 6.
_WINDOW, _MEMORY, _LEVEL = -14, 7, 4


# Copied for each text: reading the dictionary in costs as much as a text.
_DEFLATER = zlib.compressobj(_LEVEL, wbits=_WINDOW, memLevel=_MEMORY, zdict=VOCABULARY)


def pack_json(value: list[Any]) -> bytes:
    """A JSON list, deflated with the preset dictionary."""
    deflater = _DEFLATER.copy()
    return _DEFLATED_FORM + deflater.compress(encode_json(value)) + deflater.flush()


def encode_json(value: list[Any]) -> bytes:
    """A JSON list as its bytes; a lone surrogate stays one."""
    return _ENCODE(value).encode("utf-8", "surrogatepass")


def pack_detail(text: bytes) -> bytes:
    """The JSON of a paper's detail, compressed with the trained dictionary."""
    from arxtui.store.sqlite.trained import compress

    return _TRAINED_FORM + compress(text)


def unpack_json(packed: bytes) -> list[Any]:
    """The list of JSON that was packed in any form ever used. Damaged when it is none."""
    try:
        text = _decompressed(packed)
        value = json.loads(text.decode("utf-8", "surrogatepass"))
    except (KeyError, IndexError, TypeError, ValueError, RecursionError, zlib.error) as error:
        raise Damaged(f"A record in the database cannot be read ({error}).") from error
    if not isinstance(value, list):
        raise Damaged("A record in the database is not of a known form.")
    return value


def _decompressed(packed: bytes) -> bytes:
    if packed[0] == _TRAINED:
        from arxtui.store.sqlite.trained import decompress  # not for who reads what the user did

        return decompress(packed[1:], MOST)
    if packed[0] != _DEFLATED:
        raise ValueError(f"unknown form {packed[0]}")
    inflater = zlib.decompressobj(_WINDOW, VOCABULARY)
    text = inflater.decompress(packed[1:], MOST)
    if not inflater.eof:
        raise ValueError("cut off, or longer than any")
    return text
