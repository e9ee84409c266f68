"""Full texts parsed into blocks: LaTeXML pages of all ages and forms, and HTML written by authors."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

import pytest

from arxtui.model.document import (
    Document,
    Equation,
    Footnote,
    Formula,
    Heading,
    Line,
    Link,
    Listing,
    Origin,
    Paragraph,
    Picture,
    Pictures,
    Reference,
    Style,
    Text,
)
from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.sources.latexml import parse_document
from arxtui.sources.latexml.classes import FRAME, OMISSIONS, WITHIN
from arxtui.sources.latexml.content import inlines, plain
from arxtui.sources.latexml.math import as_tex
from arxtui.text.math import linear
from tests.sources.fixtures.latexml import frames
from tests.sources.latexml.outline import NAMES, PAGES, outline, page_outline
from tests.sources.latexml.words import article, document_text, page_text, words

OF_LATEXML = [name for name in NAMES if name not in ("native.html", "theorems.xhtml")]
IN_WORDS = [name for name in OF_LATEXML if name != "diagrams.html"]
"""Pages whose words can be compared with those of the document. The text of a diagram contains words and signs that its
page does not."""
FRAMES = [frames.of_2026, frames.of_2023, frames.of_ar5iv]


def page(body: str) -> bytes:
    """Return a LaTeXML page with this body."""
    return f'<html><head></head><body><article class="ltx_document">{body}</article></body></html>'.encode()


def read(body: str) -> Document:
    return parse_document(page(body))


def paragraph(body: str) -> tuple[object, ...]:
    (block,) = read(f'<p class="ltx_p">{body}</p>').blocks
    assert isinstance(block, Paragraph)
    return block.content


@pytest.mark.parametrize(
    "struck",
    [
        '<span class="ltx_text" style="text-decoration:line-through;;">not</span>',
        '<span class="ltx_text ltx_ulem_sout">not</span>',
        '<span class="ltx_text ltx_ulem_xout">not</span>',
        "<del>not</del>",
    ],
)
def test_struck_words_are_struck_whichever_package_struck_them(struck: str) -> None:
    runs = paragraph(f"We do {struck} roll.")
    assert runs == (Text("We do "), Text("not", Style.STRIKE), Text(" roll."))


@pytest.mark.parametrize("name", NAMES)
def test_a_page_reads_as_its_outline_says(name: str) -> None:
    assert page_outline(name) == (PAGES / "outlines" / f"{name}.txt").read_text()


@pytest.mark.parametrize("name", IN_WORDS)
def test_every_word_of_a_page_is_in_its_place(name: str) -> None:
    text = (PAGES / name).read_text()
    sides = words(document_text(parse_document(text.encode()))), words(page_text(article(text)))
    # ``\star`` is a number or mark of an item and not a word.
    result, written = ([word for word in side if word != r"\star"] for side in sides)
    assert result == written


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("name", OF_LATEXML)
def test_the_frame_around_a_paper_is_no_part_of_it(name: str, frame: object) -> None:
    assert callable(frame)
    text = (PAGES / name).read_text()
    bare, framed = parse_document(text.encode()), parse_document(frame(text).encode())
    assert framed._replace(origin=bare.origin, faults=bare.faults) == bare


def test_the_page_of_arxiv_or_ar5iv_gives_the_origin_and_the_faults_of_a_paper() -> None:
    text = (PAGES / "lists.html").read_text()
    assert parse_document(frames.of_2023(text).encode()).faults == ("failed: nosuchpackage",)
    assert parse_document(frames.of_2026(text).encode()).origin == Origin.HTML
    assert parse_document(frames.of_ar5iv(text).encode()).origin == Origin.AR5IV


def test_the_notice_of_ar5iv_behind_a_broken_off_paper_is_a_fault_and_no_text() -> None:
    said = "Conversion to HTML had a Fatal error and exited abruptly."
    notice = f'<div class="ltx_document"><div class="ltx_para"><span class="ltx_ERROR">\n{said}\n</span></div></div>'
    document = parse_document(page('<p class="ltx_p">Text.</p>').replace(b"</body>", f"{notice}</body>".encode()))
    assert document.faults == (said,)
    assert document.blocks == (Paragraph((Text("Text."),)),)
    assert document.broken_off
    alerts = '<div class="package-alerts ltx_document"><ul><li>failed: bells</li></ul></div>'
    body = f'{alerts}<article class="ltx_document"><p class="ltx_p">Text.</p></article>{notice}'
    assert parse_document(f"<html><body>{body}</body></html>".encode()).faults == ("failed: bells", said)


@pytest.mark.parametrize("tag", ["p", "div"])
def test_a_fatal_error_inside_a_paper_marks_it_as_broken_off_unless_the_authors_wrote_it(tag: str) -> None:
    said = "Conversion to HTML had a Fatal error and exited abruptly. This document may be truncated or damaged."
    inside = f'<{tag} class="ltx_p"><span class="ltx_ERROR undefined">{said}</span></{tag}>'
    assert read(f'<p class="ltx_p">Text.</p>{inside}').broken_off
    assert not read(f'<p class="ltx_p">Text.</p><p class="ltx_p">{said}</p>').broken_off


def test_a_note_of_the_title_is_no_part_of_it() -> None:
    """elsarticle's ``\\tnotetext`` becomes such a note."""
    note = '<span class="ltx_contact ltx_role_note"><span class="ltx_contact_name">Note: </span>Rung once.\n</span>'
    document = read(f'<h1 class="ltx_title ltx_title_document">Bells\n{note}\n</h1><p class="ltx_p">Text.</p>')
    assert document.title == (Text("Bells"),)
    assert document.blocks == (Paragraph((Text("Note: Rung once."),)), Paragraph((Text("Text."),)))


