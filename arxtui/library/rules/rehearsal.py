"""Dry runs of rules: what a rule would have done to recent announcements."""

from __future__ import annotations

from array import array
from collections.abc import Collection
from datetime import date

from arxtui.config.rules import checked
from arxtui.library.marks.names import tag_name
from arxtui.library.rules.queries import check_query
from arxtui.model.rules import Rehearsal, Rule

_SAMPLE = 10


def sound(rule: Rule) -> Rule:
    """Return the rule in the form in which it is written to the configuration. Raises QueryError for an invalid query,
    ValueError, with a message for people, for anything else."""
    valid_rule = checked(rule)
    check_query(valid_rule.query)
    if valid_rule.tag:
        tag_name(valid_rule.tag)
    return valid_rule


def rehearse(
    rule: Rule,
    days: int,
    first: date,
    announced: array[int],
    matched: array[int],
    kept: Collection[int],
    read: Collection[int],
    note: str,
) -> Rehearsal:
    """Count what a rule that matches ``matched`` would have done to the announced papers. ``kept`` are the papers that
    the user keeps, ``read`` those marked read."""
    kept_here = [key for key in matched if key in kept]
    muted = [key for key in matched if key not in kept] if rule.mute else []
    sample = tuple(sorted(muted if rule.mute else matched, reverse=True)[:_SAMPLE])
    read_here = sum(key in read for key in muted)
    return Rehearsal(
        rule, days, first, len(announced), len(matched), len(muted), len(kept_here), read_here, sample, note
    )
