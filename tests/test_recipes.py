"""The recipes of CONTRIBUTING.md work: each is applied to a copy of the project, and its checks run there."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.command import write_papers

ROOT = Path(__file__).resolve().parents[1]


class Recipe(NamedTuple):
    """A recipe of CONTRIBUTING.md: the change, and the commands that check it."""

    name: str
    change: str
    checks: list[str]


def _recipes() -> Iterator[Recipe]:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    blocks = re.compile(r"^\*\*(.+?)\*\*.*?^```diff\n(.*?)^```\n```sh\n(.*?)^```", re.M | re.S)
    for name, change, checks in blocks.findall(page):
        yield Recipe(name, change, checks.splitlines())


RECIPES = {recipe.name: recipe for recipe in _recipes()}

ROW = """
from datetime import date
from arxtui.model.marks import Marks
from arxtui.tui.present.listing.columns import Columns
from arxtui.tui.present.listing.rows import ListLooks, paper_row
from tests.builders import row
from tests.tui.papers import paper
shown = row(paper(1, "Fair locks"), marks=Marks(tags=("a", "b")))
columns = Columns.fit(160, [shown], date(2026, 5, 14))
print("".join(text for text, _ in paper_row(shown, columns, ListLooks(), here=False)))
"""
TRIED = {
    "A command": (
        ("-c", "from arxtui.tui.commands import ACTIONS; print(*(a.id for a in ACTIONS))"),
        r"\bcount_marks\b",
    ),
    "A mark": (("-m", "arxtui", "mark", "2605.01234", "--later"), "^1 paper kept for later$"),
    "A source": (("-m", "arxtui", "refresh"), "^in all: 1 new"),
    "A column of the list": (("-c", ROW), r"Fair locks .* 2 *$"),
    "A field of queries": (("-m", "arxtui", "list", "headline:gradients", "--json"), r'"id": ?"2605\.01234"'),
    "An export format": (
        ("-m", "arxtui", "export", "2605.01234", "--format", "titles"),
        "^Bounded Staleness for Sharded Optimizers$",
    ),
    "A setting": (("-m", "arxtui", "config", "show"), "^bell = false"),
    "A verb": (("-m", "arxtui", "titles", "bounded"), "^Bounded Staleness for Sharded Optimizers$"),
}
"""By recipe: a Python command line, and a pattern of its output after the recipe was applied."""


def test_each_recipe_is_tried() -> None:
    assert RECIPES.keys() == TRIED.keys()


@pytest.mark.parametrize("name", TRIED)
def test_a_recipe_does_what_it_says(name: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    for part in ("arxtui", "docs", "tests"):
        shutil.copytree(ROOT / part, copy / part)
    shutil.copy(ROOT / "pyproject.toml", copy)
    home = tmp_path / "home"
    asked, said = TRIED[name]
    _run(copy, home, "-m", "arxtui", "import", str(write_papers(tmp_path / "papers.jsonl")))
    _apply(RECIPES[name].change, copy)
    assert re.search(said, _run(copy, home, *asked), re.M)
    for check in RECIPES[name].checks:
        program, *arguments = shlex.split(check, comments=True)
        _run(copy, home, *(("-m", program) if program == "pytest" else ()), *arguments)


def _run(copy: Path, home: Path, *arguments: str) -> str:
    """Run Python in the copy. Returns its output; fails if the exit status is not 0."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy), "ARXTUI_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def _apply(change: str, copy: Path) -> None:
    """Apply the change. The old lines of a hunk must be in the file exactly once; a hunk with only new lines is
    appended."""
    files = re.split(r"^--- (.+)\n", change, flags=re.M)
    for name, hunks in zip(files[1::2], files[2::2], strict=True):
        file = copy / name
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        for hunk in hunks.split("@@\n"):
            lines = hunk.splitlines()
            old, new = ("\n".join(line[1:] for line in lines if not line.startswith(other)) for other in ("+", "-"))
            if old:
                assert text.count(f"\n{old}") == 1, f"{name} has no single place for\n{hunk}"
                text = text.replace(f"\n{old}", f"\n{new}")
            else:
                text = f"{text}\n\n{new}\n" if text else f"{new}\n"
        file.write_text(text, encoding="utf-8")
