"""Figures and tables with several captions, and the references to them."""

from __future__ import annotations

import pytest

from arxtui.sources.latexml import parse_document
from arxtui.sources.latexml.content import anchors_in
from tests.sources.latexml.pages import page, shown


def caption(tag: str, text: str, kind: str = "figure") -> str:
    return f'<figcaption class="ltx_caption"><span class="ltx_tag ltx_tag_{kind}">{tag}: </span>{text}</figcaption>'


def picture(name: str) -> str:
    return f'<div class="ltx_flex_cell"><img src="{name}.png" class="ltx_graphics" alt="{name}"></div>'


FLOAT = (
    f'<figure id="S1.F7" class="ltx_figure">{picture("a")}{caption("Figure 5", "First.")}'
    f"{picture('b')}{caption('Figure 6', 'Second.')}{picture('c')}{caption('Figure 7', 'Third.')}</figure>"
)


def test_each_caption_of_a_float_is_below_its_own_part() -> None:
    lines = [line.strip() for line in shown(FLOAT) if "│" in line or "Figure" in line]
    assert lines == ["│ ▣ a │", "Figure 5  First.", "│ ▣ b │", "Figure 6  Second.", "│ ▣ c │", "Figure 7  Third."]


def test_panels_without_captions_are_side_by_side() -> None:
    first, second, third = (f'<figure id="{name}" class="ltx_figure">{picture(name)}</figure>' for name in "abc")
    body = f'<figure class="ltx_figure">{first}{second}<div class="ltx_flex_break"></div>{third}</figure>'
    rows = [line.replace("│", "").split() for line in shown(body) if "▣" in line]
    assert rows == [["▣", "a", "▣", "b"], ["▣", "c"]]
    figure, _ = parse_document(page(f'{body}<p class="ltx_p"><a class="ltx_ref" href="#b">b</a></p>')).blocks
    assert [*anchors_in(figure)] == ["b"]


def test_captions_above_tables_belong_to_the_tables_below_them() -> None:
    table = '<table class="ltx_tabular"><tr class="ltx_tr"><td class="ltx_td">{}</td></tr></table>'
    body = "".join(caption(f"Table {n}", f"No. {n}.", "table") + table.format(f"cell {n}") for n in (1, 2))
    lines = shown(f'<figure class="ltx_table">{body}</figure>')
    assert [line.strip() for line in lines if line] == ["Table 1  No. 1.", "cell 1", "Table 2  No. 2.", "cell 2"]


def test_a_caption_in_two_languages_stays_with_its_figure() -> None:
    body = picture("a") + caption("图 1", "花。") + caption("Figure 1", "A flower.")
    assert [line.strip() for line in shown(f'<figure class="ltx_figure">{body}</figure>')][-2:] == [
        "Figure 1 A flower.",
        "图 1  花。",
    ]


def test_a_reference_to_a_float_with_several_captions_names_all_its_numbers() -> None:
    """The engine writes the number of the last caption, whichever was meant."""
    link = '<a href="#S1.F7" class="ltx_ref"><span class="ltx_text ltx_ref_tag">{}</span></a>'
    body = (
        f'<p class="ltx_p">See Figure {link.format("7")} and {link.format("Figure 7")}, not {link.format("here")}.</p>'
    )
    assert shown(FLOAT + body)[-1] == "See Figures 5–7 and Figures 5–7, not here."


LINK = '<a href="#{}" title="{}" class="ltx_ref"><span class="ltx_text ltx_ref_tag">{}</span></a>'


def test_a_reference_to_a_float_whose_panels_have_the_captions_names_all_their_numbers() -> None:
    panel = f'<figure class="ltx_figure">{picture("a")}{caption("Figure 4", "First.")}</figure>'
    outer = f'<figure id="S1.F7" class="ltx_figure">{panel}<div>{FLOAT.replace("S1.F7", "S1.F7.fig2")}</div></figure>'
    text = f'<p class="ltx_p">Bells ring (fig. {LINK.format("S1.F7", "", "7")}).</p>'
    assert shown(outer + text)[-1] == "Bells ring (figs. 4–7)."


