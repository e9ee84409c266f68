"""Lists at the prompt: one block per paper, the numbers that identify papers, and pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builders import paper_json
from tests.cli.command import PAPERS, run_here, write_papers
from tests.cli.conftest import Call
from tests.cli.plain.conftest import Script


@pytest.mark.usefixtures("filled")
def test_a_paper_is_a_block_of_words_without_signs(script: Script) -> None:
    said = script("list")
    assert said.code == 0
    assert said.out.splitlines()[:7] == [
        "Papers 1 to 4 of 4: all papers, newest first",
        "",
        "1. Bounded Staleness for Sharded Optimizers",
        "   Ada Example, Björn Måns.",
        "   2605.01234v2, cs.DC, new, submitted 11 May 2026, Pith review with 2 theorem links.",
        "   Pith: Stale gradients cost a third less.",
        "",
    ]
    assert said.out.splitlines()[-1] == "The end of the list; a number shows its paper"


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("number", "named"),
    [(0, ""), (1, "   A. 1.\n"), (4, "   A. 1, A. 2, A. 3, A. 4.\n"), (5, "   A. 1, A. 2, A. 3 and 2 others.\n")],
)
def test_of_many_authors_the_first_three_are_named(
    call: Call, script: Script, tmp_path: Path, number: int, named: str
) -> None:
    authors = [f"A. {each}" for each in range(1, number + 1)]
    call("import", str(write_papers(tmp_path / "one.jsonl", [{**PAPERS[2], "authors": authors}])))
    assert f"{PAPERS[2]['title']}\n{named}   {PAPERS[2]['id']}" in script("list").out


@pytest.mark.usefixtures("filled")
def test_the_block_of_a_paper_has_its_star_rating_reading_state_tags_lists_and_note(script: Script) -> None:
    said = script(
        "list", "star 1", "rate 1 4", "tag 1 thesis", "note 1 it's short", "reading 1 to-read", "list ti:staleness"
    )
    assert "   Starred, rated 4, reading state to-read, tagged thesis, with a note.\n" in said.out
    said = script("tag 2605.00999 own", "mark 2605.00999 --list A --list B --tag two", "list ti:gossip")
    assert "   Tagged own, two, on the list A, B.\n" in said.out


@pytest.mark.usefixtures("home")
def test_strokes_and_raised_signs_that_braille_leaves_out_are_written(
    call: Call, script: Script, tmp_path: Path
) -> None:
    texts = {"title": r"Why $P \neq NP$", "abstract": r"For $n\nmid m$ and $\not{p}$, $x_1y^2 \le 10^{-3}z$ in Acme™."}
    call("import", str(write_papers(tmp_path / "one.jsonl", [{**PAPERS[2], **texts}])))
    said = script("list", "show 1")
    assert "1. Why P not = NP\n" in said.out
    assert "\nFor n not ∣ m and p\u0338, x_1y^2 ≤ 10^{−3}z in Acme™.\n" in said.out
    assert "Why P ≠ NP\n" in call("show", PAPERS[2]["id"]).out


@pytest.mark.usefixtures("home")
def test_a_withdrawn_paper_says_so_in_its_block(call: Call, script: Script, tmp_path: Path) -> None:
    withdrawn = {**PAPERS[2], "version": 3, "comment": "Withdrawn: Lemma 2 is wrong"}
    call("import", str(write_papers(tmp_path / "one.jsonl", [withdrawn])))
    assert f"   {PAPERS[2]['id']}v3, withdrawn, cs.LG, submitted" in script("list").out


@pytest.mark.usefixtures("filled")
def test_a_number_or_an_identifier_alone_shows_the_paper(script: Script) -> None:
    for line in ("2", "show 2", "2605.01111", "show 2605.01111"):
        said = script("list", line)
        assert "Cheap Snapshots in [b]Persistent[/b] Queues\nChiara Prova\n" in said.out, line
        assert said.code == 0


@pytest.mark.usefixtures("filled")
def test_a_phrase_needs_no_quotation_marks_around_its_own(script: Script) -> None:
    assert "Papers 1 to 1 of 1" in script('list ti:"gradient gossip"').out


@pytest.mark.usefixtures("filled")
def test_a_fault_of_a_query_is_marked(script: Script) -> None:
    said = script("list caat:cs.DC")
    assert said.code == 2
    assert 'there is no field "caat"' in said.err
    assert "did you mean cat?" in said.err


@pytest.mark.usefixtures("filled")
def test_where_nothing_matches_it_says_so(script: Script) -> None:
    said = script("list nothingofthekind")
    assert (said.code, said.out) == (0, "")
    assert said.err.startswith("no paper matches")


def test_without_papers_it_says_how_to_get_some(script: Script) -> None:
    assert "'arxtui refresh' fetches those of your categories" in script("list").err


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("line", "words"),
    [("9", "which has 1 to 4"), ("0", "which has 1 to 4"), ("star 3-9", "3-9"), ("star 3-2", "3-2")],
)
def test_a_number_that_the_list_lacks_is_refused(script: Script, line: str, words: str) -> None:
    said = script("list", line)
    assert said.code == 2
    assert "there is no paper number" in said.err
    assert words in said.err


@pytest.mark.usefixtures("filled")
def test_before_the_first_list_there_are_no_numbers(script: Script) -> None:
    said = script("star 1")
    assert said.code == 2
    assert "nothing is listed yet, 'list' lists papers" in said.err


class TestPages:
    """Pages of a list of 23 papers."""

    @pytest.fixture(autouse=True)
    def many(self, home: Path, call: Call, tmp_path: Path) -> None:
        papers = [paper_json(number, f"Paper called {number}") for number in range(1, 24)]
        assert call("import", str(write_papers(tmp_path / "many.jsonl", papers))).code == 0

    def test_next_and_back_turn_pages_and_numbers_go_on(self, script: Script) -> None:
        said = script("list", "next", "next", "back", "12")
        heads = [line for line in said.out.splitlines() if line.startswith("Papers ")]
        assert [head.partition(":")[0] for head in heads] == [
            "Papers 1 to 10 of 23",
            "Papers 11 to 20 of 23",
            "Papers 21 to 23 of 23",
            "Papers 11 to 20 of 23",
        ]
        assert "\n12. Paper called 12\n" in said.out
        assert said.out.count("\nPaper called 12\n") == 1

    @pytest.mark.parametrize(("number", "heads"), [(9, []), (10, []), (11, ["11 to 11"]), (20, ["11 to 20"])])
    def test_a_next_page_is_announced_if_there_is_one(self, script: Script, number: int, heads: list[str]) -> None:
        listed = f"list date:2026 id:2605.00001 {' '.join(f'OR id:2605.{each:05}' for each in range(2, number + 1))}"
        said = script(listed)
        assert [
            line.split("'next' shows ")[1].split(";")[0] for line in said.out.splitlines() if "'next'" in line
        ] == heads
        assert ("The end of the list" in said.out) == (not heads)
        more = script(listed, "next")
        assert more.code == (0 if heads else 1)
        assert script(listed, f"star {number}").code == 0
        assert script(listed, f"star {number + 1}").code == 2

    def test_a_number_of_a_page_that_was_not_shown_names_its_paper(self, script: Script) -> None:
        assert "1 paper starred" in script("list", "star 23").out

    @pytest.mark.parametrize(("lines", "words"), [(["back"], "first page"), (["next", "next", "next"], "last page")])
    def test_there_is_nothing_beyond_the_ends(self, script: Script, lines: list[str], words: str) -> None:
        said = script("list", *lines)
        assert said.code == 1
        assert words in said.err

    def test_papers_that_arrive_do_not_change_the_numbers(self, home: Path, script: Script, tmp_path: Path) -> None:
        file = write_papers(tmp_path / "more.jsonl", [paper_json(99, "Newest of all")])
        said = script("list", f"import {file}", "next", "list")
        before, after = said.out.split("Papers 11 to 20 of 23")[0], said.out.rpartition("Papers 1 to 10 of 24")[2]
        assert "Newest of all" not in before
        assert "1. Newest of all" in after


def test_pages_need_something_to_turn(home: Path) -> None:
    said = run_here(home, "--plain", stdin=b"next\n")
    assert said.returncode == 2
    assert "'list' lists papers, 'read' reads one" in said.stderr


@pytest.mark.usefixtures("filled")
def test_where_no_paper_has_all_words_those_with_some_are_listed_and_labelled(script: Script) -> None:
    said = script("list snapshots of quantum queues")
    assert "No paper has all of these words; those that have some, best first.\n" in said.err
    assert "1. Cheap Snapshots in [b]Persistent[/b] Queues\n" in said.out
    assert "   Has snapshots, queues.\n" in said.out


@pytest.mark.usefixtures("filled")
def test_the_groups_of_a_list_have_headings(script: Script) -> None:
    lines = script("list group:category").out.splitlines()
    assert lines[0] == "Papers 1 to 4 of 4: all papers, by category, newest first"
    headings = [line for line in lines if line.endswith((" paper", " papers")) and " · " in line]
    assert headings
    assert sum(int(line.split(" · ")[-1].split()[0]) for line in headings) == 4
