"""The text of figures: made-up SVG as MuPDF writes it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arxtui.figures.decoding import NotDrawnError
from arxtui.figures.signs import UNREAD
from arxtui.figures.text import FigureText, figure_text
from arxtui.figures.worker import render
from tests.figures.svgs import BAR, column, glyph, row, sign_form, svg, text
from tests.work import lines_run


def texts(data: bytes) -> list[str]:
    return [label.text for label in figure_text(data).labels]


def plot(*more: str) -> FigureText:
    return figure_text(
        svg(
            row("0 10 20 30 40", 275),
            text("Time (s)", 160, 292),
            column("0 5 10 15 20", 45),
            text("Flux [Jy]", 15, 180, turned=True),
            text("Decay of the source", 130, 30),
            *more,
        )
    )


def test_words_are_read_by_their_place_and_a_turned_line_has_its_angle() -> None:
    read = figure_text(svg(text("two words", 20, 50), text("upwards", 20, 200, turned=True)))
    assert {(label.text, label.angle) for label in read.labels} == {("two words", 0), ("upwards", 90)}


def test_one_large_letter_does_not_part_the_words_of_many_lines() -> None:
    lines = [text("word", 20, 20 + 3 * place, 2) for place in range(90)]
    assert texts(svg(text("A", 200, 200, 150), *lines)).count("word") == 90


def test_a_gap_without_a_blank_separates_words() -> None:
    assert texts(svg(text("two", 20, 50), text("words", 20 + 3 * 6 + 3.5, 50))) == ["two words"]


def test_smaller_signs_above_and_below_the_line_are_scripts() -> None:
    power = [text("10", 20, 50), text("−4", 32, 46, 7)]
    index = [text("x", 20, 90), text("1", 26, 92, 7)]
    assert texts(svg(*power, *index)) == ["10⁻⁴", "x₁"]


def test_scripts_as_large_as_their_base_are_scripts() -> None:
    assert texts(svg(text("10", 20, 50), text("7", 32.5, 46))) == ["10⁷"]


def test_an_index_below_an_exponent_belongs_to_the_same_letter() -> None:
    both = [text("x", 20, 50), text("2", 26, 46, 7), text("f", 26, 55.2, 7)]
    assert texts(svg(*both)) == ["x_f²"]
    assert texts(svg(text("x", 20, 50), text("2", 26, 46, 7), text("mod", 26, 54.9))) == ["x_(mod)²"]
    assert texts(svg(text("x", 20, 50), text("f", 26, 56, 7))) == ["x", "f"]


def test_an_accent_is_put_on_its_letter() -> None:
    assert texts(svg(text("a", 20, 50), text("ˆ", 20, 50))) == ["â"]


def test_text_drawn_twice_for_bold_letters_is_read_once() -> None:
    assert texts(svg(text("bold", 20, 50), text("bold", 20.3, 50))) == ["bold"]


def test_a_minus_drawn_as_a_form_belongs_to_its_number() -> None:
    read = figure_text(svg(sign_form(BAR, 13, 50), text("3", 20, 50), text("word", 90, 90)))
    assert "−3" in [label.text for label in read.labels]
    assert read.is_complete


def test_a_number_beside_a_form_that_is_no_minus_is_not_shown() -> None:
    hook = "M100 0H500V700H300V100H100Z"
    read = figure_text(svg(sign_form(hook, 13, 50), text("3", 20, 50), text("word", 90, 90)))
    assert not any("3" in label.text for label in read.labels)
    assert read.lines()[-1] == "[text incomplete]"


def test_the_labels_of_ticks_that_nearly_touch_are_apart() -> None:
    assert texts(svg(text("−2000−1000", 20, 50))) == ["−2000", "−1000"]
    mark = '<path d="M60 20V24" stroke="#000000" fill="none"/>'
    assert texts(svg(text("SVHN", 20, 50), mark, text("2019", 46, 50))) == ["SVHN", "2019"]
    assert texts(svg(text("25", 20, 50), mark, text("50", 33, 46))) == ["50", "25"]


def test_texts_over_each_other_are_read_one_by_one() -> None:
    assert sorted(texts(svg(text("one", 20, 50), text("title", 14, 50.5)))) == ["one", "title"]


def test_ticks_that_run_into_each_other_are_read_one_by_one() -> None:
    mark = '<path d="M60 20V24" stroke="#000000" fill="none"/>'
    ticks = [mark.join(text(f"0.0{tick}kHz", 20 + 30 * tick, 50) for tick in (1, 2, 3))]
    assert texts(svg(*ticks)) == ["0.01kHz", "0.02kHz", "0.03kHz"]


def test_a_number_of_which_a_sign_is_cut_off_is_not_shown() -> None:
    clip = '<clipPath id="c"><path d="M26 0H400V300H26Z"/></clipPath>'
    assert texts(svg(f'<g clip-path="url(#c)">{text("15", 20, 50)}</g>', defs=clip)) == [UNREAD]


def test_an_exponent_can_be_as_high_as_that_of_r() -> None:
    assert texts(svg(text("10", 20, 50, 12), text("3", 34, 42.8, 8.4))) == ["10³"]


def test_a_sign_of_another_size_is_no_double() -> None:
    assert texts(svg(text("N", 60, 90), text("1", 67, 86, 7), text("1", 96, 122))) == ["N¹", "1"]


def test_a_script_that_is_a_form_is_not_lost() -> None:
    three = sign_form("M98 0V729H552V646H453V0H98Z", 27, 46, 7)
    read = figure_text(svg(text("N", 20, 50), three))
    assert [label.text for label in read.labels] == [f"N^{UNREAD}"]


def test_a_text_of_forms_alone_is_reported_as_unread() -> None:
    read = figure_text(svg(sign_form("M552 0V729H98V646H453V0H552Z", 90, 90), text("word", 20, 50)))
    assert {label.text for label in read.labels} == {"word", UNREAD}
    assert not read.is_complete


@pytest.mark.parametrize(("factor", "is_one"), [("+2e3", True), ("1e−5−2e4", True), ("−20", False)])
def test_a_factor_has_an_exponent(factor: str, is_one: bool) -> None:
    read = figure_text(svg(row("0 10 20 30 40", 275), column("0 5 10 15 20", 45), text(factor, 45, 38)))
    assert any(panel.y and panel.y.factor == factor for panel in read.panels) == is_one


def test_three_numbers_without_the_step_of_a_scale_are_no_axis() -> None:
    assert not figure_text(svg(row("97 83 69", 275))).panels


_GAMMA = "M98 0V729H552V646H197V0H98Z"
"""The capital gamma of DejaVu Sans, in thousandths of an em."""


def test_a_greek_letter_drawn_as_a_form_is_known_by_its_outline() -> None:
    read = figure_text(svg(sign_form(_GAMMA, 13, 50), text("3", 20, 50), sign_form(_GAMMA, 90, 90)))
    assert [label.text for label in read.labels] == ["Γ3", "Γ"]
    assert read.is_complete


def test_a_form_can_be_larger_than_all_glyphs_if_they_are_its_index() -> None:
    assert texts(svg(sign_form(_GAMMA, 13, 50, 10), text("cdm", 19, 52, 7))) == ["Γ_cdm"]


_DELTA = "M635 0H31L320 674H346ZM509 74L333 503L157 74Z"
"""The capital delta of STIX's sans serif, in thousandths of an em."""
_TILDE = (
    "M541 722C492 681 439 651 388 651C348 651 319 668 284 688C255 705 224 722 184 722C159 722 133 714 111 704"
    "C91 694 71 683 54 669L0 625L14 608C63 649 116 679 167 679C207 679 236 662 271 642C300 625 331 608 371 608"
    "C396 608 422 616 444 626C464 636 484 647 501 661L555 705Z"
)
"""The wide tilde of TeX."""
_HAT = "M.277 .685L.549 .562L.561 .584L.278 .744L-.005 .584L.006 .562Z"
"""The wide hat of TeX, in ems."""


