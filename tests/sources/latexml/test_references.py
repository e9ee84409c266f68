"""Citations and cross-references in pages of arXiv's engine since August 2026, as the reader shows them."""

from __future__ import annotations

import pytest

from arxtui.model.document import Paragraph, Reference, Text
from arxtui.reader.output.plain import plain
from arxtui.sources.latexml import parse_document

ENTRY = (
    '<li id="bib.bib{0}" class="ltx_bibitem"><span class="ltx_tag ltx_role_refnum ltx_tag_bibitem">{1}</span>\n'
    '<span class="ltx_bibblock">Entry {0}.\n</span></li>'
)


def shown(body: str, *labels: str) -> str:
    """Return the first line of a page with a paragraph and entries with these labels."""
    entries = "".join(ENTRY.format(number, label) for number, label in enumerate(labels, 1))
    bibliography = f'<section id="bib" class="ltx_bibliography"><ul class="ltx_biblist">{entries}</ul></section>'
    page = f'<article class="ltx_document"><p id="p1" class="ltx_p">{body}</p>{bibliography}</article>'
    return next(plain(parse_document(page.encode()), 1000))


def cite(macro: str, *parts: str) -> str:
    """Return a citation of entries 1, 2, … with these texts; texts in brackets or with a comma first are between
    the links."""
    written, number = "", 0
    for part in parts:
        if part[0] in "([,;)]–":
            written += part
        else:
            number += 1
            written += f'<a href="#bib.bib{number}" title="" class="ltx_ref">{part}</a>'
    return f'<cite class="ltx_cite ltx_citemacro_{macro}">{written}</cite>'


YEARS = ("Hand et al. (1998)", "Foot et al. (2001a)")


class TestNotes:
    @pytest.mark.parametrize(
        ("note", "read"),
        [
            ("e.g.", "(e.g. Hand, 1998; Foot, 2001)"),
            ("e.g", "(e.g Hand, 1998; Foot, 2001)"),
            ("e.g.,", "(e.g., Hand, 1998; Foot, 2001)"),
            ("see also", "(see also Hand, 1998; Foot, 2001)"),
            ("cf. ", "(cf. Hand, 1998; Foot, 2001)"),
            ("red line;", "(red line; Hand, 1998; Foot, 2001)"),
            ("Fig. 7 of", "(Fig. 7 of Hand, 1998; Foot, 2001)"),
            ("made with the tools from", "(made with the tools from Hand, 1998; Foot, 2001)"),
        ],
    )
    def test_one_that_can_only_introduce_the_sources_comes_first(self, note: str, read: str) -> None:
        cited = cite("citep", "(", "Hand, 1998", "; ", "Foot, 2001", f", {note})")
        assert shown(cited, *YEARS) == read

    def test_one_with_a_formula_comes_first_whole(self) -> None:
        formula = '<math class="ltx_Math" alttext="x&gt;2" display="inline"></math>'
        assert shown(cite("citep", "[", "1", f", {formula}, fast;]"), "[1]") == "[x > 2, fast; 1]"

    @pytest.mark.parametrize(
        "note",
        [
            "p. 3",
            "p. 3,",
            "in prep.",
            "Sec. 2 and references therein",
            "Eq. 3 and following",
            "for a review",
            "2nd ed.",
        ],
    )
    def test_any_other_stays_behind_them(self, note: str) -> None:
        assert shown(cite("citep", "(", "Hand, 1998", f", {note})"), *YEARS) == f"(Hand, 1998, {note})"

    def test_one_that_is_first_already_stays(self) -> None:
        cited = cite("citep", "(see ", "Hand, 1998", ", e.g.)")
        assert shown(cited, *YEARS) == "(see Hand, 1998, e.g.)"


