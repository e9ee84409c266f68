"""Notes that are written in the reader: saved as one act, and never lost."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from textual.widgets import TextArea

from arxtui.config.keys import KeyBinding
from arxtui.config.paths import Paths
from arxtui.library.editors import editor
from arxtui.library.facade import Library
from arxtui.light import changed
from arxtui.tui.notes.notes import edit
from arxtui.tui.notes.open_note import Draft, SaveFailure
from arxtui.tui.notes.screen import NoteScreen
from arxtui.tui.screens.journal import JournalScreen
from tests.tui.papers import paper
from tests.tui.reader import QUIET, THREE_PANES, Reader, fill_usually, reading

KEY = paper(60).key


def note(paths: Paths, key: int = KEY) -> str | None:
    library = Library.open(paths, QUIET)
    try:
        return library.papers.rows([key])[0].marks.note
    finally:
        library.close()


async def begin(reader: Reader) -> TextArea:
    await reader.press("n")
    await reader.until(lambda: isinstance(reader.app.screen, NoteScreen) and reader.app.focused)
    return reader.app.screen.query_one(TextArea)


async def test_a_note_is_written_kept_shown_and_undone(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        await reader.until_shown("Note on Made-up paper number 60", "Esc save and close")
        await reader.press(*"why", "enter", *"how")
        await reader.press("escape")
        await reader.until_shown("Note saved · u undoes", "▏ why", "▏ how", "✎")
        assert note(paths) == "why\nhow"
        assert not Draft(paths.state, KEY).file.exists()
        await reader.press("u")
        await reader.until(lambda: note(paths) is None)


async def test_the_detail_shows_a_note_rendered_and_opens_its_links_and_the_editor_its_source(paths: Paths) -> None:
    fill_usually(paths)
    source = "- *slow* $\\alpha^2$\n- see https://a.example/x\n\n| n | s |\n|---|--:|\n| 10 | 0.5 |"
    with closing(Library.open(paths, QUIET)) as library:
        library.marks.note(KEY, source)
    async with reading(paths, size=THREE_PANES) as reader:
        opened: list[str] = []
        reader.main.context.browser.open = opened.append  # type: ignore[method-assign, assignment]
        await reader.until_shown("▏ • slow α²", "▏   10  0.5")
        assert {getattr(style, "italic", None) for style in reader.ink("slow")} == {True}
        line = next(index for index, text in enumerate(reader.lines) if "a.example" in text)
        await reader.pilot.click(offset=(reader.lines[line].index("a.example"), line))
        await reader.until(lambda: opened == ["https://a.example/x"])
        assert (await begin(reader)).text == source


async def test_a_note_in_a_narrow_detail_keeps_every_letter(paths: Paths) -> None:
    fill_usually(paths)
    with closing(Library.open(paths, QUIET)) as library:
        library.marks.note(KEY, f"```\n{'abcdefghij' * 12}!\n```")
    async with reading(paths, size=(70, 40)) as reader:
        await reader.press("enter")
        await reader.until_shown("j!")
        shown = "".join(line.partition("▏")[2].strip(" │") for line in reader.lines)
        assert f"{'abcdefghij' * 12}!" in shown


async def test_the_keys_of_a_note_can_be_others(paths: Paths) -> None:
    fill_usually(paths)
    others = (KeyBinding("", "save_note", ("ctrl+x ctrl+s",), 1),)
    async with reading(paths, changed(QUIET, keys=others)) as reader:
        await begin(reader)
        await reader.press(*"one", "ctrl+s", *"two", "ctrl+x", "ctrl+s")
        await reader.until(lambda: note(paths) == "onetwo")
        await begin(reader)
        await reader.press("escape")
        await reader.until(lambda: reader.app.screen is reader.main)


async def test_a_note_is_gone_on_with_where_it_ends_and_taken_away_by_emptying_it(paths: Paths) -> None:
    fill_usually(paths)
    library = Library.open(paths, QUIET)
    library.marks.note(KEY, "one")
    library.close()
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        await reader.press(*" two", "ctrl+s")
        await reader.until(lambda: note(paths) == "one two")
        area = await begin(reader)
        area.clear()
        await reader.press("escape")
        await reader.until_shown("Note removed · u undoes")
        assert note(paths) is None
        await reader.open("V", JournalScreen)
        await reader.until_shown("Note removed", "Note saved")
        await reader.press("escape", "u")
        await reader.until_shown("Undone: note removed", "▏ one two")
        await reader.press("u")
        await reader.until_shown("Undone: note saved")
        assert note(paths) == "one"


async def test_the_draft_of_a_note_is_restored_after_the_program_died(paths: Paths) -> None:
    fill_usually(paths)
    draft = Draft(paths.state, KEY)
    draft.write("half a thou")
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        await reader.until_shown("half a thou", "This is a draft that was not saved")
        await reader.press(*"ght", "escape")
        await reader.until(lambda: note(paths) == "half a thought")
        assert draft.read() is None


async def test_each_letter_is_on_the_disk_for_the_user_alone(paths: Paths) -> None:
    fill_usually(paths)
    draft = Draft(paths.state, KEY)
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        await reader.press(*"abc")
        await reader.until(lambda: draft.read() == "abc")
        assert stat.S_IMODE(draft.file.stat().st_mode) == 0o600
        assert stat.S_IMODE(draft.file.parent.stat().st_mode) == 0o700


async def test_who_quits_in_the_middle_of_a_note_keeps_it(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        await reader.press(*"abc")
        await reader.until(lambda: Draft(paths.state, KEY).read() == "abc")
        await reader.press("ctrl+q")
    assert note(paths) == "abc"
    assert not Draft(paths.state, KEY).file.exists()


async def test_the_draft_stays_until_the_library_has_the_note(paths: Paths) -> None:
    fill_usually(paths)
    draft = Draft(paths.state, KEY)
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        await reader.press(*"abc")
        with closing(sqlite3.connect(paths.library_db, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await reader.press("escape")
            await reader.until(lambda: reader.app.focused is None)  # the note is being saved
            assert note(paths) is None
            assert draft.read() == "abc"
            assert isinstance(reader.app.screen, NoteScreen)
            other.execute("ROLLBACK")
        await reader.until_shown("Note saved · u undoes")
        assert note(paths) == "abc"
        assert draft.read() is None


async def test_a_note_that_is_too_long_stays_a_draft_and_that_is_said(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        area = await begin(reader)
        area.text = "x" * 100_001
        await reader.press("escape")
        await reader.until_shown("Note not saved", "at most 100,000 characters", "Your text is in")
        assert note(paths) is None
        assert Draft(paths.state, KEY).read() == "x" * 100_001
        assert isinstance(reader.app.screen, NoteScreen)
        assert area.text == "x" * 100_001
        await reader.until_shown("Esc try again", "Ctrl+L leave it in that file")
        await reader.press("ctrl+l")
        await reader.until_shown("Note not saved; n shows the draft again")
        area = await begin(reader)
        assert area.text == "x" * 100_001
        area.text = "shorter"
        await reader.press("escape")
        await reader.until_shown("Note saved")
        assert note(paths) == "shorter"


async def test_a_note_that_is_stored_nowhere_cannot_be_left(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        area = await begin(reader)
        Draft(paths.state, KEY).file.parent.write_text("in the way of drafts")
        area.text = "x" * 100_001
        await reader.press("escape")
        await reader.until_shown("Note not saved", "Esc try again")
        assert "leave it in that file" not in reader.text
        await reader.press("ctrl+l")
        assert isinstance(reader.app.screen, NoteScreen)
        area.text = "shorter"
        await reader.press("escape")
        await reader.until(lambda: note(paths) == "shorter")


async def test_a_note_that_can_still_be_saved_is_not_left_by_the_key_that_leaves_it(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        await reader.press(*"abc", "ctrl+l", *"def", "escape")
        await reader.until(lambda: note(paths) == "abcdef")


def write_elsewhere(paths: Paths, text: str) -> None:
    library = Library.open(paths, QUIET)
    library.marks.note(KEY, text)
    library.close()


@pytest.mark.parametrize("leaving", ["escape", "ctrl+q"])
async def test_a_note_opened_without_a_change_does_not_overwrite_one_written_meanwhile(
    paths: Paths, leaving: str
) -> None:
    fill_usually(paths)
    write_elsewhere(paths, "one")
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        write_elsewhere(paths, "written elsewhere")
        await reader.press(leaving)
        if leaving == "escape":
            await reader.until_shown("▏ written elsewhere")
    assert note(paths) == "written elsewhere"


async def test_a_note_written_elsewhere_meanwhile_stays_before_the_own_text(paths: Paths) -> None:
    fill_usually(paths)
    write_elsewhere(paths, "one")
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        write_elsewhere(paths, "written elsewhere")
        await reader.press(*" two", "escape")
        await reader.until_shown("▏ written elsewhere", "▏ one two")
        await reader.press("u")
        await reader.until(lambda: note(paths) == "written elsewhere")


async def test_a_note_can_be_written_in_a_small_terminal(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(40, 12)) as reader:
        await begin(reader)
        await reader.press(*"seen")
        await reader.until_shown("Note on", "seen", "Esc")


async def test_a_note_is_written_in_triage_mode_too(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("z", "J")
        await reader.until_shown("2 of 20")
        await begin(reader)
        await reader.press(*"abc", "escape")
        await reader.until_shown("2 of 20", "▏ abc", "Note saved")
        assert note(paths, paper(59).key) == "abc"


def test_the_editor_is_the_one_that_is_named(tmp_path: Path) -> None:
    assert editor({"VISUAL": "emacs -nw", "EDITOR": "ed"}) == ("emacs", "-nw")
    assert editor({"VISUAL": " ", "EDITOR": "'my editor' --wait"}) == ("my editor", "--wait")
    vi = tmp_path / "vi"
    vi.write_text("#!/bin/sh\n")
    vi.chmod(0o755)
    assert editor({"PATH": str(tmp_path)}) == ("vi",)
    assert editor({"PATH": str(tmp_path / "nothing")}) == ()


async def test_an_editor_whose_quotation_mark_has_no_end_is_said_to_be_that(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_usually(paths)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", "code 'a")
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("N")
        await reader.until_shown("EDITOR has a quotation mark that is not closed: code 'a · n writes in arxtui")
        assert not Draft(paths.state, KEY).file.exists()


def test_an_editor_that_cannot_be_started_or_fails_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "note.md"
    file.touch()
    assert edit(("true",), file) == ""
    assert edit(("false",), file) == "false ended with 1"
    assert edit((str(tmp_path / "nothing"),), file).endswith("nothing cannot be started: No such file or directory")


async def test_a_key_that_needs_a_paper_says_that_there_is_none(paths: Paths) -> None:
    async with reading(paths, size=THREE_PANES) as reader:
        for key in ("n", "N", "t", "s", "m", "circumflex_accent", "percent_sign", "tilde", "Q", "E"):
            await reader.press(key)
            await reader.until_shown("There is no paper in the list")
            await reader.press("j")
            await reader.until_gone("There is no paper in the list")


async def test_keys_pressed_while_a_note_is_saved_come_after_it_and_none_after_a_failure(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await begin(reader)
        screen = reader.app.screen
        assert isinstance(screen, NoteScreen)
        done: list[bool] = []
        screen._is_saving = True
        screen.action_save_note()
        screen.save_before(partial(done.append, True))
        assert [event.key for event in screen._queued_keys] == ["escape"]
        screen._show_failure(SaveFailure("no room left", is_in_draft=True))
        await reader.until_shown("Note not saved. No room left.")
        assert (screen._queued_keys, screen._is_saving, done) == ([], False, [])
        assert isinstance(reader.app.focused, TextArea)
        screen._after_closing()
        assert done == []
        draft_failures: list[str] = []

        def say(words: str, ink: str = "dim") -> None:
            draft_failures.append(words)

        screen.say = say  # type: ignore[method-assign]
        screen._note.write_draft = lambda text: "full" if "x" in text else ""  # type: ignore[method-assign]
        await reader.press("x", "y", "backspace", "backspace", "x")
        assert [bool(words) for words in draft_failures] == [True, False, True]


async def test_a_note_that_is_saved_before_something_else_is_followed_by_it(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await begin(reader)
        screen = reader.app.screen
        assert isinstance(screen, NoteScreen)
        await reader.press("a")
        followed: list[bool] = []
        screen.save_before(partial(followed.append, True))
        await reader.until(lambda: followed)
        await reader.until_shown("Note saved · u undoes")
        row = reader.main.papers.row
        assert row
        assert row.marks.note == "a"