def test_sans_serif_greek_and_wide_accents_are_known_by_their_outlines() -> None:
    tilde = sign_form(_TILDE, 40.2, 51.5)
    read = figure_text(svg(sign_form(_DELTA, 13, 50), text("E", 20, 50), text("a", 40, 50), tilde))
    assert [label.text for label in read.labels] == ["ΔE", "ã"]
    assert read.is_complete


def test_a_power_that_is_written_with_a_hat_keeps_it() -> None:
    hat = f'<path id="font_9_94" d="{_HAT}"/>'
    power = f'{text("2", 20, 50)}<use data-text="^" xlink:href="#font_9_94" transform="matrix(10,0,0,-10,26,50)"/>'
    assert texts(svg(power, text("10", 32, 50), defs=hat)) == ["2^10"]


def test_a_form_with_the_edges_of_a_greek_letter_and_another_outline_is_not_read() -> None:
    turned = "M552 0V729H98V646H453V0H552Z"
    assert not figure_text(svg(sign_form(turned, 13, 50), text("word", 20, 50))).is_complete


def test_a_wrong_character_is_corrected_where_its_outline_is_known() -> None:
    outline = "M.659 .23C.676 .23 .694 .23 .694 .25C.694 .27 .676 .27 .659 .27H.118C.101 .27 .083 .27 .083 .25"
    minus = f'<path id="font_9_161" d="{outline}C.083 .23 .101 .23 .118 .23H.659Z"/>'
    wrong = '<use data-text="¡" xlink:href="#font_9_161" transform="matrix(10,0,0,-10,13,50)"/>'
    read = texts(svg(wrong, text("3", 22, 50), defs=minus))
    assert read == ["−3"]


