"""A session of plain mode: read a line, run it and print the result, until the input ends."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING

from arxtui.cli.parser import suggestion
from arxtui.cli.plain import full_texts, listing, marks, refresh
from arxtui.cli.plain.blocks import prose
from arxtui.cli.plain.declaration import Command, command, declared_in
from arxtui.cli.plain.prompt import Prompt, Script, prompt_lines
from arxtui.cli.plain.session import Session, is_numbers
from arxtui.cli.plain.verbs import is_verb, run_verb, split_line
from arxtui.cli.support import exits, output
from arxtui.cli.support.completion import FILES, candidates
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import is_name
from arxtui.cli.support.outcome import outcome
from arxtui.cli.support.settings import home
from arxtui.model.counted import counted
from arxtui.verbs import VERBS
from arxtui.verbs.declaration import GROUPS

if TYPE_CHECKING:
    from arxtui.library.facade import Library


_INTRODUCTION = (
    "PAPERS are numbers of the last list (3, 2-5, 1,4-6) or identifiers; without them, the paper shown last is used. "
    "'help NAME' explains a command. Ctrl+C stops a command, Ctrl+D leaves."
)


@command("help", "[NAME]", "List the commands, or explain one and its arguments.", ("help",))
def help_on(session: Session, rest: str) -> int:
    """Print the help."""
    if rest in BY_NAME:
        known = BY_NAME[rest]
        prose(f"{known.usage}: {known.help}")
    elif is_verb(rest.partition(" ")[0]):
        return run_verb(session, ["help", *split_line(rest)])
    elif rest:
        raise exits.BadCommandError(f"there is no command {rest!r}{suggestion(rest, names())}")
    else:
        for each in COMMANDS:
            prose(f"{each.usage}: {each.help}")
        output.line("")
        for group in GROUPS:
            listed = [name for name, verb in VERBS.items() if verb.group == group and is_verb(name)]
            others = [name for name in listed if name not in BY_NAME]
            prose(f"To {group}, as 'arxtui NAME' in a shell: {', '.join(others)}")
        output.line("")
        prose(_INTRODUCTION)
    return exits.OK


@command("quit", "", "Leave.")
def quit_session(session: Session, rest: str) -> int:
    """End the session."""
    session.is_over = True
    return exits.OK


def names() -> list[str]:
    """Return everything that can be typed first on a line."""
    return [*BY_NAME, *(name for name in VERBS if is_verb(name) and name not in BY_NAME)]


COMMANDS: tuple[Command, ...] = declared_in(listing, full_texts, marks, refresh, sys.modules[__name__])
BY_NAME = {command.name: command for command in COMMANDS}


def complete(before: str, typed: str) -> list[str]:
    """Return the possible completions of ``typed`` after the text ``before`` on the line."""
    words = before.split()
    if not words or words == ["help"]:
        return [name for name in names() if name.startswith(typed)]
    return list(_completions(words, typed))


def _completions(words: list[str], typed: str) -> Iterator[str]:
    name = words[0]
    command_line = words
    if name in BY_NAME:
        # Only the text after the papers is completed: 'tag 3 th' like 'mark --tag th'.
        is_option = len(BY_NAME[name].completed_as) > 1
        command_line = [*BY_NAME[name].completed_as, *([] if is_option else words[1:])]
    elif not is_verb(name):
        return
    if command_line:
        yield from (each.text for each in candidates([*command_line, typed]) if each is not FILES)


_OTHER_NAMES = {"exit": "quit", "q": "quit", "?": "help", "n": "next", "b": "back"}
"""Names of commands in other programs."""
_FIRST_RUN = (
    "You follow no categories yet. 'categories' lists arXiv's, 'categories physics' those about physics; "
    "'subscribe cs.DC math.NT' follows two, then 'refresh' brings their papers."
)


def run() -> int:
    """Run a session on standard input and return its exit status.

    On a terminal, prompt the user; the status is 0 when the user leaves. Otherwise read a script, which ends at the
    first command that fails, with that command's status.
    """
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    session = Session(interactive=sys.stdin.isatty())
    with output.plain_mode(), _exit_on_signals(session):
        if session.interactive:
            _converse(session)
        else:
            _run_script(session)
    return session.status


def run_line(session: Session, line: str) -> int:
    """Run a line and return its exit status. Errors are explained on standard error, except a closed pipe."""
    words = line.removeprefix("arxtui ").split(maxsplit=1)
    try:
        return outcome(partial(_run_command, session, words[0], words[1].strip() if len(words) > 1 else ""))
    finally:
        sys.stdout.flush()


def _converse(session: Session) -> None:
    paths, settings = home()
    with open_library() as library:
        library.session.begin()
        _greet(library, is_following=bool(settings.arxiv.categories))
    try:
        with prompt_lines(paths.state / "plain-history", complete) as lines:
            while not session.is_over and (line := _read_line(lines, session)) is not None:
                if line and run_line(session, line) == exits.INTERRUPTED:
                    output.say("stopped")
    finally:
        with open_library() as library:
            library.session.end()


def _read_line(lines: Prompt, session: Session) -> str | None:
    """Read a line.

    Enter alone returns ``next`` if there is a next page; empty if there is nothing to do; None at the end.
    """
    try:
        line = lines.read()
    except KeyboardInterrupt:
        print()
        return ""
    return "next" if line == "" and session.pages and session.pages.has_more else line


def _run_script(session: Session) -> None:
    script = Script()
    while not session.is_over and (line := script.read()) is not None:
        if line and (code := run_line(session, line)) != exits.OK:
            session.status = code
            return


def _run_command(session: Session, name: str, rest: str) -> int:
    name = _OTHER_NAMES.get(name, name)
    if name in BY_NAME:
        return BY_NAME[name].run(session, rest)
    if name in VERBS:
        return run_verb(session, [name, *split_line(rest)])
    if not rest and (is_numbers(name) or is_name(name)):
        return BY_NAME["show"].run(session, name)
    raise exits.BadCommandError(f"there is no command {name!r} ('help' lists them){suggestion(name, names())}")


def _greet(library: Library, *, is_following: bool) -> None:
    prose("arxtui, plain mode. 'help' lists the commands, 'quit' leaves.")
    counts = library.counts.filters()
    if counts.all:
        prose(f"{counted(counts.all, 'paper')}, {counts.unread:,} unread: 'list is:unread' lists these.")
    if not is_following:
        prose(_FIRST_RUN)
    elif not counts.all:
        prose("There are no papers yet: 'refresh' fetches those of your categories.")


@contextmanager
def _exit_on_signals(session: Session) -> Iterator[None]:
    """End the session on SIGTERM and SIGHUP by an exception, so that the terminal is restored."""

    def end(number: int, frame: FrameType | None) -> None:
        session.is_over, session.status = True, 128 + number
        raise SystemExit(128 + number)

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