def test_a_margin_note_is_one_footnote_without_its_label() -> None:
    """``\\marginpar[left]{right}`` becomes two notes, one for each side."""
    note = (
        '<span class="ltx_note ltx_{0} ltx_role_margin"><sup class="ltx_note_mark">†</sup><span class="ltx_note_outer">'
        '<span class="ltx_note_content"><sup class="ltx_note_mark">†</sup><span class="ltx_note_type">margin: </span>'
        '<span class="ltx_inline-logical-block"><span class="ltx_para"><span class="ltx_p">{1}</span></span></span>'
        "</span></span></span>"
    )
    content = paragraph("A" + note.format("marginpar_left", "left") + note.format("marginpar_right", "right"))
    assert content == (Text("A"), Footnote("†", (Paragraph((Text("right"),)),)))


def test_code_in_boxes_is_a_listing_a_paragraph() -> None:
    """fancyvrb produces such boxes. A box of code between words is read as words."""
    box = (
        '<span class="ltx_text ltx_inline-block"><span class="ltx_text ltx_verbatim ltx_inline-block">{}</span></span>'
    )
    first, second = box.format("a"), box.format("  b  c")
    para = '<div class="ltx_para"><p class="ltx_p">{}</p></div>'
    blocks = read(para.format(first + second) + para.format(first + "Words.")).blocks
    code = [(Text("a", Style.MONO),), (Text("  b  c", Style.MONO),)]
    assert blocks == (
        Listing(tuple(map(Line, code))),
        Listing((Line(code[0]),)),
        Paragraph((Text("Words."),)),
    )


class TestFormulas:
    def math(self, inner: str, **attributes: str) -> str:
        result = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
        return f"<math{result}><semantics><mi>drawn</mi>{inner}</semantics></math>"

    def test_the_tex_of_a_formula_is_its_annotation(self) -> None:
        annotated = self.math(r'<annotation encoding="application/x-tex">a</annotation>', alttext="b")
        assert paragraph(annotated) == (Formula("a"),)

    def test_the_tex_of_a_formula_without_annotation_is_its_alternative_text(self) -> None:
        assert paragraph(self.math("", alttext=r"\alpha < 1")) == (Formula(r"\alpha < 1"),)

    def test_the_drawn_text_of_a_formula_without_tex_is_kept_and_counted(self) -> None:
        document = read("<math><semantics><merror><mi>drawn</mi></merror><mo>\u2062</mo></semantics></math>")
        assert document.blocks == (Paragraph((Formula("drawn"),)),)
        assert document.unknown == (("math without TeX", 1),)

    def test_a_formula_of_mathjax_by_its_label(self) -> None:
        drawn = '<span class="ltx_Math"><span class="mjpage"><span aria-label="x^{2}"><i>x</i>2</span></span></span>'
        assert paragraph(drawn) == (Formula("x^{2}"),)

    def test_a_displayed_one_is_a_block_of_its_own(self) -> None:
        blocks = read(f'<p class="ltx_p">So {self.math("", alttext="a", display="block")} it is.</p>').blocks
        assert [type(block) for block in blocks] == [Paragraph, Equation, Paragraph]

    @pytest.mark.parametrize(
        ("wrapped", "tex"),
        [
            ("\\alpha%\nx", r"\alpha x"),
            ("\\alpha%\n\\beta", r"\alpha\beta"),
            ("\\text{two%\n words}", r"\text{twowords}"),
            ("\\mathcal%\n{B}", r"\mathcal{B}"),
            ("5\\%\nx", r"5\% x"),
            ("a\\\\%\nb", r"a\\b"),
            ("a\n  b", "a b"),
            ("a\\ ", "a\\ "),
        ],
    )
    def test_the_signs_that_wrap_long_formulas_go(self, wrapped: str, tex: str) -> None:
        assert as_tex(wrapped) == tex