@pytest.mark.parametrize(("sign", "form"), [("6", "h"), (":", "."), ("=", "/"), ("8", "0"), ("0", "1")])
def test_a_character_that_its_outline_contradicts_is_not_believed(sign: str, form: str) -> None:
    read = figure_text(svg(text("T", 14, 50), glyph(sign, 20, 50, form=form), text("3", 26, 50)))
    assert not any(sign in label.text for label in read.labels)


def test_a_full_stop_named_a_colon_is_read_as_drawn_but_its_number_is_still_doubtful() -> None:
    (label,) = figure_text(svg(text("T", 14, 50), glyph(":", 20, 50, form="."))).labels
    assert label.text == "T."


def test_a_sign_without_a_character_withholds_the_numbers_beside_it_and_no_words() -> None:
    (label,) = figure_text(svg(text("mass 12", 20, 50), glyph("\ufffd", 62, 50, form="h"), text("5", 68, 50))).labels
    assert label.text == "mass \ufffd"
    assert not label.is_complete


def test_text_off_the_page_or_outside_its_clip_is_left_out() -> None:
    clip = '<clipPath id="c"><path d="M200 200H300V290H200Z"/></clipPath>'
    clipped = f'<g clip-path="url(#c)">{text("clipped", 20, 100)}</g>'
    assert texts(svg(text("seen", 20, 50), text("off", 500, 50), clipped, defs=clip)) == ["seen"]


@pytest.mark.parametrize(
    "hidden",
    [
        text("covered", 20, 100) + '<path d="M0 80H200V120H0Z" fill="#ffffff"/>',
        text("white", 20, 100, rest=' fill="#ffffff"'),
    ],
)
def test_text_that_cannot_be_seen_is_left_out(hidden: str) -> None:
    data = svg(text("seen", 20, 50), hidden)
    assert [label.text for label in figure_text(data, render).labels] == ["seen"]


def test_white_text_on_a_dark_ground_is_kept() -> None:
    ground = '<path d="M0 80H200V120H0Z" fill="#202040"/>'
    data = svg(ground, text("white", 20, 100, rest=' fill="#ffffff"'))
    assert [label.text for label in figure_text(data, render).labels] == ["white"]


def test_a_plot_has_a_title_and_axes_with_names_units_and_ticks() -> None:
    (panel,) = plot().panels
    assert panel.title == "Decay of the source"
    assert panel.x
    assert panel.y
    assert (panel.x.name, panel.x.unit, [tick.value for tick in panel.x.ticks]) == ("Time", "s", [0, 10, 20, 30, 40])
    assert (panel.y.name, panel.y.unit, [tick.value for tick in panel.y.ticks]) == ("Flux", "Jy", [20, 15, 10, 5, 0])


