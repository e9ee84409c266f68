"""What an act shows: the row at once, the message, the cursor after undo and redo, and what is left after a failure.
Papers that are marked read as the cursor steps over them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.facade import Library
from arxtui.light import changed
from arxtui.store.library.database import LibraryFile
from arxtui.tui.services import marker, navigator
from arxtui.tui.state.selection import Targets
from arxtui.tui.verbs import Verb
from tests.tui.acts.test_rules import answer, ruled
from tests.tui.acts.test_selector import found, picked
from tests.tui.keys.test_keymap import preset
from tests.tui.keys.test_typing import with_keys
from tests.tui.papers import paper
from tests.tui.reader import QUIET, THREE_PANES, Reader, fill_usually, reading


def marks_shown(reader: Reader, row: int) -> tuple[bool, bool, bool]:
    """Return whether a row shows a star and that it is unread, and whether the act is still being stored."""
    shown = reader.main.papers.rows[row]
    assert shown
    return shown.marks.starred, shown.marks.unread, shown.unsaved


async def test_the_row_shows_an_act_before_it_is_stored_and_the_truth_after_a_failure(
    filled: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(library: Library, verb: Verb, targets: Targets) -> None:
        raise ValueError("refused here")

    async with reading(filled, size=THREE_PANES) as reader:
        monkeypatch.setattr(marker, "_apply", refuse)
        await reader.main.action_command("toggle_star")
        assert marks_shown(reader, 0) == (True, True, True)
        await reader.until_shown("Refused here")
        assert marks_shown(reader, 0) == (False, True, False)
        assert not (record := reader.main.detail.record) or not record.marks.starred
        monkeypatch.undo()
        await reader.press("s")
        await reader.until(lambda: marks_shown(reader, 0) == (True, True, False))


@pytest.mark.parametrize(
    ("key", "moves", "words"),
    [("space", True, ""), ("x", True, "Hidden: 1 paper"), ("s", False, ""), ("d", False, "To read: 1 paper")],
)
async def test_an_act_on_the_paper_under_the_cursor_has_a_message_unless_its_row_shows_it_and_moves_on_or_stays(
    filled: Paths, key: str, moves: bool, words: str
) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        changed: list[Sequence[int] | None] = []
        reader.main.context.marker.changed.subscribe(changed.append)
        await reader.press(key)
        await reader.until(lambda: changed)
        assert changed == [(paper(60).key,)]
        assert reader.main.papers.cursor == int(moves)
        shown = reader.main.session.messages.current
        assert (shown.text if shown else "").startswith(words)
        assert bool(shown) == bool(words)
        await reader.press("g", "j", "j", "m", "m", key)
        await reader.until_shown("2 papers · u undoes")
        assert changed[1:] == [None]
        assert reader.main.papers.cursor == 4
        assert picked(reader) == []


async def test_undo_and_redo_go_to_the_one_paper_of_an_act_and_stay_where_there_are_several(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        papers, reverted = reader.main.papers, list[int]()
        reader.main.context.marker.paper_reverted.subscribe(reverted.append)
        await reader.press("j", "s", "m", "m", "x")
        await reader.until_shown("Hidden: 2 papers")
        await reader.press("G")
        last = papers.key
        for key, words, at in (
            ("u", "Undone: hidden, 2 papers", last),
            ("u", "Undone: starred", paper(59).key),
            ("U", "Redone: starred", paper(59).key),
        ):
            await reader.press(key)
            await reader.until_shown(words)
            assert papers.key == at
        assert reverted == [paper(59).key] * 2
        await reader.press("G", "U")
        await reader.until_shown("Redone: hidden, 2 papers")
        assert (papers.key, len(reverted)) == (last, 2)
        await reader.press("U")
        await reader.until_shown("Nothing to redo: redo reverts an undo")


@pytest.mark.parametrize(
    ("keys", "views"), [(("s",), []), (("slash", *"number", "enter", "v", *"Mine", "enter"), ["Mine"])]
)
async def test_the_first_act_brings_the_key_that_undoes_it_and_its_undo_takes_it_away(
    filled: Paths, keys: tuple[str, ...], views: list[str]
) -> None:
    async with reading(filled, size=(160, 45)) as reader:
        session = reader.main.session
        assert not session.news.undoable
        await reader.press(*keys)
        await reader.until(lambda: session.news.undoable)
        await reader.until(lambda: [view.name for view, *_ in session.saved_views] == views)
        await reader.press("u")
        await reader.until(lambda: not session.news.undoable and not session.saved_views)
        await reader.press("u")
        await reader.until_shown("Nothing to undo")


async def test_a_paper_that_a_rule_highlights_stays_highlighted_when_it_is_starred(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, settings=ruled(paths), size=THREE_PANES) as reader:
        changed: list[Sequence[int] | None] = []
        reader.main.context.marker.changed.subscribe(changed.append)
        await reader.search("paper")
        await reader.press("enter")
        await answer(reader, "I", "highlight", "mine")
        await reader.until(lambda: (row := reader.main.papers.row) and row.highlighted)
        await reader.press("s")
        await reader.until(lambda: changed)
        row = reader.main.papers.row
        assert row
        assert (row.highlighted, row.marks.starred, row.unsaved) == (True, True, False)


async def test_a_text_that_is_saved_is_so_in_the_detail_too_and_the_message_says_how_it_is_undone(
    filled: Paths,
) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("w")
        await reader.until_shown("Saved for offline reading with the next refresh · u undoes · W fetches now")
        await reader.until(lambda: (record := reader.main.detail.record) and record.marks.queued)
        await reader.press("w")
        await reader.until_shown("No longer saved for offline reading · u undoes")
        await reader.press("m", "m", "w")
        await reader.until_shown("2 papers · u undoes")
        await reader.press("Q", "enter")
        await reader.until_shown("18 more full texts are saved for offline reading with the next refresh")
        await reader.until(lambda: (row := reader.main.papers.row) and row.marks.queued)
        await reader.press("Q", "enter")
        await reader.until_shown("All of these are already saved for offline reading")


async def test_all_of_the_list_are_marked_read_also_those_that_are_read_already(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("space", "space", "P", "enter")
        await reader.until_shown("Marked read: 18 papers")
        assert found(filled, "is:unread") == 0
        await reader.press("P", "enter")
        await reader.until_shown("Nothing to change: already done")
        assert found(filled, "is:unread") == 0


async def test_a_question_about_selected_papers_names_their_number_and_one_about_the_cursor_none(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        for key, words in (("number_sign", "Tag"), ("asterisk", "Rate 1 to 5 (0: no rating)"), ("a", "Reading list")):
            await reader.press(key)
            assert f" {words} " in reader.text
            assert f"{words} for" not in reader.text
            await reader.press("escape", "g", "m", "m", key)
            await reader.until_shown(f"{words} for 2 papers")
            await reader.press("escape")
            assert len(picked(reader)) == 2
            await reader.press("escape")
        await reader.press("m", "m")
        await answer(reader, "number_sign", "thesis")
        await reader.until_shown("Tagged thesis: 2 papers")
        assert picked(reader) == []


async def test_each_key_that_needs_a_paper_says_that_there_is_none(paths: Paths) -> None:
    async with reading(paths, size=THREE_PANES) as reader:
        for key in ("s", "space", "x", "m", "circumflex_accent", "percent_sign", *"twWQoyEZ"):
            await reader.press(key)
            await reader.until_shown("There is no paper in the list")
            await reader.press("k")


async def test_saving_selected_papers_for_offline_reading_has_one_message(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        said: list[str] = []
        reader.main.context.status.said.subscribe(lambda words, _: said.append(words))
        await reader.press("m", "m", "w")
        await reader.until_shown("2 papers · u undoes")
        assert len([words for words in said if words]) == 1


async def test_a_mark_of_a_paper_that_the_detail_does_not_show_yet_brings_it_there(
    filled: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(navigator, "_FAST_MOVE_SECONDS", 3600.0)  # the detail lags behind the cursor
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("j", "j", "s")
        await reader.until(
            lambda: (record := reader.main.detail.record) and record.key == paper(58).key and record.marks.starred
        )


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
    monkeypatch.setattr(marker, "_WRITE_SECONDS", 0.01)
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
    monkeypatch.setattr(marker, "_WRITE_SECONDS", 0.01)

    def refuse(run: object, library: Library, keys: list[int]) -> None:
        raise ValueError("refused here")

    async with reading(filled, settings=PASSING, size=THREE_PANES) as reader:
        with monkeypatch.context() as patch:
            patch.setattr(marker._Run, "write", refuse)
            await reader.press("j", "j")
            await reader.until_shown("Refused here")
            assert shown(reader, 2) == [False, False]
        await reader.press("k", "k")
        await reader.until(lambda: stored(filled) == keys_of(59, 58))


async def test_steps_just_before_the_end_are_written(filled: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marker, "_WRITE_SECONDS", 1_000.0)
    async with reading(filled, settings=PASSING, size=THREE_PANES) as reader:
        await reader.press("j", "j")
        assert stored(filled) == []
    assert stored(filled) == keys_of(60, 59)


async def test_a_row_that_is_fetched_again_before_its_pass_is_written_is_shown_as_read_afterwards(
    filled: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marker, "_WRITE_SECONDS", 1_000.0)
    async with reading(filled, settings=PASSING, size=THREE_PANES) as reader:
        await reader.press("j")
        reader.main.papers.rows.forget()
        assert shown(reader, 1) == [False]
        reader.main.context.passes.flush()
        await reader.until(lambda: shown(reader, 1) == [True])
