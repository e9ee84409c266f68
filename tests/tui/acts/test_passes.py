"""Papers that are marked read as the cursor steps over them."""

from __future__ import annotations

from contextlib import closing

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.facade import Library
from arxtui.model.frozen import changed
from arxtui.store.library.database import LibraryFile
from arxtui.tui.services import passes
from tests.tui.keys.test_presets import preset
from tests.tui.keys.test_typing import with_keys
from tests.tui.papers import paper
from tests.tui.reader import QUIET, THREE_PANES, Reader, reading

PASSING = changed(QUIET, ui=changed(QUIET.ui, mark_passed=True))


def stored(paths: Paths) -> list[int]:
    """The papers that are marked read in the file, as another program sees it, newest first."""
    with closing(LibraryFile.open(paths.library_db)) as library:
        return [*reversed(library.marks.read())]


def keys_of(*numbers: int) -> list[int]:
    return [paper(number).key for number in numbers]


def shown(reader: Reader, rows: int) -> list[bool]:
    """Whether each of the first rows is shown as read."""
    listed = reader.main.papers.rows
    return [row.marks.read for index in range(rows) if (row := listed[index])]


@pytest.mark.parametrize(("settings", "read"), [(QUIET, 0), (PASSING, 2)])
async def test_steps_mark_papers_read_only_if_the_user_wants_it_and_jumps_and_pages_never(
    filled: Paths, settings: Settings, read: int
) -> None:
    async with reading(filled, settings=settings, size=THREE_PANES) as reader:
        await reader.press("j", "J", "G", "g", "pagedown", "g", "down")
        assert sum(shown(reader, 20)) == read
    assert len(stored(filled)) == read


async def test_a_run_of_steps_is_written_while_the_reader_is_open_and_one_key_undoes_all_of_it(
    filled: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passes, "_WRITE_SECONDS", 0.01)
    async with reading(filled, size=THREE_PANES) as reader:
        session = reader.main.session
        await reader.press("comma", "r")
        assert "the whole run" in reader.text
        assert reader.lines[-1].endswith("read as passed · 1/20")
        await reader.press("j", "j", "s")
        assert reader.lines[-1].endswith("read as passed · 3/20")
        await reader.press("j", "j", "j", "x", "k")
        assert shown(reader, 7) == [True] * 5 + [False, True]
        await reader.until(lambda: stored(filled) == keys_of(60, 59, 58, 57, 56, 54))
        await reader.until(lambda: session.news.counts and session.news.counts.unread == 13)
        await reader.press("u")
        await reader.until_shown("Undone: marked read, 6 papers")
        assert (stored(filled), sum(shown(reader, 9))) == ([], 0)
        await reader.press("u")
        await reader.until_shown("Undone: hidden")
        await reader.press("u")
        await reader.until_shown("Undone: starred")
        await reader.press("comma", "r", "g")
        assert "read as passed" not in reader.text


async def test_the_papers_that_a_step_of_several_rows_marks_read_are_counted(filled: Paths) -> None:
    settings = with_keys(preset("vim", "mark_passed = true"))
    async with reading(filled, settings=settings, size=THREE_PANES) as reader:
        await reader.press("3", "j")
        await reader.until_shown("Marked read: 3 papers · u undoes the whole run")


async def test_passed_papers_marked_unread_again_stay_unread_in_that_list(filled: Paths) -> None:
    async with reading(filled, settings=PASSING, size=THREE_PANES) as reader:
        await reader.press("j", "j", "u")
        await reader.until_shown("Undone: marked read, 2 papers")
        await reader.press("g", "j", "j", "j")
        assert shown(reader, 4) == [False, False, True, False]
        await reader.press("k", "space")
        await reader.press("k", "j", "j")
        await reader.until(lambda: stored(filled) == keys_of(57))


async def test_another_list_begins_another_run(filled: Paths) -> None:
    async with reading(filled, settings=PASSING, size=THREE_PANES) as reader:
        await reader.press("j")
        await reader.search("number")
        await reader.press("enter", "j", "j", "j")
        await reader.press("u")
        await reader.until_shown("Undone: marked read, 2 papers")
        assert stored(filled) == keys_of(60)


async def test_steps_that_cannot_be_written_are_taken_back_and_the_fault_is_said(
    filled: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passes, "_WRITE_SECONDS", 0.01)

    def refuse(run: object, library: Library, keys: list[int]) -> None:
        raise ValueError("refused here")

    async with reading(filled, settings=PASSING, size=THREE_PANES) as reader:
        with monkeypatch.context() as patch:
            patch.setattr(passes._Run, "write", refuse)
            await reader.press("j", "j")
            await reader.until_shown("Refused here")
            assert shown(reader, 2) == [False, False]
        await reader.press("k", "k")
        await reader.until(lambda: stored(filled) == keys_of(59, 58))


async def test_steps_just_before_the_end_are_written(filled: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passes, "_WRITE_SECONDS", 1_000.0)
    async with reading(filled, settings=PASSING, size=THREE_PANES) as reader:
        await reader.press("j", "j")
        assert stored(filled) == []
    assert stored(filled) == keys_of(60, 59)


async def test_a_row_that_is_fetched_again_before_its_pass_is_written_is_shown_as_read_afterwards(
    filled: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passes, "_WRITE_SECONDS", 1_000.0)
    async with reading(filled, settings=PASSING, size=THREE_PANES) as reader:
        await reader.press("j")
        reader.main.papers.rows.forget()
        assert shown(reader, 1) == [False]
        reader.main.context.passes.flush()
        await reader.until(lambda: shown(reader, 1) == [True])
