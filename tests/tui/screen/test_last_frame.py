"""The frame that the reader saves when it quits, for the next start to show."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import NoReturn

import pytest
from rich.color import ColorSystem
from textual.drivers.headless_driver import HeadlessDriver

from arxtui.config.edit import set_value
from arxtui.config.paths import Paths
from arxtui.config.settings import UiSettings, load
from arxtui.light import changed
from arxtui.store.errors import Busy
from arxtui.tui.terminal import last_frame
from arxtui.tui.terminal.last_frame import LastFrame
from arxtui.tui.terminal.saved_frame import FILE, frame_bytes, load_frame
from arxtui.tui.themes import look
from tests.tui.reader import QUIET, fill_usually, reading


@pytest.fixture(autouse=True)
def drawn_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(last_frame, "DirectDriver", HeadlessDriver)


async def test_the_mark_is_in_the_ink_of_the_theme(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    fill_usually(paths)
    async with reading(paths, changed(QUIET, ui=UiSettings(theme="nord"))) as reader:
        monkeypatch.setattr(reader.app.console, "_color_system", ColorSystem.TRUECOLOR)
        frame = LastFrame(reader.main, paths, reader.main.drop_passing_words)
        frame.draw()
        dim = look("nord").ink("dim").color
        assert dim
        assert dim.triplet
        assert frame._drawn.rpartition("38;2;")[2].startswith(";".join(map(str, dim.triplet)))


async def test_rows_that_cannot_be_read_cost_the_frame_and_a_mistake_is_not_hidden(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raising(error: Exception) -> Callable[[], NoReturn]:
        def update() -> NoReturn:
            raise error

        return update

    fill_usually(paths)
    async with reading(paths) as reader:
        frame = LastFrame(reader.main, paths, reader.main.drop_passing_words)
        with monkeypatch.context() as faulty:
            faulty.setattr(reader.main.context.status, "update_bottom", raising(Busy("the cache is being written")))
            frame.draw()
            assert not frame._drawn
            faulty.setattr(reader.main.context.status, "update_bottom", raising(AttributeError("a mistake")))
            with pytest.raises(AttributeError):
                frame.draw()


async def test_settings_that_the_reader_itself_wrote_leave_the_frame_good_and_those_of_others_do_not(
    paths: Paths,
) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:

        def kept() -> str | None:
            frame.draw()
            frame.write(reader.main.session.settings)
            return load_frame(str(paths.state / FILE), *reader.app.size)

        frame = LastFrame(reader.main, paths, reader.main.drop_passing_words)
        set_value(paths.config_file, "ui", "theme", "nord")
        assert kept() is None
        reader.main.context.session.settings = load(paths.config_file)
        assert kept() is not None


def test_the_frame_of_a_copied_home_is_not_shown_as_that_of_the_copy(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARXTUI_HOME", str(paths.config.parent))
    file = paths.state / FILE
    file.write_bytes(frame_bytes("\x1b[1;1HMine", 80, 24, [], [str(paths.library_db)]))
    file.chmod(0o600)
    assert load_frame(str(file), 80, 24)
    copy = paths.config.parent.with_name("copy")
    shutil.copytree(paths.config.parent, copy)
    monkeypatch.setenv("ARXTUI_HOME", str(copy))
    assert load_frame(str(copy / "state" / FILE), 80, 24) is None
