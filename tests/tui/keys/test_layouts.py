"""Keys of other keyboard layouts, keys without effect, and pasted text, in the running reader."""

from __future__ import annotations

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.upstream import Upstream
from arxtui.tui.screens.help import HelpScreen
from arxtui.tui.screens.journal import JournalScreen
from tests.builders import announced
from tests.tui.keys.test_typing import with_keys
from tests.tui.papers import paper
from tests.tui.reader import Reader, by_hand, fill, fill_usually, reading


async def paste(reader: Reader, text: str) -> None:
    """Paste a text as a terminal does, whatever has the focus."""
    from textual.events import Paste

    assert reader.app._driver
    event = Paste(text)
    event.set_sender(reader.app)
    reader.app._driver.send_message(event)
    await reader._settle()


@pytest.mark.parametrize(("down", "bottom", "star"), [("о", "П", "ы"), ("ξ", "Γ", "σ"), ("ח", "G", "ד")])
async def test_keys_of_another_layout_are_commands_by_their_place(
    paths: Paths, down: str, bottom: str, star: str
) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.press(down, down)
        assert reader.main.papers.cursor == 2
        await reader.press(star)
        await reader.until(lambda: reader.main.papers.row and reader.main.papers.row.marks.starred)
        await reader.press(bottom)
        assert reader.main.papers.cursor == reader.main.papers.count - 1


async def test_a_screen_over_the_list_and_its_fixed_keys_are_reached_by_their_place(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.press("М")  # the place of V, the key of the journal
        await reader.until(lambda: isinstance(reader.app.screen, JournalScreen))
        await reader.press("й")
        await reader.until(lambda: reader.app.screen is reader.main)


async def test_in_the_search_box_letters_of_another_layout_are_text(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.search("очередь")
        assert reader.main.bar.searching
        assert reader.main.session.view.query == "очередь"


async def test_a_letter_that_the_user_has_bound_is_that_command(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, with_keys('[keys]\nhelp = "о"\n')) as reader:
        await reader.press("о")
        await reader.until(lambda: isinstance(reader.app.screen, HelpScreen))


@pytest.mark.parametrize("key", ["ö", "ctrl+y", "alt+y", "é"])
async def test_a_key_without_effect_says_so_until_the_next_act(paths: Paths, key: str) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.press(key)
        await reader.until_shown("does nothing here: ? lists the keys")
        await reader.press("j")
        await reader.until_gone("does nothing")
        await reader.open("question_mark", HelpScreen)
        await reader.press(key)
        await reader.until_shown("does nothing here")


@pytest.mark.parametrize(
    "text",
    [
        "2605.00042",
        "https://arxiv.org/abs/2605.00042v1\n",
        "10.1000/made.42",
        "arXiv:2605.00042, https://doi.org/10.1000/made.42",
    ],
)
async def test_a_pasted_name_of_a_stored_paper_offers_to_open_it(paths: Paths, text: str) -> None:
    made = paper(42, "Queues that Forgive", doi="10.1000/made.42")
    fill(paths, [paper(1), made], [announced(paper(1))])
    async with reading(paths) as reader:
        before = reader.main.session.view.query
        await paste(reader, text)
        await reader.until_shown("Open “Queues that Forgive”?  Enter yes · Esc no")
        await reader.press("escape")
        assert reader.main.session.view.query == before
        await paste(reader, text)
        await reader.until_shown("Open “Queues")
        await reader.press("enter")
        await reader.until(lambda: reader.title == "Queues that Forgive")
        await reader.press("escape")
        await reader.until(lambda: reader.main.session.view.query == before)


async def test_a_pasted_name_of_another_paper_offers_to_fetch_it(home: Paths, upstream: Upstream) -> None:
    wanted = upstream.corpus.papers[0]
    async with reading(home, by_hand(home)) as reader:
        await paste(reader, f"see https://arxiv.org/abs/{wanted.id} today")
        await reader.until_shown(f"Fetch {wanted.id} from arXiv?  Enter yes · Esc no")
        await reader.press("enter")
        await reader.until(lambda: reader.main.context.threads.library.papers.key_of(wanted.id))


async def test_a_paste_that_names_no_paper_says_so(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await paste(reader, "jjj dd q")
        await reader.until_shown("The pasted text names no paper: / searches")
        assert reader.main.papers.cursor == 0
        await reader.open("question_mark", HelpScreen)
        await paste(reader, "2605.00042")
        await reader.until_shown("A paste does nothing here")
