"""Smaller promises of commands: rules, tags, texts, notes, programs and categories."""

from __future__ import annotations

from array import array
from functools import partial

import pytest
from textual.widgets import Input, TextArea

from arxtui.config.paths import Paths
from arxtui.config.settings import load
from arxtui.library.destinations import Stop
from arxtui.library.views import FilterCounts
from arxtui.model.document import Document, Text
from arxtui.model.frozen import changed
from arxtui.model.rules import Rule
from arxtui.tui.commands import labels, program, texts
from arxtui.tui.context import Context
from arxtui.tui.notes.open_note import SaveFailure
from arxtui.tui.notes.screen import NoteScreen
from arxtui.tui.screens.journal import JournalScreen
from arxtui.tui.screens.output import OutputScreen
from arxtui.tui.screens.rules import RulesScreen
from arxtui.tui.services.background.programs import OutputTo, ProgramTask, RunningProgram
from arxtui.tui.state.program_output import ProgramOutput
from arxtui.tui.state.view import News
from arxtui.tui.terminal.app import TerminalApp
from tests.tui.acts.test_notes import begin
from tests.tui.acts.test_ruling import ruled
from tests.tui.reader import QUIET, THREE_PANES, fill_usually, reading
from tests.tui.reading.test_page import screen_of
from tests.tui.reading.texts import fill_with_text, open_text


@pytest.mark.parametrize(
    ("text", "give", "take"),
    [
        ("thesis, -old", ["thesis"], ["old"]),
        (" a, b , c", ["a, b", "c"], []),
        ("a, b, c, d", ["a, b, c, d"], []),
        ("c, a, b", ["c", "a, b"], []),
        ("-a, b", [], ["a, b"]),
        ("- a, B", [], ["a, B"]),
        ("a,,b, ", ["a", "b"], []),
        ("-", [], [""]),
    ],
)
async def test_the_longest_name_of_a_tag_that_there_is_is_taken_from_what_was_typed(
    paths: Paths, text: str, give: list[str], take: list[str]
) -> None:
    async with reading(paths, size=THREE_PANES) as reader:
        context = reader.main.context
        counts = context.session.news.counts
        assert isinstance(counts, FilterCounts)
        context.session.news.counts = changed(counts, tags=(("a, b", 1, 0), ("a, b, c, d", 1, 0)))
        assert labels._parse_tags(context, text) == (give, take)


