"""Texts of a figure are characters in the row where the figure has them."""

from __future__ import annotations

import pytest

from arxtui.figures.cells import Rgb, Run
from arxtui.figures.lettering import Lettering, Sample
from arxtui.figures.overlay import overlaid

INK = 0xEEEEEE
WIDE, HIGH = 40, 10


def colours(colour: Rgb) -> Rgb:
    """Turn black into the ink of a dark screen, and white into its ground."""
    return {0: INK, 0xFFFFFF: 0}.get(colour, colour)


def page(ground: int = 0, sign: str = ".") -> list[list[Run]]:
    return [[Run(sign * WIDE, 0x808080, ground)] for _ in range(HIGH)]


def text(words: str, x: float, row: float, natural: float = 2, angle: int = 0) -> Lettering:
    """Return a text whose middle is at cell ``x`` of a row and that is ``natural`` cells wide in the figure."""
    return Lettering(
        words, (x - natural / 2) / WIDE, (row + 0.2) / HIGH, (x + natural / 2) / WIDE, (row + 0.8) / HIGH, angle
    )


def shown(*texts: Lettering, sign: str = ".") -> tuple[list[str], list[str]]:
    rows, left_out = overlaid(page(sign=sign), colours, texts)
    lines = ["".join(run.text for run in row) for row in rows]
    assert {len(line) for line in lines} == {WIDE}
    return lines, left_out


def test_a_text_is_in_its_row_around_its_middle_on_the_colour_below() -> None:
    rows, left_out = overlaid(page(0x112233), colours, [text("queue", 20, 3)])
    assert rows[3] == [
        Run("." * 18, 0x808080, 0x112233),
        Run("queue", INK, 0x112233),
        Run("." * 17, 0x808080, 0x112233),
    ]
    assert rows[2] == page(0x112233)[2]
    assert left_out == []


def test_no_text_is_moved_to_another_row_and_one_without_room_is_returned() -> None:
    lines, left_out = shown(text("first entry", 20, 3), text("second entry", 22, 3.3), text("third", 20, 4))
    assert "first entry" in lines[3]
    assert left_out == ["second entry"]
    assert "third" in lines[4]


def test_ticks_of_an_axis_are_thinned_evenly() -> None:
    lines, left_out = shown(*(text(f"{at * 1000}", 3 + 4 * at, 9) for at in range(9)))
    assert lines[9].replace(".", " ").split() == ["0", "2000", "4000", "6000", "8000"]
    assert left_out == []


def test_ticks_of_an_upright_axis_that_fall_in_one_row_are_thinned_too() -> None:
    lines, _ = shown(*(text(f"{at}", 3, 0.4 * at) for at in range(10)))
    assert [line.strip(".") for line in lines][:5] == ["0", "3", "6", "", "9"]


def test_ticks_of_plots_beside_each_other_are_thinned_apart() -> None:
    left = [text(f"{1000 * at}", 2 + 4 * at, 9)._replace(tick_of=0) for at in range(5)]
    right = [text(f"{at}", 26 + 4 * at, 9)._replace(tick_of=1) for at in range(4)]
    lines, _ = shown(*left, *right)
    assert lines[9].replace(".", " ").split() == ["0", "2000", "4000", "0", "1", "2", "3"]


def test_a_tick_without_room_takes_no_other_with_it() -> None:
    column = [text("0.00", 4, 3 * at)._replace(tick_of=0) for at in range(4)]
    row = [text(f"{at}", 6 + 4 * at, 9)._replace(tick_of=1) for at in range(4)]
    lines, _ = shown(*column, *row)
    assert lines[9].strip(".").replace("....", " ").replace("...", " ").split() == ["0.00", "1", "2", "3"]


def test_negative_numbers_and_powers_are_ticks() -> None:
    lines, _ = shown(*(text(each, 3 + 3 * at, 9) for at, each in enumerate(("−10", "10⁻²", "1.5", "2e−3", "50%"))))
    assert lines[9].replace(".", " ", 3).split()[0] == "−10"
    assert "10⁻²" not in lines[9]


