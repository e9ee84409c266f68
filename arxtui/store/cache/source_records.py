"""The records that a paper is merged from (``model.merge``), stored if there is more than one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from arxtui.model.merge import RecordKey, Records, record_key
from arxtui.model.paper import Paper
from arxtui.store.sqlite.codec import pack_difference, unpack_difference
from arxtui.store.sqlite.codes import source_code, source_name
from arxtui.store.sqlite.connection import AMONG, Database, Row, listed

_INSERT = "INSERT INTO source_record (key, source, version, day, body) VALUES (?, ?, ?, ?, ?)"


def merged_keys(db: Database, keys: Iterable[int]) -> set[int]:
    """Return those of these papers that are merged from several records."""
    return {key for (key,) in db.rows(f"SELECT DISTINCT key FROM source_record WHERE {AMONG}", (listed(keys),))}  # noqa: S608


def read_records(db: Database, papers: Mapping[int, Paper]) -> dict[int, dict[RecordKey, Paper]]:
    """Return the records of each of these papers; ``papers`` are the merged papers by key."""
    rows_by_key: dict[int, list[Row]] = {key: [] for key in papers}
    sql = f"SELECT key, source, version, day, body FROM source_record WHERE {AMONG}"  # noqa: S608
    for row in db.rows(sql, (listed(papers),)):
        rows_by_key[row[0]].append(row)
    return {key: unpack_records(rows, papers[key]) or _single_record(papers[key]) for key, rows in rows_by_key.items()}


def unpack_records(rows: Iterable[Row], paper: Paper) -> dict[RecordKey, Paper]:
    """Return the records in the rows of a merged paper. Raises Damaged if a record cannot be read."""
    records = {}
    for _, source, version, day, body in rows:
        name = source_name(source)
        records[RecordKey(name, version, day)] = unpack_difference(body, paper, version or None, name)
    return records


def _single_record(paper: Paper) -> dict[RecordKey, Paper]:
    return {record_key(paper): paper}


def write_records(db: Database, changed: Mapping[int, tuple[Paper, Records]]) -> None:
    """Replace the stored records of papers; ``changed`` gives the merged paper and its records by key."""
    rows: list[Row] = []
    for key, (paper, records) in sorted(changed.items()):
        if len(records) > 1:
            rows += (
                (key, source_code(source), version, day, pack_difference(record, paper))
                for (source, version, day), record in sorted(records.items())
            )
    db.run_many("DELETE FROM source_record WHERE key = ?", ((key,) for key in sorted(changed)))
    db.run_many(_INSERT, rows)