class TestDiagrams:
    """xy-pic diagrams as LaTeXML draws them: objects in text size, labels of arrows in a smaller size, everything else
    as lines."""

    def drawing(self, *formulas: str, marks: str = " ltx_markedasmath") -> str:
        drawn = "".join(
            '<g transform="translate(4,0)"><foreignObject height="9.46" width="10.38">'
            f'<math class="ltx_Math" alttext="{tex}" display="inline"><mi>a</mi></math></foreignObject></g>'
            '<path class="droprule" d="M 9.34 -0.28 L 9.34 0.28"></path>'
            for tex in formulas
        )
        return f'<svg class="ltx_picture{marks}" height="82.91" width="80.02"><g>{drawn}</g></svg>'

    square = (
        "\\textstyle{K\\ignorespaces\\ignorespaces%\n\\ignorespaces}",
        "\\scriptstyle{f}",
        "\\textstyle{L_{1}\\ignorespaces}",
        "\\scriptstyle{g}",
        "\\textstyle{M}",
    )

    def test_one_is_said_with_its_objects_and_the_labels_of_its_arrows(self) -> None:
        said = (Text("[diagram: "), Formula("K"), Text("; arrows "), Formula("f"), Text("]"))
        assert paragraph(self.drawing(*self.square[:2])) == said
        assert paragraph(self.drawing(*self.square[:2], marks="")) == said

    def test_one_with_more_lines_is_a_picture_of_that_description(self) -> None:
        (block,) = read(self.drawing(*self.square)).blocks
        assert block == Pictures((Picture("#drawing1", "K, L₁, M; arrows f, g"),))
        (block,) = read(self.drawing(*["\\textstyle{\\hbox to 0.0pt{\\hfill\\vrule}}"] * 3)).blocks
        assert block == Pictures((Picture("#drawing1"),))

    def test_one_in_an_equation_stays_in_it(self) -> None:
        cell = f'<td class="ltx_eqn_cell ltx_align_center">{self.drawing(*self.square)}</td>'
        table = f'<table class="ltx_equation ltx_eqn_table"><tr class="ltx_equation ltx_eqn_row">{cell}</tr></table>'
        (block,) = read(table).blocks
        assert isinstance(block, Equation)
        (row,) = block.rows
        assert [type(run) for run in row.cells[0].content[:2]] == [Text, Formula]

    def test_a_drawing_with_words_is_none(self) -> None:
        words = '<svg class="ltx_picture"><g><foreignObject>time <math alttext="t"></math></foreignObject></g></svg>'
        assert paragraph(words) == (Text("[picture: time "), Formula("t"), Text("]"))

    def test_one_within_a_formula_is_said_in_words(self) -> None:
        drawn = (
            r"x=\lx@xy@svg{\hbox{\raise 2.5pt\hbox{\kern 6.9pt\hbox{\ignorespaces\ignorespaces{\hbox{$"
            r"\textstyle{A_{\{0\}}\ignorespaces}$}}\ignorespaces{\hbox{\lx@xy@droprule}}"
            r"{\hbox{$\scriptstyle{f}$}}{\hbox{$\textstyle{B}$}}}}}}+y"
        )
        assert as_tex(drawn) == r"x=\text{[diagram: $A_{\{0\}}$, $B$; arrows $f$]}+y"
        assert linear(as_tex(drawn)) == "x = [diagram: A_({0}), B; arrows f] + y"

    def test_struts_of_a_diagram_are_left_out(self) -> None:
        strut = r"\hbox to5.0pt{\hfill\vrule height=2.5pt,depth=2.5pt,width=0.0pt}"
        assert as_tex(rf"\lx@xy@svg{{{{\hbox{{$\scriptstyle{{{strut}}}$}}}}}}") == r"\text{[diagram]}"

    def test_a_broken_one_takes_no_more_than_the_formula(self) -> None:
        assert as_tex(r"\lx@xy@svg{\hbox{") == r"\text{[diagram]}"