class TestLabels:
    def test_a_number_becomes_the_label_of_its_entry(self) -> None:
        cited = cite("cite", "[", "15", ", ", "8", ", Sec. 2]")
        assert shown(cited, "[HF98]", "[FHN15]") == "[HF98, FHN15, Sec. 2]"

    def test_an_alias_becomes_names_and_year(self) -> None:
        assert shown(f"as in {cite('citealias', '22')}.", *YEARS) == "as in Hand et al. (1998)."

    def test_a_year_without_names_becomes_the_number_of_its_entry(self) -> None:
        assert shown(cite("cite", " (2019)"), "[54]") == "[54]"

    @pytest.mark.parametrize("label", ["[2]", "2", "2.", "(2)"])
    def test_the_number_of_the_label_stays(self, label: str) -> None:
        assert shown(cite("cite", "[", "2", "]"), label) == "[2]"

    def test_a_year_stays_beside_a_numbered_entry(self) -> None:
        assert shown(f"Hand {cite('citeyearpar', '(', '1998', ')')}", "[7]") == "Hand (1998)"

    def test_a_number_behind_names_gets_brackets(self) -> None:
        assert shown(f"the {cite('citet', 'Hand and Foot 29')} relations", "[29]") == "the Hand and Foot [29] relations"

    def test_a_year_behind_names_gets_none(self) -> None:
        assert shown(cite("citet", "Hand 1998"), *YEARS) == "Hand 1998"

    def test_names_without_a_year_have_no_comma_behind_them(self) -> None:
        cited = cite("citep", "(", "Hand et al., ", "; ", "Foot, ", ")")
        assert shown(cited, *YEARS) == "(Hand et al.; Foot)"
        assert shown(cite("citep", "(", "Hand et al., ", "1998", ")"), *YEARS) == "(Hand et al., 1998)"

    def test_other_authors_are_abbreviated_as_in_the_labels(self) -> None:
        cited = cite("citet", "Hand and others (1998)", "; ", "Foot and others (2001a)")
        assert shown(cited, *YEARS) == "Hand et al. (1998); Foot et al. (2001a)"

    def test_a_citation_still_leads_to_its_entry(self) -> None:
        page = f'<article class="ltx_document"><p class="ltx_p">{cite("cite", "[", "15", "]")}</p>{ENTRY}</article>'
        document = parse_document(page.format(1, "[HF98]").encode())
        assert document.blocks[0] == Paragraph((Reference((Text("[HF98]"),), "bib.bib1", cites=True),))


class TestBrackets:
    def test_names_and_years_in_the_sentence_get_brackets(self) -> None:
        cited = cite("cite", "Hand, 1998", "; ", "Foot and others, 2001a")
        assert shown(f"in the data {cited}.", *YEARS) == "in the data [Hand, 1998; Foot et al., 2001a]."

    def test_the_brackets_are_the_pages_and_square_within_an_authors_round_ones(self) -> None:
        cited = cite("cite", "Hand, 1998")
        body = f"{cite('citep', '(', 'Hand, 1998', ')')}: rain {cited} (but see {cited} for snow)"
        assert shown(body, *YEARS) == "(Hand, 1998): rain (Hand, 1998) (but see [Hand, 1998] for snow)"

    @pytest.mark.parametrize(
        "body",
        [
            f"in the data ({cite('cite', 'Hand, 1998')})",
            f"by {cite('cite', 'Hand (1998)')}",
            f"(but see {cite('citealp', 'Hand, 1998')})",
        ],
    )
    def test_none_are_added_to_brackets_or_where_the_author_wants_none(self, body: str) -> None:
        assert "[" not in shown(body, *YEARS)


class TestMissingTargets:
    label = '<span class="ltx_ref ltx_missing_label ltx_ref_self">{}</span>'

    def test_a_reference_to_nothing_is_marked_as_in_latex(self) -> None:
        assert (
            shown(f"In Fig. {self.label.format('')}, the rain ({self.label.format('')}).")
            == "In Fig. ??, the rain (??)."
        )

    def test_a_label_that_the_page_has_is_shown(self) -> None:
        assert shown(f"Section {self.label.format('LABEL:sec:rain')}") == "Section LABEL:sec:rain"

    def test_each_is_reported(self) -> None:
        page = f'<article class="ltx_document"><p class="ltx_p">{self.label.format("")}</p></article>'
        assert parse_document(page.encode()).faults == ("missing label",)

    def test_a_raised_key_without_entry_is_readable(self) -> None:
        key = '<span class="ltx_ref ltx_missing_citation ltx_ref_self">handFoot2022</span>'
        raised = f'<sup class="ltx_sup"><a href="#bib.bib1" title="" class="ltx_ref">6</a>, {key}</sup>'
        assert shown(f'gas<cite class="ltx_cite ltx_citemacro_cite">{raised}</cite>', "[6]") == "gas⁶,[handFoot2022]"

    def test_an_abbreviation_without_definition_is_reported(self) -> None:
        key = '<abbr title="" class="ltx_glossaryref ltx_missing">snr</abbr>'
        document = parse_document(f'<article class="ltx_document"><p class="ltx_p">An {key}.</p></article>'.encode())
        assert (document.blocks, document.faults) == ((Paragraph((Text("An snr."),)),), ("snr",))


