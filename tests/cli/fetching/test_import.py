"""``arxtui import``."""

from __future__ import annotations

import gzip
import lzma
import re
import resource
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from arxtui.cli.fetching import importing
from arxtui.cli.support import output
from arxtui.model.intake import Tally
from arxtui.store.cache.database import Cache
from arxtui.sync.importing import ingest
from arxtui.sync.importing.reports import ImportProgress
from tests.cli.command import COMMAND, PAPERS, environ, objects, run_here, write_papers
from tests.cli.conftest import Call
from tests.terminal.screen import terminal


@pytest.mark.usefixtures("home")
def test_a_report_counts_new_changed_and_same_papers(call: Call, tmp_path: Path) -> None:
    file = write_papers(tmp_path / "papers.jsonl")
    assert call("import", str(file)) == (
        0,
        f"{file}: 4 papers (4 new, 0 changed, 0 same); 1 review of 1 paper (1 new, 0 changed, 0 same); "
        "1 announcement; 0 rejected\n",
        "",
    )
    changed = [{**PAPERS[1], "version": 2, "title": "Dear Snapshots"}, *PAPERS[2:]]
    again = call("import", str(write_papers(tmp_path / "again.jsonl", changed)))
    assert again.out.endswith("again.jsonl: 3 papers (0 new, 1 changed, 2 same); 0 rejected\n")


@pytest.mark.usefixtures("home")
def test_rejected_lines_are_reported_by_number_and_the_other_papers_are_imported(call: Call, tmp_path: Path) -> None:
    file = write_papers(
        tmp_path / "papers.jsonl", [PAPERS[1], {"id": "2605.99x", "title": "No \x1b[31mid"}, {}, PAPERS[2]]
    )
    code, out, _ = call("import", str(file))
    assert code == 0
    first, *places = out.splitlines()
    assert first.endswith("2 papers (2 new, 0 changed, 0 same); 2 rejected")
    assert [place.partition(":")[0] for place in places] == ["  rejected line 2", "  rejected line 3"]
    [report] = objects(call("import", "--json", str(file)).out)
    assert (report["new"], report["same"], report["rejected"]) == (0, 2, 2)
    assert report["error"] is None
    assert [reject["place"] for reject in report["rejects"]] == ["line 2", "line 3"]


@pytest.mark.usefixtures("home")
def test_the_content_decides_not_the_name(call: Call, tmp_path: Path) -> None:
    data = write_papers(tmp_path / "papers.jsonl").read_bytes()
    (tmp_path / "one.html").write_bytes(gzip.compress(data))
    (tmp_path / "two.xml").write_bytes(lzma.compress(data))
    code, out, _ = call("import", str(tmp_path / "one.html"), str(tmp_path / "two.xml"))
    assert code == 0
    assert [line.partition(": ")[2].partition(";")[0] for line in out.splitlines()] == [
        "4 papers (4 new, 0 changed, 0 same)",
        "4 papers (0 new, 0 changed, 4 same)",
    ]


@pytest.mark.usefixtures("home")
def test_a_file_that_gives_nothing_is_a_failure_in_words(call: Call, tmp_path: Path) -> None:
    (tmp_path / "prose.txt").write_text("Just some words.\n")
    (tmp_path / "empty").write_text("")
    good = write_papers(tmp_path / "papers.jsonl")
    code, out, err = call(
        "import", *(str(tmp_path / name) for name in ("prose.txt", "empty", "none.xml", ".")), str(good)
    )
    assert (code, err) == (1, "")
    lines = out.splitlines()
    assert [line for line in lines if not line.startswith(" ")][:4] == [
        f"{tmp_path / name}: nothing imported" for name in ("prose.txt", "empty", "none.xml", ".")
    ]
    assert "cannot be read: No such file or directory" in out
    assert "cannot be read: Is a directory" in out
    assert "4 papers (4 new" in lines[-1]


