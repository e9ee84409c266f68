"""``arxtui note``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import objects, run_here
from tests.cli.conftest import Call


@pytest.mark.usefixtures("filled")
def test_a_note_is_written_printed_changed_and_removed(call: Call) -> None:
    assert call("note", "2605.01234") == (0, "", "there is no note on 2605.01234\n")
    assert call("note", "2605.01234", "ask Ada\n  about the proof").out == "note saved\n"
    assert call("note", "2605.01234") == (0, "ask Ada\n  about the proof\n", "")
    assert call("note", "2605.01234", "ask Ada\n  about the proof").out == "nothing to change\n"
    assert call("note", "https://arxiv.org/abs/2605.01234v2", "asked").out == "note saved\n"
    assert call("note", "2605.01234", "").out == "note removed\n"
    assert call("note", "2605.01234").out == ""
    result = ("note removed (1 paper)", "note saved (1 paper)", "note saved (1 paper)")
    assert [line.split(None, 3)[3] for line in call("journal").out.splitlines()] == list(result)
    for words, note in zip(result, ("asked\n", "ask Ada\n  about the proof\n", ""), strict=True):
        assert call("undo").out.startswith(f"undone: {words} on 20")
        assert call("note", "2605.01234").out == note


@pytest.mark.usefixtures("filled")
def test_a_note_is_shown_found_and_in_the_json(call: Call) -> None:
    call("note", "2605.01111", "compare with Gödel's lemmas")
    assert "\nNote: compare with Gödel's lemmas\n" in call("show", "2605.01111").out
    (held,) = objects(call("list", "note:godel has:note", "--json").out)
    assert held["id"] == "2605.01111"
    assert held["marks"]["note"] == "compare with Gödel's lemmas"


def test_a_note_comes_from_standard_input_as_it_went_out(filled: Path) -> None:
    written = b"# Open questions\n\n  1. why?\x1b[31m\n\tand how\n"
    assert run_here(filled, "note", "2605.01111", "-", stdin=written).stdout == "note saved\n"
    said = run_here(filled, "note", "2605.01111")
    assert said.stdout == "# Open questions\n\n  1. why?[31m\n\tand how\n"
    assert run_here(filled, "note", "2605.01111", "-", stdin=said.stdout.encode()).stdout == "nothing to change\n"


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("2605.04321", "text"), 1, "2605.04321 is not in the cache"),
        (("nonsense", "text"), 2, "not an identifier"),
        (("2605.01111", "x" * 100_001), 2, "at most 100,000 characters"),
        ((), 2, "ID"),
    ],
)
def test_a_note_that_is_too_long_or_on_an_unknown_paper_is_refused(
    call: Call, arguments: tuple[str, ...], code: int, words: str
) -> None:
    said = call("note", *arguments)
    assert (said.code, said.out) == (code, "")
    assert words in said.err


@pytest.mark.usefixtures("filled")
def test_a_note_is_reported_as_json(call: Call) -> None:
    assert objects(call("note", "2605.01234", "--json").out) == [{"name": "2605.01234", "note": None}]
    for text in ("Two\nlines", "\nTwo \nlines\n\n"):
        said = call("note", "2605.01234", text, "--json")
        assert objects(said.out) == [{"name": "2605.01234", "note": "Two\nlines"}]
