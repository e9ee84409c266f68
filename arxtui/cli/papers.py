"""Papers as named on a command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.cli.exits import BadCommandError, CommandError
from arxtui.model.ids import ArxivId

if TYPE_CHECKING:
    from arxtui.library.facade import Library


def is_id(text: str) -> bool:
    """Whether the text names one paper rather than asks for some."""
    try:
        ArxivId.parse(text)
    except ValueError:
        return False
    return True


def key_of(held: Library, text: str) -> int:
    """The key of a paper that the cache knows. BadCommandError for no identifier, CommandError for no such paper."""
    if not is_id(text):
        raise BadCommandError(f"not an arXiv identifier: {text}")
    key = held.key_of(text)
    if key is None or held.record(key) is None:
        raise CommandError(f"the cache knows no paper {text}; 'arxtui refresh' or 'arxtui import FILE' may bring it")
    return key
