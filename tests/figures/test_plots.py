"""Plots in which numbers, legends and names are easily mistaken for each other: made-up SVG as MuPDF writes it."""

from __future__ import annotations

import pytest

from arxtui.figures.signs import UNREAD
from arxtui.figures.text import FigureText, figure_text
from tests.figures.svgs import column, glyph, row, svg, text

FRAME = '<path d="M55 40H345V262H55Z" fill="none" stroke="#000000"/>'
MONOSPACED = text("abcdefgh", 20, 100)
"""Letters by which the font is known as monospaced."""


def plot(*more: str, below: str = "0 10 20 30 40", beside: str = "0 5 10 15 20") -> FigureText:
    return figure_text(svg(FRAME, row(below, 275), column(beside, 45), *more))


def lines(*colours: str, x: int = 200) -> list[str]:
    """Draw the samples of a legend below each other."""
    return [
        f'<path fill="none" stroke="{colour}" d="M{x} {60 + 15 * place}H{x + 25}"/>'
        for place, colour in enumerate(colours)
    ]


def mark(colour: str, x: float, y: float) -> str:
    return f'<path fill="{colour}" d="M{x} {y - 3}H{x + 6}V{y + 3}H{x}Z"/>'


def labels(read: FigureText) -> list[str]:
    return [label.text for label in read.labels]


def test_ticks_over_each_other_keep_the_signs_that_they_have_in_common() -> None:
    read = plot(*(text(number, 200, 20) for number in ("6000", "5000", "4000", "2000")), beside="0 10 20 30 40")
    shown = [tick.text for panel in read.panels for axis in (panel.x, panel.y) if axis for tick in axis.ticks]
    assert not {"6", "5", "4", "2"} & set(labels(read))
    assert {"6000", "5000", "4000", "2000"} <= set(labels(read))
    assert "6000" not in shown


def test_a_text_drawn_twice_is_read_once_beside_another() -> None:
    assert labels(figure_text(svg(text("10", 20, 50), text("10", 20.3, 50), text("100", 60, 50)))) == ["10", "100"]


def test_a_legend_has_its_own_samples_and_no_marks_of_curves_below_it() -> None:
    curves = [mark("#00aa00", 219, 60), mark("#aa0000", 219, 75)]
    read = plot(*curves, *lines("#aa0000", "#00aa00", x=180), text("exact", 232, 63), text("fit", 232, 78))
    assert [(entry.text, entry.words) for entry in read.legend] == [("exact", "red line"), ("fit", "green line")]


def test_a_mark_at_each_end_is_the_sample_of_an_entry_among_lines() -> None:
    ends = [mark("#800080", x, 90) for x in (197, 222)]
    read = plot(*lines("#aa0000", "#00aa00"), *ends, *map(text, ("exact", "fit", "data"), [232] * 3, (63, 78, 93)))
    assert [entry.words for entry in read.legend] == ["red line", "green line", "purple square"]


@pytest.mark.parametrize("order", [1, -1])
def test_a_sample_right_of_its_text_can_be_in_one_path_with_its_curve(order: int) -> None:
    """gnuplot's plot begins with the sample, its splot ends with it."""
    curves = [
        f'<path fill="none" stroke="{colour}" d="'
        + " ".join([f"M230 {y}H262", f"M60 {y + 90}L150 {y + 120}L300 {y + 20}"][::order])
        + '"/>'
        for y, colour in ((60, "#ff0000"), (75, "#0000ff"))
    ]
    mark_of_a_curve = mark("#0000ff", 247, 61)
    read = plot(*curves, mark_of_a_curve, text("model", 195, 63), text("fit", 207, 78))
    assert [(entry.text, entry.words) for entry in read.legend] == [("model", "red line"), ("fit", "blue line")]


def test_a_legend_of_one_entry_can_have_its_coloured_line_at_the_right() -> None:
    read = plot(*lines("#9400d3", x=230), text("model", 195, 63))
    assert [(entry.text, entry.words) for entry in read.legend] == [("model", "purple line")]
    assert not plot(*lines("#000000", x=230), text("model", 195, 63)).legend


