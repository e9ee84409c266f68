"""Read the tables of a configuration by the declarations of its settings; every fault is reported with its line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from arxtui.config.declaration import settings_of
from arxtui.config.text import Report, fault_at
from arxtui.config.values import checked_value
from arxtui.light import deferred, frozen

with deferred():
    from arxtui.config.exports import read_sync
    from arxtui.text.matching.nearest import did_you_mean


@frozen
class SectionReader:
    """Reads the sections of a text. ``report`` receives each fault; if it returns, the faulty part is left out."""

    text: str
    name: str
    sections: Mapping[str, type]
    report: Report

    def section(self, section: str, table: object) -> Any:
        """Return the values of a section; None if it is unknown or no table."""
        kind = self.sections.get(section)
        if kind is None:
            known = (*self.sections, "rules", "keys", "commands")
            hint = did_you_mean(section, known)
            self._fault(section, None, f"unknown section [{section}]; known are {', '.join(known)}{hint}")
            return None
        if not isinstance(table, dict):
            self._fault(section, None, f"[{section}] must be a table")
            return None
        values = {key: self._value(section, kind, key, value) for key, value in table.items()}
        return kind(**{key: value for key, value in values.items() if value is not None})

    def _value(self, section: str, kind: type, key: str, value: object) -> object:
        declared = settings_of(kind).get(key)
        if declared is None:
            known = kind.__annotations__
            hint = did_you_mean(key, known) or self._other_section(key)
            self._fault(section, key, f"unknown key {key!r} in [{section}]; known are {', '.join(known)}{hint}")
            return None
        if key == "sync":
            return read_sync(value, self.text, self.name, self.report)
        try:
            return checked_value(declared, value)
        except ValueError as error:
            self._fault(section, key, f"[{section}] {key}: {error}")
            return None

    def _other_section(self, key: str) -> str:
        other = next((name for name, kind in self.sections.items() if key in kind.__annotations__), None)
        return f"; {key} is a key of [{other}]" if other else ""

    def _fault(self, section: str, key: str | None, message: str) -> None:
        self.report(fault_at(self.name, line_of(self.text, section, key), message))


def line_of(text: str, section: str, key: str | None) -> int:
    """Return the line that assigns the key, otherwise the line that opens the section, in any notation of TOML. A
    section name with dots is a table within a table. Returns 1 if the text has neither."""
    inside: list[str] = []
    section_line = 0
    path = section.split(".")
    target = path if key is None else [*path, key]
    for number, line in enumerate(text.splitlines(), 1):
        if header_match := re.match(r"\s*\[+([^\[\]]+)\]+\s*(?:#.*)?$", line):
            inside = _names(header_match[1])
            current = inside
        elif assignment := re.match(r"([\w\s.\"'-]+)=", line):
            current = inside + _names(assignment[1])
        else:
            continue
        if current[: len(target)] == target:
            return number
        if current[: len(path)] == path:
            section_line = section_line or number
    return section_line or 1


def _names(dotted: str) -> list[str]:
    return [part.strip().strip("\"'") for part in dotted.split(".")]
