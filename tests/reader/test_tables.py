"""Tables: column widths, spanning cells, rules, and horizontal scrolling of wide tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.model.document import Alignment, Cell, Items, Line, Listing, Table, Text
from tests.reader.documents import all_lines, cell, page, para, shown, table, widest
from tests.reader.test_blocks import item


def test_columns_of_a_table_are_as_wide_as_their_longest_cell() -> None:
    assert shown(table("lock | 12", "barrier | 3")) == ["  lock     12", "  barrier  3"]


def test_cells_are_aligned_as_their_columns() -> None:
    def row(*words: str) -> tuple[Cell, ...]:
        return tuple(cell(word, alignment=side) for word, side in zip(words, Alignment, strict=True))

    assert shown(Table((row("left", "middle", "right"), row("a", "bb", "c")))) == [
        "  left  middle  right",
        "  a       bb        c",
    ]


def test_a_head_is_ruled_off() -> None:
    head = (cell("size", header=True), cell("time", header=True))
    assert shown(Table((head, (cell("1"), cell("2 ms"))))) == ["  size  time", "  ──────────", "  1     2 ms"]


def test_the_rules_of_its_author_are_drawn() -> None:
    ruled = Table(((cell("a", rules="tbl"), cell("b", rules="tbr")), (cell("c", rules="blr"), cell("d", rules="br"))))
    assert {line.width for line in all_lines(page(ruled))} == {len("  └───┴───┘")}
    assert shown(ruled) == [
        "  ┌───────┐",
        "  │ a   b │",
        "  ├───┬───┤",
        "  │ c │ d │",
        "  └───┴───┘",
    ]


def test_an_empty_row_is_a_space_between_rows_and_nothing_at_the_ends() -> None:
    assert shown(table(" | ", "a | b", " | ", "c | d", " | ")) == ["  a  b", "", "  c  d"]


def test_cells_may_span_columns_and_rows() -> None:
    rows = (
        (cell("all of it", columns=3, alignment=Alignment.CENTRE),),
        (cell("both", rows=2), cell("1"), cell("2")),
        (cell("3"), cell("4")),
    )
    assert shown(Table(rows)) == ["  all of it", "  both  1  2", "        3  4"]


def test_the_narrower_of_two_spans_widens_its_columns_first() -> None:
    rows = (("x" * 20, 3),), (("y" * 18, 2), ("a", 1)), (("b", 1), ("c", 1), ("d", 1))
    spans = Table(tuple(tuple(cell(text, columns=columns) for text, columns in row) for row in rows))
    assert widest(all_lines(page(spans, width=60))) == 2 + 18 + 2 + 1


def test_a_column_that_only_wide_cells_cross_takes_no_room() -> None:
    assert shown(Table(((cell("a", columns=900), cell("b", columns=3)), (cell("c", columns=903),)))) == [
        "  a  b",
        "  c",
    ]


def test_groups_of_columns_keep_lines_of_their_own() -> None:
    head = (cell("one", columns=2, rules="b"), cell("two", columns=2, rules="b"))
    assert shown(Table((head, tuple(map(cell, ("10", "11", "20", "21")))))) == [
        "  one     two",
        "  ──────  ──────",
        "  10  11  20  21",
    ]


def test_text_is_wrapped_in_its_column_where_the_page_is_too_narrow() -> None:
    lines = all_lines(page(table("lock | what holds and is held until it is let go", "key | what opens it"), width=30))
    assert widest(lines) <= 30
    assert [line.text.rstrip() for line in lines] == [
        "  lock  what holds and is held",
        "        until it is let go",
        "  key   what opens it",
    ]
    assert not any(line.wide for line in lines)


def test_a_table_as_wide_as_the_measure_is_not_wide_and_one_cell_more_is() -> None:
    rows = table("a lock | what holds and is held", "a key | what opens it")
    natural = len("a lock  what holds and is held")
    for measure, wide in ((natural, False), (natural - 1, True)):
        lines = all_lines(page(rows, width=60, measure=measure))
        assert [line.wide for line in lines] == [wide] * 2
        assert widest(lines) == natural


@pytest.mark.parametrize("width", range(44, 50))
def test_a_wrapped_table_fills_the_page(width: int) -> None:
    words = "what holds and is held until it is let go by whoever held it"
    lines = all_lines(page(table(f"{words} | {words}"), width=width))
    assert {line.width for line in lines} == {width}
    assert not any(line.wide for line in lines)


def test_a_table_takes_the_margin_before_it_scrolls_sideways() -> None:
    words = "what holds and is held"
    for width, wide in ((34, False), (33, True)):
        lines = all_lines(page(table(f"{words} | {words}", f"{'i' * 16} | {'j' * 16}"), width=width))
        assert {line.wide for line in lines} == {wide}, width


def test_numbers_are_not_wrapped() -> None:
    lines = shown(table("12.3 ± 0.4 | " + "words " * 10), width=40)
    assert lines[0].startswith("  12.3 ± 0.4  words")


def test_words_and_heads_are_wrapped_where_the_table_is_too_wide_otherwise_and_values_are_not() -> None:
    head = tuple(cell(text, header=True) for text in ("Bells", "Mass (kg each)", "Error 1 (kg)", "Cast anew"))
    row = tuple(map(cell, ("Great Tom", "6250 ± 12 kg", "0.5 ± 0.1", "non-binding")))
    assert shown(Table((head, row)), width=42) == [
        "  Bells   Mass (kg      Error 1    Cast",
        "          each)         (kg)       anew",
        "  ────────────────────────────────────────",
        "  Great   6250 ± 12 kg  0.5 ± 0.1  non-",
        "  Tom                              binding",
    ]


def test_the_error_of_a_value_is_below_it_where_the_table_is_too_wide_otherwise() -> None:
    values = table("Locks | 0.58 (+/- 0.03) | 12 (3)", "Keys | 0.6 (+/- 0.1) | 7 (1)")
    assert shown(values, width=34) == ["  Locks  0.58 (+/- 0.03)  12 (3)", "  Keys   0.6 (+/- 0.1)    7 (1)"]
    assert shown(values, width=29) == [
        "  Locks  0.58          12 (3)",
        "         (+/- 0.03)",
        "  Keys   0.6           7 (1)",
        "         (+/- 0.1)",
    ]


def test_a_table_that_scrolls_sideways_has_columns_of_a_quarter_of_the_page_at_most() -> None:
    rows = (("unbreakable" * 5, "a b " * 20),)
    lines = all_lines(page(Table(tuple(tuple(map(cell, row)) for row in rows)), width=48))
    assert {line.wide for line in lines} == {True}
    assert widest(lines) <= 55 + 2 + 12


def test_a_table_that_cannot_be_narrower_is_wide_as_a_whole() -> None:
    lines = all_lines(page(table(" | ".join(f"column{number}" for number in range(12)), "a"), width=50))
    assert widest(lines) > 50
    assert all(line.wide for line in lines)
    assert lines[0].text.split() == [f"column{number}" for number in range(12)]


def test_a_table_may_be_wider_than_the_measure_where_the_page_is() -> None:
    laid = page(table(*["some words here | and more words here"] * 2), width=60, measure=24)
    assert [line.text.rstrip() for line in all_lines(laid)] == ["some words here  and more words here"] * 2


def test_lists_and_tables_are_in_cells() -> None:
    rows = ((Cell((Items((item("•", "one"), item("•", "two"))),)), Cell((table("a | b"),))),)
    assert shown(Table(rows)) == ["  • one  a  b", "  • two"]


@pytest.mark.parametrize("width", [20, 27, 28, 50, 80])
def test_a_table_within_a_cell_is_wrapped_with_it_and_scrolls_with_it_where_it_cannot_be_narrower(width: int) -> None:
    inner = table("one | what holds and is held until it is let go", "two | what opens it")
    lines = all_lines(page(Table(((Cell((inner,)), cell("beside " * 9)),)), width=width))
    assert len({line.width for line in lines}) == 1
    assert {line.wide for line in lines} == {widest(lines) > width} == {width < 28}


CELLS = st.builds(
    cell,
    st.text("ab c", max_size=12),
    columns=st.integers(1, 4),
    rows=st.integers(1, 4),
    rules=st.text("trbl", max_size=4),
    alignment=st.sampled_from(Alignment),
)


@given(st.lists(st.lists(CELLS, max_size=5).map(tuple), max_size=6).map(tuple), st.integers(20, 60))
def test_however_cells_span_nothing_is_lost_and_every_line_is_as_wide(
    rows: tuple[tuple[Cell, ...], ...], width: int
) -> None:
    lines = all_lines(page(Table(rows), para("end"), width=width))[:-2]
    result = "".join(line.text for line in lines)
    words = "".join(run.text for row in rows for each in row for block in each.blocks for run in block.content)  # type: ignore[union-attr]
    assert {sign: result.count(sign) for sign in "abc"} == {sign: words.count(sign) for sign in "abc"}
    assert len({line.width for line in lines if line.text}) <= 1
    assert not any(line.width > width for line in lines if not line.wide)


def test_an_empty_table_takes_no_room() -> None:
    assert shown(Table(()), Table(((),)), para("words")) == ["words"]


def test_a_rule_across_the_table_goes_on_below_a_cell_that_spans_columns() -> None:
    rows = (
        (cell("Sum of both", columns=2, rules="b"), cell("5", rules="b")),
        (cell("1"), cell("2"), cell("3")),
        (cell("All of it", columns=2, rules="b"), cell("6", rules="b")),
    )
    assert shown(Table(rows)) == [
        "  Sum of both  5",
        "  ──────────────",
        "  1     2      3",
        "  All of it    6",
        "  ──────────────",
    ]


def test_the_lines_of_code_in_a_centred_cell_stay_in_their_places() -> None:
    code = Listing((Line((Text("while:"),)), Line((Text("  step"),))))
    assert shown(Table(((Cell((code,), alignment=Alignment.CENTRE),), (cell("a rather wide cell"),)))) == [
        "         while:",
        "           step",
        "  a rather wide cell",
    ]
