"""Frames of zstd: those of the standard library (3.14 on; ``backports.zstd`` is the same for older versions) and those
of zstandard."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

import pytest

from arxtui.store.sqlite.zstd import DICTIONARY, Frames, PackageFrames, StandardFrames

_TEXTS = [b"", b"x", b'["An abstract of a paper", ["Ada Example"]]', b"We show that these results hold. " * 9_000]
_BYTES = b"".join(bytes([each * each % 251]) for each in range(3_000))
_Make = Callable[[int, bytes], Frames]


def _standard(level: int, dictionary: bytes) -> Frames:
    name = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
    return StandardFrames(import_module(name), level, dictionary)


def _package(level: int, dictionary: bytes) -> Frames:
    library: Any = pytest.importorskip("zstandard", reason="zstandard has no wheel for each new version of Python")
    return PackageFrames(library, level, dictionary)


@pytest.mark.parametrize(("writer", "reader"), [(_standard, _package), (_package, _standard), (_standard, _standard)])
@pytest.mark.parametrize("dictionary", [DICTIONARY, b""])
@pytest.mark.parametrize("level", [1, 3, 9])
def test_each_library_reads_the_frames_of_the_other(
    writer: _Make, reader: _Make, level: int, dictionary: bytes
) -> None:
    compressing, decompressing = writer(level, dictionary), reader(level, dictionary)
    for text in (*_TEXTS, _BYTES, *_TEXTS):
        assert decompressing.decompress(compressing.compress(text), len(text)) == text


@pytest.mark.parametrize("make", [_standard, _package])
@pytest.mark.parametrize("dictionary", [DICTIONARY, b""])
def test_a_frame_that_is_damaged_cut_off_too_long_or_followed_by_more_is_an_error(
    make: _Make, dictionary: bytes
) -> None:
    frames = make(3, dictionary)
    for text in (_TEXTS[2], _BYTES):
        frame = frames.compress(text)
        wrong = [frame[:end] for end in range(0, len(frame), 1 + len(frame) // 99)]
        for each in (*wrong, frame + b"\0", frame + frame):
            with pytest.raises(ValueError, match=r"\w"):
                frames.decompress(each, len(text))
        with pytest.raises(ValueError, match="too long"):
            frames.decompress(frame, len(text) - 1)
        for at in range(0, len(frame), 1 + len(frame) // 299):
            damaged = frame[:at] + bytes([frame[at] ^ 0x55]) + frame[at + 1 :]
            with suppress(ValueError):
                found = frames.decompress(damaged, len(text))
                assert found == text or (dictionary and len(found) <= len(text))


def test_a_frame_has_few_bytes_beside_its_text_if_it_has_a_dictionary() -> None:
    assert [len(_standard(3, each).compress(_BYTES)) for each in (DICTIONARY, b"")] == [
        len(_package(3, each).compress(_BYTES)) for each in (DICTIONARY, b"")
    ]
