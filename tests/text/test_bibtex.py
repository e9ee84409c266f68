"""BibTeX files: every entry is read with its line, and one with an error takes no other with it."""

from __future__ import annotations

import time

from arxtui.text.bibtex import BibEntry, bib_entries

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
    )
    assert [(each.key, each.line, each.fault) for each in others] == [
        ("comma", 9, "no comma follows the field title"),
        ("one", 10, ""),
        ("two", 10, ""),
        ("", 11, "its key is not followed by a comma"),
        ("last", 14, "a brace or quote is not closed"),
    ]
    assert others[1].fields == {"title": 'a {"}q{"} b'}


def test_hostile_files_take_no_longer_than_they_are() -> None:
    def seconds(size: int) -> float:
        begin = time.process_time()
        for part in ("@misc{", "@misc{a, title={{{{", '@misc{a,b="', "a=b,", "@string{a=", "a={x}#", "\\", "{", "@"):
            list(bib_entries(f"@misc{{k, {part * size}"))
        return time.process_time() - begin

    assert seconds(40_000) < 8 * (seconds(10_000) + 0.05)
