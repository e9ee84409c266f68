"""Drawings with words, as LaTeXML makes them of tikz, pgfplots and the like."""

from __future__ import annotations

import pytest

from arxtui.figures.text import figure_text
from arxtui.reader.contents import contents
from arxtui.reader.figures import captioned_pictures
from arxtui.sources.latexml import page_drawings, parse_document
from arxtui.sources.latexml.content import plain
from tests.sources.latexml.pages import page, shown


def drawing(*labels: str) -> str:
    """Return a drawing with labels, each a text with its own coordinates."""
    texts = "".join(
        '<g transform="matrix(1.0 0.0 0.0 1.0 3 -4)"><foreignObject height="12.3" overflow="visible" width="40">'
        '<span class="ltx_foreignobject_container"><span class="ltx_foreignobject_content">'
        f"{label}</span></span></foreignObject></g>"
        for label in labels
    )
    return f'<svg class="ltx_picture" height="90" width="200"><g><path d="M 0 0 L 9 0"></path>{texts}</g></svg>'


def math(tex: str) -> str:
    return (
        f'<math class="ltx_Math" alttext="{tex}"><semantics><mi>x</mi>'
        f'<annotation encoding="application/x-tex">{tex}</annotation></semantics></math>'
    )


def test_the_labels_of_a_drawing_are_one_line() -> None:
    labels = ("cold kettle", f"{math('T')} rises", "heat")
    figure = (
        f'<figure class="ltx_figure">{drawing(*labels)}<figcaption class="ltx_caption">A kettle.</figcaption></figure>'
    )
    assert shown(figure) == ["[picture: cold kettle, T rises, heat]", "  A kettle."]


def test_a_drawing_within_a_sentence_stays_in_it() -> None:
    box = f'<span class="ltx_inline-block">{drawing("7")}</span>'
    assert shown(f'<p class="ltx_p">Step {box}, a circled seven.</p>') == ["Step [picture: 7], a circled seven."]


def test_the_numbers_along_an_axis_are_its_ends() -> None:
    ticks = ("0", "20", "40", "60", "80", "−1", "0", "1", "2", "3 mm")
    assert shown(drawing(*ticks, "rate")) == ["[picture: 0 … 80, −1 … 2, 3 mm, rate]"]


def test_numbers_that_are_no_axis_are_all_there() -> None:
    assert shown(drawing("4", "1", "3", "2", "5")) == ["[picture: 4, 1, 3, 2, 5]"]


def test_labels_with_commas_stay_apart() -> None:
    assert shown(drawing("a, b", "c")) == ["[picture: a, b; c]"]


def test_the_lines_of_one_node_are_one_label() -> None:
    row = '<g class="ltx_tikzmatrix_row"><g class="ltx_tikzmatrix_col"><foreignObject>{}</foreignObject></g></g>'
    node = f'<g class="ltx_tikzmatrix">{row.format("boiled")}{row.format("dry")}</g>'
    assert shown(f'<svg class="ltx_picture"><g>{node}<foreignObject>wait</foreignObject></g></svg>') == [
        "[picture: boiled dry, wait]"
    ]


def test_the_short_lines_of_a_label_are_one_label_in_a_drawing_with_several() -> None:
    lines = ("Reheating", "Put the kettle on the stove and", "wait until it boils for the second time", "Then pour.")
    label = "".join(f'<span class="ltx_p">{line}</span>' for line in lines)
    assert shown(drawing("tap", label, "cup"), 150) == [f"[picture: tap, {' '.join(lines)}, cup]"]
    assert len(shown(drawing(label), 100)) == 7


def test_a_table_with_one_column_is_one_label() -> None:
    row, cell = '<tr class="ltx_tr">{}</tr>'.format, '<td class="ltx_td">{}</td>'.format
    table = '<table class="ltx_tabular">{}</table>'.format
    column = table(row(cell("hot")) + row(cell("dry")))
    assert shown(drawing("400", column)) == ["[picture: 400, hot dry]"]
    assert shown(drawing("400", table(row(cell("hot") + cell("dry"))))) == ["  400", "", "    hot  dry"]


def test_pictures_in_a_drawing_are_below_the_line_of_its_labels() -> None:
    tap, pot = (f'<img class="ltx_graphics" src="{name}.png">' for name in ("tap", "pot"))
    labels, gap, row = shown(drawing("cold", tap, "hot", pot))
    assert (labels, gap, row.split()) == ("[picture: cold, hot]", "", ["▣", "tap.png", "▣", "pot.png"])
    assert shown(drawing(tap)) == ["▣ tap.png"]


def test_prose_in_a_box_that_is_drawn_keeps_its_paragraphs() -> None:
    """``tcolorbox`` draws its frame."""
    prose = "Answer the question in the words of the text, and say so if the text does not answer it at all."
    title, body = '<span class="ltx_p">Prompt</span>', f'<span class="ltx_p">{prose}</span>'
    assert shown(drawing(title, body), 100) == ["  Prompt", "", f"  {prose}"]


def test_the_sign_of_orcid_is_no_text_even_if_it_is_drawn() -> None:
    assert shown(f'<p class="ltx_p">Ada Byron {drawing("iD")} writes.</p>') == ["Ada Byron writes."]


def test_a_long_name_of_a_picture_is_cut_in_its_middle() -> None:
    name = "flow_of_the_water_through_the_whole_garden_in_may.svg"
    picture = f'<object class="ltx_graphics" type="image/svg+xml" data="{name}"></object>'
    assert shown(f'<figure class="ltx_figure">{picture}</figure>') == ["▣ flow_of_the_water_th…e_garden_in_may.svg"]


