"""The records of dblp in their file: found by title and by identifier, and never half written."""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from arxtui.model.dblp import DblpRecord
from arxtui.store.dblp import partial as runs
from arxtui.store.dblp import works
from arxtui.store.dblp.partial import PartialDblp
from arxtui.store.dblp.works import DblpFacts, DblpWorks, words_of, write_works
from arxtui.store.errors import Busy, Damaged

DUMP = b"of one dump here"


def record(number: int, **fields: object) -> DblpRecord:
    made = DblpRecord(
        f"conf/x/{number}", "inproceedings", f"On made-up things, part {number}", ("Ada Example", "Bo Måns"), 2024, "X",
        (f"10.1000/x.{number}",),
    )  # fmt: skip
    return made._replace(**fields)  # type: ignore[arg-type]


def filled(tmp_path: Path, records: Iterable[DblpRecord]) -> DblpWorks:
    partial = PartialDblp.open(tmp_path / "dblp.part", DUMP)
    for place, each in enumerate(records, 1):
        partial.add([each], place, 0, "2026-10-02")
    partial.flush()
    write_works(tmp_path / "dblp.works", partial.groups(), DblpFacts(partial.count, partial.changed))
    partial.close()
    opened = DblpWorks.open(tmp_path / "dblp.works")
    assert opened
    return opened


def test_every_record_is_found_by_its_title_and_its_doi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "RUN", 300)
    monkeypatch.setattr(works, "_BLOCK", 7)
    records = [record(number) for number in range(1000)]
    opened = filled(tmp_path, records)
    assert opened.facts == DblpFacts(1000, "2026-10-02")
    assert [opened.titled(words_of(each.title)) for each in records] == [[each] for each in records]
    assert [opened.named(each.dois[0].upper()) for each in records] == [[each] for each in records]
    assert opened.titled(("no", "such", "title")) == opened.named("10.1000/none") == []


def test_works_with_one_title_are_all_found_across_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(works, "_BLOCK", 7)
    same = [record(number, title="The same $k$-title", dois=()) for number in range(50)]
    opened = filled(tmp_path, [*same, *(record(number) for number in range(100, 200))])
    assert sorted(opened.titled(words_of("The Same k-Title"))) == sorted(same)


def test_a_preprint_is_found_by_the_doi_of_arxiv(tmp_path: Path) -> None:
    made = record(1, arxiv="math.GT/0309136", dois=())
    assert filled(tmp_path, [made]).named("10.48550/arXiv.math.GT/0309136") == [made]


def test_there_is_nothing_in_a_file_without_records_and_none_without_a_file(tmp_path: Path) -> None:
    assert DblpWorks.open(tmp_path / "dblp.works") is None
    opened = filled(tmp_path, [])
    assert opened.titled(("a",)) == opened.named("10.1000/x") == []


def test_an_import_goes_on_behind_the_last_run_that_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "dblp.part"
    first = PartialDblp.open(path, DUMP)
    first.add([record(1), record(2)], 20, 3, "2026-01-02")
    first.flush()
    first.add([record(3)], 30, 0, "2026-01-03")
    first.flush()
    first.close()
    os.truncate(path, path.stat().st_size - 1)
    second = PartialDblp.open(path, DUMP)
    assert (second.through, second.count, second.rejected, second.changed) == (20, 2, 3, "2026-01-02")
    second.add([record(4)], 40, 0, "")
    second.flush()
    write_works(tmp_path / "dblp.works", second.groups(), DblpFacts(second.count, second.changed))
    second.close()
    opened = DblpWorks.open(tmp_path / "dblp.works")
    assert opened
    assert opened.facts == DblpFacts(3, "2026-01-02")
    assert [bool(opened.titled(words_of(record(number).title))) for number in (1, 2, 3, 4)] == [True, True, False, True]


def test_all_runs_of_an_import_that_was_stopped_are_there_again(tmp_path: Path) -> None:
    first = PartialDblp.open(tmp_path / "dblp.part", DUMP)
    for number in (1, 2, 3):
        first.add([record(number)], 10 * number, 1, "2026-01-02")
        first.flush()
    first.close()
    for _ in range(2):
        again = PartialDblp.open(tmp_path / "dblp.part", DUMP)
        assert (again.through, again.count, again.rejected) == (30, 3, 3)
        write_works(tmp_path / "dblp.works", again.groups(), DblpFacts(again.count, again.changed))
        again.close()
    opened = DblpWorks.open(tmp_path / "dblp.works")
    assert opened
    assert all(opened.titled(words_of(record(number).title)) for number in (1, 2, 3))


def test_an_import_of_another_dump_begins_anew(tmp_path: Path) -> None:
    first = PartialDblp.open(tmp_path / "dblp.part", DUMP)
    first.add([record(1)], 20, 0, "")
    first.flush()
    first.close()
    other = PartialDblp.open(tmp_path / "dblp.part", b"of another dump!")
    assert (other.through, other.count) == (0, 0)
    other.close()


def test_two_imports_do_not_write_at_the_same_time(tmp_path: Path) -> None:
    first = PartialDblp.open(tmp_path / "dblp.part", DUMP)
    with pytest.raises(Busy):
        PartialDblp.open(tmp_path / "dblp.part", DUMP)
    first.close()


def test_an_import_needs_no_locks_where_there_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def without_locks(*_: object) -> None:
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))

    monkeypatch.setattr(fcntl, "flock", without_locks)
    PartialDblp.open(tmp_path / "dblp.part", DUMP).close()


@pytest.mark.parametrize("place", [0, 30, -40, -5])
def test_a_damaged_file_is_said_to_be_damaged(tmp_path: Path, place: int) -> None:
    filled(tmp_path, [record(1)])
    file = tmp_path / "dblp.works"
    data = bytearray(file.read_bytes())
    data[place] ^= 0xFF
    file.write_bytes(data)

    def look_up() -> None:
        opened = DblpWorks.open(file)
        assert opened
        opened.titled(words_of(record(1).title))

    with pytest.raises(Damaged, match="import the dump again"):
        look_up()


def test_an_empty_file_is_said_to_be_damaged(tmp_path: Path) -> None:
    (tmp_path / "dblp.works").touch()
    with pytest.raises(Damaged):
        DblpWorks.open(tmp_path / "dblp.works")