def test_the_text_of_a_plot_is_a_few_lines() -> None:
    assert plot().lines() == [
        "Decay of the source",
        "x: Time [s], 0, 10, 20, 30, 40",
        "y: Flux [Jy], 0, 5, 10, 15, 20",
    ]


def test_panels_are_numbered() -> None:
    second = [row("5 6 7 8 9", 575), column("1 2 3 4 5", 45, 550)]
    read = figure_text(svg(row("0 10 20 30 40", 275), column("0 5 10 15 20", 45), *second, height=600))
    assert [line for line in read.lines() if line.startswith("Panel")] == ["Panel 1", "Panel 2"]


def test_ticks_that_lost_their_signs_are_not_shown() -> None:
    read = figure_text(svg(row("2 1 0 1 2", 275), text("word", 90, 90)))
    assert not read.panels
    assert not any(label.text in ("1", "2") for label in read.labels)
    assert not read.is_complete


def test_numbers_that_fit_no_scale_are_notes_and_no_axis() -> None:
    read = figure_text(svg(row("3.2 25.7 201.4 7.1", 275)))
    assert not read.panels
    assert [label.text for label in read.notes] == ["3.2", "25.7", "201.4", "7.1"]


def test_a_factor_at_the_end_of_an_axis_is_reported_with_its_ticks() -> None:
    factor = [text("×10", 30, 35), text("−3", 48, 31, 7)]
    assert "y: Flux [Jy], 0, 5, 10, 15, 20, ×10⁻³" in plot(*factor).lines()


def test_each_text_of_a_legend_has_its_own_sample() -> None:
    read = plot(
        '<path fill="none" stroke="#ff0000" d="M200 60H225"/>',
        '<path fill="none" stroke="#0000ff" stroke-dasharray="4,2" d="M200 75H225"/>',
        '<path fill="#00aa00" d="M208 86H216V94H208Z"/>',
        '<path fill="none" stroke="#123456" d="M60 250L90 60L300 90"/>',
        text("model", 232, 63),
        text("fit", 232, 78),
        text("data", 232, 93),
    )
    assert [(entry.text, entry.words) for entry in read.legend] == [
        ("model", "red line"),
        ("fit", "blue dashed line"),
        ("data", "green square"),
    ]


def test_a_legend_of_one_entry_is_found_and_tick_marks_are_none() -> None:
    line = '<path d="M100 47H120" fill="none" stroke="#ff0000"/>'
    marks = "".join(f'<path d="M{x} {y}h4" stroke="#000000"/>' for x, y in ((200, 147), (200, 177)))
    read = plot(line, text("data", 126, 50), marks, text("control", 206, 150), text("treated", 206, 180))
    assert [(entry.text, entry.words) for entry in read.legend] == [("data", "red line")]


def test_the_texts_of_a_legend_can_be_centred() -> None:
    lines = [
        f'<path d="M100 {y}H120" fill="none" stroke="{colour}"/>' for y, colour in ((47, "#ff0000"), (67, "#0000ff"))
    ]
    read = plot(*lines, text("baseline", 126, 50), text("Ours", 138, 70))
    assert [(entry.text, entry.words) for entry in read.legend] == [("baseline", "red line"), ("Ours", "blue line")]


def test_the_sample_of_a_text_in_two_lines_is_at_the_height_of_both() -> None:
    samples = [
        f'<path d="M200 {y}H225" fill="none" stroke="{colour}"/>' for y, colour in ((63, "#ff0000"), (90, "#0000ff"))
    ]
    words = [text("model", 232, 60), text("of ten layers", 232, 72), text("fit", 232, 87), text("to them", 232, 99)]
    read = plot(*samples, *words)
    assert [(entry.text, entry.words) for entry in read.legend] == [("model", "red line"), ("fit", "blue line")]
    assert {"of ten layers", "to them"} <= {label.text for label in read.notes}


def test_a_legend_in_one_line_has_a_sample_before_each_text() -> None:
    read = plot(
        '<path fill="none" stroke="#ff0000" d="M60 60H85"/>',
        text("model", 92, 63),
        '<path fill="none" stroke="#0000ff" d="M160 60H185"/>',
        text("fit", 192, 63),
    )
    assert [(entry.text, entry.words) for entry in read.legend] == [("model", "red line"), ("fit", "blue line")]


