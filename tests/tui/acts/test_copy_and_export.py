"""Papers that are taken out of the reader: what is copied and opened, destinations offered again, and files kept in
step, whose problems are told once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import ExportSettings
from arxtui.library.exports import Synced
from arxtui.library.papers.links import Addresses
from arxtui.light import changed
from arxtui.model.arxiv.ids import name_of
from arxtui.tui.destinations import parse_bibliography
from arxtui.tui.services import browser
from tests.builders import announced
from tests.tui.acts.test_exports import export
from tests.tui.papers import paper, review
from tests.tui.reader import QUIET, THREE_PANES, fill, fill_usually, reading


@pytest.mark.parametrize(
    ("texts", "name", "words"),
    [
        (["2605.00001"], "identifier", "2605.00001"),
        (["1", "2"], "page", "2 pages"),
        (["1", "2"], "address", "2 addresses"),
        (["1"] * 1000, "PDF", "1,000 PDFs"),
    ],
)
def test_one_copied_or_opened_id_or_address_is_shown_and_several_are_counted(
    texts: list[str], name: str, words: str
) -> None:
    assert browser._counted_words(texts, name) == words


async def test_each_kind_of_address_has_its_version_and_a_paper_without_an_id_has_its_reviews(
    paths: Paths,
) -> None:
    made = paper(1)
    nameless = changed(review(paper(2)), arxiv_id=None, version=None)
    fill(paths, [made], [announced(made)], [review(made), nameless])
    async with reading(paths, size=THREE_PANES) as reader:
        opened = reader.main.context.browser
        assert opened.address_of(made.key) == "https://arxiv.org/abs/2605.00001"
        assert opened.address_of(made.key, Addresses.pdf) == "https://arxiv.org/pdf/2605.00001"
        assert opened.text_address(made.key, 2).endswith("/2605.00001v2/")
        assert opened.text_address(made.key, None).endswith("/2605.00001/")
        assert opened.text_address(made.key, 0).endswith("/2605.00001/")
        assert opened.address_of(-5) == ""
        [other] = set(reader.main.context.threads.library.search.listing("").keys) - {made.key}
        assert opened.address_of(other) == nameless.url


async def test_where_there_is_nothing_to_copy_that_is_said_and_the_clipboard_stays(
    paths: Paths, copied: list[str]
) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        context = reader.main.context
        context.browser.copy("")
        await reader.until_shown("There is nothing to copy: no identifier is known yet")
        context.browser.copy_targets(lambda _: "", "identifier")
        await reader.until_shown("There is nothing to copy")
        context.browser.copy("one \x1btext")
        await reader.until_shown("Copied one text")
        await reader.press("m", "m", "y")
        await reader.until_shown("Copied 2 identifiers")
        assert copied == ["one text", "2605.00060\n2605.00059"]
        assert not reader.main.session.selection


async def test_destinations_are_offered_again_the_latest_first_and_each_once(paths: Paths, tmp_path: Path) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        context, files = reader.main.context, [str(tmp_path / name) for name in ("a.bib", "b.ris")]
        for answer in (*files, "markdown", files[0]):
            await export(reader, answer)
            await reader.until(lambda: not context.questions.is_asking or context.questions.words.startswith("Replace"))
            if context.questions.is_asking:
                await reader.press("enter")
            await reader.until(lambda answer=answer: context.exports.recent_destinations[:1] == [answer])  # type: ignore[misc]
        assert context.exports.recent_destinations == [files[0], "markdown", files[1]]
        assert not reader.main.session.progress
        assert not context.exports.stop()
        await reader.press("C")
        await reader.until_shown("1 paper")
        assert len(context.exports.recent_destinations) == 3


async def test_a_problem_with_a_file_kept_in_step_is_reported_when_it_begins_and_goes_when_it_ends(
    paths: Paths, tmp_path: Path
) -> None:
    fill_usually(paths)
    full, mine = Synced(tmp_path / "a.bib", problem="is full"), Synced(tmp_path / "b.bib", problem="is yours")
    fine = Synced(tmp_path / "a.bib", papers=3)
    async with reading(paths, size=THREE_PANES) as reader:
        show, messages, status = (
            reader.main.context.exports._show_problems,
            reader.main.session.messages,
            reader.main.context.status,
        )
        for files, said in (
            ([full], "a.bib: is full"),
            ([full], ""),
            ([mine, full], "b.bib: is yours"),
            ([mine], ""),
            ([full, mine], "a.bib: is full"),
            ([fine], ""),
            ([full, mine], f"a.bib: is full; {tmp_path}/b.bib: is yours"),
        ):
            status.next_act()
            show(files)
            assert "".join(text for text, _ in messages.pieces) == (f"{tmp_path}/{said}" if said else "")
        show([fine])
        assert messages.pieces == []


async def test_papers_are_added_to_the_bibliography_that_is_named_and_none_twice(paths: Paths, tmp_path: Path) -> None:
    fill_usually(paths)
    bib = tmp_path / "thesis.bib"
    bib.write_text("@misc{Example2020, title = {Another}, year = 2020}\n")
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("comma", "C")
        await reader.until_shown("Add this paper to the bibliography")
        await reader.paste(str(bib))
        await reader.press("enter")
        await reader.until_shown("thesis.bib as ")
        await reader.press("m", "m", "comma", "C", "enter")
        await reader.until(lambda: bib.read_text().count("@misc") == 3)  # one of the two was there
        await reader.until(lambda: not reader.main.session.selection)


async def test_undo_removes_an_entry_from_the_bibliography_and_redo_adds_it_before_older_acts(
    paths: Paths, tmp_path: Path
) -> None:
    fill_usually(paths)
    bib = tmp_path / "thesis.bib"
    bib.write_bytes(old := b"@misc{Example2020, title = {Another}}\r\n")
    settings = replace(QUIET, export=ExportSettings(bibliography=str(bib)))
    async with reading(paths, size=THREE_PANES, settings=settings) as reader:

        async def starred(*, is_so: bool) -> None:
            papers = reader.main.papers
            await reader.until(lambda: (row := papers.row) and not row.unsaved and row.marks.starred is is_so)

        await reader.press("s")
        await starred(is_so=True)
        await reader.press("comma", "C")
        await reader.until_shown("thesis.bib as ")
        new = bib.read_bytes()
        await reader.press("u")
        await reader.until_shown("removed from")
        assert bib.read_bytes() == old
        await starred(is_so=True)
        await reader.press("u")
        await starred(is_so=False)
        await reader.press("U")
        await starred(is_so=True)
        await reader.press("U")
        await reader.until(lambda: bib.read_bytes() == new)
        bib.write_bytes(later := new + b"% later\n")
        await reader.until_shown("thesis.bib as ")
        await reader.press("u")
        await reader.until_shown("nothing was removed")
        assert bib.read_bytes() == later
        await starred(is_so=True)
        bib.unlink()
        await reader.press("comma", "C")
        await reader.until(bib.exists)
        await reader.until_shown("thesis.bib as ")
        await reader.press("u")
        await reader.until(lambda: not bib.exists())


@pytest.mark.parametrize("is_undone", [True, False])
async def test_an_undone_entry_of_a_bibliography_is_not_redone_after_a_new_act(
    paths: Paths, tmp_path: Path, *, is_undone: bool
) -> None:
    fill_usually(paths)
    bib = tmp_path / "thesis.bib"
    bib.write_bytes(old := b"@misc{Example2020, title = {Another}}\n")
    settings = replace(QUIET, export=ExportSettings(bibliography=str(bib)))
    async with reading(paths, size=THREE_PANES, settings=settings) as reader:
        papers = reader.main.papers
        await reader.press("comma", "C")
        await reader.until_shown("thesis.bib as ")
        await reader.press("u")
        await reader.until_shown("removed from")
        assert bib.read_bytes() == old
        await reader.press("s")
        await reader.until(lambda: (row := papers.row) and row.marks.starred and not row.unsaved)
        if is_undone:
            await reader.press("u")
            await reader.until_shown("Undone: starred")
            await reader.press("U")
            await reader.until_shown("Redone: starred")
        else:
            await reader.press("j", "comma", "C")
            await reader.until(lambda: bib.read_bytes() != old)
            await reader.until_shown("thesis.bib as ")
        now = bib.read_bytes()
        await reader.press("U")
        await reader.until_shown("Nothing to redo")
        assert bib.read_bytes() == now


@pytest.mark.parametrize("answer", ["", "~/thesis", "bibtex", "ris", "~/thesis.ris", "| tee x.bib"])
def test_a_bibliography_is_a_bibtex_file_and_any_other_answer_is_refused(answer: str) -> None:
    with pytest.raises(ValueError, match=r"name a BibTeX file: ~/thesis\.bib"):
        parse_bibliography(answer)


async def test_the_setting_names_the_bibliography(paths: Paths, tmp_path: Path) -> None:
    fill_usually(paths)
    bib = tmp_path / "thesis.bib"
    settings = replace(QUIET, export=ExportSettings(bibliography=str(bib)))
    async with reading(paths, size=THREE_PANES, settings=settings) as reader:
        await reader.press("comma", "C")
        await reader.until_shown("thesis.bib as ")
        await reader.press("comma", "C")
        await reader.until_shown("Already example2026made in line 1 of")


async def test_the_list_marks_the_papers_of_the_bibliography_whoever_writes_it(paths: Paths, tmp_path: Path) -> None:
    fill_usually(paths)
    bib = tmp_path / "thesis.bib"
    settings = replace(QUIET, export=ExportSettings(bibliography=str(bib)))
    async with reading(paths, size=THREE_PANES, settings=settings) as reader:
        look, rows = reader.main.context.own_bibliography.look, reader.main.papers.rows

        async def are_marked(*keys: int) -> None:
            look()
            await reader.until(
                lambda: {row.key for row in filter(None, map(rows.cached, rows.keys)) if row.in_bibliography} == {*keys}
            )

        first, second = rows.keys[:2]
        await are_marked()
        await reader.press("comma", "C")
        await reader.until_shown("thesis.bib as ")
        await are_marked(first)
        await reader.until_shown("∈")
        await reader.press("u")
        await reader.until_shown("removed from")
        await are_marked()
        bib.write_text(f"@misc{{mine, eprint = {{{name_of(second)}}}}}")
        await are_marked(second)
