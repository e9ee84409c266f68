"""The documentation agrees with the code: settings, their defaults, example configurations, links and file names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arxtui.config import exports, rules
from arxtui.config.settings import Settings, every_setting, parse

ROOT = Path(__file__).resolve().parents[1]


def test_every_setting_is_documented_with_its_default() -> None:
    row = re.compile(r"^\| `\[(\w+)\]` \| `(\w+)` \| `(.*?)` \| (.*) \|$", re.M)
    rows = row.findall((ROOT / "docs/config.md").read_text())
    assert [(section, key, words) for section, key, _, words in rows] == [
        (each.section, each.key, each.words) for each in every_setting()
    ]
    for section, key, default, _ in rows:
        assert parse(f"[{section}]\n{key} = {default}") == Settings(), f"[{section}] {key}"


@pytest.mark.parametrize(("table", "keys"), [("[[rules]]", rules.KEYS), ("[[export.sync]]", exports.KEYS)])
def test_every_key_of_the_tables_is_documented(table: str, keys: dict[str, str]) -> None:
    page = (ROOT / "docs/config.md").read_text()
    [rows] = re.findall(rf"^\| key of `{re.escape(table)}` \| meaning \|\n\|---\|---\|\n((?:\|.*\n)+)", page, re.M)
    assert dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", rows, re.M)) == keys


def test_the_example_settings_are_valid() -> None:
    for block in re.findall(r"```toml\n(.*?)```", (ROOT / "docs/config.md").read_text(), re.S):
        assert parse(block) != Settings()


def test_links_between_the_documents_hold() -> None:
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")):
        prose = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
        for target in re.findall(r"\]\((?!https?://|#)([^)#]+)", prose):
            assert (page.parent / target).exists(), f"{page.name} links to {target}, which is not there"


def test_files_that_the_documents_name_are_there() -> None:
    for page in (ROOT / "CONTRIBUTING.md", ROOT / "docs/architecture.md"):
        named = re.findall(r"`((?:\w+/)+\w+\.py)`", page.read_text())
        assert len(named) > 5
        missing = [name for name in named if not (ROOT / name).exists() and not (ROOT / "arxtui" / name).exists()]
        assert missing == [], page.name
