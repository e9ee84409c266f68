"""The import of files that name papers by numbers of a service: Semantic Scholar's datasets, OpenAlex's snapshot."""

from __future__ import annotations

import gzip
import signal
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.model.arxiv.ids import id_of, key_of
from arxtui.sources import numbered_works
from arxtui.store.cache.database import Cache
from arxtui.store.errors import DiskFull
from arxtui.store.progress.numbers import Numbers
from arxtui.sync.importing import citations, importer
from arxtui.sync.importing.importer import import_files
from arxtui.sync.importing.reports import FileReport, ImportProgress
from tests.fork_server import ForkServer
from tests.numbered_works import openalex_work, packed, s2_citation, s2_paper
from tests.sync.importing.test_resuming import stopped

ONE, TWO, THREE = "2605.00001", "hep-th/9901002", "2605.00003"
S2, OPENALEX = "Semantic Scholar datasets", "OpenAlex snapshot"
COUNT = 40
NUMBERS = [f"2605.{number:05}" for number in range(1, COUNT + 1)]
EDGES = COUNT * (COUNT - 1) // 2
PAPERS = [s2_paper(1000 + number, name) for number, name in enumerate(NUMBERS)]
CITATIONS = [s2_citation(1000 + one, 1000 + two) for one in range(COUNT) for two in range(one)]
PAGE = "http://arxiv.org/abs/{}"
WORKS = [
    openalex_work(4_000_000_000 + one, *(4_000_000_000 + two for two in range(one)), pages=[PAGE.format(name)])
    for one, name in enumerate(NUMBERS)
]


def imported(paths: Paths, *files: Path) -> list[FileReport]:
    return list(import_files(paths, files, lambda _: None).files)


def cited(paths: Paths, name: str) -> list[str] | None:
    with Cache.open(paths.cache_db) as cache:
        found = cache.graph.references(key_of(name))
        return None if found is None else [str(id_of(key)) for key in found]


def edges(paths: Paths) -> int:
    with Cache.open(paths.cache_db) as cache:
        assert not cache.graph.is_behind()
        assert not cache.graph.fold_next()
        return sum(map(len, cache.graph.citing(map(key_of, NUMBERS)).values()))


def waits(paths: Paths) -> bool:
    with Numbers.open(paths.numbers) as numbers:
        return any(numbers.buckets(service) or numbers.as_of(service) is not None for service in (S2, OPENALEX))


def test_citations_of_semantic_scholar_are_between_the_papers_that_its_other_files_name(
    paths: Paths, tmp_path: Path
) -> None:
    papers = packed(tmp_path / "papers.gz", [s2_paper(11, ONE), s2_paper(12), s2_paper(13, TWO), s2_paper(14, THREE)])
    lines = [
        s2_citation(11, 13),
        s2_citation("14", "11"),
        s2_citation(14, None),
        s2_citation(11, 12),
        s2_citation(12, 11),
        s2_citation(11, 11),
        s2_citation(11, 13),
    ]
    reports = imported(paths, packed(tmp_path / "citations.gz", lines, at=8), papers)
    assert [Path(report.name).name for report in reports] == ["papers.gz", "citations.gz"]
    assert [(each.tally.records, each.tally.numbers, each.tally.citations) for each in reports] == [
        (4, 3, 0),
        (7, 0, 2),
    ]
    assert cited(paths, ONE) == [TWO]
    assert cited(paths, THREE) == [ONE]
    assert cited(paths, TWO) is None
    with Cache.open(paths.cache_db) as cache:
        assert cache.graph.witnesses(key_of(ONE), key_of(TWO)) == [(S2, 8)]
        assert list(cache.graph.citing([key_of(ONE)])[key_of(ONE)]) == [key_of(THREE)]
    assert not waits(paths)


