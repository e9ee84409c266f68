"""Entries of the bibliography as the reader shows them, and the works that LaTeXML's markup of BibTeX describes."""

from __future__ import annotations

import pytest

from arxtui.model.document import Link, Paragraph, Source, Text, Work
from arxtui.reader.output.markdown import markdown
from arxtui.reader.output.plain import plain
from arxtui.sources.latexml import parse_document
from arxtui.sources.latexml.content import inlines
from arxtui.store.texts.documents import pack_document, unpack_document

BY_YEAR = "ltx_bib_author-year"


def typed(*blocks: str, label: str = "[1]", style: str = "ltx_bib_key") -> str:
    """Return an entry made from BibTeX, in the form of the engine of 2026 and of LaTeXML since 0.8."""
    written = "".join(f'<span class="ltx_bibblock">{block}\n</span>\n' for block in blocks)
    return (
        '<li id="bib.bib1" class="ltx_bibitem ltx_bib_article">'
        f'<span class="ltx_tag {style} ltx_role_refnum ltx_tag_bibitem">{label}</span>\n{written}'
        '<span class="ltx_bibblock ltx_bib_cited">Cited by: <a href="#S1" title="1 Rain" class="ltx_ref">§1</a>.\n'
        "</span></li>"
    )


def plainly(*blocks: str) -> str:
    """Return an entry that the author wrote, in parts."""
    written = "".join(f'<span class="ltx_bibblock">{block}\n</span>\n' for block in blocks)
    return f'<li id="bib.bib1" class="ltx_bibitem"><span class="ltx_tag ltx_tag_bibitem">[1]</span>\n{written}</li>'


def field(name: str, value: str) -> str:
    return f'<span class="ltx_text ltx_bib_{name}">{value}</span>'


def links(*written: str) -> str:
    listed = ",\n".join(written)
    return f'External Links: <span class="ltx_text ltx_bib_links">{listed}</span>'


def doi(address: str) -> str:
    return f'<a href="{address}" title="" class="ltx_ref doi ltx_bib_external">Document</a>'


def address(url: str, text: str = "Link") -> str:
    return f'<a href="{url}" title="" class="ltx_ref ltx_bib_external">{text}</a>'


def eprint(number: str) -> str:
    return f'<span class="ltx_text ltx_bib_external">{number}</span>'


def page(entry: str) -> bytes:
    listed = f'<section id="bib" class="ltx_bibliography"><ul id="bib.L1" class="ltx_biblist">{entry}</ul></section>'
    return f'<article class="ltx_document">{listed}</article>'.encode()


def source(entry: str) -> Source:
    (block,) = parse_document(page(entry)).blocks
    assert isinstance(block, Source)
    return block


def shown(entry: str) -> str:
    (line,) = plain(parse_document(page(entry)), 2000)
    return line.removeprefix("[1]").strip()


def urls(entry: str) -> list[str]:
    return [run.url for run in inlines(source(entry)) if isinstance(run, Link)]


BELLS = (
    field("author", "A. Hand, B. Foot, and C. van der Knee") + field("year", " (2020)"),
    field("title", "On bells") + ".",
    f"{field('journal', 'J. Rain')} {field('volume', '3')} ({field('number', '2')}), {field('pages', 'pp. 1–20')}.",
)
HANGING = (field("author", "A. Hand"), field("title", "On bells") + ".", f"In {field('inbook', 'Proc. Rain')},")


