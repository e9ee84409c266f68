"""The file of the last frame: its path, the parts of it that are read, and the label with its age."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.tui.terminal import saved_frame
from arxtui.tui.terminal.private_parts import SWITCH
from arxtui.tui.terminal.saved_frame import frame_bytes, identity, load_frame, stamp, state_folder

_DRAWN = "\x1b[1;1H\x1b[1m arxtui \x1b[22m\x1b[2;1HA title, ½ of it in 数学"


@pytest.mark.parametrize("environ", [{"ARXTUI_HOME": "/some/home"}, {"ARXTUI_HOME": "~/papers"}, {}], ids=str)
def test_the_folder_is_where_the_paths_have_the_state(
    environ: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    assert state_folder(environ) == str(Paths.find(environ).state)


def test_the_folder_follows_the_platform_s_setting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("ARXTUI_HOME", raising=False)
    assert state_folder() == str(Paths.find().state)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """The file of a frame of 80×24 cells, whose settings and data do not exist."""
    file = tmp_path / "last-frame"
    data = frame_bytes(_DRAWN, 80, 24, [(str(tmp_path / "config"), "-")], [str(tmp_path / "data")])
    file.touch(0o600)
    file.write_bytes(data)
    return file


def test_the_saved_frame_has_the_time_it_was_saved_at_the_right_of_the_top_line(kept: Path) -> None:
    words = time.strftime("as of %H:%M")
    assert load_frame(str(kept), 80, 24) == f"{_DRAWN}\x1b[1;{80 - len(words)}H{words}\x1b[0m"


def test_the_mark_says_that_the_data_changed_where_there_is_room(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    frame = str(load_frame(str(kept), 80, 24))
    assert "changed since" in frame
    assert frame.removeprefix(_DRAWN).isascii()  # the terminal's character set is not known yet


def test_in_a_narrow_terminal_it_says_only_that_the_data_changed(tmp_path: Path) -> None:
    file = tmp_path / "last-frame"
    file.touch(0o600)
    file.write_bytes(frame_bytes(_DRAWN, 30, 24, [], [str(tmp_path / "data")]))
    (tmp_path / "data").touch()
    frame = str(load_frame(str(file), 30, 24))
    assert "Hchanged since" in frame
    assert "as of" not in frame


def test_other_settings_and_another_version_make_it_useless(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config").touch()
    assert load_frame(str(kept), 80, 24) is None
    (tmp_path / "config").unlink()
    assert load_frame(str(kept), 80, 24)
    monkeypatch.setattr(saved_frame, "__version__", "0.0.0")
    assert load_frame(str(kept), 80, 24) is None


@pytest.mark.parametrize(("columns", "rows"), [(79, 24), (80, 23)])
def test_another_size_of_the_terminal_makes_it_useless(kept: Path, columns: int, rows: int) -> None:
    assert load_frame(str(kept), 80, 24)
    assert load_frame(str(kept), columns, rows) is None


@pytest.mark.parametrize("name", ["TERM", "COLORTERM", "NO_COLOR", SWITCH])
def test_another_kind_of_terminal_makes_it_useless(kept: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert load_frame(str(kept), 80, 24)
    monkeypatch.setenv(name, "another")
    assert load_frame(str(kept), 80, 24) is None


def test_a_copied_home_shows_no_frame_of_the_library_that_it_was_copied_from(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert load_frame(str(kept), 80, 24)
    monkeypatch.setenv("ARXTUI_HOME", str(tmp_path / "copy"))
    assert load_frame(str(kept), 80, 24) is None


def _append(data: bytes) -> Callable[[Path], object]:
    return lambda file: file.write_bytes(file.read_bytes() + data)


@pytest.mark.parametrize(
    "harm",
    [
        lambda file: file.chmod(0o644),
        lambda file: file.rename(file.with_name("other")) and file.symlink_to("other"),
        lambda file: (file.unlink(), os.mkfifo(file, 0o600)),  # type: ignore[func-returns-value]
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(file.read_bytes()[:100]),
        lambda file: file.write_bytes(os.urandom(4000)),
        _append(b"\x1b]52;c;aGVsbG8=\x07"),
        _append(b"\x1b[6n"),
        _append(b"\x1b[?1002h"),
        _append(b"\x9b31m"),
        _append("\x9b31m".encode()),
        _append(b"\x1b[31m\n"),
        _append(b"\x1b"),
    ],
    ids=["public", "link", "pipe", "empty", "cut", "noise", "clipboard", "question", "mode", "C1", "C1 as UTF-8",
         "line feed", "escape"],
)  # fmt: skip
def test_a_file_that_is_not_private_or_holds_anything_else_is_ignored(
    kept: Path, harm: Callable[[Path], object]
) -> None:
    assert load_frame(str(kept), 80, 24)
    harm(kept)
    assert load_frame(str(kept), 80, 24) is None


def test_a_file_of_another_user_is_not_read(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getuid", lambda: kept.stat().st_uid + 1)
    assert load_frame(str(kept), 80, 24) is None


@pytest.mark.parametrize(
    ("ago", "form"), [(0, "%H:%M"), (2 * 24 * 3600, "%a %H:%M"), (30 * 24 * 3600, "%d %b"), (-48 * 3600, "%d %b")]
)
def test_the_mark_names_the_day_where_it_is_not_today(
    kept: Path, monkeypatch: pytest.MonkeyPatch, ago: int, form: str
) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now - ago)
    kept.write_bytes(frame_bytes(_DRAWN, 80, 24, [], []))
    monkeypatch.setattr(time, "time", lambda: now)
    words = time.strftime(form, time.localtime(int(now - ago)))
    assert f"Has of {words.removeprefix('0') if form == '%d %b' else words}" in str(load_frame(str(kept), 80, 24))


def test_a_stamp_changes_with_the_contents_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    found = [stamp(str(file))]
    for contents in (b"", b"one", b"another"):
        file.write_bytes(contents)
        found.append(stamp(str(file)))
    assert len(set(found)) == 4


def test_the_identity_distinguishes_terminals() -> None:
    assert identity(80, 24, {"TERM": "xterm"}) != identity(80, 24, {"TERM": "xterm-direct"})
    assert identity(80, 24, {"TERM": "a\nb"}).count("\n") == 0