LINES = "".join(f'<path d="M {x} 0 L 60 40"></path>' for x in (0, 20, 40))


def placed(words: str, x: float = 10, y: float = 10, width: float = 40) -> str:
    """Return a label above a baseline; y grows upwards."""
    return (
        f'<g fill="#ff0000" stroke="#ff0000" transform="matrix(1.0 0.0 0.0 1.0 {x} {y})">'
        f'<foreignObject style="font-size:10pt;" height="12.3" width="{width}" overflow="visible" '
        f'transform="matrix(1 0 0 -1 0 9.6)">'
        f'<span class="ltx_foreignobject_container">{words}</span></foreignObject></g>'
    )


def drawn(*parts: str, anchor: str = ' id="S1.F1.pic1"', height: float = 90) -> str:
    """Return a drawing as LaTeXML makes it."""
    return (
        f'<svg{anchor} class="ltx_picture" height="{height}" width="200" viewBox="0 0 200 {height}" overflow="visible">'
        f'<g style="--ltx-stroke-color:#00ff00;" stroke="var(--ltx-stroke-color)" fill="none" '
        f'transform="translate(0,{height}) matrix(1 0 0 -1 0 0)">{"".join(parts)}</g></svg>'
    )


def test_a_drawing_is_a_picture_described_by_its_labels() -> None:
    area = placed('5 m<sup class="ltx_sup">2</sup>', x=90)
    labels = placed("cold kettle", width=70), placed(math("10^{-3}"), y=50), area
    body = page(f'<figure class="ltx_figure">{drawn(LINES, *labels)}<figcaption>A kettle.</figcaption></figure>')
    (found,) = captioned_pictures(parse_document(body))
    assert found.picture.address == "#S1.F1.pic1"
    assert found.picture.alt.startswith("cold kettle, 10⁻³, 5 m²")
    assert shown(drawn(LINES, *labels))[1] == "│ ▣ cold kettle, 10⁻³, 5 m² │"
    ((address, svg),) = page_drawings(body).items()
    assert address == found.picture.address
    assert b"var(" not in svg
    text = figure_text(svg)
    assert text.lines() == ["Text: 10⁻³; cold kettle; 5 m²"]
    assert {label.colour for label in text.labels} == {"#ff0000"}
    x, y = next(label.box for label in text.labels if label.text == "cold kettle").middle
    assert abs(x - 45) < 2
    assert 70 < y < 80  # its baseline is 10 above the lower edge of 90


def test_a_drawing_divides_the_paragraph_around_it_and_each_has_an_address_of_its_own() -> None:
    body = page(f'<p class="ltx_p">First {drawn(LINES, anchor="")} then {drawn(LINES)}{drawn(LINES)} last.</p>')
    assert [*page_drawings(body)] == ["#drawing1", "#S1.F1.pic1", "#S1.F1.pic1.3"]
    document = parse_document(body)
    assert [plain(line) for line in contents(document.blocks)] == ["First", "", "then", "", "", "last."]


def test_labels_beyond_its_frame_make_a_drawing_larger_and_long_ones_have_several_lines() -> None:
    long = placed('<span class="ltx_p">Put the kettle</span><span class="ltx_p">on the stove</span>', x=-60, width=110)
    (svg,) = page_drawings(page(drawn(LINES, long))).values()
    text = figure_text(svg)
    assert text.page.left < -50
    assert {"Put the kettle", "on the stove"} == {label.text for label in text.labels}


@pytest.mark.parametrize(
    "drawing",
    [
        drawn(LINES, placed("hot"), height=29),
        drawn(placed("hot")),
        drawn('<path d="M 0 0 L 9 0"></path><path d="M 0 0 L 0 9"></path>', placed("hot")),
        drawn(LINES.replace("<path", '<path stroke="none"'), placed("hot")),
        drawn(LINES, f"<defs>{placed('hot')}</defs>"),
        drawn(LINES, placed("hot"), '<image href="x.png"></image>'),
        drawn(LINES, placed("hot", x=900)),
        drawn(LINES, "<g>" * 61, placed("hot")),
        drawn(LINES, '<g transform="rotate(1e999)">', placed("hot")),
        drawn(LINES, f'<g transform="{"matrix(" * 300}">', placed("hot")),
        drawn(LINES, placed("hot", x=1e300)),
        drawn(LINES, placed("hot"), height=1e9),
    ],
    ids=[
        "low",
        "no lines",
        "a box",
        "unseen lines",
        "an unseen label",
        "an image",
        "far",
        "deep",
        "an endless turn",
        "a long move",
        "very far",
        "very high",
    ],
)
def test_a_drawing_that_cannot_be_shown_keeps_its_words(drawing: str) -> None:
    body = page(f'<div class="ltx_para">{drawing}</div>')
    assert [plain(line) for line in contents(parse_document(body).blocks)] == ["[picture: hot]"]
    assert page_drawings(body) == {}


def test_a_drawing_in_a_caption_keeps_its_words() -> None:
    whole = drawn(LINES, placed("hot"))
    caption = f'<figure class="ltx_figure"><figcaption class="ltx_caption">See {whole}</figcaption></figure>'
    assert shown(caption) == ["  See [picture: hot]"]


def test_nothing_outside_and_no_program_gets_into_a_drawing() -> None:
    hostile = '<script>alert(1)</script><style>@import "x"</style><use href="x.svg#a" onclick="alert(1)"></use>'
    (svg,) = page_drawings(page(drawn(LINES, hostile, placed('"&lt;b>'), anchor=' id="a b&quot;"'))).values()
    assert not {word for word in (b"alert", b"import", b"x.svg", b"onclick") if word in svg}
    assert figure_text(svg).lines() == ['Text: "<b>']