class TestSentences:
    def test_the_authors_are_separated_from_the_title(self) -> None:
        names = (field("author", "A. Hand and B. Foot"), *BELLS[1:])
        assert shown(typed(*BELLS)).startswith(
            "A. Hand, B. Foot, and C. van der Knee (2020). On bells. J. Rain 3 (2), pp."
        )
        assert "A. Hand and B. Foot. On bells. J. Rain" in shown(
            typed(*names, label="Hand and Foot (2020)", style=BY_YEAR)
        )

    def test_parts_that_the_author_wrote_are_separated_too(self) -> None:
        assert shown(plainly("Ann Hand and Bo Foot", "“On bells”", "In <em>J. Rain</em> 3, 2020")) == (
            "Ann Hand and Bo Foot. “On bells”. In J. Rain 3, 2020"
        )

    @pytest.mark.parametrize("end", ["Hand, A.", "Hand,", "Who rings?", "“On bells.”", "In: J. Rain:", "and so on…"])
    def test_a_part_that_has_punctuation_gets_none(self, end: str) -> None:
        assert shown(plainly(end, "Rain 3.")) == f"{end} Rain 3."

    @pytest.mark.parametrize("following", ["in J. Rain", "(2020)", ", 2020", "."])
    def test_a_sentence_that_goes_on_gets_none(self, following: str) -> None:
        assert "Hand." not in shown(plainly("A Hand", following))

    def test_a_part_after_which_nothing_follows_ends_in_a_full_stop(self) -> None:
        assert shown(typed(*HANGING)) == "A. Hand. On bells. In Proc. Rain."
        assert shown(typed(*HANGING, "Note: Read today")) == "A. Hand. On bells. In Proc. Rain. Note: Read today"
        assert shown(typed(*HANGING, links(doi("https://dx.doi.org/10.1000/b.1")))).endswith(
            "Proc. Rain. doi:10.1000/b.1"
        )
        assert shown(typed(*HANGING, f"{field('pages', 'pp. 4')}.")) == "A. Hand. On bells. In Proc. Rain, pp. 4."

    @pytest.mark.parametrize(
        ("written", "read"),
        [
            (f"Vol. {field('volume', '')}, {field('pages', 'pp. 4–5')}.", "A. Hand. On bells. In Proc. Rain, pp. 4–5."),
            (f"Vol. {field('volume', '')}.", "A. Hand. On bells. In Proc. Rain."),
            (f"Vol. {field('volume', '7')}.", "A. Hand. On bells. In Proc. Rain, Vol. 7."),
            (f"{field('publisher', 'Rain')} {field('volume', '')}.", "A. Hand. On bells. In Proc. Rain, Rain."),
        ],
    )
    def test_nothing_is_left_of_an_empty_field(self, written: str, read: str) -> None:
        assert shown(typed(*HANGING, written)) == read

    def test_a_title_in_lower_case_begins_a_sentence(self) -> None:
        entry = typed(field("author", "A. Hand"), f"{field('title', 'bells: the ringing')}.")
        assert shown(entry) == "A. Hand. bells: the ringing."

    def test_an_empty_title_leaves_no_stop(self) -> None:
        assert shown(typed(field("title", "") + ".", "Note: See below")) == "Note: See below"

    @pytest.mark.parametrize("title", ["Who rings?", "Ring the bells!", "Bells, Inc.", "On bells."])
    def test_one_stop_ends_a_title(self, title: str) -> None:
        assert shown(typed(f"{field('title', title)}.", BELLS[2])).startswith(f"{title} J. Rain")

    def test_dots_that_are_no_stop_stay(self) -> None:
        assert shown(typed(f"{field('title', 'What is... rain')}.")) == "What is... rain."

    def test_fields_in_one_part_are_separated(self) -> None:
        web = field("author", "A. Hand") + field("year", " (2020)") + field("title", "Bells") + "(Website)"
        assert shown(typed(web)) == "A. Hand (2020). Bells (Website)"
        assert shown(typed(field("author", "A. Hand") + field("editor", "B. Foot (Ed.)"))) == "A. Hand, B. Foot (Ed.)"


