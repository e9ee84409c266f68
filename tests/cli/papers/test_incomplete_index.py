"""What verbs say about papers that the search index may miss: a message, once, in every form of the output."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Call

_WORDS = "there is no search index yet"


@pytest.mark.parametrize("more", [(), ("--json",)])
@pytest.mark.parametrize(
    "command",
    [
        ("list", "gossip"),
        ("similar", "2605.01234"),
        ("mark", "gossip", "--star"),
        ("mark", "2605.01234", "gossip", "--star"),
        ("fetch", "gossip"),
    ],
)
def test_papers_that_may_be_missing_are_a_message_and_no_result(
    filled: Path, call: Call, command: tuple[str, ...], more: tuple[str, ...]
) -> None:
    shutil.rmtree(filled / "cache/index")
    _, out, err = call(*command, *more)
    assert err.count(_WORDS) == 1
    assert _WORDS not in out


@pytest.mark.parametrize("command", [("gossip",), ("gossip", "2605.01234"), ("--all",)])
def test_an_export_is_of_papers_alone(filled: Path, call: Call, command: tuple[str, ...]) -> None:
    shutil.rmtree(filled / "cache/index")
    _, out, err = call("export", *command)
    assert _WORDS not in out
    assert err.count(_WORDS) == ("--all" not in command)
