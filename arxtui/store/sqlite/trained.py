"""zstd with a dictionary that was trained on the details of real papers (``benchmarks.train_dictionary``).

Decompression needs the dictionary that was used to compress, so a released dictionary never changes.
"""

from __future__ import annotations

import threading
from functools import cache
from pathlib import Path

import zstandard

# A frame stores only its size, no magic number, checksum or dictionary id: 3 bytes instead of 14.
_FORMAT = zstandard.FORMAT_ZSTD1_MAGICLESS
LEVEL = 3
"""The compression level. The next level takes three times as long and saves 2 %."""


def _dictionary() -> zstandard.ZstdCompressionDict:
    return zstandard.ZstdCompressionDict(Path(__file__).with_name("details.zdict").read_bytes())


class _Compressor(threading.local):
    """A compressor for each thread, with a dictionary of its own, because zstandard's objects must not be shared."""

    def __init__(self) -> None:
        parameters = zstandard.ZstdCompressionParameters.from_level(
            LEVEL, format=_FORMAT, write_content_size=True, write_dict_id=False, write_checksum=False
        )
        dictionary = _dictionary()
        dictionary.precompute_compress(level=LEVEL)
        self.compress = zstandard.ZstdCompressor(dict_data=dictionary, compression_params=parameters).compress


class _Decompressor(threading.local):
    """A decompressor for each thread, with a dictionary of its own."""

    def __init__(self) -> None:
        self.decompress = zstandard.ZstdDecompressor(dict_data=_dictionary(), format=_FORMAT).decompress


_compressor, _decompressor = cache(_Compressor), cache(_Decompressor)


def compress(text: bytes) -> bytes:
    """Compress a text to one frame."""
    return _compressor().compress(text)


def decompress(frame: bytes, most: int) -> bytes:
    """Decompress a frame, the inverse of :func:`compress`. Raises ValueError if it is invalid or has more than ``most``
    bytes of text."""
    try:
        if zstandard.get_frame_parameters(frame, format=_FORMAT).content_size > most:
            raise ValueError("too long")
        return _decompressor().decompress(frame, allow_extra_data=False)
    except zstandard.ZstdError as error:
        raise ValueError(str(error)) from error
