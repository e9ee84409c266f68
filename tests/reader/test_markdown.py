"""A document as Markdown: its structure becomes markup, and no text becomes markup by accident."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from arxtui.model.document import (
    Alignment,
    Block,
    Break,
    Cell,
    Document,
    Equation,
    EquationCell,
    EquationRow,
    Float,
    Footnote,
    Formula,
    Group,
    Heading,
    Item,
    Items,
    Line,
    Link,
    Listing,
    Paragraph,
    Person,
    Picture,
    Pictures,
    Rule,
    Source,
    Style,
    Table,
    Text,
)
from arxtui.reader import markdown
from tests.reader.documents import cell, cite, content, document, equation, para, section, table
from tests.reader.test_blocks import item

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
# Letters, and all characters that could be read as markup.
SIGNS = st.text("ab1 .*_`#>+-=|~[](){}<>!\\$&;:^@/\"'é—☃", max_size=24)


def written(*blocks: Block) -> list[str]:
    return list(markdown(document(*blocks)))


def read(lines: list[str]) -> list[Token]:
    return PARSER.parse("\n".join(lines))


def inline_text(tokens: list[Token]) -> str:
    """Return the text of inline tokens, with the name of the token for any markup in it."""
    shown = ""
    for token in tokens:
        if token.type == "inline":
            shown += inline_text(token.children or [])
        elif token.type in ("text", "text_special", "softbreak"):
            shown += token.content
        elif token.type not in ("paragraph_open", "paragraph_close"):
            shown += f"<{token.type}>"
    return shown


@given(SIGNS)
def test_nothing_in_a_paragraph_becomes_markup(text: str) -> None:
    assert inline_text(read(written(para(Text(text))))).strip() == text.strip()


@given(SIGNS, st.sampled_from([Style.BOLD, Style.ITALIC, Style.BOLD | Style.ITALIC]), SIGNS, SIGNS)
def test_emphasis_around_any_text_is_emphasis_or_nothing(before: str, style: Style, text: str, after: str) -> None:
    tokens = read(written(para(Text(before), Text(text, style), Text(after))))
    plain = inline_text(tokens)
    for kind in ("strong", "em"):
        plain = plain.replace(f"<{kind}_open>", "").replace(f"<{kind}_close>", "")
    assert plain.strip() == (before + text + after).strip()


@given(
    SIGNS,
    st.sampled_from([Style.STRIKE | style for style in (Style.PLAIN, Style.BOLD, Style.ITALIC, Style.MONO)]),
    SIGNS.filter(str.strip),
    SIGNS,
)
def test_struck_text_is_struck_between_any_characters(before: str, style: Style, text: str, after: str) -> None:
    parser = MarkdownIt("commonmark", {"html": True}).enable("strikethrough")
    tokens = parser.parse("\n".join(written(para(Text(before), Text(text, style), Text(after)))))
    pieces, depth = ["", "", ""], 0
    for token in (child for each in tokens for child in each.children or []):
        if token.type in ("s_open", "s_close") or token.content in ("<del>", "</del>"):
            depth += 1
        else:
            pieces[depth] += token.content
    assert depth == 2
    assert [piece.strip() for piece in pieces] == [before.strip(), text.strip(), after.strip()]


@given(SIGNS)
def test_nothing_in_a_heading_item_or_cell_becomes_markup(text: str) -> None:
    for block, kind in (
        (Heading(1, "", (Text(text),)), "heading"),
        (Items((Item((Text("•"),), (para(Text(text)),)),)), "list_item"),
        (Table(((Cell((para(Text(text)),), header=True), cell("x")), (cell("y"), Cell((para(Text(text)),))))), "td"),
        (Group("quote", (), (para(Text(text)),)), "blockquote"),
        (Source("[1]", (para(Text(text)),)), "list_item"),
    ):
        tokens = read(written(block))
        inline = [inline_text([token]) for token in tokens if token.type == "inline"]
        if text.strip():
            assert any(each.strip().endswith(text.strip()) for each in inline), kind
            assert any(token.type == f"{kind}_open" for token in tokens)


@given(SIGNS, SIGNS)
def test_nothing_in_a_title_a_name_or_a_note_becomes_markup(title: str, note: str) -> None:
    paper = Document((Text(f"a{title}"),), (Person((Text(f"b{title}"),), ((Text(f"c{note}"),),)),), ())
    inline = [inline_text([token]).strip() for token in read(list(markdown(paper))) if token.type == "inline"]
    assert inline == [f"a{title}".strip(), f"b{title}".strip(), f"c{note}".strip()]


@given(st.text("a`b |", min_size=1, max_size=12))
def test_code_with_backticks_or_spaces_is_code(text: str) -> None:
    [shown] = [token for token in read(written(para("x ", Text(text, Style.MONO)))) if token.type == "inline"]
    codes = [token.content for token in shown.children or [] if token.type == "code_inline"]
    assert codes == ([text] if text.strip() else [])


def test_styles_links_and_formulas() -> None:
    words = para(
        Text("bold ", Style.BOLD),
        "and ",
        Text("slanted", Style.ITALIC),
        ", ",
        Text("x_1", Style.MONO),
        ", ",
        Link(content("a [site]"), "https://example.org/a b"),
        ", $x_i>0$, ",
        cite("[3]"),
        Text(" ii", Style.SMALL_CAPS),
        Break(),
        "- not an item",
    )
    assert written(words) == [
        "**bold** and *slanted*, `x_1`, [a \\[site\\]](<https://example.org/a%20b>), $x_i>0$, \\[3\\] ii\\",
        "\\- not an item",
    ]


def test_a_formula_with_dollars_in_it_is_code() -> None:
    assert written(para(Formula(r"\text{at $x$}"))) == ["`at x`"]


def test_headings_go_down_from_the_title() -> None:
    paper = Document(
        content("Locks"), (Person(content("Ada Example"), (content("Here"),)),), (section("Keys", "2.1", 2),)
    )
    assert list(markdown(paper)) == ["# Locks", "", "Ada Example", "", "Here", "", "### 2.1 Keys"]
    assert written(section("Of C#")) == ["## Of C\\#"]


def test_authors_have_the_numbers_of_their_affiliations_where_there_are_several() -> None:
    here, there = content("Here"), (Text("There"), Footnote("*", (para("moved"),)))
    paper = Document((), (Person(content("Ada Example"), (here, there)), Person(content("Björn Måns"), (there,))), ())
    assert list(markdown(paper)) == [
        "Ada Example¹,², Björn Måns²",
        "",
        "¹ Here",
        "",
        "² There[^note]",
        "",
        "[^note]: moved",
    ]


def test_displayed_equations_have_their_numbers() -> None:
    assert written(equation("a=b", number="(3)")) == ["$$", r"a=b \tag{3}", "$$"]
    assert written(equation("a&=b", "c&=d")) == [
        "$$",
        r"\begin{aligned}",
        r"a & =b \\",
        "c & =d",
        r"\end{aligned}",
        "$$",
    ]
    rows = (
        EquationRow((EquationCell((Formula("a"), Text(" if 5%"))),), "1a"),
        EquationRow((EquationCell((Formula("b"),)),)),
    )
    assert written(Equation(rows))[1:3] == [r"\begin{align*}", r"a \text{ if 5\%} \tag*{1a} \\"]


def test_an_equation_with_dollars_in_it_is_fenced() -> None:
    assert written(equation(r"\text{$x$}")) == ["```math", r"\text{$x$}", "```"]


def test_lists_keep_their_marks_and_nest() -> None:
    inner = Items((item("(a)", "deep"),))
    counted = Items((item("3.", "three"), Item(content("4."), (para("four"), inner))))
    assert written(counted) == ["3. three", "", "4. four", "", "   - (a) deep"]
    assert written(Items((item("•", "one"), item("–", "two")))) == ["- one", "- two"]
    assert written(Items((Item(content("Lock"), (para("holds"),)),), described=True)) == ["- **Lock** holds"]


def test_the_number_of_an_item_that_does_not_count_on_stays_text() -> None:
    tokens = read(written(Items((item("1.", "one"), item("3.", "three")))))
    assert [inline_text([token]) for token in tokens if token.type == "inline"] == ["1. one", "3. three"]


def test_a_table_is_one_of_markdowns_where_it_can_be() -> None:
    head = tuple(cell(word, header=True, alignment=side) for word, side in zip("abc", Alignment, strict=True))
    assert written(Table((head, (cell("1 | 2"), cell("$|x|$"), cell(""))))) == [
        "| a | b | c |",
        "| :-- | :-: | --: |",
        r"| 1 \| 2 | $\|x\|$ |  |",
    ]
    assert written(table("a | b"))[0] == "|  |  |"


def test_a_table_that_spans_is_code() -> None:
    assert written(Table(((cell("all", columns=2),), (cell("a"), cell("b"))))) == ["```", "all", "a  b", "```"]


def test_code_is_fenced_with_its_language() -> None:
    code = Listing((Line(content("if a:")), Line(content("    ```b"))), "python")
    assert written(code) == ["````python", "if a:", "    ```b", "````"]


def test_figures_have_addresses_and_captions() -> None:
    tree = Picture("x1.png", "a [tree]")
    figure = Float("figure", "Figure 1", content("Growth."), (Pictures((tree,)),))
    assert written(figure) == ["![a \\[tree\\]](<x1.png>)", "", "**Figure 1** Growth."]


def test_theorems_proofs_and_sources() -> None:
    assert written(Group("theorem", content("Theorem 1."), (para("It holds."), para("So.")))) == [
        "**Theorem 1.** It holds.",
        "",
        "So.",
    ]
    assert written(Group("proof", content("Proof."), (para("See."),))) == ["*Proof.* See."]
    assert written(Group("abstract", content("Abstract"), (para("We."),))) == ["## Abstract", "", "We."]
    assert written(Source("[1]", (para("A. Example."), para("Locks.")))) == ["- \\[1\\] A. Example. Locks."]
    assert written(para("a"), Rule(), para("b")) == ["a", "", "---", "", "b"]


def test_footnotes_keep_the_marks_of_the_page() -> None:
    marks = (("4", "a"), ("†", "b"), ("4", "c"), ("[*]", "d"), ("a", "e"), ("A", "f"))
    notes = [Footnote(mark, (para(text),)) for mark, text in marks]
    assert written(para("See", *notes)) == [
        "See[^4][^†][^4-2][^note][^a][^A-2]",
        *("", "[^4]: a", "", "[^†]: b", "", "[^4-2]: c", "", "[^note]: d", "", "[^a]: e", "", "[^A-2]: f"),
    ]


def test_footnotes_are_in_the_order_in_which_they_are_called() -> None:
    inner = Footnote("*", (para("inner"),))
    outer = Footnote("1", (para("outer", inner), para("more")))
    assert written(para("a", outer), para("b", Footnote("2", (para("other"),)))) == [
        "a[^1]",
        "",
        "b[^2]",
        "",
        "[^1]: outer[^note]",
        "",
        "    more",
        "",
        "[^2]: other",
        "",
        "[^note]: inner",
    ]


def test_deeply_nested_blocks_are_written_whole() -> None:
    block: Group | Paragraph = para("the core")
    for _ in range(1_000):
        block = Group("remark", content("Remark."), (block,))
    assert "\n".join(written(block)).count("Remark.") == 1_000


@pytest.mark.parametrize("block", [Table(()), Equation(()), Items(()), Paragraph(()), Listing(()), Pictures(())])
def test_empty_blocks_are_left_out(block: Block) -> None:
    assert [line for line in written(para("a"), block, para("b")) if line not in ("```", "")] == ["a", "b"]


def test_raised_and_lowered_marks_have_no_emphasis() -> None:
    marks = (Text("Ash", Style.BOLD), Text("1", Style.BOLD | Style.SUPER), Text("0", Style.ITALIC | Style.SUB))
    assert written(Paragraph(marks)) == ["**Ash**¹₀"]
