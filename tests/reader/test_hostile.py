"""Malicious documents: all of them are laid out completely, and none takes unbounded time."""

from __future__ import annotations

import pytest

from arxtui.model.document import (
    Block,
    Break,
    Cell,
    Equation,
    EquationCell,
    EquationRow,
    Float,
    Footnote,
    Formula,
    Group,
    Items,
    Line,
    Listing,
    Paragraph,
    Picture,
    Pictures,
    Reference,
    Source,
    Style,
    Table,
    Text,
)
from arxtui.reader import markdown
from tests.reader.documents import all_lines, document, page, para, widest
from tests.reader.test_blocks import item

ONE = Cell((para("12"),))
SPANNING = Cell((para("12"),), 1_000, 65_534)


def nested(depth: int) -> Block:
    block: Block = para("core")
    for level in range(depth):
        kinds: tuple[Block, ...] = (
            Group("quote", (), (block,)),
            Table(((Cell((block,)),),)),
            Float("figure", "Figure", (), (block,)),
            Items((item("•")._replace(blocks=(block,)),)),
            Source("[1]", (block,)),
            para("x", Footnote("1", (block,))),
        )
        block = kinds[level % len(kinds)]
    return block


def referred(depth: int) -> Paragraph:
    content: tuple[Text, ...] | tuple[Reference, ...] = (Text("core"),)
    for _ in range(depth):
        content = (Reference(content, "a", cites=True),)
    return Paragraph(content)


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(Table(((ONE,) * 150,) * 150), id="more cells than a table is laid out with"),
        pytest.param(Table(((ONE,) * 5_000,)), id="a row of 5,000 cells"),
        pytest.param(Table(((SPANNING,) * 5,) * 2_000), id="cells that all span everything"),
        pytest.param(Table(((SPANNING,) * 60,) * 60), id="rows of such"),
        pytest.param(para("x" * 250_000), id="a word of 250,000 letters"),
        pytest.param(para("中" * 75_000), id="a wide one"),
        pytest.param(para("\u0301" * 200_000), id="marks on nothing"),
        pytest.param(para("a\u200d" * 50_000), id="joiners"),
        pytest.param(para("שלום עולם " * 12_000), id="right to left"),
        pytest.param(para(Text(" " * 250_000)), id="blanks"),
        pytest.param(para("/-" * 75_000), id="joints"),
        pytest.param(para("x" * 250_000 + " half-open"), id="a word of 250,000 letters beside a joint"),
        pytest.param(Paragraph((Break(), Text("a", Style.BOLD), Text("b")) * 12_000), id="short runs"),
        pytest.param(referred(1_000), id="references within references"),
        pytest.param(nested(1_000), id="blocks within blocks"),
        pytest.param(Paragraph((Footnote("1", (para("a"),)),) * 3_000), id="footnotes"),
        pytest.param(Equation((EquationRow((EquationCell((Formula("a"),)),) * 5_000),)), id="a row of equations"),
        pytest.param(
            Equation(
                (EquationRow((EquationCell((Formula("a"), Text("x " * 20_000), *(Formula("a"), Text("b")) * 2_000)),)),)
            ),
            id="a tall cell of many parts",
        ),
        pytest.param(Equation((EquationRow((EquationCell((Formula("{" * 9_999),)),)),)), id="an unending formula"),
        pytest.param(Listing((Line((Text("x" * 200),)),) * 5_000), id="long code"),
        pytest.param(Table(((Cell((Listing((Line((Text("x"),)),) * 30_000),)),),)), id="code in a cell"),
        pytest.param(Pictures((Picture("a.png", "words"),) * 5_000), id="pictures"),
    ],
)
def test_a_page_is_made_of_it_all_the_same(block: Block) -> None:
    laid = page(block, para("the end"), width=80, justified=True)
    lines = all_lines(laid)
    assert any(line.text == "the end" for line in lines)
    assert widest([line for line in lines if not line.wide]) <= 80
    assert sum(len(text) for text in laid.finder.texts()) > 0
    assert "the end" in list(markdown(document(block, para("the end"))))


def test_a_document_of_very_many_blocks_opens_at_once_and_finds() -> None:
    laid = page(*[para("words of a block")] * 20_000, para("needle"))
    assert len(laid.lines(0, 40)) == 40
    [match] = laid.finder.find("needle")
    assert laid.line(laid.y_of_place(match.place)).text == "needle"
    assert not laid.exact
