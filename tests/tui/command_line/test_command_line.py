"""``:`` accepts the names of commands on every screen that has commands; it completes names, and has a history."""

from __future__ import annotations

from pathlib import Path

from arxtui.config.paths import Paths
from arxtui.tui.actions import Place
from arxtui.tui.reading.screen import ReadingScreen
from arxtui.tui.screens.help import HelpScreen
from arxtui.tui.screens.journal import JournalScreen
from arxtui.tui.triage_screen import TriageScreen
from tests.tui.acts.test_labels import marks
from tests.tui.command_line.steps import run_line, type_line
from tests.tui.reader import Reader, fill_usually, reading
from tests.tui.reading.texts import fill_with_text, open_text


def answer_of(reader: Reader) -> str:
    """Return the text in the line."""
    value = reader.app.screen.query_one("#answer").value  # type: ignore[attr-defined]
    assert isinstance(value, str)
    return value


async def test_a_name_runs_the_command_and_the_words_after_it_answer_its_question(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await run_line(reader, "star")
        await reader.until(lambda: marks(paths).starred)
        assert reader.main.session.place is Place.LIST
        await run_line(reader, "tag thesis, own")
        await reader.until(lambda: marks(paths).tags == ("own", "thesis"))
        await run_line(reader, "rate 4")
        await reader.until(lambda: marks(paths).rating == 4)
        await run_line(reader, "add-to-list to read soon")
        await reader.until(lambda: marks(paths).lists == ("to read soon",))
        assert not reader.main.context.questions.is_asking
        await run_line(reader, "rate 9")
        await reader.until_shown("A rating is a number from 1 to 5; 0 removes it")
        assert answer_of(reader) == "9"
        await reader.press("backspace", "3", "enter")
        await reader.until(lambda: marks(paths).rating == 3)
        await run_line(reader, "journal")
        await reader.until(lambda: isinstance(reader.app.screen, JournalScreen))


async def test_the_next_keys_wait_until_the_command_has_run(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await type_line(reader, "help")
        await reader.press("enter", "G", "escape")
        assert not isinstance(reader.app.screen, HelpScreen)


async def test_an_order_and_a_theme_are_chosen_by_their_names(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        for line, query in (("sort old", "is:unread sort:old"), ("sort updated", "is:unread sort:updated")):
            await reader.press("colon", *line, "enter")
            await reader.until(lambda query=query: reader.main.session.view.query == query)  # type: ignore[misc]
        await reader.press("colon", *"sort new", "enter")
        await reader.until(lambda: reader.main.session.view.query == "is:unread")
        await reader.press("colon", *"sort best", "enter")
        await reader.until_shown("The best matches come first only in a search for words")
        assert reader.main.session.view.query == "is:unread"
        await reader.press("colon", *"theme nord", "enter")
        await reader.until(lambda: reader.app.theme.endswith("nord"))
        await reader.until(lambda: 'theme = "nord"' in paths.config_file.read_text("utf-8"))
        await reader.press("colon", *"sort oldest", "enter")
        await reader.until_shown('"oldest" is not an order: new, best, old, updated, score, foryou')
        await reader.press("ctrl+u", *"theme xyzzy", "enter")
        await reader.until_shown('"xyzzy" is not a theme: auto, ')
        await reader.press("ctrl+u", *"sort fo", "tab")
        await reader.until_shown("sort foryou")


async def test_an_answer_is_for_the_question_of_its_command_alone(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(160, 45)) as reader:
        await reader.press("slash", *"zzz", "enter")
        await reader.until_shown("No paper")
        await run_line(reader, "tag thesis")  # does not prompt, because there is no paper
        await reader.press("escape", "escape")
        await reader.until(lambda: reader.main.papers.count)
        await reader.press("number_sign")
        assert reader.main.context.questions.is_asking
        assert answer_of(reader) == ""


async def test_words_are_searched_for_within_the_list_and_a_view_is_opened_by_its_digit(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await run_line(reader, "search number 57")
        await reader.until(lambda: reader.main.session.view.query == "is:unread number 57")
        await reader.until(lambda: reader.main.papers.count == 1)
        assert not reader.main.bar.searching
        await reader.press("escape")
        await reader.until(lambda: reader.main.papers.count > 1)
        await run_line(reader, "save-view mine")
        await reader.until_shown("Saved as mine")
        await run_line(reader, "bind-view 3")
        await reader.until_shown("3 opens mine")
        await run_line(reader, "search number 57")
        await reader.until(lambda: reader.main.papers.count == 1)
        await run_line(reader, "bound-view 3")
        await reader.until(lambda: reader.main.session.view.query == "is:unread")


_MEANINGLESS = {
    "strar": 'There is no command "strar"; did you mean star?',
    "copy": "did you mean copy-bibtex or copy-id or copy-url?",
    "nonsense": "Tab shows the choices",
    "star now": '"star" takes no argument: Star or unstar',
    "rate-view 3": 'There is no command "rate-view"',
    "bound-view x": '"bound-view" takes a digit',
    "": "Nothing typed: Esc cancels",
}


async def test_an_invalid_line_is_reported_and_can_be_mended(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        for line, said in _MEANINGLESS.items():
            await run_line(reader, line)
            await reader.until_shown(said)
            assert answer_of(reader) == line
            await reader.press("escape")
            assert not reader.main.context.questions.is_asking


async def test_the_beginning_of_one_name_alone_is_enough(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await run_line(reader, "triage")
        await reader.until(lambda: isinstance(reader.app.screen, TriageScreen))
        await run_line(reader, "star")  # completed to star-on, the only match here
        await reader.until(lambda: marks(paths).starred and marks(paths).read)


async def test_triage_mode_and_texts_have_the_line_too(paths: Paths) -> None:
    fill_with_text(paths)
    async with reading(paths) as reader:
        await open_text(reader)
        await run_line(reader, "find linear")
        screen = reader.app.screen
        assert isinstance(screen, ReadingScreen)
        assert screen.reading.state.search_text == "linear"
        await run_line(reader, "star")
        await reader.until_shown("Starred")
        await run_line(reader, "leave-at-once")
        await reader.until(lambda: reader.app.screen is reader.main)
        await run_line(reader, "triage")
        await reader.until(lambda: isinstance(reader.app.screen, TriageScreen))
        await run_line(reader, "tag thesis")
        await reader.until_shown("thesis")
        await run_line(reader, "strar")
        await reader.until_shown("did you mean")
        await reader.press("escape")
        assert isinstance(reader.app.screen, TriageScreen)


async def test_tab_completes_names_then_arguments(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await run_line(reader, "tag thesis")
        await reader.until(lambda: marks(paths).tags)
        await type_line(reader, "ta")
        await reader.until_shown("Tab tag")
        await reader.press("tab")
        assert answer_of(reader) == "tag "
        await reader.press("tab")
        assert answer_of(reader) == "tag thesis"
        await reader.press("ctrl+u", *"copy", "tab")
        first = answer_of(reader)
        await reader.press("tab")
        assert {first, answer_of(reader)} == {"copy-bibtex", "copy-id"}
        await reader.press("ctrl+u", *"search", "space", *"is:unr", "tab")
        assert answer_of(reader) == "search is:unread"
        await reader.press("escape")


async def test_earlier_lines_come_back_also_in_another_session(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        for line in ("rate 4", "tag thesis", "rate 2"):
            await run_line(reader, line)
            await reader.until(lambda: not reader.main.context.questions.is_asking)
    async with reading(paths) as reader:
        await type_line(reader, "")
        await reader.press("up")
        assert answer_of(reader) == "rate 2"
        await reader.press("up", "up")
        assert answer_of(reader) == "rate 4"
        await reader.press("down", "down", "down")
        assert answer_of(reader) == ""
        await reader.press(*"tag", "up")
        assert answer_of(reader) == "tag thesis"
        await reader.press("escape")


async def test_a_history_that_cannot_be_kept_hinders_nothing(paths: Paths) -> None:
    fill_usually(paths)
    Path(paths.command_history).mkdir()
    async with reading(paths) as reader:
        await run_line(reader, "star")
        await reader.until(lambda: marks(paths).starred)


async def test_the_line_and_its_error_message_fit_every_terminal(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        for size in ((160, 45), (80, 24), (40, 12)):
            await reader.pilot.resize_terminal(*size)
            await type_line(reader, "strar")
            assert " : strar" in reader.lines[-1], size
            assert not reader.main.bottom.display
            await reader.press("enter")
            await reader.until_shown('There is no command "strar"; did you')
            assert "strar" in reader.lines[-1], size
            await reader.press("escape")