def areas(first: str, second: str, gap: float = 7, rest: str = "") -> list[str]:
    """Draw two areas in one line, each with a text behind it, the second as far from its own as ``gap``."""
    boxes = [
        f'<path fill="{colour}"{rest} d="M{x} 56H{x + 12}V64H{x}Z"/>' for x, colour in ((60, first), (160, second))
    ]
    return [*boxes, text("up", 79, 63), text("down", 172 + gap, 63)]


def test_areas_in_one_line_are_a_legend_if_they_are_as_far_from_their_texts() -> None:
    legend = plot(*areas("#ff0000", "#0000ff")).legend
    assert [(entry.text, entry.words) for entry in legend] == [("up", "red area"), ("down", "blue area")]
    assert not plot(*areas("#ff0000", "#0000ff", gap=10)).legend
    assert not plot(*areas("#ff0000", "#ff0000")).legend


def test_the_colour_of_a_sample_is_the_one_that_is_seen() -> None:
    read = plot(*areas("#ff0000", "#0000ff", rest=' fill-opacity="0.4"'))
    assert [entry.colour for entry in read.legend] == ["#ff9999", "#9999ff"]


def sample(y: float, form: str, paint: str = 'fill="#ff0000"') -> str:
    return f'<path {paint} transform="translate(212,{y})" d="{form}"/>'


def test_the_forms_of_marks_are_named() -> None:
    stroke = 'fill="none" stroke="#ff0000"'
    marks = [
        sample(60, "M-4 3H4L0 -4Z"),
        sample(75, "M-4 -3H4L0 4Z"),
        sample(90, "M-4 0H4M0 -4V4", stroke),
        sample(105, "M-4 -4L4 4M4 -4L-4 4", stroke),
        sample(120, "M-1 -4H1V-1H4V1H1V4H-1V1H-4V-1H-1Z"),
    ]
    read = plot(*marks, *(text(name, 232, 63 + 15 * at) for at, name in enumerate(("up", "down", "sum", "ex", "fat"))))
    assert [entry.sample for entry in read.legend] == ["triangle", "downward triangle", "plus", "cross", "plus"]


def test_dashes_of_lines_have_their_names() -> None:
    dashes = ("4,2", "1,1.65", "3,4.95", "6.4,1.6,1,1.6", "")
    lines = [
        f'<path fill="none" stroke="#ff0000" stroke-dasharray="{dash}" d="M200 {60 + 15 * at}H225"/>'
        for at, dash in enumerate(dashes)
    ]
    read = plot(*lines, *(text(name, 232, 63 + 15 * at) for at, name in enumerate(("aa", "bb", "cc", "dd", "ee"))))
    assert [entry.sample for entry in read.legend] == [
        "dashed line",
        "dotted line",
        "dotted line",
        "dash-dotted line",
        "line",
    ]


def test_a_legend_of_one_entry_is_found_beside_another_legend() -> None:
    samples = [
        f'<path fill="none" stroke="#{colour}" d="M{x} {y}h20"/>'
        for colour, x, y in (("ff0000", 80, 60), ("0000ff", 80, 75), ("00aa00", 230, 200))
    ]
    read = plot(*samples, text("up", 108, 63), text("down", 108, 78), text("other", 258, 203))
    assert [entry.text for entry in read.legend] == ["up", "down", "other"]


def test_plots_below_each_other_can_have_entries_of_the_same_name() -> None:
    rows = (("ff0000", 60), ("0000ff", 75), ("aa0000", 180), ("00aa00", 195))
    samples = [f'<path fill="none" stroke="#{colour}" d="M80 {y}h20"/>' for colour, y in rows]
    names = [text(name, 108, y + 3) for name, (_, y) in zip(("up", "down") * 2, rows, strict=True)]
    assert [entry.text for entry in plot(*samples, *names).legend] == ["up", "down", "up", "down"]


