"""Packing of texts and key lists."""

from __future__ import annotations

import zlib
from array import array
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.store.errors import Damaged
from arxtui.store.sqlite import codec, packed_json, packed_keys
from arxtui.store.sqlite.packed_json import VOCABULARY

_LONG = ["a longer text " * 20]
_JSON = st.recursive(st.none() | st.integers(-(2**53), 2**53) | st.text(), lambda inner: st.lists(inner, max_size=4))


@given(st.lists(_JSON, max_size=6))
def test_json_comes_back(value: list[Any]) -> None:
    assert packed_json.unpack_json(packed_json.pack_json(value)) == value


@given(st.lists(_JSON, max_size=6))
def test_a_detail_comes_back(value: list[Any]) -> None:
    assert packed_json.unpack_json(packed_json.pack_detail(packed_json.encode_json(value))) == value


@given(st.lists(st.integers(0, 2**41)))
def test_keys_come_back_in_order(keys: list[int]) -> None:
    assert packed_keys.unpack_keys(packed_keys.pack_keys(keys)) == array("q", sorted(keys))


@given(st.lists(st.integers(0, 2**32 - 1)))
def test_numbers_come_back(numbers: list[int]) -> None:
    assert packed_keys.unpack_numbers(packed_keys.pack_numbers(array("I", numbers))) == array("I", numbers)


def test_numbers_are_little_endian_on_every_machine() -> None:
    assert packed_keys.pack_numbers(array("I", [1, 2**31])) == b"\x01\0\0\0\0\0\0\x80"


@given(st.binary(max_size=60))
def test_random_bytes_are_damaged_or_happen_to_be_sound(packed: bytes) -> None:
    for unpack in (packed_json.unpack_json, packed_keys.unpack_keys, packed_keys.unpack_numbers):
        with suppress(Damaged):
            unpack(packed)


def test_a_text_that_was_cut_off_is_damage() -> None:
    for packed in (packed_json.pack_json(_LONG), packed_json.pack_detail(packed_json.encode_json(_LONG))):
        for end in range(1, len(packed)):
            with pytest.raises(Damaged):
                packed_json.unpack_json(packed[:-end])


@pytest.mark.parametrize("keys", [[], [1], list(range(0, 9_000, 7))])
def test_a_list_of_keys_that_was_cut_off_or_is_longer_than_any_is_damage(
    keys: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = packed_keys.pack_keys(keys)
    for end in range(1, len(packed) + 1):
        with pytest.raises(Damaged):
            packed_keys.unpack_keys(packed[:-end])
    monkeypatch.setattr(packed_keys, "MAX_UNPACKED", 8 * len(keys) + 1)
    assert list(packed_keys.unpack_keys(packed)) == keys
    monkeypatch.setattr(packed_keys, "MAX_UNPACKED", max(8 * len(keys) - 8, 1))
    if keys:
        with pytest.raises(Damaged):
            packed_keys.unpack_keys(packed)


def test_a_detail_with_more_behind_it_or_of_no_size_a_record_has_is_damage() -> None:
    text = packed_json.encode_json(_LONG)
    packed, longer = packed_json.pack_detail(text), packed_json.pack_detail(text + text)
    for wrong in (
        longer,
        packed + b"\0",
        packed[:1] + b"\xa0\xff\xff\xff\xff" + packed[4:],
        packed[:1],
        b"\x03" + packed[1:],
    ):
        with pytest.raises(Damaged):
            packed_json.unpack_json(wrong)


def test_threads_pack_and_read_at_the_same_time() -> None:
    def there_and_back(number: int) -> bool:
        values = [[f"{number} and {each} of the abstracts " * 30] for each in range(200)]
        packed = [packed_json.pack_detail(packed_json.encode_json(value)) for value in values]
        return [packed_json.unpack_json(each) for each in packed] == values

    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(there_and_back, range(16)))


def test_a_record_that_was_packed_by_an_older_program_is_read() -> None:
    older = bytes.fromhex("018b567204962449a0aa33b904cc4d49043621c183ee4ab1b100")
    assert packed_json.unpack_json(older) == ["An abstract", ["Ada Example"]]
    newer = bytes.fromhex("02201fc50000585b22416e64612045225d5d03dc0e9d870edee2101e116b")
    assert packed_json.unpack_json(newer) == ["An abstract", ["Ada Example"]]


@given(st.binary() | st.text().map(lambda text: text.encode()))
def test_a_repacked_detail_is_the_same_byte_for_byte(text: bytes) -> None:
    deflater = zlib.compressobj(wbits=-14, zdict=VOCABULARY)
    repacked = packed_json.repack_detail(b"\x01" + deflater.compress(text) + deflater.flush())
    assert repacked == packed_json.pack_detail(text) == packed_json.repack_detail(repacked)
    assert packed_json.unpack_text(repacked) == text


def test_an_abstract_takes_less_than_half_its_size() -> None:
    abstract = (
        "In this paper, we propose a novel framework for distributed training of deep neural networks. We show that "
        "the proposed algorithm converges under mild assumptions, and extensive experiments show that our method "
        "outperforms state-of-the-art baselines on a wide range of benchmarks."
    )
    assert len(packed_json.pack_json([abstract])) < len(abstract) / 2
    assert len(packed_json.pack_detail(packed_json.encode_json([abstract]))) < len(abstract) / 3


def test_a_value_that_is_no_bytes_is_damage() -> None:
    value: Any = None
    for unpack in (packed_json.unpack_json, packed_keys.unpack_keys):
        with pytest.raises(Damaged):
            unpack(value)


def test_lists_in_lists_without_end_are_damage() -> None:
    with pytest.raises(Damaged):
        packed_json.unpack_json(packed_json.pack_detail(b"[" * 200_000))


def test_a_review_of_other_fields_is_damage() -> None:
    for body in map(packed_json.pack_json, ([], ["title"] * 99)):
        with pytest.raises(Damaged, match="A review in the cache cannot be read"):
            codec.unpack_review("Headline", 1, None, body)
