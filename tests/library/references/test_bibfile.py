"""What an entry of a BibTeX file says of its work, in readable words."""

from __future__ import annotations

import pytest

from arxtui.library.references.bibfile import cited_entry
from arxtui.text.bibtex import BibEntry


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ('{Queues of the {LHC} and {\\"o}ther walls}', "Queues of the LHC and öther walls"),
        ("{Decays into $e^+e^-$ pairs}", "Decays into e⁺e⁻ pairs"),
        (r"The set \{a, b\} of {two}", "The set {a, b} of {two}"),
        (r"On \unknown{x} of {two}", r"On \unknown{x} of {two}"),
    ],
)
def test_braces_that_protect_capitals_are_not_shown(title: str, shown: str) -> None:
    work = cited_entry(BibEntry("misc", "key", {"title": title, "author": "{EXAMPLE Group} and {Rock}, Bo"}, 1)).work
    assert (work.title, work.authors) == (shown, ("EXAMPLE Group", "Bo Rock"))


def test_names_are_divided_outside_braces_however_many_there_are() -> None:
    # Where the time grew with the square of the number, this would take minutes.
    names = " and ".join(["{{Rock} and Stone and {Co}}"] + [f"Rock, Bo{number}" for number in range(50_000)])
    authors = cited_entry(BibEntry("misc", "key", {"author": names}, 1)).work.authors
    assert (len(authors), authors[0], authors[-1]) == (50_001, "Rock and Stone and Co", "Bo49999 Rock")
