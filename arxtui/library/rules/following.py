"""Acts that follow and unfollow categories, authors and keywords; they can be undone and redone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from arxtui.config import follow_edits
from arxtui.config.follow_edits import Followed, FollowEdit, followed, identity, names, plan_following
from arxtui.config.rule_edits import ChangedSinceError
from arxtui.config.settings import Settings, load
from arxtui.library.marks.config_acts import ConfigChange, act_on_config
from arxtui.store.library.types import Deed
from arxtui.text.matching.nearest import did_you_mean_name

if TYPE_CHECKING:
    from arxtui.config.paths import Paths

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