class TestMatrices:
    """tikz-cd diagrams as LaTeXML draws them; one of the fixture pages has several."""

    HEAD = "M -2.88 3.32 C -2.35 1.33 -1.18 0.39 0 0 C -1.18 -0.39 -2.35 -1.33 -2.88 -3.32"

    def object_at(self, tex: str, x: int, *, box: str = 'width="10" height="9"') -> str:
        held = f'<math class="ltx_Math" alttext="{tex}"><mi>x</mi></math>'
        moved = f'<foreignObject {box} transform="matrix(1 0 0 -1 0 9)">{held}</foreignObject>'
        return f'<g class="ltx_tikzmatrix_col" transform="matrix(1 0 0 -1 {x} 0)">{moved}</g>'

    def drawing(self, *objects: str, line: str = 'stroke-width="0.39998pt"', head: str = "1.0 0.0 0.0 1.0 50 3") -> str:
        row = f'<g class="ltx_tikzmatrix_row" transform="matrix(1 0 0 1 0 10)">{"".join(objects)}</g>'
        arrow = (
            f'<g {line}><path d="M 15 3 L 50 3" style="fill:none"></path>'
            f'<g transform="matrix({head})" stroke-dasharray="none"><path d="{self.HEAD}"></path></g></g>'
        )
        matrix = f'<g class="ltx_tikzmatrix" transform="matrix(1 0 0 -1 0 10)">{row}</g>'
        whole = f'<g transform="translate(0,20) matrix(1 0 0 -1 0 0)">{matrix}{arrow}</g>'
        return f'<svg class="ltx_picture ltx_markedasmath" height="20" width="70">{whole}</svg>'

    def test_a_plain_arrow_is_drawn(self) -> None:
        drawn = self.drawing(self.object_at("K", 0), self.object_at("L", 55))
        assert paragraph(drawn) == (Formula(r"K\xrightarrow[{}]{}L"),)

    @pytest.mark.parametrize(
        "unclear",
        [
            {"line": 'stroke-width="2.33746pt"'},
            {"line": 'stroke-dasharray="2.8pt,1.6pt" stroke-width="0.4pt"'},
            {"line": 'stroke-width="wide"'},
            {"head": "0.7 -0.7 0.7 0.7 50 3"},
            {"head": "nan 0 0 1 50 3"},
            {"head": "1 0 0"},
            {"head": "1.0 0.0 0.0 1.0 30 3"},
            {"head": f'1 0 0 1 50 3)"><path d="{HEAD}"></path></g><g transform="matrix(1 0 0 1 50 3'},
        ],
    )
    def test_any_other_is_said_in_words(self, unclear: dict[str, str]) -> None:
        drawn = self.drawing(self.object_at("K", 0), self.object_at("L", 55), **unclear)
        assert paragraph(drawn) == (Text("[diagram: "), Formula("K"), Text(", "), Formula("L"), Text("]"))

    def test_an_object_without_a_size_has_no_place(self) -> None:
        drawn = self.drawing(self.object_at("K", 0, box='width="inf"'), self.object_at("L", 55))
        assert Text("[diagram: ") in paragraph(drawn)


def placed(*parts: str) -> str:
    """Return an xy-pic drawing with these positioned parts."""
    inner = "".join(parts)
    return (
        '<svg class="ltx_picture ltx_markedasmath" height="83" width="80">'
        f'<g transform="matrix(1 0 0 -1 13 20) translate(13,0)">{inner}</g></svg>'
    )


def label(tex: str, x: float, y: float, size: str = "text") -> str:
    return (
        f'<g transform="translate({x - 5},{y}) translate(0,0)"><foreignObject width="10" height="9">'
        f'<math class="ltx_Math" alttext="\\{size}style{{{tex}\\ignorespaces}}"><mi>x</mi></math></foreignObject></g>'
    )


