"""The search box: what is kept, where Escape and Enter lead, and how the offered queries are chosen."""

from __future__ import annotations

import pytest

from arxtui.config.paths import Paths
from arxtui.tui.actions import Place
from arxtui.tui.commands import fetching
from arxtui.tui.state.session import Session
from tests.builders import announced
from tests.tui.papers import paper
from tests.tui.reader import THREE_PANES, fill, fill_usually, reading

TITLES = ("Fair locks for everyone", "Fairness of shared queues", "Sparse attention", "Bounded staleness")


@pytest.fixture
def filled(paths: Paths) -> Paths:
    made = [paper(number, title) for number, title in enumerate(TITLES, 1)]
    fill(paths, made, [announced(each) for each in made])
    return paths


@pytest.mark.parametrize("keys", [("enter",), ("f2",), ("escape",)])
async def test_a_box_that_is_left_as_it_was_leaves_the_list_and_the_way_back_as_they_were(
    filled: Paths, keys: tuple[str, ...]
) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        kept: list[bool] = []
        reader.main.context.search.kept.subscribe(lambda: kept.append(True))
        view = reader.main.session.view
        await reader.search("fair")
        await reader.press("enter")
        assert (len(view.back), view.typing, kept) == (1, True, [True])
        await reader.press("j", "slash", *keys)
        await reader.until_listed("fair")
        assert (len(view.back), view.typing, reader.main.papers.cursor) == (1, True, 1)
        assert kept == [True] * (1 if keys == ("escape",) else 2)
        assert not reader.main.bar.searching


@pytest.mark.parametrize("key", ["tab", "shift+tab"])
async def test_tab_with_nothing_to_complete_leaves_the_letters_that_follow_in_the_box(filled: Paths, key: str) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("slash", *"fair", key)
        await reader.until_shown("Nothing to complete · Enter keeps the search · Esc cancels it")
        await reader.press("x")
        await reader.until_listed("is:unread fairx")
        assert "Nothing to complete" not in reader.text
        await reader.press("escape", "i", key, *"qx")
        await reader.until_shown("DOIs or any text", "qx")


async def test_a_letter_and_its_removal_return_to_the_paper_of_the_cursor(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("j", "j")
        before = reader.main.papers.key
        await reader.press("slash", "x", "y")
        await reader.until(lambda: not reader.main.papers.count)
        await reader.press("backspace", "backspace")
        await reader.until(lambda: reader.main.papers.count == 4)
        assert reader.main.papers.key == before


async def test_repeated_terms_are_kept_once_and_a_kept_search_is_one_step_back(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        view = reader.main.session.view
        await reader.press("slash", *"cat:cs.DC cat:cs.DC fair", "enter")
        await reader.until_listed("is:unread cat:cs.DC fair")
        assert [spot.query for spot in view.back] == ["is:unread"]
        await reader.press("slash", *" locks")
        await reader.until_listed("is:unread cat:cs.DC fair locks")
        await reader.pilot.click("#list", offset=(20, 2))
        await reader.until(lambda: not reader.main.bar.searching)
        assert [spot.query for spot in view.back] == ["is:unread", "is:unread cat:cs.DC fair"]
        await reader.press("escape")
        await reader.until_listed("is:unread cat:cs.DC fair")


async def test_the_offers_come_round_and_only_the_list_and_the_box_choose_among_them(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        session = reader.main.session
        await reader.search("why fair locks are never sharde attention")
        await reader.press("enter")
        await reader.until(lambda: session.offers)
        number = len(session.offers)
        for key, chosen in (("down", 1 % number), ("up", 0), ("up", number - 1), ("down", 0)):
            await reader.press(key)
            assert session.offered == chosen
            assert f"› {session.offers[chosen]}"[:40] in reader.text
        await reader.press("up", "f", "j")
        assert (session.offered, reader.main.context.search.is_offering) == (number - 1, False)
        query = session.view.query
        assert not reader.main.context.search.take_offer()
        assert session.view.query == query
        await reader.search("everyome")
        await reader.until(lambda: session.offers)
        assert session.offered == 0


async def test_the_query_being_typed_is_sent_to_arxiv(filled: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        context, asked = reader.main.context, list[str]()
        monkeypatch.setattr(context.upstream, "ask", asked.append)
        context.navigator.leave_for("ti:queues")
        fetching.ask_arxiv(context)
        fetching.ask_arxiv(context, "au:example")
        assert asked == ["ti:queues", "au:example"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("see arXiv:2605.00003", "Open “Sparse attention”?"),
        ("see arXiv:2605.00009", "Fetch 2605.00009 from arXiv?"),
        ("arXiv:2605.00003 and arXiv:2605.00009", "Fetch 2 papers from arXiv?"),
        ("https://doi.org/10.1000/example", "Fetch 10.1000/example from arXiv?"),
        ("nothing of the kind", "The pasted text names no paper: / searches"),
    ],
)
async def test_papers_named_in_a_pasted_text_are_offered(filled: Paths, text: str, words: str) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("f")
        await fetching.offer_pasted(reader.main.context, text)
        await reader.until_shown(words)
        if words.startswith("Open"):
            await reader.press("y")
            await reader.until_listed("id:2605.00003")
            assert reader.main.session.place is Place.LIST
            await reader.press("escape")
            await reader.until_listed("is:unread")


async def test_a_day_that_was_opened_first_is_gone_back_to_from_its_neighbours_in_one_step(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        view = reader.main.session.view
        reader.main.context.navigator.open("day:2026-05-13")
        await reader.until_listed("day:2026-05-13")
        assert view.back == []
        await reader.press("left_square_bracket")
        await reader.until_listed("day:2026-05-12")
        await reader.press("right_square_bracket", "left_square_bracket")
        assert len(view.back) == 1
        await reader.press("escape")
        await reader.until_listed("day:2026-05-13")


async def test_no_fault_of_a_query_is_underlined_once_it_is_mended_or_in_the_next(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        bar = reader.main.bar
        await reader.search("is:unraed")
        await reader.until(lambda: bar.faults)
        await reader.press(*["backspace"] * len("aed"), *"ead")
        await reader.until(lambda: not bar.faults)
        await reader.press("x")
        await reader.until(lambda: bar.faults)
        await reader.press("escape")
        assert (bar.faults, bar._underline.faults) == ((), ())


async def test_three_offers_are_gone_through_downwards_and_upwards(
    filled: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        monkeypatch.setattr(Session, "offers", property(lambda _: ("one", "two", "three")))
        chosen = []
        for step in (1, 1, 1, -1, -1, -1):
            assert reader.main.context.search.choose_offer(step)
            chosen.append(reader.main.session.offered)
        assert chosen == [1, 2, 0, 2, 1, 0]
