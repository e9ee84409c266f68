"""Compact encodings of keys of papers. The first byte of a packed list is the number of its format.

Lists that are read as a whole are deflated. Those of the papers that a paper cites, or that cite it, are many and
short: four bytes for each paper of arXiv, and two where there are thousands. Keys of papers on arXiv
(``model.arxiv.ids``) are codes of 32 bits there, month and lower bits side by side, which sort as the keys do. A long
list has all but the last ones in groups: of those with the same upper 16 bits these bits and their number, then the
lower 16 bits of all. Other keys have eight bytes, before the codes.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from bisect import insort
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain
from operator import sub

from arxtui.store.errors import Damaged

MAX_UNPACKED = 64 << 20
"""The most bytes of an unpacked value: eight million keys, more than arXiv has papers."""
_KEYS_FORM = b"\x01"
_LEVEL = 1
"""The zlib level. The default level takes ten times as long for a list that is 15 % smaller."""


def pack_keys(keys: Iterable[int]) -> bytes:
    """Pack keys as deflated differences of the ascending keys."""
    ordered = sorted(keys)
    steps = array("q", map(sub, ordered, chain((0,), ordered)))
    return _KEYS_FORM + zlib.compress(_little_endian(steps).tobytes(), _LEVEL)


def unpack_keys(packed: bytes) -> array[int]:
    """Return ascending keys (``array('q')``), the inverse of :func:`pack_keys`. Raises Damaged for invalid data."""
    try:
        if packed[:1] != _KEYS_FORM:
            raise ValueError("unknown format")
        steps = array("q")
        inflater = zlib.decompressobj()
        steps.frombytes(inflater.decompress(packed[1:], MAX_UNPACKED))
        if not inflater.eof:
            raise ValueError("truncated, or too long")
    except (TypeError, ValueError, zlib.error) as error:
        raise Damaged(f"A list of papers in the database cannot be read ({error}).") from error
    return array("q", accumulate(_little_endian(steps)))


def pack_numbers(numbers: array[int]) -> bytes:
    """Pack numbers of any size, little-endian."""
    return _little_endian(numbers).tobytes()


def unpack_numbers(packed: bytes) -> array[int]:
    """Unpack numbers, the inverse of :func:`pack_numbers`. Raises Damaged if the length is not a multiple of four."""
    numbers = array("I")
    try:
        numbers.frombytes(packed)
    except ValueError as error:
        raise Damaged(f"A month of the list of papers cannot be read ({error}).") from error
    return _little_endian(numbers)


def _little_endian(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers = array(numbers.typecode, numbers)
        numbers.byteswap()
    return numbers


_LOW_BITS = 18
"""The bits of the lower half of an arXiv key."""
_LOW = (1 << _LOW_BITS) - 1
_CODED = ((1 << 32 - _LOW_BITS) - 1) << 32 | _LOW
"""The bits that a key may have to become a code."""
_OTHERS, _GROUPED = 1, 2
"""Flags of the form."""
EMPTY = b"\0"
"""An empty list."""
_LONG = 4_000
"""The number of codes from which on they are grouped, and at every multiple of which they are grouped again."""
_LOWEST = 0 if sys.byteorder == "little" else 3
"""Where the lowest 16 bits of a 64-bit key are."""


def pack_neighbours(keys: Iterable[int]) -> bytes:
    """Pack keys, each once."""
    distinct = set(keys)
    others = array("q", sorted([key for key in distinct if key & ~_CODED]))
    codes = _codes(sorted(distinct.difference(others) if others else distinct))
    form = (_OTHERS if others else 0) | (_GROUPED if len(codes) >= _LONG else 0)
    parts = [array("I", [len(others)]), others] if others else []
    if form & _GROUPED:
        parts += _grouped(codes[:-1])
        codes = codes[-1:]
    return bytes([form]) + b"".join(map(pack_numbers, (*parts, codes)))


def append_neighbours(packed: bytes, count: int, keys: Sequence[int]) -> bytes | None:
    """Return a packed list of ``count`` keys with others, ascending and all above its own, much faster than by packing
    all again. None if that is not possible."""
    is_mixed = packed[:1] not in (EMPTY, bytes([_GROUPED])) or any(key & ~_CODED for key in keys)
    if is_mixed or (count and len(packed) < 5) or (count + len(keys)) // _LONG != count // _LONG:
        return None
    codes = _codes(keys)
    last = _from_bytes("I", packed[-4:])[0] if count else -1
    return packed + pack_numbers(codes) if codes[0] > last else None


def unpack_neighbours(packed: bytes) -> array[int]:
    """Return the ascending keys (``array('q')``), the inverse of :func:`pack_neighbours`. Raises Damaged for invalid
    data."""
    try:
        form, start, others = packed[0], 1, array("q")
        if form & _OTHERS:
            [count] = _from_bytes("I", packed[1:5])
            start = 5 + 8 * count
            others = _from_bytes("q", packed[5:start])
        keys = array("q")
        if form & _GROUPED:
            start = _ungroup(packed, start, keys)
        keys.extend([code >> _LOW_BITS << 32 | code & _LOW for code in _from_bytes("I", packed[start:])])
    except (IndexError, TypeError, ValueError) as error:
        raise Damaged(f"The citations of a paper in the database cannot be read ({error}).") from error
    for other in others:
        insort(keys, other)
    return keys


def _codes(keys: Iterable[int]) -> array[int]:
    return array("I", [key >> 32 << _LOW_BITS | key & _LOW for key in keys])


def _grouped(codes: array[int]) -> tuple[array[int], ...]:
    groups = Counter([code >> 16 for code in codes])
    return array("I", [len(groups), *groups, *groups.values()]), array("H", [code & 0xFFFF for code in codes])


def _ungroup(packed: bytes, start: int, keys: array[int]) -> int:
    """Add the grouped keys; return where they end."""
    [count] = _from_bytes("I", packed[start : start + 4])
    middle = start + 4 + 8 * count
    groups = _from_bytes("I", packed[start + 4 : middle])
    end = middle + 2 * sum(groups[count:])
    lows = _from_bytes("H", packed[middle:end])
    for group, size in zip(groups[:count], groups[count:], strict=True):
        month, low = divmod(group << 16, 1 << _LOW_BITS)
        keys.extend(array("q", [month << 32 | low]) * size)
    if lows:  # one array of their size, written in place: more of them would cost more than the arithmetic
        memoryview(keys).cast("B").cast("H")[_LOWEST::4] = memoryview(lows)
    return end


def _from_bytes(typecode: str, packed: bytes) -> array[int]:
    numbers = array(typecode)
    numbers.frombytes(packed)
    return _little_endian(numbers)
