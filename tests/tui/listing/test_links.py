"""The addresses of a paper: shown completely, opened only in a graphical browser, and copied."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.light import changed
from arxtui.model.events import Event, EventKind
from arxtui.model.views import LinkKind, WebLink
from arxtui.text import cells
from arxtui.tui.present.links import links_page
from arxtui.tui.screens.links import LinksScreen
from arxtui.tui.services.background.jobs import JobOutcome
from arxtui.tui.themes import look
from tests.builders import announced
from tests.tui.acts.test_triage import begin
from tests.tui.papers import HOSTILE, paper, review
from tests.tui.reader import QUIET, THREE_PANES, fill, fill_usually, reading
from tests.tui.test_hostile import controls

LONG = "https://example.org/" + "/".join(f"part{number}" for number in range(60))


@pytest.fixture
def no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], list[str]]:
    """Return a function that returns the addresses that the browser was started with, sorted."""
    log, folder = tmp_path / "opened", tmp_path / "bin"
    folder.mkdir()
    browser = folder / "xdg-open"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {log}\n')
    browser.chmod(browser.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    monkeypatch.setenv("DISPLAY", ":1")
    return lambda: sorted(log.read_text().splitlines()) if log.exists() else []


def fill_linked(paths: Paths) -> None:
    """Add a paper whose comment and abstract contain addresses."""
    made = paper(
        1,
        abstract="Code: https://github.com/example/queues. See https://arxiv.org@evil.example/abs, arXiv:2605.00002.",
        comment=f"12 pages; see {LONG} and javascript:alert(1)",
        doi="10.1000/example",
    )
    fill(paths, [made, paper(2)], [announced(made)], [review(made)])


async def test_every_address_is_listed_with_its_kind_and_source(paths: Paths) -> None:
    fill_linked(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.open("O", LinksScreen)
        await reader.until_shown(
            "Links   Made-up paper number 1",
            "1 page     from arXiv",
            "DOI",
            "https://doi.org/10.1000/example",
            "review   from Pith",
            "code     named in the abstract",
            "https://github.com/example/queues",
            "the text before the @ is not a host: this leads to evil.example",
            "paper    named in the abstract",
        )
        assert "javascript" not in reader.text
        await reader.press("escape")
        await reader.until(lambda: reader.app.screen is reader.main)


@pytest.mark.parametrize("address", ["https://arxiv.org/abs", "http://127.0.0.1:9/abs"])
async def test_enter_on_another_paper_lists_it_here_and_escape_leads_back(paths: Paths, address: str) -> None:
    fill_linked(paths)
    settings = changed(QUIET, arxiv=changed(QUIET.arxiv, abs_url=address))
    async with reading(paths, settings, size=THREE_PANES) as reader:
        await reader.open("O", LinksScreen)
        await reader.press("G", "enter")
        await reader.until_listed("id:2605.00002")
        assert reader.title == "Made-up paper number 2"
        await reader.press("escape")
        await reader.until(lambda: reader.main.papers.count == 2 or reader.main.session.view.query == "is:unread")


async def test_enter_opens_the_chosen_one_and_stays(paths: Paths, opened: Callable[[], list[str]]) -> None:
    fill_linked(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        shown = await reader.open("O", LinksScreen)
        await reader.press("G", "k")
        url = shown._links[-2].url
        await reader.press("enter")
        await reader.until_shown(f"Opening {url}")
        await reader.until(lambda: opened() == [url])
        assert reader.app.screen is shown


async def test_the_chosen_address_has_the_ground_of_a_cursor_row(paths: Paths) -> None:
    fill_linked(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        shown = await reader.open("O", LinksScreen)
        first, second = (link.url for link in shown._links[:2])
        cursor = look(reader.app.theme).ink("link", "cursor")
        assert (reader.ink(first), reader.ink(second) == {cursor}) == ({cursor}, False)
        await reader.press("j")
        assert (reader.ink(first) == {cursor}, reader.ink(second)) == (False, {cursor})


async def test_a_digit_chooses_and_y_copies(paths: Paths, copied: list[str]) -> None:
    fill_linked(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.open("O", LinksScreen)
        await reader.press("4", "y")
        await reader.until_shown("Copied https://doi.org/10.1000/example")
        assert copied == ["https://doi.org/10.1000/example"]
        await reader.press("0")
        await reader.until_shown("There are 9 addresses")


async def test_digits_make_a_number_as_long_as_there_is_such_an_address(paths: Paths, copied: list[str]) -> None:
    named = " ".join(f"https://example.org/{number}" for number in range(20))
    made = paper(1, abstract=named)
    fill(paths, [made], [announced(made)])
    async with reading(paths, size=THREE_PANES) as reader:
        shown = await reader.open("O", LinksScreen)
        await reader.press("1", "2", "y")
        assert copied == [shown._links[11].url]
        await reader.press("9", "y")
        assert copied[1:] == [shown._links[8].url]
        await reader.press("1", "j", "2", "y")  # a step between two digits ends the number
        await reader.press("G", "y", "g", "y")
        assert copied[2:] == [shown._links[each].url for each in (1, -1, 0)]


async def test_without_a_graphical_browser_the_address_is_copied(
    paths: Paths, no_browser: None, copied: list[str]
) -> None:
    fill_linked(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        shown = await reader.open("O", LinksScreen)
        await reader.press("enter")
        await reader.until_shown("No browser could be opened; copied https://")
        assert copied == [shown._links[0].url]


async def test_the_whole_of_a_long_address_is_within_reach_of_a_tiny_terminal(paths: Paths) -> None:
    fill_linked(paths)
    async with reading(paths, size=(40, 12)) as reader:
        shown = await reader.open("O", LinksScreen)
        number = next(place for place, link in enumerate(shown._links) if link.url == LONG)
        await reader.press(*["j"] * number)
        seen = ""
        for _ in range(30):
            assert controls(reader) == []
            assert all(cells(line) <= 40 for line in reader.lines)
            seen += "".join(line.strip() for line in reader.lines)
            await reader.press("pagedown")
        assert all(f"part{part}" in seen for part in range(60))


async def test_triage_mode_lists_them_too(paths: Paths) -> None:
    fill_linked(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        below = reader.app.screen
        await reader.open("O", LinksScreen)
        await reader.until_shown("https://github.com/example/queues")
        await reader.press("q")
        await reader.until(lambda: reader.app.screen is below)


@pytest.mark.parametrize("width", [1, 8, 24, 40, 160])
@pytest.mark.parametrize("foreign", HOSTILE.values(), ids=HOSTILE.keys())
def test_every_line_fits_with_a_hostile_source_of_the_address(foreign: str, width: int) -> None:
    page = links_page([WebLink(LONG, LinkKind.OTHER, foreign)] * 5, 3, width)
    assert all(cells("".join(text for text, _ in line.pieces)) <= width for line in page.lines)
    assert "\x1b" not in "".join(text for line in page.lines for text, _ in line.pieces)
    assert [place for part in page.places for place in part] == list(range(len(page.lines)))


def test_a_paper_without_addresses_says_so() -> None:
    page = links_page([], 0, 80)
    shown = " ".join("".join(text for line in page.lines for text, _ in line.pieces).split())
    assert shown == "No address of this paper is known yet. Esc goes back; R fetches more."


@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
async def test_the_chosen_address_is_in_sight_and_a_message_ends_with_the_next_choice(
    paths: Paths, copied: list[str], size: tuple[int, int]
) -> None:
    named = " ".join(f"https://example.org/{number:02}" for number in range(20))
    made = paper(1, abstract=named)
    fill(paths, [made], [announced(made)])
    async with reading(paths, size=size) as reader:
        shown = await reader.open("O", LinksScreen)
        for key in ("down", *["tab"] * 19, "shift+tab", "g", "up", "G", "down", *["k"] * 12, "1", "2", "j", "1", "5"):
            await reader.press(key)
            assert shown._links[shown._chosen].url in reader.text, key
            await reader.press("y")
            assert copied[-1] == shown._links[shown._chosen].url
            assert "Copied" in shown.message[0]
        assert shown._chosen == 14
        await reader.press("1")
        assert (shown._chosen, shown.message[0]) == (0, "")
        await reader.press("j", "2")
        assert shown._chosen == 1


# Pages of several papers


async def test_the_pages_of_picked_papers_are_opened_after_a_question(
    paths: Paths, opened: Callable[[], list[str]]
) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("m", "m", "o")
        await reader.until_shown("Open the pages of 2 papers?  Enter yes · Esc no")
        assert opened() == []
        await reader.press("enter")
        await reader.until_shown("Opening 2 pages")
        await reader.until(lambda: [url[-5:] for url in opened()] == ["00059", "00060"])
        assert not reader.main.session.selection


async def test_many_pages_are_refused_and_the_picks_stay(paths: Paths, opened: Callable[[], list[str]]) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("percent_sign", "o")
        await reader.until_shown("Up to 10 pages are opened at once, and 20 papers are selected")
        assert opened() == []
        assert len(reader.main.session.selection) == 20


async def test_without_a_graphical_browser_all_addresses_are_copied(
    paths: Paths, no_browser: None, copied: list[str]
) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("m", "m", "o", "enter")
        await reader.until_shown("No browser could be opened; copied 2 addresses")
        assert [url[-5:] for url in copied[0].splitlines()] == ["00060", "00059"]


async def test_the_pdfs_of_picked_papers_are_opened_after_a_question(
    paths: Paths, opened: Callable[[], list[str]]
) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("m", "m", "p")
        await reader.until_shown("Open the PDFs of 2 papers?  Enter yes · Esc no")
        await reader.press("enter")
        await reader.until_shown("Opening 2 PDFs")
        await reader.until(lambda: sorted(url.split("/pdf/")[-1] for url in opened()) == ["2605.00059", "2605.00060"])


async def test_identifiers_and_addresses_of_picked_papers_are_copied_a_line_each(
    paths: Paths, copied: list[str]
) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("m", "m", "y")
        await reader.until_shown("Copied 2 identifiers")
        assert copied[-1] == "2605.00060\n2605.00059"
        assert not reader.main.session.selection
        await reader.press("m", "m", "Y")
        await reader.until_shown("Copied 2 addresses")
        assert [url.rpartition("/")[2] for url in copied[-1].splitlines()] == ["2605.00058", "2605.00057"]


async def test_too_many_papers_for_a_clipboard_are_sent_to_a_file(paths: Paths, copied: list[str]) -> None:
    made = [paper(number) for number in range(1, 1_002)]
    fill(paths, made, [announced(each) for each in made])
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("percent_sign", "y")
        await reader.until_shown("Up to 1,000 papers are copied at once: E writes a file of 1,001")
        assert copied == []
        assert len(reader.main.session.selection) == 1_001


async def test_a_linked_paper_that_is_not_here_is_listed_once_its_record_has_come(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = paper(1, abstract="See arXiv:2605.00009.")
    fill(paths, [made], [announced(made)])
    asked: list[tuple[tuple[str, ...], Callable[[JobOutcome], object]]] = []

    def start(*words: str, then: Callable[[JobOutcome], object]) -> bool:
        asked.append((words, then))
        return True

    async with reading(paths, size=THREE_PANES) as reader:
        monkeypatch.setattr(reader.main.context.jobs, "start", start)
        before = reader.main.session.view.query
        await reader.open("O", LinksScreen)
        await reader.press("G", "enter")
        await reader.until(lambda: asked)
        [(words, then)] = asked
        assert words == ("add", "--", "2605.00009")
        then(JobOutcome(Event(EventKind.FINISHED, exit_code=4, reason="arXiv cannot be reached"), ()))
        await reader.until_shown("arXiv cannot be reached")
        assert reader.main.session.view.query == before
        fill(paths, [paper(9)])
        then(JobOutcome(Event(EventKind.FINISHED, exit_code=0), ()))
        await reader.until_listed("id:2605.00009")
