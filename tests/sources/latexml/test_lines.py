"""What stays in the line of a sentence, and what a line of a page says beside its words."""

from __future__ import annotations

import pytest

from arxtui.model.document import Equation, Link, Paragraph, Text
from arxtui.sources.latexml import parse_document
from tests.sources.latexml.pages import page, shown


def paragraph(*parts: str) -> str:
    return "".join(f'<p class="ltx_p">{part}</p>' for part in parts)


def box(text: str) -> str:
    return f'<span class="ltx_inline-block ltx_markedasmath">\n<span class="ltx_p">{text}</span>\n</span>'


def test_a_small_box_stays_in_its_sentence() -> None:
    assert shown(paragraph(f"It is written as \n{box('∙')} with one map.")) == ["It is written as ∙ with one map."]


def test_boxes_beside_each_other_are_paragraphs() -> None:
    assert shown(paragraph(f"{box('Left text.')}\n{box('Right text.')}")) == ["Left text.", "", "Right text."]


@pytest.mark.parametrize(
    ("parts", "lines"),
    [
        (("The leaf is called", "龙井茶 and is green."), ["The leaf is called 龙井茶 and is green."]),
        (("It means 녹차", "in Korean."), ["It means 녹차 in Korean."]),
        (("The leaf is green.", "龙井茶。"), ["The leaf is green.", "", "龙井茶。"]),
        (("It means 녹차", "Another text."), ["It means 녹차", "", "Another text."]),
    ],
)
def test_a_sentence_that_changes_its_script_is_one_paragraph(parts: tuple[str, ...], lines: list[str]) -> None:
    assert shown(f'<div class="ltx_para">{paragraph(*parts)}</div>') == lines


@pytest.mark.parametrize("style", ["--ltx-fg-color:#FFFFFF;", "font-size:50%;color: white"])
def test_white_text_is_room(style: str) -> None:
    white = f'<span class="ltx_text" style="{style}">i</span>'
    assert shown(paragraph(f"Observe{white}the state.")) == ["Observe the state."]
    cell = f'<td class="ltx_td" style="--ltx-bg-color:#003366;">{white}</td>'
    assert shown(f'<table class="ltx_tabular"><tr class="ltx_tr">{cell}</tr></table>') == ["  i"]
    drawn = f"<foreignObject>{white}</foreignObject>"
    assert shown(f'<svg class="ltx_picture">{drawn}</svg>') == ["[picture: i]"]


def test_dashes_that_were_left_as_typed_are_dashes_and_options_of_a_command_are_not() -> None:
    code = '<span class="ltx_text ltx_font_typewriter">git add -- a</span>'
    assert shown(paragraph(f"Larger --- more symmetric -- fields; {code}, a--b, n---this, -----."), 80) == [
        "Larger — more symmetric – fields; git add -- a, a--b, n—this, -----."
    ]


def test_a_link_that_shows_only_a_sign_names_where_it_leads() -> None:
    sign = '<span class="ltx_inline-block fa fa-github" aria-hidden="true">\n</span>'
    link = f'<a href="https://github.com/ada/bells" title="" class="ltx_ref ltx_href">\n{sign}</a>'
    assert shown(paragraph(f"See {link} for more.")) == ["See [github.com] for more."]
    assert shown(paragraph('Nothing <a href="https://example.org/" class="ltx_ref"></a>here.')) == ["Nothing here."]


@pytest.mark.parametrize(
    ("tags", "said"), [("*</span> ‣ <span>2", "*"), ("•</span> ‣ <span>2", "2"), ("a</span> ‣ <span>2", "a ‣ 2")]
)
def test_a_reference_to_an_item_without_a_number_is_its_mark(tags: str, said: str) -> None:
    item = '<ul class="ltx_itemize"><li id="I1.ix1" class="ltx_item">bival</li></ul>'
    link = f'<a href="#I1.ix1" title="Item * ‣ Table 2" class="ltx_ref"><span>{tags}</span></a>'
    assert shown(paragraph(f"As in {link}.") + item)[0] == f"As in {said}."


