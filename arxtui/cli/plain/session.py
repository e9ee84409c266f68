"""The state of a session at the prompt, and the papers named there: by their numbers in the last list or by
identifiers; without a name, the paper shown last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from arxtui.cli.support.exits import BadCommandError
from arxtui.cli.support.named_papers import is_name
from arxtui.light import pattern
from arxtui.model.arxiv.ids import name_of

_NUMBERS = pattern(r"[0-9]+(?:-[0-9]+)?(?:,[0-9]+(?:-[0-9]+)?)*")


class Pages(Protocol):
    """Something shown page by page: a list, or a full text."""

    @property
    def has_more(self) -> bool:
        """Whether there is a page after the current one."""
        ...

    def turn(self, step: int) -> int:
        """Show the next (1) or previous (-1) page; return an exit status.

        Raises CommandError if there is no such page.
        """
        ...


@dataclass(slots=True)
class Session:
    """The state of a session. ``interactive`` means that the user types at a prompt; otherwise a script is read."""

    interactive: bool
    papers: Sequence[int] = ()
    """The keys of the papers listed last; their numbers count from 1."""
    paper: int | None = None
    """The key of the paper shown or read last."""
    pages: Pages | None = None
    """The pages that ``next`` and ``back`` turn: the list or the text opened last."""
    is_over: bool = False
    status: int = 0
    """The exit status of the session."""


def is_numbers(word: str) -> bool:
    """Whether a word is a number, a range or several of them: ``3``, ``2-5``, ``1,4-6``."""
    return bool(word.isascii() and _NUMBERS.fullmatch(word))


def keys_of(session: Session, word: str) -> list[int]:
    """Return the keys of the papers with these numbers. Raises BadCommandError if the last list has no such number."""
    return [session.papers[number - 1] for part in word.split(",") for number in _numbers_in(session, part)]


def names_of(session: Session, word: str) -> list[str]:
    """Return the names, for a command line, of the papers with these numbers; any other word unchanged.

    Raises the errors of :func:`keys_of`.
    """
    return [name_of(key) for key in keys_of(session, word)] if is_numbers(word) else [word]


def split_papers(session: Session, words: Sequence[str], *, at_least: int = 0) -> tuple[list[str], list[str]]:
    """Split words into the names of the papers that the first words mean, and the other words, at least ``at_least`` of
    them.

    Without a word for a paper, the current paper is used. Raises BadCommandError if there is none.
    """
    end = len(words) - at_least
    count = next((index for index, word in enumerate(words) if index >= end or not _means_papers(word)), max(end, 0))
    named = [name for word in words[:count] for name in names_of(session, word)]
    return named or [current_paper(session)], list(words[count:])


def current_paper(session: Session) -> str:
    """Return the name of the paper shown or read last. Raises BadCommandError if there is none."""
    if session.paper is None:
        raise BadCommandError("name a paper: give its number in the last list, or its identifier")
    return name_of(session.paper)


def _means_papers(word: str) -> bool:
    return is_numbers(word) or is_name(word)


def _numbers_in(session: Session, part: str) -> Iterator[int]:
    first, _, last = part.partition("-")
    begin, end, listed = int(first), int(last or first), len(session.papers)
    if not listed:
        raise BadCommandError(f"there is no paper number {part}: nothing is listed yet, 'list' lists papers")
    if not 1 <= begin <= end <= listed:
        raise BadCommandError(f"there is no paper number {part} in the last list, which has 1 to {listed:,}")
    yield from range(begin, end + 1)
