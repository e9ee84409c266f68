"""Authors and addresses in the detail: chosen by Tab or the mouse, followed, opened and copied."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arxtui.config.paths import Paths
from arxtui.model.paper import Author
from arxtui.tui.actions import Place
from arxtui.tui.widgets.detail_pane import DetailPane, RecordTarget
from tests.builders import announced
from tests.tui.listing.test_links import opened
from tests.tui.papers import paper
from tests.tui.reader import Reader, fill, reading

__all__ = ["opened"]
CODE = "https://github.com/example/queues"


@pytest.fixture
async def reader(paths: Paths) -> AsyncIterator[Reader]:
    """A reader whose first paper has an author with another paper, an address, and names a third paper."""
    noether = Author("Emmy Noether")
    first = paper(
        3,
        authors=(Author("Sofia Kowalewskaja"), noether),
        abstract=f"Code: {CODE}. After arXiv:2605.00002.",
        comment="",
    )
    papers = [first, paper(2, "A third paper"), paper(1, "Invariant queues", authors=(noether,))]
    fill(paths, papers, [announced(each) for each in papers])
    async with reading(paths, size=(160, 40)) as reader:
        await reader.until_shown("Emmy Noether", CODE)
        await reader.press("f4")
        yield reader


async def choose(reader: Reader, name: str) -> None:
    """Press Tab until an author or an address is chosen."""
    detail = reader.main.detail
    while not (detail.target and detail.target.name == name):
        await reader.press("tab")
        assert reader.main.session.place is Place.DETAIL


async def test_tab_goes_through_authors_and_addresses_and_then_to_the_next_pane(reader: Reader) -> None:
    names = []
    await reader.press("tab")
    while target := reader.main.detail.target:
        names.append(target.name)
        if author := target.author:
            await reader.until(lambda author=author: "underline" in str(reader.ink(author)))  # type: ignore[misc]
        await reader.press("tab")
    assert names[:3] == ["Sofia Kowalewskaja", "Emmy Noether", CODE]
    assert "https://arxiv.org/abs/2605.00002" in names
    assert reader.main.session.place is Place.FILTER


async def test_shift_tab_goes_back_and_escape_drops_the_choice_before_it_leaves(reader: Reader) -> None:
    detail, session = reader.main.detail, reader.main.session
    await reader.press("tab", "tab", "shift+tab")
    assert detail.target
    assert detail.target.name == "Sofia Kowalewskaja"
    await reader.press("escape")
    await reader.until(lambda: detail.target is None)
    assert session.place == "detail"
    await reader.press("escape")
    await reader.until(lambda: session.place is Place.LIST)


async def test_enter_on_an_author_lists_their_papers_and_escape_leads_back(reader: Reader) -> None:
    await choose(reader, "Emmy Noether")
    await reader.until_shown("Enter lists the papers of Emmy Noether")
    await reader.press("enter")
    await reader.until_listed('au:"Emmy Noether"')
    assert (reader.main.session.place, reader.main.papers.count) == (Place.LIST, 2)
    await reader.press("escape")
    await reader.until_shown("A third paper")


async def test_enter_on_another_paper_shows_it_here(reader: Reader) -> None:
    await choose(reader, "https://arxiv.org/abs/2605.00002")
    await reader.until_shown("Enter shows 2605.00002 here")
    await reader.press("enter")
    await reader.until_listed("id:2605.00002")
    assert reader.title == "A third paper"


@pytest.mark.parametrize("key", ["enter", "o"])
async def test_an_address_is_opened_in_the_browser(opened: Callable[[], list[str]], reader: Reader, key: str) -> None:
    await choose(reader, CODE)
    await reader.press(key)
    await reader.until(lambda: opened() == [CODE])


async def test_a_chosen_link_is_copied_and_a_chosen_author_is_listed(reader: Reader, tmp_path: Path) -> None:
    await choose(reader, CODE)
    await reader.press("y")
    assert reader.app.clipboard == CODE
    await reader.press("escape")
    await choose(reader, "Emmy Noether")
    await reader.press("comma", "p")
    await reader.until_listed('au:"Emmy Noether"')


async def test_a_click_on_an_author_lists_their_papers(reader: Reader) -> None:
    row = next(number for number, line in enumerate(reader.lines) if "Emmy Noether" in line)
    await reader.pilot.click(offset=(reader.lines[row].index("Emmy Noether") + 3, row))
    await reader.until_listed('au:"Emmy Noether"')


async def test_another_paper_has_no_choice_yet(reader: Reader) -> None:
    await choose(reader, "Emmy Noether")
    await reader.press("J")
    await reader.until_shown("We make up paper number 2")
    assert reader.main.detail.target is None


async def test_an_author_who_is_no_longer_shown_is_not_chosen(paths: Paths) -> None:
    made = paper(1, authors=tuple(Author(f"Author {number}") for number in range(13)))
    fill(paths, [made], [announced(made)])
    async with reading(paths, size=(160, 40)) as reader:
        await reader.until_shown("A shows all")
        await reader.press("f4", "A")
        await choose(reader, "Author 12")
        await reader.press("A")
        assert reader.main.detail.target is None
        await reader.press("tab")
        assert reader.main.detail.target


@pytest.mark.parametrize(("top", "place"), [(0, 0), (3, 0), (4, 0), (5, 1), (6, None)])
def test_the_first_choice_is_the_first_author_whose_end_is_in_sight(top: int, place: int | None) -> None:
    targets = [
        RecordTarget("Emmy Noether", "", "", ((3, 40, 44), (4, 0, 7))),
        RecordTarget("Ada Example", "", "", ((5, 0, 11),)),
    ]
    chosen: list[RecordTarget | None] = []
    pane: Any = SimpleNamespace(
        _targets=targets, target=None, scroll_offset=SimpleNamespace(y=top), choose_target=chosen.append
    )
    DetailPane.step_target(pane, 1)
    assert chosen == [None if place is None else targets[place]]
