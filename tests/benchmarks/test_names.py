"""The names of the benchmarks."""

from __future__ import annotations

import sys
from pathlib import Path

import benchmarks


def test_no_benchmark_hides_a_module_of_python_from_the_scripts_beside_it() -> None:
    names = {file.stem for file in Path(benchmarks.__path__[0]).iterdir()}
    assert not names & sys.stdlib_module_names