def test_dashes_that_are_as_long_as_their_line_is_thick_are_dots() -> None:
    lines = [
        f'<path fill="none" stroke="#ff0000" stroke-width="{width}" stroke-dasharray="3,3" d="M200 {y}H225"/>'
        for width, y in ((3, 60), (1, 75))
    ]
    read = plot(*lines, text("dots", 232, 63), text("rest", 232, 78))
    assert [entry.sample for entry in read.legend] == ["dotted line", "dashed line"]


@pytest.mark.parametrize(("colours", "is_one"), [(("ff0000", "00aa00", "0000ff"), True), (("ff0000",) * 3, False)])
def test_a_figure_without_axes_has_a_legend_if_three_samples_are_alike(
    colours: tuple[str, ...],
    is_one: bool,
) -> None:
    boxes = [f'<path fill="#{colour}" d="M20 {y}h8v8h-8Z"/>' for colour, y in zip(colours, (20, 40, 60), strict=True)]
    names = [text(name, 36, y + 7) for name, y in (("first", 20), ("next", 40), ("last", 60))]
    assert bool(figure_text(svg(*boxes, *names)).legend) is is_one


def test_a_hatched_area_is_called_so() -> None:
    hatch = "".join(f"M{x} 61L{x + 6} 55" for x in (202, 208, 214))
    area = '<path fill="#cccccc" d="M200 54H224V62H200Z"/>' + f'<path fill="none" stroke="#000000" d="{hatch}"/>'
    read = plot(area, '<path fill="#ff0000" d="M200 69H224V77H200Z"/>', text("wild", 232, 63), text("bred", 232, 78))
    assert [entry.words for entry in read.legend] == ["light grey hatched area", "red area"]


def test_letters_drawn_as_outlines_are_reported() -> None:
    shapes = [
        f'<path d="M{20 + 9 * n} 40C{20 + 9 * n} 44 {22 + 9 * n} 48 {24 + 9 * n} {46 + n % 5}'
        f'C{20 + 9 * n} 44 {21 + 8 * n} 43 {24 + 9 * n} 42C{20 + 9 * n} 41 {20 + 9 * n} 41 {20 + 9 * n} 40Z"/>'
        for n in range(30)
    ]
    assert figure_text(svg(*shapes)).has_outlines


@pytest.mark.parametrize("sign", ["<", "&"])
def test_a_character_that_is_not_escaped_is_read(sign: str) -> None:
    data = svg(text(f"a{sign}b", 20, 50))
    raw = data.replace(f'data-text="{"&lt;" if sign == "<" else "&amp;"}"'.encode(), f'data-text="{sign}"'.encode())
    assert raw != data
    assert texts(raw) == [f"a{sign}b"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"<svg><g>", "damaged"),
        (b"<html/>", "no SVG"),
        (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', "entities"),
        (b'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>', "entities"),
        (b"<svg>" + b"<g>" * 300 + b"</g>" * 300 + b"</svg>", "nested"),
        (b"<svg>" + b" " * (17 << 20) + b"</svg>", "too large"),
    ],
)
def test_an_invalid_or_unsafe_svg_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(NotDrawnError, match=reason):
        figure_text(data)


@pytest.mark.parametrize("transform", ["matrix(1e300,0,0,1e300,0,0)", "matrix(0,0,0,0,0,0)", "scale()", "matrix(nan)"])
def test_numbers_out_of_all_bounds_do_no_harm(transform: str) -> None:
    many = f'<g transform="{transform}"><g transform="{transform}">{text("word", 20, 50)}</g></g>'
    path = '<path d="M1e999 0L-1e999 5 .. 7 L L Z M" stroke="#zz" fill="#12"/>'
    assert isinstance(figure_text(svg(many, path, text("seen", 20, 50))), FigureText)


def _circle(x: float, y: float, size: float = 6) -> str:
    return glyph("◦", x, y, size).replace("#font_1_", "#font_2_")


CIRCLE = '<path id="font_2_9702" d="M.05 .1H.35V.4H.05Z"/>'


def test_raised_circles_behind_numbers_are_degrees() -> None:
    degrees = [text(f"{place}8", 50, 30 * place) + _circle(62.3, 30 * place - 3.6) for place in range(1, 10)]
    assert texts(svg(*degrees, defs=CIRCLE)) == [f"{place}8°" for place in range(1, 10)]


