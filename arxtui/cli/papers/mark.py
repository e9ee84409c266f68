"""``arxtui mark``: the marks of the reader's keys, for whole queries."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from arxtui.cli.support import output
from arxtui.cli.support.acts import asked_to_json, marked
from arxtui.cli.support.exits import OK, BadCommandError, CommandError
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import checked_query, is_name, papers_of
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
_ADVICE = "say what is meant, such as is:unread"


class _Deed(NamedTuple):
    """A requested change: the act, the name that the journal shows, and the function that applies it."""

    what: str
    name: str
    do: Callable[[Library, Sequence[int]], Act | None]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments to its parser."""
    parser.add_argument("papers", metavar="QUERY|ID", nargs="+", help="identifiers, DOIs, queries, or all of these")
    for pair in _PAIRS:
        either = parser.add_mutually_exclusive_group()
        for what in pair:
            either.add_argument(f"--{what}", action="store_true", help=marked(what))

    def named(option: str, words: str) -> None:
        parser.add_argument(f"--{option}", metavar="NAME", action="append", default=[], help=words)

    named("tag", "tagged NAME; may be given again")
    named("untag", "no longer tagged NAME")
    parser.add_argument("--rate", metavar="N", type=_rating, help="rated 1 to 5, or none to take the rating away")
    states = "|".join((*Reading, _NONE))
    parser.add_argument("--reading", metavar="STATE", type=_reading, help=f"how far you are with reading: {states}")
    named("list", "put at the end of the reading list NAME; may be given again")
    named("unlist", "taken off the reading list NAME")
    parser.add_argument("--json", action="store_true", help="one act a line as JSON: act, tag, name, papers")


def run(options: argparse.Namespace) -> int:
    """Mark the papers; each kind of mark is one act, which ``undo`` takes back."""
    deeds = _deeds(options)
    for text in options.papers:
        if not is_name(text) and checked_query(text, "mark every paper", _ADVICE).expr == EVERYTHING:
            raise BadCommandError(f"{text!r} would mark every paper; {_ADVICE}")
    with open_library() as library:
        named = papers_of(library, options.papers)
        for deed in deeds:
            act = _done(library, named.keys, deed)
            count, name = (act.papers, act.name) if act else (0, deed.name)
            if options.json:
                output.as_json(asked_to_json(deed.what, name, count))
            else:
                output.line(f"{counted(count, 'paper')} {marked(deed.what, name)}")
    return named.status(OK)


def _done(library: Library, keys: Sequence[int], deed: _Deed) -> Act | None:
    try:
        return deed.do(library, keys)
    except LookupError as error:
        raise CommandError(error.args[0]) from error


def _deeds(options: argparse.Namespace) -> list[_Deed]:
    """Return the requested changes in the order of the help.

    Raises BadCommandError for an invalid name, or if there are none.
    """
    deeds = [_plain(what) for pair in _PAIRS for what in pair if getattr(options, what)]
    try:
        deeds += [_plain("tag", tag_name(name)) for name in options.tag]
        deeds += [_plain("untag", tag_name(name)) for name in options.untag]
        deeds += [_rated(value) for value in (options.rate or ())]
        deeds += [_read_as(value) for value in (options.reading or ())]
        deeds += [_listed(list_name(name)) for name in options.list]
        deeds += [_unlisted(list_name(name)) for name in options.unlist]
    except ValueError as error:
        raise BadCommandError(str(error)) from error
    if not deeds:
        given = [*(what for pair in _PAIRS for what in pair), "tag NAME", "untag NAME", "rate N", "reading STATE"]
        told = ", ".join(f"--{option}" for option in (*given, "list NAME", "unlist NAME"))
        raise BadCommandError(f"nothing to mark them with; give one of {told}")
    return deeds


def _plain(what: What, tag: str = "") -> _Deed:
    return _Deed(what, tag, lambda library, keys: library.marks.apply(keys, what, tag))


def _rated(rating: int | None) -> _Deed:
    return _Deed("rate", str(rating or ""), lambda library, keys: library.marks.rate(keys, rating))


def _read_as(state: Reading | None) -> _Deed:
    return _Deed("reading", state or "", lambda library, keys: library.marks.read_as(keys, state))


def _listed(name: str) -> _Deed:
    return _Deed("enlist", name, lambda library, keys: library.lists.enlist(keys, name))


def _unlisted(name: str) -> _Deed:
    return _Deed("delist", name, lambda library, keys: library.lists.delist(keys, name))


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
