"""The documents say what the code does."""

from __future__ import annotations

import re
from pathlib import Path

from arxtui.config.settings import SECTIONS, Settings, parse

ROOT = Path(__file__).resolve().parents[1]


def test_every_setting_is_documented_with_its_default() -> None:
    rows = re.findall(r"^\| `\[(\w+)\]` \| `(\w+)` \| `(.*?)` \|", (ROOT / "docs/config.md").read_text(), re.M)
    known = [(section, key) for section, kind in SECTIONS.items() for key in kind.__annotations__]
    assert [(section, key) for section, key, _ in rows] == known
    for section, key, default in rows:
        assert parse(f"[{section}]\n{key} = {default}") == Settings(), f"[{section}] {key}"


def test_the_example_settings_are_valid() -> None:
    for block in re.findall(r"```toml\n(.*?)```", (ROOT / "docs/config.md").read_text(), re.S):
        assert parse(block) != Settings()


def test_links_between_the_documents_hold() -> None:
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")):
        for target in re.findall(r"\]\((?!https?://|#)([^)#]+)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name} links to {target}, which is not there"


def test_files_that_the_documents_name_are_there() -> None:
    for page in (ROOT / "CONTRIBUTING.md", ROOT / "docs/architecture.md"):
        named = re.findall(r"`((?:\w+/)+\w+\.py)`", page.read_text())
        assert len(named) > 5
        missing = [name for name in named if not (ROOT / name).exists() and not (ROOT / "arxtui" / name).exists()]
        assert missing == [], page.name
