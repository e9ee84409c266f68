"""What sources of citations reported, in the cache."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arxtui.model.arxiv.ids import key_of
from arxtui.model.document import Work
from arxtui.model.reported import Report, ReportedWork
from arxtui.store.cache.database import Cache
from arxtui.store.cache.reports import StoredWork, is_readable
from arxtui.store.errors import Damaged, DiskFull
from arxtui.store.recovery.rebuild import rebuild
from arxtui.store.sqlite.packed_json import pack_json

NOW = datetime(2026, 5, 13, 12, tzinfo=UTC)
KEY = key_of("2605.01234")
CITED = ReportedWork(Work(("F. Far",), "A title", "2013", arxiv="1311.0029"), "1", "misc")
PLAIN = ReportedWork(Work(venue="Made-up J.", volume="7", pages="12", dois=("10.1000/x.1",)), "2")
NEWER = ReportedWork(Work(title="That cites", arxiv="2605.09999"))
REPORT = Report("inspire", NOW, "1992535", (CITED, PLAIN), (NEWER,), 2, 36, 28, "Far:2013abc", "@article{x,\n}\n")


def test_a_report_is_read_as_it_was_stored(cache: Cache) -> None:
    assert cache.reports.of(KEY) == []
    cache.reports.put(KEY, REPORT)
    assert cache.reports.of(KEY) == [REPORT._replace(references=None, citing=None)]
    assert cache.reports.references(KEY) == [
        StoredWork("inspire", key_of("1311.0029"), CITED, 0, None),
        StoredWork("inspire", None, PLAIN, 1, None),
    ]
    assert [each.reported for each in cache.reports.citing(KEY)] == [NEWER]
    assert cache.reports.bibtex([KEY, 5]) == {KEY: "@article{x,\n}\n"}


def test_both_ends_of_a_citation_find_it(cache: Cache) -> None:
    cache.reports.put(KEY, REPORT)
    cited, citing = key_of("1311.0029"), key_of("2605.09999")
    assert list(cache.graph.references(KEY) or ()) == [cited]
    assert {key: list(keys) for key, keys in cache.graph.citing([cited, KEY]).items()} == {cited: [KEY], KEY: [citing]}
    assert cache.graph.witnesses(KEY, cited) == [("inspire", int(NOW.timestamp()))]


def test_a_work_that_was_found_is_in_the_graph_until_a_newer_report(cache: Cache) -> None:
    cited, found, citing = key_of("1311.0029"), key_of("2605.00002"), key_of("2605.09999")
    cache.reports.put(KEY, REPORT)
    [due] = cache.reports.due(10)
    assert cache.reports.unsettled(found, ["10.1000/x.1"], 10) == cache.reports.unsettled(KEY, (), 10) == [due]
    plain = cache.reports.references(KEY)[1]
    cache.reports.settle(due._replace(at=0.0), [(plain, False, cited)], 10)
    cache.reports.settle(due, [(plain, False, None)], 10)
    assert cache.reports.unsettled(found, ["10.1000/x.1"], 10) == cache.reports.due(10) == []
    assert cache.reports.unsettled(found, ["10.1000/x.1"], 11) == cache.reports.due(12) == [due]
    cache.reports.settle(due, [(plain, False, found)], 11)
    assert list(cache.graph.references(KEY) or ()) == [cited, found]
    assert cache.graph.counts([cited, found, KEY]) == {cited: 1, found: 1, KEY: 1}
    cache.reports.put(KEY, REPORT._replace(citing=(NEWER, PLAIN)))
    cache.reports.settle(due, [(cache.reports.citing(KEY)[1], True, found)], 11)
    assert {key: list(keys) for key, keys in cache.graph.citing([found, KEY]).items()} == {KEY: [found, citing]}
    cache.reports.put(KEY, Report("inspire", NOW, "1992535", (), None, 0))
    cache.reports.settle(due, (), 11)
    assert list(cache.graph.references(KEY) or (0,)) == [0]
    assert not any(cache.graph.counts([cited, found, KEY]).values())


def test_a_list_of_citing_papers_does_not_complete_the_references_of_those_papers(cache: Cache) -> None:
    citing, other, later = key_of("2605.09999"), key_of("2605.01235"), NOW + timedelta(days=8)
    cache.reports.put(KEY, REPORT)
    cache.reports.put(other, Report("inspire", later, "1992536", None, (NEWER,), None, 1))
    assert [(each.source, each.whole) for each in cache.graph.statements(citing)] == [("inspire", False)]
    assert [cache.graph.witnesses(citing, each)[0][1] for each in (KEY, other)] == [
        int(each.timestamp()) for each in (NOW, later)
    ]
    cache.reports.put(KEY, Report("inspire", later, "1992535", None, None, None, 36))
    assert cache.graph.citing([KEY, other]).keys() == {other}
    cache.reports.put(citing, Report("inspire", later, "1992537", (PLAIN,), None, 1))
    assert {each.whole for each in cache.graph.statements(citing)} == {False, True}
    cache.reports.put(other, Report("inspire", later))
    assert list(cache.graph.references(citing) or (0,)) == [0]


def test_a_newer_report_replaces_only_the_older_one_of_its_source(cache: Cache) -> None:
    cache.reports.put(KEY, REPORT)
    cache.reports.put(KEY, REPORT._replace(source="other", references=(PLAIN,)))
    cache.reports.put(KEY, Report("inspire", NOW + timedelta(days=8), "1992535", (), None, 0, None))
    first, second = cache.reports.of(KEY)
    assert (first.cites, first.cited_by, first.at) == (0, None, NOW + timedelta(days=8))
    assert (second.source, second.cited_by) == ("other", 36)
    assert [each.source for each in cache.reports.references(KEY)] == ["other"]


def test_requests_of_a_day_are_counted_up_to_the_budget(cache: Cache) -> None:
    assert [cache.reports.count_request("inspire", 100, 2) for _ in range(3)] == [True, True, False]
    assert cache.reports.count_request("other", 100, 2)
    assert cache.reports.count_request("inspire", 101, 2)
    assert not cache.reports.count_request("inspire", 101, 0)


def test_a_full_disk_leaves_the_report_before_whole(cache: Cache) -> None:
    cache.reports.put(KEY, REPORT)
    cache._db.run(f"PRAGMA max_page_count = {cache._db.value('PRAGMA page_count')}")
    many = tuple(ReportedWork(Work(title=os.urandom(200).hex()), str(number)) for number in range(2_000))
    with pytest.raises(DiskFull, match="no room left on the disk"):
        cache.reports.put(KEY, REPORT._replace(references=many, cites=len(many)))
    assert [each.cites for each in cache.reports.of(KEY)] == [2]
    assert [each.reported for each in cache.reports.references(KEY)] == [CITED, PLAIN]


def test_a_reported_work_that_cannot_be_unpacked_is_damage(cache: Cache) -> None:
    cache.reports.put(KEY, REPORT)
    for body in (b"", b"\x01damaged", pack_json([1]), pack_json([None] * 12)):
        cache._db.run("UPDATE reported_work SET body = ?", (body,))
        assert not is_readable(body)
        with pytest.raises(Damaged):
            cache.reports.references(KEY)


@pytest.mark.parametrize("change", ["at = 'x'", "at = 9e99", "cited_by = 'many'", "texkey = x'00'"])
def test_a_report_that_cannot_be_read_is_left_out_and_does_not_outlive_a_repair(tmp_path: Path, change: str) -> None:
    path = tmp_path / "cache.db"
    with Cache.open(path) as made:
        made.reports.put(KEY, REPORT)
        made.reports.put(KEY, REPORT._replace(source="other"))
        made._db.run(f"UPDATE report SET {change} WHERE source = 'other'")
        assert [each.source for each in made.reports.of(KEY)] == ["inspire"]
    rebuild(path, NOW, lambda _: None)
    with Cache.open(path) as cache:
        assert cache._db.rows("SELECT source FROM report") == [("inspire",)]


def test_a_repair_keeps_the_readable_works_of_a_damaged_report(tmp_path: Path) -> None:
    path = tmp_path / "cache.db"
    with Cache.open(path) as made:
        made.reports.put(KEY, REPORT)
        made._db.run("UPDATE reported_work SET body = zeroblob(5) WHERE place = 1")
    rebuild(path, NOW, lambda _: None)
    with Cache.open(path) as cache:
        assert cache.reports.of(KEY) == [REPORT._replace(references=None, citing=None)]
        assert [each.reported for each in cache.reports.references(KEY)] == [CITED]
        assert [each.reported for each in cache.reports.citing(KEY)] == [NEWER]
