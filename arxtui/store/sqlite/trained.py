"""zstd with a dictionary that was trained on the details of real papers (``benchmarks.train_dictionary``).

What was compressed needs the very same dictionary to be read: a released one never changes.
"""

from __future__ import annotations

import threading
from functools import cache
from pathlib import Path

import zstandard

# A frame has its size, and neither a magic number nor a checksum nor the dictionary's number: 3 bytes instead of 14.
_FORMAT = zstandard.FORMAT_ZSTD1_MAGICLESS
LEVEL = 3
"""The next one up takes three times as long and saves 2 %."""


def _dictionary() -> zstandard.ZstdCompressionDict:
    return zstandard.ZstdCompressionDict(Path(__file__).with_name("details.zdict").read_bytes())


class _Compressor(threading.local):
    """One for each thread, with a dictionary of its own: zstandard's objects are not made to be shared."""

    def __init__(self) -> None:
        wanted = zstandard.ZstdCompressionParameters.from_level(
            LEVEL, format=_FORMAT, write_content_size=True, write_dict_id=False, write_checksum=False
        )
        dictionary = _dictionary()
        dictionary.precompute_compress(level=LEVEL)
        self.compress = zstandard.ZstdCompressor(dict_data=dictionary, compression_params=wanted).compress


class _Decompressor(threading.local):
    """As the compressor."""

    def __init__(self) -> None:
        self.decompress = zstandard.ZstdDecompressor(dict_data=_dictionary(), format=_FORMAT).decompress


_compressor, _decompressor = cache(_Compressor), cache(_Decompressor)


def compress(text: bytes) -> bytes:
    """A text as one frame."""
    return _compressor().compress(text)


def decompress(frame: bytes, most: int) -> bytes:
    """The inverse of :func:`compress`. ValueError where it is no frame of at most ``most`` bytes of text."""
    try:
        if zstandard.get_frame_parameters(frame, format=_FORMAT).content_size > most:
            raise ValueError("longer than any")
        return _decompressor().decompress(frame, allow_extra_data=False)
    except zstandard.ZstdError as error:
        raise ValueError(str(error)) from error
