"""``[[rules]]``: read them and find their lines in the file. The library interprets their queries."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from arxtui.config.text import ConfigError, Report, fault_at, refuse
from arxtui.model.rules import Rule
from arxtui.text.matching.nearest import did_you_mean, did_you_mean_name

KEYS = {
    "name": "the unique name of the rule; required",
    "query": "the [query](query.md) that selects the papers; required",
    "mute": "`true`: the papers are hidden from lists",
    "highlight": "`true`: the papers are highlighted in lists",
    "tag": "the tag that papers get at delivery",
    "star": "`true`: papers are starred at delivery",
    "score": "points for `sort:score`, from -1000 to 1000, except 0",
    "off": "`true`: the rule is switched off",
}
"""The keys of a rule, with descriptions in Markdown; the fields of ``Rule``."""
_MAX_NAME_LENGTH = 100
HIGHEST_SCORE = 1_000
_WITHOUT_EFFECT = "it does nothing; give it one of mute, highlight, tag, star, score"
_HEADER = re.compile(r"\s*\[+([^\[\]]+)\]+\s*(?:#.*)?$")
_KEY = re.compile(r"\s*[\"']?(\w+)[\"']?\s*=")


def read_rules(tables: object, text: str, name: str, report: Report = refuse) -> tuple[Rule, ...]:
    """Read the rules of a configuration with the text ``text``. ``report`` receives a ConfigError with ``name`` and the
    line for the first fault of each rule; a faulty rule is left out."""
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        report(fault_of_rule(text, name, 0, "", "[[rules]] must be tables, each under a line [[rules]]"))
        return ()
    rules: dict[str, Rule] = {}
    for index, table in enumerate(tables):
        try:
            rule = _rule(table, text, name, index)
            if rule.name.casefold() in rules:
                raise fault_of_rule(text, name, index, "name", f"there are two rules named {rule.name!r}")
        except ConfigError as fault:
            report(fault)
        else:
            rules[rule.name.casefold()] = rule
    return tuple(rules.values())


def fault_of_rule(text: str, name: str, index: int, key: str, message: str) -> ConfigError:
    """Return the fault of a key in the rule with this index (from 0)."""
    return fault_at(name, _line_of(text, index, key), message)


def no_such_rule(name: str, rules: Iterable[Rule]) -> LookupError:
    """Return the error for a name that no rule has."""
    hint = did_you_mean_name(name, [rule.name for rule in rules])
    return LookupError(f"there is no rule \"{name}\"; 'arxtui rules' lists the rules{hint}")


def checked(rule: Rule) -> Rule:
    """Return a rule as if read from a file. Raises: ValueError if a file with it would be invalid."""
    given = {key: value for key, value in vars(rule).items() if value or key in ("name", "query")}
    result = Rule(**{key: _checked(key, value) for key, value in given.items()})
    if not result.effects:
        raise ValueError(_WITHOUT_EFFECT)
    return result


def _checked(key: str, value: object) -> Any:
    try:
        return _value(key, value)
    except ValueError as error:
        raise ValueError(f"the {key} of a rule {error}") from None


def _rule(table: dict[str, object], text: str, name: str, index: int) -> Rule:
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in Rule.__annotations__:
            known = f"{', '.join(Rule.__annotations__)}{did_you_mean(key, Rule.__annotations__)}"
            raise fault_of_rule(text, name, index, key, f"unknown key {key!r} in [[rules]]; known are {known}")
        try:
            values[key] = _value(key, value)
        except ValueError as error:
            raise fault_of_rule(text, name, index, key, f"[[rules]] {key}: {error}") from None
    for key in ("name", "query"):
        if key not in values:
            raise fault_of_rule(text, name, index, "", f"[[rules]] {key}: is missing")
    rule = Rule(**values)
    if not rule.effects:
        raise fault_of_rule(text, name, index, "", f"rule {rule.name!r}: {_WITHOUT_EFFECT}")
    return rule


def _value(key: str, value: object) -> Any:
    match Rule.__annotations__[key]:
        case "bool":
            if not isinstance(value, bool):
                raise ValueError("must be true or false")
        case "int":
            if isinstance(value, bool) or not isinstance(value, int) or not 0 < abs(value) <= HIGHEST_SCORE:
                raise ValueError(f"must be a whole number from -{HIGHEST_SCORE:,} to {HIGHEST_SCORE:,}, and not 0")
        case _:
            return _one_line(key, value)
    return value


def _one_line(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("must be a string in quotes")
    single = value.strip()
    if not single or not single.isprintable():
        raise ValueError("must be one line, not empty, without control characters")
    if key == "name" and len(single) > _MAX_NAME_LENGTH:
        raise ValueError(f"must have at most {_MAX_NAME_LENGTH} characters, not {len(single)}")
    return single


def _line_of(text: str, index: int, key: str) -> int:
    """Return the line that assigns the key in the rule with this index; otherwise the first line of the rule."""
    first, last = lines_of(text, index)
    for number, line in enumerate(text.splitlines()[first - 1 : last], first):
        if (assignment := _KEY.match(line)) and assignment[1] == key:
            return number
    return first


def lines_of(text: str, index: int) -> tuple[int, int]:
    """Return the first and the last line, from 1, of the rule with this index: its header and its last key. A rule
    without a header of its own has the line that assigns ``rules``; (1, 1) if there is none."""
    rule, first, last = -1, 0, 0
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            if first:
                break
            is_rule = header[1].strip().strip("\"'") == "rules"
            rule += is_rule
            first = last = number if is_rule and rule == index else 0
        elif first and line.strip() and not line.lstrip().startswith("#"):
            last = number
        elif (assignment := _KEY.match(line)) and rule < 0 and assignment[1] == "rules":
            return number, number
    return first or 1, last or 1
