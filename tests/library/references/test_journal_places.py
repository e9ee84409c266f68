"""Places in journals, however entries and records write them."""

from __future__ import annotations

import pytest

from arxtui.library.references.matching import place_of_reference, place_of_work
from arxtui.model.document import Work


def is_same(venue: str, volume: str, pages: str, reference: str, year: str = "2004") -> bool:
    own, other = place_of_work(Work((), "", year, venue, volume, pages=pages)), place_of_reference(reference)
    assert own is not None
    assert other is not None
    return own.is_same(other) and other.is_same(own)


@pytest.mark.parametrize(
    ("venue", "volume", "pages", "reference"),
    [
        ("Phys. Rev. D", "70", "083509", "Phys.Rev. D70 (2004) 083509"),
        ("Physical Review D", "70", "083509", "Phys. Rev. D 70, 083509 (2004)"),
        ("PRD", "70", "83509", "Phys.Rev.D70:083509,2004"),
        ("ApJ", "668", "1083–1102", "Astrophys.J.668:1083-1102,2004"),
        ("The Astrophysical Journal", "668", "1083", "ApJ, 668, 1083 (2004)"),
        ("ApJ", "668", "L15", "Astrophys. J. Lett. 668, L15 (2004)"),
        ("A&A", "413", "A23", "Astron.Astrophys. 413 (2004) A23"),
        ("MNRAS", "347", "144", "Mon. Not. Roy. Astron. Soc. 347 (2004) 144-158"),
        ("JHEP", "05", "095", "JHEP 0405:095,2004"),
        ("J. High Energy Phys.", "0405", "095", "JHEP05(2004)095"),
        ("Int. J. Mod. Phys. A", "19", "12", "Intl. J. Mod. Phys. A 19 (2004) 12-40"),
        ("Nuclear Physics B", "733", "132", "Nucl.Phys. B733 (2004) 132-159"),
        ("JINST", "6", "P01002", "JINST 6 P01002 (2004)"),
    ],
)
def test_a_place_is_the_same_however_it_is_written(venue: str, volume: str, pages: str, reference: str) -> None:
    assert is_same(venue, volume, pages, reference)


@pytest.mark.parametrize(
    ("venue", "volume", "pages", "reference"),
    [
        ("Phys. Rev. B", "70", "083509", "Phys.Rev. D70 (2004) 083509"),
        ("PRB", "70", "083509", "Phys.Rev. D70 (2004) 083509"),
        ("Phys. Rev.", "70", "083509", "Phys.Rev. D70 (2004) 083509"),
        ("Phys. Rev. D", "71", "083509", "Phys.Rev. D70 (2004) 083509"),
        ("Phys. Rev. D", "70", "083508", "Phys.Rev. D70 (2004) 083509"),
        ("Phys. Rev. D", "70", "083509", "Phys.Rev. D70 (2008) 083509"),
        ("Phys. Lett. B", "70", "3509", "Phys.Rev. B70 (2004) 3509"),
        ("J. Math. Phys.", "45", "12", "J. Mod. Phys. 45 (2004) 12-40"),
        ("ApJ", "668", "15", "Astrophys. J. Lett. 668, L15 (2004)"),
        ("Phys. Rev.", "92", "101101", "Phys. Rev. Lett. 92, 101101 (2004)"),
    ],
)
def test_another_journal_section_volume_page_or_year_is_another_place(
    venue: str, volume: str, pages: str, reference: str
) -> None:
    assert not is_same(venue, volume, pages, reference)


def test_a_journal_reference_without_volume_and_page_is_no_place() -> None:
    assert place_of_work(Work((), "", "2004", "Phys. Rev. D")) is None
    assert place_of_reference("to appear in Made-up Letters") is None
    assert place_of_work(Work((), "", "2004", "的", "Vol", pages="x" * 99)) is None
