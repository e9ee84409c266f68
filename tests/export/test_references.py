"""Bibliographic data of a record: place of publication, DOIs, year, citation key."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.export.journals import Publication, publication
from arxtui.export.keys import citation_key, unique_keys
from arxtui.export.references import Reference
from tests.export.made import MANY, ODD, paper, pending


@pytest.mark.parametrize(
    ("reference", "parts"),
    [
        ("Ex. Rev. D 95, 069903 (2017)", ("Ex. Rev. D", "95", "", "069903", 2017)),
        ("Appl. Ex. Lett. 99 (2), 112902 (2011)", ("Appl. Ex. Lett.", "99", "2", "112902", 2011)),
        ("Ex.J.668:1083-1102,2008", ("Ex.J.", "668", "", "1083-1102", 2008)),
        ("Ex.Rev.D82:091101,2010", ("Ex.Rev.D", "82", "", "091101", 2010)),
        ("Ex.Phys. B733 (2006) 132-159", ("Ex.Phys. B", "733", "", "132-159", 2006)),
        ("J. Ex. Theory 133 (2013), No. 8, 2684-2698", ("J. Ex. Theory", "133", "8", "2684-2698", 2013)),
        ("Annals of Examples 2007, Vol. 35, No. 3, 1141-1171", ("Annals of Examples", "35", "3", "1141-1171", 2007)),
        ("Ex Magazine, vol. 32, no. 2, pp. 164-168, March 2015", ("Ex Magazine", "32", "2", "164-168", 2015)),
        ("2013 EXINST 8 P12006", ("EXINST", "8", "", "P12006", 2013)),
        ("E&E 552, A94 (2013).", ("E&E", "552", "", "A94", 2013)),
        ("J. Ex. A: Gen. 2008 41 265501", ("J. Ex. A: Gen.", "41", "", "265501", 2008)),
        ("EXPTCS 26, 2010, pp. 169-180", ("EXPTCS", "26", "", "169-180", 2010)),
        ("EXPTCS 171, 2014", ("EXPTCS", "171", "", "", 2014)),
        ("J Ex Phys (2016) 164: 810", ("J Ex Phys", "164", "", "810", 2016)),
        ("2D Examples 3, 021002 (2016)", ("2D Examples", "3", "", "021002", 2016)),
        ("PoS EXTTICE2014:267", ("PoS", "EXTTICE2014", "", "267", 2014)),
        ("PoS EX2005 (2005) 112", ("PoS", "EX2005", "", "112", 2005)),
        ("Ex.J. 745:L22 (5pp), 2012", ("Ex.J.", "745", "", "L22", 2012)),
        ("Ex. Rev. B, 094522 (2008)", ("Ex. Rev. B", "", "", "094522", 2008)),
        ("Ex Methods, Volume 8, Issue 3 (July 31, 2012) lmcs:1", ("Ex Methods", "8", "3", "lmcs:1", 2012)),
        ("Ex Journal, 388 (30/05/2007) 183-189", ("Ex Journal", "388", "", "183-189", 2007)),
        ("Ex Letters, vol. 31, no. 14, pp. 2109-2111, July 15, 2006", ("Ex Letters", "31", "14", "2109-2111", 2006)),
        ("Proc. Ex. Soc. A463, 2087 (2007) 2945-2959", ("Proc. Ex. Soc.", "A463", "2087", "2945-2959", 2007)),
        ("J Ex Math Soc (2) 75 (2007) 659-676", ("J Ex Math Soc (2)", "75", "", "659-676", 2007)),
        ("Ex. Algebras 11(S3), 49-68 (2001)", ("Ex. Algebras", "11", "S3", "49-68", 2001)),
        ("EXPH 2015 (2015) 9, 093B01", ("EXPH", "2015", "9", "093B01", 2015)),
        ("EXAP 1507 (2015) 07, 040", ("EXAP", "1507", "07", "040", 2015)),
        ("SIGEX 4 (2008), 084, 22 pages", ("SIGEX", "4", "", "084", 2008)),
        ("IJCAI 2003: 257-262", ("IJCAI 2003", "", "", "257-262", 2003, True)),
        (
            "In Proceedings of the Ex Meeting, pages 10-19, 2013",
            ("Proceedings of the Ex Meeting", "", "", "10-19", 2013, True),
        ),
        (
            "Dans Examples et plus, Nice : France (2009)",
            ("Examples et plus, Nice : France (2009)", "", "", "", 2009, True),
        ),
        (
            "Ex.J.187:460-494,2010; Erratum-ibid.193:22,2011",
            ("Ex.J.", "187", "", "460-494", 2010, False, "Erratum-ibid.193:22,2011"),
        ),
        (
            "ZhEx 144, 560 (2013) [EXTP 117, 487 (2013)]",
            ("ZhEx", "144", "", "560", 2013, False, "EXTP 117, 487 (2013)"),
        ),
        ("Ex. Rev. B 82, 115423 (2010) [6 pages]", ("Ex. Rev. B", "82", "", "115423", 2010)),
    ],
)
def test_a_reference_that_is_clear_is_taken_apart(reference: str, parts: tuple[Any, ...]) -> None:
    assert publication(reference) == Publication(*parts)


@pytest.mark.parametrize(
    ("reference", "year"),
    [
        ("Scheduled for Ex. Lett. A, 237(3), 131-135", None),
        ("A. Example et al., Ex. Phys. 122, 224322 (2005)", 2005),
        ("Ex Series, Vol. 3 (ISSN 2277-1956)", None),
        ("Ex Complex Systems, 2060", None),
        ("JEX 10 P12002 (2105)", None),
        ("2014MNRAS.439.1648A", 2014),
        ("Examples in analysis (Exampleton, 1991), 111--125, Ex Publ., 1992", 1992),
        ("J. Ex, 13 (2017), vol. 1, pp. 153-193", 2017),
        ("A. Example, Examples of Use, Example Press, Exampleton 1997", 1997),
        ("to appear", None),
        ("Journal of Examples 2016 (special issue)", 2016),
    ],
)
def test_any_other_stays_whole(reference: str, year: int | None) -> None:
    assert publication(reference) == Publication(reference, year=year)


@given(st.text(alphabet="AB. ,:;()-0123456789volnp", max_size=60))
def test_nothing_is_invented(reference: str) -> None:
    journal, volume, number, pages, year = publication(reference)[:5]
    assert all(part in reference for part in (journal, volume, number, pages))
    assert year is None or str(year) in reference


@pytest.mark.parametrize("part", ["J. Ex; ", "Proc pp. 1 ", "Jan 1, 2001-", "Conf (", "J 1 ", "p. 1-"])
def test_a_hostile_reference_is_no_burden(part: str) -> None:
    assert publication(part * 3000).journal


def test_several_dois_are_distinguished_and_arxivs_own_is_none() -> None:
    fields = {
        "10.1000/a": ("10.1000/a",),
        "https://doi.org/10.1000/a, doi:10.1000/b": ("10.1000/a", "10.1000/b"),
        "10.1000/(SICI)1<2::AID>3.0.CO;2-7 10.1000/(SICI)1<2::AID>3.0.CO;2-7": ("10.1000/(SICI)1<2::AID>3.0.CO;2-7",),
        "10.1000/978-3\\_9": ("10.1000/978-3_9",),
        "10.48550/arXiv.2605.00001": (),
    }
    for doi, found in fields.items():
        assert Reference(paper(1, "A title", doi=doi)).dois == found


def test_a_paper_is_withdrawn_when_its_comment_or_its_abstract_says_so() -> None:
    gone = ("Withdrawn by the authors", "8 pages, this paper has been withdrawn.", "WITHDRAWN")
    here = (
        "The results of the withdrawn posting are included",
        "Accepted but withdrawn from EX 2017",
        "12 pages",
        None,
    )
    assert all(Reference(paper(1, "A title", comment=comment)).withdrawal == comment for comment in gone)
    assert not any(Reference(paper(1, "A title", comment=comment)).withdrawal for comment in here)
    notice = "This paper has been withdrawn."
    assert Reference(paper(1, "A title", comment="5 pages", abstract=notice)).withdrawal == notice


@pytest.mark.parametrize(
    ("template", "key"),
    [
        ("{author}{year}{word}", "vanderbeispiel2026keller"),
        ("{Author}:{year}{Word}", "Vanderbeispiel:2026Keller"),
        ("{author}{year}{words}", "vanderbeispiel2026kellersegelsystemslodzgpus"),
        ("arxiv-{id}", "arxiv-2605.00001"),
    ],
)
def test_a_key_is_made_as_the_template_says(template: str, key: str) -> None:
    record = paper(1, "When do Keller-Segel systems of Łódź on GPUs stop?", "Wilke van der Beispiel")
    assert citation_key(Reference(record), template) == key


@pytest.mark.parametrize(
    ("authors", "title", "key"),
    [
        (("Ødegård Ås",), "On α-stability", "as2026alpha"),
        (("李 雷",), "链", "anon2026"),
        ((), "The Title", "anon2026title"),
        (("The EXAMPLE Collaboration",), "A of the", "example2026a"),
        (("G\\\"odel Ex\\'emple",), "$\\mathbb{Z}_2$ orders", "exemple2026z2"),
    ],
)
def test_a_citation_key_is_plain_ascii_for_any_author_and_title(authors: tuple[str, ...], title: str, key: str) -> None:
    assert citation_key(Reference(paper(1, title, *authors)), "{author}{year}{word}") == key


def test_the_oldest_has_the_bare_key_and_later_papers_change_nothing() -> None:
    early = {1: "a2026x", 5: "a2026x", 7: "A2026X", 9: "b2026"}
    first = unique_keys(early)
    assert first == {1: "a2026x", 5: "a2026xa", 7: "A2026Xb", 9: "b2026"}
    later = unique_keys({**early, 11: "a2026x", 12: "a2026xa"})
    assert {paper: later[paper] for paper in early} == first or later[12] == "a2026xa"
    assert len({key.lower() for key in later.values()}) == len(later)


def test_a_key_that_was_given_stays() -> None:
    assert unique_keys({1: "a", 2: "a", 3: "a"}, previous={2: "a", 3: "mine"}) == {1: "aa", 2: "a", 3: "mine"}
    assert unique_keys({1: "a", 2: "b"}, previous={1: "mine", 2: "MINE", 9: "b"}) == {1: "mine", 2: "b"}


@given(st.dictionaries(st.integers(1, 60), st.sampled_from(["a", "A", "aa", "b", "ba"])))
def test_no_two_papers_have_a_key(keys: dict[int, str]) -> None:
    held = unique_keys(keys)
    assert held.keys() == keys.keys()
    assert len({key.lower() for key in held.values()}) == len(held)
    assert all(held[paper].startswith(keys[paper]) for paper in keys)


def test_many_authors_and_none_are_all_kept() -> None:
    assert len(Reference(paper(1, "Many", *MANY)).people) == 5000
    assert Reference(paper(1, "None")).people == ()
    assert Reference(paper(1, "Signs", ":", ";", "-")).people == ()


def test_a_paper_without_an_identifier_has_the_address_of_its_review() -> None:
    reference = Reference(pending("A title"))
    assert (reference.id, reference.url, reference.year) == ("", "https://pith.example.org/paper/1", "2026")
    assert all(int(Reference(record).year) > 1990 for record in ODD)
