"""The guided tour: each step waits until its key is pressed, in a strip that receives no keys itself."""

from __future__ import annotations

import pytest

from arxtui.config.paths import Paths
from arxtui.light import changed
from arxtui.text import cells
from arxtui.tui.actions import Area, Place
from arxtui.tui.commands import BY_ID
from arxtui.tui.keys import in_force
from arxtui.tui.reading.screen import ReadingScreen
from arxtui.tui.screens.help import HelpScreen
from arxtui.tui.services.tour import SEARCH_KEPT, STEPS, Tour, tour_lines
from tests.tui.reader import fill_usually, reading
from tests.tui.screen.test_mouse import click

ALL = range(len(STEPS) + 1)


def begun() -> Tour:
    """Return a tour at its first step."""
    tour = Tour()
    tour.toggle()
    return tour


def finished() -> Tour:
    """Return a tour after its last step."""
    tour = begun()
    for step in STEPS:
        assert tour.did((step.done_by or (step.command,))[0], step.place or Place.LIST)
    return tour


def strip_text(number: int, width: int) -> str:
    """Return the text of a step's strip on one line."""
    lines = ("".join(text for text, _ in line) for line in tour_lines(number, width))
    return " ".join(lines).replace("\N{NO-BREAK SPACE}", " ")


def test_every_step_names_a_command_and_is_done_by_commands() -> None:
    for step in STEPS:
        assert {step.command, *step.done_by} <= {*BY_ID, SEARCH_KEPT}


def test_it_teaches_to_move_read_mark_star_search_filter_open_a_text_and_get_help() -> None:
    taught = {"down", "choose", "toggle_read", "toggle_star", "search", "show_filter", "read_text", "help"}
    assert taught <= {step.command for step in STEPS}


@pytest.mark.parametrize("width", [20, 38, 68, 80])
def test_all_steps_are_equally_high(width: int) -> None:
    assert len({len(tour_lines(number, width)) for number in ALL}) == 1


def test_a_step_waits_for_its_command_and_for_no_other() -> None:
    tour = begun()
    assert not tour.did("toggle_star", Place.LIST)
    assert tour.did("page_down", Place.LIST), "whatever moves the cursor is a move"
    assert not tour.did("choose", Place.LIST), "there was nothing to be opened"
    assert tour.did("choose", Place.DETAIL)
    assert tour.number == 2


def test_its_end_is_shown_until_something_else_is_done() -> None:
    tour = finished()
    assert (tour.is_over, tour.is_shown) == (True, True)
    assert tour.did("down", Place.LIST)
    assert not tour.is_shown


def test_who_leaves_it_goes_on_where_it_was_left_and_after_the_end_from_the_beginning() -> None:
    tour = begun()
    tour.did("down", Place.LIST)
    tour.toggle()
    assert not tour.did("choose", Place.DETAIL)
    tour.toggle()
    assert (tour.number, tour.is_shown) == (1, True)
    tour = finished()
    tour.toggle()
    assert (tour.number, tour.is_shown) == (0, True)


@pytest.mark.parametrize(("width", "rows"), [(40, 2), (80, 1), (160, 1)])
def test_the_strip_fits_and_is_as_high_at_every_step(width: int, rows: int) -> None:
    for number in ALL:
        lines = tour_lines(number, width)
        assert len(lines) == rows
        assert all(cells("".join(text for text, _ in line)) <= width for line in lines)
        assert "…" not in strip_text(number, width)
        assert strip_text(number, width).rstrip().endswith(("leaves the tour", "begins it again"))


def test_the_strip_names_the_keys_in_force() -> None:
    others = {"down": ("n",), "toggle_star": (), "tour": ("f10",)}
    actions = [changed(each, keys=others.get(each.id, each.keys)) for each in in_force.actions()]
    in_force.use({Area.MAIN: actions})
    try:
        assert " n goes to the next paper" in strip_text(0, 120)
        assert "F10 leaves the tour" in strip_text(0, 120)
        starring = next(number for number, step in enumerate(STEPS) if step.command == "toggle_star")
        assert "Star or unstar” stars a paper" in strip_text(starring, 120), "by the palette, where it has no key"
    finally:
        in_force.use({})


async def test_an_offered_tour_begins_once_and_the_keys_work_as_always(paths: Paths) -> None:
    fill_usually(paths)
    paths.tour_offer.touch()
    async with reading(paths, size=(40, 12)) as reader:
        await reader.until_shown("Tour 1/", "leaves the tour")
        assert not paths.tour_offer.exists()
        first = reader.title
        await reader.press("j")
        assert reader.title != first
        await reader.press("enter", "escape", "space", "s", "slash", *"number", "enter")
        await reader.until_shown("Tour 7/")
        await reader.press("escape", "f", "enter")
        await reader.until_shown("Tour 9/")
        await reader.press("comma", "question_mark")
        await reader.until_shown("The tour is paused")
        assert "Tour" not in reader.text.replace("The tour", "")
        await reader.press("comma", "question_mark")
        await reader.until_shown("Tour 9/")


async def test_the_mouse_is_enough_for_every_step(paths: Paths) -> None:
    fill_usually(paths)
    paths.tour_offer.touch()
    async with reading(paths) as reader:
        await reader.until_shown("Tour 1/")
        await reader.pilot.click("#list", offset=(30, 3))
        await reader.until_shown("Tour 2/")
        await reader.pilot.click("#detail", offset=(5, 7))  # in the abstract
        await reader.until_shown("Tour 3/")
        await reader.pilot.click("#list", offset=(30, 4))
        await reader.until_shown("Tour 4/")
        await click(reader, "#tour", "marks it read")
        await reader.until_shown("Tour 5/")
        await click(reader, "#tour", "stars a paper")
        await reader.until_shown("Tour 6/")
        await click(reader, "#tour", "searches")
        await reader.press(*"number")
        await reader.pilot.click("#list", offset=(30, 4))
        await reader.until_shown("Tour 7/")
        await click(reader, "#heading", "number")
        await reader.until_shown("Tour 8/")
        await reader.pilot.click("#filter", offset=(6, 1))
        await reader.until_shown("Tour 9/")
        await reader.pilot.click("#list", offset=(30, 3), times=2)
        await reader.until(lambda: isinstance(reader.app.screen, ReadingScreen))
        await reader.press("escape")
        await click(reader, "#tour", "shows every key")
        await reader.until(lambda: isinstance(reader.app.screen, HelpScreen))
        await reader.press("escape")
        await reader.until_shown("Tour done")
        await click(reader, "#tour", "begins it again")
        await reader.until_shown("Tour 1/")


async def test_where_it_is_not_offered_it_waits_for_a_request(paths: Paths) -> None:
    async with reading(paths) as reader:
        assert "Tour" not in reader.text
        await reader.main.action_command("tour")
        await reader.until_shown("Tour 1/")
