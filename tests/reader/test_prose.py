"""Paragraphs: broken by cell width, with formulas unbroken, raised scripts, and citations that can be hidden."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arxtui.model.document import Break, Footnote, Link, Paragraph, Picture, Reference, Style, Text
from arxtui.reader import Role, hits
from arxtui.text import cells
from tests.reader.documents import all_lines, cite, content, page, para, shown, widest

WORDS = st.text(st.sampled_from("abcdefgh  ---/.,éλℝ中文字。𝐱🙂\u0302\u0301\u200d\ufe0f"), max_size=200)


def test_lines_break_at_blanks_and_none_is_wider_than_the_measure() -> None:
    assert shown(para("One blank is as good as another to end a line."), width=24) == [
        "One blank is as good as",
        "another to end a line.",
    ]


@given(WORDS, st.integers(2, 60))
def test_no_line_is_too_wide_and_no_character_is_lost(text: str, width: int) -> None:
    lines = all_lines(page(Paragraph((Text(text),)), width=width))
    assert widest(lines) <= width
    assert "".join("".join(line.text.split(" ")) for line in lines) == "".join(text.split(" "))


@given(WORDS, st.integers(4, 60))
@example("a b  ", 4)
@example("\u200d 。中", 4)
def test_a_justified_line_ends_at_the_measure_or_stays_as_it_was(text: str, width: int) -> None:
    ragged = [line.text for line in all_lines(page(para(Text(text)), width=width))]
    justified = [line.text for line in all_lines(page(para(Text(text)), width=width, justified=True))]
    assert [line.split() for line in justified] == [line.split() for line in ragged]
    assert all(even == line or cells(even) == width for even, line in zip(justified, ragged, strict=True))
    assert justified[-1:] == ragged[-1:]


def test_justified_text_fills_its_lines_but_the_last() -> None:
    assert shown(para("Blanks grow until both edges of it stand in a row."), width=18, justified=True) == [
        "Blanks grow  until",
        "both edges  of  it",
        "stand in a row.",
    ]


def test_a_line_whose_blanks_would_become_too_wide_stays_as_it_was() -> None:
    text = "to be or extraordinarily unbreakable"
    assert shown(para(text), width=18, justified=True) == shown(para(text), width=18)


@given(WORDS, st.integers(2, 60))
def test_no_line_ends_in_a_blank(text: str, width: int) -> None:
    lines = all_lines(page(Paragraph((Text(text),)), width=width))
    assert [line.text for line in lines] == [line.text.rstrip(" ") for line in lines]


def test_a_compound_may_break_behind_its_hyphen_where_that_wins_room() -> None:
    assert shown(para("a state-of-the-art-mechanism"), width=20) == ["a state-of-the-art-", "mechanism"]
    assert shown(para("the number 3-540-05647-8"), width=20) == ["the number", "3-540-05647-8"]
    assert shown(para("we see some non-linear maps"), width=16) == ["we see some", "non-linear maps"]


def test_an_address_breaks_at_its_joints() -> None:
    address = "https://example.org/a/rather/long/address/of/a/page.html"
    assert shown(para(Link((Text(address, Style.MONO),), address)), width=30) == [
        "https://example.org/a/rather/",
        "long/address/of/a/page.html",
    ]


def test_a_short_formula_is_never_broken() -> None:
    assert shown(para("some words before $a + b = c$"), width=20) == ["some words before", "a + b = c"]


def test_a_long_formula_breaks_behind_a_relation() -> None:
    for width in (25, 30):  # as wide as the formula, and wider
        lines = shown(para("words and $f(a + b) = g(c, d) + h(e)$"), width=width)
        assert lines == ["words and f(a + b) =", "g(c, d) + h(e)"]
    lines = shown(para("words and $P(X = x) \\geq Q(Y = y)$"), width=27)
    assert lines == ["words and P(X = x) ≥", "Q(Y = y)"]


def test_a_formula_wider_than_a_line_breaks_behind_signs_and_in_as_few_brackets_as_possible() -> None:
    sends = para("for $s(p, (q, v)) \\cdot r((q, v)) \\cdot e$")
    assert shown(sends, width=20) == ["for s(p, (q, v)) ·", "r((q, v)) · e"]
    assert shown(para("$x \\in f(a + b, c + d + g)$"), width=12) == ["x ∈ f(a + b,", "c + d + g)"]


def test_a_number_with_a_long_uncertainty_breaks_before_the_uncertainty() -> None:
    assert shown(para("of $0.2322^{+0.0054}_{-0.0042}$"), width=24) == ["of 0.2322", "(+0.0054−0.0042)"]
    stars = para("with ages of $11.2^{+1.3}_{-1.7}\\,\\mathrm{Gyr}$ or more")
    assert shown(stars, width=28) == ["with ages of", "11.2 (+1.3−1.7) Gyr or more"]


def test_the_number_of_a_reference_is_on_the_line_of_the_word_figure_or_eq() -> None:
    words = para("as we have seen in Figure ", Reference(content("3"), "F3"), " already")
    assert shown(words, width=26) == ["as we have seen in", "Figure 3 already"]
    words = para("as we have seen in ", Reference(content("Figure 3"), "F3"), " already")
    assert shown(words, width=26) == ["as we have seen in", "Figure 3 already"]
    words = para("as we have seen in Table ", Reference(content("IV"), "T4"), " already")
    assert shown(words, width=26) == ["as we have seen in", "Table IV already"]
    words = para("as we have seen in Eq. (", Reference(content("3"), "E3"), ") already")
    assert shown(words, width=24) == ["as we have seen in", "Eq. (3) already"]


def test_the_mark_of_a_note_is_never_broken() -> None:
    noted = para("The greatest force $F_{2}$", Footnote("1", (para("Aside."),)), " acts.")
    assert shown(noted, width=28)[:2] == ["The greatest force F₂", "[note 1] acts."]


def test_no_line_begins_with_the_mark_of_a_note() -> None:
    noted = para("The greatest force ", Footnote("1", (para("Aside."),)), " acts.")
    assert shown(noted, width=18)[:2] == ["The greatest", "force ¹ acts."]


def test_scripts_are_raised_where_every_sign_can_be() -> None:
    result = para("H", Text("2", Style.SUB), "O, the 1", Text("st", Style.SUPER), ", x", Text("q!", Style.SUB))
    assert shown(result) == ["H₂O, the 1ˢᵗ, x_(q!)"]
    bold = para("a", Text("2", Style.SUPER | Style.BOLD), Text("1", Style.SUB))
    assert [run.style for line in all_lines(page(bold)) for run in line.runs] == [Style.PLAIN, Style.BOLD, Style.PLAIN]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("ii", "II"),
        ("life is a journey", "LIFE IS A JOURNEY"),
        ("NumPy", "NumPy"),
        ("Heine–Borel", "Heine–Borel"),
        ("scipy.stats.ks_2samp", "scipy.stats.ks_2samp"),
        ("url:", "URL:"),
    ],
)
def test_small_capitals_without_a_capital_are_read_as_capitals(typed: str, read: str) -> None:
    assert shown(para("A ", Text(typed, Style.SMALL_CAPS), " here")) == [f"A {read} here"]
    [line] = [line for line in all_lines(page(para(Text("straße", Style.SMALL_CAPS)))) if line.text]
    assert (line.text, line.runs[0].size) == ("STRASSE", len("straße"))


def test_a_formula_that_cannot_be_drawn_is_shown_as_tex() -> None:
    assert shown(para("where $\\unheardof{x}$ is")) == ["where $\\unheardof{x}$ is"]


def test_a_key_turns_formulas_into_their_tex() -> None:
    assert shown(para("for $\\alpha > 0$ only"), tex=True) == ["for $\\alpha > 0$ only"]


def test_the_end_of_a_line_that_the_author_wanted_is_one() -> None:
    verse = Paragraph((Text("one"), Break(), Text("two"), Break(), Break(), Text("three")))
    assert shown(verse) == ["one", "two", "", "three"]
    assert shown(Paragraph((Break(), *verse.content))) == ["one", "two", "", "three"]


def test_references_links_formulas_citations_and_footnotes_are_runs_with_role_and_target() -> None:
    inner = content("Sec. ", Text("4", Style.BOLD))
    link = Link(content("site"), "https://example.org")
    parts = ("see ", Reference(inner, "S4"), " and ", link, " for $x$ ", cite("[1]"), Footnote("2", (para("note"),)))
    [line] = page(para(*parts)).lines(0, 1)
    assert [(run.text, run.role, run.target) for run in line.runs if run.role is not Role.TEXT] == [
        ("Sec. ", Role.REFERENCE, "S4"),
        ("4", Role.REFERENCE, "S4"),
        ("site", Role.LINK, "https://example.org"),
        ("x", Role.MATH, "tex:x"),
        ("[1]", Role.CITATION, "bib1"),
        ("²", Role.NOTE, "note:0.1"),
    ]
    assert line.runs[2].style is Style.BOLD


def test_references_within_a_citation_lead_to_their_own_target_or_that_of_the_citation() -> None:
    inner = (Text("["), Reference(content("1"), ""), Text(", "), Reference(content("2"), "bib2"), Text("]"))
    [line] = page(para("As in ", Reference(inner, "bib1", cites=True))).lines(0, 1)
    assert [(run.text, run.role, run.target) for run in line.runs[1:]] == [
        ("[", Role.CITATION, "bib1"),
        ("1", Role.CITATION, "bib1"),
        (", ", Role.CITATION, "bib1"),
        ("2", Role.CITATION, "bib2"),
        ("]", Role.CITATION, "bib1"),
    ]


def test_a_picture_in_a_line_is_a_sign_with_its_words() -> None:
    assert shown(para("a ", Picture("tree.png", "tree"), " grows")) == ["a ▣ tree grows"]


@pytest.mark.parametrize(
    ("parts", "left"),
    [
        (["As was shown ", cite("[3]"), "."], "As was shown."),
        (["As was shown ", cite("[3]"), " before."], "As was shown before."),
        (["As was shown", cite("[3]"), ", it holds."], "As was shown, it holds."),
        (["As was shown [", cite("3"), ", ", cite("4"), "], so."], "As was shown, so."),
        (["As was shown", Text(" "), cite("[3]")], "As was shown"),
        (["Shown", Reference((Text("3,4", Style.SUPER),), "b", cites=True), " before."], "Shown before."),
        (["Shown ", cite("(Example, 2020)"), "; true."], "Shown; true."),
        (["We follow ", cite("Example (2020)"), " here."], "We follow Example (2020) here."),
        (["Details are in ", cite("[3]"), "."], "Details are in [3]."),
        (["(see Ref. [", cite("3"), "])"], "(see Ref. [3])"),
    ],
)
def test_citations_can_be_hidden_if_the_sentence_reads_without_them(parts: list[str], left: str) -> None:
    assert shown(para(*parts), hide_citations=True) == [left]
    laid = page(para(*parts, " Found"), hide_citations=True)
    [line] = all_lines(laid)
    [hit] = hits(line, laid.finder.find("found"))
    assert line.runs[hit.run].text[hit.start : hit.end] == "Found"
    assert not any(run.target for run in line.runs) or "[" in left or "(" in left


def test_words_behind_a_hidden_citation_are_found_in_their_place() -> None:
    laid = page(para("As was shown [", cite("3"), "], so it is."), hide_citations=True)
    [line] = all_lines(laid)
    [hit] = hits(line, laid.finder.find("so it"))
    assert line.runs[hit.run].text[hit.start : hit.end] == "so it"


def test_on_a_screen_in_ascii_signs_without_likeness_are_spelled_out_before_lines_are_broken() -> None:
    block = para("Erdős saw α-decay at $x\\to\\infty$")
    assert shown(block, width=20, ascii_only=True) == ["Erdos saw", "alpha-decay at", "x -> infinity"]
    assert shown(para("10⁻³ of e\u0301t\xe9"), ascii_only=True) == ["10^-3 of ete"]
    laid = page(block, ascii_only=True)
    found = [hit for line in all_lines(laid) for hit in hits(line, laid.finder.find("decay"))]
    assert [(hit.start, hit.end) for hit in found] == [(1, 6)]


@pytest.mark.parametrize("word", ["cond-mat/9901001", "src/arxtui/reader.py", "software/v1.2-beta"])
def test_an_identifier_with_slashes_is_not_broken(word: str) -> None:
    assert shown(para(f"It is {word}"), width=len(word) + 4) == ["It is", word]


def test_words_with_a_slash_between_them_may_be_broken() -> None:
    assert shown(para("This holds for all of these clients/servers"), width=40) == [
        "This holds for all of these clients/",
        "servers",
    ]


def test_code_in_a_line_is_broken_only_if_it_is_long() -> None:
    option = Text("--max-width-of-all", Style.MONO)
    assert shown(para("An option that is named ", option), width=30) == [
        "An option that is named",
        "--max-width-of-all",
    ]
    path = Text("/srv/towers/bells/ringing/rounds/of/the/year.txt", Style.MONO)
    assert all(len(line) <= 30 for line in shown(para(path), width=30))


def test_a_line_breaks_before_a_chinese_word_that_a_fixed_blank_joins_to_a_number() -> None:
    assert shown(para("列在表列在表列在表", Text("\xa03"), "的最下面"), width=18) == [
        "列在表列在表列在",
        "表\xa03的最下面",
    ]


@pytest.mark.parametrize("address", ["https://bells.example/tower/great-tom/", "(doi:10.1000/j.bells.2007.11.022)"])
def test_an_address_that_fits_in_a_line_is_not_broken(address: str) -> None:
    assert shown(para(f"Ring the bell, {address}."), width=44) == ["Ring the bell,", f"{address}."]


def test_no_line_ends_in_an_opening_bracket_or_begins_with_a_closing_one() -> None:
    assert shown(para("钟声（响）了"), width=6) == ["钟声", "（响）", "了"]
    assert shown(para("钟(见表行)．声"), width=9) == ["钟(见表", "行)．声"]


@pytest.mark.parametrize("sign", [":", ";", "!", "?"])
def test_no_line_begins_with_a_sign_that_is_apart_from_its_word(sign: str) -> None:
    assert shown(para(f"selon trois critères {sign} voici"), width=21) == ["selon trois", f"critères {sign} voici"]
    assert shown(para("dans le texte « cité » ici"), width=15) == ["dans le texte", "« cité » ici"]
    assert shown(para("im »Text« zitiert"), width=10) == ["im »Text«", "zitiert"]
    assert shown(para("less than 9 %) of all"), width=12) == ["less than", "9 %) of all"]
