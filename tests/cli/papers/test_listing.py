"""``arxtui list``."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from arxtui.cli.papers import listing
from arxtui.cli.support import output
from arxtui.config.paths import Paths
from arxtui.library.search import grouping, listings
from arxtui.model.intake import Intake
from arxtui.model.paper import History
from arxtui.search import months
from arxtui.store.cache.database import Cache
from tests.builders import paper_json
from tests.cli.command import COMMAND, arxtui, environ, objects, run_here
from tests.cli.conftest import Call
from tests.terminal.screen import terminal


@pytest.mark.usefixtures("filled")
def test_papers_are_listed_newest_first_in_columns(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    code, out, err = call("list")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert [line.split()[0] for line in lines] == ["2605.01234v2", "2605.01111", "2605.00999", "hep-th/9901001"]
    titles = ["Bounded Staleness", "Cheap Snapshots in [b]Persistent[/b] Queues", "Gradient Gossip", "Old Strings"]
    assert len({line.index(title) for line, title in zip(lines, titles, strict=True)}) == 1
    assert "2026-05-11" in lines[0]
    assert "◆2" in lines[0]
    assert call("list", "id:2605.01234", "--authors").out.endswith("Optimizers · Ada Example, Björn Måns\n")


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_in_a_pipe_every_line_has_the_same_columns_between_tabs(
    call: Call, monkeypatch: pytest.MonkeyPatch, term: str
) -> None:
    monkeypatch.setenv("TERM", term)
    call("mark", "2605.01111", "--star", "--unread")
    lines = [line.split("\t") for line in call("list").out.splitlines()]
    assert [(name, category, type_, marks) for name, _, category, type_, marks, *_ in lines] == [
        ("2605.01234v2", "cs.DC", "new", ""),
        ("2605.01111", "cs.DC", "", "unread,starred"),
        ("2605.00999", "cs.LG", "", ""),
        ("hep-th/9901001", "hep-th", "", ""),
    ]
    assert lines[0][1:2] + lines[0][5:] == ["2026-05-11", "◆2", "Bounded Staleness for Sharded Optimizers"]
    with_authors = [line.split("\t") for line in call("list", "--authors").out.splitlines()]
    assert [line[:-1] for line in with_authors] == lines
    assert with_authors[0][-1] == "Ada Example, Björn Måns"


@pytest.mark.usefixtures("filled")
def test_several_words_are_one_query(call: Call) -> None:
    assert "Gradient Gossip" in call("list", "au:example", "gossip").out
    assert len(call("list", "au:example").out.splitlines()) == 2
    assert len(call("list", "--", "-cat:cs.DC").out.splitlines()) == 1


@pytest.mark.usefixtures("filled")
def test_a_misspelt_word_a_bare_category_and_a_lowercase_operator_have_a_suggestion(call: Call) -> None:
    assert call("list", "gosip") == (0, "", "no paper matches; did you mean gossip?\n")
    assert call("list", "cs.DC") == (0, "", "no paper matches; did you mean cat:cs.DC?\n")
    note = "cs.CV is searched as words; did you mean cat:cs.CV?\n"
    assert call("list", "cs.CV") == (0, "", f"no paper matches\n{note}")
    assert call("list", "--explain", "cs.CV").err == note
    either = call("list", "cs.DC OR gossip")
    assert "Gradient Gossip" in either.out
    assert call("list", "ti:gossip or ti:x").err == "no paper matches; did you mean ti:gossip OR ti:x?\n"
    assert either.err == "cs.DC is searched as words; did you mean cat:cs.DC OR gossip?\n"
    assert call("mark", "cs.DC", "--star").err == "no paper matches 'cs.DC'; did you mean cat:cs.DC?\n"
    assert call("views", "add", "distributed", "cs.CV").err == note
    assert call("rules", "try", "cs.CV", "--mute").err == note
    assert call("export", "cs.CV", "--format", "ris").err == f"{note}arxtui: no paper matches; nothing was written\n"


@pytest.mark.usefixtures("filled")
def test_a_day_without_announcements_is_said_to_be_one(call: Call) -> None:
    why = "no announcements on Sun 10 May 2026: arXiv announces nothing on weekends"
    assert call("list", "day:2026-05-10") == (0, "", f"no paper matches; {why}\n")
    assert call("mark", "day:2026-05-10", "--read").err == f"no paper matches 'day:2026-05-10'; {why}\n"
    assert call("list", "day:2026-05-12", "gossip").err == "no paper matches\n"
    assert "announcements" not in call("list", "-day:2026-05-10", "xyzzy").err


@pytest.mark.usefixtures("filled")
def test_json_is_one_whole_paper_a_line(call: Call) -> None:
    code, out, _ = call("list", "--json", "cat:cs.DC")
    assert code == 0
    first, *others = objects(out)
    assert first["id"] == "2605.01234"
    assert first["abstract"] == "We bound delay at O(√T) per shard."
    assert first["abstract_tex"] == "We bound delay at $O(\\sqrt{T})$ per shard."
    assert [review["badge"] for review in first["reviews"]] == ["2 theorems"]
    assert [paper["id"] for paper in others] == ["2605.01111", "2605.00999"]


@pytest.mark.usefixtures("filled")
def test_a_limited_list_says_how_many_papers_match(call: Call) -> None:
    code, out, err = call("list", "--limit", "3")
    assert (code, len(out.splitlines())) == (0, 3)
    assert err == "3 of 4 papers; --limit N shows more, --limit 0 all\n"
    assert len(call("list", "--limit", "0").out.splitlines()) == 4
    assert len(call("list", "--limit", "1", "--json", "cat:cs.DC").out.splitlines()) == 1


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("limit", ["0", "3"])
def test_a_list_that_is_printed_in_parts_has_each_paper_once(
    call: Call, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    whole = call("list", "--limit", limit)
    monkeypatch.setattr(listing, "_CHUNK", 2)
    assert call("list", "--limit", limit) == whole


@pytest.mark.usefixtures("filled")
def test_the_number_is_that_of_all_matches_when_only_the_newest_months_are_searched(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listings, "_FIRST", 1)
    monkeypatch.setattr(months, "_SEARCHED_FIRST", 1)
    monkeypatch.setattr(months, "_MIN_PAPERS", 1)
    query = "strings OR gossip OR snapshots"
    assert call("list", query, "--limit", "1").err.startswith("1 of 3 papers;")
    for limit in (0, 2, 3, 4):
        said = call("list", query, "--limit", str(limit))
        assert (len(said.out.splitlines()), "papers;" in said.err) == (min(limit or 3, 3), limit == 2)


def test_a_query_is_explained_and_nothing_listed_nor_made(call: Call, home: Path) -> None:
    assert call("list", "--explain", "ti:sparse", "is:unread") == (
        0,
        "“sparse” in the title and unread, newest first\n",
        "",
    )
    assert call("list", "--explain", "/a\x1b?b/").out == "text that contains /a?b/, newest first\n"
    assert not home.exists()


def test_a_fault_is_marked_instead(call: Call) -> None:
    code, out, err = call("list", "--explain", "has:all /mo[st2/")
    assert (code, out) == (2, "")
    assert err.splitlines()[1:] == ["  has:all /mo[st2/", "      ^^^"]
    assert call("list", "/mo[st2/").err.splitlines()[1:] == ["  /mo[st2/", "     ^^^^"]


def test_an_index_that_may_miss_papers_is_spoken_of(call: Call, filled: Path) -> None:
    shutil.rmtree(filled / "cache/index")
    assert call("list", "gossip") == (
        0,
        "",
        "there is no search index yet (the next refresh builds it): papers may be missing\nno paper matches\n",
    )
    assert call("list").err == ""


def test_an_empty_cache_and_an_empty_result_say_so(call: Call, tmp_path: Path) -> None:
    assert call("list") == (
        0,
        "",
        "the cache holds no papers yet; 'arxtui refresh' fetches those of your categories ('arxtui subscribe'), "
        "'arxtui import FILE' imports others\n",
    )
    assert call("list", "ti:nothing") == (0, "", "no paper matches\n")


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("limit", ["-1", "ten", "1.5", "²"])
def test_a_limit_that_is_no_count_is_a_bad_command_line(call: Call, limit: str) -> None:
    said = call("list", f"--limit={limit}")
    assert said.code == 2
    assert "must be a whole number" in said.err


@pytest.mark.usefixtures("home")
def test_the_fault_of_a_query_is_marked_in_its_place(call: Call) -> None:
    code, out, err = call("list", 'ti:sharded au:"ada')
    assert (code, out) == (2, "")
    reason, query, mark = err.splitlines()
    assert reason.startswith("arxtui: ")
    assert query == '  ti:sharded au:"ada'
    assert query[mark.index("^")] == '"'


def test_a_closed_pipe_is_no_error(filled: Path) -> None:
    script = f"{' '.join(COMMAND)} list --json --limit 0 | head -c 1; exit ${{PIPESTATUS[0]}}"
    for unbuffered in ("", "1"):
        env = environ(filled, PYTHONUNBUFFERED=unbuffered)
        done = subprocess.run(["bash", "-c", script], env=env, capture_output=True)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"{", b"")


def test_a_full_disk_is_said_in_words(filled: Path) -> None:
    for unbuffered in ("", "1"):
        env = environ(filled, PYTHONUNBUFFERED=unbuffered)
        with Path("/dev/full").open("w") as full:
            done = subprocess.run([*COMMAND, "list"], env=env, stdout=full, stderr=subprocess.PIPE, text=True)
        assert (done.returncode, done.stderr) == (1, "arxtui: cannot write the output: No space left on device\n")


def test_lines_fit_the_terminal_and_unread_is_bold(filled: Path) -> None:
    with terminal([*COMMAND, "list", "--limit", "0"], environ(filled), columns=60, rows=12) as screen:
        assert screen.ended() == 0
        rows = [line for line in screen.lines if line]
        assert len(rows) == 4
        assert rows[0].endswith("…")
        assert "2026-05-13" not in rows[0]


@pytest.mark.usefixtures("filled")
def test_unread_is_bold_hidden_is_dim_and_days_need_72_cells(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    call("mark", "2605.01111", "--hide")
    call("mark", "2605.00999", "--unread")
    monkeypatch.setattr(output, "is_styled", lambda: True)
    for width, has_day in ((71, False), (72, True)):
        monkeypatch.setenv("COLUMNS", str(width))
        [hidden] = call("list", "is:hidden").out.splitlines()
        assert "\x1b[2mCheap" in hidden
        assert "\x1b[1mGradient" in call("list", "gossip").out
        assert ("2026-05-10" in hidden) is has_day


def test_no_colour_where_none_is_wanted(filled: Path) -> None:
    run_here(filled, "mark", "2605.01234", "--unread")
    with terminal([*COMMAND, "list"], environ(filled)) as screen:
        screen.ended()
        assert b"\x1b[1mBounded" in screen.raw
    with terminal([*COMMAND, "list"], environ(filled, NO_COLOR="1")) as screen:
        screen.ended()
        assert b"Bounded" in screen.raw
        assert b"\x1b[1m" not in screen.raw


def test_json_is_plain_ascii_where_the_output_is(filled: Path) -> None:
    said = arxtui(filled, "list", "--json", "ti:gossip", env={"PYTHONIOENCODING": "ascii"})
    assert said.stdout.isascii()
    assert objects(said.stdout)[0]["title"].endswith("链")


@pytest.mark.usefixtures("filled")
def test_where_no_paper_has_all_words_those_with_some_are_listed_and_labelled(call: Call) -> None:
    query = ("list", "snapshots", "of", "quantum", "queues")
    label = 'no paper has all of these words; those that have some, best first (some:"snapshots of quantum queues"):\n'
    said = call(*query)
    assert (said.code, said.err) == (0, label)
    assert [line.split()[0] for line in said.out.splitlines()] == ["2605.01111"]
    [paper] = objects(call(*query, "--json").out)
    assert (paper["id"], paper["matched_words"]) == ("2605.01111", ["snapshots", "queues"])
    assert call(*query, "cat:cs.LG") == (0, "", "no paper matches\n")
    assert "matched_words" not in objects(call("list", "snapshots", "--json").out)[0]


@pytest.mark.usefixtures("filled")
def test_marking_by_a_query_needs_all_of_its_words(call: Call) -> None:
    assert call("mark", "snapshots of quantum queues", "--star").out == "0 papers starred\n"
    assert call("list", "is:starred").out == ""


def test_on_a_terminal_each_paper_names_the_words_that_it_has(filled: Path) -> None:
    command = [*COMMAND, "list", "snapshots", "of", "quantum", "queues"]
    with terminal(command, environ(filled), columns=80, rows=12) as screen:
        assert screen.ended() == 0
        assert "    snapshots, queues" in screen.lines


@pytest.mark.usefixtures("filled")
def test_an_expression_that_was_not_tried_on_all_papers_is_not_said_to_match_none(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arxtui.library.search.queries.MAX_SCANNED", 1)
    said = call("list", "ti:/^[0-9] /")
    assert said.out == ""
    assert "the regular expression was tried on the newest 1 of " in said.err
    assert "no paper that was searched matches\n" in said.err


@pytest.mark.usefixtures("filled")
def test_a_withdrawn_paper_says_so_in_lists_in_show_in_json_and_above_an_older_text(
    call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gone = paper_json(1234, version=3, updated="2026-05-20T00:00:00Z", comment="Withdrawn: Lemma 2 is wrong")
    (tmp_path / "gone.jsonl").write_text(json.dumps(gone), encoding="utf-8")
    assert call("list", "is:withdrawn").err == "no paper matches\n"
    assert call("import", str(tmp_path / "gone.jsonl")).code == 0
    assert [line.split("\t")[4] for line in call("list").out.splitlines()] == ["withdrawn", "", "", ""]
    assert "Withdrawn: v3 was withdrawn by its authors" in call("show", "2605.01234").out
    shown = objects(call("list", "is:withdrawn", "--json").out)
    assert [each["withdrawn"] for each in shown] == [{"by": "authors", "words": "Withdrawn: Lemma 2 is wrong"}]
    monkeypatch.setenv("COLUMNS", "120")
    lines = call("list").out.splitlines()
    assert ["⊘" in line for line in lines] == [True, False, False, False]


@pytest.mark.usefixtures("filled")
def test_a_paper_that_arxiv_alone_lists_as_withdrawn_says_so_everywhere(call: Call) -> None:
    with Cache.open(Paths.find().cache_db) as cache:
        cache.take(Intake(histories=(History("2605.01234", (), withdrawn=2),)))
    assert [line.split("\t")[4] for line in call("list", "is:withdrawn").out.splitlines()] == ["withdrawn"]
    assert "\nWithdrawn: v2 was withdrawn" in call("show", "2605.01234").out
    for verb in (("list", "is:withdrawn"), ("show", "2605.01234"), ("export", "2605.01234", "--format", "jsonl")):
        [result] = objects(call(*verb, *(["--json"] if verb[0] != "export" else [])).out)
        assert result["withdrawn"] is not None


@pytest.mark.usefixtures("filled")
def test_groups_have_headings_for_people_and_none_in_a_pipe(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "papers\n" not in call("list", "group:category").out
    monkeypatch.setenv("COLUMNS", "120")
    lines = call("list", "group:category").out.splitlines()
    assert lines[0].startswith("cs.")
    assert len(lines) == 4 + len([line for line in lines if line.endswith((" 1 paper", " papers"))]) > 5


@pytest.mark.usefixtures("filled")
def test_a_list_that_is_too_long_for_groups_says_so(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grouping, "MOST_BY_TOPIC", 3)
    said = call("list", "group:topic")
    assert (said.out.count("\n"), said.err) == (
        4,
        "Only lists of up to 3 papers are grouped by topic: more take too long\n",
    )
