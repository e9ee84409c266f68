"""The works that the entries of a bibliography name, from the markup of a page."""

from __future__ import annotations

import pytest

from arxtui.model.document import Work
from arxtui.reader.bibliography.entries import Entry, entries
from arxtui.sources.latexml import parse_document
from tests.sources.latexml.pages import page


def entries_of(*items: str, text: str = "") -> tuple[Entry, ...]:
    """Return the entries of a page with these items of its bibliography, and a text before them."""
    listed = "".join(
        f'<li class="ltx_bibitem" id="bib.bib{place}"><span class="ltx_tag ltx_tag_bibitem">[{place}]</span>{item}</li>'
        for place, item in enumerate(items, 1)
    )
    body = f'{text}<section class="ltx_bibliography"><ul class="ltx_biblist">{listed}</ul></section>'
    return entries(parse_document(page(body)))


def works_in(*parts: str) -> tuple[Work, ...]:
    """Return the works of an entry with these parts."""
    [entry] = entries_of("".join(f'<span class="ltx_bibblock">{part}</span>' for part in parts))
    return entry.works


def link(url: str, text: str) -> str:
    return f'<a class="ltx_ref ltx_href" href="{url}">{text}</a>'


HOSTILE = {
    "; ": 0,
    "(2001); ": 50,
    "[1512.05291] ": 1,
    **dict.fromkeys(("A. B, ", "“", "10.1000/", "Van ", "arXiv:", "In X ", ". ", "Ab "), 0),
}
"""Parts of entries, each with the number of works in an entry of many such parts."""
MADE_UP = ("Ada Example", "Bo Måns"), "Sharded locks of a queue", "2021"


@pytest.mark.parametrize(
    "parts",
    [
        ("Ada Example and Bo Måns.", "Sharded locks of a queue.", "J. Made-up Res., 12(3):45–67, 2021."),
        ("Ada Example and Bo Måns, “Sharded locks of a queue,” J. Made-up Res. 12, 45–67 (2021).",),
        ("Ada Example and Bo Måns. Sharded locks of a queue. J. Made-up Res. 12, 45–67 (2021).",),
    ],
)
def test_parts_quotes_and_full_stops_divide_an_entry(parts: tuple[str, ...]) -> None:
    [work] = works_in(*parts)
    assert (work.authors, work.title, work.year) == MADE_UP
    assert (work.venue.strip("."), work.volume, work.pages) == ("J. Made-up Res", "12", "45–67")


@pytest.mark.parametrize(
    ("entry", "venue", "volume", "pages"),
    [
        ("A. Example, Made-up Rev. D 101, 051702 (2020).", "Made-up Rev. D", "101", "051702"),
        ("A. Example, Made-up Rev. D 101 (2020) no.3, 032005", "Made-up Rev. D", "101", "032005"),
        ("Example A., Måns B., 2019, MNRAS, 488, 1501", "MNRAS", "488", "1501"),
        ("A. Example, Made-up Rev. D 51, 2022 (1995).", "Made-up Rev. D", "51", "2022"),
        ("A. Example, JHEP 1503 (2015) 009.", "JHEP", "1503", "009"),
        ("A. Example and B. Måns, J. Algebra 313, 922 (2007).", "J. Algebra", "313", "922"),
        ("A. Example, B. Måns, Am. J. Phys. 73(4) (2005) 817.", "Am. J. Phys", "73", "817"),
        ("A. Example, B. Måns, J. Phys.: Condens. Matter 20, A12 (2008)", "J. Phys.: Condens. Matter", "20", "A12"),
        ("A. Example, B. Måns, J. Phys. A: Math. Theor. 47 (2014) 18", "J. Phys. A: Math. Theor", "47", "18"),
        ("A. Example, Made-up Rev. 12, 345–367 (2020).", "Made-up Rev", "12", "345–367"),
        ("A. Example, Made-up Rev. 12, 2020", "Made-up Rev", "12", ""),
    ],
)  # fmt: skip
def test_an_entry_without_a_title_has_a_journal_volume_and_page(
    entry: str, venue: str, volume: str, pages: str
) -> None:
    [work] = works_in(entry)
    assert (work.title, work.venue, work.volume, work.pages) == ("", venue, volume, pages)
    assert not any(name.startswith(("J.", "Am.")) for name in work.authors)


@pytest.mark.parametrize(
    ("entry", "authors", "title", "year"),
    [
        ("A. B. Example, C. Måns, Locks that wait for shards, Energy 106 (2016) 182–193.",
         ("A. B. Example", "C. Måns"), "Locks that wait for shards", "2016"),
        ("A. Example, Locks that wait for shards, II, Energy 106 (2016) 182–193.",
         ("A. Example",), "Locks that wait for shards, II", "2016"),
        ("A. Example and C. van der Prov, Made-up Rev. Lett. 78, 1396 (1997).",
         ("A. Example", "C. van der Prov"), "", "1997"),
        ("Example A. B., Måns C., 2014, MNRAS, 11, 2016", ("Example A. B.", "Måns C."), "", "2014"),
        ("Example, A., &amp; Måns, C. D. (1993).", ("Example, A.", "Måns, C. D."), "", "1993"),
    ],
)  # fmt: skip
def test_one_part_is_divided_by_its_names(entry: str, authors: tuple[str, ...], title: str, year: str) -> None:
    [work] = works_in(entry)
    assert (work.authors, work.title, work.year) == (authors, title, year)