async def test_the_texts_of_a_list_that_is_not_known_to_its_end_are_not_saved(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        view = reader.main.session.view
        assert view.listing
        whole = view.listing
        for listing in (
            changed(whole, keys=whole.keys[:9]),
            changed(whole, keys=array("q", range(1001)), total=texts._MAX_SAVED + 1),
        ):
            view.listing = listing
            await reader.press("Q")
            await reader.until_shown("At most 1,000 papers can be saved at once: search or filter first")
            await reader.press("k")
        view.listing = changed(whole, keys=array("q", range(1000)), total=texts._MAX_SAVED)
        await reader.press("Q")
        await reader.until_shown("Save the full texts of 1,000 papers for offline reading?")


async def test_an_author_is_followed_no_longer_however_the_name_is_typed(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, settings=ruled(paths), size=THREE_PANES) as reader:
        for typed, followed in (("Ada Example", ("Ada Example",)), ("ada EXAMPLE", ())):
            await reader.press("at")
            await reader.until(lambda: reader.main.context.questions.is_asking)
            await reader.press("ctrl+u")
            await reader.paste(typed)
            await reader.press("enter")

            def is_so(followed: tuple[str, ...] = followed) -> bool:
                in_use = reader.main.session.settings.follow.authors
                return load(paths.config_file).follow.authors == in_use == followed

            await reader.until(is_so)


async def test_a_rule_may_keep_its_name_takes_no_other_rules_and_stays_switched_off(paths: Paths) -> None:
    fill_usually(paths)
    rules = Rule("one", "ti:57", mute=True), Rule("two", "ti:58", highlight=True)
    async with reading(paths, settings=ruled(paths, *rules), size=THREE_PANES) as reader:
        screen = await reader.open("e", RulesScreen)
        await reader.until(lambda: screen.rows.count == 2)
        screen.action_switch_rule()
        await reader.until(lambda: load(paths.config_file).rules[0].off)
        await reader.until(lambda: screen.rows.row and screen.rows.row.rule.off)
        screen.action_edit_rule()
        await reader.press("enter", "enter", "ctrl+u", *"two", "enter")
        await reader.until_shown("There is already a rule")
        await reader.press("ctrl+u", *"one", "enter")
        await reader.until(lambda: not screen.question.is_asking)
        [one, _] = load(paths.config_file).rules
        assert (one.name, one.query, one.mute, one.off) == ("one", "ti:57", True, True)
        screen.say("Said before")
        await reader.press("j")
        await reader.until_gone("Said before")


async def test_the_journal_shows_a_change_of_the_settings_as_soon_as_it_is_undone(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, settings=ruled(paths), size=THREE_PANES) as reader:
        await reader.press("at")
        await reader.until(lambda: reader.main.context.questions.is_asking)
        await reader.press("ctrl+u")
        await reader.paste("Ada Example")
        await reader.press("enter")
        await reader.until(lambda: load(paths.config_file).follow.authors)
        journal = await reader.open("V", JournalScreen)
        await reader.until(lambda: journal.rows.row)
        await reader.press("u")
        await reader.until(lambda: (act := journal.rows.row) and act.undone)


async def test_versions_that_were_compared_too_late_do_not_replace_another_tab(paths: Paths) -> None:
    fill_with_text(paths)
    async with reading(paths, size=(100, 30)) as reader:
        await open_text(reader)
        screen = screen_of(reader)
        screen.reading.tabs._show_changes(Document((Text("What the versions changed"),), (), ()))
        assert "What the versions changed" not in reader.text
        assert screen.viewport.document
        assert screen.viewport.document.title[0] == Text("Bounded Staleness of Sharded Queues")


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


def running(context: Context, *, title: str, to: OutputTo, ended: list[str]) -> tuple[object, RunningProgram]:
    task = ProgramTask(title, repr, to, then=partial(ended.append, title))  # type: ignore[arg-type]
    thread = context.threads.new("program")
    run = RunningProgram(task, ProgramOutput(), Stop(), None)
    context.programs._running[thread] = run
    context.jobs.begin_task(f"running {title}")
    return thread, run


async def test_each_program_ends_for_itself_and_what_it_left_is_ended_with_the_reader(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        context, ended = reader.main.context, list[str]()
        programs, messages = context.programs, reader.main.session.messages
        runs = {
            title: running(context, title=title, to=OutputTo(to), ended=ended)
            for title, to in (("one", "message"), ("two", "none"), ("three", "message"), ("four", "message"))
        }
        runs["two"][1].stop.has_left = True
        runs["three"][1].output.add(b"three lines\n")
        for title, error, words in (
            ("two", None, "two: done"),
            ("three", None, "three lines"),
            ("four", ValueError("not found"), "four: not found"),
        ):
            thread, run = runs[title]
            programs._finish(thread, run, error)  # type: ignore[arg-type]
            assert messages.pieces[0][0] == words
        assert (ended, [run.task.title for run in programs.running]) == (["two", "three", "four"], ["one"])
        assert reader.main.session.progress == "running one (Ctrl+C stops it)"
        assert programs.stop()
        thread, run = runs["one"]
        programs._finish(thread, run, None)  # type: ignore[arg-type]
        assert messages.pieces[0][0] == "Stopped one"
        assert not programs.stop()
    assert runs["two"][1].stop.is_requested
    assert not runs["three"][1].stop.is_requested


async def test_the_pane_of_a_program_offers_to_stop_it_while_it_runs_and_shows_what_came_last(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        output, stopped = ProgramOutput(), list[bool]()
        screen = OutputScreen("sort", output, lambda: stopped.append(True))
        reader.main.context.overlays.open(screen, lambda _: None)
        await reader.until_shown("sort   running")
        assert [words for _, words in screen.useful_keys] == [words for _, words in screen.keys]
        output.add(b"the last line\n")
        screen.ended("", "dim")
        await reader.until_shown("sort   ended", "the last line")
        assert len(screen.useful_keys) < len(screen.keys)
        screen.action_stop_program()
        await reader.until_shown("The program has ended: Esc goes back")
        assert stopped == []
        await screen.interrupt()
        await reader.until(lambda: reader.app.screen is reader.main)


async def test_only_papers_that_came_while_the_terminal_had_no_focus_are_notified(
    filled: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    monkeypatch.setattr(TerminalApp, "write_sequence", lambda _, sequence: written.append(sequence), raising=False)
    monkeypatch.setattr("arxtui.tui.application.ArxtuiApp.write_sequence", lambda _, sequence: written.append(sequence))
    monkeypatch.setattr("arxtui.tui.services.notifications.notification", lambda how, words: words)
    async with reading(filled, changed(QUIET, ui=changed(QUIET.ui, title=True)), size=THREE_PANES) as reader:
        counts = reader.main.session.news.counts
        assert counts
        for unread, has_focus, words in (
            (20, False, []),
            (22, True, ["22 unread"]),
            (25, False, ["25 unread", "3 new papers, 25 unread"]),
            (25, False, []),
            (24, False, ["24 unread"]),
            (25, False, ["25 unread", "1 new paper, 25 unread"]),
            (0, False, ["arxtui"]),
        ):
            reader.app.app_focus = has_focus
            written.clear()
            reader.main.context.notifications.show(News(changed(counts, unread=unread)))
            assert len(written) == len(words)
            assert all(word in text for word, text in zip(words, written, strict=True))
        assert "unread" not in written[0]


async def test_chosen_categories_are_fetched_and_a_choice_that_cannot_be_stored_is_taken_back(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_usually(paths)
    async with reading(paths, settings=ruled(paths), size=THREE_PANES) as reader:
        context, refreshed = reader.main.context, list[bool]()
        monkeypatch.setattr(context.upstream, "refresh", lambda: refreshed.append(True))
        before = context.session.settings.arxiv.categories
        program._subscribe(context, ("hep-th",))
        assert context.session.settings.arxiv.categories == ("hep-th",)
        await reader.until(lambda: refreshed)
        assert load(paths.config_file).arxiv.categories == ("hep-th",)

        def refuse(*_: object) -> None:
            raise ValueError("no room left")

        monkeypatch.setattr("arxtui.library.rules.following.choose", refuse)
        program._subscribe(context, ("cs.DC",))
        await reader.until_shown("No room left")
        assert context.session.settings.arxiv.categories == ("hep-th",) != before
        assert refreshed == [True]


async def test_the_number_of_a_view_follows_each_mark_that_it_depends_on(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        session = reader.main.session
        session.saved_views = ()
        reader.main.context.threads.library.views.save("Stars", "is:starred")
        reader.main.context.counts.count_views()
        await reader.until(lambda: [papers for _, papers, _ in session.saved_views] == [0])
        for key, number in (("s", 1), ("u", 0)):
            await reader.press(key)
            await reader.until(lambda number=number: session.saved_views[0][1] == number)  # type: ignore[misc]


async def test_each_key_that_needs_a_paper_says_that_there_is_none(paths: Paths) -> None:
    async with reading(paths, size=THREE_PANES) as reader:
        for key in ("s", "space", "x", "m", "circumflex_accent", "percent_sign", *"twWQoyEZ"):
            await reader.press(key)
            await reader.until_shown("There is no paper in the list")
            await reader.press("k")


async def test_what_a_key_saves_of_selected_papers_is_said_once_and_of_them_alone(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        said: list[str] = []
        reader.main.context.status.said.subscribe(lambda words, _: said.append(words))
        await reader.press("m", "m", "w")
        await reader.until_shown("2 papers · u undoes")
        assert len([words for words in said if words]) == 1


async def test_a_rule_is_called_by_the_first_forty_characters_of_its_query_at_first(paths: Paths) -> None:
    fill_usually(paths)
    query = "made paper number exist OR made paper number show"
    async with reading(paths, settings=ruled(paths), size=THREE_PANES) as reader:
        await reader.search(query)
        await reader.press("enter", "I")
        await reader.until(lambda: reader.main.context.questions.is_asking)
        await reader.press(*"mute", "enter")
        await reader.until(lambda: "Name of the rule" in reader.main.context.questions.words)
        assert reader.main.query_one("#answer", Input).value == query[:40]


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
