"""Thousands of real titles and abstracts are converted to readable text without losses."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from arxtui.text import clean, clean_block, fold, readable

# Commands with arguments that are not shown, or that are shown in another order.
_UNSEEN = re.compile(r"\\(?:begin|end|label|[hv]?phantom|[hv]space|color|textcolor|sqrt\[|unicode|href)")


@pytest.fixture(scope="module")
def texts(shared: Path) -> list[str]:
    with gzip.open(shared / "data/papers-20k.jsonl.gz", "rt", encoding="utf-8") as lines:
        papers = [json.loads(line) for line in lines]
    odd = [json.loads(line) for line in (shared / "data/papers-odd.jsonl").read_text(encoding="utf-8").splitlines()]
    return [text for paper in papers + odd for text in (clean(paper["title"]), clean_block(paper["abstract"]))]


@pytest.mark.parametrize("seed", ["001_37170d3f66719629.txt", "arxiv-query-60.atom.xml"])
def test_no_tex_is_left_in_the_seeds(shared: Path, seed: str) -> None:
    for line in (shared / "seeds" / seed).read_text(encoding="utf-8").splitlines():
        assert not {"$", "\\"} & set(readable(line)), line


def test_no_letter_or_digit_of_a_formula_vanishes(texts: list[str]) -> None:
    formulas = {found for text in texts for found in re.findall(r"\$[^$]{1,300}\$", text)}
    assert len(formulas) > 10_000
    for formula in formulas:
        if not _UNSEEN.search(formula):
            written = re.sub(r"\\[A-Za-z]+|\\.", " ", formula)
            missing = _letters(written) - _letters(readable(formula))
            assert not missing, f"{formula} lost {dict(missing)}: {readable(formula)}"


def test_dollars_and_commands_are_left_only_where_nothing_else_would_be_true(texts: list[str]) -> None:
    with_tex = [text for text in texts if re.search(r"\\[A-Za-z]|\$", text)]
    left = [text for text in with_tex if re.search(r"\\[A-Za-z]|\$", readable(text))]
    assert len(left) < 0.1 * len(with_tex)


def test_nothing_the_converter_thinks_in_reaches_the_text(texts: list[str]) -> None:
    assert not any("\ufdd0" <= character <= "\ufdef" for text in texts for character in set(readable(text)))


def _letters(text: str) -> Counter[str]:
    return Counter(character for character in fold(text) if character.isalnum())
