"""The venue of a paper, from its comment and its journal reference."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.model.paper import Venue, VenueStatus
from arxtui.text.mentions.venue import venue_in_words, venue_of, venues_of
from arxtui.text.mentions.venue_names import usual_venue


def described(comment: str | None, reference: str | None = None) -> str:
    """Return ``NAME YEAR STATUS`` of the venue, or an empty string if there is none."""
    venue = venue_of(comment, reference)
    return f"{venue.name} {venue.year or '-'} {venue.status}" if venue else ""


@pytest.mark.parametrize(
    ("comment", "venue"),
    [
        ("Accepted at ICS 2026, 12 pages", "ICS 2026 accepted"),
        ("12 pages, 3 figures; accepted for publication in ApJ", "ApJ - accepted"),
        ("NeurIPS 2025 (spotlight)", "NeurIPS 2025 accepted"),
        ("Accepted by ICCV2025", "ICCV 2025 accepted"),
        ("Accepted at WACV-26", "WACV 2026 accepted"),
        ("To appear at NIPS '16", "NeurIPS 2016 accepted"),
        ("The 39th Annual Conference on Neural Information Processing Systems (NeurIPS 2025)", "NeurIPS 2025 accepted"),
        ("To appear in Proc. of the 40th ACM Symposium on Things, 2026", "ACM Symposium on Things 2026 accepted"),
        ("To be presented at the 7th Workshop on Example Systems (WES 2026), Malmö, 1-3 May", "WES 2026 accepted"),
        ("Accepted to NeurIPS 2025 Workshop: Example Learning", "NeurIPS workshop 2025 accepted"),
        ("Talk given at Lattice 2014, 7 pages", "Lattice 2014 accepted"),
        ("v2: typos corrected, version to appear in J.Phys.A", "J. Phys. A - accepted"),
        ("MNRAS, in press", "MNRAS - accepted"),
        ("Phys. Rev. D (in press)", "Phys. Rev. D - accepted"),
        ("17 pages. To appear in Comm. Example Math. This version is final", "Comm. Example Math. - accepted"),
        ("Published in Phys. Rev. D 101", "Phys. Rev. D - published"),
        ("In Proceedings EPL 2017, arXiv:1708.06887", "EPL 2017 published"),
        ("Appears in Proceedings of the Tenth Conference on Uncertainty in AI (UAI1994)", "UAI 1994 published"),
        ("published in {\\em Annals of Examples}, see http://www.example.org", "Annals of Examples - published"),
        ("submitted to ICML 2026", "ICML 2026 submitted"),
        ("Preprint submitted to Example Letters", "Example Letters - submitted"),
        ("20 pages, under review at Physical Review E", "Phys. Rev. E - submitted"),
    ],
)  # fmt: skip
def test_a_comment_names_a_venue(comment: str, venue: str) -> None:
    assert described(comment) == venue


@pytest.mark.parametrize(
    "comment",
    [
        "12 pages, 5 figures, comments welcome",
        "Accepted for publication. Comments welcome",
        "Submitted",
        "13 pages; minor corrections; published version",
        "To be submitted. A film is at https://example.org",
        "arXiv admin note: text overlap with arXiv:1904.11797",
        "Our code is published on GitHub",
        "Withdrawn: Lemma 3 is wrong",
        "Not accepted at NeurIPS 2026",
        "not yet accepted at ICML 2026",
        "Previously submitted to ICML 2026",
        "originally submitted to ICLR 2026",
        "An earlier version appeared at ICML 2025",
        "",
    ],
)
def test_a_comment_that_names_none_has_none(comment: str) -> None:
    assert described(comment) == ""


@pytest.mark.parametrize(
    ("reference", "venue"),
    [
        ("Phys.Rev.D79:123,2009", "Phys. Rev. D 2009 published"),
        ("Phys. Lett. B338 (1994) 426", "Phys. Lett. B 1994 published"),
        ("J. Phys. A: Math. Theor. 42 (2009) 123", "J. Phys. A 2009 published"),
        ("The Astrophysical Journal, 820, 76 (2016)", "ApJ 2016 published"),
        ("Journal of Things, Volume 216, August 2012, Pages 1896-1904", "Journal of Things 2012 published"),
        ("Proc. 16th Conf. on Artificial Intelligence and Statistics (AISTATS-2013) 144-151", "AISTATS 2013 published"),
        ("EPTCS 172, 2014, pp. 1-14", "EPTCS 2014 published"),
        ("FOCS 2008", "FOCS 2008 published"),
    ],
)  # fmt: skip
def test_a_journal_reference_names_a_venue(reference: str, venue: str) -> None:
    assert described(None, reference) == venue


def test_a_published_venue_comes_before_accepted_and_submitted_ones() -> None:
    found = venues_of("Talk given at Lattice 2014; submitted to JHEP", "EPJ Web of Examples 12 (2015) 3")
    assert [(venue.name, venue.status) for venue in found] == [
        ("EPJ Web of Examples", "published"),
        ("Lattice", "accepted"),
        ("JHEP", "submitted"),
    ]


def test_a_venue_that_is_named_twice_is_reported_once_as_far_as_it_has_come() -> None:
    found = venues_of("Submitted to JHEP", "JHEP 0309:005,2003")
    assert [(venue.name, venue.year, venue.status) for venue in found] == [("JHEP", 2003, "published")]


@pytest.mark.parametrize(
    ("written", "usual"),
    [
        ("nips", "NeurIPS"),
        ("prd", "Phys. Rev. D"),
        ("physical review d", "Phys. Rev. D"),
        ("NIPS 2016", "NeurIPS 2016"),
        ("astronomy & astrophysics", "A&A"),
        ("Example Letters", "Example Letters"),
    ],
)
def test_a_venue_that_is_known_has_one_name_whichever_is_written(written: str, usual: str) -> None:
    assert usual_venue(written) == usual


@given(st.text(alphabet="AcI CSepted2026inPro.,;:()[]'’-&\\{}~ \nö10", max_size=200))
def test_no_comment_is_too_odd(text: str) -> None:
    for venue in venues_of(text, text):
        assert venue.name
        assert venue.year is None or 1900 <= venue.year <= 2099


@pytest.mark.parametrize(
    "text", ["accepted " * 3_000, "(" * 9_000 + "2026", "In Proc. " * 3_000, "A" * 9_000, "A. " * 3_000, "the " * 9_000]
)
def test_a_hostile_comment_is_done_with_at_once(text: str) -> None:
    assert len(venues_of(text, text)) <= 3


@pytest.mark.parametrize("status", VenueStatus)
def test_a_venue_is_reported_with_its_year_if_there_is_one_and_how_far_it_has_come(status: VenueStatus) -> None:
    assert venue_in_words(Venue("ICS", 2026, status)) == f"ICS 2026, {status.value}"
    assert venue_in_words(Venue("ICS", None, status)) == f"ICS, {status.value}"
    assert venue_in_words(None) == ""
