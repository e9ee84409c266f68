"""``[[export.sync]]``: the files kept in step with queries; faults are reported with their line."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from arxtui.config.text import ConfigError, Report, fault_at, refuse
from arxtui.light import frozen
from arxtui.text.matching.nearest import did_you_mean

FORMATS = {".bib": "bibtex", ".md": "markdown"}
"""The formats of a file by its suffix."""
SYNCED = (*FORMATS.values(), "inspire-bibtex")
"""The formats in which a file can state that arxtui wrote it."""
KEYS = {
    "file": "the path of the file, which begins with `/` or `~/`; required",
    "query": "the [query](query.md) that selects its papers; required",
    "format": "`bibtex`, `markdown` or `inspire-bibtex`; the default is `markdown` for files that end in `.md`, "
    "otherwise `bibtex`",
}
"""The keys of a file kept in step, with descriptions in Markdown; the fields of ``SyncSettings``."""
_TABLE = "[[export.sync]]"
_HEADER = re.compile(r"\s*\[\[?\s*([\w.\"' -]+?)\s*\]")
_KEY = re.compile(r"\s*[\"']?([\w.]+)[\"']?\s*=")


@frozen
class SyncSettings:
    """A file kept in step: its path, the query of its papers, and its format."""

    file: Path
    query: str
    format: str


def read_sync(tables: object, text: str, name: str, report: Report = refuse) -> tuple[SyncSettings, ...]:
    """Read the files of a configuration with the text ``text``. ``report`` receives a ConfigError with ``name`` and the
    line for the first fault of each table; a faulty table is left out."""
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        report(fault_of_sync(text, name, 0, "", f"{_TABLE} must be tables, each under a line {_TABLE}"))
        return ()
    files: list[SyncSettings] = []
    for index, table in enumerate(tables):
        try:
            sync = _sync_settings(table, text, name, index)
            if any(sync.file == other.file for other in files):
                raise fault_of_sync(text, name, index, "file", f"{_TABLE} file: another one writes {sync.file} already")
        except ConfigError as fault:
            report(fault)
        else:
            files.append(sync)
    return tuple(files)


def _check_values(table: dict[str, object], text: str, name: str, index: int) -> None:
    for key, value in table.items():
        if key not in KEYS:
            known = f"{', '.join(KEYS)}{did_you_mean(key, KEYS)}"
            raise fault_of_sync(text, name, index, key, f"unknown key {key!r} in {_TABLE}; known are {known}")
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise fault_of_sync(text, name, index, key, f"{_TABLE} {key}: must be one line in quotes")


def _sync_settings(table: dict[str, Any], text: str, name: str, index: int) -> SyncSettings:
    _check_values(table, text, name, index)
    for key in ("file", "query"):
        if key not in table:
            raise fault_of_sync(text, name, index, "", f"{_TABLE} {key}: is missing")
    file = Path(os.path.expanduser(table["file"]))  # noqa: PTH111 - an unknown user is no error
    if not file.is_absolute():
        raise fault_of_sync(text, name, index, "file", f"{_TABLE} file: must begin with / or ~/, not {table['file']!r}")
    form = table.get("format", FORMATS.get(file.suffix, "bibtex"))
    if form not in SYNCED:
        raise fault_of_sync(text, name, index, "format", f"{_TABLE} format: must be one of {', '.join(SYNCED)}")
    return SyncSettings(file, table["query"], form)


def fault_of_sync(text: str, name: str, index: int, key: str, message: str) -> ConfigError:
    """Return the fault of a key in the table with this index (from 0)."""
    return fault_at(name, _line_of(text, index, key), message)


def _line_of(text: str, index: int, key: str) -> int:
    """Return the line that assigns the key in the table with this index; otherwise the line that opens the table;
    otherwise the line that first names the list."""
    current, result = -1, 1
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            is_listed = re.sub(r"[\s\"']", "", header[1]) == "export.sync"
            current += is_listed
            result = number if is_listed and current == index else result
        elif assignment := _KEY.match(line):
            if assignment[1] == key and current == index:
                return number
            result = number if assignment[1] in ("sync", "export.sync") else result
    return result
