"""Find: matches in any spelling, on any line, whether it is laid out or not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.model.document import Break, Footnote, Style, Text
from arxtui.reader import Page, Place, hits
from tests.reader.documents import all_lines, document, equation, page, para, section, table

PAPER = document(
    section("On Gödel’s Self-Attention", "1"),
    para("The non-", Text("linear", Style.ITALIC), " case of Kurt Gödel, and Łukasiewicz’s straße."),
    table("lock | key", "self attention | 2"),
    equation("\\alpha_n=\\hat{x}"),
    para("one", Break(), "two H", Text("2", Style.SUB), "O", Footnote("1", (para("hidden below"),))),
)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("godel", ["Gödel", "Gödel"]),
        ("GÖDEL", ["Gödel", "Gödel"]),
        ("self-attention", ["Self-Attention", "self attention"]),
        ("selfattention", ["Self-Attention"]),
        ("self attention", ["Self-Attention", "self attention"]),
        ("nonlinear case", ["non-linear case"]),
        ("lukasiewicz", ["Łukasiewicz"]),
        ("strasse", ["straße"]),
        ("ss", ["ß"]),
        ("one two", ["one\ntwo"]),
        ("h2o", ["H₂O"]),
        ("α", ["α"]),
        ("x", ["x̂"]),
        ("hidden", ["hidden"]),
        ("a.e", []),
        ("", []),
        (" - ", []),
        ("(", []),
    ],
)
def test_a_text_is_found_however_it_is_written(wanted: str, found: list[str]) -> None:
    finder = Page(PAPER, 40).finder
    texts = finder.texts()
    matches = finder.find(wanted)
    result = [texts[match.block + 1][match.start : match.end] for match in matches]
    assert result == found
    assert matches == sorted(matches)


def test_a_match_is_on_the_line_of_its_place() -> None:
    laid = page(*[para(f"word {number} " * 20) for number in range(80)], para("the needle is here"), width=60)
    [match] = laid.finder.find("needle")
    assert "needle" in laid.line(laid.y_of_place(match.place)).text


def test_hits_are_reported_by_line_and_run() -> None:
    laid = page(para("a long text with the wor", Text("ds that", Style.BOLD), " are wanted here"), width=30)
    matches = laid.finder.find("words that are")
    lines = [
        [(line.runs[hit.run].text[hit.start : hit.end], hit.match) for hit in hits(line, matches)]
        for line in all_lines(laid)
    ]
    assert lines == [[("wor", 0), ("ds", 0)], [("that", 0), (" are", 0)]]


def test_a_formula_is_hit_as_a_whole_on_each_of_its_lines() -> None:
    laid = page(equation(r"\frac{a+b}{c}"))
    matches = laid.finder.find("b")
    lines = all_lines(laid)
    assert [len(list(hits(line, matches))) for line in lines] == [1, 1, 1]


@given(st.text("aäſßﬁ½-\u0301 \u2010Ⅳx", max_size=30), st.text("aäſsßfi½-\u0301 x", min_size=1, max_size=3))
def test_finding_never_fails_and_matches_lie_within_the_text(text: str, wanted: str) -> None:
    finder = page(para(Text(text))).finder
    [_, result, *_] = finder.texts()
    for match in finder.find(wanted):
        assert 0 <= match.start < match.end <= len(result)


OLD = document(
    section("Clocks", "1"),
    para("Each process keeps a clock $C_{i}$ and counts its own events."),
    para("Messages carry the time at which they were sent, and a receiver moves its clock on."),
)
NEW = document(
    para("A note that the older conversion did not have."),
    section("Clocks", "1"),
    para("Each process keeps a clock, "),
    equation("C_i"),
    para("and counts its own events."),
    para("Messages carry the time at which they were sent; and a receiver moves its clock on."),
)


@pytest.mark.parametrize(("place", "found"), [((1, 0), (2, 0)), ((1, 30), (4, 0)), ((2, 0), (5, 0)), ((0, 0), (1, 0))])
def test_a_place_is_found_by_its_words_in_another_conversion_of_the_paper(
    place: tuple[int, int], found: tuple[int, int]
) -> None:
    words = Page(OLD, 60).finder.words_at(Place(*place))
    assert Page(NEW, 60).finder.place_of(Place(*place), words) == Place(*found)


def test_a_place_stays_where_its_words_are_or_if_they_are_nowhere() -> None:
    same = Page(OLD, 60).finder
    assert same.place_of(Place(2, 9), same.words_at(Place(2, 9))) == Place(2, 9)
    assert same.place_of(Place(1, 3), "words of another paper entirely") == Place(1, 3)
    assert same.place_of(Place(1, 3), "") == Place(1, 3)
    assert same.place_of(Place(1, 0), "but some server process keeps a clock") == Place(1, 5)  # the last words alone
    twice = Page(document(*[para("We wait."), para("We bound it.")] * 3), 60).finder
    for block, nearest in ((0, 0), (1, 0), (3, 2), (4, 4), (5, 4)):
        assert twice.place_of(Place(block, 0), "We wait.") == Place(nearest, 0)
    assert same.words_at(Place(99, 0)) == ""
    assert same.place_of(Place(-1, 0), "Converted by an older engine. Each process keeps a clock") == Place(-1, 0)
