"""The documentation agrees with the code: defaults of settings, example configurations, links and file names."""

from __future__ import annotations

import re
from pathlib import Path

from arxtui.config.settings import Settings, every_setting, parse
from arxtui.config.values import LIST_COLUMNS

ROOT = Path(__file__).resolve().parents[1]


def test_the_defaults_of_every_setting_are_written_as_in_the_file() -> None:
    rows = re.findall(r"^\| `\[(\w+)\]` \| `(\w+)` \| `(.*?)` \| ", (ROOT / "docs/config.md").read_text(), re.M)
    assert [(section, key) for section, key, _ in rows] == [(each.section, each.key) for each in every_setting()]
    for section, key, default in rows:
        assert parse(f"[{section}]\n{key} = {default}") == Settings(), f"[{section}] {key}"


def test_every_value_of_every_setting_that_has_a_choice_is_in_its_row_or_on_the_page_that_the_row_names() -> None:
    rows = re.findall(r"^\| `\[\w+\]` \| `\w+` \| (.*) \|$", (ROOT / "docs/config.md").read_text(), re.M)
    for each, row in zip(every_setting(), rows, strict=True):
        pages = [(ROOT / "docs" / name).read_text() for name in re.findall(r"\(([\w-]+\.md)\)", row)]
        for value in (*each.choices, *(LIST_COLUMNS if each.key == "columns" else ())):
            assert any(re.search(f'[`"]{value}[`"]', text) for text in (row, *pages)), f"{each}: {value}"


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
