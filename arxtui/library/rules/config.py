"""Changes of the configuration as acts of the journal, which can be undone and redone: edits of the rules, and followed
categories, authors and keywords. A library that is opened with the new settings uses them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arxtui.config import follow_edits
from arxtui.config.edit import ChangedSinceError, RuleEdit, apply, plan_addition, plan_change, plan_removal
from arxtui.config.follow_edits import Followed, FollowEdit, followed, identity, names, plan_following
from arxtui.config.paths import Paths
from arxtui.config.rules import no_such_rule
from arxtui.config.settings import Settings, load
from arxtui.config.text import ConfigError
from arxtui.library.rules.queries import sound
from arxtui.light import NamedTuple, changed
from arxtui.model.rules import Rule
from arxtui.store.errors import StoreError
from arxtui.store.library.database import LibraryFile
from arxtui.store.library.types import Deed
from arxtui.text.matching.nearest import did_you_mean_name

if TYPE_CHECKING:
    from arxtui.store.library.types import Value


class ConfigChange(NamedTuple):
    """An act on the configuration, the values before and after it as stored in the journal, and the file edits that
    make and revert it."""

    deed: Deed
    before: Value
    after: Value
    make: Callable[[Path], object]
    turn_back: Callable[[Path], object]


def act_on_config(paths: Paths, planned: Callable[[], ConfigChange]) -> None:
    """Change the configuration and record the act in the journal.

    The change is planned and made inside the journal's transaction, as its last step, so that one program at a time
    changes the file. If the act then cannot be recorded, the change is reverted and StoreError is raised.
    """
    changes: list[ConfigChange] = []

    def plan() -> tuple[Deed, Value, Value]:
        changes.append(planned())
        return changes[0][:3]

    with closing(LibraryFile.open(paths.library_db)) as library:
        try:
            library.journal.change_config(plan, lambda: changes[0].make(paths.config_file))
        except StoreError:
            if changes:
                with suppress(ChangedSinceError, ConfigError):
                    changes[0].turn_back(paths.config_file)
            raise


def add_rule(paths: Paths, rule: Rule, *, at: datetime | None = None) -> Settings:
    """Append a rule to the configuration, as an act, and return the new settings.

    If any error is raised, nothing is changed.

    Raises:
        QueryError: The query is invalid.
        ValueError: The rule is invalid otherwise, or its name is taken; the message is for people.
        ConfigError: The file cannot be written.
        StoreError: The act cannot be recorded.
    """
    valid_rule = sound(rule)
    _act(paths, "make rule", at, lambda: plan_addition(paths.config_file, valid_rule))
    return load(paths.config_file)


def change_rule(paths: Paths, name: str, rule: Rule, *, at: datetime | None = None) -> Settings:
    """Replace the values of a rule, as an act, and return the new settings. Raises LookupError for an unknown name,
    otherwise as :func:`add_rule`."""
    valid_rule = sound(rule)
    was, edit = plan_change(paths.config_file, name, valid_rule)
    if edit:
        _act(paths, _what(was, valid_rule), at, lambda: plan_change(paths.config_file, name, valid_rule)[1])
    return load(paths.config_file)


def switch_rule(paths: Paths, name: str, *, off: bool, at: datetime | None = None) -> Settings:
    """Switch a rule off or on, as an act, and return the new settings. Raises LookupError for an unknown name,
    otherwise as :func:`add_rule`."""
    rules = load(paths.config_file).rules
    present = next((rule for rule in rules if rule.name.casefold() == name.strip().casefold()), None)
    if present is None:
        raise no_such_rule(name, rules)
    return change_rule(paths, present.name, changed(present, off=off), at=at)


def remove_rule(paths: Paths, name: str, *, at: datetime | None = None) -> tuple[Rule, Settings]:
    """Remove a rule, as an act. Returns the removed rule and the new settings. Raises LookupError for an unknown
    name."""
    removed, _ = plan_removal(paths.config_file, name)
    _act(paths, "remove rule", at, lambda: plan_removal(paths.config_file, name)[1])
    return removed, load(paths.config_file)


def restore_rule(paths: Paths, present: list[Any], target: list[Any]) -> str:
    """Undo or redo an act on a rule: replace the state ``present`` by ``target``, if the file still has the former.

    Returns the reason, in words, if the file has changed since; otherwise an empty string. Raises ConfigError if the
    configuration cannot be read or written.
    """
    (name, before, line, above), (other, after, *_) = present, target
    try:
        apply(paths.config_file, RuleEdit((name, other), before, after, line, above))
    except ChangedSinceError as error:
        return str(error)
    return ""


def _act(paths: Paths, what: str, at: datetime | None, planned: Callable[[], RuleEdit | None]) -> None:
    def plan() -> ConfigChange:
        edit = planned()
        if edit is None:
            raise ValueError("another program has just made the same change")
        (old, new), place = edit.names, (edit.line, edit.above)
        return ConfigChange(
            Deed(what, at or datetime.now(UTC), old or new, new if old and new != old else ""),
            [old, edit.before, *place],
            [new, edit.after, *place],
            partial(apply, edit=edit),
            partial(apply, edit=edit.reversed),
        )

    act_on_config(paths, plan)


def _what(was: Rule, new: Rule) -> str:
    if changed(was, off=new.off) == new:
        return "switch off rule" if new.off else "switch on rule"
    return "change rule"


_OF = {"categories": "category", "authors": "author", "keywords": "keyword"}


def follow(paths: Paths, what: Followed, added: tuple[str, ...], *, at: datetime | None = None) -> Settings:
    """Add names to the followed ones, as an act, and return the new settings.

    If any error is raised, nothing is changed.

    Raises:
        ValueError: A name is invalid.
        ConfigError: The file cannot be written.
        StoreError: The act cannot be recorded.
    """

    def edit(present: tuple[str, ...]) -> tuple[str, ...]:
        known = {identity(what, name) for name in present}
        return (*present, *(name for name in added if identity(what, name) not in known))

    return _changed(paths, what, edit, at)


def unfollow(paths: Paths, what: Followed, dropped: tuple[str, ...], *, at: datetime | None = None) -> Settings:
    """Remove names from the followed ones, as an act, and return the new settings. Raises LookupError, and changes
    nothing, if one of them was not followed; otherwise as :func:`follow`."""
    removed = {identity(what, name): name for name in dropped}

    def edit(present: tuple[str, ...]) -> tuple[str, ...]:
        known = {identity(what, name) for name in present}
        if missing := [name for same, name in removed.items() if same not in known]:
            verb = "subscribe" if what == "categories" else "follow"
            hint = did_you_mean_name(missing[0], present)
            raise LookupError(f"\"{missing[0]}\" is not followed; 'arxtui {verb}' lists what is followed{hint}")
        return tuple(name for name in present if identity(what, name) not in removed)

    return _changed(paths, what, edit, at)


def choose(paths: Paths, what: Followed, wanted: tuple[str, ...], *, at: datetime | None = None) -> Settings:
    """Replace the followed names by these, as an act, and return the new settings. Raises the errors of
    :func:`follow`."""
    return _changed(paths, what, lambda _: wanted, at)


def restore_followed(paths: Paths, present: list[Any], target: list[Any]) -> str:
    """Undo or redo an act on the followed names: replace the state ``present`` by ``target``, if the file still has the
    former.

    Returns the reason, in words, if the file has changed since; otherwise an empty string. Raises ConfigError if the
    configuration cannot be read or written.
    """
    (what, before), (_, after) = present, target
    try:
        follow_edits.apply(paths.config_file, FollowEdit(what, before, after))
    except ChangedSinceError as error:
        return str(error)
    return ""


def _changed(
    paths: Paths, what: Followed, edit: Callable[[tuple[str, ...]], tuple[str, ...]], at: datetime | None
) -> Settings:
    present = followed(load(paths.config_file), what)
    if plan_following(paths.config_file, what, edit(present)):
        act_on_config(paths, partial(_plan, paths, what, edit, at or datetime.now(UTC)))
    return load(paths.config_file)


def _plan(
    paths: Paths, what: Followed, edit_names: Callable[[tuple[str, ...]], tuple[str, ...]], at: datetime
) -> ConfigChange:
    present = followed(load(paths.config_file), what)
    edit = plan_following(paths.config_file, what, edit_names(present))
    if edit is None:
        raise ValueError("another program has just made the same change")
    return ConfigChange(
        _deed(edit, at),
        [what, edit.before],
        [what, edit.after],
        partial(follow_edits.apply, edit=edit),
        partial(follow_edits.apply, edit=edit.reversed),
    )


def _deed(edit: FollowEdit, at: datetime) -> Deed:
    added, dropped = edit.added, edit.dropped
    if bool(added) == bool(dropped):
        return Deed(f"choose {edit.what}", at, "; ".join(names(edit.after)))
    return Deed(f"{'unfollow' if dropped else 'follow'} {_OF[edit.what]}", at, "; ".join(added or dropped))
