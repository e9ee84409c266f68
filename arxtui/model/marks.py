"""The marks of papers, and the acts of the journal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Literal

from arxtui.light import NamedTuple, frozen

RATINGS = range(1, 6)
"""The possible ratings."""
What = Literal["read", "unread", "star", "unstar", "hide", "unhide", "queue", "unqueue", "tag", "untag"]
"""The acts that set and remove a mark or a tag."""


class Reading(StrEnum):
    """The user's progress in reading the full paper. ``Marks.unread`` and ``Marks.read`` are
    independent of it: they tell whether the user has dealt with the announcement."""

    TO_READ = "to-read"
    READING = "reading"
    READ = "read"


@frozen
class Mark:
    """The declaration of a mark that a paper has or has not.

    Everything about marks is generated from these declarations. A new mark needs a declaration here, a field in
    :class:`Marks`, a column in ``library.db`` and a key.
    """

    name: str
    """The field of :class:`Marks`, the column, the state in queries (``is:starred``) and the name in JSON."""
    gives: What
    """The act that sets the mark; ``arxtui mark`` has an option of this name, and one of ``takes``."""
    takes: What
    asks: str
    """The description of setting the mark in a prompt, with ``{}`` for the papers."""
    given: str
    """The description of a paper with the mark."""
    taken: str
    """The description of a paper after the mark was removed."""
    keeps: bool
    """Whether a paper with the mark is kept: no rule hides it, the library stores its record, and its full text is
    never deleted."""
    preference: float
    """What the mark says about wanting more papers like this one, from -1 to 1."""
    label: str = ""
    """The name of the mark's row in the filter pane; a mark without a label has no row."""
    sign: str = ""
    """The sign in a row of the list, and its ASCII form. If a paper has several, the first one is shown."""
    ascii: str = ""


STARRED = Mark("starred", "star", "unstar", "Star {}", "starred", "no longer starred", True, 1.0, "Starred", "★", "*")
HIDDEN = Mark("hidden", "hide", "unhide", "Hide {}", "hidden", "shown again", False, -1.0, "Hidden")
QUEUED = Mark(
    name="queued",
    gives="queue",
    takes="unqueue",
    asks="Save the full texts of {} for offline reading",
    given="saved for offline reading",
    taken="no longer saved for offline reading",
    keeps=True,
    preference=0.5,
)
MARKS = (STARRED, HIDDEN, QUEUED)
"""All marks, in the order in which they are listed everywhere."""


@frozen
class Marks:
    """The user's marks on one paper.

    ``tags`` are sorted by name, nested ones as ``thesis/related``. ``note`` and ``rating`` (one of ``RATINGS``) are
    None if there is none. ``lists`` are the names of its reading lists, sorted. A paper that was neither announced to
    the user nor marked is neither ``unread`` nor ``read``.
    """

    unread: bool = False
    starred: bool = False
    hidden: bool = False
    tags: tuple[str, ...] = ()
    note: str | None = None
    queued: bool = False
    """The user wants its full text."""
    rating: int | None = None
    reading: Reading | None = None
    lists: tuple[str, ...] = ()
    read: bool = False
    """The user marked it read."""

    def has(self, mark: Mark) -> bool:
        """Return whether the paper has a mark."""
        return bool(getattr(self, mark.name))

    @property
    def sign(self) -> str:
        """The first sign of its marks; empty if there is none."""
        return next((mark.sign for mark in MARKS if mark.sign and self.has(mark)), "")


RULE_ACTS = {
    "make rule": "rule {name} made",
    "change rule": "rule {name} changed",
    "switch off rule": "rule {name} switched off",
    "switch on rule": "rule {name} switched on",
    "remove rule": "rule {name} removed",
}
"""Acts on rules of the configuration, and their descriptions."""
FOLLOW_ACTS = {
    "follow category": "category {name} followed",
    "unfollow category": "category {name} no longer followed",
    "choose categories": "categories chosen: {name}",
    "follow author": "author {name} followed",
    "unfollow author": "author {name} no longer followed",
    "follow keyword": "keyword {name} followed",
    "unfollow keyword": "keyword {name} no longer followed",
}
"""Acts on the followed names of the configuration, and their descriptions."""
_NOUNS = {"category": "categories", "author": "authors", "keyword": "keywords"}
_MOST_TAGS = 5