def test_a_later_file_of_semantic_scholar_adds_to_those_before(paths: Paths, tmp_path: Path) -> None:
    papers = packed(tmp_path / "papers.gz", [s2_paper(11, ONE), s2_paper(13, TWO)])
    imported(paths, papers, packed(tmp_path / "citations.gz", [s2_citation(11, 13)]))
    update = packed(tmp_path / "papers-update.gz", [s2_paper(14, THREE)])
    imported(paths, update, packed(tmp_path / "citations-update.gz", [s2_citation(11, 14)], at=9))
    assert cited(paths, ONE) == [TWO, THREE]
    with Cache.open(paths.cache_db) as cache:
        assert cache.graph.witnesses(key_of(ONE), key_of(TWO)) == [(S2, 9)]


def test_citations_whose_numbers_no_file_explains_are_refused_with_the_way_out(paths: Paths, tmp_path: Path) -> None:
    [report] = imported(paths, packed(tmp_path / "citations.gz", CITATIONS))
    assert report.error == ("the dataset “papers” says which papers its numbers mean: import that with it, or before")
    assert (report.resumable, report.tally.records) == (False, 0)


def test_works_of_openalex_are_papers_by_doi_or_page_in_any_file(paths: Paths, tmp_path: Path) -> None:
    early = packed(
        tmp_path / "works" / "updated_date=2026-05-01" / "part_0000.gz",
        [
            openalex_work(7_000_000_001, 7_000_000_002, 55, 7_000_000_003, doi=f"https://doi.org/10.48550/arxiv.{ONE}"),
            openalex_work(55, 7_000_000_001, doi="https://doi.org/10.1000/x", pages=["https://doi.org/10.1000/x"]),
            openalex_work(7_000_000_009, doi="https://doi.org/10.48550/arxiv.2605.00009"),
        ],
    )
    late = packed(
        tmp_path / "works" / "updated_date=2026-06-24" / "part_0000.gz",
        [
            openalex_work(7_000_000_002, 55, doi="https://doi.org/10.1000/y", pages=[f"https://arxiv.org/abs/{TWO}v2"]),
            openalex_work(7_000_000_003, doi=f"https://doi.org/10.48550/arxiv.{THREE}"),
            openalex_work(66, doi=None),
        ],
        at=9,
    )
    reports = imported(paths, early, late)
    assert [(each.tally.records, each.tally.numbers, each.tally.citations) for each in reports] == [
        (3, 2, 0),
        (3, 2, 2),
    ]
    assert cited(paths, ONE) == [TWO, THREE]
    assert cited(paths, TWO) == []
    assert cited(paths, "2605.00009") is None
    with Cache.open(paths.cache_db) as cache:
        assert cache.graph.witnesses(key_of(ONE), key_of(THREE)) == [(OPENALEX, 9)]
    later = openalex_work(7_000_000_001, 7_000_000_003, doi=f"https://doi.org/10.48550/arxiv.{ONE}")
    imported(paths, packed(tmp_path / "part_0001.gz", [later], at=10))
    assert cited(paths, ONE) == [THREE]


