"""What can be done in the library: each act in one transaction, written down in the journal, undone and redone."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from arxtui.model.marks import MARKS, What
from arxtui.store.library import lists, marks, tags, views
from arxtui.store.library.marks import AND_READ, Deed
from arxtui.store.sqlite.codes import reading_code
from arxtui.store.sqlite.file import DatabaseFile

# The journal and whole records are loaded by what uses them: a list of papers does not.
if TYPE_CHECKING:
    from arxtui.model.marks import Act, Reading
    from arxtui.store.library.fields import Value
    from arxtui.store.library.journal import TurnConfig, Wanted
    from arxtui.store.library.views import View, ViewEdit
    from arxtui.store.sqlite.codec import Packed

_KEEPING = ("tag", *(mark.gives for mark in MARKS if mark.keeps))
_KEEP = (
    "INSERT OR REPLACE INTO kept (key, version, published, updated, source, title, body) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
Keep = Callable[[Sequence[int]], "Iterable[Packed]"]
"""Gives the records of those of some papers that it knows, by their keys."""


def _none(keys: Sequence[int]) -> Iterable[Packed]:
    return ()


class Acting(DatabaseFile):
    """The acts. An act that has returned is on the disk: it survives a kill and a power cut.

    Each is None when all of the papers are so already; an act's ``papers`` are those it changed. ``keep`` is asked
    before the library is locked, for the records of the papers that get a mark for which these are kept. ``former``
    are keys that papers had before: a mark that stood under one of them goes, for the one under the key of today.
    """

    def mark(
        self, keys: Iterable[int], what: What, at: datetime, keep: Keep = _none, *, name: str = "", by: str = ""
    ) -> Act | None:
        """Do something to papers. ``name`` is the tag's, of acts with tags; ``by`` what does it, for the user empty."""
        asked = sorted(set(keys))
        deed = Deed(what, at, name, by=by)
        kept = asked if what in _KEEPING else ()
        return self._do(deed, lambda: asked, lambda before: marks.wanted(self._db, what, before), keep, kept)

    def note(self, texts: Mapping[int, str | None], at: datetime, keep: Keep = _none) -> Act | None:
        """Set the notes of papers, None removes one."""

        def wanted(before: Mapping[int, Value]) -> dict[int, Value]:
            held = {key: was[0] if isinstance(was, list) else None for key, was in before.items()}
            changed = {key: text for key, text in texts.items() if text != held[key]}
            return {key: None if text is None else [text, at.timestamp()] for key, text in changed.items()}

        kept = [key for key, text in sorted(texts.items()) if text is not None]
        return self._do(Deed("note" if kept else "remove note", at), lambda: sorted(texts), wanted, keep, kept)

    def rate(
        self, keys: Iterable[int], rating: int | None, at: datetime, keep: Keep = _none, former: Iterable[int] = ()
    ) -> Act | None:
        """Rate papers, 1 to 5; None takes their ratings away."""
        return self._number(Deed("rate", at, str(rating or "")), keys, rating or 0, former, keep)

    def decide(
        self, values: Mapping[int, int | None], what: str, at: datetime, keep: Keep = _none, *, name: str = ""
    ) -> Act | None:
        """Set a mark (``star``, ``hide``, ``queue``, ``rate``) and mark the papers read, as one act. ``values`` are
        those that the mark gets by the papers' keys, None for a paper whose mark stays as it is."""

        def wanted(before: Mapping[int, Value]) -> dict[int, Value]:
            marks = {key: was[0] if isinstance(was, list) else was for key, was in before.items()}
            return {key: [marks[key] if value is None else value, None] for key, value in values.items()}

        given = sorted(key for key, value in values.items() if value)
        return self._do(Deed(what, at, name, AND_READ), lambda: sorted(values), wanted, keep, given)

    def read_as(
        self, keys: Iterable[int], reading: Reading | None, at: datetime, keep: Keep = _none, former: Iterable[int] = ()
    ) -> Act | None:
        """Give papers a reading state, None for none."""
        number = reading_code(reading)
        return self._number(Deed("reading", at, reading or ""), keys, number, former, keep)

    def enlist(self, keys: Sequence[int], name: str, at: datetime, keep: Keep = _none) -> Act | None:
        """Put papers at the end of a list, in this order; those that are on it stay where they are."""
        deed = Deed("enlist", at, name)
        return self._do(
            deed, lambda: [*lists.keys_of(self._db, name), *keys], lambda held: lists.appended(held, keys), keep, keys
        )

    def delist(self, keys: Iterable[int], name: str, at: datetime) -> Act | None:
        """Take papers off a list."""
        return self._do(Deed("delist", at, name), lambda: keys, dict.fromkeys)

    def arrange(self, name: str, mine: Collection[int], before: int | None, at: datetime) -> Act | None:
        """Move a paper, which has the keys ``mine``, before another in its list, or to the end for None."""
        deed = Deed("arrange", at, name)
        return self._do(deed, partial(lists.keys_of, self._db, name), lambda held: lists.moved(held, mine, before))

    def rename_list(self, old: str, new: str, at: datetime) -> Act | None:
        """Give a list another name, which none has."""

        def wanted(held: Mapping[int, Value]) -> dict[int, Value]:
            return {key: [None, both[0]] for key, both in held.items() if isinstance(both, list)}

        return self._do(Deed("rename list", at, old, new), partial(lists.keys_of, self._db, old), wanted)

    def remove_list(self, name: str, at: datetime) -> Act | None:
        """Take all papers off a list, which is gone then."""
        return self._do(Deed("remove list", at, name), partial(lists.keys_of, self._db, name), dict.fromkeys)

    def retag(
        self,
        keys: Iterable[int],
        give: Collection[str],
        take: Collection[str],
        at: datetime,
        keep: Keep = _none,
        former: Collection[int] = (),
    ) -> Act | None:
        """Give papers tags and take others from them."""
        asked = sorted(set(keys))

        def wanted(held: Mapping[int, Value]) -> dict[int, Value]:
            named = {key: names for key, names in held.items() if isinstance(names, list)}
            given = {key: () if key in former else give for key in named}
            return {key: sorted({*names, *given[key]}.difference(take)) for key, names in named.items()}

        deed = Deed("retag", at, tags.several(give, take))
        return self._do(deed, lambda: [*asked, *former], wanted, keep, asked if give else ())

    def rename_tag(self, old: str, new: str, at: datetime) -> Act | None:
        """Give a tag, with those below it, another name; they merge with what is there."""

        def wanted(held: Mapping[int, Value]) -> dict[int, Value]:
            became = {name: tags.renamed(name, old, new) for name in tags.names_below(self._db, old)}
            named = {key: names for key, names in held.items() if isinstance(names, list)}
            return {key: sorted({became.get(name, name) for name in names}) for key, names in named.items()}

        return self._do(Deed("rename tag", at, old, new), partial(self._tagged_below, old), wanted)

    def remove_tag(self, name: str, at: datetime) -> Act | None:
        """Take a tag, with those below it, from all papers."""
        return self._do(
            Deed("remove tag", at, name), partial(self._tagged_below, name), lambda held: {key: [] for key in held}
        )

    def _tagged_below(self, name: str) -> Iterable[int]:
        return tags.keys_of(self._db, tags.names_below(self._db, name))

    def can_undo(self) -> bool:
        """Whether an act of the user's stands that can be taken back."""
        from arxtui.store.library import journal

        return journal.newest(self._db) is not None

    def act_on_views(self, plan: Callable[[list[View]], ViewEdit]) -> Act | None:
        """Change saved views. ``plan`` makes the edit of the views as they are, while no other program changes them;
        what it raises passes through, and then nothing is changed."""
        from arxtui.store.library import journal

        with self._db.transaction():
            return journal.act_on_views(self._db, plan(views.read(self._db)))

    def act_on_config(self, plan: Callable[[], tuple[Deed, Value, Value]], make: Callable[[], object]) -> Act:
        """Change the configuration and write it down. ``plan`` says what, and how it is
        before and after; ``make`` makes it so: the last step before the act stands, while no other program does the
        like. What either raises passes through, and then nothing is written down."""
        from arxtui.store.library import journal

        with self._db.transaction():
            act = journal.act_on_config(self._db, *plan())
            make()
        return act

    def undo(self, at: datetime, number: int | None = None, turn_config: TurnConfig | None = None) -> Act | None:
        """Take back an act that stands: the one of this number, else the newest of the user's; None when there is none.
        The answer's ``papers`` are those that were put back: a paper that was changed since stays as it is.
        ``turn_config`` puts the configuration back."""
        from arxtui.store.library import journal

        with self._db.transaction():
            return journal.undo(self._db, at, number, turn_config or journal.no_settings)

    def redo(self, turn_config: TurnConfig | None = None) -> Act | None:
        """Do again what was undone last; None when nothing was since the user's last act. The answer's ``papers`` are
        those that got back what the act gave them."""
        from arxtui.store.library import journal

        with self._db.transaction():
            return journal.redo(self._db, turn_config or journal.no_settings)

    def journal(self, limit: int, before: int | None = None) -> list[Act]:
        """The acts before a number, else the newest, newest first; those that were undone too."""
        from arxtui.store.library import journal

        return journal.acts(self._db, limit, before)

    def acted_on(self, number: int) -> array[int]:
        """Ascending keys (``array('q')``) of the papers that an act changed; none for a number that no act has."""
        from arxtui.store.library import journal

        return journal.papers(self._db, number)

    def _number(self, deed: Deed, keys: Iterable[int], number: int, former: Iterable[int], keep: Keep) -> Act | None:
        told: dict[int, Value] = {**dict.fromkeys(former, 0), **dict.fromkeys(keys, number)}
        return self._do(deed, lambda: sorted(told), lambda before: told, keep, sorted(keys) if number else ())

    def _do(
        self,
        deed: Deed,
        keys: Callable[[], Iterable[int]],
        wanted: Wanted,
        keep: Keep = _none,
        kept: Sequence[int] = (),
    ) -> Act | None:
        """``keys`` and ``wanted`` are asked inside the transaction, where no other program writes between them."""
        from arxtui.store.library import journal

        records = keep(kept)
        with self._db.transaction():
            done = journal.act(self._db, deed, keys(), wanted)
            self._db.run_many(_KEEP, records)
        return done
