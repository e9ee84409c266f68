"""Plain configurations are read as ``tomllib`` reads them; all others are left to it."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.config.plain_toml import read_plain

PLAIN = """# a comment
name = "at the top"
[arxiv]
categories = ["cs.DC", "math.NT",]

[ pith ]
url = "http://127.0.0.1/{category}?a=b#c"
empty = ""
[refresh]
at_start = true
interval_minutes = 15
never = false
names = [
    "Ada Example",
    "Örn, [B.]"
]
none = []
[[rules]]
query = "ti:locks"
[[ rules ]]
query = "au:knuth"
"""
LEFT = [
    'a = "b" # a comment', "a = 'b'", r'a = "\u0041"', 'a = """b"""', 'a = ["b", 1]', 'a = [["b"]]', "a = 1.5",
    "a = -1", "a = 1_000", "a.b = 1", '"a" = 1', "[a.b]", "a = {}", "a = 2026-11-29", 'a = [\n"b", # c\n]', "a\t= 1",
    "a = 1\r\n", "- = 1",
]  # fmt: skip
FAULTY = [
    "a = 1\na = 2", "[a]\n[a]", "a = []\n[[a]]", "[[a]]\n[a]", 'a = "b', 'a = "b",', 'a = ["b" "c"]', 'a = ["b\nc"]',
    "a = 007", "a = [,]", "a", "a =", "= 1", "[a", "[[a]", "a = [", 'a = "b"c"', "a = tru", "a = \x01", 'a = ["b",,]',
    "[]", "[[]]", "a = [\n",
]  # fmt: skip
_PLAIN_LINES = st.lists(st.sampled_from(PLAIN.split("\n")), unique=True)
_LINES = st.lists(st.sampled_from([*PLAIN.split("\n"), *LEFT, *FAULTY]), max_size=4)
_PIECES = st.sampled_from([*"ab==\"[],\n# 10\\'.é\t", "\n", " = ", "[a]", "[[b]]", "true", '"x y"'])


def _by_tomllib(text: str) -> object:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def test_a_plain_configuration_needs_no_other_reader() -> None:
    assert repr(read_plain(PLAIN)) == repr(tomllib.loads(PLAIN))


@pytest.mark.parametrize("text", [*LEFT, *FAULTY])
def test_everything_else_is_left_to_it(text: str) -> None:
    assert (_by_tomllib(text) is None) is (text in FAULTY)
    assert read_plain(text) is None


@given((_PLAIN_LINES | _LINES).map("\n".join) | st.lists(_PIECES, max_size=25).map("".join))
def test_nothing_is_read_in_another_way(text: str) -> None:
    assert repr(read_plain(text)) in ("None", repr(_by_tomllib(text)))
