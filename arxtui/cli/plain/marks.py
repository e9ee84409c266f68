"""Commands that change papers: marks, tags, ratings, notes.

Each runs ``arxtui mark`` with an option, or another verb.
"""

from __future__ import annotations

import shlex

from arxtui.cli.plain.declaration import Run, command
from arxtui.cli.plain.session import Session, split_papers
from arxtui.cli.plain.verbs import run_verb, split_line
from arxtui.cli.support.exits import BadCommandError
from arxtui.model.marks import MARKS, RATINGS, Reading

_PAPERS = "[PAPERS]"


@command(
    "mark",
    "[PAPERS] [OPTIONS]",
    "Mark papers read, or with the options of 'arxtui mark': mark 2-5, mark 3 --rate 4, mark cat:cs.DC --hide. "
    "Without PAPERS: the paper shown last.",
    ("mark",),
)
def mark(session: Session, rest: str) -> int:
    """Mark papers read, unless options are given."""
    words = split_line(rest) or split_papers(session, [])[0]
    has_option = any(word.startswith("--") for word in words)
    return run_verb(session, ["mark", *words, *([] if has_option else ["--read"])])


def _mark_command(option: str) -> Run:
    """Return a command that gives or removes a mark by an option of ``arxtui mark``."""

    def run(session: Session, rest: str) -> int:
        named, others = split_papers(session, rest.split())
        if others:
            raise BadCommandError(f"not a number of the last list, and not an identifier: {others[0]!r}")
        return run_verb(session, ["mark", *named, f"--{option}"])

    return run


def _value_command(option: str, metavar: str) -> Run:
    """Return a command that runs an option of ``arxtui mark`` with a value."""

    def run(session: Session, rest: str) -> int:
        words = rest.split()
        if not words:
            raise BadCommandError(f"'{option}' takes {metavar} after the papers")
        named, value = split_papers(session, words, at_least=1)
        return run_verb(session, ["mark", *named, f"--{option}={' '.join(value)}"])

    return run


command("unread", _PAPERS, "Mark papers unread.")(_mark_command("unread"))
for _mark in MARKS:
    command(_mark.gives, _PAPERS, f"{_mark.asks.format('papers')}.")(_mark_command(_mark.gives))
    command(_mark.takes, _PAPERS, f"Papers are {_mark.taken}.")(_mark_command(_mark.takes))
for _option, _value, _help in (
    ("tag", "NAME", "Tag papers: tag 3 thesis, tag 2-5 thesis/related."),
    ("untag", "NAME", "Remove a tag from papers."),
    ("rate", "N", f"Rate papers {RATINGS[0]} to {RATINGS[-1]}; none removes the rating."),
    ("reading", "STATE", f"Set the reading state of papers: {', '.join(Reading)} or none."),
):
    command(_option, f"{_PAPERS} {_value}", _help, ("mark", f"--{_option}"))(_value_command(_option, _value))


@command(
    "note",
    "[PAPER] [TEXT]",
    "Print the note on a paper, or write TEXT as its note; '' removes the note. After a number or an identifier the "
    "text needs no quotation marks.",
)
def note(session: Session, rest: str) -> int:
    """Print or write a note."""
    first, _, text = rest.partition(" ")
    named, others = split_papers(session, [first] if first else [])
    if others or len(named) > 1:
        raise BadCommandError("'note' takes one paper first: its number in the last list, or its identifier")
    text = text.strip()
    return run_verb(session, ["note", named[0], *([_unquoted(text)] if text else [])])


def _unquoted(text: str) -> str:
    """Return a text without its quotation marks, if it is one quoted word of a command line."""
    try:
        words = shlex.split(text)
    except ValueError:  # an apostrophe
        return text
    return words[0] if len(words) == 1 and text[0] in "'\"" else text
