"""Response bodies are decompressed as they arrive, and never beyond their limits."""

from __future__ import annotations

import gzip
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.http.errors import BadAnswer, TooLarge, Unavailable
from arxtui.http.wire import RATIO, Body

MB = 1 << 20


def feed(body: Body, data: bytes, step: int = 4096) -> bytes:
    for start in range(0, len(data), step):
        body.add(data[start : start + step])
    return body.finish()


@given(st.binary(max_size=5000), st.integers(1, 700))
def test_packed_and_plain_bodies_come_out_whole_however_they_arrive(data: bytes, step: int) -> None:
    assert feed(Body("", MB), data, step) == data
    assert feed(Body("gzip", MB), gzip.compress(data), step) == data


def test_a_body_may_be_as_large_as_its_limit_and_no_larger() -> None:
    data = os.urandom(10_000)
    assert feed(Body("identity", 10_000), data) == data
    assert feed(Body("gzip", 10_050), gzip.compress(data)) == data
    with pytest.raises(TooLarge):
        feed(Body("", 9_999), data)
    with pytest.raises(TooLarge):
        feed(Body("gzip", 9_999), gzip.compress(data))


def test_a_bomb_is_dropped_before_it_fills_the_memory() -> None:
    bomb = gzip.compress(bytes(64 * MB))
    body = Body("gzip", 1000 * MB)
    with pytest.raises(TooLarge, match=f"{RATIO}-fold"):
        feed(body, bomb)


def test_a_small_body_that_compresses_well_is_no_bomb() -> None:
    assert feed(Body("gzip", 2 * MB), gzip.compress(bytes(MB))) == bytes(MB)


def test_rubbish_after_the_packed_body_is_dropped_and_counted() -> None:
    packed = gzip.compress(b"sound")
    assert feed(Body("gzip", MB), packed + b"more") == b"sound"
    with pytest.raises(TooLarge):
        feed(Body("gzip", 1000), packed + bytes(2000), 100)


def test_half_a_packed_body_was_cut_off() -> None:
    packed = gzip.compress(os.urandom(1000))
    with pytest.raises(Unavailable, match="cut off"):
        feed(Body("gzip", MB), packed[:500])


def test_an_empty_body_needs_no_packing() -> None:
    assert Body("gzip", MB).finish() == b""


def test_a_body_that_is_no_gzip_cannot_be_decompressed() -> None:
    with pytest.raises(Unavailable, match="cannot be decompressed"):
        feed(Body("gzip", MB), b"<feed/>")


def test_other_packings_are_refused() -> None:
    with pytest.raises(BadAnswer, match="'br'"):
        Body("br", MB)
