"""What the Tab key offers at the prompt."""

from __future__ import annotations

import pytest

from arxtui.cli.plain.tab_completion import complete

pytestmark = pytest.mark.usefixtures("home")


@pytest.mark.parametrize(
    ("before", "typed", "offered"),
    [
        ("", "sta", ["star", "stats"]),
        ("help ", "vi", ["view", "views"]),
        ("list is:starred ", "is:unr", ["is:unread"]),
        ("reading 3 ", "r", ["reading", "read"]),
        ("views ", "re", ["rename", "remove"]),
        ("export --format ", "bi", ["bibtex"]),
        ("star ", "i", []),
        ("import ", "", []),
        ("demo ", "--", []),
        ("nonsense ", "is:", []),
    ],
)
def test_a_word_is_completed_by_what_its_command_takes(before: str, typed: str, offered: list[str]) -> None:
    assert complete(before, typed) == offered