@pytest.mark.parametrize(("tag", "title"), [("Lemma 1", "Lemma 1."), ("Lemma 1.", "Lemma 1."), ("Claim:", "Claim:")])
def test_the_title_of_a_theorem_ends_before_its_text(tag: str, title: str) -> None:
    heading = f'<h6 class="ltx_title ltx_runin ltx_title_theorem"><span class="ltx_tag">{tag}</span></h6>'
    assert shown(f'<div class="ltx_theorem ltx_theorem_lemma">{heading}{paragraph("The first.")}</div>') == [
        f"  {title} The first."
    ]


def test_lines_that_an_author_set_in_a_cell_are_lines() -> None:
    lines = '<span class="ltx_p">The donut</span>\n<span class="ltx_p">was studied.</span>'
    cell = f'<td class="ltx_td"><span class="ltx_inline-block ltx_align_top" style="width:77.6pt;">{lines}</span></td>'
    table = f'<table class="ltx_tabular"><tr class="ltx_tr">{cell}<td class="ltx_td">1<br>2</td></tr></table>'
    assert shown(table) == ["  The donut     1", "  was studied.  2"]


def test_a_layout_table_without_text_takes_no_room() -> None:
    row = '<tr class="ltx_tr"><td class="ltx_td ltx_border_t"></td></tr>'
    assert shown(paragraph("One.") + f'<table class="ltx_tabular">{row * 3}</table>' + paragraph("Two.")) == [
        "One.",
        "",
        "Two.",
    ]


@pytest.mark.parametrize("side", ["t", "tt", "ttt"])
def test_a_rule_of_any_thickness_separates_rows(side: str) -> None:
    rows = [
        f'<tr class="ltx_tr"><td class="ltx_td{ruled}">{x}</td></tr>'
        for x, ruled in (("a", ""), ("b", f" ltx_border_{side}"))
    ]
    assert shown(f'<table class="ltx_tabular">{"".join(rows)}</table>') == ["  a", "  ─", "  b"]


def test_rules_that_an_author_draws_in_a_table_are_its_rules() -> None:
    rule = '<span class="ltx_rule" style="{}--ltx-bg-color:black;display:inline-block;"> </span>'.format
    row, cell = '<tr class="ltx_tr">{}</tr>'.format, '<td class="ltx_td">{}</td>'.format
    head = row(cell("a" + rule("width:1.0pt;")) + cell("b" + rule("width:0.0pt;height:8.6pt;")))
    across = row(f'<td class="ltx_td" colspan="2">{rule("width:100%;height:1.0pt;")}</td>')
    body = row(cell("c" + rule("width:1.0pt;")) + cell("d"))
    assert shown(f'<table class="ltx_tabular">{head}{across}{body}</table>') == ["  a │ b", "  ──┼──", "  c │ d"]


