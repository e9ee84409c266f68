"""Verbs of the command line at the prompt: in this process if they need no network, otherwise as child processes."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from argparse import Namespace
from collections.abc import Sequence

from arxtui.cli.parser import function_of, parse
from arxtui.cli.plain.session import Session, names_of
from arxtui.cli.support.exits import BadCommandError
from arxtui.cli.support.pager import interrupts_ignored
from arxtui.verbs import VERBS

_PAPERS = ("id", "ids", "papers")
"""The arguments of verbs that name papers."""


class _Word(str):
    """A word of a line.

    Each is an object of its own, so that the parser's results can be matched to words by identity.
    """

    __slots__ = ()


def split_line(rest: str) -> list[str]:
    """Split a line into words, quoted as in a shell. Raises BadCommandError for a quotation mark without an end."""
    try:
        return shlex.split(rest)
    except ValueError as error:
        raise BadCommandError(
            'a quotation mark is not closed; write one inside a word in other quotation marks: "it\'s"'
        ) from error


def is_verb(name: str) -> bool:
    """Whether there is a verb of this name that can be used at the prompt."""
    return name in VERBS and not VERBS[name].not_in_plain


def run_verb(session: Session, words: Sequence[str]) -> int:
    """Run a command line and return its exit status; numbers in place of papers refer to the last list.

    Raises the errors of verbs, and SystemExit after help and error messages.
    """
    verb = VERBS[words[0]]
    if verb.not_in_plain:
        raise BadCommandError(verb.not_in_plain)
    with_names = _with_names(session, [_Word(word) for word in words])
    if verb.apart:
        return _run_child(with_names, is_attended=session.interactive)
    verb, options = parse(with_names)
    return function_of(verb)(options)


def _with_names(session: Session, words: Sequence[_Word]) -> list[str]:
    """Replace the numbers that the parser takes as papers by the papers' names.

    Equal words elsewhere are not replaced.
    """
    _, options = parse(words)
    papers = [id(each) for each in _named_in(options)]
    return [name for word in words for name in (names_of(session, word) if id(word) in papers else [str(word)])]


def _named_in(options: Namespace) -> list[str]:
    values = [getattr(options, name, None) for name in _PAPERS]
    return [each for value in values if value for each in (value if isinstance(value, list) else [value])]


def _run_child(words: Sequence[str], *, is_attended: bool) -> int:
    """Run a command line in a child process on this terminal; only the child receives an interrupt."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "arxtui", *words],
        stdin=None if is_attended else subprocess.DEVNULL,
        env={**os.environ, "TERM": "dumb"},
    ) as child:
        try:
            with interrupts_ignored():
                return child.wait()
        except BaseException:
            child.terminate()
            raise