def test_a_filled_and_an_open_circle_of_two_halves_have_their_own_names() -> None:
    marks = [
        f'<path {paint} transform="translate(0,{15 * at})" '
        'd="M207 60C207 54.7 215 54.7 215 60C215 65.3 207 65.3 207 60Z"/>'
        for at, paint in enumerate(('fill="#0000ff"', 'fill="none" stroke="#0000ff"'))
    ]
    read = plot(*marks, text("low", 232, 63), text("high", 232, 78))
    assert [entry.words for entry in read.legend] == ["blue circle", "blue open circle"]


def test_numbers_with_lines_of_their_own_colours_are_a_legend_and_no_axis() -> None:
    samples = lines("#ff0000", "#00aa00", "#0000ff", "#aa00aa")
    read = plot(
        *samples, *(text(number, 232, 63.5 + 15 * at) for at, number in enumerate(("0.5", "1.0", "1.5", "2.0")))
    )
    assert [entry.text for entry in read.legend] == ["0.5", "1.0", "1.5", "2.0"]
    assert len(read.panels) == 1


def test_the_ticks_of_a_colour_scale_are_an_axis_though_lines_cross_it() -> None:
    samples = lines("#ff0000", "#00aa00", "#0000ff", "#aa00aa")
    marks = [f'<path fill="none" stroke="#000000" d="M225 {60 + 15 * at}H229"/>' for at in range(4)]
    numbers = [text(number, 232, 63.5 + 15 * at) for at, number in enumerate(("2.0", "1.5", "1.0", "0.5"))]
    read = plot(*samples, *marks, *numbers)
    assert not read.legend
    assert len(read.panels) == 2


def test_the_colour_of_an_area_says_more_than_its_grey_edge() -> None:
    areas = [
        f'<path fill="{colour}" stroke="#333333" d="M200 {y}H220V{y + 9}H200Z"/>'
        f'<path fill="none" stroke="#333333" d="M200 {y + 4}H220"/>'
        for y, colour in ((55, "#ff0000"), (70, "#0000ff"))
    ]
    read = plot(*areas, text("low", 232, 63), text("high", 232, 78))
    assert [entry.colour for entry in read.legend] == ["#ff0000", "#0000ff"]


def test_an_axis_can_be_logarithmic_on_both_sides_of_zero() -> None:
    numbers = "−10^2 −10^1 −10^0 0 10^0 10^1 10^2"
    (panel,) = figure_text(svg(FRAME, row(numbers, 275, step=45))).panels
    assert panel.x
    assert [tick.value for tick in panel.x.ticks] == [-100, -10, -1, 0, 1, 10, 100]
    assert panel.x.is_logarithmic


def test_the_decade_next_to_zero_can_be_linear_in_part() -> None:
    numbers = zip("−10^2 −10^1 −10^0 0 10^0 10^1 10^2".split(), (60, 120, 160, 190, 220, 260, 320), strict=True)
    read = figure_text(svg(FRAME, *(text(number, x - 3 * len(number), 275) for number, x in numbers)))
    (panel,) = read.panels
    assert panel.x
    assert [tick.value for tick in panel.x.ticks] == [-100, -10, -1, 0, 1, 10, 100]
    assert read.lines()[0].endswith("logarithmic on both sides of 0")


def test_the_titles_of_lower_plots_are_no_names_of_the_axes_above_them() -> None:
    frame = '<path d="M55 310H345V562H55Z" fill="none" stroke="#000000"/>'
    read = figure_text(
        svg(
            *(FRAME, text("run A", 170, 34), row("0 10 20 30 40", 292), column("0 5 10 15 20", 45)),
            *(frame, text("run B", 170, 304), row("0 10 20 30 40", 575), column("0 5 10 15 20", 45, 550)),
            height=600,
        )
    )
    assert [(panel.title, panel.x and panel.x.name) for panel in read.panels] == [("run A", ""), ("run B", "")]


@pytest.mark.parametrize(("words", "y"), [("(b)", 290), ("x=3.3", 277)])
def test_the_letter_of_a_panel_and_a_note_among_ticks_are_no_names(words: str, y: float) -> None:
    (panel,) = plot(
        text(words, 205 if words != "(b)" else 170, y, 8), text("Time", 168, 290.0 + (y == 290) * 12)
    ).panels
    assert panel.x
    assert panel.x.name == "Time"