@pytest.mark.usefixtures("home")
def test_the_feed_of_a_day_without_announcements_is_distinguished_from_a_broken_one(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "sunday.xml"
    file.write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>cs.DC updates on arXiv.org</title>'
        "<link>http://rss.arxiv.org/rss/cs.DC</link><description>cs.DC updates</description></channel></rss>"
    )
    assert call("import", str(file)) == (
        1,
        f"{file}: nothing imported\n  the file is valid, but contains no papers or citations\n",
        "",
    )


def test_a_terminal_shows_how_far_it_is(home: Path, tmp_path: Path) -> None:
    file = write_papers(tmp_path / "papers.jsonl")
    with terminal([*COMMAND, "import", str(file)], environ(home), columns=200) as screen:
        assert screen.ended() == 0
        assert re.search(rb"\r\x1b\[K4 papers, 1 review, [\d,]+/s, 100 %: /", screen.raw)
        assert screen.lines[0].startswith(f"{file}: 4 papers (4 new")


@pytest.mark.usefixtures("home")
def test_where_nobody_looks_a_line_now_and_then_says_how_far_it_is(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "_LINE_SECONDS", 0.0)
    file = write_papers(tmp_path / "papers.jsonl")
    assert re.fullmatch(rf"4 papers, 1 review, [\d,]+/s, 100 %: {file}\nfinishing the search index\n",
                        call("import", str(file)).err)  # fmt: skip


MANY = [{**PAPERS[1], "id": f"2605.{number:05}", "title": f"Paper {number}"} for number in range(1, 2_500)]
"""More records than a part has, which is a thousand."""


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Store each part in a transaction of its own."""
    monkeypatch.setattr(ingest, "_PARTS", 1)


@contextmanager
def interrupted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Interrupt the import within at its first progress message."""
    interrupts = iter([signal.SIGINT])

    def interrupt_once(_: ImportProgress) -> str:
        for number in interrupts:
            signal.raise_signal(number)
        return "stopping"

    with monkeypatch.context() as context:
        context.setattr(importing, "_progress_words", interrupt_once)
        context.setattr(importing, "_LINE_SECONDS", 0.0)
        yield


@pytest.mark.usefixtures("home", "parts")
def test_the_share_of_a_large_file_grows(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "_LINE_SECONDS", 0.0)
    said = call("import", str(write_papers(tmp_path / "large.jsonl", [*MANY, *MANY]))).err
    shares = [int(share) for share in re.findall(r", (\d+) %", said)]
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1] == 100


@pytest.mark.usefixtures("parts")
@pytest.mark.parametrize("from_file", [True, False])
def test_an_interrupted_import_of_a_file_can_be_resumed_and_one_of_standard_input_cannot(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, from_file: bool
) -> None:
    file = write_papers(tmp_path / "large.jsonl", MANY)
    with interrupted(monkeypatch):
        done = run_here(home, "import", "--json", str(file) if from_file else "-", stdin=file.read_bytes())
    [report] = objects(done.stdout)
    assert (done.returncode, report["interrupted"], report["resumable"]) == (130, True, from_file)