def test_a_file_without_a_work_on_arxiv_is_no_failure(paths: Paths, tmp_path: Path) -> None:
    report = import_files(paths, [packed(tmp_path / "part_0000.gz", [openalex_work(5, 6)])], lambda _: None)
    assert (report.exit_code, report.files[0].tally.records) == (0, 1)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("no JSON", "it is no record of this file"),
        ('{"id": "https://openalex.org/W5", "arxiv.": ', "it is no record of this file"),
        ("[" * 100_000, "it is no record of this file"),
        ('{"doi": "https://doi.org/10.48550/arxiv.2605.00001"}', "it is no record of this file"),
        ('{"id": 5, "doi": "arxiv."}', "it is no record of this file"),
        ('{"id": "https://openalex.org/W5", "doi": 7, "a": "arxiv."}', "it is no record of this file"),
        (openalex_work(5, pages=[PAGE.format(ONE), PAGE.format(TWO)]), "it is several papers of arXiv"),
        (openalex_work(5, doi="https://doi.org/10.48550/arxiv.9999.1"), "not an arXiv identifier: "),
        ("\udcff\udcfe", "it is no record of this file"),
        ("x" * 5_000, "it is longer than any can be"),
        ("x" * 90_000, "it is longer than any can be"),
    ],
)
def test_lines_that_cannot_be_read_are_named_and_the_others_stored(
    paths: Paths, tmp_path: Path, line: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numbered_works, "_PART", 1_000)
    if set(line) == {"x"}:
        monkeypatch.setattr(numbered_works, "_LONGEST", 3_000)
        monkeypatch.setattr(citations, "CHUNK_SIZE", 500)
    file = tmp_path / "part_0000"
    file.write_bytes("\n".join([*WORKS[:20], line, *WORKS[20:]]).encode("utf-8", "surrogateescape"))
    [report] = imported(paths, file)
    [reject] = report.rejects
    assert reject.place == "line 21"
    assert reject.reason.startswith(reason)
    assert (report.error, report.tally.rejected, report.tally.records) == ("", 1, COUNT)
    assert edges(paths) == EDGES


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        s2_citation(10**18, 5),
        s2_citation("x", 5),
        '{"citingcorpusid": [], "citedcorpusid": 5}',
        '{"citingcorpusid": 5, "contexts": "citedcorpusid',
    ],
)
def test_citations_that_cannot_be_read_are_named_too(paths: Paths, tmp_path: Path, line: str) -> None:
    lines = [*CITATIONS[:100], line, "", *CITATIONS[100:]]
    reports = imported(paths, packed(tmp_path / "papers", PAPERS), packed(tmp_path / "citations", lines))
    assert [reject.place for reject in reports[1].rejects] == ["line 101"]
    assert edges(paths) == EDGES


def test_the_order_of_fields_and_blanks_do_not_matter(paths: Paths, tmp_path: Path) -> None:
    other = '{"citedcorpusid" : "1001", "contexts": null, "citingcorpusid":1030 }'
    lines = [CITATIONS[0], other, CITATIONS[1].replace(":", " : ").replace(",", " , ")]
    imported(paths, packed(tmp_path / "papers", PAPERS), packed(tmp_path / "citations", lines))
    assert cited(paths, NUMBERS[30]) == [NUMBERS[1]]
    assert edges(paths) == 3


