"""Bytes are decoded to text, whatever encoding they claim."""

from __future__ import annotations

import pytest

from arxtui.text import decode
from arxtui.text.decode import decode_parts


@pytest.mark.parametrize(
    ("data", "declared", "text"),
    [
        ("Gödel".encode(), None, "Gödel"),
        ("Gödel".encode("latin-1"), "iso-8859-1", "Gödel"),
        ("Gödel".encode("utf-16"), None, "Gödel"),
        (b"\xef\xbb\xbfmark", "latin-1", "mark"),
        ("“Γ”".encode("cp1253"), "windows-1253", "“Γ”"),
        ("“x”".encode("cp1252"), "iso-8859-1", "“x”"),
        ("Gödel".encode(), "no-such-set", "Gödel"),
        ("Мир".encode("cp1251"), " Windows-1251 ", "Мир"),
        ("Gödel".encode(), "zlib", "Gödel"),
        (b"+AGE-", "utf-7", "+AGE-"),
        ('<?xml version="1.0" encoding="ISO-8859-2"?>Erdős'.encode("iso-8859-2"), None, None),
        ('<meta charset="windows-1251">Мир'.encode("cp1251"), None, None),
        ('<meta charset="windows-1251">Мир'.encode("cp1251"), "utf-8", None),
        ('<meta charset="iso-8859-1">“Мир'.encode(), None, None),
        ('<meta charset="iso-8859-1">“x”'.encode("cp1252"), None, '<meta charset="iso-8859-1">“x”'),
        ('<meta charset="iso-8859-1">“x”'.encode("cp1252"), "no-such-set", '<meta charset="iso-8859-1">“x”'),
        ("Gödel".encode("utf-32"), None, "Gödel"),
        ("Gödel".encode("utf-16-be"), "utf-16-be", "Gödel"),
    ],
)
def test_the_declared_character_set_is_used(data: bytes, declared: str | None, text: str | None) -> None:
    decoded = decode(data, declared)
    assert decoded == text if text else decoded.endswith(("Erdős", "Мир"))


def test_a_careless_latin_1_yields_to_valid_utf_8() -> None:
    assert decode("Gödel → μ".encode(), "ISO-8859-1") == "Gödel → μ"


def test_bytes_that_fit_no_character_set_are_replaced_and_never_refused() -> None:
    assert decode(b"a\xffb", "utf-8") == "a\ufffdb"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1251", "shift_jis"])
@pytest.mark.parametrize("declared", ["utf-8", "iso-8859-1", "windows-1251", "shift_jis", "utf-16", "none"])
def test_the_parts_of_a_page_are_those_of_its_decoded_text(encoding: str, declared: str) -> None:
    data = f'<meta charset="{declared}"><math>Мир</math>и<math>Α</math>'.encode(encoding, "replace")
    for cut in (len(data), -1):
        assert decode_parts(data[:cut], "</math>") == decode(data[:cut]).split("</math>")
