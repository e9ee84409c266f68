"""``[export]``: the template of citation keys, and the files that are kept in sync."""

from __future__ import annotations

from pathlib import Path

import pytest

from arxtui.config.exports import SyncSettings
from arxtui.config.settings import parse
from arxtui.config.text import ConfigError

TABLES = """
[ui]
theme = "dark"
[[export.sync]] # the thesis
file = "/tmp/thesis.bib"
query = "tag:thesis"

[[ export . "sync" ]]
file = "~/reading.md"
query = "list:reading"
[[export.sync]]
file = "/tmp/plain"
query = "is:starred"
format = "markdown"
"""


def test_each_table_names_a_file_its_query_and_its_form() -> None:
    assert parse(TABLES).export.sync == (
        SyncSettings(Path("/tmp/thesis.bib"), "tag:thesis", "bibtex"),
        SyncSettings(Path.home() / "reading.md", "list:reading", "markdown"),
        SyncSettings(Path("/tmp/plain"), "is:starred", "markdown"),
    )
    assert parse("").export.sync == ()


def test_a_list_can_be_in_one_line() -> None:
    text = '[export]\nbibtex_key = "{id}"\nsync = [{file = "/a.bib", query = "tag:a"}]\n'
    assert parse(text).export.sync == (SyncSettings(Path("/a.bib"), "tag:a", "bibtex"),)
    assert parse(text).export.bibtex_key == "{id}"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (TABLES.replace('query = "list:reading"', ""), 8, "[[export.sync]] query: is missing"),
        (TABLES.replace("~/reading.md", "reading.md"), 9, "must begin with / or ~/, not 'reading.md'"),
        (TABLES.replace("/tmp/plain", "/tmp/thesis.bib"), 12, "another one writes /tmp/thesis.bib already"),
        (TABLES.replace('"markdown"', '"ris"'), 14, "must be one of bibtex, markdown, inspire-bibtex"),
        (TABLES.replace("format", "colour"), 14, "unknown key 'colour' in [[export.sync]]; known are file, query"),
        (TABLES.replace('"is:starred"', '""'), 13, "query: must be one line in quotes"),
        ("[export]\n\nsync = 3\n", 3, "must be tables, each under a line [[export.sync]]"),
        ('[export]\nbibtex_key = "{author}{title}"\n', 2, "must be made of {author}, {Author}, {year}"),
        ('[export]\nbibtex_key = "key"\n', 2, "must be made of"),
        ('[export]\nbibtex_key = "{id} {year}"\n', 2, "must be made of"),
    ],
)
def test_every_fault_names_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(ConfigError) as fault:
        parse(text)
    assert str(fault.value).startswith(f"config.toml, line {line}: ")
    assert words in str(fault.value)