@pytest.mark.parametrize(
    ("entry", "arxiv"),
    [
        ("A. Example, arXiv preprint arXiv:1607.06450, 2016.", "1607.06450"),
        ("A. Example, CoRR abs/1409.0473 (2014)", "1409.0473"),
        ("A. Example, JHEP 01 (2016) 1 [1512.05291].", "1512.05291"),
        (f"A. Example, J. Math. 1 (2009), {link('https://arxiv.org/abs/0901.0512v4', '0901.0512')}.", "0901.0512v4"),
        (f"A. Example, arXiv:0901.0512v2 (2009), {link('https://arxiv.org/abs/0901.0512', 'link')}.", "0901.0512v2"),
        (f"A. Example, J. Math. 1 (2009) {link('https://doi.org/10.48550/arXiv.2310.13578', 'link')}.", "2310.13578"),
        ("A. Example, hep-th/9711200 (1997)", "hep-th/9711200"),
        ("A. Example, MNRAS 1 (2007), doi:10.1111/j.1365-2966.2007.12183.x", ""),
        ("A. Example, arXiv:1213.00001 (2012)", ""),
        ("A. Example, J. Math. 1 (2009), pp. 1512.05291", ""),
    ],
)
def test_an_arxiv_id_is_one_that_the_entry_marks_as_such(entry: str, arxiv: str) -> None:
    [work] = works_in(entry)
    assert work.arxiv == arxiv


@pytest.mark.parametrize(
    ("href", "doi"),
    [
        ("https://doi.org/10.1103/PhysRevX.8.021018", "10.1103/PhysRevX.8.021018"),
        ("http://dx.doi.org/https://doi.org/10.1137/0320018", "10.1137/0320018"),
        ("%5Cdoibase%2010.1051/jp1:1996129", "10.1051/jp1:1996129"),
        ("https://doi.org/10.1007%2FJHEP01(2019)057", "10.1007/JHEP01(2019)057"),
    ],
)
def test_a_doi_is_found_in_the_address_alone(href: str, doi: str) -> None:
    [work] = works_in(f"A. Example, {link(href, 'Made-up Rev. X 8, 021018 (2018)')}.")
    assert (work.dois, work.arxiv, work.url) == ((doi,), "", "")
    again = link(f"https://doi.org/{doi.lower()}", "DOI")
    [work] = works_in(f"A. Example, {link(href, 'Made-up Rev. X 8, 021018 (2018)')}, {again}.")
    assert work.dois == (doi,)
    [short] = works_in(f"A. Example, Energy 106 (2016), {link('https://doi.org/10/f8vrcz', '10/f8vrcz')}.")
    assert (short.dois, short.url) == ((), "https://doi.org/10/f8vrcz")


def test_several_works_of_an_entry_are_distinguished() -> None:
    first, second = works_in("A. Example, Made-up Rev. Lett. 78, 1396 (1997); B. Måns, ibid. 80, 1 (1998).")
    assert (first.authors, first.year, second.authors, second.year) == (("A. Example",), "1997", ("B. Måns",), "1998")
    assert first.venue == second.venue == "Made-up Rev. Lett"
    [one] = works_in("A. Example; B. Måns. Locks of shards. J. Made-up 3 (2001); Erratum 4 (2002).")
    assert one.year == "2001"
    [one] = works_in("A. Example, Made-up Rev. 78, 1396 (1997); B. Måns, to be published.")
    assert (one.year, one.pages) == ("1997", "1396")
    both = works_in("A. Example, C. Prova [arXiv:1507.00014, arXiv:1507.00035] (2015)")
    assert [work.arxiv for work in both] == ["1507.00014", "1507.00035"]


def test_a_remark_names_no_work() -> None:
    assert works_in("For ease of simulation, the walls were a layer of fixed particles.") == ()
    assert works_in("") == ()


TYPED = """
<span class="ltx_bibblock"><span class="ltx_text ltx_bib_author">A. Example</span>
<span class="ltx_text ltx_bib_year"> (2016)</span></span>
<span class="ltx_bibblock"><span class="ltx_text ltx_bib_title">Locks</span>.</span>
<span class="ltx_bibblock"><span class="ltx_text ltx_bib_journal">{}</span>.</span>
<span class="ltx_bibblock">External Links: <span class="ltx_text ltx_bib_links">{}</span>.</span>
<span class="ltx_bibblock ltx_bib_cited">Cited by: <a class="ltx_ref" href="#S1">§1</a>, 1607.06450.</span>
"""


@pytest.mark.parametrize(
    ("journal", "external"),
    [
        ("arXiv preprint arXiv:1607.06450", ""),
        ("Made-up", '<span class="ltx_text ltx_bib_external">1607.06450</span>'),
        (
            "Made-up",
            '<a class="ltx_ref doi ltx_bib_external" href="https://dx.doi.org/10.48550/arXiv.1607.06450">x</a>',
        ),
    ],
)
def test_an_entry_with_fields_has_its_id_in_any_place(journal: str, external: str) -> None:
    [entry] = entries_of(TYPED.format(journal, external))
    [work] = entry.works
    assert (work.authors, work.title, work.year, work.arxiv) == (("A. Example",), "Locks", "2016", "1607.06450")
    dois = [link(f"https://doi.org/10.1000/{number}", "x") for number in (1, 2)]
    for named, clear in ((dois[:1], ("10.1000/1",)), (dois, ())):
        [[work]] = [each.works for each in entries_of(TYPED.format(journal, " ".join(named)))]
        assert work.dois == clear
    assert "Cited by" not in entry.text


@pytest.mark.parametrize(("part", "count"), HOSTILE.items())
def test_a_hostile_entry_has_no_more_works_than_are_distinguished(part: str, count: int) -> None:
    assert len(works_in(part * 400_000)) == count