@pytest.mark.parametrize(("count", "numbered"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_a_number_that_spans_rows_is_beside_the_middle_one(count: int, numbered: int) -> None:
    number = f'<td rowspan="{count}" class="ltx_eqn_cell ltx_eqn_eqno"><span class="ltx_tag">(5)</span></td>'
    rows = [
        f'<tr class="ltx_equation ltx_eqn_row"><td class="ltx_eqn_cell">{judgement(f"x={place}")}</td>'
        f"{number if not place else ''}</tr>"
        for place in range(count)
    ]
    lines = shown(f'<table class="ltx_equationgroup ltx_eqn_table">{"".join(rows)}</table>')
    assert [line.endswith("(5)") for line in lines] == [place == numbered for place in range(count)]


def test_an_empty_row_beside_a_rule_or_at_the_end_of_a_table_is_left_out() -> None:
    def row(first: str, second: str, side: str = "") -> str:
        cells = "".join(f'<td class="ltx_td{side and f" ltx_border_{side}"}">{text}</td>' for text in (first, second))
        return f'<tr class="ltx_tr">{cells}</tr>'

    rows = row("", "", "t"), row("a", "b"), row("", ""), row("c", ""), row("", "", "b"), row("", ""), row("d", "e")
    table = f'<table class="ltx_tabular">{"".join(rows)}</table>'
    assert [line.strip() for line in shown(table)] == ["────", "a  b", "", "c", "────", "d  e"]


def test_a_rule_that_ends_a_part_and_one_that_begins_the_next_are_one() -> None:
    rule = '<span class="ltx_rule" style="width:345.0pt;height:0.8pt;background:black;display:inline-block;"> </span>'
    assert shown(paragraph("One.", rule, rule, "Two."), 20) == ["One.", "", "─" * 20, "", "Two."]


def proof(premises: str, rule: str, conclusion: str) -> str:
    """Return a step of a proof as LaTeXML sets bussproofs."""
    bar = '<span class="ltx_rule ltx_filled_leader" style="width:111.9pt;height:1px;"> </span>'
    name = f'<span class="ltx_text"> <span class="ltx_text ltx_font_smallcaps">{rule}</span></span>'
    lines = premises, f'<span class="ltx_text ltx_inline-block" style="width:111.9pt;">{bar}</span>{name}', conclusion
    rows = "".join(f'<span class="ltx_p">{line}</span>' for line in lines)
    return f'<span class="ltx_inline-block">{rows}</span>'


def judgement(tex: str) -> str:
    return f'<span class="ltx_text"><math alttext="{tex}"><semantics><mi>x</mi></semantics></math></span>'


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (("at 13", r"\,\mathrm{TeV}", " only"), "at 13 TeV only"),
        (("at ", r"13\,", "TeV"), "at 13 TeV"),
        (("at 13", r"\,\;", "TeV"), "at 13 TeV"),
        (("for ", "x~", "(see there)"), "for x (see there)"),
        (("for ", r"x\,", ", and"), "for x, and"),
        (("(", r"\,x", ")"), "(x)"),
    ],
)
def test_space_at_the_ends_of_a_formula_separates_it_from_words(written: tuple[str, str, str], read: str) -> None:
    before, tex, after = written
    formula = f'<math alttext="{tex}"><semantics><mi>x</mi></semantics></math>'
    assert shown(f'<p class="ltx_p">{before}{formula}{after}</p>') == [read]


def test_a_proof_tree_is_drawn_with_its_bars_and_the_names_of_its_rules() -> None:
    inner = proof(judgement("a"), "Left", judgement("a \\vdash b"))
    tree = proof(f'{inner}<span class="ltx_text">   </span>{judgement("c")}', "Cut", judgement("d"))
    assert [line.rstrip() for line in shown(paragraph(f'<span class="ltx_text">{tree}</span>'), 40)] == [
        "             a",
        "           ───── Left  c",
        "           a ⊢ b",
        "           ───────────── Cut",
        "                 d",
    ]


def test_a_proof_tree_that_cannot_be_drawn_keeps_its_lines() -> None:
    tree = proof(judgement("\\unknown a"), "Left", judgement("b"))
    assert shown(paragraph(tree)) == [r"$\unknown a$", "", f"{'─' * 24} Left", "", "b"]


def test_a_large_initial_belongs_to_its_word() -> None:
    initial = '<span class="ltx_text ltx_font_bold">{}</span>'
    assert shown(paragraph(f"{initial.format('M')}  OBILE bells ring.")) == ["MOBILE bells ring."]
    assert shown(paragraph(f"{initial.format('A')} BELL rings.")) == ["A BELL rings."]


def test_the_heading_of_contents_that_are_not_there_is_not_there() -> None:
    heading = '<h2 class="ltx_title ltx_title_section">{}</h2>'
    body = heading.format("Contents") + heading.format("Introduction") + paragraph("Text.")
    assert shown(body) == ["Introduction", "", "Text."]
    bold = paragraph('<span class="ltx_text ltx_font_bold" style="font-size:298%;">Contents</span>')
    assert shown(bold + heading.format("Introduction")) == ["Introduction"]
    assert shown(heading.format("Contents") + paragraph("Text."))[0] == "Contents"


