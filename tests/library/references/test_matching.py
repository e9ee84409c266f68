"""Whether a paper is the work of an entry: what makes it certain, probable, or another paper."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from arxtui.library.facade import Library
from arxtui.library.references.matching import CitedWork, Likeness
from arxtui.model.document import Work
from arxtui.model.paper import Author, Paper
from tests.builders import paper
from tests.library.made import Home

CERTAIN, PROBABLE, NONE = Likeness.CERTAIN, Likeness.PROBABLE, Likeness.NONE
TITLE = "Sharded locks of a long queue"


def known(title: str = TITLE, *authors: str, year: int = 2020) -> Paper:
    people = tuple(map(Author, authors or ("Ada Example", "Bo Måns")))
    return paper(1, title, authors=people, published=datetime(year, 5, 1, tzinfo=UTC))


def likeness(of: Paper, title: str = TITLE, authors: str = "A. Example", year: str = "2021") -> Likeness:
    """Compare a paper with an entry whose fields are known."""
    return CitedWork(Work((authors,), title, year), f"{authors}. {title}. J. Made-up 3 ({year}).").likeness(of)


def read_likeness(of: Paper, text: str) -> Likeness:
    """Compare a paper with an entry of which only the year is recognised."""
    return CitedWork(Work(year="2021"), text).likeness(of)


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        (TITLE, CERTAIN),
        ("Sharded Locks of a Long Queue", CERTAIN),
        ("Sharded locks of long queue", CERTAIN),
        ("Sharded-locks of a longqueue", CERTAIN),
        ("Sharded locks of a long queues", CERTAIN),
        ("Sharded locks of a short queue", PROBABLE),
        ("Comment on “Sharded locks of a long queue”", NONE),
        ("Sharded locks of a long queue, Part II", NONE),
        ("Something else about a long queue", NONE),
        ("Sharded", NONE),
        ("", NONE),
    ],
)
def test_titles_may_differ_in_articles_and_letters(title: str, expected: Likeness) -> None:
    text = "A. Example, J. Made-up 3 (2021)."
    assert CitedWork(Work(("A. Example",), title, "2021"), text).likeness(known()) is expected


def test_a_number_or_a_negation_is_no_spelling() -> None:
    for one, other in (("finite", "infinite"), ("macroscopic", "microscopic"), ("type2", "type3")):
        assert likeness(known(f"On the {one} locks of long queues"), f"On the {other} locks of long queues") is PROBABLE


@pytest.mark.parametrize(
    ("own", "title", "expected"),
    [
        ("$D^{+}$", "D⁺", CERTAIN),
        ("$D^{+}$", "D+", CERTAIN),
        ("$D^{+}$", "D", CERTAIN),
        ("$D^{+}$", "D⁻", PROBABLE),
        ("$D^{+}$", "D-", PROBABLE),
        ("$D^{-}$", "D+", PROBABLE),
        ("$D^\\pm$", "D⁺", PROBABLE),
        ("$e^+e^-$", "e+ e −", CERTAIN),
        ("$e^+e^-$", "e + e -", CERTAIN),
        ("$e^+e^-$", "e⁻e⁻", PROBABLE),
        ("short- and long-lived", "short- and long-lived", CERTAIN),
    ],
)
def test_particles_of_another_charge_are_another_paper(own: str, title: str, expected: Likeness) -> None:
    of = known(f"Production of {own} mesons in a long queue")
    assert likeness(of, f"Production of {title} mesons in a long queue") is expected
    assert read_likeness(of, f"A. Example, Production of {title} mesons in a long queue, J. Made-up (2021)") is expected


def test_the_first_author_and_a_possible_year_make_it_certain() -> None:
    assert likeness(known(), authors="B. Måns") is PROBABLE
    assert likeness(known(), authors="C. Prova") is NONE
    assert likeness(known(TITLE, "Wei Made"), authors="Wei X.") is CERTAIN
    assert likeness(known(TITLE, "Xu Made"), authors="Xu X.") is NONE
    assert likeness(known(), year="1995") is PROBABLE
    assert likeness(known(), year="") is CERTAIN
    assert likeness(known(TITLE, "ATLAS Collaboration"), TITLE, "G. Nobody") is NONE
    assert likeness(known(f"{TITLE} with ATLAS", "ATLAS Collaboration"), f"{TITLE} with ATLAS", "G. Nobody") is CERTAIN


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"A. Example, {TITLE}, J. Made-up 3 (2021).", CERTAIN),
        (f"A. Example. “{TITLE},” J. Made-up 3 (2021).", CERTAIN),
        (f"A. Example (2021), {TITLE}", CERTAIN),
        (f"A. Example, {TITLE} revisited, J. Made-up 3 (2021).", NONE),
        (f"A. Example, Comment on: {TITLE}, J. Made-up 3 (2021).", NONE),
        (f"A. Example, Erratum: {TITLE}, J. Made-up 3 (2021).", NONE),
        (f"A. Example, More on {TITLE}, J. Made-up 3 (2021).", NONE),
        (f"A. Example, {TITLE}: a survey, J. Made-up 3 (2021).", PROBABLE),
        (f"A. Example, {TITLE}. II, J. Made-up 3 (2021).", PROBABLE),
        (f"C. Prova, {TITLE}, J. Made-up 3 (2021).", NONE),
    ],
)
def test_a_title_in_an_entry_ends_where_the_entry_says(text: str, expected: Likeness) -> None:
    assert read_likeness(known(), text) is expected


def test_a_short_title_must_be_the_whole_title() -> None:
    short = known("Machine learning")
    assert read_likeness(short, "A. Example, Machine learning, 12 (2021).") is NONE
    assert likeness(short, "Machine learning") is CERTAIN
    assert likeness(short, "Machine learners") is NONE


def test_an_entry_that_describes_another_paper_contradicts_its_identifier() -> None:
    def contradicts(of: Paper, work: Work, text: str) -> bool:
        return CitedWork(work, text).contradicts(of)

    other = Work(("E. Else",), "Skins that a lens can sort alone")
    assert contradicts(known(), other, "E. Else, Skins that a lens can sort alone")
    assert not contradicts(known(), other._replace(authors=("A. Example",)), "A. Example, Skins that a lens sorts")
    assert not contradicts(known(), Work(("E. Else",), TITLE), f"E. Else, {TITLE}")
    assert contradicts(known(), Work(("E. Else",)), "E. Else, J. Made-up 3 (2021)")
    assert not contradicts(known(), Work(), "arXiv:2605.00001")


@pytest.mark.parametrize(
    "rest", [", II, J. Made-up 3 (2021).", ", II Made-up Rev. 3 (2021).", ". Part 2. Made-up (2021)."]
)
@pytest.mark.parametrize("title", [f"{TITLE}, II", ""])
def test_another_part_of_a_work_is_not_certain(title: str, rest: str) -> None:
    work = Work(("A. Example",), title, "2021")
    assert CitedWork(work, f"A. Example, {TITLE}{rest}").likeness(known()) is not CERTAIN


def test_of_several_works_in_an_entry_none_is_known_by_the_authors_of_another(home: Home, library: Library) -> None:
    home.take(known())
    unnamed, other = Work((), TITLE, "2021"), Work(("Ada Example",), "Skins that a lens can sort alone", "2021")
    text = f"{TITLE} (2021); A. Example, Skins that a lens can sort alone (2021)."
    (found,) = library.cited_papers.resolved((unnamed,), text)
    assert found == (paper(1).key, True, "title")
    assert library.cited_papers.resolved((unnamed, other), text) == (None, None)


def test_a_paper_with_exactly_the_title_goes_before_another_and_needs_no_index(home: Home, library: Library) -> None:
    def published(number: int, title: str) -> Paper:
        return replace(
            paper(number), title=title, authors=(Author("Ada Example"),), published=datetime(2026, 5, 1, tzinfo=UTC)
        )

    home.take(published(1, TITLE), published(2, TITLE.replace("a long", "long")), published(3, f"{TITLE}s"))
    home.take(published(4, f"Two {TITLE}"), indexed=False)
    for number, title in ((1, TITLE), (2, TITLE.replace("a long", "long")), (4, f"two {TITLE.upper()}")):
        work = Work(("Ada Example",), title, "2026")
        assert library.cited_papers.resolved((work,), f"Ada Example. {title}. (2026)") == (
            (paper(number).key, True, "title"),
        )
    home.take(published(5, f"Two {TITLE}"))
    (found,) = library.cited_papers.resolved((work,), f"Ada Example. {title}. (2026)")
    assert found
    assert not found.certain
