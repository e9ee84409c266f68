"""References and citations in the reader: as lists of papers, and as a table with what is not here."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.demo.upstream import Upstream
from arxtui.library.facade import Library
from arxtui.library.references.graph import CitationGraph, Update
from arxtui.model.document import Document, Source
from arxtui.model.paper import Author, Paper
from arxtui.tui.present.references import choices_line
from arxtui.tui.reading.screen import ReadingScreen, read_paper
from arxtui.tui.screens.references import ReferencesScreen
from arxtui.tui.services import citations
from tests.builders import announced
from tests.tui.papers import paper
from tests.tui.reader import LIMIT, Reader, fill, reading
from tests.tui.reading.texts import document, filling, open_text, prose, put_text, refers

CLOCKS, LOCKS = "Clocks that nobody waits for", "Locks of a long queue that moves"
ENTRIES = (
    f"C. Prova, “{LOCKS},” Made-up J. 4 (2026).",
    "F. Far, “Papers that nobody stored here,” arXiv:2604.09999 (2026).",
    "G. Near, “A work that has no number at all,” 1999.",
    f"C. Prova, “{CLOCKS},” Made-up J. 3 (2026).",
)


def citing(*entries: str) -> Document:
    """Return a text that cites these entries."""
    text = prose("It is known ", refers("1", "bib1", cites=True), " that clocks wait.")
    sources = (Source(f"[{place}]", (prose(each),), (f"bib{place}",)) for place, each in enumerate(entries, 1))
    return document([*filling(1, 2), text, *sources])


@pytest.fixture
def cited(paths: Paths) -> tuple[Paper, Paper]:
    """Three papers, of which the newest has a text that cites the two others, which have none; return those two."""
    clocks = replace(paper(1, CLOCKS), authors=(Author("Chiara Prova"),))
    locks = replace(paper(2, LOCKS), authors=(Author("Chiara Prova"),))
    made = [clocks, locks, paper(3, "The text that cites")]
    fill(paths, made, [announced(each) for each in made])
    put_text(paths, made[2], citing(*ENTRIES))
    return clocks, locks


def table(reader: Reader) -> ReferencesScreen:
    screen = reader.app.screen
    assert isinstance(screen, ReferencesScreen)
    return screen


@pytest.mark.parametrize("size", [(120, 35), (60, 20)])
async def test_the_references_are_a_list_under_their_name(
    paths: Paths, cited: tuple[Paper, Paper], size: tuple[int, int]
) -> None:
    clocks, locks = cited
    async with reading(paths, size=size) as reader:
        await reader.press("g", "comma", "b")
        await reader.until_shown("References of", "2 of 4 references are here · , o shows the others")
        assert list(reader.main.papers.rows.keys) == [locks.key, clocks.key]
        await reader.press("s")
        await reader.until(lambda: (row := reader.main.papers.row) is not None and row.marks.starred)
        await reader.press("escape")
        await reader.until(lambda: len(reader.main.papers.rows.keys) == 3)
        await reader.until_shown("goes forward to References of The text")


@pytest.mark.usefixtures("cited")
async def test_escape_returns_from_the_list_of_references_to_the_text(paths: Paths) -> None:
    async with reading(paths) as reader:
        await reader.press("g")
        await open_text(reader)
        await reader.press("comma", "b")
        await reader.until(lambda: reader.app.screen is reader.main)
        await reader.until_shown("References of", "2 of 4 references are here")
        await reader.press("escape")
        await reader.until(lambda: isinstance(reader.app.screen, ReadingScreen))
        await reader.press("escape")
        await reader.until(lambda: reader.app.screen is reader.main)
        assert len(reader.main.papers.rows.keys) == 3


@pytest.mark.usefixtures("cited")
async def test_citing_papers_are_a_list_and_a_paper_without_any_says_so(paths: Paths) -> None:
    async with reading(paths) as reader:
        await reader.press("G", "comma", "i")
        await reader.until_shown("Cited by: Clocks that", "Of 1 stored text; what other papers cite is not known")
        await reader.until_shown("The text that cites")
        await reader.press("g", "comma", "i")
        await reader.until_shown("The one stored text does not cite this paper")


@pytest.mark.usefixtures("cited")
async def test_references_not_looked_up_yet_are_counted_and_then_listed(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up = CitationGraph.update
    monkeypatch.setattr(CitationGraph, "update", lambda *_: Update(1))
    async with reading(paths) as reader:
        await reader.press("G", "comma", "i")
        await reader.until_shown("Cited by: Clocks that", "the references of 1 stored text are not looked up yet")
        monkeypatch.setattr(CitationGraph, "update", looked_up)
        await reader.until_shown("The text that cites")
        await reader.until(lambda: "not looked up" not in reader.text)


@pytest.mark.usefixtures("cited")
async def test_the_sentences_of_other_papers_that_cite_a_paper_are_shown(paths: Paths) -> None:
    async with reading(paths, size=(80, 24)) as reader:
        await reader.press("g", "comma", "w")
        await reader.until_shown("The one stored text does not cite this paper; what other papers cite is not")
        await reader.press("j", "comma", "w")
        await reader.until_shown(f"1 of 1 stored text · {LOCKS}", "› 1×       unread   The text that cites")
        await reader.until_shown("Filling number 1: It is known [1] that clocks wait.")
        await reader.press("l")
        await reader.until(lambda: reader.app.screen is reader.main)
        await reader.until_shown("Cited by: Locks of")


@pytest.mark.parametrize("size", [(160, 45), (80, 24), (60, 20)])
async def test_a_paper_that_cites_another_opens_at_the_citation(
    paths: Paths, cited: tuple[Paper, Paper], size: tuple[int, int]
) -> None:
    one, two = citing(*ENTRIES).blocks, prose("Locks move, too ", refers("1", "bib1", cites=True), ".")
    put_text(paths, paper(3), document([*filling(3), *one[:-4], two, *filling(3), *one[-4:]]))
    with closing(Library.open(paths, Settings())) as library:
        library.texts.keep_place(paper(3).key, 2, 0, 1, "")
    async with reading(paths, size=size) as reader:
        await reader.press("G", "k", "comma", "w")
        await reader.until_shown("2×", "Locks move, too [1].")
        await reader.press("enter")
        await reader.until_shown("It is known [1] that clocks wait.", "/[1] 1/2")
        await reader.press("n")
        await reader.until_shown("Locks move, too [1].", "/[1] 2/2")
        await reader.press("backspace")
        await reader.until_shown("Paragraph 1.2 says this")
        await reader.press(*["escape"] * 3)
        await reader.until(lambda: reader.app.screen is reader.main)
        kept = reader.main.context.threads.library.texts.place(paper(3).key)
        assert kept
        assert kept.block == 2


async def test_where_a_text_was_only_looked_up_is_not_where_reading_goes_on(
    paths: Paths, cited: tuple[Paper, Paper]
) -> None:
    put_text(paths, paper(3), document([*filling(6), *citing(*ENTRIES).blocks]))
    async with reading(paths) as reader:
        library = reader.main.context.threads.library
        for keys, is_saved in (((), False), (("k",), True)):
            await reader.press("G", "k", "comma", "w", "enter")
            await reader.until_shown("It is known [1] that clocks wait.", "/[1] 1/1")
            await reader.press(*keys, *["escape"] * 3)
            await reader.until(lambda: reader.app.screen is reader.main)
            assert (library.texts.place(paper(3).key) is not None) == is_saved


async def test_a_paper_that_names_another_in_its_bibliography_alone_opens_at_the_entry(
    paths: Paths, cited: tuple[Paper, Paper]
) -> None:
    put_text(paths, paper(3), document([*filling(6), Source("[1]", (prose(ENTRIES[0]),), ("bib1",))]))
    async with reading(paths, size=(80, 24)) as reader:
        await reader.press("G", "k", "comma", "w")
        await reader.until_shown("Named in its bibliography only")
        await reader.press("enter")
        await reader.until_shown("Locks of a long queue that moves", "Jumped", "Backspace goes back")
        await reader.press("backspace")
        await reader.until_shown("Bounded Staleness of Sharded Queues")


@pytest.mark.usefixtures("cited")
async def test_a_bibliography_is_checked_and_missing_works_are_shown_over_a_full_text(
    paths: Paths, tmp_path: Path
) -> None:
    bib = tmp_path / "thesis.bib"
    bib.write_text(BIB.replace("@misc{wrong", "% arxtui: ignore wrong -- as its journal has it\n@misc{wrong"))
    bib.with_suffix(".tex").write_text(r"\cite{right, wrong, far, nowhere} \bibliography{thesis}")
    async with reading(paths, size=(80, 24)) as reader:
        await reader.press("g")
        await open_text(reader)
        await reader.press("comma", "m")
        await reader.until_shown("Nothing is missing")
        await reader.press("comma", "x")
        await reader.until_shown("Check")
        await reader.paste(str(bib.with_suffix(".tex")))
        await reader.press("enter")
        await reader.until_shown("Checked", "problems 1  verified 1  missing 1  cannot-tell 1  ignored 1  all 4")
        await reader.press("escape")
        await reader.until(lambda: isinstance(reader.app.screen, ReadingScreen))
        assert "Checking" not in reader.text


@pytest.mark.usefixtures("cited")
async def test_references_that_are_not_known_are_not_none(paths: Paths) -> None:
    async with reading(paths) as reader:
        for key in "bo":
            await reader.press("G", "comma", key)
            await reader.until_shown(
                "The text of this paper is not stored, so its references are not known · W fetches it"
            )
            await reader.press("g")
        put_text(paths, paper(3), document([prose("Nothing is cited here.")]))
        await reader.press("comma", "b")
        await reader.until_shown("The text of this paper has no bibliography")
        put_text(paths, paper(3), citing(ENTRIES[2]))
        await reader.press("comma", "b")
        await reader.until_shown("Its one reference is not here · , o shows what they are")


async def test_the_table_of_references_says_which_are_starred_unread_missing_or_without_id(
    paths: Paths, cited: tuple[Paper, Paper]
) -> None:
    with closing(Library.open(paths, Settings())) as library:
        library.marks.apply([cited[1].key], "star")
    async with reading(paths, size=(80, 24)) as reader:
        await reader.press("g", "j", "space", "g", "comma", "o")
        await reader.until_shown("2 of 4 here · The text that cites", " all 4  here 2  unread 1  missing 1  no id 1")
        assert [row.state for row in table(reader).rows.rows] == ["starred", "missing", "no id", "unread"]
        await reader.until_shown("It is known [1] that clocks wait.")
        await reader.press("tab")
        assert [row.label for row in table(reader).rows.rows] == ["[1]", "[4]"]
        await reader.press("f", "f")
        assert [row.label for row in table(reader).rows.rows] == ["[2]"]
        await reader.until_shown("F. Far, “Papers that nobody stored here,” arXiv:2604.09999 (2026).")
        await reader.press("f", "enter")
        assert [row.label for row in table(reader).rows.rows] == ["[3]"]
        await reader.until_shown("This work has no arXiv id")
        await reader.press("f", "f", "f", "l")
        await reader.until(lambda: reader.app.screen is reader.main)
        await reader.until_shown("References of The text that cites   is:unread ×")
        assert list(reader.main.papers.rows.keys) == [cited[0].key]


@pytest.mark.usefixtures("cited")
async def test_the_table_begins_with_the_most_cited_works_of_the_text_after_one_key(paths: Paths) -> None:
    text = [*citing(*ENTRIES).blocks, prose("Nobody waits ", refers("3", "bib3", cites=True), ".")]
    again = prose("Nor ", refers("3", "bib3", cites=True), " and ", refers("4", "bib4", cites=True), " do.")
    put_text(paths, paper(3, "The text that cites"), document([*text, again]))
    async with reading(paths, size=(100, 24)) as reader:
        await reader.press("g", "comma", "o", "S")
        await reader.until_shown("Those cited most often here first")
        assert [row.label for row in table(reader).rows.rows] == ["[3]", "[1]", "[4]", "[2]"]
        await reader.press("S")
        assert [row.label for row in table(reader).rows.rows] == ["[1]", "[2]", "[3]", "[4]"]


@pytest.mark.usefixtures("cited")
async def test_an_entry_longer_than_its_space_is_scrolled(paths: Paths) -> None:
    async with reading(paths, size=(40, 12)) as reader:
        await reader.press("g", "comma", "o")
        await reader.until_shown("arXiv:2605.00002 · C. Prova")
        await reader.press("J")
        await reader.until(lambda: "arXiv:2605.00002" not in reader.text)
        await reader.press("K")
        await reader.until_shown("arXiv:2605.00002 · C. Prova")


async def test_from_a_text_a_reference_is_opened_over_it_and_the_lists_leave_it(
    paths: Paths, cited: tuple[Paper, Paper]
) -> None:
    async with reading(paths, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("comma", "o")
        await reader.until(lambda: isinstance(reader.app.screen, ReferencesScreen) and table(reader).rows.is_filled)
        await reader.press("enter")
        await reader.until(lambda: not isinstance(reader.app.screen, ReferencesScreen))
        await reader.until_shown(cited[1].abstract[:30])
        await reader.press("comma", "b")
        await reader.until_shown("so its references are not known")
        await reader.press("comma", "i")
        await reader.until(lambda: reader.app.screen is reader.main)
        await reader.until_shown(f"Cited by: {LOCKS}")
        await reader.press("t")
        await reader.until(lambda: reader.app.screen is not reader.main)
        await reader.press("comma", "b")
        await reader.until(lambda: reader.app.screen is reader.main)
        await reader.until_shown("References of The text that cites")
        assert list(reader.main.papers.rows.keys) == [cited[1].key, cited[0].key]


async def test_missing_references_are_added_and_the_table_follows(home: Paths, upstream: Upstream) -> None:
    first, second, other = [each for each in upstream.papers if each.id[-1] not in "37"][:3]
    fill(home, [other], [announced(other)])
    put_text(home, other, citing(f"A., arXiv:{first.id} (2026).", f"B., arXiv:{second.id} (2026)."))
    async with reading(home, size=(100, 30)) as reader:
        await reader.press("comma", "o")
        await reader.until_shown("all 2  here 0  unread 0  missing 2")
        await reader.press("a")
        await reader.until_shown("all 2  here 2", "missing 0")
        await reader.press("a")
        await reader.until_shown("Nothing with an arXiv id is missing")


async def test_missing_works_cited_by_starred_papers_are_shown(paths: Paths, cited: tuple[Paper, Paper]) -> None:
    async with reading(paths, size=(80, 24)) as reader:
        await reader.press("comma", "m")
        await reader.until_shown("Nothing is missing in the references of 0 starred papers")
        with closing(Library.open(paths, Settings())) as library:
            library.marks.apply([cited[0].key], "star")
            await reader.press("comma", "m")
            await reader.until_shown("as far as is known: 1 starred paper without a stored")
            library.marks.apply([paper(3).key], "star")
        await reader.press("comma", "m")
        await reader.until_shown(
            "in the references of 1 starred paper; 1 more have no stored text", "all 2  with an arXiv id 1"
        )
        await reader.until_shown(
            "› 1×    ", "missing", "Papers that nobody stored here · F. Far 2026", "Cited by The text that cites"
        )
        await reader.press("l")
        await reader.until_shown("These works are not here")


BIB = f"""
@misc{{right, title = {{{LOCKS}}}, author = {{Prova, Chiara}}, year = 2026, eprint = {{2605.00002}}}}
@misc{{wrong, title = {{{CLOCKS}}}, author = {{Nobody, Jane}}, year = 2026, eprint = {{2605.00001}}}}
@misc{{<b>\x1b[31m, title = {{}}, eprint = {{2613.00001}}}}
@misc{{far, title = {{Papers that nobody stored here}}, author = {{Far, F.}}, year = 2026, eprint = {{2604.09999}}}}
@book{{book, title = {{A book of clocks}}, author = {{Near, G.}}, year = 1999}}
"""


@pytest.mark.parametrize("size", [(160, 45), (80, 24), (60, 20)])
async def test_a_checked_bibliography_is_a_list_with_verdicts_whose_papers_open(
    paths: Paths, cited: tuple[Paper, Paper], tmp_path: Path, size: tuple[int, int]
) -> None:
    bib = tmp_path / "thesis.bib"
    bib.write_text(BIB)
    async with reading(paths, size=size) as reader:
        await reader.press("comma", "x")
        await reader.until_shown("Check")
        await reader.paste(str(bib))
        await reader.press("enter")
        await reader.until(lambda: isinstance(reader.app.screen, ReferencesScreen))
        await reader.until_shown("Checked", "problems 2", "› 3     wrong       wrong · Clocks", "4     impossible")
        await reader.until_shown("Jane Nobody is not among them")
        assert "\x1b" not in reader.text
        await reader.press("tab")
        await reader.until_shown("› 2     verified    right")
        await reader.press("enter")
        await reader.until(lambda: not isinstance(reader.app.screen, ReferencesScreen))
        await reader.until_shown("Locks of a long queue")


async def test_the_papers_of_a_checked_bibliography_are_a_list_and_the_missing_ones_can_be_added(
    paths: Paths, cited: tuple[Paper, Paper], tmp_path: Path
) -> None:
    bib = tmp_path / "thesis.bib"
    bib.write_text(BIB)
    async with reading(paths) as reader:
        reader.main.context.citations.check(str(bib))
        await reader.until(lambda: isinstance(reader.app.screen, ReferencesScreen))
        screen = table(reader)
        await reader.until_shown("problems 2", "verified 1", "wrong 1", "impossible 1", "cannot-tell 2", "all 5")
        assert [row.arxiv for row in screen._references.rows] == ["", "", "", "2604.09999", ""]
        await reader.until_shown("a add missing", "l list")
        await reader.press("l")
        await reader.until(lambda: reader.app.screen is reader.main)
        await reader.until_shown("Papers of thesis.bib")
        assert len(reader.main.papers.rows.keys) == 2


async def test_a_checked_bibliography_of_which_nothing_is_here_leaves_all_papers_their_name(
    paths: Paths, tmp_path: Path
) -> None:
    bib = tmp_path / "thesis.bib"
    bib.write_text("@book{book, title = {A book of clocks}, author = {Near, G.}, year = 1999}")
    async with reading(paths) as reader:
        reader.main.context.citations.check(str(bib))
        await reader.until(lambda: isinstance(reader.app.screen, ReferencesScreen))
        assert reader.main.session.name_of("") == "All papers"


@pytest.mark.parametrize(("answer", "said"), [("/no/such.bib", "there is no file"), ('"a', "not closed"), ("", "name")])
async def test_a_missing_file_or_an_unclosed_quotation_mark_is_refused_before_citations_are_checked(
    paths: Paths, answer: str, said: str
) -> None:
    async with reading(paths) as reader:
        with pytest.raises(ValueError, match=said):
            reader.main.context.citations.files_named(answer)


def test_the_choice_that_is_made_is_shown_where_not_all_have_room() -> None:
    numbers = {"problems": 1, "other-paper": 20, "cannot-tell": 300, "all": 321}
    lines = ["".join(text for text, _ in choices_line(numbers, chosen, 40)) for chosen in numbers]
    assert [chosen in line for chosen, line in zip(numbers, lines, strict=True)] == [True] * 4
    assert lines[0].startswith(" problems 1  other-paper 20")


@pytest.mark.usefixtures("cited")
@pytest.mark.parametrize("size", [(120, 35), (60, 20)])
async def test_a_reference_that_is_not_on_arxiv_is_starred_and_becomes_a_paper(
    paths: Paths, size: tuple[int, int]
) -> None:
    async with reading(paths, size=size) as reader:
        await reader.press("g", "comma", "o")
        await reader.until(lambda: isinstance(reader.app.screen, ReferencesScreen))
        await reader.press("j", "s")
        await reader.until_shown("Its record is not here yet: Enter fetches it")
        await reader.press("j", "s")
        await reader.until_shown("starred  A work that has no number at all", "3 of 4 here")
        await reader.press("enter")
        await reader.until_shown("This work is not on arXiv: o opens its page", "No abstract is known.")


@pytest.mark.usefixtures("cited")
async def test_a_paper_starred_in_the_references_is_unstarred_there(paths: Paths) -> None:
    async with reading(paths) as reader:
        await reader.press("g", "comma", "o")
        await reader.until_shown("[1]      unread")
        await reader.press("s")
        await reader.until_shown("[1]      starred")
        await reader.press("u")
        await reader.until_gone("[1]      starred")
        await reader.press("s")
        await reader.until_shown("[1]      starred")
        await reader.press("s")
        await reader.until_shown("[1]      unread")


async def test_the_paper_of_a_text_is_added_to_a_bibliography(
    paths: Paths, cited: tuple[Paper, Paper], tmp_path: Path
) -> None:
    bib = tmp_path / "thesis.bib"
    async with reading(paths) as reader:
        await open_text(reader)
        await reader.press("comma", "C")
        await reader.until_shown("to the bibliography")
        await reader.paste(str(bib))
        await reader.press("enter")
        await reader.until_shown("thesis.bib as ")
        assert "eprint = {2605.00003}" in bib.read_text()
        assert reader.main.context.questions.overlay_question is None


@pytest.mark.usefixtures("cited")
async def test_in_a_list_of_references_without_texts_the_whole_bibliography_is_that_of_the_list(paths: Paths) -> None:
    async with reading(paths) as reader:
        await reader.press("g", "comma", "b")
        await reader.until_shown("References of", "2 of 4 references are here · , o shows the others")
        await reader.press("j", "comma", "o")
        await reader.until_shown("2 of 4 here · The text that cites")


@pytest.mark.parametrize("size", [(120, 35), (60, 20)])
async def test_the_papers_around_one_are_a_tree_that_folds(
    paths: Paths, cited: tuple[Paper, Paper], size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    clocks, locks = cited
    put_text(paths, clocks, citing(f"arXiv:{locks.id}", f"arXiv:{paper(3).id}"))
    with monkeypatch.context() as patch:
        patch.setattr(citations, "PATIENCE", -1.0)
        async with reading(paths, size=size) as reader:
            await reader.press("g", "comma", "n")
            await reader.until_shown("; 2 texts left")
    monkeypatch.setattr(citations, "PATIENCE", LIMIT)
    async with reading(paths, size=size) as reader:
        await reader.press("g", "comma", "n")
        await reader.until_shown("Around", "▾ Cites 2 papers", "▾ Cited by 1 paper")
        await reader.until_shown(f"  ▸ 2×    {'unread  ' if size[0] > 70 else ''}{LOCKS}", "  ▸ 1×", CLOCKS)
        await reader.press("tab")
        await reader.until_shown("› ▸ Cites 2 papers")
        await reader.until(lambda: LOCKS not in reader.text)
        await reader.press("right", "j", "j", "tab")
        await reader.until_shown("›   ▾ 1×", "2×")
        await reader.until(lambda: reader.text.count(LOCKS) == 2)
        await reader.press("j", "tab")
        await reader.until_shown("Nothing is below this line")
        await reader.press("enter")
        await reader.until_shown("is not stored")


async def test_of_two_texts_of_a_paper_the_one_in_front_is_closed(paths: Paths, cited: tuple[Paper, Paper]) -> None:
    async with reading(paths, size=(120, 35)) as reader:
        opened, (paper, other) = reader.main.session.open_texts, (each.key for each in cited)
        for key in (paper, other, paper):
            read_paper(reader.main.context, key)
        await reader.until(lambda: isinstance(reader.app.screen, ReadingScreen))
        await reader.press("escape")
        await reader.until(lambda: opened == [paper, other])
