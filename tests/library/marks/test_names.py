"""The names of tags, lists and views, and notes, as they are stored."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arxtui.library.marks.names import list_name, note_text, tag_name, view_name

_NAMES = (tag_name, list_name, view_name)


@pytest.mark.parametrize("normal", _NAMES, ids=lambda each: each.__name__)
def test_a_name_may_be_a_hundred_characters_long_without_its_blanks(normal: Callable[[str], str]) -> None:
    assert normal(f"  {'x' * 100} \n") == "x" * 100
    assert normal("to \t read") == "to read"
    for name in ("x" * 101, "", " \n"):
        with pytest.raises(ValueError, match=r"name|characters"):
            normal(name)


@pytest.mark.parametrize(("name", "stored"), [("a/b", "a/b"), (" a / b ", "a/b"), ("a", "a")])
def test_each_level_of_a_tag_has_a_name(name: str, stored: str) -> None:
    assert tag_name(name) == stored
    for wrong in (f"{name}/", f"/{name}", f"{name}//c", f'{name}"', f"{name}*"):
        with pytest.raises(ValueError, match="a tag "):
            tag_name(wrong)


def test_a_note_may_be_a_hundred_thousand_characters_long_without_its_blanks() -> None:
    assert note_text(f"\n\n{'x' * 100_000}  \n\n") == "x" * 100_000
    assert note_text("  a\t\n\n b \n") == "  a\n\n b"
    with pytest.raises(ValueError, match="at most 100,000 characters, not 100,001"):
        note_text("x" * 100_001)