@pytest.mark.usefixtures("parts")
def test_of_interrupted_standard_input_it_is_said_that_the_rest_is_missing(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with interrupted(monkeypatch):
        done = run_here(home, "import", "-", stdin=write_papers(tmp_path / "large.jsonl", MANY).read_bytes())
    assert done.stdout.endswith("\n  stopped; the part before that was imported, the rest was not\n")


@pytest.mark.usefixtures("parts")
def test_interrupted_it_says_how_to_go_on_and_then_goes_on(
    home: Path, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(write_papers(tmp_path / "large.jsonl", MANY))
    with interrupted(monkeypatch):
        code, out, _ = call("import", file)
    assert code == 130
    first, stopped = out.splitlines()
    assert stopped == "  stopped: the same command continues from here"
    kept = int(re.findall(r"([\d,]+) papers", first)[0].replace(",", ""))
    with Cache.open(home / "cache" / "cache.db", read_only=True) as cache:
        assert kept == cache.count()
    assert 0 < kept < len(MANY)
    again = call("import", file)
    assert again.code == 0
    assert "2,499 papers (2,499 new, 0 changed, 0 same)" in again.out
    assert f"continued where an earlier import stopped, after {kept:,} records" in again.out


@pytest.mark.usefixtures("home")
def test_more_rejects_than_a_screen_holds_are_in_a_file_that_is_named(call: Call, tmp_path: Path) -> None:
    file = write_papers(tmp_path / "papers.jsonl", [PAPERS[1], *[{"id": f"no {number}"} for number in range(30)]])
    *_, more, named = call("import", str(file)).out.splitlines()
    assert more == "  and 10 more rejected; all are listed in"
    assert len(Path(named.strip()).read_text().splitlines()) == 30
    [report] = objects(call("import", "--json", str(file)).out)
    assert report["rejects_file"] == named.strip()
    assert len(report["rejects"]) == 30


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.4, "0:00"), (9.6, "0:10"), (60, "1:00"), (3_599.4, "59:59"), (3_605, "1:00:05")]
)
def test_a_duration_is_reported_as_on_a_clock(seconds: float, words: str) -> None:
    assert importing._duration(seconds) == words


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("number", [19, 20, 21])
def test_twenty_rejects_are_listed_and_the_number_of_the_others(call: Call, tmp_path: Path, number: int) -> None:
    file = write_papers(tmp_path / "papers.jsonl", [PAPERS[1], *[{"id": f"no {each}"} for each in range(number)]])
    lines = call("import", str(file)).out.splitlines()
    assert sum(line.startswith("  rejected ") for line in lines) == min(number, 20)
    assert sum("more rejected" in line for line in lines) == (number > 20)


def test_a_cache_that_can_grow_no_more_ends_the_file_it_fails_under_alone(tmp_path: Path) -> None:
    chance = Random(7)  # incompressible texts, so that the cache has no room for even the first of them
    abstracts = {f"2605.{number:05}": chance.randbytes(4000).hex() for number in range(2000, 3000)}
    papers = [{**PAPERS[1], "id": id, "abstract": abstract} for id, abstract in abstracts.items()]
    small, large = write_papers(tmp_path / "small.jsonl"), write_papers(tmp_path / "large.jsonl", papers)
    said = subprocess.run(
        [*COMMAND, "import", "--json", str(small), str(large), str(small)],
        env=environ(tmp_path / "home"),
        capture_output=True,
        text=True,
        timeout=100,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, 2_000_000)),
    )
    first, second, third = objects(said.stdout)
    assert said.returncode == 1
    assert (first["new"], first["error"], third["same"], third["error"]) == (4, None, 4, None)
    assert "cache.db" in second["error"]


def test_standard_input_is_a_file_too(tmp_path: Path) -> None:
    data = write_papers(tmp_path / "papers.jsonl").read_bytes()
    said = run_here(tmp_path / "home", "import", "-", stdin=data)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith("standard input: 4 papers (4 new, 0 changed, 0 same)")
    assert run_here(tmp_path / "home", "import", "-", stdin=b"").returncode == 1


def test_the_json_of_a_list_imports_again_as_the_same_papers_and_reviews(filled: Path, tmp_path: Path) -> None:
    listed = run_here(filled, "list", "--json", "--limit", "0").stdout
    again = run_here(filled, "import", "-", stdin=listed.encode())
    text = "4 papers (0 new, 0 changed, 4 same); 1 review of 1 paper (0 new, 0 changed, 1 same); 0 rejected"
    assert again.stdout == f"standard input: {text}\n"
    other = run_here(tmp_path / "other", "import", "-", stdin=listed.encode())
    assert other.returncode == 0
    assert objects(run_here(tmp_path / "other", "list", "--json").stdout) == [
        {**paper, "sources": paper["sources"]} for paper in objects(listed)
    ]


