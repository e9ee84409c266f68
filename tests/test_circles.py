"""The graph of imports, with those for types and those inside functions."""

from __future__ import annotations

from graphlib import TopologicalSorter

import pytest


def test_no_modules_import_each_other_in_a_circle() -> None:
    grimp = pytest.importorskip("grimp", reason="import-linter is not installed; .ci/run runs this where it is")
    graph = grimp.build_graph("arxtui", cache_dir=None)
    TopologicalSorter({each: graph.find_modules_directly_imported_by(each) for each in graph.modules}).prepare()
