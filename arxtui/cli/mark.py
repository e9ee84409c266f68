"""``arxtui mark``: what the reader's keys do, for whole queries."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from arxtui.cli import output
from arxtui.cli.exits import OK, BadCommandError
from arxtui.cli.home import library
from arxtui.cli.papers import is_name, keys_of
from arxtui.library.names import tag_name
from arxtui.model.expr import EVERYTHING
from arxtui.query import check

if TYPE_CHECKING:
    from arxtui.store.marks import What

_PAIRS: tuple[tuple[What, What], ...] = (
    ("read", "unread"),
    ("star", "unstar"),
    ("hide", "unhide"),
    ("queue", "unqueue"),
)
_MARKED = {
    "read": "marked read",
    "unread": "marked unread",
    "star": "starred",
    "unstar": "no longer starred",
    "hide": "hidden",
    "unhide": "no longer hidden",
    "queue": "queued for their full text",
    "unqueue": "no longer queued",
    "tag": "tagged",
    "untag": "no longer tagged",
    "note": "noted",
}


def marked(what: str, tag: str = "") -> str:
    """What an act did, in words: ``no longer tagged thesis``."""
    return " ".join(filter(None, (_MARKED.get(what, what), output.foreign(tag))))


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument("papers", metavar="QUERY|ID", nargs="+", help="identifiers, DOIs, queries, or all of these")
    for pair in _PAIRS:
        either = parser.add_mutually_exclusive_group()
        for what in pair:
            either.add_argument(f"--{what}", action="store_true", help=marked(what))
    parser.add_argument("--tag", metavar="NAME", action="append", default=[], help="tagged NAME; may be given again")
    parser.add_argument("--untag", metavar="NAME", action="append", default=[], help="no longer tagged NAME")
    parser.add_argument("--json", action="store_true", help="one act a line as JSON: act, tag, papers")


def run(options: argparse.Namespace) -> int:
    """Mark, each sort of mark as one act that ``undo`` takes back."""
    acts = _acts(options)
    for text in options.papers:
        if not is_name(text) and check(text).expr == EVERYTHING:
            raise BadCommandError(f"{text!r} would mark every paper; say what is meant, such as is:unread")
    with library() as held:
        keys = keys_of(held, options.papers)
        for what, tag in acts:
            act = held.mark(keys, what, tag)
            count, name = (act.papers, act.name) if act else (0, tag)
            if options.json:
                output.as_json({"act": what, "tag": name or None, "papers": count})
            else:
                output.line(f"{count:,} {'paper' if count == 1 else 'papers'} {marked(what, name)}")
    return OK


def _acts(options: argparse.Namespace) -> list[tuple[What, str]]:
    """(act, tag) in the order of the help. BadCommandError for none at all, and for what is no tag."""
    acts: list[tuple[What, str]] = [(what, "") for pair in _PAIRS for what in pair if getattr(options, what)]
    try:
        acts += [("tag", tag_name(name)) for name in options.tag] + [
            ("untag", tag_name(name)) for name in options.untag
        ]
    except ValueError as error:
        raise BadCommandError(str(error)) from error
    if not acts:
        given = (f"--{what}" for what in (*(what for pair in _PAIRS for what in pair), "tag NAME", "untag NAME"))
        raise BadCommandError(f"nothing to mark them with; give one of {', '.join(given)}")
    return acts
