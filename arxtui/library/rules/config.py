"""Edits of the rules in the configuration. A library that is opened with the new settings uses them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

from arxtui.config import rule_edits
from arxtui.config.paths import Paths
from arxtui.config.rule_edits import ChangedSinceError, RuleEdit
from arxtui.config.rules import no_such_rule
from arxtui.config.settings import Settings, load
from arxtui.library.marks.config_acts import ConfigChange, act_on_config
from arxtui.library.rules.queries import sound
from arxtui.model.frozen import changed
from arxtui.model.rules import Rule
from arxtui.store.library.types import Deed


def add_rule(paths: Paths, rule: Rule, *, at: datetime | None = None) -> Settings:
    """Append a rule to the configuration, as an act, and return the new settings.

    If any error is raised, nothing is changed.

    Raises:
        QueryError: The query is invalid.
        ValueError: The rule is invalid otherwise, or its name is taken; the message is for people.
        ConfigError: The file cannot be written.
        StoreError: The act cannot be recorded.
    """
    valid_rule = sound(rule)
    _act(paths, "make rule", at, lambda: rule_edits.plan_addition(paths.config_file, valid_rule))
    return load(paths.config_file)


def change_rule(paths: Paths, name: str, rule: Rule, *, at: datetime | None = None) -> Settings:
    """Replace the values of a rule, as an act, and return the new settings. Raises LookupError for an unknown name,
    otherwise as :func:`add_rule`."""
    valid_rule = sound(rule)
    was, edit = rule_edits.plan_change(paths.config_file, name, valid_rule)
    if edit:
        _act(paths, _what(was, valid_rule), at, lambda: rule_edits.plan_change(paths.config_file, name, valid_rule)[1])
    return load(paths.config_file)


def switch_rule(paths: Paths, name: str, *, off: bool, at: datetime | None = None) -> Settings:
    """Switch a rule off or on, as an act, and return the new settings. Raises LookupError for an unknown name,
    otherwise as :func:`add_rule`."""
    rules = load(paths.config_file).rules
    present = next((rule for rule in rules if rule.name.casefold() == name.strip().casefold()), None)
    if present is None:
        raise no_such_rule(name, rules)
    return change_rule(paths, present.name, changed(present, off=off), at=at)


def remove_rule(paths: Paths, name: str, *, at: datetime | None = None) -> tuple[Rule, Settings]:
    """Remove a rule, as an act. Returns the removed rule and the new settings. Raises LookupError for an unknown
    name."""
    removed, _ = rule_edits.plan_removal(paths.config_file, name)
    _act(paths, "remove rule", at, lambda: rule_edits.plan_removal(paths.config_file, name)[1])
    return removed, load(paths.config_file)


def restore_rule(paths: Paths, present: list[Any], target: list[Any]) -> str:
    """Undo or redo an act on a rule: replace the state ``present`` by ``target``, if the file still has the former.

    Returns the reason, in words, if the file has changed since; otherwise an empty string. Raises ConfigError if the
    configuration cannot be read or written.
    """
    (name, before, line, above), (other, after, *_) = present, target
    try:
        rule_edits.apply(paths.config_file, RuleEdit((name, other), before, after, line, above))
    except ChangedSinceError as error:
        return str(error)
    return ""


def _act(paths: Paths, what: str, at: datetime | None, planned: Callable[[], RuleEdit | None]) -> None:
    def plan() -> ConfigChange:
        edit = planned()
        if edit is None:
            raise ValueError("another program has just made the same change")
        (old, new), place = edit.names, (edit.line, edit.above)
        return ConfigChange(
            Deed(what, at or datetime.now(UTC), old or new, new if old and new != old else ""),
            [old, edit.before, *place],
            [new, edit.after, *place],
            partial(rule_edits.apply, edit=edit),
            partial(rule_edits.apply, edit=edit.reversed),
        )

    act_on_config(paths, plan)


def _what(was: Rule, new: Rule) -> str:
    if changed(was, off=new.off) == new:
        return "switch off rule" if new.off else "switch on rule"
    return "change rule"