def test_ticks_with_a_plus_are_numbers() -> None:
    (panel,) = plot(beside="−2.0 −1.0 +0.0 +1.0 +2.0").panels
    assert panel.y
    assert [tick.value for tick in panel.y.ticks] == [2, 1, 0, -1, -2]


@pytest.mark.parametrize("number", ["1.0e−051.5e−05", "0.51.0", "1e−05.5", "10²5"])
def test_numbers_that_run_into_each_other_are_unread(number: str) -> None:
    read = figure_text(svg(text(number, 20, 50), MONOSPACED))
    assert labels(read)[0] == UNREAD
    assert not read.is_complete


@pytest.mark.parametrize("number", ["1.5e−05", "1.2.3", "28.11.2026", "0.5"])
def test_other_numbers_with_points_are_read(number: str) -> None:
    assert labels(figure_text(svg(text(number, 20, 50), MONOSPACED)))[0] == number


def test_negative_ticks_with_thousands_that_touch_are_apart() -> None:
    read = figure_text(svg(text("−3,000−2,000", 20, 50), MONOSPACED))
    assert labels(read)[:2] == ["−3,000", "−2,000"]


def test_digits_of_one_width_make_no_font_monospaced() -> None:
    numbers = [text("1234567890", 20, 20 + 12 * line) for line in range(6)]
    word = [glyph("m", 25, 200, form="−"), glyph("e", 33.5, 200)]
    assert labels(figure_text(svg(*numbers, *word)))[-1] == "me"


def test_a_column_of_numbers_without_marks_or_a_frame_is_no_axis() -> None:
    assert not figure_text(svg(column("1 2 3 4 5", 45))).panels
    marks = [f'<path d="M50 {y}H54" stroke="#000000" fill="none"/>' for y in (246.5, 196.5, 146.5, 96.5, 46.5)]
    assert len(figure_text(svg(column("1 2 3 4 5", 45), *marks)).panels) == 1
    places = "".join(f"M50 {y}H54" for y in (246.5, 196.5, 146.5, 96.5, 46.5))
    one = f'<path d="{places}" stroke="#000000" fill="none"/>'
    assert len(figure_text(svg(column("1 2 3 4 5", 45), one)).panels) == 1


def test_numbers_within_a_plot_are_no_axis_of_it() -> None:
    marks = [f'<path d="M{x} 262v4" stroke="#000000" fill="none"/>' for x in (60, 120, 180, 240, 300)]
    cells = [text(number, 100 + 40 * at, 150) for at, number in enumerate(("0.2", "0.4", "0.6", "0.8"))]
    (panel,) = plot(*marks, *cells).panels
    assert panel.x
    assert [tick.text for tick in panel.x.ticks] == ["0", "10", "20", "30", "40"]


def test_a_number_over_another_is_unread() -> None:
    assert labels(figure_text(svg(text("10", 20, 50), text("0.9", 32, 53, 6), text("0", 33, 45, 6)))) == [UNREAD]


def test_a_plot_that_shares_the_axis_of_the_one_beside_it_has_its_own_title() -> None:
    frames = "".join(f'<path d="M{x} 40H{x + 150}V262H{x}Z" fill="none" stroke="#000000"/>' for x in (55, 235))
    rows = [row("0 10 20", 275, x=start, step=60) for start in (70, 250)]
    titles = [text(title, x, 34) for title, x in (("run A", 115), ("run B", 295))]
    read = figure_text(svg(frames, *rows, column("0 5 10 15 20", 45), *titles))
    assert [(panel.title, bool(panel.y)) for panel in read.panels] == [("run A", True), ("run B", False)]
    (x, _, width, _), (later, y, _, height) = read.views()
    assert x < 55 / 400 < 205 / 400 < x + width
    assert later > 205 / 400
    assert y < 34 / 300 < 277 / 300 < y + height


def test_the_place_of_a_plot_has_its_frame_and_its_row_of_numbers_also_far_below_its_column() -> None:
    frames = "".join(f'<path d="M{x} 40H{x + 100}V262H{x}Z" fill="none" stroke="#000000"/>' for x in (55, 255))
    rows = [row("0 10 20", 275, x=start, step=30) for start in (70, 270)]
    columns = [column("0 5 10 15", x, 200, 45) for x in (45, 245)]
    views = figure_text(svg(frames, *rows, *columns)).views()
    for (left, top, width, height), start in zip(views, (55, 255), strict=True):
        assert left < start / 400 < (start + 100) / 400 < left + width
        assert top < 40 / 300 < 276 / 300 < top + height


