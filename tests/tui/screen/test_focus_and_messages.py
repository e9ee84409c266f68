"""Where the keyboard is: what Escape leaves and in which order, where a question returns to, and what messages end."""

from __future__ import annotations

import pytest

from arxtui.config.paths import Paths
from arxtui.tui.actions import Place
from arxtui.tui.layout import Layout
from arxtui.tui.screens.ledger import LedgerScreen
from arxtui.tui.widgets.prompt import choice
from tests.tui.reader import THREE_PANES, Reader, reading

PANES = {"f": Place.FILTER, "f3": Place.LIST, "f4": Place.DETAIL}


def state(reader: Reader) -> tuple[bool, bool, int, Place, str]:
    """Return whether there is a question and a search, how many papers are selected, the pane, and the query."""
    main = reader.main
    asks = main.context.questions.is_asking
    return asks, main.bar.searching, len(main.session.selection), main.session.place, main.session.view.query


async def test_escape_leaves_search_question_selection_filter_and_query_one_at_a_time(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.search("paper")
        await reader.press("enter", "m", "slash", *" exist")
        await reader.until_listed("paper exist")
        assert state(reader) == (False, True, 1, Place.SEARCH, "paper exist")
        await reader.press("escape")
        await reader.until_listed("paper")
        assert state(reader) == (False, False, 1, Place.LIST, "paper")
        await reader.press("f", "v")
        assert state(reader)[:3] == (True, False, 1)
        for left in (
            (False, False, 1, Place.FILTER, "paper"),
            (False, False, 0, Place.FILTER, "paper"),
            (False, False, 0, Place.LIST, "paper"),
        ):
            await reader.press("escape")
            assert state(reader) == left
        await reader.press("escape")
        await reader.until_listed("is:unread")
        await reader.press("escape")
        assert state(reader) == (False, False, 0, Place.LIST, "is:unread")


@pytest.mark.parametrize("key", PANES)
async def test_a_question_returns_to_its_pane_however_it_ends(filled: Paths, key: str) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        context, answers = reader.main.context, list[str]()
        for words, keys, answer in (
            ("Name", ("x", "enter"), "x"),
            ("Name", ("escape",), ""),
            (choice("Do it"), ("enter",), ""),
            (choice("Do it"), ("y",), "y"),
            (choice("Do it"), ("n",), ""),
            (choice("Do it"), ("ctrl+c",), ""),
        ):
            for pane in ("f" if key == "f3" else "f3", key):  # another question from another pane before
                await reader.press(pane)
                await context.questions.ask("Before", "", answers.append)
                await reader.press("escape")
            answers.clear()
            await context.questions.ask(words, "", answers.append)
            assert "Before" not in reader.lines[-1]
            await reader.press(*keys)
            assert (reader.main.session.place, context.questions.is_asking) == (PANES[key], False)
            assert reader.main.focused is reader.main.by_place[PANES[key]]
            assert answers == ([] if keys[-1] in ("escape", "n", "ctrl+c") else [answer])


@pytest.mark.parametrize("pane", ["#list", "#filter", "#detail"])
async def test_a_click_on_any_pane_ends_a_question_without_an_answer(filled: Paths, pane: str) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        answers = list[str]()
        await reader.main.context.questions.ask("Name", "mine", answers.append)
        await reader.pilot.click(pane, offset=(4, 1))
        await reader.until(lambda: not reader.main.context.questions.is_asking)
        assert answers == []
        assert "? help" in reader.lines[-1]


async def test_the_panes_come_round_both_ways(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        session = reader.main.session
        for key, places in (
            ("tab", (Place.DETAIL, Place.FILTER, Place.LIST)),
            ("shift+tab", (Place.FILTER, Place.DETAIL, Place.LIST)),
        ):
            for place in places:
                before = session.place
                while session.place is before:  # in the detail it first goes through authors and addresses
                    await reader.press(key)
                assert session.place is place


@pytest.mark.parametrize("key", ["f4", "tab", "l"])
@pytest.mark.parametrize("size", [THREE_PANES, (60, 20)])
async def test_an_empty_list_has_no_detail_to_go_to_and_says_so(filled: Paths, size: tuple[int, int], key: str) -> None:
    async with reading(filled, size=size) as reader:
        reader.main.context.navigator.leave_for("is:starred")
        await reader.until_listed("is:starred")
        await reader.press(key)
        await reader.until_shown("There is no paper in the list")
        assert reader.main.session.place is Place.LIST


async def test_the_detail_is_left_for_a_list_without_papers(filled: Paths) -> None:
    async with reading(filled, size=(60, 20)) as reader:
        await reader.press("enter")
        reader.main.context.navigator.leave_for("is:starred")
        await reader.until_listed("is:starred")
        await reader.until_shown("? help")
        assert reader.main.session.place is Place.LIST


async def test_a_number_before_g_is_that_of_a_row_as_the_bottom_line_counts_them(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        context = reader.main.context
        for number in (1, 2, 20):
            await reader.main.action_command("top", number)
            await reader.until_shown(f" {number}/20")
            await reader.main.action_command("bottom", number)
            await reader.until_shown(f" {number}/20")
        context.navigator.leave_for("is:starred")
        await reader.until_listed("is:starred")
        await reader.until_gone("/20")


@pytest.mark.parametrize("size", [(220, 45), (120, 35), (120, 20), (100, 30), (80, 24)])
async def test_a_pane_is_sized_and_folded_in_each_layout_that_shows_it_and_its_place_stays(
    filled: Paths, size: tuple[int, int]
) -> None:
    layout = Layout.of(*size)
    async with reading(filled, size=size) as reader:
        main = reader.main
        extents = {
            "filter": lambda: main.filters.region.width,
            "detail": lambda: main.detail.region.width if layout is Layout.WIDE else main.detail.region.height,
        }
        for pane, grows, fold, key in (("filter", "ctrl+right", "f6", "f4"), ("detail", "shift+up", "f7", "f")):
            await reader.press("f3")
            if not (layout.has_filter if pane == "filter" else layout.has_detail):
                for refused in (grows, fold):
                    await reader.press(refused)
                    await reader.until_shown(f"There is no room for the {pane}")
                    await reader.press("k")
                continue
            before = extents[pane]()
            await reader.press(grows, grows)
            await reader.until(lambda pane=pane, before=before: extents[pane]() > before)  # type: ignore[misc]
            await reader.press(key, fold)
            assert main.session.place is PANES[key]
            await reader.press("f3")
            await reader.until(lambda pane=pane: not extents[pane]())  # type: ignore[misc]
            await reader.press(fold)
            await reader.until(lambda pane=pane, before=before: extents[pane]() > before)  # type: ignore[misc]


async def test_a_message_over_another_screen_is_shown_there_and_not_repeated_in_the_list(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        status = reader.main.context.status
        ledger = await reader.open("L", LedgerScreen)
        status.say("Of the list alone", everywhere=False)
        await reader.pilot.pause()
        assert "Of the list alone" not in reader.text
        status.say("Said everywhere")
        await reader.until_shown("Said everywhere")
        await reader.press("escape")
        await reader.until(lambda: reader.app.screen is reader.main)
        assert reader.main.session.messages.current is None
        status.say("Said later")
        assert "Said later" not in ledger.message[0]


async def test_an_error_is_said_once_with_a_capital_if_it_is_a_sentence_and_as_it_is_if_not(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        status, said = reader.main.context.status, list[str]()
        status.said.subscribe(lambda words, _: said.append(words))
        for error in (ValueError("no such tag"), ValueError("no such tag"), LookupError("no list"), OSError("n: full")):
            status.failed(error)
        status.failed(RuntimeError())
        assert said == ["No such tag", "No list", "n: full", "RuntimeError"]


async def test_a_message_goes_with_its_cause_and_no_other_message_does(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        status = reader.main.context.status
        status.say_while("disk", "The disk is full")
        status.cause_ended("net")
        await reader.until_shown("The disk is full")
        status.cause_ended("disk")
        await reader.until_gone("The disk is full")
        status.say("Starred")
        status.cause_ended("disk")
        await reader.until_shown("Starred")


@pytest.mark.parametrize(("size", "is_shown"), [((80, 24), True), ((40, 12), False)])
async def test_the_keys_of_the_filter_are_worth_more_than_a_number_below_them(
    filled: Paths, size: tuple[int, int], *, is_shown: bool
) -> None:
    async with reading(filled, size=size) as reader:
        await reader.press("f")
        await reader.until(lambda: "Enter open" in reader.lines[-1] and reader.main.session.news.counts)
        assert ("40 papers neither read nor unread" in reader.lines[-1]) is is_shown
        assert "? help" in reader.lines[-1]