def test_circles_of_a_font_of_their_own_are_marks_of_a_plot() -> None:
    marks = [_circle(62.3 + 20 * place, 30 * place) for place in range(1, 10)]
    assert texts(svg(text("38", 50, 90), *marks, defs=CIRCLE)) == ["38"]


def test_two_numbers_that_touch_at_different_heights_are_two() -> None:
    assert sorted(texts(svg(text("50", 50, 50), text("113", 61, 49.4)))) == ["113", "50"]


HOSTILE: dict[str, Callable[[int], str]] = {
    "one place": lambda n: text("1", 50, 50) * n,
    "one line": lambda n: "".join(text("1", 50 + place * 0.01, 50) for place in range(n)),
    "a wide line": lambda n: "".join(text("^", place * 4, 50) for place in range(n)),
    "a column": lambda n: "".join(text(str(place % 7), 20, 20 + place * 0.1) for place in range(n)),
    "covers": lambda n: '<path d="M0 0H400V300H0Z" fill="#ffffff"/>' * n,
}


@pytest.mark.parametrize("part", HOSTILE.values(), ids=HOSTILE)
def test_the_work_grows_with_the_size_of_the_figure_alone(part: Callable[[int], str]) -> None:
    def lines(count: int) -> int:
        data = svg(text("word", 20, 50), part(count))
        return lines_run(lambda: figure_text(data))

    lines(10)
    assert lines(4_000) < 4.5 * lines(1_000)
    # A search through a list counts as one line; here it would take minutes, and end the test.
    assert figure_text(svg(part(40_000)))


def test_a_root_sign_above_its_line_is_no_exponent() -> None:
    assert texts(svg(text("1/", 20, 50), text("√", 32.5, 46), text("2", 38.5, 50))) == ["1/√2"]


def test_a_sign_with_the_outlines_of_two_letters_is_a_ligature_of_them() -> None:
    letters = {
        "t": "M.1 0H.2V.4H.3V.5H.2V.7H.1V.5H0V.4H.1Z",
        "i": "M.05 0H.15V.5H.05Z M.05 .6H.15V.7H.05Z",
        "�": "M.1 0H.2V.4H.3V0H.4V.5H.2V.7H.1V.5H0V.4H.1Z M.3 .6H.4V.7H.3Z",
    }
    outlines = "".join(f'<path id="font_2_{ord(sign)}" d="{data}"/>' for sign, data in letters.items())
    word = text("ti�", 20, 50).replace("font_1", "font_2")
    assert texts(svg(word, defs=outlines)) == ["t i ti"]
    assert texts(svg(word.split("\n", 1)[1], defs=outlines)) == [f"i {UNREAD}"]


def test_a_bracket_that_hangs_from_its_line_is_of_the_same_text() -> None:
    """TeX's large brackets; the square is raised."""
    bracket = '<path id="font_2_40" d="M.1 -1.1L.3 -.5L.1 0L.05 -.5Z"/>'
    words = [text("(", 20, 41.5).replace("font_1", "font_2"), text("u", 24, 50), text("2", 30, 46, 7)]
    last = text("(", 37, 41.5).replace("font_1", "font_2").replace('data-text="("', 'data-text=")"')
    assert texts(svg(*words, last, defs=bracket)) == ["(u² )"]


_ANGLE = "M89 313L227 759H310L172 313L310 -132H227Z"
_ROUND = (
    "M310 759Q245 647 213 537Q181 427 181 314Q181 201 213 91Q245 -20 310 -132H232Q159 -17 122 94Q86 205 86 314"
    "Q86 423 122 533Q158 644 232 759Z"
)
_SIGMA = "M211 83H568V0H98V83L332 388L98 646V729H559V646H211L445 390Z"


def test_signs_of_the_same_measures_are_known_by_their_curves() -> None:
    """The two brackets of DejaVu Sans have the same area, length and moments; its sigma is also a letter of Ewe."""
    signs = zip((_ANGLE, _ROUND, _SIGMA), (20, 26, 32), strict=True)
    assert texts(svg(*(sign_form(data, x, 50) for data, x in signs), text("3", 40, 50))) == [f"⟨ {UNREAD} Σ 3"]
