"""Writing rules into the configuration; a library opened with it afterwards goes by them."""

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
from arxtui.library.rules.rehearsal import sound
from arxtui.model.frozen import changed
from arxtui.model.rules import Rule
from arxtui.store.library.marks import Deed


def add_rule(paths: Paths, rule: Rule, *, at: datetime | None = None) -> Settings:
    """Write a rule after the others, as an act; the settings as they are then. QueryError for a query with a fault,
    ValueError, in words, for what else is wrong with it or for a name that is taken, ConfigError when the file cannot
    be written, StoreError when the act cannot be written down; then nothing is changed."""
    made = sound(rule)
    _act(paths, "make rule", at, lambda: rule_edits.plan_addition(paths.config_file, made))
    return load(paths.config_file)


def change_rule(paths: Paths, name: str, rule: Rule, *, at: datetime | None = None) -> Settings:
    """Give a rule other values, as an act; the settings as they are then. LookupError when there is none of the name,
    else as :func:`add_rule`."""
    made = sound(rule)
    was, edit = rule_edits.plan_change(paths.config_file, name, made)
    if edit:
        _act(paths, _what(was, made), at, lambda: rule_edits.plan_change(paths.config_file, name, made)[1])
    return load(paths.config_file)


def switch_rule(paths: Paths, name: str, *, off: bool, at: datetime | None = None) -> Settings:
    """Have a rule do nothing, or what it says again, as an act; the settings as they are then. LookupError when there
    is none of the name."""
    rules = load(paths.config_file).rules
    held = next((rule for rule in rules if rule.name.casefold() == name.strip().casefold()), None)
    if held is None:
        raise no_such_rule(name, rules)
    return change_rule(paths, held.name, changed(held, off=off), at=at)


def remove_rule(paths: Paths, name: str, *, at: datetime | None = None) -> tuple[Rule, Settings]:
    """Take a rule out, as an act: what it was, and the settings as they are then. LookupError when there is none of the
    name."""
    removed, _ = rule_edits.plan_removal(paths.config_file, name)
    _act(paths, "remove rule", at, lambda: rule_edits.plan_removal(paths.config_file, name)[1])
    return removed, load(paths.config_file)


def turn_rule(paths: Paths, held: list[Any], wanted: list[Any]) -> str:
    """Put a rule back, from what an act left to what was before it or the other way, where it is still so; why it was
    not, in words. ConfigError when the configuration cannot be read or written."""
    (name, before, line, above), (other, after, *_) = held, wanted
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


def _what(was: Rule, made: Rule) -> str:
    if changed(was, off=made.off) == made:
        return "switch off rule" if made.off else "switch on rule"
    return "change rule"