def test_an_e_mail_with_an_empty_link_leads_to_the_address_it_shows() -> None:
    body = paragraph('Write to <a href="mailto:" class="ltx_ref ltx_nolink">ada@example.org</a>.')
    [block] = parse_document(page(body)).blocks
    assert isinstance(block, Paragraph)
    assert block.content[1] == Link((Text("ada@example.org"),), "mailto:ada@example.org")


@pytest.mark.parametrize(
    ("after", "line"),
    [
        ("(b)", "a¹ (b)"),
        ("A bell", "a¹ A bell"),
        (", b", "a¹, b"),
        ("的", "a¹的"),
        ('<math alttext="b=2"></math>', "a¹ b = 2"),
    ],
)
def test_a_word_or_bracket_does_not_touch_the_mark_of_a_note(after: str, line: str) -> None:
    note = '<span class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">1</sup>Long.</span>'
    assert shown(f'<p class="ltx_p">a{note}{after}</p>')[0] == line


EQUATION = """<table id="S2.Ex1" class="ltx_equation ltx_eqn_table"><tr class="ltx_equation ltx_eqn_row">
<td class="ltx_eqn_cell"><math class="ltx_Math" alttext="a=b" display="block"></math></td>{}</tr></table>"""
NUMBERED = EQUATION.format('<td class="ltx_eqn_cell"><span class="ltx_tag ltx_tag_equation">(2)</span></td>')
EQUATION = EQUATION.format("")


@pytest.mark.parametrize(
    ("before", "after", "body", "line"),
    [
        ("While (", ") rings", "{}" + EQUATION, "While (the equation below) rings"),
        ("While (", ") rings", EQUATION + "{}", "While (the equation above) rings"),
        ("By Eq. (", "), bells", "{}" + EQUATION, "By Eq. (below), bells"),
        ("By equation ", ", bells", EQUATION + "{}", "By equation above, bells"),
        ("While (", ") rings", EQUATION.replace("a=b", "a=b.~(6)") + "{}", "While (6) rings"),
        ("While (", ") rings", "{}" + NUMBERED, "While (2) rings"),
        ("In Section (", ") bells", "{}" + EQUATION, "In Section (2) bells"),
        ("In ", " bells", "{}" + EQUATION, "In 2 bells"),
    ],
)
def test_the_number_of_a_section_does_not_mean_an_equation_without_one(
    before: str, after: str, body: str, line: str
) -> None:
    link = '<a href="#S2.Ex1" title="Bells ‣ 2 Sound ‣ On Bells" class="ltx_ref"><span class="ltx_text">2</span></a>'
    assert line in shown(body.format(paragraph(f"{before}{link}{after}")))


def test_an_item_with_the_number_of_its_list_keeps_it_although_its_equation_has_none() -> None:
    link = '<a href="#S2.Ex1" title="item 2 ‣ 3 Sound ‣ On Bells" class="ltx_ref"><span class="ltx_text">2</span></a>'
    assert "By (2) bells" in shown(EQUATION + paragraph(f"By ({link}) bells"))


def test_marks_of_affiliations_that_lead_nowhere_are_left_out_and_reported() -> None:
    mark = '<sup class="ltx_sup">??</sup>'
    name = f'<span class="ltx_personname">Robert Hand{mark.replace("??", "??,??")}</span>'
    author = f'<div class="ltx_authors"><span class="ltx_creator ltx_role_author">{name}</span></div>'
    title = f'<h1 class="ltx_title ltx_title_document">On Bells {mark}</h1>'
    body = title + author + paragraph(f"{mark}University of Bells", f"A bell{mark} rings.")
    assert [line for line in shown(body) if line] == [
        "On Bells",
        "Robert Hand",
        "University of Bells",
        "A bell?? rings.",
    ]
    assert parse_document(page(body)).faults == ("missing label",) * 3


