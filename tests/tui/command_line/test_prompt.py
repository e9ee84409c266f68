"""The command line as a prompt: its answers, its completions and what it leaves behind."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from arxtui.config.paths import Paths
from arxtui.tui.actions import Place
from arxtui.tui.command_line.completion import _continuations, complete_line
from arxtui.tui.commands import ACTIONS
from arxtui.tui.widgets.prompt import Prompt, choice
from tests.tui.command_line.steps import run_line
from tests.tui.command_line.test_verbs import Words
from tests.tui.reader import THREE_PANES, Reader, fill_usually, reading


def prompt(reader: Reader) -> Prompt:
    return reader.main.query_one("#prompt", Prompt)


@pytest.mark.parametrize(
    ("line", "offered", "left_out"),
    [
        ("mark x --star --", {"--unstar", "--tag"}, {"--star"}),
        ("mark x --tag a --", {"--tag"}, set()),
        ("list is:st", {"list is:stx"}, {"list is:st"}),
    ],
)
def test_a_flag_is_offered_once_an_option_again_and_nothing_that_is_there_already(
    line: str, offered: set[str], left_out: set[str]
) -> None:
    names = {word for each in complete_line(line, ACTIONS, Words()) for word in (each.name, each.answer)}
    assert offered <= names
    assert not left_out & names


def test_an_argument_is_completed_in_any_case() -> None:
    offered = _continuations("theme ", "DA", ["dark", "Dawn", "light", "DA"])
    assert [each.answer for each in offered] == ["theme dark", "theme Dawn"]


async def test_an_argument_answers_the_question_of_its_command_and_no_later_one(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        questions = reader.main.context.questions
        await run_line(reader, "tag thesis")
        await reader.until_shown("Tagged thesis: 1 paper")
        await reader.press("number_sign")
        assert (questions.words, reader.main.query_one("#answer", Input).value) == ("Tag", "")
        await reader.press("escape")
        await run_line(reader, "rate 9")  # a wrong answer stays to be mended
        await reader.until_shown("A rating is a number from 1 to 5")
        await reader.press("escape")
        await run_line(reader, "undo 1")
        await reader.until_shown("undone: 1 paper tagged thesis")
        assert not questions.is_asking


async def test_offered_names_are_stepped_through_in_sight_and_a_click_takes_the_one_that_is_meant(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        answers: list[str] = []
        names = ["alpha", "beta", "gamma"]
        await reader.main.context.questions.ask("Name", "", answers.append, names=names)
        asked = prompt(reader)
        for key, line in (("down", "Tab beta  gamma  alpha"), ("down", "Tab gamma  alpha"), ("up", "Tab beta  gamma")):
            await reader.press(key)
            assert line in reader.lines[-1]
        await reader.pilot.click("#hints", offset=("Tab beta  gamma".index("gamma") + 1, 0))
        await reader.until(lambda: reader.main.query_one("#answer", Input).value == "gamma")
        await reader.press("enter")
        assert answers == ["gamma"]
        assert not asked.asking


async def test_the_key_hints_and_faults_of_a_question_change_with_its_answer_and_are_gone_in_the_next_one(
    paths: Paths,
) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        questions, answers = reader.main.context.questions, list[str]()
        await questions.ask("Name", "mine", answers.append)
        await reader.until_shown("typing replaces it")
        await reader.press("x")
        assert "typing replaces it" not in reader.lines[-1]
        assert reader.main.query_one("#answer", Input).value == "x"
        await reader.press("ctrl+u", "enter")
        await reader.until_shown("Nothing typed: Esc cancels")
        await reader.press("escape")
        await questions.ask("Other", "", answers.append)
        await reader.until_shown("Other")
        assert "Nothing typed" not in reader.text
        await reader.press("escape")
        await questions.ask(choice("Do it"), "", answers.append)
        await reader.press("x")
        assert reader.main.query_one("#answer", Input).value == ""
        await reader.press("enter")
        assert answers == [""]
        assert reader.main.session.place is Place.LIST
