"""Findings about the lines of files as a log in SARIF 2.1.0
(https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/sarif-v2.1.0-os.html), which editors and code hosts show."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from arxtui import __version__
from arxtui.light import NamedTuple

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

Kind = Literal["fail", "pass", "open", "informational"]
"""What a result says: ``open`` is one that cannot be decided."""


class Rule(NamedTuple):
    """What results with the same ``name`` have in common."""

    name: str
    words: str
    kind: Kind = "fail"


class Result(NamedTuple):
    """A finding about a line of a file; ``item`` is the name of what stands there. It can be suppressed in the file."""

    rule: Rule
    words: str
    file: str
    line: int
    item: str = ""
    is_suppressed: bool = False


def sarif_log(results: Iterable[Result], rules: Iterable[Rule]) -> dict[str, Any]:
    """Return the log of one run, in which each rule is declared, whether it has results or not."""
    declared = list(rules)
    descriptors = [
        {"id": rule.name, "shortDescription": {"text": rule.words}, "defaultConfiguration": {"level": _level(rule)}}
        for rule in declared
    ]
    driver = {"name": "arxtui", "version": __version__, "rules": descriptors}
    shown = [_as_json(result, declared.index(result.rule)) for result in results]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": shown}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _level(rule: Rule) -> str:
    """Return the level; SARIF has one for failures only."""
    return "error" if rule.kind == "fail" else "none"


def _as_json(result: Result, number: int) -> dict[str, Any]:
    place: dict[str, Any] = {
        "physicalLocation": {"artifactLocation": {"uri": _uri(result.file)}, "region": {"startLine": result.line}}
    }
    if result.item:
        place["logicalLocations"] = [{"name": result.item}]
    fields = {
        "ruleId": result.rule.name,
        "ruleIndex": number,
        "kind": result.rule.kind,
        "level": _level(result.rule),
        "message": {"text": result.words},
        "locations": [place],
    }
    return {**fields, "suppressions": [{"kind": "inSource"}]} if result.is_suppressed else fields


def _uri(file: str) -> str:
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
