"""Category codes and operators typed as plain words."""

from __future__ import annotations

import pytest

from arxtui.model.expr import Field, Word
from arxtui.query import parse
from arxtui.query.literal_words import as_meant, note_on_literals


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("cs.DC", "cat:cs.DC"),
        ("cs.dc, hep-PH; gossip", "cat:cs.dc cat:hep-PH gossip"),
        ("cs.*", "cat:cs.*"),
        ("gossip -hep-th sort:old", "gossip -cat:hep-th sort:old"),
        ("(stat.ML* OR alg-geom)", "(cat:stat.ML* OR cat:alg-geom)"),
        ("bert or gpt", "bert OR gpt"),
        ("ti:bert or ti:gpt or hep-ph", "ti:bert OR ti:gpt OR cat:hep-ph"),
        ("(bert or gpt) is:unread", "(bert OR gpt) is:unread"),
        ("bert not gpt", "bert NOT gpt"),
        ("cat:cs.NA krylov or multigrid", "cat:cs.NA (krylov OR multigrid)"),
        ("bert or gpt or t5 is:unread", "(bert OR gpt OR t5) is:unread"),
        ("ti:(bert or gpt) is:unread", "ti:(bert OR gpt) is:unread"),
    ],
)
def test_a_literal_word_may_be_meant_as_a_category_or_an_operator(query: str, meant: str) -> None:
    assert as_meant(query) == meant
    assert parse(meant).faults == ()


@pytest.mark.parametrize(
    "query",
    [
        *("math", "physics", "cat:cs.DC", '"cs.DC"', "ti:hep-th", "cs.ZZ", "hep-thing", "cs.", "hep-*", ".*", "-", ""),
        *(
            "friend or foe of learning",
            "to be or not to be",
            "or",
            "or gpt",
            "bert or",
            "(bert or) gpt",
            "au:or",
            "-bert or gpt",
        ),
        '"bert or gpt"',
    ],
)
def test_other_words_are_words(query: str) -> None:
    assert as_meant(query) == query
    assert note_on_literals(query) == ""


def test_it_goes_on_finding_words_and_is_said_once() -> None:
    assert note_on_literals("bert or gpt") == "or is searched as a word; did you mean bert OR gpt?"
    assert parse("hep-ph").expr == Word("hep-ph", Field.ANY)
    assert note_on_literals("hep-ph x") == "hep-ph is searched as words; did you mean cat:hep-ph x?"
    assert note_on_literals("(bert or gpt) hep-ph") == (
        "or and hep-ph are searched as words; did you mean (bert OR gpt) cat:hep-ph?"
    )
    assert note_on_literals("cs.DC OR cs.DS OR cs.DC") == (
        "cs.DC and cs.DS are searched as words; did you mean cat:cs.DC OR cat:cs.DS OR cat:cs.DC?"
    )
