"""Every declared mark can be given, searched, shown, stored, moved to another machine and undone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from arxtui.model.marks import MARKS, Mark
from tests.cli.command import objects
from tests.cli.conftest import Call

_EACH = pytest.mark.parametrize("mark", MARKS, ids=lambda mark: mark.name)


def _found(call: Call, mark: Mark) -> list[str]:
    return [words["id"] for words in objects(call("list", f"is:{mark.name}", "--json").out)]


@_EACH
@pytest.mark.usefixtures("filled")
def test_it_is_given_found_shown_undone_and_taken(call: Call, mark: Mark) -> None:
    assert call("mark", "2605.01234", f"--{mark.gives}") == (0, f"1 paper {mark.given}\n", "")
    assert _found(call, mark) == ["2605.01234"]
    assert mark.given in call("show", "2605.01234").out
    assert objects(call("show", "2605.01234", "--json").out)[0]["marks"][mark.name] is True
    assert f"1 paper {mark.given}" in call("journal").out
    assert call("undo").out.startswith(f"undone: 1 paper {mark.given}")
    assert _found(call, mark) == []
    assert call("redo").code == 0
    assert call("mark", f"is:{mark.name}", f"--{mark.takes}") == (0, f"1 paper {mark.taken}\n", "")
    assert _found(call, mark) == []


@_EACH
@pytest.mark.usefixtures("filled")
def test_it_moves_to_another_machine(call: Call, mark: Mark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    call("mark", "2605.01234", f"--{mark.gives}")
    assert call("library", "export", str(tmp_path / "mine.jsonl")).code == 0
    monkeypatch.setenv("ARXTUI_HOME", str(tmp_path / "other"))
    assert call("library", "import", str(tmp_path / "mine.jsonl")).code == 0
    assert _found(call, mark) == ["2605.01234"]


@_EACH
def test_a_mark_that_keeps_a_paper_protects_it_from_rules_and_keeps_its_record_without_a_cache(
    filled: Path, call: Call, mark: Mark
) -> None:
    call("mark", "2605.01234", f"--{mark.gives}")
    call("rules", "add", "all of it", "cat:*", "--mute")
    muted = call("list", f"is:muted is:{mark.name}").out
    assert ("2605.01234" not in muted) == mark.keeps
    shutil.rmtree(filled / "cache")
    assert (call("show", "2605.01234").code == 0) == mark.keeps
