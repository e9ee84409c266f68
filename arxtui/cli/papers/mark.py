"""``arxtui mark``: the marks of the reader's keys, for whole queries."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from arxtui.cli.support import output
from arxtui.cli.support.acts import effect, request_to_json
from arxtui.cli.support.exits import OK, BadCommandError, CommandError
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import add_papers, checked_query, is_name, papers_of, with_piped
from arxtui.library.marks.names import list_name, tag_name
from arxtui.model.counted import counted
from arxtui.model.expr import EVERYTHING
from arxtui.model.marks import MARKS, RATINGS, Act, Reading
from arxtui.text.matching.nearest import did_you_mean

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.model.marks import What

_PAIRS: tuple[tuple[What, What], ...] = (("read", "unread"), *((mark.gives, mark.takes) for mark in MARKS))
_NONE = "none"
_ADVICE = "name papers or a query, such as is:unread"


class _Change(NamedTuple):
    """A requested change: the act, the name that the journal shows, and the function that applies it."""

    what: str
    name: str
    do: Callable[[Library, Sequence[int]], Act | None]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments to its parser."""
    add_papers(parser)
    for pair in _PAIRS:
        either = parser.add_mutually_exclusive_group()
        for what in pair:
            either.add_argument(f"--{what}", action="store_true", help=effect(what))

    def add_option(option: str, words: str) -> None:
        parser.add_argument(f"--{option}", metavar="NAME", action="append", default=[], help=words)

    add_option("tag", "tagged NAME; can be repeated")
    add_option("untag", "no longer tagged NAME")
    parser.add_argument("--rate", metavar="N", type=_rating, help="rated 1 to 5, or none to remove the rating")
    states = "|".join((*Reading, _NONE))
    parser.add_argument("--reading", metavar="STATE", type=_reading, help=f"reading state: {states}")
    add_option("list", "appended to the reading list NAME; can be repeated")
    add_option("unlist", "removed from the reading list NAME")
    parser.add_argument("--json", action="store_true", help="one act per line as JSON: act, tag, name, papers")


def run(options: argparse.Namespace) -> int:
    """Mark the papers; each kind of mark is one act, which ``undo`` takes back."""
    changes, texts = _changes(options), with_piped(options.papers)
    for text in texts:
        if not is_name(text) and checked_query(text, "mark every paper", _ADVICE).expr == EVERYTHING:
            raise BadCommandError(f"{text!r} would mark every paper; {_ADVICE}")
    with open_library() as library:
        named = papers_of(library, texts)
        for change in changes:
            act = _apply(library, named.keys, change)
            count, name = (act.papers, act.name) if act else (0, change.name)
            if options.json:
                output.as_json(request_to_json(change.what, name, count))
            else:
                output.line(f"{counted(count, 'paper')} {effect(change.what, name)}")
    return named.status(OK)


def _apply(library: Library, keys: Sequence[int], change: _Change) -> Act | None:
    try:
        return change.do(library, keys)
    except LookupError as error:
        raise CommandError(error.args[0]) from error


def _changes(options: argparse.Namespace) -> list[_Change]:
    """Return the requested changes in the order of the help.

    Raises BadCommandError for an invalid name, or if there are none.
    """
    changes = [_simple_change(what) for pair in _PAIRS for what in pair if getattr(options, what)]
    try:
        changes += [_simple_change("tag", tag_name(name)) for name in options.tag]
        changes += [_simple_change("untag", tag_name(name)) for name in options.untag]
        changes += [_rating_change(value) for value in (options.rate or ())]
        changes += [_reading_change(value) for value in (options.reading or ())]
        changes += [_enlist_change(list_name(name)) for name in options.list]
        changes += [_delist_change(list_name(name)) for name in options.unlist]
    except ValueError as error:
        raise BadCommandError(str(error)) from error
    if not changes:
        names = [*(what for pair in _PAIRS for what in pair), "tag NAME", "untag NAME", "rate N", "reading STATE"]
        option_words = ", ".join(f"--{option}" for option in (*names, "list NAME", "unlist NAME"))
        raise BadCommandError(f"no change given; use one of {option_words}")
    return changes


def _simple_change(what: What, tag: str = "") -> _Change:
    return _Change(what, tag, lambda library, keys: library.marks.apply(keys, what, tag))


def _rating_change(rating: int | None) -> _Change:
    return _Change("rate", str(rating or ""), lambda library, keys: library.marks.rate(keys, rating))


def _reading_change(state: Reading | None) -> _Change:
    return _Change("reading", state or "", lambda library, keys: library.marks.read_as(keys, state))


def _enlist_change(name: str) -> _Change:
    return _Change("enlist", name, lambda library, keys: library.lists.enlist(keys, name))


def _delist_change(name: str) -> _Change:
    return _Change("delist", name, lambda library, keys: library.lists.delist(keys, name))


def _rating(text: str) -> tuple[Any]:
    """Parse a rating to a tuple of one value, because argparse cannot return None as a value."""
    if text in (_NONE, "0"):  # the reader's prompt accepts 0, too
        return (None,)
    if text not in map(str, RATINGS):
        raise argparse.ArgumentTypeError(f"must be {RATINGS[0]} to {RATINGS[-1]} or {_NONE}, not {text!r}")
    return (int(text),)


def _reading(text: str) -> tuple[Any]:
    values = (*Reading, _NONE)
    if text not in values:
        hint = did_you_mean(text, values)
        raise argparse.ArgumentTypeError(f"must be one of {', '.join(values)}, not {text!r}{hint}")
    return (None if text == _NONE else Reading(text),)
