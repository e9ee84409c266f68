"""The commands and names that the documents for contributors give."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = (ROOT / "CONTRIBUTING.md", ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
TEXT = "\n".join(document.read_text(encoding="utf-8") for document in DOCUMENTS)
MODULES = sorted(set(re.findall(r"python -m ((?:benchmarks|screenshots|tests)[\w.]*\w)", TEXT)))
SCRIPTS = sorted(set(re.findall(r"python ((?:benchmarks|screenshots|tests)/\S+\.py)", TEXT)))
NAMES = sorted(set(re.findall(r"`([A-Za-z_.]+)` in\s`((?:arxtui|benchmarks|tests)/[\w/]*\.py)`", TEXT)))


@pytest.mark.parametrize("module", MODULES)
def test_each_documented_module_is_there(module: str) -> None:
    assert find_spec(module)


@pytest.mark.parametrize("module", [module for module in MODULES if module.startswith("benchmarks.")])
def test_each_documented_benchmark_starts(module: str) -> None:
    assert "usage: " in _run(module, "--help")


@pytest.mark.parametrize("script", SCRIPTS)
def test_each_documented_script_is_there(script: str) -> None:
    assert (ROOT / script).is_file()


@pytest.mark.parametrize(("name", "path"), NAMES)
def test_each_documented_name_is_in_its_file(name: str, path: str) -> None:
    code = (ROOT / path).read_text(encoding="utf-8")
    assert re.search(rf"\b{name.rpartition('.')[2]}\b", code)


def test_the_steps_of_keys_are_counted_as_documented() -> None:
    counted = _run("benchmarks.walks")
    assert re.search(r"^\| `s` \|( \d+ \|)+$", counted, re.M), counted


def _run(module: str, *arguments: str) -> str:
    """Return what a module prints. Fails if it ends with an error."""
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout
