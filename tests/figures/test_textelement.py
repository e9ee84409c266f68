"""Text that a figure has as text, as other programs than MuPDF write it."""

from __future__ import annotations

import pytest

from arxtui.figures.lettering import Lettering
from arxtui.figures.safe import WHOLE, safe_svg
from arxtui.figures.signs import UNREAD
from arxtui.figures.text import FigureText, figure_text


def read(*parts: str) -> FigureText:
    return figure_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">{"".join(parts)}</svg>'.encode())


def texts(*parts: str) -> list[str]:
    return [label.text for label in read(*parts).labels]


def test_a_formula_of_matplotlib_has_its_scripts() -> None:
    base = """<tspan style="font: 10px 'DejaVu Sans'" x="0 6.36" y="0">10</tspan>"""
    power = '<tspan style="font: 7px" x="12.8 18.7" y="-3.8">−8</tspan>'
    assert texts(f'<g transform="translate(30 90)"><text>\n{base}\n{power}\n</text></g>') == ["10⁻⁸"]


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_a_text_is_where_its_anchor_says(anchor: str) -> None:
    label = read(f'<text x="200" y="90" font-size="10" text-anchor="{anchor}">Number of cores</text>').labels[0]
    at = {"start": label.box.left, "middle": label.box.middle[0], "end": label.box.right}[anchor]
    assert label.text == "Number of cores"
    assert abs(at - 200) < 2


def test_a_turned_text_has_its_angle() -> None:
    label = read(
        '<text style="font: 10px sans-serif" x="20" y="200" transform="rotate(-90 20 200)">Flux [Jy]</text>'
    ).labels[0]
    assert (label.text, label.angle) == ("Flux [Jy]", 90)
    assert label.box.bottom <= 200


def test_the_lines_of_a_text_are_labels_of_their_own() -> None:
    assert texts(
        '<text font-size="10"><tspan x="20" y="20">first line</tspan><tspan x="20" dy="1.2em">second</tspan></text>'
    ) == [
        "first line",
        "second",
    ]


def test_a_script_of_r_is_an_element_of_its_own() -> None:
    base = "font-size: 12px; font-family: Nimbus Sans"
    parts = [
        f'<text x="20" y="90" style="{base}">10</text>',
        '<text x="34" y="82.8" style="font-size: 8.4px">−</text>',
        '<text x="39" y="82.8" style="font-size: 8.4px">1</text>',
        f'<text x="80" y="90" style="{base}">10</text>',
    ]
    assert texts(*parts) == ["10⁻¹", "10"]


def test_the_words_that_draw_io_cuts_are_those_of_its_html() -> None:
    html = "<foreignObject><div><b>Encoder</b> with attention</div></foreignObject>"
    assert texts(f'<switch>{html}<text x="20" y="20" font-size="12px">Encoder wi...</text></switch>') == [
        "Encoder with attention"
    ]


def test_a_sign_in_a_font_with_codes_of_tex_is_unread() -> None:
    figure = read('<text x="20" y="20" style="font-size: 9px; font-family: \'cmsy10\'">¡</text>')
    assert [label.text for label in figure.labels] == [UNREAD]
    assert not figure.is_complete


def test_a_style_sheet_colours_the_samples_of_a_legend() -> None:
    ticks = "".join(f'<text x="{40 + 60 * n}" y="280" font-size="10">{10 * n}</text>' for n in range(5))
    ticks += '<line x1="40" y1="266" x2="300" y2="266" stroke="#000000"/>'
    sheet = "<style>.a, .b {fill:none; stroke:#ff0000} .b {stroke:#0000ff}</style>"
    lines = '<polyline class="a" points="100,47 120,47"/><polyline class="b" points="100,67 120,67"/>'
    words = '<text x="126" y="50" font-size="10">data</text><text x="126" y="70" font-size="10">model</text>'
    assert [entry.words for entry in read(sheet, ticks, lines, words).legend] == ["red line", "blue line"]


def test_text_that_is_written_over_the_drawing_is_not_drawn() -> None:
    parts = b'<text x="2" y="9">word</text><path d="M0 0H9"/>'
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">' + parts + b"</svg>"
    assert isinstance(figure_text(svg).letterings()[0], Lettering)
    drawn, has_text = safe_svg(svg, (40, 30), WHOLE, glyphs=False)
    assert "word" not in drawn
    assert "path" in drawn
    assert not has_text


def test_a_text_outside_its_own_clip_is_left_out() -> None:
    clip = '<clipPath id="c"><path d="M200 200H300V290H200Z"/></clipPath>'
    assert texts(
        f"<defs>{clip}</defs>",
        '<text clip-path="url(#c)" x="20" y="90" font-size="10">clipped</text>',
        '<text clip-path="url(#c)" x="220" y="250" font-size="10">seen</text>',
        '<text x="20" y="50" font-size="10">free</text>',
    ) == ["free", "seen"]


def test_a_second_style_sheet_adds_to_the_first() -> None:
    label = read(
        "<style>text { font-size: 20px; fill: #ff0000 }</style>",
        "<style>text { fill: #0000ff }</style>",
        '<text x="20" y="90">word</text>',
    ).labels[0]
    assert (label.size, label.colour) == (20, "#0000ff")


def test_a_text_without_fill_and_stroke_is_not_read() -> None:
    """bokeh draws each text once more, as a stroke of no opacity."""
    rest = 'x="20" y="90" font-size="10"'
    assert texts(
        f'<text {rest} fill="#444444" stroke="none">10</text>',
        f'<text {rest} fill="none" stroke="#000000" stroke-opacity="0">10</text>',
        '<text x="60" y="90" font-size="10" fill="none" stroke="#000000">outline</text>',
    ) == ["10", "outline"]


def test_scripts_can_have_sizes_in_parts_and_end_in_signs_without_width() -> None:
    """plotly shifts back with a blank of no width."""
    blank = "\N{ZERO WIDTH SPACE}"
    script = f'<tspan style="font-size: 70%" dy="-0.6em">−1</tspan><tspan dy="0.42em">{blank}</tspan>'
    label = read(f'<text x="20" y="90" style="font-size: 10px">k [Mpc{blank}{script}]</text>').labels[0]
    assert (label.text, label.size) == ("k [Mpc⁻¹]", 10)


def test_a_text_can_be_written_from_its_last_part_to_its_first() -> None:
    """ROOT writes ``−0.2`` and ``10⁻³`` so, each part an element that ends in a new line."""

    def parts(*pieces: tuple[str, float, float, float]) -> str:
        return "".join(f'<text x="{x}" y="{y}" font-size="{size}">{words}\n</text>' for words, x, y, size in pieces)

    assert texts(
        parts(("0.2", 26, 50, 10), ("−", 20.5, 50, 10)),
        parts(("3", 72, 85, 7), ("−", 68, 85, 7), ("10", 57, 90, 10)),
        parts(("20", 140, 130, 10), ("10", 128.6, 130, 10)),
    ) == ["−0.2", "10⁻³", "10", "20"]