def line(x: float, y: float, right: float, bottom: float) -> str:
    return f'<path class="droprule" d="M {x} {bottom} L {right} {y}" fill="none"></path>'


def head(x: float, y: float, *barbs: str) -> str:
    paths = "".join(f'<path d="M 0 0 A 13.84 13.84 45 0 {place} {barb}"></path>' for place, barb in enumerate(barbs))
    return f'<g transform="translate({x},{y})">{paths}</g>'


RIGHT, DOWN = ("-6.92 2.77", "-6.92 -2.77"), ("2.77 6.92", "-2.77 6.92")
SQUARE = (
    *(label("K", 0, 0), label("L", 60, 0), label("M", 0, -50), label("N_{1}", 60, -50)),
    *(line(9, 0.3, 43, -0.3), line(43, 0.3, 43, -0.3), head(43, 0, *RIGHT), label("f", 26, 8, "script")),
    *(line(9, -49.7, 43, -50.3), head(43, -50, *RIGHT), label("k", 26, -58, "script")),
    *(line(-0.3, -4, 0.3, -37), head(0, -37, *DOWN), label("g", -8, -25, "script")),
    *(line(59.7, -4, 60.3, -37), head(60, -37, *DOWN), label("h", 68, -25, "script")),
)


class TestDrawnDiagrams:
    def test_rows_of_objects_with_arrows_to_their_neighbours_are_drawn(self) -> None:
        (block,) = read(f'<div class="ltx_para">{placed(*SQUARE)}</div>').blocks
        assert isinstance(block, Equation)
        (formula,) = block.rows[0].cells[0].content
        assert isinstance(formula, Formula)
        assert formula.tex == (r"\begin{CD}K@>{f}>{}>L \\ @V{g}V{}V@V{}V{h}V \\ M@>{}>{k}>N_{1}\end{CD}")
        assert linear(formula.tex) == "K →ᶠ L; g↓ ↓h; M →ₖ N₁"

    def test_one_row_is_a_formula_in_its_line(self) -> None:
        back = (line(9, 0.3, 43, -0.3), head(9, 0, "6.92 2.77", "6.92 -2.77"), label("f", 26, 8, "script"))
        found = paragraph(f"so {placed(label('K', 0, 0), *back, label('L', 60, 0))} it is")
        assert found == (Text("so "), Formula(r"K\xleftarrow[{}]{f}L"), Text(" it is"))

    @pytest.mark.parametrize(
        "more",
        [
            (line(9, -4, 50, -37),),
            (head(26, 0, *RIGHT),),
            (head(9, 0, *RIGHT),),
            (line(9, 2.3, 43, 1.7),),
            ('<path d="M 0 0 C 1 1 2 2 3 3"></path>',),
            (label("x", 200, 200, "script"),),
            (label("y", 26, 12, "script"),),
            (label("P", 20, -20),),
        ],
        ids=["aslant", "a second head", "a tail", "a double line", "a curve", "far", "a second label", "off the grid"],
    )
    def test_any_other_is_said_in_words(self, more: tuple[str, ...]) -> None:
        (block,) = read(placed(*SQUARE, *more)).blocks
        said = block.pictures[0].alt if isinstance(block, Pictures) else plain(tuple(inlines(block)))
        assert said.removeprefix("[diagram: ").startswith("K, L, M, N₁")

    def test_a_hostile_drawing_is_no_burden(self) -> None:
        many = placed(*(label("K", 60 * place, 0) for place in range(3_000)))
        deep = placed("<g>" * 500 + label("K", 0, 0) + line(9, 0.3, 43, -0.3) + "</g>" * 500)
        odd = placed(label("K", 0, 0), '<path d="M 1.2.3 0 L 9 9"></path>', line(9, 0.3, 43, -0.3))
        for drawing in (many, deep, odd):
            assert read(drawing).blocks