def test_the_name_of_an_axis_can_be_below_its_end() -> None:
    (panel,) = plot(text("x", 325, 290)).panels
    assert panel.x
    assert panel.x.name == "x"


def test_three_numbers_of_a_diagram_with_lines_at_two_are_no_axis() -> None:
    edges = [f'<path d="M60 {y}H120" stroke="#000000" fill="none"/>' for y in (196.5, 146.5)]
    assert not figure_text(svg(column("3 2 1", 45), *edges)).panels


def test_upright_names_of_bars_are_listed_from_left_to_right() -> None:
    bars = [text(name, x, 250 + 6 * len(name), turned=True) for x, name in ((60, "third"), (90, "a"), (120, "longest"))]
    assert [label.text for label in figure_text(svg(*bars)).notes] == ["third", "a", "longest"]


def at_marks(y: float = 262, x: float = 55) -> str:
    """Draw marks at two places of the lower and the left edge of the frame."""
    marks = [f"M{place} {y}v4" for place in (100, 300)] + [f"M{x} {place}h-4" for place in (200, 80)]
    return f'<path d="{"".join(marks)}" stroke="#000000" fill="none"/>'


def two_ticks(*marks: str) -> FigureText:
    ticks = [text("0", 97, 278), text("50", 294, 278), text("10^2", 24, 203.5), text("10^3", 24, 83.5)]
    return figure_text(svg(FRAME, *marks, *ticks, text("Time (s)", 170, 292)))


def test_two_ticks_with_marks_at_one_line_are_an_axis() -> None:
    assert two_ticks(at_marks()).lines() == ["x: Time [s], 0, 50", "y: 10^2, 10^3, logarithmic"]


def test_two_numbers_without_marks_at_a_line_are_no_axis() -> None:
    assert not two_ticks().panels
    assert not two_ticks(at_marks(y=255, x=62)).panels


def test_two_numbers_left_of_an_axis_are_no_other_axis() -> None:
    marks = "".join(f"M{x} 262v4" for x in (60, 120, 180, 240, 300, 320, 335))
    read = plot(f'<path d="{marks}" stroke="#000000" fill="none"/>', text("7", 317, 275), text("9", 332, 275))
    assert [axis.direction for panel in read.panels for axis in (panel.x, panel.y) if axis] == ["x", "y"]


def test_one_text_beside_two_samples_in_a_column_is_a_part_of_names_in_lines() -> None:
    names = [text("new fit", 232, 54), text("fit", 232, 63), text("old", 232, 90), text("fit", 232, 99)]
    other = '<path fill="none" stroke="#0000ff" d="M200 96H225"/>'
    assert not plot(*lines("#ff0000"), other, *names).legend


def test_a_text_within_another_plot_is_no_name_of_an_axis() -> None:
    marks = '<path d="M60 262v4M120 262v4M180 262v4M240 262v4M300 262v4" stroke="#000000" fill="none"/>'
    lower = '<path d="M55 282H345V562H55Z" fill="none" stroke="#000000"/>'
    below = row("0 10 20 30 40", 575), column("0 5 10 15 20", 45, 550)
    read = figure_text(
        svg(
            FRAME,
            marks,
            row("0 10 20 30 40", 277),
            column("0 5 10 15 20", 45),
            lower,
            *below,
            text("run", 168, 295),
            height=600,
        )
    )
    assert [panel.x and panel.x.name for panel in read.panels] == ["", ""]
    assert [label.text for label in read.notes] == ["run"]


def test_numbers_at_the_right_edge_of_a_plot_are_no_axis_of_the_next() -> None:
    places = *(f"M{x} 262v4" for x in (60, 120, 180, 240, 300)), *(f"M51 {y}h4" for y in (246, 196, 146, 96, 46))
    marks = f'<path d="{"".join(places)}" stroke="#000000" fill="none"/>'
    next_to_it = FRAME.replace("M55 40H345", "M375 40H665").replace("H55", "H375"), row("0 10 20 30 40", 275, x=380)
    numbers = [text(number, 325, 100 + 20 * at) for at, number in enumerate(("0.2", "0.4", "0.6"))]
    both = svg(FRAME, row("0 10 20 30 40", 275), column("0 5 10 15 20", 45), marks, *next_to_it, *numbers, width=800)
    assert [label.text for label in figure_text(both).notes] == ["0.2", "0.4", "0.6"]


