"""The choice of categories while it is being stored."""

from __future__ import annotations

import threading

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import load
from arxtui.tui.commands import program
from arxtui.tui.screens.first_run import CategoryPicker
from tests.tui import reader as reader_module
from tests.tui.acts.test_rules import ruled
from tests.tui.reader import THREE_PANES, Reader, by_hand, fill_usually, reading


def hold_acts(reader: Reader) -> threading.Event:
    """Let the acts of the user wait until the event is set."""
    release = threading.Event()
    reader.main.context.threads.ask(lambda _: release.wait(60), lambda _: None)
    return release


async def choose_another(reader: Reader, *keys: str) -> None:
    await reader.press("c", *keys, "enter", "ctrl+s")


def shown_as_chosen(reader: Reader) -> list[str]:
    picker = reader.app.screen
    assert isinstance(picker, CategoryPicker)
    return [*picker._list.chosen]


async def test_a_choice_that_is_still_being_stored_is_shown_as_chosen(
    home: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_module, "_PATIENCE", 0.05)  # after each key, while the acts wait
    async with reading(home, by_hand(home)) as reader:
        release = hold_acts(reader)
        await choose_another(reader, *"hep-th")
        await choose_another(reader, *"nlin.CD")
        await reader.press("c")
        assert shown_as_chosen(reader) == ["cs.DC", "hep-th", "nlin.CD"]
        await reader.press("escape")
        release.set()
        await reader.until_shown("Categories that you follow: cs.DC, hep-th, nlin.CD")
        assert load(home.config_file).arxiv.categories == ("cs.DC", "hep-th", "nlin.CD")
        assert reader.main.session.settings.arxiv.categories == ("cs.DC", "hep-th", "nlin.CD")


async def test_no_category_at_all_can_be_chosen(home: Paths) -> None:
    async with reading(home, by_hand(home)) as reader:
        await choose_another(reader, *"cs.DC")
        await reader.until_shown("No category is followed · u undoes")
        assert load(home.config_file).arxiv.categories == ()


async def test_a_choice_that_could_not_be_stored_is_not_shown_as_chosen(home: Paths) -> None:
    async with reading(home, by_hand(home)) as reader:
        home.config_file.write_text("[arxiv", encoding="utf-8")
        await choose_another(reader, *"hep-th")
        await reader.until(lambda: reader.main.session.messages.current is not None)
        await reader.press("c")
        assert shown_as_chosen(reader) == ["cs.DC"]


async def test_enter_adds_all_categories_of_a_typed_list_and_says_if_none_matches(home: Paths) -> None:
    fill_usually(home)
    async with reading(home, by_hand(home)) as reader:
        await reader.press("c", *"qzqzqz", "enter")
        assert "No category matches qzqzqz" in reader.lines[-1]
        await reader.press("ctrl+u", *"cs.AI, cs.CL")
        await reader.until_shown("add all 2")
        await reader.press("enter")
        assert shown_as_chosen(reader) == ["cs.DC", "cs.AI", "cs.CL"]
        await reader.press("ctrl+s")
        await reader.until_shown("Categories that you follow: cs.DC, cs.AI, cs.CL")


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

        monkeypatch.setattr("arxtui.library.rules.config.choose", refuse)
        program._subscribe(context, ("cs.DC",))
        await reader.until_shown("No room left")
        assert context.session.settings.arxiv.categories == ("hep-th",) != before
        assert refreshed == [True]