class TestTypedBibliography:
    """Bibliographies that LaTeXML makes from BibTeX: their parts have classes, and arXiv identifiers have no prefix."""

    entry = (
        '<ul class="ltx_biblist"><li id="bib.bib1" class="ltx_bibitem ltx_bib_article">'
        '<span class="ltx_tag ltx_bib_key ltx_role_refnum ltx_tag_bibitem">[1]</span>'
        '<span class="ltx_bibblock"><span class="ltx_text ltx_bib_author">A. Example</span>'
        '<span class="ltx_text ltx_bib_year"> (2026)</span>\n</span>'
        '<span class="ltx_bibblock"><span class="ltx_text ltx_bib_title">On locks</span>.\n</span>'
        '<span class="ltx_bibblock">External Links: <span class="ltx_text ltx_bib_links">'
        '<a href="https://dx.doi.org/10.1000/ex.1" title="" class="ltx_ref doi ltx_bib_external">Document</a>,\n'
        '<span class="ltx_text issn ltx_bib_external">1234-5678</span>,\n'
        '<span class="ltx_text ltx_bib_external">NUMBER</span></span>\n</span>'
        '<span class="ltx_bibblock ltx_bib_cited">Cited by: <a href="#S2" title="" class="ltx_ref">§2</a>.\n</span>'
        "</li></ul>"
    )

    @pytest.mark.parametrize("number", ["2605.01234", "2605.01234v2", "hep-th/9901001"])
    def test_a_number_of_arxivs_leads_there(self, number: str) -> None:
        (source,) = read(self.entry.replace("NUMBER", number)).blocks
        links = [run for run in inlines(source) if isinstance(run, Link)]
        assert links == [
            Link((Text("doi:10.1000/ex.1"),), "https://doi.org/10.1000/ex.1"),
            Link((Text(f"arXiv:{number}"),), f"https://arxiv.org/abs/{number}"),
        ]

    @pytest.mark.parametrize("number", ["hal-01234567", "2605.1", "9913.01234"])
    def test_any_other_is_text(self, number: str) -> None:
        (source,) = read(self.entry.replace("NUMBER", number)).blocks
        assert [run.url for run in inlines(source) if isinstance(run, Link)] == ["https://doi.org/10.1000/ex.1"]
        assert number in plain(tuple(inlines(source)))

    def test_where_it_is_cited_is_no_part_of_it(self) -> None:
        (source,) = read(self.entry).blocks
        assert "Cited by" not in plain(tuple(inlines(source)))


class TestReferences:
    def test_a_reference_leads_to_the_block_with_its_anchor(self) -> None:
        document = read('<p><a href="#E1">1</a></p><p id="E1">Here.</p>')
        assert document.blocks == (
            Paragraph((Reference((Text("1"),), "E1"),)),
            Paragraph((Text("Here."),), ("E1",)),
        )

    @pytest.mark.parametrize(
        "own",
        [
            '<base href="/html/2605.01234v1/">',
            '<link rel="canonical" href="https://arxiv.org/abs/2605.01234">',
            '<div id="watermark-tr">arXiv:2605.01234v1 [cs.DC] 13 May 2026</div>',
            '<a href="/abs/2605.01234v1">Back</a>',
            "",
        ],
    )
    def test_an_address_of_the_page_itself_leads_into_it(self, own: str) -> None:
        linked = '<a href="https://arxiv.org/html/2605.01234v1#S%31">1</a><p id="S1">Here.</p>'
        document = parse_document(own.encode() + page(linked))
        assert document.blocks[0] == Paragraph((Reference((Text("1"),), "S1"),))

    def test_an_address_of_another_paper_leads_out(self) -> None:
        url = "https://arxiv.org/html/2605.00002v1#S1"
        document = read(f'<div id="watermark-tr">arXiv:2605.01234v1</div><a href="{url}">1</a><p id="S1">Here.</p>')
        assert document.blocks[1] == Paragraph((Link((Text("1"),), url),))

    @pytest.mark.parametrize("href", ["HTTPS://rain.example", "Mailto:ada@rain.example", "ftp://rain.example", "x"])
    def test_an_address_that_a_browser_can_open_is_a_link(self, href: str) -> None:
        assert paragraph(f'<a href="{href}">word</a>') == (Link((Text("word"),), href),)

    @pytest.mark.parametrize("href", ["#nothing", "javascript:alert(1)", "data:text/html,x", ""])
    def test_a_link_with_an_unsafe_or_empty_address_or_a_missing_anchor_is_plain_text(self, href: str) -> None:
        assert paragraph(f'<a href="{href}">word</a>') == (Text("word"),)

    def test_an_anchor_in_a_line_is_its_paragraphs(self) -> None:
        document = read('<a href="#n">x</a><p>Before.</p><p>A <span id="n">word</span>.</p>')
        assert document.blocks[2] == Paragraph((Text("A word."),), ("n",))

    def test_an_anchor_behind_everything_is_the_last_blocks(self) -> None:
        document = read('<p><a href="#n">x</a></p><div id="n"></div>')
        assert document.blocks == (Paragraph((Reference((Text("x"),), "n"),), ("n",)),)

    def test_a_citation_keeps_its_brackets(self) -> None:
        cited = '<cite class="ltx_cite">[<a href="#b1">1</a>]</cite><p id="b1">S.</p>'
        assert read(cited).blocks[0] == Paragraph((Reference((Text("[1]"),), "b1", cites=True),))


