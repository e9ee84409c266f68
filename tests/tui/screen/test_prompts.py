"""Texts of prompts and lists: the keys that answer a prompt, its default, suggestions, and the date that a list
shows."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from textual.widgets import Input

from arxtui.config.paths import Paths
from arxtui.config.settings import RefreshSettings, Settings
from arxtui.model.views import Dated
from arxtui.query import parse
from arxtui.tui.present.bars import Tally
from arxtui.tui.present.completion import offers, offers_line
from arxtui.tui.present.top_line import top_line
from arxtui.tui.screens.journal import JournalScreen
from arxtui.tui.screens.ledger import LedgerScreen
from arxtui.tui.terminal.palette import Palette
from arxtui.tui.triage_screen import TriageScreen
from arxtui.tui.widgets.prompt import choice
from tests.builders import announced
from tests.tui.papers import days_back, paper
from tests.tui.reader import Reader, fill, fill_usually, reading

FIRST = Settings(refresh=RefreshSettings(at_start=False, interval_minutes=0))


def answer(reader: Reader) -> str:
    return reader.main.query_one("#answer", Input).value


async def test_tab_goes_round_the_names_typing_begins_anew_and_a_folder_is_no_file(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.press("E")
        await reader.until_shown(
            "Export this paper to", "Tab bibtex  ris", "markdown  jsonl  inspire-bibtex   Enter ok"
        )
        taken = []
        for _ in range(3):
            await reader.press("tab")
            taken.append(answer(reader))
        assert taken == ["bibtex", "ris", "csl-json"]
        await reader.press("ctrl+u", "r", "tab")
        assert answer(reader) == "ris"
        await reader.press("ctrl+u", *str(paths.data), "enter")
        await reader.until_shown("is a folder: add the name of a file")


async def test_an_answer_that_was_given_before_the_question_answers_no_choice(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        questions, answers = reader.main.context.questions, list[str]()
        await questions.ask("Name", "", answers.append)
        questions.leave()
        for words in ("Name", choice("Mark all")):
            questions.prepare("told")
            await questions.ask(words, "", answers.append)
        assert (answers, questions.words) == (["told"], choice("Mark all"))
        await reader.press("y")
        await reader.until(lambda: not questions.is_asking)
        assert answers == ["told", "y"]


async def test_a_question_names_the_keys_that_end_it_and_shift_tab_does_not(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        for key, words in (("number_sign", "Tag"), ("E", "Export"), ("i", "Add papers")):
            await reader.press(key)
            await reader.until_shown(words, "Enter ok", "Esc cancel")
            await reader.press("a", "b", "c", "shift+tab", "d")
            assert answer(reader) == "abcd", key
            await reader.press("escape")


async def test_a_command_chosen_in_the_palette_over_the_help_runs_on_the_main_screen(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.press("question_mark", "ctrl+p")
        await reader.until(lambda: isinstance(reader.app.screen, Palette))
        await reader.press(*"the journal", "enter")
        await reader.until(lambda: isinstance(reader.app.screen, JournalScreen))
        await reader.press("escape")
        await reader.until(lambda: reader.app.screen is reader.main)


async def test_a_screen_without_commands_says_where_they_are(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        for key in ("V", "L", "e"):
            await reader.press(key)
            await reader.until(lambda: reader.app.screen is not reader.main)
            before = reader.app.screen
            await reader.press("ctrl+p")
            await reader.until_shown("The commands are those of the screen below: Esc goes there")
            assert reader.app.screen is before, key
            await reader.press("escape")
            await reader.until(lambda: reader.app.screen is reader.main)


async def test_the_palette_leaves_a_question_behind(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.press("ctrl+c")
        await reader.until_shown("Leave arxtui?")
        await reader.press("ctrl+p")
        await reader.until(lambda: reader.app.screen is not reader.main)
        assert not reader.main.context.questions.is_asking
        await reader.press("escape")
        await reader.until(lambda: reader.app.screen is reader.main)
        assert "Leave arxtui?" not in reader.text


async def test_a_prefilled_answer_is_replaced_by_typing_edited_closed_and_copied(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.press("B")
        await reader.until_shown("cs.DC", "typing replaces it")
        await reader.press("m", "a")
        assert answer(reader) == "ma"
        assert "typing replaces it" not in reader.text
        await reader.press("escape", "B")
        await reader.until_shown("typing replaces it")
        await reader.press("end", "x")
        assert answer(reader) == "cs.DCx"
        await reader.press("escape", "B")
        await reader.until_shown("typing replaces it")
        await reader.press("ctrl+c")
        await reader.until_gone("typing replaces it")
        assert not reader.app.clipboard
        await reader.press("B")
        await reader.until_shown("typing replaces it")
        filled_in = answer(reader)
        await reader.press("end", "shift+home", "ctrl+c")
        await reader.until(lambda: reader.app.clipboard == filled_in)


async def test_a_question_for_yes_or_no_names_both_keys(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(60, 20)) as reader:
        await reader.press("Q")
        await reader.until_shown("Save the full texts of 20", "Enter yes")
        await reader.press("escape", "P")
        await reader.until_shown("Mark all 20 papers of the list read?  Enter yes · Esc no")


async def test_all_names_to_choose_from_are_shown_where_they_fit_with_the_question_above_or_without_enter(
    paths: Paths,
) -> None:
    fill(paths, [paper(1)])
    async with reading(paths, size=(100, 24)) as reader:
        await reader.press("slash", "ctrl+u", *"ti:made", "enter", "I")
        names = "Tab mute  highlight  star  tag  +5  -5"
        await reader.until(lambda: "Effect on papers like these" in reader.lines[-1] and names in reader.lines[-1])
        assert len(reader.lines[-1]) == 99, "the keys end where other lines end"
        await reader.pilot.resize_terminal(80, 24)
        await reader.until(lambda: reader.lines[-2] == " Effect on papers like these")
        await reader.until_shown(f"{names}   Enter ok   Esc cancel")
        await reader.pilot.resize_terminal(60, 24)
        await reader.until_shown(f"{names}   Esc cancel")
        await reader.pilot.resize_terminal(40, 24)
        await reader.until_shown("Tab mute  …   Esc cancel")


async def test_a_suggestion_names_the_keys_that_take_it_or_lead_to_it(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        for size in ((40, 12), (80, 24), (120, 35)):
            await reader.resize(*size)
            await reader.search("nubmer")
            await reader.until_shown("Did you mean · Tab takes it", "› number", "Tab take it")
            await reader.press("enter")
            await reader.until_shown("Did you mean · Tab or Enter takes it")
            await reader.press("tab")
            await reader.until(lambda: reader.main.session.view.query == "number")
        await reader.search("nubmer")
        await reader.press("enter", "f")
        await reader.until_shown("Did you mean · F3 goes to the list to take it", "› number")
        await reader.press("f3")
        await reader.until_shown("Did you mean · Tab or Enter takes it")


@pytest.mark.parametrize("size", [(120, 35), (40, 12)])
async def test_an_invalid_answer_is_reported_and_stays_to_be_mended(paths: Paths, size: tuple[int, int]) -> None:
    fill_usually(paths)
    async with reading(paths, size=size) as reader:
        for key, typed, words in (
            ("E", "papers.nix", '"papers.nix" has no known format'),
            ("B", "hepth", "arXiv has no set 'hepth'; did you mean hep-th?"),
            ("asterisk", "9", "A rating is a number from 1 to 5"),
        ):
            await reader.press(key)
            await reader.until(lambda: reader.main.context.questions.is_asking)
            await reader.press(*typed, "enter")
            await reader.until(lambda words=words: words in on_one_line(reader) and "Esc cancel" in reader.text)  # type: ignore[misc]
            assert answer(reader) == typed
            await reader.press("backspace")
            await reader.until(lambda words=words: words not in on_one_line(reader))  # type: ignore[misc]
            await reader.press("escape")
            await reader.until(lambda: not reader.main.context.questions.is_asking)


def on_one_line(reader: Reader) -> str:
    """Return the text of the screen without its line breaks."""
    return " ".join(reader.text.split())


@pytest.mark.parametrize("size", [(120, 35), (40, 12)])
async def test_enter_on_no_answer_leaves_every_question_open_and_says_so(paths: Paths, size: tuple[int, int]) -> None:
    fill_usually(paths)
    async with reading(paths, size=size) as reader:
        questions = reader.main.context.questions
        await reader.search("paper")
        await reader.press("enter")
        for key in ("v", "number_sign", "a", "i", "at", "asterisk", "E", "I"):
            await reader.press(key)
            await reader.until(lambda: questions.is_asking)
            asked = reader.text
            await reader.press("ctrl+u", "enter")
            await reader.until(lambda asked=asked: reader.text != asked and "Esc cancel" in reader.text)  # type: ignore[misc]
            assert questions.is_asking, key
            if key in ("number_sign", "at"):
                await reader.press("comma", "enter")  # an empty tag or author is no answer, either
                assert questions.is_asking, key
            await reader.press("escape")
            await reader.until(lambda: not questions.is_asking)


async def test_in_triage_enter_on_no_answer_leaves_a_question_open_n_says_no_and_y_answers(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        screen = await reader.open("z", TriageScreen)
        for key in ("number_sign", "a"):
            await reader.press(key, "enter")
            await reader.until_shown("Nothing typed: Esc cancels", "Tag" if key == "number_sign" else "list")
            assert screen.question.is_asking, key
            await reader.press("escape")
            await reader.until_gone("Nothing typed")
        answers: list[str] = []
        for key in ("n", "x", "y"):
            screen.question.ask(choice("Replace it"), "", answers.append)
            await reader.press(key)
            assert screen.question.is_asking == (key == "x")
        assert answers == ["y"]


async def test_a_question_of_which_nothing_is_an_answer_takes_it(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await search_and_save(reader, "paper", "mine")
        await reader.press("b", "3", "enter")
        await reader.until_shown("3 opens mine")
        await reader.press("b", "ctrl+u", "enter")
        await reader.until_shown("No digit opens mine any more")


async def search_and_save(reader: Reader, query: str, name: str) -> None:
    """Save a search as a view."""
    await reader.search(query)
    await reader.press("enter", "v")
    await reader.until(lambda: reader.main.context.questions.is_asking)
    await reader.press(*name, "enter")
    await reader.until_shown(f"Saved as {name}")


def test_names_that_have_no_room_are_left_out_whole() -> None:
    offered = offers("", ("bibtex", "ris", "csl-json", "markdown"))
    for width, words in ((40, "Tab bibtex  ris  csl-json  markdown"), (34, "Tab bibtex  ris  csl-json  …")):
        assert "".join(text for text, _ in offers_line(offered, 0, width)) == words
    assert "".join(text for text, _ in offers_line(offered, 1, 19)) == "Tab ris  …"


# The footer


async def test_a_first_run_is_offered_only_keys_that_work_without_papers(paths: Paths) -> None:
    async with reading(paths, FIRST) as reader:
        await reader.press("escape")
        await reader.until_shown("No categories followed")
        assert reader.lines[-1].split("   ")[0].strip() == "c categories"
        assert "q quit" in reader.lines[-1]
        for nothing in (". show waiting", "s star", "u undo", "R refresh", "/ search"):
            assert nothing not in reader.lines[-1]


async def test_waiting_papers_and_acts_bring_their_keys(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        assert ". show waiting" not in reader.lines[-1]
        assert "u undo" not in reader.lines[-1]
        newest = [paper(number) for number in range(61, 64)]
        fill(paths, newest, [announced(each, days_back(0)) for each in newest])
        await reader.until(lambda: ". show waiting" in reader.lines[-1])
        await reader.press("s")
        await reader.until(lambda: "u undo" in reader.lines[-1])


async def test_without_papers_following_an_author_needs_a_paper_and_an_overlay_offers_the_way_back_alone(
    paths: Paths,
) -> None:
    async with reading(paths) as reader:
        await reader.press("at")
        await reader.until_shown("There is no paper in the list: @ follows an author of the paper under the cursor")
        await reader.open("V", JournalScreen)
        await reader.until_shown("Esc back")
        assert "undo" not in reader.lines[-1]
        await reader.press("escape")
        await reader.open("L", LedgerScreen)
        await reader.until_shown("Esc back")
        assert "fetch what" not in reader.lines[-1]


# The date that a list shows


async def test_the_line_above_the_list_says_which_date_it_shows(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        reader.main.context.navigator.leave_for("made sort:best")
        await reader.until_shown("sort:best ×", "dates: submitted")


@pytest.mark.parametrize(
    ("query", "dated", "words"),
    [
        ("sort:updated", (Dated.UPDATED,), "last updated first"),
        ("sort:updated", (Dated.ANNOUNCED,), "last updated first · dates: announced"),
        ("day:2026-05-13", (Dated.ANNOUNCED,), "as announced"),
        ("day:2026-05-13 sort:old", (Dated.ANNOUNCED,), "oldest first · dates: announced"),
    ],
)
def test_the_dates_are_not_named_where_the_order_says_it(query: str, dated: tuple[Dated, ...], words: str) -> None:
    pieces = top_line(160, "Of a day", parse(query), (), Tally(9), dated, now=datetime.now(UTC)).pieces
    assert "".join(text for text, _ in pieces).rstrip().endswith(f"9 papers · {words}")


@pytest.mark.parametrize(
    ("dated", "words"),
    [
        ((), "newest first"),
        ((Dated.SUBMITTED,), "newest first · dates: submitted"),
        ((Dated.ANNOUNCED, Dated.SUBMITTED), "newest first · dates: announced or submitted"),
    ],
)
def test_dates_of_several_kinds_are_all_named(dated: tuple[Dated, ...], words: str) -> None:
    pieces = top_line(160, "All papers", parse(""), (), Tally(9), dated, now=datetime.now(UTC)).pieces
    assert "".join(text for text, _ in pieces).rstrip().endswith(words)


async def test_on_a_small_terminal_a_question_is_shown_though_its_text_is_cut(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(30, 8)) as reader:
        await reader.main.context.questions.ask(f"{'It would do this. ' * 20}Its name:", "", print)
        await reader.until_shown("It would do this", "…", "Its name:")


async def test_tab_on_an_empty_list_says_that_there_is_no_paper(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(80, 24)) as reader:
        await reader.search("xyzzy")
        await reader.press("enter")
        await reader.until_shown("No paper matches")
        await reader.press("tab")
        await reader.until_shown("There is no paper in the list")


async def test_a_pane_that_has_no_room_is_not_sized_in_silence(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(40, 12)) as reader:
        for keys, pane in ((("ctrl+left", "ctrl+right"), "filter"), (("shift+up", "shift+down"), "detail")):
            for key in keys:
                await reader.press(key)
                await reader.until_shown(f"There is no room for the {pane}")
                await reader.press("j")
                await reader.until_gone("no room for")
