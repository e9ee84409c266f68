"""The words of a query are highlighted where a paper contains them."""

from __future__ import annotations

import pytest

from arxtui.query import parse
from arxtui.query.highlights import highlights
from arxtui.text.matching.spans import matching_spans

TEXT = "Sparse models: self-attention, a non-linear model of MoS₂ by Gödel"


def shown(query: str, *, typing: bool = False) -> list[str]:
    wanted = highlights(parse(query, typing=typing).expr).abstract
    return [TEXT[start:end] for start, end in matching_spans(TEXT, wanted)]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("SPARSE godel", ["Sparse", "Gödel"]),
        ("model", ["models", "model"]),
        ('"model"', ["model"]),
        ("spar*", ["Sparse"]),
        ("spar", []),
        ("self-attention", ["self-attention"]),
        ("self-att*", ["self", "attention"]),
        ("model-spar*", ["Sparse", "model"]),
        ("selfattentions", ["self-attention"]),
        ("nonlinear", ["non-linear"]),
        ('"nonlinear"', ["non-linear"]),
        ('"sparse models"', ["Sparse models"]),
        ('"sparse model"', []),
        ("MoS2", ["MoS₂"]),
        ("(sparse OR abs:godel) -model NOT (self)", ["Sparse", "Gödel"]),
        ("ti:sparse au:godel co:model jr:model doi:model /model/ tag:model note:model", []),
        ("", []),
        ("— &", []),
    ],
)
def test_matches_of_a_query_are_highlighted(query: str, found: list[str]) -> None:
    assert shown(query) == found


def test_the_word_being_typed_is_shown_from_its_first_letter() -> None:
    assert shown("s", typing=True) == ["Sparse", "self"]
    assert shown('"sparse mod', typing=True) == ["Sparse", "models", "model"]


def test_each_text_has_the_words_of_its_own_field() -> None:
    wanted = highlights(parse('a ti:b abs:c au:d ti:"e f"').expr)
    assert wanted.title.words == {"a", "b"}
    assert wanted.title.phrases == (("e", "f"),)
    assert wanted.abstract.words == {"a", "c"}
    assert wanted.authors.words == {"a", "d"}


def test_a_name_of_an_author_has_no_plural() -> None:
    wanted = highlights(parse("models au:roberts").expr)
    assert wanted.authors.words == wanted.authors.joined == {"model", "models", "roberts"}
    assert wanted.title.words == {"model", "models"}