class TestLines:
    def test_blanks_are_those_a_browser_shows(self) -> None:
        assert paragraph(" a\n <b> b </b> c<i>d </i>\t") == (
            Text("a "),
            Text("b ", Style.BOLD),
            Text("c"),
            Text("d", Style.ITALIC),
        )

    def test_a_footnote_is_where_it_is_called_with_one_mark(self) -> None:
        mark = '<sup class="ltx_note_mark">1</sup>'
        content = f'<span class="ltx_note_content">{mark}<span class="ltx_tag ltx_tag_note">1</span>Said.</span>'
        note = f'<span class="ltx_note ltx_role_footnote">{mark}<span class="ltx_note_outer">{content}</span></span>'
        assert paragraph(f"Word{note}, and") == (
            Text("Word"),
            Footnote("1", (Paragraph((Text("Said."),)),)),
            Text(", and"),
        )

    def test_the_mark_of_a_note_that_is_elsewhere_is_raised(self) -> None:
        text = (PAGES / "article.html").read_text()
        assert "footnotemark" not in outline(parse_document(text.encode()))

    def test_pictures_alone_are_no_text(self) -> None:
        images = '<img src="a.png" alt="Refer to caption" width="3" height="4.5"> <img src="b.png" alt="A queue">'
        pictures = (Picture("a.png", "", 3, 4), Picture("b.png", "A queue"))
        assert read(f'<p class="ltx_p">{images}</p>').blocks == (Pictures(pictures),)

    def test_an_unknown_element_keeps_its_text_and_is_counted(self) -> None:
        document = read('<p>a <span class="ltx_novel ltx_font_bold">b</span> <acme-x>c</acme-x></p>')
        assert document.blocks == (Paragraph((Text("a "), Text("b", Style.BOLD), Text(" c"))),)
        assert document.unknown == (("acme-x", 1), ("span.ltx_novel", 1))


def test_a_page_of_2014_has_a_title_for_every_kind_of_section() -> None:
    titles = "".join(f'<h1 class="ltx_title ltx_title_{kind}">x</h1>' for kind in ("section", "subsection", "appendix"))
    assert [block.level for block in read(titles).blocks if isinstance(block, Heading)] == [1, 2, 1]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "it is empty"),
        (b"%PDF-1.7", "not a full text in HTML"),
        (b'{"title": "A"}', "not a full text in HTML"),
        (b"<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'></feed>", "an Atom feed"),
        (b"<html><head><meta name='citation_arxiv_id' content='1'></head><body>x</body></html>", "about papers"),
        (b"<html><body><script>1</script></body></html>", "no text"),
        (page("<p>So it begins")[:-20], "cut off"),
    ],
)
def test_a_page_that_is_no_full_text_is_an_error_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(SourceError, match=reason):
        parse_document(data)


def test_an_error_page_of_arxiv_speaks_for_itself() -> None:
    data = b"""<html><body><main><h1>No HTML for '2605.01234'</h1><p>HTML is not available for the source.</p></main>
    <a href="https://info.arxiv.org/help">Help</a></body></html>"""
    with pytest.raises(UpstreamError, match=r"No HTML for '2605\.01234'"):
        parse_document(data)


def test_the_heading_of_contents_goes_with_them() -> None:
    blocks = read('<h6>Contents:</h6> <ul class="ltx_toclist"><li>1 Locks</li></ul><h6>Keys</h6>').blocks
    assert blocks == (Heading(5, "", (Text("Keys"),)),)


