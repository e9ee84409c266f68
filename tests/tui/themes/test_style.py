"""The user's own stylesheet is applied after arxtui's; a faulty one is reported with its line number and ignored."""

from __future__ import annotations

import os

import pytest

from arxtui.config.paths import Paths
from tests.tui.reader import fill_usually, reading


async def test_a_stylesheet_of_the_user_overrides_ours(paths: Paths) -> None:
    fill_usually(paths)
    paths.style_file.write_text("#panes { border-bottom: none; }\n.-wide #filter, #filter { display: none; }\n")
    async with reading(paths) as reader:
        assert not reader.main.filters.display
        assert "style.tcss" not in reader.text
        await reader.press("f9", "j", "j")
        await reader.until(lambda: reader.app.theme == "contrast-dark")
        assert not reader.main.filters.display


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"#list {\n  widht: 3;\n}", "line 2: Invalid CSS property 'widht'. Did you mean 'width'?"),
        (b"#list {\n  color: $mine;\n}", "line 2: reference to undefined variable '$mine'"),
        (b"\n#list {\n\n  color: nonsense;\n}", "line 4: Invalid value ('nonsense') for the color property"),
        (b"#list {\n  color: red;", "line 2: Unexpected end of file; did you forget a '}' ?"),
        (b"#list { color: \xff; }", "it is not UTF-8"),
    ],
)
async def test_a_fault_is_reported_with_its_line_and_the_reader_starts_without_it(
    paths: Paths, text: bytes, expected: str
) -> None:
    fill_usually(paths)
    paths.style_file.write_bytes(text)
    async with reading(paths) as reader:
        await reader.until_shown(f"Your style.tcss is not used: {expected}")
        assert "Made-up paper number 60" in reader.text


async def test_a_named_pipe_is_no_stylesheet(paths: Paths) -> None:
    fill_usually(paths)
    os.mkfifo(paths.style_file)
    async with reading(paths) as reader:
        await reader.until_shown("Your style.tcss is not used: it is not a regular file")