def test_a_number_that_the_author_wrote_into_a_formula_is_that_of_the_equation() -> None:
    written = EQUATION.replace("a=b", r"a=b.\quad(6)")
    assert shown(written) == [f"{'a = b.':>33}{'(6)':>27}"]
    (block,) = parse_document(page(EQUATION.replace("a=b", "a=f(6)"))).blocks
    assert isinstance(block, Equation)
    assert block.rows[0].number == ""


@pytest.mark.parametrize(
    ("before", "title", "line"),
    [
        ("As in Appendix ", "Algorithm 1 ‣ Appendix B Bells ‣ On Bells", "As in Appendix B, it rings."),
        ("As in Algorithm ", "Algorithm 1 ‣ Appendix B Bells ‣ On Bells", "As in Algorithm 1, it rings."),
        ("As in Appendix ", "Algorithm 1 ‣ 2 Bells ‣ On Bells", "As in Appendix 1, it rings."),
    ],
)
def test_the_number_of_a_float_does_not_mean_the_letter_of_its_appendix(before: str, title: str, line: str) -> None:
    link = f'<a href="#A" title="{title}" class="ltx_ref"><span class="ltx_text ltx_ref_tag">1</span></a>'
    assert line in shown(paragraph(f"{before}{link}, it rings.") + '<figure id="A" class="ltx_figure">x</figure>')


def test_of_two_tags_in_a_heading_the_first_is_its_number() -> None:
    tags = [f'<span class="ltx_tag">{tag}</span>' for tag in ("2 ", "(a)")]
    heading = f'<section class="ltx_section"><h2 class="ltx_title">{tags[0]}Bells {tags[1]}</h2></section>'
    assert shown(heading + paragraph("They ring."))[0] == "2  Bells (a)"


def test_affiliations_follow_all_names_where_an_orcid_before_a_name_is_the_one_of_the_author_before() -> None:
    def author(name: str, place: str = "") -> str:
        contact = f'<span class="ltx_contact ltx_role_affiliation">{place}</span>' if place else ""
        notes = f'<span class="ltx_author_notes">{contact}</span>'
        return f'<span class="ltx_creator ltx_role_author"><span class="ltx_personname">{name}</span>{notes}</span>'

    orcid = '<a href="https://orcid.org/0000-0001-0000-0000" class="ltx_ref ltx_orcid"></a>'
    authors = author("Robert Hand") + author(f"{orcid}Ada Byron", "Tower") + author("Ada Example", "Belfry") + "Foundry"
    assert shown(f'<div class="ltx_authors">{authors}</div>' + paragraph("They ring.")) == [
        "Robert Hand, Ada Byron, Ada Example",
        "Tower",
        "Belfry",
        "Foundry",
        "",
        "Robert Hand: ORCID 0000-0001-0000-0000",
        "",
        "They ring.",
    ]


@pytest.mark.parametrize(
    ("title", "line"),
    [
        ("Lemma 1", "Lemma 1. So it is."),
        ("Lemma 1 (Rope)", "Lemma 1 (Rope). So it is."),
        ("Lemma 1 (Rope) [2]", "Lemma 1 (Rope) [2]. So it is."),
        ("Lemma 1. (Rope)", "Lemma 1. (Rope) So it is."),
        ("Lemma 1:", "Lemma 1: So it is."),
    ],
)
def test_the_title_of_a_theorem_ends_in_one_stop(title: str, line: str) -> None:
    theorem = f'<h6 class="ltx_title ltx_title_theorem">{title}</h6>{paragraph("So it is.")}'
    assert [each.strip() for each in shown(f'<div class="ltx_theorem ltx_theorem_lemma">{theorem}</div>')] == [line]


def test_the_sign_of_a_proof_before_the_title_is_left_out() -> None:
    assert "∎" not in " ".join(shown(paragraph("∎") + '<h1 class="ltx_title ltx_title_document">Bells</h1>'))
