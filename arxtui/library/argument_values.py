"""The words that arguments take: categories, terms of queries, and the names that the user gave."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from arxtui.config.settings import Settings
    from arxtui.library.facade import Library

Found = Iterable[tuple[str, str]]
"""Words with what they mean, which may be empty."""


class Home(Protocol):
    """What the names are looked up in. It may have no library yet."""

    @property
    def settings(self) -> Settings:
        """The settings."""

    def library(self) -> AbstractContextManager[Library | None]:
        """The library, to be read."""


Source = Callable[[Home, str], Found]
"""Gives the words that an argument takes, of which a part is typed."""


def values_in(home: Home, argument: str, typed: str) -> list[tuple[str, str]]:
    """The words that an argument takes, named ``mark tag``; ``typed`` is what it has so far. None where anything may
    be meant, as for an identifier, and where the settings or the library cannot be read: Tab is no place to say so."""
    from arxtui.config.text import ConfigError
    from arxtui.search.errors import SearchError
    from arxtui.store.errors import StoreError

    try:
        return list(SOURCES[argument](home, typed)) if argument in SOURCES else []
    except (ConfigError, StoreError, SearchError, OSError):
        return []


def _terms(home: Home, typed: str) -> Found:
    """Fields, and behind a field what it takes; what stands before the last term stays."""
    from arxtui.query.vocabulary import ALIASES, FIELDS, VALUES

    start = max(map(typed.rfind, ' ("')) + 1
    start += typed[start : start + 1] == "-"
    before, term = typed[:start], typed[start:]
    name, colon, value = term.partition(":")
    if not colon:
        yield from ((f"{before}{field}:", words) for field, words in FIELDS.items())
        yield from ((f"{before}{alias}:", FIELDS[field]) for alias, field in ALIASES.items())
        return
    field = ALIASES.get(name.lower(), name.lower())
    if field in VALUES:
        yield from ((f"{before}{name}:{each}", "") for each in VALUES[field])
    elif field in _NAMES:
        for each, words in _NAMES[field](home, value):
            yield f'{before}{name}:"{each}"' if " " in each else f"{before}{name}:{each}", words


def _categories(home: Home, _: str) -> Found:
    from arxtui.model.arxiv.taxonomy import CATEGORIES, category_name

    return [(code, category_name(code)) for code in CATEGORIES]


def _sets(home: Home, _: str) -> Found:
    from arxtui.model.arxiv.taxonomy import ARCHIVES

    return {**dict.fromkeys(ARCHIVES, ""), **dict(_categories(home, ""))}.items()


def _followed(section: str, key: str) -> Source:
    def read(home: Home, _: str) -> Found:
        return [(each, "") for each in getattr(getattr(home.settings, section), key)]

    return read


def _rules(home: Home, _: str) -> Found:
    return [(rule.name, rule.query) for rule in home.settings.rules]


def _views(home: Home, _: str) -> Found:
    with home.library() as held:
        return [(view.name, view.query) for view in held.views.all()] if held else []


def _tags(home: Home, _: str) -> Found:
    with home.library() as held:
        return [(name, "") for name in held.tags.names()] if held else []


def _lists(home: Home, _: str) -> Found:
    with home.library() as held:
        return [(name, "") for name, _ in held.lists.all()] if held else []


def _ratings(home: Home, _: str) -> Found:
    from arxtui.model.marks import RATINGS

    return [*((str(each), "") for each in RATINGS), ("none", "take the rating away")]


def _states(home: Home, _: str) -> Found:
    from arxtui.model.marks import Reading

    return [*((str(each), "") for each in Reading), ("none", "take the state away")]


_NAMES: dict[str, Source] = {"cat": _sets, "tag": _tags, "list": _lists}
"""What stands behind a field of the query language, beside ``VALUES``."""
SOURCES: dict[str, Source] = {
    "list query": _terms,
    "search query": _terms,
    "fetch papers": _terms,
    "export papers": _terms,
    "mark papers": _terms,
    "zotero papers": _terms,
    "views add query": _terms,
    "rules add query": _terms,
    "rules try query": _terms,
    "harvest spec": _sets,
    "subscribe categories": _sets,
    "unsubscribe categories": _followed("arxiv", "categories"),
    "unfollow authors": _followed("follow", "authors"),
    "unfollow keyword": _followed("follow", "keywords"),
    "mark tag": _tags,
    "mark untag": _tags,
    "mark list": _lists,
    "mark unlist": _lists,
    "mark rate": _ratings,
    "mark reading": _states,
    "tags rename old": _tags,
    "tags rename new": _tags,
    "tags remove name": _tags,
    "lists move name": _lists,
    "lists rename old": _lists,
    "lists remove name": _lists,
    "views add name": _views,
    "views rename name": _views,
    "views remove name": _views,
    "views move name": _views,
    "views key name": _views,
    "rules add tag": _tags,
    "rules try tag": _tags,
    "rules remove name": _rules,
    "rules apply name": _rules,
}
"""The sources of arguments, by verb, action and the argument's own name."""
