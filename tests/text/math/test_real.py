"""The formulas of real papers, titles and abstracts."""

from __future__ import annotations

import gzip
import html
import json
import lzma
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from arxtui.text import cells, clean, clean_block
from arxtui.text.math import display, linear
from tests.samples import sample

# Commands with arguments that are not shown, and formulas cut off by a dollar sign in a text.
_NOT_SHOWN = re.compile(
    r"\\(?:begin|end|label|sqrt\[|[hv]?phantom|[hvm]space|m?kern|[hm]skip|color|textcolor|pagecolor|colorbox|char|unicode|hspace|rule|definecolor)"
    r"|\\\\\s*\[|\\genfrac|\\cfrac\[|\\text\w*\{|\\mbox|\\not|\\slashed|%"
)
_COMMAND = re.compile(r"\\[A-Za-z]+\*?|\\.|[@]")


def _plain_signs(tex: str) -> Counter[str]:
    return Counter(sign for sign in unicodedata.normalize("NFKD", _COMMAND.sub(" ", tex)) if sign.isalnum())


@pytest.fixture(scope="module")
def formulas(shared: Path) -> set[str]:
    """Return the formulas of all captured full texts."""
    found = set()
    for page in sorted((shared / "data/arxiv/html").iterdir()):
        text = page.read_text(encoding="utf-8", errors="replace")
        found |= {html.unescape(tex) for tex in re.findall(r'<math[^>]*?\salttext="([^"]*)"', text)}
    return found


def test_of_the_formulas_of_real_papers_98_in_100_are_shown_and_lose_nothing(formulas: set[str]) -> None:
    assert len(formulas) > 1_500
    shown = {tex: linear(tex) for tex in formulas}
    assert sum(line is not None for line in shown.values()) >= 0.98 * len(formulas)
    for tex, line in shown.items():
        if line is not None:
            assert "\\" not in line
            if not _NOT_SHOWN.search(tex):
                assert not _plain_signs(tex) - _plain_signs(line), f"{tex} became {line}"


def test_the_formulas_of_real_papers_are_drawn_and_lose_nothing(formulas: set[str]) -> None:
    for tex in formulas:
        box = display(tex, 78)
        assert (box is None) == (linear(tex) is None)
        if box is not None:
            assert {cells(line) for line in box.lines} == {box.width}
            if not _NOT_SHOWN.search(tex):
                assert not _plain_signs(tex) - _plain_signs("".join(box.lines)), tex


def _texts(shared: Path) -> Iterator[str]:
    with gzip.open(shared / "data/papers-20k.jsonl.gz", "rt", encoding="utf-8") as lines:
        yield from _of_papers(lines)
    if sample(False, True):
        with lzma.open(shared / "data/papers-200k.jsonl.xz", "rt", encoding="utf-8") as lines:
            yield from _of_papers(lines)


def _of_papers(lines: Iterable[str]) -> Iterator[str]:
    """Yield the titles and abstracts of every fifth paper, which covers all years."""
    for line in islice(lines, 0, None, 5):
        paper = json.loads(line)
        yield clean(paper["title"])
        yield clean_block(paper["abstract"])


@pytest.mark.timeout(600)
def test_formulas_of_real_titles_and_abstracts_lose_nothing(shared: Path) -> None:
    formulas = {found for text in _texts(shared) for found in re.findall(r"\$([^$]{1,300})\$", text)}
    assert len(formulas) > sample(2_000, 20_000)
    for tex in formulas:
        line = linear(tex)
        if line is not None and not _NOT_SHOWN.search(tex):
            assert not _plain_signs(tex) - _plain_signs(line), f"{tex} became {line}"
