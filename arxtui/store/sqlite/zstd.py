"""Frames of zstd (RFC 8878): from Python 3.14 on by the standard library, before by the package zstandard, with the
same bytes.

A frame with a dictionary has only its size beside the text, no magic number, checksum or dictionary id: 3 bytes instead
of 14. One without a dictionary has a checksum.
"""

from __future__ import annotations

import sys
from _thread import _local
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 14):
    from compression import zstd as _library
else:
    import zstandard as _library

_MAGIC = (0xFD2FB528).to_bytes(4, "little")
LEVEL = 3
"""The compression level. The next level takes three times as long and saves 2 %."""
DICTIONARY = Path(__file__).with_name("details.zdict").read_bytes()
"""Trained on the details of real papers (``benchmarks.train_dictionary``). Decompression needs the dictionary that was
used to compress, so a released dictionary never changes."""


class PackageFrames(_local):
    """Frames by zstandard. Its objects must not be shared: each thread has its own, its dictionary included."""

    def __init__(self, zstandard: Any, level: int, dictionary: bytes = b"") -> None:
        self._zstandard, self._level, self._dictionary = zstandard, level, dictionary
        self._format = zstandard.FORMAT_ZSTD1_MAGICLESS if dictionary else zstandard.FORMAT_ZSTD1

    @cached_property
    def compress(self) -> Callable[[bytes], bytes]:
        """Compress a text to one frame."""
        zstandard, dictionary = self._zstandard, self._loaded()
        if not dictionary:
            plain: Callable[[bytes], bytes] = zstandard.ZstdCompressor(level=self._level, write_checksum=True).compress
            return plain
        dictionary.precompute_compress(level=self._level)
        parameters = zstandard.ZstdCompressionParameters.from_level(
            self._level, format=self._format, write_content_size=True, write_dict_id=False, write_checksum=False
        )
        compressor = zstandard.ZstdCompressor(dict_data=dictionary, compression_params=parameters)
        compress: Callable[[bytes], bytes] = compressor.compress
        return compress

    @cached_property
    def _decompress(self) -> Callable[..., bytes]:
        decompressor = self._zstandard.ZstdDecompressor(dict_data=self._loaded(), format=self._format)
        decompress: Callable[..., bytes] = decompressor.decompress
        return decompress

    def decompress(self, frame: bytes, most: int) -> bytes:
        """Decompress a frame. Raises ValueError if it is invalid, or has more than ``most`` bytes of text."""
        try:
            if self._zstandard.get_frame_parameters(frame, format=self._format).content_size > most:
                raise ValueError("too long")
            return self._decompress(frame, allow_extra_data=False)
        except self._zstandard.ZstdError as error:
            raise ValueError(str(error)) from error

    def _loaded(self) -> Any:
        return self._zstandard.ZstdCompressionDict(self._dictionary) if self._dictionary else None


class StandardFrames(_local):
    """The same by the standard library's ``compression.zstd``."""

    def __init__(self, zstd: Any, level: int, dictionary: bytes = b"") -> None:
        self._zstd, self._level = zstd, level
        self._dictionary = zstd.ZstdDict(dictionary) if dictionary else None
        # It always writes and expects the magic number.
        self._magic = _MAGIC if dictionary else b""

    @cached_property
    def _compressor(self) -> Any:
        parameter = self._zstd.CompressionParameter
        options = {
            parameter.compression_level: self._level, parameter.content_size_flag: True,
            parameter.dict_id_flag: False, parameter.checksum_flag: self._dictionary is None,
        }  # fmt: skip
        return self._zstd.ZstdCompressor(options=options, zstd_dict=self._dictionary)

    def compress(self, text: bytes) -> bytes:
        """Compress a text to one frame."""
        compressor = self._compressor
        compressor.set_pledged_input_size(len(text))
        frame: bytes = compressor.compress(text, compressor.FLUSH_FRAME)
        return frame[len(self._magic) :]

    def decompress(self, frame: bytes, most: int) -> bytes:
        """Decompress a frame. Raises ValueError if it is invalid, or has more than ``most`` bytes of text."""
        frame = self._magic + frame
        try:
            size = self._zstd.get_frame_info(frame).decompressed_size
            if size is None or size > most:
                raise ValueError("too long")
            decompressor = self._zstd.ZstdDecompressor(zstd_dict=self._dictionary)
            text: bytes = decompressor.decompress(frame, size + 1)
        except self._zstd.ZstdError as error:
            raise ValueError(str(error)) from error
        if not decompressor.eof or decompressor.unused_data or len(text) != size:
            raise ValueError("truncated, or too long")
        return text


Frames = PackageFrames | StandardFrames


def frames(level: int, dictionary: bytes = b"") -> Frames:
    """Return what compresses at this level, with a dictionary if there is one, and decompresses; usable in threads."""
    return (StandardFrames if sys.version_info >= (3, 14) else PackageFrames)(_library, level, dictionary)


_FRAMES = frames(LEVEL, DICTIONARY)


def compress(text: bytes) -> bytes:
    """Compress a text to one frame with the dictionary."""
    return _FRAMES.compress(text)


def decompress(frame: bytes, most: int) -> bytes:
    """Decompress a frame, the inverse of :func:`compress`. Raises ValueError if it is invalid or has more than ``most``
    bytes of text."""
    return _FRAMES.decompress(frame, most)
