"""Edits of the lists in ``[follow]``: planned, made, and turned back.

An edit is the list as it stands in the file, and what takes its place: undoing it brings back the very lines, with
their comments. Where the list was changed by hand since, names are added and taken out one by one.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from arxtui.config.edit import changed_document, put_list, save
from arxtui.config.rule_edits import ChangedSinceError
from arxtui.config.settings import parse
from arxtui.config.text import read
from arxtui.config.values import check_names
from arxtui.text import fold

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

    from arxtui.config.settings import Settings

Followed = Literal["authors", "keywords"]


class FollowEdit(NamedTuple):
    """The list of the authors or keywords that are followed, as TOML: empty where there is none."""

    what: Followed
    before: str
    after: str

    @property
    def reversed(self) -> FollowEdit:
        """The edit that turns this one back."""
        return self._replace(before=self.after, after=self.before)


def followed(settings: Settings, what: Followed) -> tuple[str, ...]:
    """The authors or keywords that are followed."""
    return settings.follow.authors if what == "authors" else settings.follow.keywords


def planned_following(file: Path, what: Followed, names: tuple[str, ...]) -> FollowEdit | None:
    """The edit after which these names are followed, and no others; None where nothing changes. ValueError for a name
    that is none, ConfigError when the file cannot be read or would not be understood afterwards."""
    wanted = check_names(names)
    text = read(file)
    if followed(parse(text, str(file)), what) == wanted:
        return None
    after = changed_document(file, text, lambda document: _put_names(document, what, wanted))
    return FollowEdit(what, _list_text(text, what), _list_text(after, what))


def apply(file: Path, edit: FollowEdit) -> None:
    """Make an edit, atomically. ChangedSinceError where nothing is left to do, ConfigError when the file cannot be read
    or written."""
    text = read(file)
    held = followed(parse(text, str(file)), edit.what)
    if _list_text(text, edit.what) == edit.before:
        written = changed_document(file, text, lambda document: _put_text(document, edit.what, edit.after))
    else:
        wanted = _one_by_one(held, _names(edit.before), _names(edit.after))
        written = changed_document(file, text, lambda document: _put_names(document, edit.what, wanted))
    save(file, written)


def _one_by_one(held: tuple[str, ...], before: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    """The names that are followed now, with what an edit adds and without what it takes out."""
    known = set(map(fold, held))
    new, old = [name for name in after if name not in before], [name for name in before if name not in after]
    added, dropped = [name for name in new if fold(name) not in known], {fold(name) for name in old} & known
    if not added and not dropped:
        told = f"{', '.join(old)} is not followed any more" if old else f"{', '.join(new)} is followed already"
        raise ChangedSinceError(told)
    wanted = [name for name in held if fold(name) not in dropped]
    for name in added:
        wanted.insert(min(after.index(name), len(wanted)), name)
    return tuple(wanted)


def _put_names(document: TOMLDocument, what: Followed, names: tuple[str, ...]) -> None:
    put_list(document, "follow", what, names, lambda name: " ".join(name.split()))


def _put_text(document: TOMLDocument, what: Followed, text: str) -> None:
    import tomlkit

    section: Any = document.setdefault("follow", tomlkit.table())
    if text:
        section[what] = tomlkit.parse(f"names = {text}\n")["names"]
    else:
        section.pop(what, None)
        if not section.as_string().strip():
            document.pop("follow")


def _list_text(text: str, what: Followed) -> str:
    import tomlkit

    held = tomlkit.parse(text).get("follow", {}).get(what)
    return held.as_string() if held is not None else ""


def _names(text: str) -> tuple[str, ...]:
    import tomlkit

    return tuple(map(str, tomlkit.parse(f"names = {text or '[]'}\n")["names"]))
