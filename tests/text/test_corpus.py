"""Thousands of real titles and abstracts are converted to readable text without losses."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from arxtui.text import clean, clean_block, fold, readable
from tests.samples import sample

# Commands with arguments that are not shown, or that are shown in another order.
_UNSEEN = re.compile(r"\\(?:begin|end|label|[hv]?phantom|[hv]space|color|textcolor|sqrt\[|unicode|href)")


@pytest.fixture(scope="module")
def texts(shared: Path) -> list[str]:
    with gzip.open(shared / "data/papers-20k.jsonl.gz", "rt", encoding="utf-8") as lines:
        papers = [json.loads(line) for line in lines]
    odd = [json.loads(line) for line in (shared / "data/papers-odd.jsonl").read_text(encoding="utf-8").splitlines()]
    some = papers[:: sample(4, 1)] + odd
    return [text for paper in some for text in (clean(paper["title"]), clean_block(paper["abstract"]))]


@pytest.fixture(scope="module")
def shown(texts: list[str]) -> list[str]:
    return [readable(text) for text in texts]


@pytest.mark.parametrize("seed", ["001_37170d3f66719629.txt", "arxiv-query-60.atom.xml"])
def test_no_tex_is_left_in_the_seeds(shared: Path, seed: str) -> None:
    for line in (shared / "seeds" / seed).read_text(encoding="utf-8").splitlines():
        assert not {"$", "\\"} & set(readable(line)), line


def test_no_letter_or_digit_of_a_formula_vanishes(texts: list[str]) -> None:
    formulas = {found for text in texts for found in re.findall(r"\$[^$]{1,300}\$", text)}
    assert len(formulas) > sample(2_500, 10_000)
    for formula in formulas:
        if not _UNSEEN.search(formula):
            written = re.sub(r"\\[A-Za-z]+|\\.", " ", formula)
            missing = _letters(written) - _letters(readable(formula))
            assert not missing, f"{formula} lost {dict(missing)}: {readable(formula)}"


def test_dollars_and_commands_are_left_only_where_nothing_else_would_be_true(
    texts: list[str], shown: list[str]
) -> None:
    with_tex, left = (sum(bool(re.search(r"\\[A-Za-z]|\$", text)) for text in each) for each in (texts, shown))
    assert left < 0.1 * with_tex


def test_nothing_the_converter_thinks_in_reaches_the_text(shown: list[str]) -> None:
    assert not any("\ufdd0" <= character <= "\ufdef" for text in shown for character in set(text))


def _letters(text: str) -> Counter[str]:
    return Counter(character for character in fold(text) if character.isalnum())
