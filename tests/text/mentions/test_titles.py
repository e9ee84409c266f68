"""What a title says about other works."""

from __future__ import annotations

import pytest

from arxtui.text.mentions.titles import Remark, SeriesPart, part_of, remark_of, title_words

LOCKS = ("fair", "locks", "in", "practice")


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("Comment on 'Fair locks in practice'", "comment"),
        ("Comments on “Fair Locks in Practice”", "comment"),
        ("A comment on the paper 'Fair locks in practice'", "comment"),
        ("Reply to Fair locks in practice", "reply"),
        ("Reply to \"Comment on 'Fair locks in practice'\"", "reply"),
        ("Authors' response to: Fair locks in practice", "reply"),
        ("Erratum: Fair locks in practice", "correction"),
        ("Erratum to: Fair locks in practice", "correction"),
        ("Corrigendum to 'Fair locks in practice'", "correction"),
        ("Fair locks in practice (Erratum)", "correction"),
        ("Fair locks in practice: a correction", "correction"),
    ],
)
def test_a_title_names_the_paper_that_it_is_about(title: str, kind: str) -> None:
    assert remark_of(title) == Remark(kind, LOCKS)


@pytest.mark.parametrize(
    "title",
    [
        "Fair locks",
        "Response functions of locks",
        "Correcting errors",
        "Comment",
        "Radiative corrections",
        "Locks-corrected",
    ],
)
def test_other_titles_are_about_no_paper(title: str) -> None:
    assert remark_of(title) is None


def test_a_reference_behind_the_title_of_an_erratum_is_no_part_of_that_title() -> None:
    remark = remark_of("Erratum: Fair locks in practice [Example Lett. 1, 2 (2026)]")
    assert remark
    assert remark.names(LOCKS, by_author=False)
    assert not remark.names((*LOCKS, "again"), by_author=False)


def test_a_short_title_is_meant_only_by_its_own_authors() -> None:
    remark = remark_of("Erratum: Fair locks in practice")
    assert remark
    assert remark.names(title_words("Fair locks"), by_author=True)
    assert not remark.names(title_words("Fair locks"), by_author=False)


@pytest.mark.parametrize(
    ("title", "number"),
    [
        ("Fair locks in practice II", "II"),
        ("Fair locks in practice. III. Queues", "III"),
        ("Fair Locks in Practice IV: Queues", "IV"),
        ("Fair locks in practice, Part 2", "2"),
        ("Fair locks in practice (part ii)", ""),
        ("Fair locks in practice (Part II)", "II"),
        ("Fair locks in practice - Paper I: Queues", "I"),
    ],
)
def test_a_title_says_its_part_of_a_series(title: str, number: str) -> None:
    assert part_of(title) == (SeriesPart(LOCKS, number) if number else None)


@pytest.mark.parametrize(
    "title",
    ["Superconductors of type II", "Emission of Fe II", "Fair locks II", "Locks I know", "Results of Run II: locks"],
)
def test_a_numeral_that_belongs_to_a_term_makes_no_part_of_a_series(title: str) -> None:
    assert part_of(title) == (SeriesPart(("fair", "locks"), "II") if title == "Fair locks II" else None)


@pytest.mark.parametrize(
    "title",
    [
        "Fair locks",
        "Fair Locks (extended version)",
        "Fair locks [Full Version]",
        "Fair locks (an extended abstract)",
        "Fair  locks (Technical report, 2026)",
    ],
)
def test_an_edition_is_no_part_of_a_title(title: str) -> None:
    assert title_words(title) == ("fair", "locks")
    assert title_words("Fair locks (for queues)") == ("fair", "locks", "for", "queues")
