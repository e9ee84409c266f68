"""The arXiv identifiers in a text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arxtui.model.arxiv.ids import OLD_ARCHIVES, ArxivId
from arxtui.text.mentions.identifiers import ids_in

STRIPPED = (
    "https://arxiv.org/api/Example+of+a+hash2026-03-24T12:40:24Z507360{count}"
    "http://arxiv.org/abs/2605.00001v1Bounded Staleness2026-02-26T23:39:42ZWe bound 2501.12345 of them.{count}Ada E."
    "10.1000/3779212.3790145http://arxiv.org/abs/hep-th/9901001v2A 3D Model2026-02-26T23:39:42ZText.Björn Måns"
    "http://arxiv.org/abs/2605.00002v12026-02-26T23:39:42ZBare2026-02-26T23:39:42ZText."
)
"""A response of the query API without its tags."""


def found(text: str) -> list[str]:
    return [str(each) for each in ids_in(text)]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("as shown in arXiv:2605.01234v2, ...", "2605.01234v2"),
        ("as shown in [arXiv: 0704.0001]", "0704.0001"),
        ("arXiv preprint arXiv:1706.03762 (2017)", "1706.03762"),
        ("arXiv e-prints 1412.9999", "1412.9999"),
        ("see http://arxiv.org/abs/2605.01234.", "2605.01234"),
        ("https://www.arxiv.org/pdf/2605.01234v3.pdf", "2605.01234v3"),
        ("https://export.arxiv.org/abs/math.GT/0309136v1", "math/0309136v1"),
        ("https://arxiv.org/html/2605.01234v1#S3", "2605.01234v1"),
        ("https://ar5iv.labs.arxiv.org/html/2605.01234", "2605.01234"),
        ("https://ar5iv.org/abs/2605.01234", "2605.01234"),
        ("https://www.alphaxiv.org/abs/2605.01234v1?tab=1", "2605.01234v1"),
        ("https://arxiv.org/ftp/arxiv/papers/0704/0704.0001.pdf", "0704.0001"),
        ("https%3A%2F%2Farxiv.org%2Fabs%2F2605.01234", "2605.01234"),
        ("doi:10.48550/arXiv.2605.01234", "2605.01234"),
        ("https://doi.org/10.48550/ARXIV.HEP-TH/9901001", "hep-th/9901001"),
        ("oai:arXiv.org:2605.01234v2", "2605.01234v2"),
        ("  eprint = {hep-th/9901001},", "hep-th/9901001"),
        ("eprint={2605.01234}, archivePrefix={arXiv}", "2605.01234"),
        ('Eprint = "arXiv:2605.01234",', "2605.01234"),
        ("  arxivId = {2605.01234v2},", "2605.01234v2"),
        ("  archiveID={hep-th9901001}", "hep-th/9901001"),
        ('{"title": "Locks", "arxiv_id": "2605.01234"}', "2605.01234"),
        ("{'arxiv_id': '2605.01234'}", "2605.01234"),
        ('"externalIds": {"DBLP": "x", "ArXiv": "2605.01234", "DOI": "10.1000/example"}', "2605.01234"),
        ('"externalIds.ArXiv": "2605.01234"', "2605.01234"),
        ("arXiv:cs.LG/2605.01234v2", "2605.01234v2"),
        ("arXiv:2605.01234V2", "2605.01234v2"),
        ("in hep\u2010th/9901001", "hep-th/9901001"),
        ("arXiv:hep\u2013th/9901001", "hep-th/9901001"),
        ("the files hep-th9901001.pdf and hep-th_9901001.gz", "hep-th/9901001"),
        ("journal = {CoRR}, volume = {abs/1706.03762}", "1706.03762"),
        ("as Example found (hep-th/9901001)", "hep-th/9901001"),
        ("arXiv:\n  2605.01234", "2605.01234"),
        ("> https://arxiv.org/abs/2605.\n> 01234 is it", "2605.01234"),
        ("https://arxiv.org/abs/\n2605.01234v2", "2605.01234v2"),
        ("see <https://arxiv.org/abs/2605.012\n34>", "2605.01234"),
        ("see https://arxiv.org/abs/2605.0=\r\n1234", "2605.01234"),
        ("arXiv:hep-\nth/9901001", "hep-th/9901001"),
        ("arXiv:0704.0001\n5 of them", "0704.0001"),
        ("http://arxiv.org/abs/2605.01234v12026-02-26T00:00:00Z", "2605.01234v1"),
    ],
)
def test_an_identifier_is_found_where_the_text_says_that_it_is_arxivs(text: str, named: str) -> None:
    assert found(text) == [named]
    assert found(f"Dear Ada,\n\n{text}\n\nyours, Björn") == [named]


@pytest.mark.parametrize(
    "text",
    [
        "the number 2605.01234 alone",
        "call +49 2501.12345 now",
        "version 2501.12345 costs $2501.12345",
        "ISSN 2501-1234, ISBN 978-2501.12345",
        "arXiv:2501.123456",
        "https://arxiv.org/abs/12501.12345",
        "https://arxiv.org/abs/2513.12345",
        "arXiv:2500.12345",
        "arXiv:1412.12345",
        "arXiv:1501.1234",
        "arXiv:0703.1234",
        "arXiv:2605.00000",
        "arXiv has 2605.01234 papers",
        "https://notarxiv.org/abs/2605.01234",
        "https://example.org/papers/2605.01234",
        "the file /data/hep-th/9901001",
        "made-up/9901001 and hep-th/9913001 and hep-th/0704001",
        "hep-th/99010012",
        "https://arxiv.org/list/cs.DC/2605",
        "eprint = {2346830}",
        "order cs9901001, part math9901001",
        "arXiv, 2605.01234",
        "",
    ],
)
def test_a_number_that_is_none_is_not_taken(text: str) -> None:
    assert found(f"Text. {text} More.") == []


def test_they_come_in_their_order_and_a_paper_once() -> None:
    text = "hep-th/9901001, then arXiv:2605.01234v1 and arXiv:2605.01234v3, hep-th/9901001v2 and arXiv:2605.00001"
    assert found(text) == ["hep-th/9901001", "2605.01234v1", "2605.00001"]


@pytest.mark.parametrize(
    "text",
    [
        "2605.01234v1\n0704.0001\nhep-th/9901001\n",
        "- 2605.01234v1\n- 0704.0001,\n- <hep-th/9901001>",
        "2605.01234v1, 0704.0001; hep-th/9901001",
    ],
)
def test_a_text_that_is_nothing_but_a_list_needs_no_word_for_it(text: str) -> None:
    assert found(text) == ["2605.01234v1", "0704.0001", "hep-th/9901001"]
    assert found(f"{text} and 12.5") == ["hep-th/9901001"]


def test_an_answer_without_its_tags_names_its_papers() -> None:
    assert found(STRIPPED.format(count=15)) == ["2605.00001v1", "hep-th/9901001v2", "2605.00002v1"]


def test_the_answer_that_the_project_began_from_names_fifteen(shared: Path) -> None:
    text = (shared / "seeds" / "000_030dc2998e7f1b9b.txt").read_text()
    named = found(text)
    assert len(named) == text.count("http://arxiv.org/abs/") == 15
    assert all(f"http://arxiv.org/abs/{each}" in text for each in named)


_MONTHS = st.integers(1, 12)
_NEW = st.builds(
    lambda year, month, number: f"{year:02}{month:02}.{number:0{4 if year < 15 else 5}}",
    st.integers(8, 40),
    _MONTHS,
    st.integers(1, 9999),
)
_OLD = st.builds(
    lambda archive, year, month, number: f"{archive}/{year % 100:02}{month:02}{number:03}",
    st.sampled_from(OLD_ARCHIVES),
    st.integers(1992, 2006),
    _MONTHS,
    st.integers(1, 999),
)
_IDS = st.builds(ArxivId, st.one_of(_NEW, _OLD), st.one_of(st.none(), st.integers(1, 99)))
_CUES = st.sampled_from(
    [
        "arXiv:{}",
        "https://arxiv.org/abs/{}",
        "http://export.arxiv.org/pdf/{}",
        "<https://arxiv.org/html/{}>",
        "eprint = {{{}}}",
    ]
)


@given(st.lists(st.tuples(_CUES, _IDS), unique_by=lambda pair: pair[1].base), st.text("abc .,;\n()", max_size=9))
def test_all_that_are_written_are_found(written: list[tuple[str, ArxivId]], between: str) -> None:
    text = "".join(f"word {cue.format(each)} {between} word" for cue, each in written)
    assert ids_in(text) == [each for _, each in written]


@given(_NEW, st.integers(0, 9), st.booleans())
def test_a_number_with_a_digit_more_is_another_number(base: str, digit: int, before: bool) -> None:
    assert found(f"word https://arxiv.org/abs/{f'{digit}{base}' if before else f'{base}0{digit}'} word") == []


@given(_IDS, st.integers(1, 12))
@example(ArxivId("physics/9201001"), 5)
def test_the_end_of_a_line_breaks_none(each: ArxivId, place: int) -> None:
    base = each.base
    place = min(place, len(base) - 1)
    text = f"word https://arxiv.org/abs/{base[:place]}\n> {base[place:]} word"
    assert found(text) in ([base], [] if "/" in base and place < base.index("/") else [base])


@given(st.text())
def test_any_text_can_be_looked_through(text: str) -> None:
    for each in ids_in(text):
        assert ArxivId.parse(str(each)) == each


@pytest.mark.parametrize("part", ["i", "hep-th", "arXiv:", "https://arxiv.org/abs/", "2605.", "v1", "cs.DC/", "-"])
def test_a_long_text_of_nothing_is_done_with_at_once(part: str) -> None:
    assert ids_in(part * (200_000 // len(part))) == []
