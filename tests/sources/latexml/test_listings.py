"""Code in all the forms in which LaTeXML writes it."""

from __future__ import annotations

from base64 import b64encode

import pytest

from arxtui.model.document import Break, Listing, Text
from arxtui.sources.latexml import listings, parse_document
from tests.sources.latexml.pages import page, shown

RULE = '<span class="ltx_rule" style="width:0.4pt;background:black;display:inline-block;">\xa0</span>'
LINES = ("def ring(bell):", "    return bell", "", "ring(2)")


def listing(source: str, *lines: str, language: str = "") -> str:
    """Return a listing with its source beside it."""
    data = b64encode(source.encode()).decode()
    link = f'<div class="ltx_listing_data"><a href="data:text/plain;base64,{data}" download="">⬇</a></div>'
    rows = "".join(f'<div class="ltx_listingline">{line}</div>' for line in lines)
    classes = f"ltx_listing {language} ltx_lstlisting ltx_framed ltx_framed_rectangle ltx_listing"
    return f'<div class="{classes}">{link}{rows}</div>'


@pytest.mark.parametrize("classes", ["ltx_text ltx_font_typewriter ltx_inline-block", "ltx_text ltx_font_typewriter"])
def test_the_lines_of_framed_code_are_close(classes: str) -> None:
    """``Verbatim`` of fancyvrb with a frame: each line is a box as wide as the page, with a rule on both sides."""
    boxes = "".join(f'<span class="{classes}" style="width:469.8pt;">{RULE}{line}{RULE}</span>' for line in LINES)
    para = f'<div class="ltx_para"><p class="ltx_p">{boxes}Words follow.</p></div>'
    assert shown(para) == [*(f"  {line}".rstrip() for line in LINES), "", "Words follow."]


@pytest.mark.parametrize(
    "line",
    [
        '<span class="ltx_p ltx_verbatim">{}</span>',
        '<span class="ltx_p"><span class="ltx_font_typewriter">{}</span></span>',
    ],
)
def test_code_in_a_box_of_its_own_width_keeps_its_lines(line: str) -> None:
    """``BVerbatim`` of fancyvrb, in both engines."""
    mono = '<span class="ltx_text ltx_font_typewriter">{}</span>'
    lines = "".join(line.format(mono.format(text)) for text in ("if x == 0:", "    stop", "go on"))
    box = f'<p class="ltx_p"><span class="ltx_inline-block ltx_align_bottom">{lines}</span></p>'
    assert shown(f'<div class="ltx_para">{box}</div>') == ["  if x == 0:", "      stop", "  go on"]


def test_prose_in_a_typewriter_font_stays_prose() -> None:
    """Prompts for language models, in a ``minipage``."""
    prose = "You are a bell ringer. Ring the bells of the tower in the order that you are given, and stop then."
    box = '<span class="ltx_inline-block ltx_minipage ltx_font_typewriter" style="width:345.0pt;">{}</span>'
    paragraphs = f'<span class="ltx_p"><span class="ltx_text ltx_font_typewriter">{prose}</span></span>' * 2
    lines = shown(f'<div class="ltx_para"><p class="ltx_p">{box.format(paragraphs)}</p></div>', 60)
    assert lines == [*lines[:2], "", *lines[:2]]


def test_indentation_that_only_the_source_has_is_restored() -> None:
    source = "def ring(bell):\n    if bell:\n\treturn bell\n"
    assert shown(listing(source, "def ring(bell):", "if bell:", "return bell")) == [
        "  def ring(bell):",
        "      if bell:",
        "          return bell",
    ]


def test_typeset_signs_of_code_are_those_of_the_source() -> None:
    source = "s = \"a--b\"  # it's ``so''...\n"
    assert shown(listing(source, "s = ”a–b”  # it’s “so”…".replace("  ", "\xa0\xa0"))) == [f"  {source.strip()}"]


def test_signs_of_code_are_those_of_a_source_with_marked_parts() -> None:
    source = r"ring °\new{bell}° -- once" "\n  x = '|'"
    assert shown(listing(source, "ring bell – once", "  x = ’|’")) == ["  ring bell -- once", "    x = '|'"]


def test_code_with_other_words_than_its_source_stays_as_it_is_set() -> None:
    """``escapeinside`` and ``mathescape`` typeset parts of a line."""
    assert shown(listing("x = $a_1$ # ''\n", "x = a # ”")) == ["  x = a # ”"]
    assert shown(listing("one\n  two\n", "all in one line")) == ["  all in one line"]