def test_a_reference_to_a_table_and_a_figure_in_one_float_names_the_one_of_its_kind() -> None:
    body = caption("Table 2", "Bells.", "table") + picture("a") + caption("Figure 7", "Ropes.")
    link = LINK.format("S1.T2", "", "2")
    text = f'<p class="ltx_p">See figure {link}, Table {link} and {link}.</p>'
    assert shown(f'<figure id="S1.T2" class="ltx_table">{body}</figure>{text}')[-1] == "See figure 7, Table 2 and 2."


def test_a_reference_to_a_panel_that_upstream_has_counted_as_another_figure_names_the_float_around_it() -> None:
    link = LINK.format("S6.F6.sf1", "In {} ‣ 6 Experiments", "Figure 6(a)")
    panel = f'<figure class="ltx_table">{caption("Table 1", "Bells.")}<figure id="S6.F6.sf1">A</figure></figure>'
    text = f'<p class="ltx_p">See {link.format("Table 1")} and {link.format("Figure 6")}.</p>'
    assert shown(panel + text)[-1] == "See Table 1(a) and Figure 6(a)."


@pytest.mark.parametrize("between", ["In ", " ‣ "])
def test_a_reference_to_a_float_with_a_footnote_in_its_caption_is_the_number_of_the_float(between: str) -> None:
    note = '<span id="footnote10" class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">10</sup>Long.</span>'
    title = f"footnote 10{between}Figure 6 ‣ 5 Evaluation ‣ Bells"
    link = f'<a href="#footnote10" title="{title}" class="ltx_ref"><span class="ltx_text ltx_ref_tag">10</span></a>'
    lines = shown(f'<p class="ltx_p">Table {link} and note {link}.{note}</p>')
    assert lines[0].startswith("Table 6 and note 10.")


def test_a_reference_to_a_panel_with_a_footnote_in_its_caption_names_the_panel() -> None:
    note = '<span id="footnote10" class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">10</sup>Long.</span>'
    link = '<a href="#footnote10" title="footnote 10In Figure 6 ‣ Bells" class="ltx_ref">10</a>'
    letter = caption("(b)", f"Loud.{note}").replace("(b):", "(b)")
    panel = f'<figure class="ltx_figure ltx_figure_panel">{picture("a")}{letter}</figure>'
    body = f'<figure class="ltx_figure">{panel}{caption("Figure 6", "Bells.")}</figure>'
    assert "See Figure 6(b)." in shown(f'{body}<p class="ltx_p">See Figure {link}.</p>')
    whole = body.replace("(b) ", "Figure 5: ")
    assert "See Figure 6." in shown(f'{whole}<p class="ltx_p">See Figure {link}.</p>')


def test_a_reference_to_a_lemma_that_leads_to_an_equation_in_it_is_the_number_of_the_lemma() -> None:
    title = "Equation 21 ‣ Lemma 5 (Order of values) ‣ Appendix A ‣ Bells"
    link = f'<a href="#A1.E21" title="{title}" class="ltx_ref"><span class="ltx_text ltx_ref_tag">21</span></a>'
    body = f'<p class="ltx_p">By <span class="ltx_text">Lemma </span>{link}, and ({link}), it holds.</p>'
    assert shown(body) == ["By Lemma 5, and (21), it holds."]


def test_a_reference_to_figures_side_by_side_names_all_their_numbers() -> None:
    panel = '<figure class="ltx_figure ltx_figure_panel">{}</figure>'
    panels = "".join(panel.format(picture(f"p{n}") + caption(f"Figure {n}", f"No. {n}.")) for n in (1, 2))
    link = '<a href="#S3.F2" class="ltx_ref"><span class="ltx_text ltx_ref_tag">2</span></a>'
    body = f'<figure id="S3.F2" class="ltx_figure">{panels}</figure><p class="ltx_p">See Figure {link}.</p>'
    assert shown(body)[-1] == "See Figures 1–2."
    parts = body.replace("Figure 1:", "(a)").replace("Figure 2:", "(b)")
    assert shown(parts)[-1] == "See Figure 2."
