"""BibTeX files: every entry is read with its line, and one with an error takes no other with it."""

from __future__ import annotations

import pytest

from arxtui.text.bibtex import BibEntry, bib_entries

HOSTILE = ("%", "%,\n", "@misc{", "@misc{a, title={{{{", '@misc{a,b="', "a=b,", "@string{a=", "a={x}#", "\\", "{", "@")
FILE = r"""
@string{prl = {Phys. Rev. Lett.}}
% a remark
  @Article{first,
  Title = {A {T}itle with a lone $},
  author = {van der Berg, Jan and {Made-up Collaboration}},
  journal = prl # " " # {B}, year = 2020, eprint = "2001.00001"
}
@article{comma, title = {x} year = 2020}
@misc{one, title="a {"}q{"} b"} @misc(two, title={x})
@misc{key
title={x}}
@comment{ignored}
@misc{last, title={no end
"""


def test_every_entry_is_read_with_its_line_and_its_fault() -> None:
    first, *others = bib_entries(FILE)
    assert first == BibEntry(
        "article",
        "first",
        {
            "title": "A {T}itle with a lone $",
            "author": "van der Berg, Jan and {Made-up Collaboration}",
            "journal": "Phys. Rev. Lett. B",
            "year": "2020",
            "eprint": "2001.00001",
        },
        4,
        places=first.places,
    )
    assert {name: (FILE[place.start : place.end], place.line) for name, place in first.places.items()} == {
        "title": ("{A {T}itle with a lone $}", 5),
        "author": ("{van der Berg, Jan and {Made-up Collaboration}}", 6),
        "journal": ('prl # " " # {B}', 7),
        "year": ("2020", 7),
        "eprint": ('"2001.00001"', 7),
    }
    assert [(each.key, each.line, each.fault) for each in others] == [
        ("comma", 9, "no comma follows the field title"),
        ("one", 10, ""),
        ("two", 10, ""),
        ("", 11, "its key is not followed by a comma"),
        ("last", 14, "a brace or quote is not closed"),
    ]
    assert others[1].fields == {"title": 'a {"}q{"} b'}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_they_do_on_any_system_and_remarks_are_allowed_between_fields(end: str) -> None:
    lines = ("@misc{first, % the first", "  title = {5 % of it}, % a remark, with } and ,", "  % note = {nothing},",
             "  year = 2020 % {", "}", "% @misc{no, title={x}}", "@misc{second, title={x}}")  # fmt: skip
    first, second = bib_entries(end.join(lines))
    assert (first.fields, first.fault) == ({"title": "5 % of it", "year": "2020"}, "")
    assert {name: place.line for name, place in first.places.items()} == {"title": 2, "year": 4}
    assert (second.key, second.line, second.fault) == ("second", 7, "")


def test_macros_that_grow_without_end_are_no_burden() -> None:
    doubled = "".join(f"@string{{a{number} = a{number - 1} # a{number - 1}}}\n" for number in range(1, 90))
    *faulty, _, last = bib_entries(
        f"@string{{a0 = {{{'x' * 100}}}}}\n{doubled}@misc{{k, title = a89}}\n@misc{{l, year = 2020}}"
    )
    assert {each.fault for each in faulty} == {"the macros of the file stand for more than can be read"}
    assert (last.key, last.fields, last.fault) == ("l", {"year": "2020"}, "")


@pytest.mark.parametrize("part", HOSTILE)
def test_a_hostile_file_is_one_entry_that_cannot_be_read(part: str) -> None:
    # Where the time grew with the square of the size, this would take hours.
    [entry] = bib_entries(f"@misc{{k, {part * 400_000}")
    assert (entry.key, bool(entry.fault)) == ("k", True)
