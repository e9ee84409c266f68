"""A cited paper: what is here of it stands below its entry, Enter opens it, and the way back leads to the line."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.demo.upstream import Upstream
from arxtui.library.facade import Library
from arxtui.model.document import Document, Link, Source, Text
from arxtui.model.paper import Author, Paper
from tests.builders import announced
from tests.tui.papers import paper
from tests.tui.reader import fill, reading
from tests.tui.reading.test_page import screen_of
from tests.tui.reading.texts import document, filling, open_text, prose, put_text, refers

TITLE = "Clocks that nobody waits for"


def citing(entry: str) -> Document:
    """Return a text that cites one entry, some lines below its beginning."""
    text = prose("It is known ", refers("1", "bib1", cites=True), " that clocks wait.")
    return document([*filling(1, 2), text, *filling(2), Source("[1]", (prose(entry),), ("bib1",))])


def fill_with(paths: Paths, entry: str) -> Paper:
    """Add a paper that cites another one, which has a text; return the other one."""
    made = [paper(1), replace(paper(2, TITLE), authors=(Author("Chiara Prova"),)), paper(3)]
    fill(paths, made, [announced(each) for each in made])
    put_text(paths, made[2], citing(entry))
    put_text(paths, made[1], document([*filling(2)], TITLE))
    return made[1]


@pytest.mark.parametrize("size", [(160, 45), (100, 30), (80, 24)])
async def test_enter_opens_the_cited_paper_and_the_way_back_leads_to_the_line(
    paths: Paths, size: tuple[int, int]
) -> None:
    cited = fill_with(paths, f"C. Prova, “{TITLE},” Made-up J. 3 (2026).")
    async with reading(paths, size=size) as reader:
        await open_text(reader)
        await reader.press("j", "j", "enter")
        await reader.until_shown(f"Enter opens {cited.id}", f"{TITLE} (in the cache, text stored)")
        before, below = reader.lines[1:10], screen_of(reader)
        await reader.press("enter")
        await reader.until(lambda: reader.app.screen is not below)
        await reader.until(lambda: TITLE in reader.text and "It is known" not in reader.text)
        await reader.press("backspace")
        await reader.until(lambda: reader.app.screen is below)
        await reader.until(lambda: reader.lines[1:10] == before)
        await reader.press("escape", "greater_than_sign")
        await reader.until(lambda: reader.app.screen is not below)
        await reader.press("escape")
        await reader.until(lambda: reader.app.screen is below)
        await reader.press("backspace")
        await reader.until_shown("There is nowhere to go back to")


@pytest.mark.parametrize("address", ["https://arxiv.org/abs/{}v1", "https://www.alphaxiv.org/abs/{}"])
async def test_a_link_to_a_paper_opens_it_here_and_the_way_back_leads_to_the_line(paths: Paths, address: str) -> None:
    cited = fill_with(paths, "A. Example, On Queues, 1999.")
    linking = document([prose("See ", Link((Text("the paper"),), address.format(cited.id)), "."), *filling(2)])
    put_text(paths, paper(3), linking)
    async with reading(paths, size=(100, 30)) as reader:
        await open_text(reader)
        before = screen_of(reader)
        await reader.press("tab")
        await reader.until_shown(f"Enter opens {cited.id}", "o opens it")
        await reader.press("enter")
        await reader.until(lambda: reader.app.screen is not before and TITLE in reader.text)
        await reader.press("backspace")
        await reader.until(lambda: reader.app.screen is before)


async def test_the_preview_of_a_citation_says_probably_and_names_the_marks_of_the_paper(paths: Paths) -> None:
    cited = fill_with(paths, f"E. Else, “Skins that a lens can sort alone,” Nature 1 (2017), arXiv:{paper(2).id}.")
    with closing(Library.open(paths, Settings())) as library:
        library.marks.apply([cited.key], "star")
    async with reading(paths, size=(120, 30)) as reader:
        await open_text(reader)
        await reader.press("enter")
        await reader.until_shown(f"Probably {cited.id}", "(in the cache, starred, text")


async def test_of_two_papers_that_an_entry_names_the_one_that_is_certain_is_opened(paths: Paths) -> None:
    fill_with(
        paths,
        f"E. Else, “Skins that a lens can sort alone,” Nature 1 (2017), arXiv:{paper(1).id}; "
        f"C. Prova, “{TITLE},” Made-up J. 3 (2026).",
    )
    async with reading(paths, size=(120, 30)) as reader:
        await open_text(reader)
        await reader.press("enter")
        await reader.until_shown(f"Probably {paper(1).id}", f"Enter opens {paper(2).id}")


async def test_a_preview_of_something_else_is_gone_to_though_an_entry_was_previewed_before(paths: Paths) -> None:
    fill_with(paths, "A. Example, On Queues, 1999.")
    known = prose("Known ", refers("1", "bib1", cites=True), ", see ", refers("Section 1", "S1"), ".")
    cited = Source("[1]", (prose(f"C. Prova, “{TITLE},” Made-up J. 3 (2026)."),), ("bib1",))
    put_text(paths, paper(3), document([known, *filling(2), cited]))
    async with reading(paths, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("enter")
        await reader.until_shown("Enter opens")
        await reader.press("tab")
        await reader.until_shown("Enter goes there")
        await reader.press("enter")
        assert "Jumped" in reader.lines[-1]


async def test_an_entry_of_which_nothing_is_here_is_gone_to_as_before(paths: Paths) -> None:
    fill_with(paths, "A. Example, On Queues, 1999.")
    async with reading(paths, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("enter")
        await reader.until_shown("A. Example, On Queues, 1999.", "Enter goes there")


async def test_the_record_of_a_cited_paper_is_fetched_where_it_is_not_here(home: Paths, upstream: Upstream) -> None:
    cited, other = [each for each in upstream.papers if each.id[-1] not in "37"][:2]
    fill(home, [other], [announced(other)])
    put_text(home, other, citing(f"E. Else, arXiv:{cited.id} (2026)."))
    async with reading(home, size=(100, 30)) as reader:
        await open_text(reader)
        below = screen_of(reader)
        await reader.press("enter")
        await reader.until_shown(f"Enter fetches the record of {cited.id}")
        await reader.press("enter")
        await reader.until(lambda: reader.app.screen is not below)
        assert screen_of(reader).reading.state.key == cited.key


async def test_a_refused_paper_is_not_linked_any_more_until_undo(paths: Paths) -> None:
    cited = fill_with(paths, f"C. Prova, “{TITLE},” Made-up J. 3 (2026).")
    async with reading(paths, size=(80, 24)) as reader:
        await open_text(reader)
        await reader.press("R")
        await reader.until_shown("Show a citation first, by Enter: R refuses the paper below its entry")
        await reader.press("enter")
        await reader.until_shown(f"Enter opens {cited.id}")
        await reader.press("R")
        await reader.until_shown(f"Reference to {cited.id} refused · u undoes")
        await reader.press("enter")
        await reader.until_shown("Enter goes there")
        assert "in the cache" not in reader.text
        await reader.press("R")
        await reader.until_shown("No paper of the cache is linked to this entry: there is nothing to refuse")
        await reader.press("escape", "R")
        await reader.until_shown("Show a citation first")
        await reader.press("u")
        await reader.until_shown("Undone")
        await reader.press("enter")
        await reader.until_shown(f"Enter opens {cited.id}")


async def test_the_record_of_a_refused_paper_is_not_offered_though_the_entry_has_its_id(paths: Paths) -> None:
    cited = fill_with(paths, f"C. Prova, “{TITLE},” arXiv:{paper(2).id} (2026).")
    async with reading(paths, size=(80, 24)) as reader:
        await open_text(reader)
        await reader.press("enter", "R")
        await reader.until_shown(f"Reference to {cited.id} refused · u undoes")
        await reader.press("enter")
        await reader.until_shown("Enter goes there")
        await reader.press("u")
        await reader.until_shown(f"Enter opens {cited.id}", "Undone: reference to")
