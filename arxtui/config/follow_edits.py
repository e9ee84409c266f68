"""Edits of the lists of followed categories, authors and keywords: planned, applied and reversed.

An edit contains the text of the list before and after, so that an undo restores the exact lines with their comments. If
the list was changed by hand since, names are added and removed one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import tomlkit

from arxtui.config.edit import ChangedSinceError, changed_document, changing, put_list, save
from arxtui.config.settings import parse
from arxtui.config.text import check_bounds, read
from arxtui.config.values import canonical_category, check_categories, check_names
from arxtui.light import NamedTuple
from arxtui.text import fold

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

    from arxtui.config.settings import Settings

Followed = Literal["categories", "authors", "keywords"]


class _FollowedList(NamedTuple):
    """A list of the configuration: its section, its value in the settings, the check and the normal form of entries,
    and a key that is equal for equivalent entries."""

    section: str
    followed: Callable[[Settings], tuple[str, ...]]
    check: Callable[[tuple[str, ...]], tuple[str, ...]]
    normalised: Callable[[str], str]
    identity: Callable[[str], str]


def _single_spaces(name: str) -> str:
    return " ".join(name.split())


def _folded(name: str) -> str:
    return fold(_single_spaces(name))


_NAMES = (check_names, _single_spaces, _folded)
_LISTS: dict[Followed, _FollowedList] = {
    "categories": _FollowedList(
        "arxiv", lambda settings: settings.arxiv.categories, check_categories, canonical_category, canonical_category
    ),
    "authors": _FollowedList("follow", lambda settings: settings.follow.authors, *_NAMES),
    "keywords": _FollowedList("follow", lambda settings: settings.follow.keywords, *_NAMES),
}


class FollowEdit(NamedTuple):
    """An edit of one list of followed names; before and after are TOML, empty if there is no list."""

    what: Followed
    before: str
    after: str

    @property
    def reversed(self) -> FollowEdit:
        """The edit that reverses this one."""
        return self._replace(before=self.after, after=self.before)

    @property
    def added(self) -> list[str]:
        """The names that the edit adds, in order."""
        return self._difference(self.after, self.before)

    @property
    def dropped(self) -> list[str]:
        """The names that the edit removes, in order."""
        return self._difference(self.before, self.after)

    def _difference(self, text: str, other: str) -> list[str]:
        key_of = _LISTS[self.what].identity
        known = set(map(key_of, names(other)))
        return [name for name in names(text) if key_of(name) not in known]


def followed(settings: Settings, what: Followed) -> tuple[str, ...]:
    """Return the followed categories, authors or keywords."""
    return _LISTS[what].followed(settings)


def identity(what: Followed, name: str) -> str:
    """Return a key that is equal for entries with the same meaning in different spellings."""
    return _LISTS[what].identity(name)


def plan_following(file: Path, what: Followed, new_names: tuple[str, ...]) -> FollowEdit | None:
    """Return the edit after which exactly these names are followed, or None if nothing changes.

    Raises: ValueError for an invalid name; ConfigError if the file cannot be read or would be invalid after the edit.
    """
    new_names = _LISTS[what].check(new_names)
    text = read(file)
    if followed(parse(text, str(file)), what) == new_names:
        return None
    after = changed_document(file, text, lambda document: _put_names(document, what, new_names))
    return FollowEdit(what, _list_text(text, what), _list_text(after, what))


def apply(file: Path, edit: FollowEdit) -> None:
    """Apply an edit to the file, atomically.

    Raises: ChangedSinceError if there is nothing left to do; ConfigError if the file cannot be read or written.
    """
    with changing(file) as text:
        current = followed(parse(text, str(file)), edit.what)
        if _list_text(text, edit.what) == edit.before:
            written = changed_document(file, text, lambda document: _put_text(document, edit.what, edit.after))
        else:
            new_names = _merged(edit, current)
            written = changed_document(file, text, lambda document: _put_names(document, edit.what, new_names))
        save(file, written)


def _merged(edit: FollowEdit, current: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names followed now, with the names that an edit adds and without those that it removes."""
    key_of, after = _LISTS[edit.what].identity, names(edit.after)
    known, removed = set(map(key_of, current)), edit.dropped
    added, dropped = [name for name in edit.added if key_of(name) not in known], set(map(key_of, removed)) & known
    if not added and not dropped:
        if removed:
            raise ChangedSinceError(f"{', '.join(removed)} is no longer followed")
        raise ChangedSinceError(f"{', '.join(edit.added)} is already followed")
    new_names = [name for name in current if key_of(name) not in dropped]
    for name in added:
        new_names.insert(min(after.index(name), len(new_names)), name)
    return tuple(new_names)


def _put_names(document: TOMLDocument, what: Followed, new_names: tuple[str, ...]) -> None:
    put_list(document, _LISTS[what].section, what, new_names, _LISTS[what].normalised)


def _put_text(document: TOMLDocument, what: Followed, text: str) -> None:
    name = _LISTS[what].section
    section: Any = document.setdefault(name, tomlkit.table())
    if text:
        section[what] = _array(text)
    else:
        section.pop(what, None)
        if not section.as_string().strip():
            document.pop(name)


def _list_text(text: str, what: Followed) -> str:
    array = tomlkit.parse(text).get(_LISTS[what].section, {}).get(what)
    return array.as_string() if array is not None else ""


def names(text: str) -> tuple[str, ...]:
    """Return the names in a TOML list."""
    return tuple(map(str, _array(text or "[]")))


def _array(text: str) -> Any:
    """Parse a TOML list, which can come from the journal of another person's library."""
    check_bounds(text, "the list of followed names")
    return tomlkit.parse(f"names = {text}\n")["names"]
