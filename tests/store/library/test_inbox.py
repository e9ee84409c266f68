"""The papers to which each rule was applied."""

from __future__ import annotations

from pathlib import Path

from arxtui.store.library.database import LibraryFile


def test_papers_are_added_to_those_of_a_rule_and_rules_that_are_gone_are_forgotten(
    library: LibraryFile, tmp_path: Path
) -> None:
    applied = library.applied_rules
    assert applied.of("noise") is None
    applied.put("noise", [], ["noise"])
    nothing = applied.of("noise")
    assert nothing is not None
    assert list(nothing) == []
    applied.put("noise", [3, 1], ["noise", "noise 2"])
    applied.put("noise 2", [7], ["noise", "noise 2"])
    applied.put("noise", [2, 3], ["noise", "noise 2"])
    with LibraryFile.open(tmp_path / "library.db") as other:
        assert [list(other.applied_rules.of(name) or ()) for name in ("noise", "noise 2")] == [[1, 2, 3], [7]]
    applied.put("noise 2", [8], ["noise 2"])
    assert (applied.of("noise"), list(applied.of("noise 2") or ())) == (None, [7, 8])
