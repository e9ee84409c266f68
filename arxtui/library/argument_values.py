"""Completion: the values that a command-line argument accepts (categories, query terms, names that the user gave)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

from arxtui.config.text import ConfigError
from arxtui.model.arxiv.taxonomy import ARCHIVES, CATEGORIES, category_name
from arxtui.model.marks import RATINGS, Reading
from arxtui.query.vocabulary import ALIASES, FIELDS, VALUES, field_named
from arxtui.search.errors import SearchError
from arxtui.store.errors import StoreError
from arxtui.verbs.declaration import Values

if TYPE_CHECKING:
    from arxtui.config.settings import Settings
    from arxtui.library.facade import Library

ArgumentValues = Iterable[tuple[str, str]]
"""Pairs of a value and its description; the description may be empty."""


class Home(Protocol):
    """The settings and the library in which names are looked up. The library may not exist yet."""

    @property
    def settings(self) -> Settings:
        """The settings of the user."""

    def library(self) -> AbstractContextManager[Library | None]:
        """Open the library for reading. Yields None if there is no library yet."""


ValueSource = Callable[[Home, str], ArgumentValues]
"""A function that returns the values of an argument, given what the user has typed so far."""


def values_in(home: Home, values: Values | None, typed: str) -> list[tuple[str, str]]:
    """Return the values that an argument accepts, with their descriptions.

    ``values`` are those of the argument's declaration, ``typed`` is its text so far. Returns an empty list for an
    argument with free values, such as an identifier, and if the settings or the library cannot be read: the Tab key is
    no place to report an error.
    """
    try:
        return list(_SOURCES[values](home, typed)) if values else []
    except (ConfigError, StoreError, SearchError, OSError):
        return []


def _terms(home: Home, typed: str) -> ArgumentValues:
    """Complete the last term of a query: a field name, or the value after it. The text before the last term is kept."""
    start = max(map(typed.rfind, ' ("')) + 1
    start += typed[start : start + 1] == "-"
    before, term = typed[:start], typed[start:]
    name, colon, value = term.partition(":")
    if not colon:
        yield from ((f"{before}{field}:", words) for field, words in FIELDS.items())
        yield from ((f"{before}{alias}:", FIELDS[field]) for alias, field in ALIASES.items())
        return
    field = field_named(name)
    if field in VALUES:
        yield from ((f"{before}{name}:{each}", "") for each in VALUES[field])
    elif field in _NAMES:
        for each, words in _NAMES[field](home, value):
            yield f'{before}{name}:"{each}"' if " " in each else f"{before}{name}:{each}", words


def _categories(home: Home, _: str) -> ArgumentValues:
    return [(code, category_name(code)) for code in CATEGORIES]


def _sets(home: Home, _: str) -> ArgumentValues:
    return {**dict.fromkeys(ARCHIVES, ""), **dict(_categories(home, ""))}.items()


def _followed(section: str, key: str) -> ValueSource:
    def read(home: Home, _: str) -> ArgumentValues:
        return [(each, "") for each in getattr(getattr(home.settings, section), key)]

    return read


def _rules(home: Home, _: str) -> ArgumentValues:
    return [(rule.name, rule.query) for rule in home.settings.rules]


def _views(home: Home, _: str) -> ArgumentValues:
    with home.library() as library:
        return [(view.name, view.query) for view in library.views.all()] if library else []


def _tags(home: Home, _: str) -> ArgumentValues:
    with home.library() as library:
        return [(name, "") for name in library.tags.names()] if library else []


def _lists(home: Home, _: str) -> ArgumentValues:
    with home.library() as library:
        return [(name, "") for name, _ in library.lists.all()] if library else []


def _ratings(home: Home, _: str) -> ArgumentValues:
    return [*((str(each), "") for each in RATINGS), ("none", "remove the rating")]


def _states(home: Home, _: str) -> ArgumentValues:
    return [*((str(each), "") for each in Reading), ("none", "remove the state")]


_NAMES: dict[str, ValueSource] = {"cat": _sets, "tag": _tags, "list": _lists}
"""The sources of the values after a field of the query language, in addition to ``VALUES``."""
_SOURCES: dict[Values, ValueSource] = {
    "terms": _terms,
    "sets": _sets,
    "followed categories": _followed("arxiv", "categories"),
    "followed authors": _followed("follow", "authors"),
    "followed keywords": _followed("follow", "keywords"),
    "tags": _tags,
    "lists": _lists,
    "ratings": _ratings,
    "reading states": _states,
    "views": _views,
    "rules": _rules,
}
