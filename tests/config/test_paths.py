"""The folders of configuration, cache, data and state."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from arxtui.config.paths import Paths


def test_one_variable_puts_everything_under_one_directory(tmp_path: Path) -> None:
    paths = Paths.find({"ARXTUI_HOME": str(tmp_path)})
    assert [paths.config, paths.cache, paths.data, paths.state] == [
        tmp_path / name for name in ("config", "cache", "data", "state")
    ]
    assert paths.config_file == tmp_path / "config/config.toml"
    assert paths.cache_db == tmp_path / "cache/cache.db"
    assert paths.index == tmp_path / "cache/index"
    assert paths.library_db == tmp_path / "data/library.db"
    assert paths.log_file == tmp_path / "state/arxtui.log"


def test_the_variable_may_be_relative_or_begin_with_a_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/home/ada")
    assert Paths.find({"ARXTUI_HOME": "here"}).cache == tmp_path / "here/cache"
    assert Paths.find({"ARXTUI_HOME": "~/there"}).cache == Path("/home/ada/there/cache")
    assert Paths.find({"ARXTUI_HOME": "~nobody-here/there"}).cache == tmp_path / "~nobody-here/there/cache"


def test_without_it_the_platform_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONFIG", "CACHE", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    paths = Paths.find({"ARXTUI_HOME": ""})
    places = (paths.config, paths.cache, paths.data, paths.state)
    assert all(place.name == "arxtui" or "arxtui" in place.parts for place in places)
    assert len(set(places)) == 4


def test_new_directories_are_the_users_alone(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path / "home")
    paths.make()
    paths.make()
    for place in (paths.config, paths.cache, paths.data, paths.state):
        assert stat.S_IMODE(place.stat().st_mode) == 0o700