def test_the_name_of_an_axis_can_have_two_lines() -> None:
    upwards = [text("Stable features", 4, 195, turned=True), text("(of each set)", 16, 189, turned=True)]
    read = plot(*upwards, text("Score", 185, 290), text("(balanced)", 170, 301), text("(a)", 20, 290))
    (panel,) = read.panels
    assert panel.x
    assert panel.y
    assert (panel.x.title, panel.y.title) == ("Score [balanced]", "Stable features [of each set]")
    assert [label.text for label in read.notes] == ["(a)"]


def test_numbers_at_the_right_of_a_plot_that_begin_in_one_column_are_one_axis() -> None:
    bar = [text(f"{number}", 360, 250 - number / 10) for number in range(0, 2000, 200)]
    panels = figure_text(svg(FRAME, row("0 10 20 30 40", 275), *bar)).panels
    assert [len(panel.y.ticks) for panel in panels if panel.y] == [10]


def test_letters_after_numbers_are_powers_of_ten() -> None:
    read = plot(beside="0 500m 1 1500m 2", below="−4M −2M 0 2M 4M")
    assert read.lines() == ["x: −4M, −2M, 0, 2M, 4M", "y: 0, 500m, 1, 1500m, 2"]
    assert [tick.value for panel in read.panels if panel.x for tick in panel.x.ticks] == [-4e6, -2e6, 0, 2e6, 4e6]


def test_a_factor_of_an_axis_is_no_legend_though_a_mark_is_beside_it() -> None:
    read = plot(
        *lines("#aa0000", "#00aa00"), text("×10⁻³", 312, 275), lines("#000000", x=280)[0].replace("60H", "272H")
    )
    assert (read.lines()[0], read.legend) == ("x: 0, 10, 20, 30, 40, ×10⁻³", ())


def test_the_edges_of_an_area_are_no_lines_of_its_sample() -> None:
    """ROOT draws each edge by itself; a line across the area is its line."""

    def sample(y: int, colour: str, *edges: str) -> str:
        area = f'<path fill="{colour}" d="M200 {y - 8}H225V{y}H200Z"/>'
        return area + "".join(f'<path fill="none" stroke="#000099" d="{edge}"/>' for edge in edges)

    read = plot(
        sample(68, "#ffcc00", "M200 60H225", "M200 68H225", "M200 60V68", "M225 60V68"),
        sample(88, "#cccccc", "M200 84H225"),
        *(text("tau", 232, 68), text("band", 232, 88)),
    )
    assert [(entry.text, entry.words) for entry in read.legend] == [
        ("tau", "yellow area"),
        ("band", "blue line with area"),
    ]


def test_a_blank_without_width_does_not_part_a_power() -> None:
    """plotly's PDF has one between 10 and its power."""
    power = [text("10", 100, 50), glyph(" ", 112, 50), text("−3", 112, 46, 7)]
    assert labels(figure_text(svg(*power))) == ["10⁻³"]


def test_a_name_drawn_backwards_over_a_tick_is_apart_from_it() -> None:
    """ROOT ends names at the end of their axis, over its last tick."""
    tick = [text("2", 112, 45, 7), text("10", 100, 50)]
    pieces = (("]", 137, 53, 10), ("GeV", 118.5, 53, 10), ("[", 112, 53, 10), ("2", 107, 49, 7), ("Q", 101, 53, 10))
    name = [text(*piece) for piece in pieces]
    assert sorted(labels(figure_text(svg(*tick, *name)))) == ["10²", "Q²[GeV]"]


@pytest.mark.parametrize("rise", [1, 2, 3, 4])
def test_no_part_of_a_number_is_read_where_ticks_lie_over_each_other(rise: int) -> None:
    """The ticks of an axis in space that is seen from near its end."""
    ticks = ["−100", "−75", "−50", "−25", "0", "25", "50", "75", "100"]
    read = figure_text(svg(*(text(tick, 100 + 7 * place, 50 + rise * place) for place, tick in enumerate(ticks))))
    assert set(labels(read)) <= {*ticks, UNREAD}


