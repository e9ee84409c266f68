"""``arxtui mark`` and ``note``: the marks of the reader's keys, for whole queries, and the note on a paper."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from arxtui.cli.support import output
from arxtui.cli.support.acts import effect, request_to_json
from arxtui.cli.support.exits import OK, BadCommandError, CommandError
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import checked_query, is_name, key_of, papers_of, with_piped
from arxtui.library.marks.names import list_name, note_text, tag_name
from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import name_of
from arxtui.model.counted import counted
from arxtui.model.expr import EVERYTHING
from arxtui.model.marks import MARKS, Act, Reading

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.model.marks import What


_PAIRS: tuple[tuple[What, What], ...] = (("read", "unread"), *((mark.gives, mark.takes) for mark in MARKS))
_ADVICE = "name papers or a query, such as is:unread"
_STDIN = "-"


class _Change(NamedTuple):
    """A requested change: the act, the name that the journal shows, and the function that applies it."""

    what: str
    name: str
    do: Callable[[Library, Sequence[int]], Act | None]


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


def note(options: argparse.Namespace) -> int:
    """Print the note, or write it as one act that ``undo`` takes back."""
    with open_library() as library:
        key = key_of(library, options.id)
        if options.text is not None:
            _write_note(
                library, key, sys.stdin.read() if options.text == _STDIN else options.text, quietly=options.json
            )
        if options.json:
            output.as_json({"name": name_of(key), "note": _note(library, key) or None})
        elif options.text is None:
            _print_note(library, key, options.id)
    return OK


def _print_note(library: Library, key: int, name: str) -> None:
    if text := _note(library, key):
        output.line(text)
    else:
        output.say(f"there is no note on {name}")


def _note(library: Library, key: int) -> str:
    record = library.papers.record(key)
    # Stored notes have no control characters, but another program may have written to the database.
    return note_text(record.marks.note or "") if record else ""


def _write_note(library: Library, key: int, text: str, *, quietly: bool) -> None:
    try:
        act = library.marks.note(key, text)
    except ValueError as error:
        raise BadCommandError(str(error)) from error
    if not quietly:
        output.line(effect(act.what) if act else "nothing to change")
