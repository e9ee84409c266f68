"""``[[export.sync]]``: the files that are kept in step with queries, and the line of what is wrong with one."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from arxtui.config.text import ConfigError, Report, fault_at, refuse
from arxtui.model.frozen import frozen
from arxtui.text.matching.nearest import did_you_mean

FORMATS = {".bib": "bibtex", ".md": "markdown"}
"""The forms that have a place to say who wrote a file, by what its name ends in."""
KEYS = {
    "file": "where the file is, from `/` or `~/` on; required",
    "query": "which papers it holds, in the language of [queries](query.md); required",
    "format": "`bibtex` or `markdown`; that of the file's suffix (`.bib`, `.md`) when left out, else `bibtex`",
}
"""What each key of a file kept in step means, in Markdown; the fields of ``SyncSettings``."""
_TABLE = "[[export.sync]]"
_HEADER = re.compile(r"\s*\[\[?\s*([\w.\"' -]+?)\s*\]")
_KEY = re.compile(r"\s*[\"']?([\w.]+)[\"']?\s*=")


@frozen
class SyncSettings:
    """One file: where it is, which papers it holds, and in which form."""

    file: Path
    query: str
    format: str


def read_sync(told: object, text: str, name: str, report: Report = refuse) -> tuple[SyncSettings, ...]:
    """The files that a configuration names whose whole text is ``text``. ``report`` is given a ConfigError that names
    ``name`` and the line, the first of each table with a fault."""
    if not isinstance(told, list) or not all(isinstance(each, dict) for each in told):
        report(fault_of_sync(text, name, 0, "", f"{_TABLE} must be tables, each under a line {_TABLE}"))
        return ()
    files: list[SyncSettings] = []
    for place, held in enumerate(told):
        try:
            made = _made(held, text, name, place)
            if any(made.file == other.file for other in files):
                raise fault_of_sync(text, name, place, "file", f"{_TABLE} file: another one writes {made.file} already")
        except ConfigError as fault:
            report(fault)
        else:
            files.append(made)
    return tuple(files)


def _check_values(held: dict[str, object], text: str, name: str, place: int) -> None:
    for key, value in held.items():
        if key not in KEYS:
            known = f"{', '.join(KEYS)}{did_you_mean(key, KEYS)}"
            raise fault_of_sync(text, name, place, key, f"unknown key {key!r} in {_TABLE}; known are {known}")
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise fault_of_sync(text, name, place, key, f"{_TABLE} {key}: must be one line in quotes")


def _made(held: dict[str, Any], text: str, name: str, place: int) -> SyncSettings:
    _check_values(held, text, name, place)
    for key in ("file", "query"):
        if key not in held:
            raise fault_of_sync(text, name, place, "", f"{_TABLE} {key}: is missing")
    file = Path(os.path.expanduser(held["file"]))  # noqa: PTH111 - an unknown user is no error
    if not file.is_absolute():
        raise fault_of_sync(text, name, place, "file", f"{_TABLE} file: must begin with / or ~/, not {held['file']!r}")
    form = held.get("format", FORMATS.get(file.suffix, "bibtex"))
    if form not in FORMATS.values():
        raise fault_of_sync(
            text, name, place, "format", f"{_TABLE} format: must be one of {', '.join(FORMATS.values())}"
        )
    return SyncSettings(file, held["query"], form)


def fault_of_sync(text: str, name: str, place: int, key: str, message: str) -> ConfigError:
    """The fault of a key of the file kept in step at a place, counted from 0."""
    return fault_at(name, _line_of(text, place, key), message)


def _line_of(text: str, place: int, key: str) -> int:
    """The line that assigns the key in the table at a place, else that opens the table, else that names the list."""
    table, found = -1, 1
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            is_listed = re.sub(r"[\s\"']", "", header[1]) == "export.sync"
            table += is_listed
            found = number if is_listed and table == place else found
        elif assigned := _KEY.match(line):
            if assigned[1] == key and table == place:
                return number
            found = number if assigned[1] in ("sync", "export.sync") else found
    return found
