"""Category codes typed as plain words."""

from __future__ import annotations

import pytest

from arxtui.model.expr import Field, Word
from arxtui.query import parse
from arxtui.query.bare_codes import note_on_codes, with_categories


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("cs.DC", "cat:cs.DC"),
        ("cs.dc, hep-PH; gossip", "cat:cs.dc cat:hep-PH gossip"),
        ("cs.*", "cat:cs.*"),
        ("gossip -hep-th sort:old", "gossip -cat:hep-th sort:old"),
        ("(stat.ML* OR alg-geom)", "(cat:stat.ML* OR cat:alg-geom)"),
    ],
)
def test_a_bare_code_may_be_meant_as_a_category(query: str, meant: str) -> None:
    assert with_categories(query) == meant
    assert parse(meant).faults == ()


@pytest.mark.parametrize(
    "query",
    ["math", "physics", "cat:cs.DC", '"cs.DC"', "ti:hep-th", "cs.ZZ", "hep-thing", "cs.", "hep-*", ".*", "-", ""],
)
def test_other_words_are_words(query: str) -> None:
    assert with_categories(query) == query
    assert note_on_codes(query) == ""


def test_it_goes_on_finding_words_and_is_said_once() -> None:
    assert parse("hep-ph").expr == Word("hep-ph", Field.ANY)
    assert note_on_codes("hep-ph x") == "hep-ph is searched as words; did you mean cat:hep-ph x?"
    assert note_on_codes("cs.DC OR cs.DS OR cs.DC") == (
        "cs.DC and cs.DS are searched as words; did you mean cat:cs.DC OR cat:cs.DS OR cat:cs.DC?"
    )
