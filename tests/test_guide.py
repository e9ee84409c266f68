"""The guide (README, tour, how-to pages, troubleshooting) names only keys, commands and settings that exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from arxtui.cli.parser import parse
from arxtui.config.settings import every_setting
from arxtui.query import parse as parse_query
from tests.test_docs import ROOT

DOCS = ROOT / "docs"
NAMES = ("index", "install", "tour", "faq", "troubleshooting")
PAGES = [ROOT / "README.md", *(DOCS / f"{name}.md" for name in NAMES), *sorted((DOCS / "howto").glob("*.md"))]
pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


def _commands(text: str) -> list[str]:
    """Return the command lines in shell blocks and inline code that start arxtui."""
    blocks = "\n".join(re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S))
    inline = "\n".join(re.findall(r"`(arxtui [^`\n]+)`", text))
    started = re.findall(r"^(?:\.venv/bin/)?arxtui(?: .*)?$", f"{blocks}\n{inline}", re.M)
    return [re.split(r" +# | [|>] ", line)[0] for line in started]


@pages
def test_every_command_is_one(page: Path) -> None:
    stand_ins = {"DIR": "folder", "FILE": "file", "TEXT": "2605.01234", "QUERY": "queues"}
    for command in _commands(page.read_text(encoding="utf-8")):
        words = [stand_ins.get(word, word) for word in shlex.split(command)[1:]]
        if words:
            parse(words)


@pages
def test_every_key_of_its_tables_is_one(page: Path) -> None:
    keys = set(re.findall(r"`([^`]+)`", "".join(re.findall(r"^(\| `.+?` \|)", (DOCS / "keys.md").read_text(), re.M))))
    for table in re.findall(r"^\| key \| action \|\n\|---\|---\|\n((?:\|.*\n)+)", page.read_text(), re.M):
        assert set(re.findall(r"`([^`]+)`", "".join(re.findall(r"^(\|.+?\|)", table, re.M)))) <= keys


@pages
def test_every_setting_is_one(page: Path) -> None:
    settings = {(each.section, each.key) for each in every_setting()}
    assert set(re.findall(r"`\[(\w+)\] (\w+)", page.read_text())) <= settings


def test_the_queries_of_the_page_on_search_mean_something() -> None:
    rows = re.findall(r"^\| `(.+?)` \|", (DOCS / "howto/search.md").read_text(), re.M)
    assert len(rows) > 5
    for query in rows:
        parse_query(query)