def test_the_pith_seed_gives_its_80_reviews_of_74_papers(home: Path, call: Call, shared: Path) -> None:
    seed = shared / "seeds/001_37170d3f66719629.txt"
    code, out, _ = call("import", str(seed))
    assert code == 0
    assert "80 reviews of 74 papers (80 new, 0 changed, 0 same)" in out
    assert "; 0 rejected" in out
    papers = objects(call("list", "--json", "--limit", "0").out)
    reviews = [review for paper in papers for review in paper["reviews"]]
    badges = [review["badge"] for review in reviews]
    assert (len(papers), len(reviews)) == (74, 80)
    assert {badge: badges.count(badge) for badge in badges} == {
        "Recognition": 33, "": 23, "2 theorems": 20, "3 theorems": 3, "1 theorem": 1,
    }  # fmt: skip
    assert sum(review["has_figure"] for review in reviews) == 69
    assert all(paper["id"] is None for paper in papers)
    assert "80 reviews of 74 papers (0 new, 0 changed, 80 same)" in call("import", str(seed)).out


@pytest.mark.usefixtures("home")
def test_the_query_seed_gives_its_15_papers_once(call: Call, shared: Path) -> None:
    seed = str(shared / "seeds/arxiv-query-60.atom.xml")
    assert "15 papers (15 new, 0 changed, 0 same); 0 rejected" in call("import", seed).out
    assert "15 papers (0 new, 0 changed, 15 same); 0 rejected" in call("import", seed).out
    papers = objects(call("list", "--json", "--limit", "0").out)
    assert len(papers) == 15
    for paper in papers:
        for name in ("id", "version", "title", "abstract", "authors", "categories", "published", "updated", "links"):
            assert paper[name], name


@pytest.mark.usefixtures("home")
def test_every_error_answer_is_refused_in_words(call: Call, shared: Path) -> None:
    files = sorted((shared / "data/arxiv/errors").iterdir())
    assert len(files) == 34
    for file in files:
        code, out, err = call("import", str(file))
        assert (code, err) == (1, ""), file.name
        head, reason = out.splitlines()
        assert head == f"{file}: nothing imported"
        assert len(reason.split()) > 2, file.name


@pytest.mark.usefixtures("home")
def test_all_answers_of_the_query_api_give_339_papers_in_any_order(call: Call, shared: Path) -> None:
    files = sorted(str(file) for file in (shared / "data/arxiv/atom").iterdir())
    call("import", *files)
    forward = call("list", "--json", "--limit", "0").out
    assert len(forward.splitlines()) == 339
    call("import", *reversed(files))
    versions = [(paper["id"], paper["version"]) for paper in objects(forward)]
    assert [
        (paper["id"], paper["version"]) for paper in objects(call("list", "--json", "--limit", "0").out)
    ] == versions


@pytest.mark.parametrize(("is_terminal", "shown"), [(True, ["1", "index", "finishing", "5"]), (False, ["1", "5"])])
def test_progress_is_reported_now_and_then_and_a_terminal_hears_of_each_step(
    monkeypatch: pytest.MonkeyPatch, shown: list[str], *, is_terminal: bool
) -> None:
    monkeypatch.setattr(output, "is_stderr_terminal", lambda: is_terminal)
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[-1])
    said: list[str] = []
    report = importing._progress_reporter(lambda words: said.append(words.split()[0].rstrip(":")), 30.0)
    for at, papers, catching_up, finishing in (
        *((30.0, 1, 0, False), (59.9, 2, 0, False), (59.9, 3, 7, False), (59.9, 4, 0, True)),
        (89.9 if is_terminal else 60.0, 5, 0, False),
    ):
        now.append(at)
        report(ImportProgress(tally=Tally(new=papers), catching_up=catching_up, finishing=finishing))
    assert said == shown