class TestIdentifiers:
    @pytest.mark.parametrize(
        "href",
        [
            "https://dx.doi.org/10.1000/b.1",
            "https://dx.doi.org/doi%3A10.1000/b.1",
            "https://dx.doi.org/https%3A//doi.org/10.1000/b.1",
            "https://dx.doi.org/http%3A//dx.doi.org/10.1000/b.1",
            "https://dx.doi.org/http%3A//doi.example.org/10.1000/b.1",
        ],
    )
    def test_a_doi_is_read_however_the_author_wrote_it(self, href: str) -> None:
        entry = typed(*BELLS, links(doi(href)))
        assert shown(entry).endswith("pp. 1–20. doi:10.1000/b.1")
        assert urls(entry) == ["https://doi.org/10.1000/b.1"]

    def test_escapes_of_a_doi_are_read(self) -> None:
        entry = typed(*BELLS, links(doi("https://dx.doi.org/10.1000/b%5C%5F1%282%29")))
        assert (shown(entry)[-20:], urls(entry)) == (". doi:10.1000/b_1(2)", ["https://doi.org/10.1000/b_1(2)"])

    def test_several_dois_in_one_field_are_several_links(self) -> None:
        entry = typed(*BELLS, links(doi("https://dx.doi.org/10.1000/b.1%2C%2010.1000/b.2")))
        assert shown(entry).endswith("doi:10.1000/b.1, doi:10.1000/b.2")
        assert urls(entry) == ["https://doi.org/10.1000/b.1", "https://doi.org/10.1000/b.2"]

    def test_a_link_without_a_valid_doi_is_shown_as_an_address(self) -> None:
        entry = typed(*BELLS, links(doi("https://dx.doi.org/499122")))
        assert (shown(entry)[-25:], urls(entry)) == ("https://dx.doi.org/499122", ["https://dx.doi.org/499122"])

    def test_an_address_shows_where_it_leads(self) -> None:
        entry = typed(*BELLS, links(address("https://rain.example/a%20b?x=1&amp;y=2#top")))
        assert shown(entry).endswith(". https://rain.example/a%20b?x=1&y=2#top")

    def test_a_long_address_shows_its_host(self) -> None:
        long = f"https://rain.example/{'bells/' * 20}"
        entry = typed(*BELLS, links(address(long)))
        assert (shown(entry)[-24:], urls(entry)) == (". https://rain.example/…", [long])

    def test_an_address_that_contains_an_identifier_shown_beside_it_is_left_out(self) -> None:
        ids = doi("https://dx.doi.org/10.1000/b.1"), eprint("2605.01234")
        same = address("http://journal.example/10.1000%2Fb.1"), address("https://arxiv.org/abs/2605.01234")
        assert shown(typed(*BELLS, links(same[0], *ids, same[1]))).endswith(
            "pp. 1–20. doi:10.1000/b.1, arXiv:2605.01234"
        )

    @pytest.mark.parametrize(("number", "end"), [("0612412", "arXiv:astro-ph/0612412"), ("0612413", "0612413")])
    def test_an_old_number_without_its_archive_has_that_of_an_address_beside_it(self, number: str, end: str) -> None:
        long = "http://arxiv.org/abs/astro-ph/0612412%5Cnhttp://dx.doi.org/10.1000/b.1"
        ids = eprint(number), doi("https://dx.doi.org/10.1000/b.1"), address(long)
        assert shown(typed(*BELLS, links(*ids))).endswith(f"pp. 1–20. {end}, doi:10.1000/b.1")

    def test_a_blank_of_french_in_an_address_is_removed(self) -> None:
        entry = typed(
            *BELLS, links(address("https%20://rain.example/bells%E2%80%86?id=3"), eprint("arXiv :2605.01234"))
        )
        assert urls(entry) == ["https://rain.example/bells?id=3", "https://arxiv.org/abs/2605.01234"]

    def test_other_numbers_and_links_stay_as_they_are(self) -> None:
        written = (
            '<span class="ltx_text issn ltx_bib_external">ISSN 0000-0000</span>',
            address("https://mr.example", "MR"),
        )
        entry = typed(*BELLS, links(*written))
        assert (shown(entry)[-19:], urls(entry)) == (" ISSN 0000-0000, MR", ["https://mr.example"])

    @pytest.mark.parametrize("href", ["javascript:alert(1)", "data:text/html,x", "#S1", ""])
    def test_an_unsafe_local_or_empty_address_is_no_link(self, href: str) -> None:
        assert urls(typed(*BELLS, links(address(href)))) == []

    def test_the_label_of_a_number_is_not_put_before_an_address(self) -> None:
        link = '<a href="http://rain.example/1" class="ltx_ref ltx_url ltx_font_typewriter">http://rain.example/1</a>'
        assert shown(plainly("A. Hand.", f"arXiv: {link}")) == "A. Hand. http://rain.example/1"
        number = '<a href="https://arxiv.org/abs/2605.01234" class="ltx_ref ltx_href">2605.01234</a>'
        assert shown(plainly("A. Hand.", f"arXiv:{number}")) == "A. Hand. arXiv:2605.01234"

    def test_an_address_does_not_touch_the_words_beside_it(self) -> None:
        link = '<a href="http://rain.example" class="ltx_ref ltx_url ltx_font_typewriter">http://rain.example</a>'
        assert shown(plainly(f"Report 775{link}[Accessed: 2020]")) == "Report 775 http://rain.example [Accessed: 2020]"
        assert shown(plainly(f"({link}), 7.")) == "(http://rain.example), 7."
        cut = '<a href="http://doi.org/10.1000/0098" class="ltx_ref ltx_url">http://doi.org/10.1000/0098</a>(92)4'
        assert shown(plainly(cut)) == "http://doi.org/10.1000/0098(92)4"

    def test_markdown_has_the_same_links(self) -> None:
        entry = typed(*BELLS, links(eprint("2605.01234")))
        assert "[arXiv:2605.01234](<https://arxiv.org/abs/2605.01234>)" in "\n".join(
            markdown(parse_document(page(entry)))
        )


