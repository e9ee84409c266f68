"""The matches of a search are highlighted in the text."""

from __future__ import annotations

import gzip
import json
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arxtui.text import clean, clean_block, readable, words
from arxtui.text.matching.hyphens import compounds
from arxtui.text.matching.spans import Wanted, matching_spans, word_spans
from tests.samples import sample

_written = st.text() | st.text(
    alphabet=st.sampled_from("aB9 -_^({é\u0301\u0338ﬁ½₂²Åα𝛼ΣλБ链図が\u3099각\u1100\u1161–.\n"), max_size=30
)


def shown(text: str, wanted: Wanted) -> list[str]:
    return [text[start:end] for start, end in matching_spans(text, wanted)]


@pytest.mark.parametrize(
    ("text", "placed"),
    [
        ("On MoS₂", [(0, 2, "on"), (3, 7, "mos2")]),
        ("e\u0301tale ﬁbre", [(0, 6, "etale"), (7, 11, "fibre")]),
        ("链图 x", [(0, 1, "链"), (1, 2, "图"), (3, 4, "x")]),
        ("Hα at σ₈", [(0, 1, "h"), (1, 2, "alpha"), (3, 5, "at"), (6, 7, "sigma"), (7, 8, "8")]),
        ("T_c, m_π", [(0, 3, "tc"), (5, 6, "m"), (7, 8, "pi")]),
        ("T_(eff) ½", [(0, 6, "teff"), (8, 9, "1"), (8, 9, "2")]),
        ("— …", []),
    ],
)
def test_each_word_is_placed_by_the_characters_of_the_text(text: str, placed: list[tuple[int, int, str]]) -> None:
    assert word_spans(text) == placed


@given(_written)
@settings(max_examples=sample(300, 1_000))
def test_the_placed_words_are_the_words(text: str) -> None:
    placed = word_spans(text)
    assert [word for _, _, word in placed] == words(text)
    assert all(0 <= start < end <= len(text) for start, end, _ in placed)
    assert [start for start, _, _ in placed] == sorted(start for start, _, _ in placed)


def test_the_placed_words_are_the_words_of_real_titles_and_abstracts(shared: Path) -> None:
    with gzip.open(shared / "data/papers-2k.jsonl.gz", "rt", encoding="utf-8") as lines:
        for paper in map(json.loads, islice(lines, 0, None, 4)):
            for text in (readable(clean(paper["title"])), readable(clean_block(paper["abstract"]))):
                assert [word for _, _, word in word_spans(text)] == words(text)


@pytest.mark.parametrize(
    ("text", "wanted", "found"),
    [
        ("Graph networks, Graphs", Wanted(words=frozenset(["graph", "graphs"])), ["Graph", "Graphs"]),
        ("Sparse or sparsity", Wanted(beginnings=("spars",)), ["Sparse", "sparsity"]),
        ("O(n log n), O(n)", Wanted(phrases=(("o", "n", "log", "n"),)), ["O(n log n"]),
        ("Non-linear, nonlinear", Wanted(words=frozenset(["nonlinear"]), joined=frozenset(["nonlinear"])), None),
        ("The state‐of‐the‐art", Wanted(joined=frozenset(["stateoftheart"])), ["state‐of‐the‐art"]),
        ("ΛCDM and Hα", Wanted(joined=frozenset(["lambdacdm", "halpha"])), ["ΛCDM", "Hα"]),
        ("non linear", Wanted(joined=frozenset(["nonlinear"])), []),
        ("Gödel’s ﬁeld", Wanted(words=frozenset(["godel", "field"])), ["Gödel", "ﬁeld"]),
        ("链图论", Wanted(words=frozenset("链图")), ["链图"]),
        ("deep deep nets", Wanted(words=frozenset(["nets"]), phrases=(("deep", "nets"),)), ["deep nets"]),
        ("anything", Wanted(), []),
    ],
)
def test_wanted_words_beginnings_and_phrases_are_marked(text: str, wanted: Wanted, found: list[str] | None) -> None:
    assert shown(text, wanted) == (found if found is not None else text.split(", "))


@pytest.mark.parametrize("piece", ["\u0301", "链", "a-", "x_", "각", "α"])
def test_forty_kilobytes_without_a_blank_are_no_burden(piece: str) -> None:
    text = piece * (40_000 // len(piece))
    assert len(word_spans(text)) == len(words(text))
    assert matching_spans(text, Wanted(frozenset(["b"]), ("c",), (("d", "e"),), frozenset(["longer"]))) == []


@given(_written)
def test_marked_ranges_ascend_and_are_apart(text: str) -> None:
    result = words(text)
    wanted = Wanted(frozenset(result[::3]), tuple(result[1:2]), (tuple(result[2:4]),), frozenset(compounds(text)))
    ranges = matching_spans(text, wanted)
    edges = [edge for span in ranges for edge in span]
    assert edges == sorted(set(edges))
    assert all(
        any(start <= first and last <= end for start, end in ranges)
        for first, last, word in word_spans(text)
        if word in wanted.words
    )


@given(_written)
@example("0-\u0300A")
def test_every_joined_form_of_a_text_can_be_marked_in_it(text: str) -> None:
    text = clean(text)
    assert all(matching_spans(text, Wanted(joined=frozenset([one]))) for one in compounds(text))