LARGE = '<div class="ltx_para"><p class="ltx_p"><span class="{}" style="font-size:144%;">{}</span></p></div>'
HEADING = '<section class="ltx_section"><h2 class="ltx_title ltx_title_section">Locks</h2>{}</section>'


def test_a_page_without_a_title_has_that_of_its_large_bold_line_before_the_first_section() -> None:
    line = LARGE.format("ltx_text ltx_font_bold", "On Locks")
    assert read(line + HEADING.format("")).title == (Text("On Locks"),)
    assert read(HEADING.format(line)).title == ()
    assert read(LARGE.format("ltx_text", "On Locks") + HEADING.format("")).title == ()
    titled = f'{line}<h1 class="ltx_title ltx_title_document">Keys</h1>'
    assert read(titled).title == (Text("Keys"),)


EMPTY_APPENDIX = """<p class="ltx_p"><a class="ltx_ref" href="#A">A</a> <a class="ltx_ref" href="#bib">B</a></p>
<section id="A" class="ltx_appendix"><h2 class="ltx_title ltx_title_appendix">{title}</h2>{body}</section>
<section id="bib" class="ltx_bibliography"><h2 class="ltx_title ltx_title_bibliography">References</h2></section>"""


@pytest.mark.parametrize(
    ("title", "body", "headings"),
    [
        ("References", "", [("References", ("A", "bib"))]),
        ("Proofs", "", [("Proofs", ("A",)), ("References", ("bib",))]),
        ("References", "<p class='ltx_p'>None.</p>", [("References", ("A",)), ("References", ("bib",))]),
    ],
)
def test_a_heading_that_the_bibliography_repeats_at_once_appears_once(
    title: str, body: str, headings: list[tuple[str, tuple[str, ...]]]
) -> None:
    text = EMPTY_APPENDIX.format(title=title, body=body)
    paper = read(text)
    result = [(block.title, block.anchors) for block in paper.blocks if isinstance(block, Heading)]
    assert result == [((Text(said),), anchors) for said, anchors in headings]
    assert words(document_text(paper)) == words(page_text(article(page(text).decode())))


def test_the_manual_names_all_that_is_left_out_with_its_reason() -> None:
    manual = (Path(__file__).parents[3] / "docs" / "fulltext.md").read_text()
    assert re.findall(r"^\| `(.+?)` \| (.+?) \|$", manual, re.M) == [*FRAME, *OMISSIONS, *WITHIN]


@pytest.mark.parametrize(
    ("above", "inside", "title", "text"),
    [
        ("", "We thank Ada.", " Acknowledgements.", "We thank Ada."),
        ("", "Acknowledgments. We thank Ada.", " ", "Acknowledgments. We thank Ada."),
        ("", '<h6 class="ltx_title">Thanks</h6>Acknowledgments. We thank Ada.', " Thanks", "We thank Ada."),
        ("Acknowledgements", "We thank Ada.", " ", "We thank Ada."),
        ("Acknowledgements", "Acknowledgments. We thank Ada.", " ", "We thank Ada."),
        ("Results", "We thank Ada.", " Acknowledgements.", "We thank Ada."),
    ],
)
def test_acknowledgements_have_one_heading(above: str, inside: str, title: str, text: str) -> None:
    heading = f'<section class="ltx_section"><h2 class="ltx_title ltx_title_section">{above}</h2></section>'
    body = (heading if above else "") + f'<div class="ltx_acknowledgements">{inside}</div>'
    assert f"\nacknowledgements:{title}\n    paragraph: {text}\n" in outline(parse_document(page(body)))


def test_keywords_have_no_blank_before_their_commas() -> None:
    keywords = '<h6 class="ltx_title ltx_title_keywords">keywords</h6>locks , <em class="ltx_emph">queues</em> , shards'
    said = outline(parse_document(page(f'<div class="ltx_keywords">{keywords}</div>')))
    assert "keywords: Keywords:" in said
    assert "paragraph: locks, " in said
    assert ", shards" in said
    assert " ," not in said


def test_a_picture_in_a_line_is_its_description_in_plain_text() -> None:
    picture = '<img src="x.png" alt="a green leaf" class="ltx_graphics">'
    [paragraph] = parse_document(page(f'<p class="ltx_p">As {picture} is.</p>')).blocks
    assert isinstance(paragraph, Paragraph)
    assert plain(paragraph.content) == "As a green leaf is."
