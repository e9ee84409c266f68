"""zstd with a dictionary that was trained on the details of real papers (``benchmarks.train_dictionary``).

Decompression needs the dictionary that was used to compress, so a released dictionary never changes.
"""

from __future__ import annotations

from pathlib import Path

from arxtui.store.sqlite.zstd import frames

LEVEL = 3
"""The compression level. The next level takes three times as long and saves 2 %."""
DICTIONARY = Path(__file__).with_name("details.zdict").read_bytes()
_FRAMES = frames(LEVEL, DICTIONARY)


def compress(text: bytes) -> bytes:
    """Compress a text to one frame."""
    return _FRAMES.compress(text)


def decompress(frame: bytes, most: int) -> bytes:
    """Decompress a frame, the inverse of :func:`compress`. Raises ValueError if it is invalid or has more than ``most``
    bytes of text."""
    return _FRAMES.decompress(frame, most)