def test_an_upright_text_is_over_the_numbers_of_its_axis() -> None:
    ticks = [text(f"{at}", 6, 2 + 2 * at) for at in range(4)]
    lines, left_out = shown(*ticks, text("delay (ms)", 1, 5, angle=-90))
    assert "delay (ms)" in lines[1]
    assert left_out == []


def upright(words: str, axis: int, middle: float) -> Lettering:
    """Return the name of an upright axis, whose height is two rows."""
    return Lettering(words, 0, (middle - 1) / HIGH, 0.02, (middle + 1) / HIGH, -90, name_of=axis)


def test_an_upright_text_is_over_the_axis_that_it_names() -> None:
    upper = [text(each, 6, row)._replace(tick_of=0) for each, row in (("1", 1), ("0", 3))]
    lower = [text(each, 6, row)._replace(tick_of=1) for each, row in (("500", 6), ("0", 7), ("-500", 8))]
    lines, left_out = shown(*upper, *lower, upright("residuals", 1, 7), upright("flux", 0, 2))
    assert "residuals" in lines[5]
    assert "flux" in lines[0]
    assert left_out == []


def test_the_name_of_an_axis_is_above_a_text_that_is_in_its_place() -> None:
    ticks = [text(f"{at}", 6, 4 + 2 * at)._replace(tick_of=0) for at in range(3)]
    lines, left_out = shown(*ticks, text("(a) a title", 12, 3), upright("duration of a delay", 0, 6))
    assert "duration of a delay" in lines[2]
    assert left_out == []


def test_the_name_of_an_axis_is_not_among_the_numbers_of_another() -> None:
    upper = [text(f"{at}", 6, at)._replace(tick_of=0) for at in range(0, 5, 2)]
    lower = [text(f"{at}", 6, 5 + at)._replace(tick_of=1) for at in range(0, 5, 2)]
    lines, left_out = shown(*upper, *lower, upright("residuals", 1, 7))
    assert "residuals" in lines[6]
    assert left_out == []


def test_the_name_of_an_axis_that_begins_at_the_top_is_below_its_first_number() -> None:
    ticks = [text(f"{at}", 12, 3 * at)._replace(tick_of=0) for at in range(3)]
    lines, _ = shown(*ticks, upright("flux", 0, 6))
    assert lines[1].startswith("flux")


def test_the_name_of_an_axis_is_in_the_first_row_where_its_first_number_is_in_the_second() -> None:
    ticks = [text(f"{at}", 6, 1 + 3 * at)._replace(tick_of=0) for at in range(3)]
    high = ticks[0]._replace(top=0.9 / HIGH)
    lines, _ = shown(high, *ticks[1:], upright("delay of a queue", 0, 5))
    assert lines[0].startswith("delay of a queue")


def test_a_text_beside_no_number_of_an_upright_axis_is_over_none() -> None:
    row = [text(f"{at}", 8 + 8 * at, 9)._replace(top=0.92 + 0.001 * at, tick_of=0) for at in range(4)]
    column = [text(f"{at}", 6, 2 + 2 * at)._replace(tick_of=1) for at in range(2)]
    lines, _ = shown(*row, *column, upright("delay", 1, 3))
    assert "delay" in lines[1]


def test_an_upright_text_without_an_axis_begins_at_its_middle() -> None:
    lines, _ = shown(text("input", 10, 5, natural=1, angle=-90)._replace(top=0.1, bottom=0.9))
    assert "input" in lines[5]


def test_texts_beyond_the_part_in_view_are_not_shown() -> None:
    lines, left_out = shown(text("left", -5, 3), text("below", 20, 12))
    assert lines == ["." * WIDE] * HIGH
    assert left_out == []


def test_a_text_wider_than_the_page_and_numbers_of_an_axis_without_room_are_left_out() -> None:
    axis = [text(str(at), 20 + at / 10, 5)._replace(tick_of=0) for at in (1, 2)]
    lines, left_out = shown(text("w" * 50, 20, 3), *axis, text("7", 20, 5)._replace(tick_of=1))
    assert left_out == ["w" * 50, "7"]
    assert lines[5].strip(".") == "1"


def test_a_wide_character_takes_two_cells() -> None:
    rows, _ = overlaid(page(), colours, [text("图", 20, 3)])
    assert [len(run.text) for run in rows[3]] == [19, 1, 19]