def retag_words(name: str, taken: str) -> str:
    """Return the description of a ``retag`` act by its name (``"thesis" -"old"``): ``tagged thesis, removed tag old``;
    ``taken`` are the words for tags that were removed. Of many tags, the first are named."""
    parts = name.split('"')[:-1]
    changes = [*zip(parts[::2], parts[1::2], strict=True)]
    given = [tag for before, tag in changes if not before.endswith("-")]
    removed = [tag for before, tag in changes if before.endswith("-")]
    return ", ".join(f"{words} {_first_tags(tags)}" for words, tags in (("tagged", given), (taken, removed)) if tags)


def _first_tags(tags: Sequence[str]) -> str:
    more = [f"and {len(tags) - _MOST_TAGS:,} more"] if len(tags) > _MOST_TAGS else []
    return ", ".join([*tags[:_MOST_TAGS], *more])


def follow_words(what: str, name: str) -> str:
    """Return the description for one of ``FOLLOW_ACTS``: ``category cs.DC followed``, ``categories cs.DC; math.PR
    followed``."""
    noun, _, rest = FOLLOW_ACTS[what].partition(" ")
    many = _NOUNS.get(noun, noun) if "; " in name else noun
    return f"{many} {rest}".format(name=name)


MARK_ACTS = {mark.gives: mark.given for mark in MARKS} | {mark.takes: mark.taken for mark in MARKS}
"""Acts that set and remove marks, and their descriptions."""
DECISIONS = ("rate", *(mark.gives for mark in MARKS))
"""Acts that can mark the papers read in addition."""
VIEW_ACTS = {
    "save view": "view {name} saved",
    "change view": "view {name} changed",
    "rename view": "view {name} renamed to {to}",
    "bind view": "view {name} bound to {to}",
    "unbind view": "view {name} no longer bound to {to}",
    "move view": "view {name} moved",
    "remove view": "view {name} removed",
}
"""Acts on saved views, and their descriptions."""
LINK_ACTS = {"refuse": "reference to {name} refused", "accept": "reference to {name} accepted again"}
"""Acts on links from references, and their descriptions."""
NOTE_ACTS = {"note": "note saved", "remove note": "note removed"}
"""Acts on notes, and their descriptions."""


PREPARED = "the demo"
"""The actor of acts that were made beforehand in the user's place: the ranking learns from them, undo leaves them."""


class Act(NamedTuple):
    """One act in the journal: what (``read``, ``star``, ``tag``, ``rate``, ...), when (aware UTC), and on how many
    papers.

    ``name`` is that of the tag, list, rule or saved view of the act, or the followed names; for ``rate`` the number and
    for ``reading`` the state, empty if it was removed. ``to`` is the new name for ``rename tag``, ``rename list``,
    ``rename view`` and ``change rule``, and the digit for ``bind view`` and ``unbind view``; for ``star``, ``hide``,
    ``queue`` and ``rate`` it is ``read`` if the papers were marked read, too. ``undone`` is when the act was undone,
    None if it was not. ``by`` is empty for an act of the user, otherwise the actor (``rule NAME``). ``refused`` says in
    words why undo or redo changed nothing.
    """

    number: int
    at: datetime
    what: str
    papers: int
    name: str = ""
    to: str = ""
    undone: datetime | None = None
    by: str = ""
    refused: str = ""

    @property
    def is_of_config(self) -> bool:
        """Whether the act changed the configuration (a rule, a followed name), and so has no papers."""
        return self.what in RULE_ACTS or self.what in FOLLOW_ACTS

    @property
    def is_of_views(self) -> bool:
        """Whether the act changed saved views."""
        return self.what in VIEW_ACTS

    @property
    def is_of_papers(self) -> bool:
        """Whether the act changed papers, and so has a number of papers."""
        return not (self.is_of_config or self.is_of_views)

    @property
    def also_marked_read(self) -> bool:
        """Whether the act set a mark and marked the papers read, too."""
        return self.to == "read" and self.what in DECISIONS
