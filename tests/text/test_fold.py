"""Texts are folded in the same way wherever they are compared."""

from __future__ import annotations

import hashlib

import pytest

from arxtui.text import fingerprint, fold, readable, title_key, words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("MoS₂", "MoS2"),
        ("Łukasz", "lukasz"),
        ("Gödel", "godel"),
        (readable('G\\"odel'), "godel"),
        ("n²", "n2"),
        ("Straße", "STRASSE"),
        ("Sørensen", "sorensen"),
        ("Đorđe Æsop Œuvre þing ıstanbul İzmir", "dorde aesop oeuvre thing istanbul izmir"),
        ("ﬁnite", "finite"),
        ("ϕ ϵ ς µ", "φ ε σ μ"),
        ("𝒪(ℝ)", "o(r)"),
        ("e\u0301", "é"),
    ],
)
def test_these_are_the_same_word(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_marks_that_belong_to_a_letter_are_kept() -> None:
    assert fold("が") != fold("か")
    assert fold("각") == fold("\u1100\u1161\u11a8")


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Non-IID, self_loop O(n²)", ["non", "iid", "self", "loop", "o", "n2"]),
        ("the live链图", ["the", "live", "链", "图"]),
        ("Ελληνικά μ-law", ["ελληνικα", "mu", "law"]),
        ("αβγδ x αβγδε", ["alpha", "beta", "gamma", "delta", "x", "αβγδε"]),
        ("\U00020000\U0002a6df々ァ豈", ["\U00020000", "\U0002a6df", "々", "ァ", "豈"]),
        ("한국어 ไทย", ["한국어", "ไทย"]),
        ("x_1 T_{c} MoS_2 snake_case a_b n^2 10^{-3}", ["x1", "tc", "mos2", "snake", "case", "ab", "n2", "10", "3"]),
        ("— … !", []),
    ],
)
def test_words_are_runs_of_letters_and_digits(text: str, tokens: list[str]) -> None:
    assert words(text) == tokens


def test_a_fingerprint_is_that_of_the_lower_cased_single_spaced_abstract() -> None:
    assert fingerprint("We  Study\n things. ") == hashlib.sha256(b"we study things.").hexdigest()


def test_a_title_key_sees_through_tex_and_punctuation() -> None:
    assert (
        title_key("On  MoS$_2$: G\\\"odel's \\emph{Case}")
        == title_key("on MoS₂ Gödel’s case")
        == "on mos2 godel s case"
    )
