"""``arxtui rules``: the rules of the library, what a rule would do, and which rules apply to a paper."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from arxtui.cli.support import output, table
from arxtui.cli.support.exits import OK, CommandError, library_errors
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import key_of
from arxtui.cli.support.queries import say_note_on_literals
from arxtui.cli.support.settings import home
from arxtui.export.jsonform import reason_to_json
from arxtui.library.rules import config
from arxtui.model.arxiv.ids import name_of
from arxtui.model.counted import counted
from arxtui.model.limits import RECENT_DAYS
from arxtui.model.rules import Effect, Rehearsal, Rule, RuleCount, reasons_in_words

if TYPE_CHECKING:
    from arxtui.library.facade import Library

_EMPTY = (
    "there are no rules yet; 'arxtui rules try QUERY --mute' shows what one would do, "
    "'arxtui rules add NAME QUERY --mute' makes it"
)


def run(options: argparse.Namespace) -> int:
    """List the rules, or run the action."""
    with library_errors():
        _ACTIONS[options.action](options)
    return OK


def _list(options: argparse.Namespace) -> None:
    with open_library() as library:
        rules = library.rules.counts()
        note = library.rules.note()
    for count in rules:
        if options.json:
            output.as_json(_count_json(count))
        else:
            rule = count.rule
            hidden = f", {count.muted:,} hidden" if rule.mute else ""
            words = (
                f"{counted(count.matched, 'paper')}{hidden}, {count.recent:,} announced in the last {RECENT_DAYS} days"
            )
            prefix = "off: " if rule.off else ""
            output.line(output.foreign(f"{rule.name}: {prefix}{rule.in_words} · {words} · {rule.query}"))
    if not rules:
        output.say(_EMPTY)
    if note:
        output.say(note)


def _add(options: argparse.Namespace) -> None:
    rule = _rule(options, options.name)
    paths, _ = home()
    config.add_rule(paths, rule)
    with open_library() as library:
        counts = (each for each in library.rules.counts() if not each.followed)
        count = next((each for each in counts if each.rule.name == rule.name.strip()), None)
        note = library.rules.note()
    if count is None:
        raise CommandError(f'the rule "{rule.name}" was added, and another program has since removed or renamed it')
    if options.json:
        output.as_json(_count_json(count))
    else:
        hides = f"; it {count.hiding}" if count.hiding else ""
        words = (
            f'"{count.rule.name}" is a rule: {count.rule.in_words}; it matches {counted(count.matched, "paper")}{hides}'
        )
        output.line(output.foreign(words))
    if count.rule.tag or count.rule.star:
        output.say("it tags and stars new papers; 'arxtui rules apply' also applies it to stored papers")
    if note:
        output.say(note)


def _remove(options: argparse.Namespace) -> None:
    paths, _ = home()
    rule, _ = config.remove_rule(paths, options.name)
    if options.json:
        output.as_json(_rule_json(rule))
    else:
        output.line(output.foreign(f'removed "{rule.name}"; it was {rule.query}: {rule.in_words}'))


def _try(options: argparse.Namespace) -> None:
    with open_library() as library:
        rehearsal = library.rules.rehearse(_rule(options, "this rule"), options.days)
        if options.json:
            output.as_json(_rehearsal_json(rehearsal))
            return
        output.line(output.foreign(rehearsal.in_words))
        for line in table.lines(library.papers.rows(rehearsal.sample)):
            output.line(line)
    if len(rehearsal.sample) < rehearsal.affected:
        output.say(f"the newest {len(rehearsal.sample)} of {rehearsal.affected:,} papers")
    if rehearsal.note:
        output.say(rehearsal.note)


def _apply(options: argparse.Namespace) -> None:
    with open_library() as library:
        acts = library.rules.apply(options.name)
    for act in acts:
        if options.json:
            fields = {
                "act": act.what,
                "tag": act.name or None,
                "papers": act.papers,
                "by": act.by,
                "number": act.number,
            }
            output.as_json(fields)
        else:
            papers = counted(act.papers, "paper")
            output.line(output.foreign(f"{papers} {f'tagged {act.name}' if act.what == 'tag' else 'starred'}"))
    commands = " and ".join(f"'arxtui undo {act.number}'" for act in acts)
    output.say(f"{commands} undo this" if acts else "nothing to change: all matching papers are marked so already")


def _why(options: argparse.Namespace) -> None:
    with open_library() as library:
        _print_why(library, key_of(library, options.id), as_json=options.json)


def _print_why(library: Library, key: int, *, as_json: bool) -> None:
    reasons = library.rules.why(key)
    if as_json:
        effects = {reason.effect for reason in reasons}
        output.as_json(
            {
                "name": name_of(key),
                "score": sum(reason.points for reason in reasons),
                "highlighted": Effect.HIGHLIGHT in effects,
                "muted": Effect.MUTE in effects,
                "why": [reason_to_json(reason) for reason in reasons],
            }
        )
        return
    for line in reasons_in_words(reasons):
        output.line(output.foreign(line))
    if not reasons:
        output.say("no rule matches this paper")
    if note := library.rules.note():
        output.say(note)


_ACTIONS: dict[str | None, Callable[[argparse.Namespace], None]] = {
    None: _list,
    "add": _add,
    "remove": _remove,
    "try": _try,
    "apply": _apply,
    "why": _why,
}


def _rule(options: argparse.Namespace, name: str) -> Rule:
    query = " ".join(options.query)
    say_note_on_literals(query)
    return Rule(name, query, options.mute, options.highlight, options.tag, options.star, options.score)


def _rule_json(rule: Rule) -> dict[str, Any]:
    return {
        "name": rule.name,
        "query": rule.query,
        "mute": rule.mute,
        "highlight": rule.highlight,
        "tag": rule.tag or None,
        "star": rule.star,
        "score": rule.score or None,
        "off": rule.off,
    }


def _count_json(count: RuleCount) -> dict[str, Any]:
    numbers = {"papers": count.matched, "muted": count.muted, "recent": count.recent, "followed": count.followed}
    return {**_rule_json(count.rule), **numbers}


def _rehearsal_json(rehearsal: Rehearsal) -> dict[str, Any]:
    return {
        **_rule_json(rehearsal.rule),
        "days": rehearsal.days,
        "since": rehearsal.first.isoformat(),
        "announced": rehearsal.announced,
        "papers": rehearsal.matched,
        "muted": rehearsal.muted,
        "kept": rehearsal.kept,
        "read": rehearsal.read,
        "sample": [name_of(key) for key in rehearsal.sample],
        "warnings": list(rehearsal.warnings),
        "note": rehearsal.note or None,
    }
