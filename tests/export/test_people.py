"""Names of authors, taken apart for bibliographies."""

from __future__ import annotations

import pytest

from arxtui.export.people import OTHERS, Person, people
from tests.export.made import paper
from tests.export.readers import exported


@pytest.mark.parametrize(
    ("name", "persons"),
    [
        ("F. Example et al", [Person("Example", "F."), OTHERS]),
        ("F. Example, et. al.", [Person("Example", "F."), OTHERS]),
        ("with an appendix by Kim Example", [Person("Example", "Kim")]),
        ("C. Sample with contributions from E. Other", [Person("Sample", "C."), Person("Other", "E.")]),
        ("in collaboration with Kim Example", [Person("Example", "Kim")]),
        ("in collaboration with the H0 Collaboration", [Person(literal="H0 Collaboration")]),
        ("Dr. S. Example", [Person("Example", "S.")]),
        ("Example, Dr. S.", [Person("Example", "S.")]),
        ("Kim Example PhD", [Person("Example", "Kim")]),
        ("MD Kim Example", [Person("Example", "MD Kim")]),
        ("Dr.Žofie Vzorová", [Person("Vzorová", "Žofie")]),
        ("Žofie Vzor.", [Person("Vzor", "Žofie")]),
        ("José M. Ejemplo-Prueba", [Person("Ejemplo-Prueba", "José M.")]),
        ("Kim Example*", [Person("Example", "Kim")]),
        ("S. Example1", [Person("Example", "S.")]),
        ("* Kim Example", [Person("Example", "Kim")]),
        ("; V. Example", [Person("Example", "V.")]),
        ("A. Stone & B. Rock", [Person("Stone", "A."), Person("Rock", "B.")]),
        ("C-H. Stone. and. V. Rock.", [Person("Stone", "C-H."), Person("Rock", "V.")]),
        ("R & D Example", [Person("Example", "R & D")]),
        ("Kim )", [Person("Kim")]),
        ("Ana y Example", [Person("Example", "Ana y")]),
        ("Ana Muster y Example", [Person("Muster y Example", "Ana")]),
        ("Kim Example, Jr.", [Person("Example", "Kim", suffix="Jr.")]),
        ("Kim Example III", [Person("Example", "Kim", suffix="III")]),
        ("The Example University)", [Person(literal="The Example University")]),
        ("Yuan (Emily) Example", [Person("Example", "Yuan (Emily)")]),
        ("Example, Yuan (Emily)", [Person("Example", "Yuan (Emily)")]),
        ("Lei Li (李雷)", [Person("Li", "Lei (李雷)")]),
        ("李 雷", [Person("李", "雷")]),
        ("李雷", [Person("李", "雷")]),
        ("欧阳例", [Person("欧阳", "例")]),
        ("김예제", [Person("김", "예제")]),
        ("例題太郎", [Person(literal="例題太郎")]),
        ("れい 太郎", [Person("れい", "太郎")]),
    ],
)
def test_an_author_is_named_without_the_words_and_signs_around_the_name(name: str, persons: list[Person]) -> None:
    assert people([name]) == tuple(persons)


def test_a_name_in_its_own_script_begins_with_the_family_name_in_every_format() -> None:
    record = paper(1, "A title", "李雷")
    assert "author = {{\\relax 李}, {\\relax 雷}}" in exported("bibtex", [record])
    assert "AU  - 李, 雷" in exported("ris", [record])
    assert '{"family": "李", "given": "雷"}' in exported("csl-json", [record])
    assert "  李雷\\" in exported("markdown", [record])


@pytest.mark.parametrize(
    "name",
    [
        "with an appendix by " * 1000,
        "a et al " * 3000,
        "a b & c d " * 3000,
        "(a) " * 4000,
        "and " * 5000,
        "Dr. " * 5000,
    ],
)
def test_a_hostile_name_is_no_burden(name: str) -> None:
    assert isinstance(people([name]), tuple)
