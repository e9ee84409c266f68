"""Papers as named on a command line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from arxtui.cli import output
from arxtui.cli.exits import BadCommandError, CommandError
from arxtui.model.ids import key_named
from arxtui.patterns import pattern

if TYPE_CHECKING:
    from arxtui.library.facade import Library

_DOI = pattern(r"(?:https?://(?:dx\.)?doi\.org/)?10\.[0-9]{4,9}/[^\s*]+")


def is_name(text: str) -> bool:
    """Whether the text names one paper rather than asks for some."""
    try:
        key_named(text)
    except ValueError:
        return bool(_DOI.fullmatch(text.strip()))
    return True


def key_of(held: Library, text: str) -> int:
    """The key of a paper that the cache knows. BadCommandError for what names none, CommandError for no such paper."""
    key = held.key_of(text)
    if key is not None and held.record(key) is not None:
        return key
    if is_name(text.strip().removeprefix("doi:")):
        raise CommandError(f"the cache knows no paper {text}; 'arxtui refresh' or 'arxtui import FILE' may bring it")
    raise BadCommandError(f"not an identifier or a DOI: {text}; 'arxtui list' shows how each paper is named")


def keys_of(held: Library, texts: Iterable[str]) -> list[int]:
    """The papers that identifiers, DOIs and queries mean, each once, in the order named; the words of several arguments
    are several queries. Errors as of :func:`key_of`; what a query may have missed is said."""
    keys: dict[int, None] = {}
    for text in texts:
        if is_name(text):
            keys[key_of(held, text)] = None
        else:
            listing = held.listing(text)
            keys.update(dict.fromkeys((listing if listing.complete else held.more(listing)).keys))
            if listing.note:
                output.say(f"{listing.note}: papers may be missing")
    return list(keys)