def test_texts_at_the_edge_stay_on_the_figure() -> None:
    lines, _ = shown(text("at the left", 1, 0), text("at the right", 39, 0))
    assert lines[0].startswith("at the left")
    assert lines[0].endswith("at the right")


def entry(words: str, row: float, form: str = "line", colour: Rgb = 0, left: float = 10, wide: float = 3) -> Lettering:
    """Return an entry of a legend with a sample that is ``wide`` cells wide."""
    sample = Sample(left / WIDE, (row + 0.4) / HIGH, (left + wide) / WIDE, (row + 0.6) / HIGH, form)
    return text(words, left + wide + 1 + len(words) / 2, row, len(words))._replace(sample=sample, colour=colour)


def test_an_entry_of_a_legend_is_written_behind_its_sample_in_the_same_colour() -> None:
    entries = [entry("red", 5, "line", 0xFF0000), entry("green", 6, "area", 0x00FF00), entry("black", 7, "circle")]
    written, left_out = overlaid(page(), colours, entries)
    inks = [[(run.text, run.ink) for run in row if run.text.strip(".")] for row in written[5:8]]
    assert inks == [
        [("─── ", 0xFF0000), ("red", 0xFF0000)],
        [("███ ", 0x00FF00), ("green", 0x00FF00)],
        [("● ", INK), ("black", INK)],
    ]
    assert left_out == []


@pytest.mark.parametrize(
    ("form", "signs"),
    [
        ("line", "───"),
        ("dashed line", "---"),
        ("dotted line", "···"),
        ("dash-dotted line", "-·-·"),
        ("line with triangle", "─▲─"),
        ("dashed line with open circle", "-○-"),
        ("hatched area", "▒▒▒"),
        ("plus", "+"),
        ("mark", "•"),
    ],
)
def test_a_sample_keeps_its_dashes_and_its_mark(form: str, signs: str) -> None:
    (line, *_), _ = shown(entry("a queue", 0, form))
    assert line.strip(".") == f"{signs} a queue"


def test_entries_of_a_legend_that_is_too_low_for_its_rows_have_rows_of_their_own() -> None:
    lines, left_out = shown(*(entry(words, 4 + 0.5 * at) for at, words in enumerate(("one", "two", "three"))))
    assert [line.strip(".─ ") for line in lines[3:8]] == ["", "one", "two", "three", ""]
    assert left_out == []


def test_a_legend_is_moved_as_one_block_beside_numbers_in_its_place() -> None:
    ticks = [text(f"{at}", 16, 5 + at)._replace(tick_of=0) for at in range(3)]
    lines, left_out = shown(*ticks, entry("one", 5), entry("two", 6))
    assert [line.strip(".") for line in lines[5:7]] == ["─── one.0", "─── two.1"]
    assert left_out == []


def test_an_entry_of_a_legend_without_room_is_returned_and_the_others_stay() -> None:
    lines, left_out = shown(entry("w" * 38, 5), entry("two", 6))
    assert [line.strip(".") for line in lines[5:7]] == ["", "─── two"]
    assert left_out == ["w" * 38]


def test_no_text_is_written_over_the_sample_of_a_legend() -> None:
    _, left_out = shown(entry("one", 5), text("other", 11, 5))
    assert left_out == ["other"]


def test_numbers_of_a_legend_are_no_axis() -> None:
    lines, _ = shown(*(entry(f"{at}", at) for at in range(4)))
    assert [line.strip(".") for line in lines[:4]] == [f"─── {at}" for at in range(4)]


def test_a_text_as_bright_as_the_drawing_below_it_is_nearer_to_black_or_white() -> None:
    written, _ = overlaid(page(), colours, [entry("navy", 5, colour=0x000060), text("black", 20, 3)])
    assert written[5][2] == Run("navy", 0x7777A7, 0)
    written, _ = overlaid(page(0xDDDDDD), colours, [text("black", 20, 3)])
    assert written[3][1] == Run("black", 0, 0xDDDDDD)


def test_texts_have_no_colour_where_the_figure_has_none() -> None:
    written, _ = overlaid([[Run("." * WIDE, None, None)]] * HIGH, None, [text("black", 20, 3)])
    assert written[3][1] == Run("black", None, None)


