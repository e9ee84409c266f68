"""Source that upstream has not converted."""

from __future__ import annotations

import pytest

from arxtui.model.document import Float, Text
from arxtui.sources.latexml import parse_document
from tests.sources.latexml.pages import page, shown


def error(name: str) -> str:
    return f'<span class="ltx_ERROR undefined">{name}</span>'


def para(*parts: str) -> str:
    return f'<div class="ltx_para"><p class="ltx_p">{"".join(parts)}</p></div>'


PICTURE = (error("{tikzpicture}"), "[scale=2] ", error(r"\draw"), "(0,0) – (1,1); ", error(r"\node"), " at (0,1) a;")
ALGORITHM = (
    error("{algorithm}"),
    "Peel an onion",
    error(r"\KwIn"),
    "onion ",
    error(r"\While"),
    "it has layers",
    error(r"\Return"),
)


@pytest.mark.parametrize(("source", "said"), [(PICTURE, "picture"), (ALGORITHM, "algorithm")])
def test_a_picture_or_algorithm_that_failed_is_said_and_its_source_is_in_a_note(
    source: tuple[str, ...], said: str
) -> None:
    lines = shown(para("Words before.") + para(*source) + para("Words after."))
    assert lines[:5] == ["Words before.", "", f"[{said} not converted]*", "", "Words after."]
    assert lines[lines.index("Notes") + 2].startswith(f"*     {parse_document(page(para(*source))).faults[0]}")


def test_each_macro_of_the_source_begins_a_line() -> None:
    lines = shown(para(*PICTURE))
    assert lines[lines.index("Notes") + 2 :] == [
        "*     {tikzpicture}[scale=2]",
        r"      \draw(0,0) – (1,1);",
        r"      \node at (0,1) a;",
    ]


def test_words_before_and_after_the_source_stay_in_their_place() -> None:
    body = para("See it. ", *PICTURE, error(r"\endtikzpicture"), " That was it.")
    assert shown(body)[0] == "See it. [picture not converted]* That was it."


def test_a_macro_alone_in_its_paragraph_says_nothing_and_is_reported() -> None:
    body = f'<div class="ltx_para">{error(chr(92) + "@afterheading")}<p class="ltx_p">Text.</p></div>'
    assert shown(body) == ["Text."]
    assert parse_document(page(body)).faults == (r"\@afterheading",)


@pytest.mark.parametrize("alt", ["Refer to caption", "A bell"])
@pytest.mark.parametrize("caption", ["", '<figcaption class="ltx_caption">A ring.</figcaption>'])
def test_a_picture_beside_a_macro_is_shown(alt: str, caption: str) -> None:
    picture = f'<img src="bell.png" alt="{alt}" class="ltx_graphics">'
    for parts in ((picture, error(r"\legend")), (error(r"\legend"), picture)):
        figure = f'<figure class="ltx_figure">{para(*parts)}{caption}</figure>'
        assert any("▣" in line for line in shown(figure))


def test_an_unconverted_environment_alone_in_its_paragraph_is_shown_by_its_name() -> None:
    body = f'<div class="ltx_para">{error("{lemma}")}<p class="ltx_p">Bells ring.</p></div>'
    assert shown(body) == ["{lemma}", "", "Bells ring."]


def test_prose_with_unknown_macros_stays_prose() -> None:
    unit = error(r"\SI")
    assert shown(para(f"It weighs {unit}3 kg, of which the clapper has {unit}1 kg, as one reads there."), 90) == [
        r"It weighs \SI3 kg, of which the clapper has \SI1 kg, as one reads there."
    ]


def test_the_classification_in_xml_before_a_paper_is_one_line() -> None:
    xml = "¡ccs2012¿ ¡concept¿ ¡concept_id¿10011007¡/concept_id¿ ¡/concept¿ ¡/ccs2012¿"
    volume, year = error(r"\acmVolume"), error(r"\acmYear")
    volume = f'<div class="ltx_para">{volume}<p class="ltx_p">0 {year}2016</p></div>'
    scheme = f'<div class="ltx_para">{error("{CCSXML}")}<p class="ltx_p">{xml}</p></div>'
    assert shown(volume + scheme + para("Text."))[:3] == ["[source not converted]*", "", "Text."]


def test_dashes_and_quotes_of_the_package_cjk_are_decoded() -> None:
    sign = error(r"\CJK@punctchar") + error(r"\CJK@uniPunct") + "0”80”{}"
    body = para("水", sign.format("9C"), "茶", sign.format("9D"), sign.format("94"), sign.format("94"), "好")
    assert shown(body) == ["水“茶”——好"]


def test_greek_accents_are_on_their_letters() -> None:
    body = para("Ν", error(r"\acctonos"), "ικος, Σχ", error(r"\accperispomeni"), "ηµα")
    assert shown(body) == ["Νίκος, Σχῆµα"]


def test_macros_among_numbers_stay_in_their_sentence() -> None:
    and_, last = error(r"\crefmiddleconjunction"), error(r"\creflastconjunction")
    assert shown(para("See 2", and_, "4", and_, "5", last, "7."), 90) == [
        r"See 2\crefmiddleconjunction4\crefmiddleconjunction5\creflastconjunction7."
    ]


def test_where_the_package_cjk_begins_nothing_is_said() -> None:
    begin = para(error("\\CJK@envStart")) + para("UTF8rm", error("\\CJKtilde"))
    assert shown(para("Before.") + begin + para("After.")) == ["Before.", "", "After."]


UNKNOWN_CLASS = """<div class="ltx_para"><span class="ltx_ERROR undefined">\\titre</span>
<p class="ltx_p">Sur les ponts
<span class="ltx_ERROR undefined">\\resumefrancais</span>Les ponts sont longs.
<span class="ltx_ERROR undefined">\\resumeanglais</span>Bridges are long.</p></div>
<section class="ltx_section"><h2 class="ltx_title ltx_title_section">Introduction</h2>
<div class="ltx_para"><p class="ltx_p">Un pont.</p></div></section>"""


def test_title_and_abstracts_of_an_unknown_class_are_those_that_its_macros_name() -> None:
    paper = parse_document(page(UNKNOWN_CLASS))
    assert paper.title == (Text("Sur les ponts"),)
    assert shown(UNKNOWN_CLASS) == [
        "Sur les ponts",
        "",
        "Résumé",
        "  Les ponts sont longs.",
        "",
        "Abstract",
        "  Bridges are long.",
        "",
        "",
        "Introduction",
        "",
        "Un pont.",
    ]


def test_a_macro_of_a_caption_makes_the_paragraph_behind_it_the_caption() -> None:
    figure = """<figure class="ltx_figure"><div class="ltx_block ltx_figure_panel"><object type="image/svg+xml"
        data="a.svg" class="ltx_graphics"></object><span class="ltx_ERROR undefined">\\legende</span></div>
        <p class="ltx_p ltx_figure_panel ltx_align_center">A bridge.</p></figure>"""
    (block,) = parse_document(page(figure)).blocks
    assert isinstance(block, Float)
    assert block.caption == (Text("A bridge."),)
    assert shown(figure) == ["▣", "  A bridge."]
