"""The recipes of CONTRIBUTING.md work: all are applied to a copy of the project, and the checks of each run there."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from arxtui.config.paths import Paths
from tests.cli.command import run_here, write_papers
from tests.fork_server import ForkServer
from tests.homes import as_made

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
for names in ({}, {"names": ("title", "tags")}):
    columns = Columns.fit(160, [shown], date(2026, 5, 14), **names)
    print("".join(text for text, _ in paper_row(shown, columns, ListLooks(), here=False)))
"""
TRIED = {
    "A command": (
        ("-c", "from arxtui.tui.commands import ACTIONS; print(*(a.id for a in ACTIONS))"),
        r"\bcount_marks\b",
    ),
    "A mark": (("-m", "arxtui", "mark", "2605.01234", "--later"), "^1 paper kept for later$"),
    "A source": (("-m", "arxtui", "refresh"), "^in all: 1 new"),
    "A column of the list": (("-c", ROW), r"Fair locks[^2]*\n.*Fair locks .* 2 *$"),
    "A field of queries": (("-m", "arxtui", "list", "headline:gradients", "--json"), r'"id": ?"2605\.01234"'),
    "An export format": (
        ("-m", "arxtui", "export", "2605.01234", "--format", "brief"),
        r"^Bounded Staleness for Sharded Optimizers; 10\.1000/example$",
    ),
    "A setting": (("-m", "arxtui", "config", "show"), "^bell = false"),
    "A verb": (("-m", "arxtui", "titles", "bounded"), "^Bounded Staleness for Sharded Optimizers$"),
}
"""By recipe: a Python command line, and a pattern of its output after the recipe was applied."""

IMPORTS = "import runpy, sys, pytest, arxtui.cli.parser, arxtui.tui.application"
PYTHON = """
option, what, *sys.argv[1:] = sys.argv[1:]
exec(what, {}) if option == "-c" else runpy.run_module(what, run_name="__main__", alter_sys=True)
"""
"""Run a command line of Python: ``-c`` and a program, or ``-m`` and the name of a module."""


def test_each_recipe_is_tried() -> None:
    assert RECIPES.keys() == TRIED.keys()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ForkServer]:
    """A process in a copy of the project to which all recipes have been applied; it has imported the program."""
    copy = tmp_path_factory.mktemp("recipes") / "copy"
    for part in ("arxtui", "benchmarks", "docs", "tests"):
        shutil.copytree(ROOT / part, copy / part)
    shutil.copy(ROOT / "pyproject.toml", copy)
    for recipe in RECIPES.values():
        _apply(recipe, copy)
    with ForkServer(IMPORTS, copy) as project:
        yield project


@pytest.mark.parametrize("name", TRIED)
def test_a_recipe_works_as_described(name: str, project: ForkServer, paths: Paths) -> None:
    home = paths.config.parent
    papers = write_papers(home / "papers.jsonl")
    as_made(home, __name__, lambda: run_here(home, "import", str(papers)))
    asked, said = TRIED[name]
    assert re.search(said, _run(project, home, *asked), re.M)
    for check in RECIPES[name].checks:
        program, *arguments = shlex.split(check, comments=True)
        _run(project, home, *(("-m", program) if program == "pytest" else ()), *arguments)


def _run(project: ForkServer, home: Path, *arguments: str) -> str:
    """Run a Python command line in the copy. Returns its output; fails if the exit status is not 0."""
    # In the copy's own folder, Hypothesis would not find its table of characters, and computing it takes 2 s.
    environ = {"ARXTUI_HOME": str(home), "HYPOTHESIS_STORAGE_DIRECTORY": str(ROOT / ".hypothesis")}
    done = project.run(PYTHON, *arguments, environ=environ)
    assert done.status == 0, done.said
    return done.said


def _apply(recipe: Recipe, copy: Path) -> None:
    """Apply the change of a recipe. The old lines of a hunk must be in the file exactly once; a hunk with only new
    lines is appended."""
    files = re.split(r"^--- (.+)\n", recipe.change, flags=re.M)
    for name, hunks in zip(files[1::2], files[2::2], strict=True):
        file = copy / name
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        for hunk in hunks.split("@@\n"):
            lines = hunk.splitlines()
            old, new = ("\n".join(line[1:] for line in lines if not line.startswith(other)) for other in ("+", "-"))
            if old:
                assert text.count(f"\n{old}") == 1, f"{recipe.name}: {name} has no single place for\n{hunk}"
                text = text.replace(f"\n{old}", f"\n{new}")
            else:
                text = f"{text}\n\n{new}\n" if text else f"{new}\n"
        file.write_text(text, encoding="utf-8")