class TestCrossReferences:
    def test_a_reference_by_kind_names_the_kind(self) -> None:
        title = "Remark 2.5. ‣ 2 Rain ‣ Weather of bells"
        number = '<span class="ltx_text ltx_ref_tag">2.5</span>'
        link = f'<a href="#p1" title="{title}" class="ltx_ref ltx_refmacro_autoref">{number}</a>'
        assert shown(f"as in {link} below") == "as in Remark 2.5 below"
        assert shown(f"as in remark {link} below") == "as in remark 2.5 below"

    @pytest.mark.parametrize(("title", "text"), [("5 Rain ‣ Bells", "§5"), ("Table 1 ‣ Rain", "Table 1"), ("", "4")])
    def test_one_that_names_it_already_or_has_none_stays(self, title: str, text: str) -> None:
        link = f'<a href="#p1" title="{title}" class="ltx_ref ltx_refmacro_autoref">{text}</a>'
        assert shown(f"in {link}.") == f"in {text}."

    def test_a_reference_by_name_has_no_number(self) -> None:
        name = '<span class="ltx_text ltx_ref_title"><span class="ltx_tag ltx_tag_ref">1.1 </span>A Named Place</span>'
        link = f'<a href="#p1" title="In 1 Rain" class="ltx_ref ltx_refmacro_nameref">{name}</a>'
        assert shown(f"see {link}.") == "see A Named Place."

    def test_a_word_behind_a_kind_does_not_touch_it(self) -> None:
        link = '<a href="#p1" title="Lemma C.4 (Rain) ‣ C" class="ltx_ref ltx_refmacro_autoref">C.4</a>'
        assert shown(f"{link}can be shown") == "Lemma C.4 can be shown"

    @pytest.mark.parametrize(
        ("title", "before", "between", "read"),
        [
            ("Figure 3 ‣ 2 Rain", "Figures 3–8 (pages ", "–", "Figures 3–8 (pages ??–??)"),
            ("In III-B Rain ‣ III Bells", "at the end of page ", " and ", "at the end of page ?? and ??)"),
            ("3 Rain ‣ Bells", "on p. ", "–", "on p. 3–3)"),
            ("Figure 3 ‣ 2 Rain", "Figures ", "–", "Figures 3–3)"),
        ],
    )
    def test_a_number_of_a_float_is_no_page(self, title: str, before: str, between: str, read: str) -> None:
        number = '<span class="ltx_text ltx_ref_tag">3</span>'
        link = f'<a href="#p1" title="{title}" class="ltx_ref">{number}</a>'
        assert shown(f"{before}{link}{between}{link})") == read


def test_no_blank_is_before_the_closing_bracket_of_a_citation() -> None:
    written = cite("citet", "Hand et al. (1998, hereafter \n Paper I \n )")
    assert shown(f"As {written} says.", *YEARS) == "As Hand et al. (1998, hereafter Paper I) says."


def test_a_raised_citation_follows_the_text_without_blanks_but_is_no_power() -> None:
    links = '<a href="#bib.bib1" title="" class="ltx_ref">1</a>, <a href="#bib.bib2" title="" class="ltx_ref">2</a>'
    raised = f'<cite class="ltx_cite ltx_citemacro_cite"><sup class="ltx_sup">{links}</sup></cite>'
    assert shown(f"It rains,\n{raised} as of 1998 {raised}.", "[1]", "[2]") == "It rains,¹,² as of 1998 ¹, ²."


@pytest.mark.parametrize("sign", "∼˜")
def test_the_address_of_a_link_has_its_tilde_where_the_author_wrote_another_sign(sign: str) -> None:
    address = "https://b.example/~hand/a"
    for text, read in ((address.replace("~", sign), address), (f"near {sign}hand", f"near {sign}hand")):
        link = f'<a href="{address}" title="" class="ltx_ref ltx_href">{text}</a>'
        assert shown(f"See {link}.") == f"See {read}."


def test_the_key_of_an_abbreviation_is_looked_up_in_the_list_of_abbreviations() -> None:
    keys = '<span title="" class="ltx_glossaryref ltx_missing">snr</span>'
    keys += ' (<abbr title="" class="ltx_glossaryref ltx_missing">snr</abbr>)'
    other = '<abbr title="" class="ltx_glossaryref ltx_missing">pix</abbr>'
    listed = '<section class="ltx_glossary ltx_acronym"><dl class="ltx_glossarylist">'
    listed += '<dt class="ltx_glossaryentry">SNR</dt>\n<dd>signal-to-noise ratio</dd></dl></section>'
    assert shown(f"The {keys}, {other}.</p>{listed}<p>") == "The signal-to-noise ratio (SNR), pix."
