"""Drawings with words, as LaTeXML makes them of tikz, pgfplots and the like."""

from __future__ import annotations

from tests.sources.latexml.pages import shown


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