def test_a_file_of_which_nearly_nothing_can_be_read_ends_with_that(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numbered_works, "_PART", 100)
    monkeypatch.setattr(numbered_works, "_MOST_REJECTS", 10)
    [report] = imported(paths, packed(tmp_path / "part", [*WORKS[:20], *(["nothing"] * 500)]))
    assert report.error == "more than 10 of its lines cannot be read"
    assert edges(paths) == 20 * 19 // 2


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Files of Semantic Scholar that are read in many steps, of which each is stored."""
    monkeypatch.setattr(numbered_works, "_PART", 1_000)
    monkeypatch.setattr(citations, "_READ", 2_000)
    monkeypatch.setattr(citations, "CHUNK_SIZE", 500)
    parts = [packed(tmp_path / f"papers{part}.gz", PAPERS[part::2]) for part in range(2)]
    return [*parts, *(packed(tmp_path / f"citations{part}.gz", CITATIONS[part::3]) for part in range(3))]


def _goes_on(paths: Paths, files: Sequence[Path]) -> None:
    reports = imported(paths, *files)
    assert [(report.error, report.interrupted, report.resumable) for report in reports] == [("", False, False)] * 5
    assert sum(report.tally.records for report in reports) == COUNT + EDGES
    assert edges(paths) == EDGES
    assert not waits(paths)
    with Cache.open(paths.cache_db) as cache:
        assert cache._db.value("SELECT count(*) FROM import") == 0


@pytest.mark.parametrize("after", [1, 9, 25, 40])
def test_an_import_that_was_stopped_goes_on_where_it_ended(paths: Paths, files: list[Path], after: int) -> None:
    report = stopped(paths, *files, after=after)
    assert report.files[-1].interrupted
    assert report.files[-1].resumable
    _goes_on(paths, files)


def test_a_file_that_was_read_is_not_read_again(
    paths: Paths, files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = threading.Event()

    def stop_at_the_end(progress: ImportProgress) -> None:
        if progress.finishing:
            stop.set()

    report = import_files(paths, files, stop_at_the_end, stop)
    assert [(each.interrupted, each.resumable) for each in report.files] == [(False, False)] * 4 + [(True, True)]
    with monkeypatch.context() as patched:
        patched.setattr(citations, "read_numbered", lambda *_: pytest.fail("read again"))
        _goes_on(paths, files)


_IMPORT = """
import os, signal
from pathlib import Path
from arxtui.config.paths import Paths
from arxtui.sources import numbered_works
from arxtui.sync.importing import citations
from arxtui.sync.importing.importer import import_files
numbered_works._PART, citations._READ, citations.CHUNK_SIZE = 1000, 2000, 500
left = int(sys.argv[1])
def count_down(_):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
import_files(Paths.find(), sys.argv[2:], count_down)
"""


@pytest.mark.parametrize("after", [2, 20, 40, 50])
def test_an_import_that_was_killed_goes_on_and_leaves_nothing_behind(
    paths: Paths, files: list[Path], fork_server: ForkServer, after: int
) -> None:
    environ = {"ARXTUI_HOME": str(paths.config.parent)}
    with fork_server.start(_IMPORT, str(after), *map(str, files), environ=environ) as process:
        assert process.wait() == -signal.SIGKILL
    _goes_on(paths, files)
    assert sorted(each.name for each in paths.cache.iterdir() if "-" not in each.name) == [
        "cache.db",
        "index",
        "numbers.db",
    ]


def test_a_full_disk_ends_the_import_and_more_room_lets_it_go_on(
    paths: Paths, files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    put, calls = Numbers.put, []

    def full(*arguments: object) -> None:
        calls.append(arguments)
        if len(calls) == 12:
            raise DiskFull("There is no room left on the disk.")
        put(*arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(Numbers, "put", full)
        reports = imported(paths, *files)
    assert [report.error for report in reports if report.error] == ["There is no room left on the disk."]
    assert sum(report.resumable for report in reports) == 1
    assert edges(paths) == 0
    _goes_on(paths, files)


def test_citations_of_a_truncated_file_are_kept(paths: Paths, tmp_path: Path) -> None:
    file = packed(tmp_path / "part_0000.gz", WORKS)
    file.write_bytes(file.read_bytes()[:-30])
    [report] = imported(paths, file)
    assert "ends early" in report.error
    assert 0 < edges(paths) <= EDGES
    assert not waits(paths)


def test_citations_that_waited_for_months_are_dropped_and_only_one_process_imports(
    paths: Paths, files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped(paths, *files, after=40)
    assert waits(paths)
    monkeypatch.setattr("arxtui.store.progress.numbers._BUSY_TIMEOUT", 0.0)
    with Numbers.open(paths.numbers):
        assert "is in use by another process" in imported(paths, files[-1])[0].error
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 100 * 86_400)
    assert not waits(paths)


def test_an_import_of_one_service_leaves_that_of_another_alone(paths: Paths, files: list[Path], tmp_path: Path) -> None:
    stopped(paths, *files, after=40)
    imported(paths, packed(tmp_path / "part_0000.gz", WORKS[:2]))
    assert waits(paths)
    _goes_on(paths, files)


def test_a_pipe_is_read_too(paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with gzip.open(packed(tmp_path / "part_0000.gz", WORKS)) as stream:
        monkeypatch.setattr(importer, "_standard_input", lambda _: stream)
        [report] = import_files(paths, ["-"], lambda _: None).files
    assert (report.tally.records, report.tally.citations) == (COUNT, EDGES)
    assert not waits(paths)