def slanted(words: str, x: float, y: float, size: float = 10) -> str:
    """Draw words upwards to the right from a place on their baseline."""
    part = size * 0.7071
    return "\n".join(
        f'<use data-text="{sign}" xlink:href="#font_1_{ord(sign)}" '
        f'transform="matrix({part},{-part},{-part},{-part},{x + at * part * 0.6},{y - at * part * 0.6})"/>'
        for at, sign in enumerate(words)
    )


def test_slanted_numbers_are_level_at_their_marks() -> None:
    places = (60, 120, 180, 240, 300)
    marks = [f'<path d="{"".join(f"M{x} 262v4" for x in places)}" stroke="#000000" fill="none"/>']
    numbers = ("−0.2", "−0.1", "0.0", "0.1", "0.2")
    below = [
        slanted(number, x - 16 - 4 * number.startswith("−"), 286 + 4 * number.startswith("−"))
        for number, x in zip(numbers, places, strict=True)
    ]
    read = figure_text(svg(FRAME, *below, *marks, column("0 5 10 15 20", 45)))
    assert read.lines()[0] == "x: −0.2, −0.1, 0.0, 0.1, 0.2"
    ticks = [each for each in read.letterings() if each.text in numbers]
    assert {each.angle for each in ticks} == {0}
    assert sorted(round((each.left + each.right) * 200) for each in ticks) == list(places)
    unknown = figure_text(svg(FRAME, *below, column("0 5 10 15 20", 45)))
    assert {each.angle for each in unknown.letterings() if each.text in numbers} == {45}


def test_a_power_is_at_the_height_of_its_digits() -> None:
    def power(at: int, x: float, y: float) -> str:
        return text("10", x, y) + text(str(at), x + 12, y - 4, 7)

    left = [power(at, 20, y) for at, y in enumerate((250, 200, 150, 100))]
    below = [power(at, x, 275) for at, x in enumerate((60, 120, 180, 240, 300))]
    read = figure_text(svg(FRAME, *left, *below))
    middles = [150 * (each.top + each.bottom) for each in read.letterings() if each.text == "10¹"]
    assert sorted(middles) == [pytest.approx(200 - 3.5), pytest.approx(275 - 3.5)]


def test_an_entry_of_a_legend_is_at_the_height_of_its_letters_though_it_has_an_index() -> None:
    read = plot(*lines("#aa0000", "#00aa00"), text("a", 232, 63), text("1", 238, 66, 7), text("b", 232, 78))
    middles = [150 * (each.top + each.bottom) for each in read.letterings() if each.sample]
    assert sorted(middles) == [pytest.approx(63 - 3.5), pytest.approx(78 - 3.5)]


def test_a_word_between_two_ticks_in_another_font_and_colour_is_no_part_of_them() -> None:
    word = text("odds", 69, 275.3, 9, rest=' fill="#888888"').replace("font_1", "font_2")
    letters = "".join(f'<path id="font_2_{ord(sign)}" d="M.05 0H.55V.7H.05Z"/>' for sign in "ods")
    ticks = row("10 20 30 40", 275, step=40)
    (panel,) = figure_text(svg(FRAME, ticks, word, column("0 5 10 15 20", 45), defs=letters)).panels
    assert panel.x
    assert [tick.text for tick in panel.x.ticks] == ["10", "20", "30", "40"]


def test_a_plot_has_no_numbers_of_a_plot_below_that_begins_elsewhere() -> None:
    lower = '<path d="M155 310H345V562H155Z" fill="none" stroke="#000000"/>'
    below = row("0 10 20 30", 575, x=160), column("0 5 10 15 20", 145, 550)
    read = figure_text(svg(FRAME, column("1 2 3 4 5", 45), lower, *below, height=600))
    assert [[axis and len(axis.ticks) for axis in (panel.x, panel.y)] for panel in read.panels] == [[None, 5], [4, 5]]
    shared = svg(FRAME, column("1 2 3 4 5", 145), lower, *below, height=600)
    assert all(panel.x for panel in figure_text(shared).panels)
