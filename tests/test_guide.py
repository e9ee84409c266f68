"""The guide (README, tour, how-to pages, troubleshooting) names only keys and settings that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arxtui.config.settings import every_setting
from arxtui.query import parse as parse_query
from tests.documents import DOCS, ROOT

NAMES = ("index", "install", "tour", "faq", "troubleshooting")
PAGES = [ROOT / "README.md", *(DOCS / f"{name}.md" for name in NAMES), *sorted((DOCS / "howto").glob("*.md"))]
pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


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
