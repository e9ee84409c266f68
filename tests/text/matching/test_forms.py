"""Singular and plural match each other, and so do words with and without a hyphen."""

from __future__ import annotations

import gzip
import json
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.text import fold, words
from arxtui.text.matching.forms import IRREGULAR, TAILS, UNCHANGING, forms
from arxtui.text.matching.hyphens import compounds, words_and_compounds
from tests.samples import sample

_ENDINGS = st.sampled_from(["", "s", "es", "ies", "y", "ss", "us", "is", "ics", "ic", "ches", "matrix", "spectra"])


@pytest.mark.parametrize(
    "pair",
    """
    network networks, graph graphs, state states, size sizes, wave waves, gap gaps, llm llms, gpu gpus, key keys
    query queries, theory theories, tie ties, movie movies, class classes, process processes, box boxes, flux fluxes
    branch branches, mesh meshes, cache caches, phase phases, database databases, virus viruses, gas gases, lens lenses
    matrix matrices, submatrix submatrices, vertex vertices, index indices, index indexes, simplex simplices
    hypothesis hypotheses, analysis analyses, synthesis syntheses, axis axes, basis bases, base bases, crisis crises
    lemma lemmas, lemma lemmata, formula formulas, formula formulae, supernova supernovae, schema schemata
    criterion criteria, phenomenon phenomena, polyhedron polyhedra, automaton automata, spectrum spectra
    medium media, equilibrium equilibria, nucleus nuclei, radius radii, torus tori, genus genera, focus foci
    metric metrics, heuristic heuristics, statistic statistics, leaf leaves, presheaf presheaves, half halves
    hundred hundreds, testbed testbeds, speed speeds, led leds
    waltz waltzes, survey surveys, display displays, buoy buoys, guy guys, city cities, lobby lobbies, tax taxes
    person people, child children, mouse mice, echo echoes, halo haloes, zero zeros, ansatz ansatzes
    """.strip()
    .replace("\n", ",")
    .split(","),
)
def test_a_noun_finds_its_other_number(pair: str) -> None:
    singular, plural = pair.split()
    assert plural in forms(singular)
    assert singular in forms(plural)


@pytest.mark.parametrize(
    "word",
    "physics mathematics dynamics robotics this his its plus thus series species news always perhaps does has was "
    "bayes stokes higgs jones texas chaos cmos the with of us new dynamic quantum9 qubits2 gödel β 链 an pruned "
    "published pruneds".split(),
)
def test_a_word_that_is_no_plural_has_no_other_form(word: str) -> None:
    assert forms(word) == (word,)


@pytest.mark.parametrize(
    ("word", "other"),
    [("bias", "bia"), ("gas", "ga"), ("lens", "len"), ("analysis", "analysi"), ("status", "statu"), ("class", "clas")],
)
def test_no_letter_is_cut_off_a_singular_in_s(word: str, other: str) -> None:
    assert other not in forms(word)
    assert word not in forms(other)


def test_the_word_itself_comes_first_and_others_are_few() -> None:
    assert forms("indices") == ("indices", "index", "indexes")
    for word in [*IRREGULAR, *TAILS, *UNCHANGING]:
        found = forms(word)
        assert found[0] == word
        assert len(set(found)) == len(found) <= 4


@given(st.text(alphabet=st.sampled_from("abeiosuxyzch"), min_size=1, max_size=6), _ENDINGS)
def test_forms_are_forgiven_both_ways(stem: str, ending: str) -> None:
    _check_both_ways(stem + ending)


def test_forms_are_forgiven_both_ways_in_every_word_of_real_titles_and_abstracts(shared: Path) -> None:
    with gzip.open(shared / "data/papers-20k.jsonl.gz", "rt", encoding="utf-8") as lines:
        papers = [json.loads(line) for line in islice(lines, 0, None, sample(4, 1))]
    vocabulary = {word for paper in papers for text in (paper["title"], paper["abstract"]) for word in words(text)}
    assert len(vocabulary) > sample(15_000, 30_000)
    for word in [*vocabulary, *IRREGULAR, *TAILS]:
        _check_both_ways(word)


def _check_both_ways(word: str) -> None:
    found = forms(word)
    assert found[0] == word
    assert all(word in forms(other) for other in found)


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("Self-attention, and (non-linear) e-mail", ["selfattention", "nonlinear", "email"]),
        ("the state-of-the-art", ["stateoftheart"]),
        ("Yang–Mills and Erdős–Rényi", ["yangmills", "erdosrenyi"]),
        ("long\u2010range pre\u2011trained", ["longrange", "pretrained"]),
        ("COVID-19, GPT-4, 3-D", ["covid19", "gpt4", "3d"]),
        (
            'one-two: (three-four); [five-six], "a-ten". nine-ten.',
            ["onetwo", "threefour", "fivesix", "aten", "nineten"],
        ),
        ("one-two-three-four", ["onetwothreefour"]),
        ("from 10-20 to n-1, x-y", []),
        ("a dash--or two---or – one, atten- tion, -x and y-", []),
        ("not a-one-of-five-parts", []),
        (f"{'long' * 6}-{'word' * 6}", []),
        ("none here", []),
    ],
)
def test_hyphenated_words_are_known_as_one(text: str, joined: list[str]) -> None:
    assert compounds(text) == joined


@given(st.text(alphabet=st.sampled_from("abZ9é–-\u2011 \u0301链ﬁαβΩ≤²_^(½…＿－ה"), max_size=40))
def test_words_and_joined_words_of_one_folding_are_those_of_two(text: str) -> None:
    assert words_and_compounds(text) == (words(text), compounds(text))


@given(st.text(alphabet=st.sampled_from("abZ9é–-\u2011 \u0301链ﬁ"), max_size=40))
def test_a_joined_word_holds_the_letters_of_its_parts(text: str) -> None:
    for joined in compounds(text):
        assert len(joined) <= 40
        assert joined in "".join(words(text))
        assert fold(joined) == joined
