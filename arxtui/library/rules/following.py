"""Following authors and keywords, and following them no longer, as acts that are undone and redone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from arxtui.config import follow_edits
from arxtui.config.follow_edits import Followed, FollowEdit, followed, planned_following
from arxtui.config.rule_edits import ChangedSinceError
from arxtui.config.settings import Settings, load
from arxtui.library.marks.config_acts import ConfigChange, act_on_config
from arxtui.store.library.marks import Deed
from arxtui.text import fold

if TYPE_CHECKING:
    from arxtui.config.paths import Paths

_OF = {"authors": "author", "keywords": "keyword"}


def follow(paths: Paths, what: Followed, names: tuple[str, ...], *, at: datetime | None = None) -> Settings:
    """Follow these too, as an act; the settings as they are then. ValueError for what is no name or word, ConfigError
    when the file cannot be written, StoreError when the act cannot be written down; then nothing is changed."""

    def wanted(held: tuple[str, ...]) -> tuple[str, ...]:
        known = set(map(fold, held))
        return (*held, *(single for name in names if fold(single := " ".join(name.split())) not in known))

    return _changed(paths, what, "follow", wanted, at)


def unfollow(paths: Paths, what: Followed, names: tuple[str, ...], *, at: datetime | None = None) -> Settings:
    """Follow these no longer, as an act; the settings as they are then. LookupError, and nothing is changed, when one
    of them was not followed, else as :func:`follow`."""
    dropped = {fold(" ".join(name.split())): name for name in names}

    def wanted(held: tuple[str, ...]) -> tuple[str, ...]:
        known = set(map(fold, held))
        if missing := [name for folded, name in dropped.items() if folded not in known]:
            raise LookupError(f"\"{missing[0]}\" is not followed; 'arxtui follow' lists what is")
        return tuple(name for name in held if fold(name) not in dropped)

    return _changed(paths, what, "unfollow", wanted, at)


def turn_followed(paths: Paths, held: list[Any], wanted: list[Any]) -> str:
    """Put what is followed back, from what an act left to what was before it or the other way, where it is still so;
    why it was not, in words. ConfigError when the configuration cannot be read or written."""
    (what, before), (_, after) = held, wanted
    try:
        follow_edits.apply(paths.config_file, FollowEdit(what, before, after))
    except ChangedSinceError as error:
        return str(error)
    return ""


def _changed(
    paths: Paths,
    what: Followed,
    deed: str,
    wanted: Callable[[tuple[str, ...]], tuple[str, ...]],
    at: datetime | None,
) -> Settings:
    held = _held(paths, what)
    if planned_following(paths.config_file, what, wanted(held)):
        act_on_config(paths, partial(_plan, paths, what, deed, wanted, at or datetime.now(UTC)))
    return load(paths.config_file)


def _plan(
    paths: Paths, what: Followed, deed: str, wanted: Callable[[tuple[str, ...]], tuple[str, ...]], at: datetime
) -> ConfigChange:
    held = _held(paths, what)
    edit = planned_following(paths.config_file, what, wanted(held))
    if edit is None:
        raise ValueError("another program has just made the same change")
    names = set(held) ^ set(wanted(held))
    told = "; ".join(name for name in (*held, *wanted(held)) if name in names)
    return ConfigChange(
        Deed(f"{deed} {_OF[what]}", at, told),
        [what, edit.before],
        [what, edit.after],
        partial(follow_edits.apply, edit=edit),
        partial(follow_edits.apply, edit=edit.reversed),
    )


def _held(paths: Paths, what: Followed) -> tuple[str, ...]:
    return followed(load(paths.config_file), what)