class TestWorks:
    def test_a_work_has_the_fields_of_its_entry(self) -> None:
        ids = links(eprint("2605.01234v2"), doi("https://dx.doi.org/10.1000/b.1"), address("https://rain.example"))
        assert source(typed(*BELLS, ids)).work == Work(
            ("A. Hand", "B. Foot", "C. van der Knee"),
            "On bells",
            "2020",
            "J. Rain",
            "3",
            "2",
            "1–20",
            ("10.1000/b.1",),
            "2605.01234v2",
            "https://rain.example",
        )

    def test_the_year_may_be_in_the_label(self) -> None:
        entry = typed(field("author", "A. Hand"), label="Hand (2020a)", style=BY_YEAR)
        assert source(entry).work == Work(("A. Hand",), year="2020")

    @pytest.mark.parametrize(
        ("written", "authors"),
        [
            ("A. Hand and B. Foot", ("A. Hand", "B. Foot")),
            ("A. Hand, B. Foot, <span class='ltx_text ltx_bib_etal'>et al.</span>", ("A. Hand", "B. Foot")),
            ("M. B. King, Jr. and A. Hand", ("M. B. King, Jr.", "A. Hand")),
            ("Rain Collaboration, Hand, A. B., and Foot, C.", ("Rain Collaboration", "Hand, A. B.", "Foot, C.")),
            ("A. Hand, I. Foot, V. Knee, and I. A. Elbow", ("A. Hand", "I. Foot", "V. Knee", "I. A. Elbow")),
            ("A. Hand III, M. King, IV, and B. Foot", ("A. Hand III", "M. King, IV", "B. Foot")),
            ("The Bells", ("The Bells",)),
            ("", ()),
        ],
    )
    def test_authors_are_single_names(self, written: str, authors: tuple[str, ...]) -> None:
        work = source(typed(field("author", written), f"{field('title', 'T')}.")).work
        assert work is not None
        assert work.authors == authors

    def test_a_book_is_the_venue_of_its_chapters(self) -> None:
        work = source(typed(*HANGING)).work
        assert work == Work(("A. Hand",), "On bells", venue="Proc. Rain")

    @pytest.mark.parametrize(
        "link", [address("https://arxiv.org/abs/2605.01234"), doi("https://doi.org/10.48550/arXiv.2605.01234")]
    )
    def test_an_identifier_may_be_in_an_address(self, link: str) -> None:
        work = source(typed(*BELLS, links(link))).work
        assert work is not None
        assert work.arxiv == "2605.01234"

    def test_an_entry_without_fields_is_text_only(self) -> None:
        entry = plainly("A. Hand, On bells, J. Rain 3 (2020).")
        assert source(entry) == Source("[1]", (Paragraph((Text("A. Hand, On bells, J. Rain 3 (2020)."),)),))

    def test_works_are_stored_with_their_text(self) -> None:
        document = parse_document(page(typed(*BELLS, links(eprint("2605.01234"))) + plainly("A. Hand.")))
        assert unpack_document(pack_document(document)) == document


@pytest.mark.parametrize("title", ["On bells.", "Why bells?"])
def test_an_entry_without_authors_begins_with_its_title(title: str) -> None:
    written = field("title", title.rstrip(".")) + "." * title.endswith(".")
    entry = typed(f"({field('year', '2018')}).", written, "In Rain.")
    assert shown(entry) == f"{title.rstrip('.')} (2018). In Rain."


NOTE = (
    '<p class="ltx_p">Locks<span id="footnote1" class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">1</sup>'
    '<span class="ltx_note_outer"><span class="ltx_note_content"><sup class="ltx_note_mark">1</sup>'
    '<span class="ltx_tag ltx_tag_note">1</span>{}</span></span></span> rust.</p>'
)
HALF_EXPANDED = 'Ref. <span class="ltx_ERROR undefined">\\rev@citealpnum</span>Hand1998. They rust at sea.'


@pytest.mark.parametrize(
    ("note", "said"),
    [
        ("Iron locks are heavier than bronze ones, see Ref. 9. They rust at sea.", "Ref. 9. They rust at sea."),
        ("Iron locks are as heavy as bronze ones, see Ref. 9.", "Ref. \\rev@citealpnumHand1998. They rust at sea."),
    ],
)
def test_a_reference_that_repeats_a_footnote_has_its_words(note: str, said: str) -> None:
    entry = plainly(f"Iron locks are heavier than bronze ones, see {HALF_EXPANDED}")
    lines = list(plain(parse_document(page(NOTE.format(note) + entry)), 2000))
    assert lines[2].endswith(said)


def test_a_doi_in_two_spellings_appears_once() -> None:
    written = links(address("http://dx.doi.org/10.1000/Bells.1"), doi("https://dx.doi.org/10.1000/bells.1"))
    assert shown(typed(*BELLS, written)).endswith("pp. 1–20. doi:10.1000/Bells.1")


def test_the_label_of_a_number_that_is_missing_is_left_out() -> None:
    empty = '<span class="ltx_text issn ltx_bib_external">ISSN </span>'
    assert shown(typed(links(doi("https://dx.doi.org/10.1000/1"), empty))).endswith("doi:10.1000/1")
