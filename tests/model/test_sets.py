"""arXiv's sets, in every way of writing them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arxtui.model.arxiv.taxonomy import set_name, set_spec, set_specs


@pytest.mark.parametrize(
    ("written", "spec", "name"),
    [
        ("cs", "cs", "cs"),
        ("cs.DC", "cs:cs:DC", "cs.DC"),
        ("cs:cs.DC", "cs:cs:DC", "cs.DC"),
        ("cs:cs:DC", "cs:cs:DC", "cs.DC"),
        (" CS.dc", "cs:cs:DC", "cs.DC"),
        ("cs:cs", "cs:cs", "cs:cs"),
        ("hep-th", "physics:hep-th", "hep-th"),
        ("physics:hep-th", "physics:hep-th", "hep-th"),
        ("astro-ph.CO", "physics:astro-ph:CO", "astro-ph.CO"),
        ("physics", "physics", "physics"),
        ("physics:physics", "physics:physics", "physics:physics"),
        ("physics.optics", "physics:physics:optics", "physics.optics"),
    ],
)
def test_a_set_is_known_by_each_of_its_spellings_and_has_a_name_that_leads_back(
    written: str, spec: str, name: str
) -> None:
    assert set_spec(written) == spec
    assert set_name(spec) == name
    assert set_spec(name) == spec


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("alg-geom", "its papers are in math.AG$"),
        ("ALG-Geom", "its papers are in math.AG$"),
        ("xyzzy", "^arXiv has no set 'xyzzy'$"),
    ],
)
def test_an_unknown_or_renamed_set_is_refused(written: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        set_spec(written)


def test_the_sets_are_those_that_arxiv_lists(shared: Path) -> None:
    listed = (shared / "data" / "arxiv" / "oai" / "gen-listsets.xml").read_text()
    assert set(set_specs()) == set(re.findall("<setSpec>(.*?)</setSpec>", listed))
