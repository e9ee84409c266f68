"""An empty query, such as that of an unset shell variable, is never applied to all papers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.cli.parsers import every_argument

_BEFORE = {
    ("export",): ("--format", "jsonl"),
    ("mark",): ("--star",),
    ("zotero",): ("--yes",),
    ("fetch",): ("--yes",),
    ("rules", "add"): ("--mute", "a rule"),
    ("rules", "try"): ("--mute",),
}
"""The arguments before a command's query with which the command would change or write something."""
_HARMLESS = {("list",), ("views", "add")}
"""Commands that only list the papers of a query or name the query."""
_TAKING_QUERIES = sorted({path for path, argument in every_argument() if "QUERY" in argument.metavar} - _HARMLESS)


def test_the_commands_that_take_a_query_are_found() -> None:
    assert set(_BEFORE) < set(_TAKING_QUERIES)


@pytest.mark.parametrize("empty", ["", "  ", "()", '""', "∑"])
@pytest.mark.parametrize("command", _TAKING_QUERIES, ids=" ".join)
def test_an_empty_query_is_refused(filled: Path, call: Call, command: tuple[str, ...], empty: str) -> None:
    said = call(*command, *_BEFORE.get(command, ()), empty)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("arxtui: ")


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("rules", "try", ""), "the query of a rule must be one line, not empty, without control characters"),
        (("rules", "add", "", "ti:survey", "--mute"), "the name of a rule must be one line, not empty"),
        (("read", ""), "not an identifier or a DOI: ''; 'arxtui list' shows the name of each paper"),
    ],
)
def test_the_error_names_the_empty_query_name_or_identifier(call: Call, arguments: tuple[str, ...], words: str) -> None:
    said = call(*arguments)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(f"arxtui: {words}")


@pytest.mark.usefixtures("filled")
def test_nothing_is_marked_in_a_query_without_words(call: Call) -> None:
    said = call("search", "")
    assert (said.code, said.out, len(said.err.splitlines())) == (2, "", 1)


@pytest.mark.usefixtures("filled")
def test_an_export_says_how_every_paper_is_meant(call: Call) -> None:
    said = call("export", "--format", "jsonl", "", "sort:old")
    assert (said.code, said.out) == (2, "")
    assert said.err == (
        "arxtui: '' would export every paper; name papers or a query, such as is:starred; --all is every paper\n"
    )
    for everything in (("--all",), ("*",), ("sort:old",)):
        assert len(call("export", "--format", "jsonl", *everything).out.splitlines()) == 4


@pytest.mark.usefixtures("filled")
def test_an_export_of_nothing_named_is_refused_too(call: Call) -> None:
    assert call("export", "--format", "jsonl") == (
        2,
        "",
        "arxtui: nothing to export; name papers or a query, such as is:starred; --all is every paper\n",
    )
    assert call("export", "--all", "ti:strings", "--format", "jsonl").code == 2
    assert call("export", "--all", "--sync").code == 2


@pytest.mark.usefixtures("filled")
def test_an_empty_argument_beside_a_query_adds_nothing_to_an_export(call: Call) -> None:
    assert len(call("export", "--format", "jsonl", "", "ti:strings").out.splitlines()) == 1


def test_a_minus_alone_is_no_query(filled: Path, call: Call) -> None:
    said = call("list", "-")
    assert (said.code, said.out) == (2, "")
    assert "the term to exclude is missing, as in -cat:cs.LG" in said.err
