"""Files that say which papers cite which, in each of their forms."""

from __future__ import annotations

import json
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arxtui.model.arxiv.ids import id_of
from arxtui.sources import citation_files
from arxtui.sources.citation_files import CitationPart, is_of_citations, read_citations
from arxtui.sources.errors import SourceError

ONE, TWO, OLD = "2605.01234", "0704.0002", "hep-th/9901001"
OBJECT = json.dumps({ONE: [TWO, f"{OLD}v2", "10.1000/x"], OLD: []})
NAMES: list[object] = [TWO, OLD, "nothing", 7, []]
LINES = "".join(json.dumps({"id": ONE, "references": [each]}) + "\n" for each in NAMES)
UNARXIVE = json.dumps(
    {
        "paper_id": ONE, "_source_hash": "x", "abstract": {}, "bib_entries": {
            "a": {"contained_arXiv_ids": [{"id": TWO, "text": "x"}], "ids": {"arxiv_id": "", "doi": "10.1/x"}},
            "b": {"contained_arXiv_ids": [], "ids": {"arxiv_id": OLD}},
            "c": {"bib_entry_raw": "A. Example, Nowhere."},
        },
    }
)  # fmt: skip
PAIRS = f"citing,cited\n{ONE},{TWO}\n{ONE},{OLD}\n{ONE},10.1000/x\n"
OPENCITATIONS = (
    f'oci,"citing","cited",creation\r\n1,omid:br/1 doi:10.48550/arXiv.{ONE},pmid:1 doi:10.48550/arxiv.{TWO},2026\r\n'
    f"2,arxiv:{ONE},arxiv:{OLD},\r\n"
)
FORMS = pytest.mark.parametrize(
    "text", [OBJECT, LINES, UNARXIVE, PAIRS, OPENCITATIONS, PAIRS.replace(",", "\t"), PAIRS.replace(",", ";")]
)


def parts(data: bytes, skip: int = 0, size: int = 50) -> Iterator[CitationPart]:
    return read_citations((data[start : start + size] for start in range(0, len(data), size)), skip)


def cited(found: Iterator[CitationPart]) -> dict[str | None, set[str | None]]:
    together: dict[str | None, set[str | None]] = {}
    for part in found:
        for key, keys in part.cited.items():
            together.setdefault(id_of(key), set()).update(map(id_of, keys))
    return together


@FORMS
def test_each_form_is_recognised_and_read(text: str) -> None:
    assert is_of_citations(text)
    assert {each: names for each, names in cited(parts(text.encode())).items() if names} == {ONE: {TWO, OLD}}


@FORMS
def test_reading_goes_on_behind_any_part(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(citation_files, "_PART", 60)
    data = text.encode()
    for before, part in enumerate(parts(data), 1):
        first = cited(iter(list(parts(data))[:before]))
        for key, names in cited(parts(data, part.through)).items():
            first.setdefault(key, set()).update(names)
        assert first == cited(parts(data))
    assert part.through == len(data)


@pytest.mark.parametrize(
    "begin", ["", "{}", '{"id": "2605.01234", "title": "Queues"}', '{"title": ["x"]}', "citing the others, we", "a,b\n"]
)
def test_other_files_are_not_taken_for_one(begin: str) -> None:
    assert not is_of_citations(begin)
    with pytest.raises(SourceError):
        list(parts(begin.encode()))


def test_an_invalid_line_of_citations_is_counted_and_loses_no_other() -> None:
    lines = ["{", "[]", '{"id": {}, "references": []}', '{"id": "x"}', "[" * 100_000, '{"id": "7", "references": [{}]}']
    text = LINES + "\n".join([*lines, json.dumps({"id": TWO, "references": [ONE]})])
    found = list(parts(text.encode(), size=1000))
    assert sum(part.rejected for part in found) == len(lines)
    assert cited(iter(found)) == {ONE: {TWO, OLD}, TWO: {ONE}}
    long = f'{PAIRS}{ONE},"{"x" * 200_000}"\n{TWO}\n{TWO},{ONE}\n'
    assert cited(parts(long.encode(), size=1000)) == {ONE: {TWO, OLD}, TWO: {ONE}}
    lists = json.dumps({ONE: [TWO, OLD], "x" * 50: [ONE], OLD: [{}], TWO: [ONE]})
    assert cited(parts(lists.encode())) == {ONE: {TWO, OLD}, TWO: {ONE}}
    assert sum(part.rejected for part in parts(lists.encode())) == 2


def test_a_file_that_never_ends_a_record_is_refused_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(citation_files, "_PART", 1000)
    monkeypatch.setattr(citation_files, "_LONGEST", 100_000)
    started = time.process_time()
    for begin in (f'{{"{ONE}": [', f'{{"id": "{ONE}", "references": ['):
        with pytest.raises(SourceError, match="longer"):
            list(parts(begin.encode() + b'"x", ' * 50_000, size=1000))
    assert time.process_time() - started < 20


def test_papers_of_unarxive_are_read(shared: Path) -> None:
    with tarfile.open(shared / "data" / "citations" / "unarxive-sample-2212.tar.gz") as archive:
        [member] = [each for each in archive.getmembers() if each.name.endswith(".jsonl")]
        lines = archive.extractfile(member)
        assert lines
        found = cited(parts(lines.read(), size=1 << 18))
    assert (len(found), sum(map(len, found.values()))) == (49, 253)
