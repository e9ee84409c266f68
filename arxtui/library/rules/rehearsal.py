"""What a rule would have done to what was announced lately."""

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
    """A rule as it would stand in the configuration. QueryError for a query with a fault, ValueError, in words, for
    what else is wrong with it."""
    made = checked(rule)
    check_query(made.query)
    if made.tag:
        tag_name(made.tag)
    return made


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
    """The numbers of a rule that means these of the papers announced; ``kept`` and ``read`` ones are told apart."""
    kept_here = [key for key in matched if key in kept]
    muted = [key for key in matched if key not in kept] if rule.mute else []
    sample = tuple(sorted(muted if rule.mute else matched, reverse=True)[:_SAMPLE])
    read_here = sum(key in read for key in muted)
    return Rehearsal(
        rule, days, first, len(announced), len(matched), len(muted), len(kept_here), read_here, sample, note
    )