def test_an_entry_whose_sample_is_out_of_view_is_not_shown() -> None:
    assert overlaid(page(), colours, [entry("red", 5, left=-3)]) == (page(), [])


def names(*words: str, bottom: float | None = None, top: float = 2) -> list[Lettering]:
    """Return upright texts, four cells apart, whose upper (or lower) ends are in one row."""
    return [
        Lettering(
            word,
            (4 * at + 3.2) / WIDE,
            (top if bottom is None else bottom - len(word) / 2) / HIGH,
            (4 * at + 3.8) / WIDE,
            (top + len(word) / 2 if bottom is None else bottom) / HIGH,
            90,
        )
        for at, word in enumerate(words)
    ]


def columns(lines: list[str]) -> list[str]:
    return ["".join(line[4 * at + 3] for line in lines).strip(". ") for at in range(3)]


def test_upright_names_beside_each_other_are_written_downwards() -> None:
    lines, left_out = shown(*names("bars", "in", "a_row"), sign=" ")
    assert columns(lines) == ["bars", "in", "a_row"]
    assert "b" in lines[2]
    assert left_out == []


def test_upright_names_above_a_plot_end_in_one_row() -> None:
    lines, _ = shown(*names("bars", "in", "a_row", bottom=6.5))
    assert columns(lines) == ["bars", "in", "a_row"]
    assert lines[6][3:12:4] == "snw"


def test_an_upright_name_ends_before_the_drawing_below_it() -> None:
    rows = page(sign=" ")
    rows[7] = [Run("▄" * 4, 0x808080, 0), Run(" " * (WIDE - 4), None, 0)]
    written, left_out = overlaid(rows, colours, names("relations", "interactions", "a_row"))
    lines = ["".join(run.text for run in row) for row in written]
    assert [each.replace("▄", "") for each in columns(lines)] == ["rela…", "interac…", "a_row"]
    assert left_out == ["relations", "interactions"]


def test_an_upright_number_is_never_cut_off() -> None:
    rows = page(sign=" ")
    rows[7] = [Run("▄" * WIDE, 0x808080, 0)]
    written, left_out = overlaid(rows, colours, names("relations", "0.0004375", "-12.50625"))
    lines = ["".join(run.text for run in row) for row in written]
    assert [each.replace("▄", "") for each in columns(lines)] == ["rela…", "", ""]
    assert left_out == ["relations", "0.0004375", "-12.50625"]


def test_an_upright_name_without_room_for_four_letters_is_not_shown() -> None:
    lines, left_out = shown(*names("bars", "shards", "delay"))  # all cells below them are drawn
    assert columns(lines) == ["", "sha…", ""]
    assert left_out == ["bars", "shards", "delay"]


def test_the_same_upright_name_beside_several_plots_is_written_from_left_to_right() -> None:
    lines, _ = shown(*names("m/s", "m/s", "m/s"))
    assert any("m/s" in line for line in lines)


def test_slanted_names_are_written_downwards_below_their_upper_ends() -> None:
    slanted = [each._replace(left=each.left - 3 / WIDE, angle=50) for each in names("bars", "in", "a_row")]
    assert columns(shown(*slanted, sign=" ")[0]) == ["bars", "in", "a_row"]


def test_numbers_of_two_upright_axes_in_one_place_are_those_of_neither() -> None:
    upper = [text(each, 6, row)._replace(tick_of=0) for each, row in (("2", 0), ("0", 2), ("−2", 4.1))]
    lower = [text(each, 6, row)._replace(tick_of=1) for each, row in (("30", 4.4), ("0", 7), ("−30", 9))]
    lines, _ = shown(*upper, *lower)
    assert [line.strip(".") for line in lines] == ["2", "", "0", "", "", "", "", "0", "", "−30"]


def test_a_slanted_number_without_a_place_is_left_out() -> None:
    numbers = [each._replace(angle=50) for each in names("10", "20", "30")]
    lines, left_out = shown(*numbers, sign=" ")
    assert not "".join(lines).strip()
    assert left_out == ["10", "20", "30"]