@pytest.mark.parametrize(
    "data",
    [
        "data:text/plain;base64,%%%",
        "data:text/plain;base64,eHg›",
        "data:text/plain;base64,/w==",
        "https://example.org/a",
    ],
)
def test_a_source_that_cannot_be_read_changes_nothing(data: str) -> None:
    body = listing("", "    x”")
    start, _, rest = body.partition('href="')
    assert shown(f'{start}href="{data}"{rest.partition(chr(34))[2]}') == ["  x”"]


def test_lines_of_code_in_a_cell_keep_their_places_to_each_other() -> None:
    rows = "".join(f'<div class="ltx_listingline">{line}</div>' for line in ("while\xa0go:", "\xa0\xa0step", "stop"))
    code = f'<div class="ltx_listing ltx_lstlisting">{rows}</div>'
    cells = f'<td class="ltx_td ltx_align_center">{code}</td><td class="ltx_td">walk</td>'
    table = f'<table class="ltx_tabular"><tr class="ltx_tr">{cells}</tr></table>'
    assert [line.rstrip() for line in shown(table)] == ["    while go:  walk", "      step", "    stop"]


def test_the_blanks_of_a_typewriter_font_indent_no_further() -> None:
    """algorithm2e indents by blanks and bars, which are wider in a comment."""
    bar = '<span class="ltx_rule" style="width:1px;height:100%;--ltx-bg-color:black;display:inline-block;">\xa0</span>'
    step = f'<div class="ltx_listingline">\u2002{bar}\u2003step</div>'
    comment = f'<span class="ltx_text ltx_font_typewriter">\u2002\u200a{bar}\u2003\u2005</span>// why'
    body = f'<div class="ltx_listing">{step}<div class="ltx_listingline">{comment}</div></div>'
    assert shown(body) == ["      step", "      // why"]


def test_a_wide_line_of_an_algorithm_is_wrapped_with_its_indent() -> None:
    tex = '<math alttext="x_{i}"><semantics><mi>x</mi></semantics></math>'
    long = f"\xa0\xa0Evaluate {tex} on each of the bells of the tower and keep the loudest one ({tex})"
    body = f'<div class="ltx_listing"><div class="ltx_listingline">{long}</div></div>'
    assert shown(body, 50) == [
        "    Evaluate xᵢ on each of the bells of the tower",
        "        and keep the loudest one (xᵢ)",
    ]


def test_a_listing_that_goes_on_into_the_paper_is_known_to_be_wrong() -> None:
    swallowed = "int x;\n\\end{cplus}\nThe text goes on.\n\\subsection{User modes}\n"
    document = parse_document(page(listing(swallowed, *swallowed.rstrip().split("\n"))))
    assert any("listing" in flaw for flaw in document.flaws)
    assert any(isinstance(block, Listing) for block in document.blocks)
    tex = parse_document(page(listing(swallowed, *swallowed.rstrip().split("\n"), language="ltx_lst_language_TeX")))
    assert not tex.flaws


def test_the_text_that_a_listing_has_swallowed_is_read_from_its_source() -> None:
    source = r"""int x;
\end{cplus}
\caption{Bells.} \label{bells}
\end{listing}

\subsection{User modes} \label{modes}
The text of \verb'x' goes
on.

\begin{cplus}
  int y;
\end{cplus}
\begin{itemize}
  \item ``One'' bell
\end{itemize}
"""
    lines = [line for line in shown(listing(source, *source.rstrip().split("\n")), 80) if line]
    assert lines[lines.index("  int x;") :] == [
        "  int x;",
        "[From here on, this listing is the source of the paper’s text.]",
        "Bells.",
        "User modes",
        "The text of x goes on.",
        "    int y;",
        "• “One” bell",
    ]


def test_an_empty_line_at_the_end_of_an_algorithm_is_none() -> None:
    body = '<div class="ltx_listing"><div class="ltx_listingline">ring</div><div class="ltx_listingline"></div></div>'
    assert shown(f'{body}<p class="ltx_p">Then.</p>') == ["  ring", "", "Then."]


def test_a_tab_reaches_to_the_next_eighth_column() -> None:
    assert shown('<pre class="ltx_verbatim">a\tb\nabcdefg\tx\nabcdefgh\tx</pre>') == [
        "  a       b",
        "  abcdefg x",
        "  abcdefgh        x",
    ]


def test_all_blank_lines_at_the_end_of_code_are_dropped_and_no_others() -> None:
    content = (Text("a"), Break(), Break(), Text("b"), Break(), Text(" "), Break())
    assert [line.content for line in listings._lines(content)] == [(Text("a"),), (), (Text("b"),)]
