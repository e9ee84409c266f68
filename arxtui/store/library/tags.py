"""Tags by name."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from arxtui.store.library.tag_names import format_tag_changes, keys_of, name_after_rename, names, names_below
from arxtui.store.library.types import Deed
from arxtui.store.sqlite.connection import Database

if TYPE_CHECKING:
    from arxtui.model.marks import Act
    from arxtui.store.library.act_writer import ActWriter
    from arxtui.store.library.types import Keep, Value


class StoredTags:
    """The tags of papers, and the acts that change them (through :class:`ActWriter`)."""

    def __init__(self, db: Database, writer: ActWriter) -> None:
        self._db = db
        self._writer = writer

    def all(self) -> list[tuple[str, array[int]]]:
        """Return (tag, ascending keys of the papers that have it), by name; a tag exists as long as a paper has it."""
        keys_by_tag: dict[str, array[int]] = {}
        for name, key in self._db.rows("SELECT name, key FROM tag ORDER BY name, key"):
            keys_by_tag.setdefault(name, array("q")).append(key)
        return list(keys_by_tag.items())

    def names(self, top: str = "") -> list[str]:
        """Return the tags that papers have, by name; with ``top``, only that tag and those below it."""
        return names_below(self._db, top) if top else names(self._db)

    def retag(
        self,
        keys: Iterable[int],
        give: Collection[str],
        take: Collection[str],
        at: datetime,
        keep: Keep | None = None,
        former: Collection[int] = (),
    ) -> Act | None:
        """Give papers tags and remove others from them."""
        key_list = sorted(set(keys))

        def new_tags(old_tags: Mapping[int, Value]) -> dict[int, Value]:
            named = {key: names for key, names in old_tags.items() if isinstance(names, list)}
            given = {key: () if key in former else give for key in named}
            return {key: sorted({*names, *given[key]}.difference(take)) for key, names in named.items()}

        deed = Deed("retag", at, format_tag_changes(give, take))
        return self._writer.do(deed, lambda: [*key_list, *former], new_tags, keep, key_list if give else ())

    def give(self, names_by_key: Mapping[int, Collection[str]], at: datetime, keep: Keep | None = None) -> Act | None:
        """Give each paper its own tags, in one act."""
        named = sorted({name for names in names_by_key.values() for name in names})

        def new_tags(old_tags: Mapping[int, Value]) -> dict[int, Value]:
            old = {key: names for key, names in old_tags.items() if isinstance(names, list)}
            return {key: sorted({*names, *names_by_key[key]}) for key, names in old.items()}

        keys = sorted(key for key, names in names_by_key.items() if names)
        return self._writer.do(Deed("retag", at, format_tag_changes(named, ())), lambda: keys, new_tags, keep, keys)

    def rename(self, old: str, new: str, at: datetime) -> Act | None:
        """Rename a tag and the tags below it, merging them with existing tags."""

        def new_tags(old_tags: Mapping[int, Value]) -> dict[int, Value]:
            new_names = {name: name_after_rename(name, old, new) for name in names_below(self._db, old)}
            named = {key: names for key, names in old_tags.items() if isinstance(names, list)}
            return {key: sorted({new_names.get(name, name) for name in names}) for key, names in named.items()}

        return self._writer.do(Deed("rename tag", at, old, new), partial(self._tagged_below, old), new_tags)

    def remove(self, name: str, at: datetime) -> Act | None:
        """Remove a tag and the tags below it from all papers."""
        return self._writer.do(
            Deed("remove tag", at, name),
            partial(self._tagged_below, name),
            lambda old_tags: {key: [] for key in old_tags},
        )

    def _tagged_below(self, name: str) -> Iterable[int]:
        return keys_of(self._db, names_below(self._db, name))
