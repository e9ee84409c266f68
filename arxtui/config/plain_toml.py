"""The TOML of most configurations, read without ``tomllib``, whose import takes as long as Python's start.

This is: tables and arrays of tables with bare names, one key a line, and as values strings without escapes, true,
false, numbers of digits, and arrays of such strings, also over several lines.
"""

from __future__ import annotations

from collections.abc import Iterator

_Table = dict[str, object]
_PLAIN = {"true": True, "false": False}
_MOST_DIGITS = 15


def read_plain(text: str) -> _Table | None:
    """Return what ``tomllib.loads`` returns; None if the text contains anything else."""
    if "\\" in text or not text.replace("\n", "").isprintable():
        return None
    root: _Table = {}
    table = root
    lines = iter(text.split("\n"))
    try:
        for line in map(str.strip, lines):
            if line.startswith("["):
                table = _opened(root, line)
            elif line and not line.startswith("#"):
                key, equals, value = line.partition("=")
                _put(table, key.rstrip(), _value(value.lstrip(), lines) if equals else None)
    except ValueError:
        return None
    return root


def _opened(root: _Table, line: str) -> _Table:
    """Return the new table that a heading opens."""
    table: _Table = {}
    if not line.startswith("[["):
        _put(root, line[1:-1].strip(), table if line.endswith("]") else None)
        return table
    name = line[2:-2].strip()
    tables = root.get(name)
    if isinstance(tables, list) and tables and isinstance(tables[0], dict) and line.endswith("]]"):
        tables.append(table)
    else:
        _put(root, name, [table] if line.endswith("]]") else None)
    return table


def _put(table: _Table, name: str, value: object) -> None:
    if value is None or name in table or not (name.isascii() and name.replace("_", "").replace("-", "").isalnum()):
        raise ValueError(name)
    table[name] = value


def _value(value: str, lines: Iterator[str]) -> object:
    """Return a value, of which ``lines`` may be the rest; None if it is not plain."""
    if value.startswith("["):
        while not value.endswith("]"):
            if "#" in value or value.count('"') % 2:
                return None
            value += next(lines, "#").strip()
        return _strings(value[1:-1].strip())
    if value.startswith('"') and value.endswith('"'):
        strings = _strings(value)
        return strings[0] if strings else None
    if value.isdecimal() and value.isascii() and len(value) <= _MOST_DIGITS and (value == "0" or value[0] != "0"):
        return int(value)
    return _PLAIN.get(value)


def _strings(value: str) -> list[str] | None:
    """Return the strings between commas."""
    parts = value.split('"')
    strings, between = parts[1::2], [each.strip() for each in parts[::2]]
    if len(parts) == 1:
        return None if value else []
    is_list = between[0] == "" and between[-1] in ("", ",") and all(each == "," for each in between[1:-1])
    return strings if is_list and len(parts) % 2 else None
