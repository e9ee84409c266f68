"""What the user did with a paper."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Literal, NamedTuple

from arxtui.model.frozen import frozen

RATINGS = range(1, 6)
"""What a paper may be rated."""
What = Literal["read", "unread", "star", "unstar", "hide", "unhide", "queue", "unqueue", "tag", "untag"]
"""The acts that give and take a mark."""


class Reading(StrEnum):
    """How far the user is with reading a paper itself; what was done with its row in the list are ``Marks.unread`` and
    ``Marks.read``."""

    TO_READ = "to-read"
    READING = "reading"
    READ = "read"


class Mark(NamedTuple):
    """A mark that a paper has or has not, and what everything else is made from: a mark is declared here, has a field
    in :class:`Marks` and a column in ``library.db``, and what it needs besides is a key."""

    name: str
    """The field of :class:`Marks`, the column, the state in queries (``is:starred``) and the name in JSON."""
    gives: What
    """The act that gives the mark; ``arxtui mark`` has an option of this name, and one of ``takes``."""
    takes: What
    asks: str
    """What giving it does, as a question names it, with ``{}`` for the papers."""
    given: str
    """What is said of a paper that has the mark."""
    taken: str
    """What is said of a paper that has the mark no longer."""
    keeps: bool
    """Whether who gives it keeps the paper: no rule hides the paper, its record stands in the library, and its full
    text is never forgotten."""
    preference: float
    """What it says of wanting more papers like this one, from -1 to 1."""
    label: str = ""
    """The name of its row in the filter; a mark without one has no row."""
    sign: str = ""
    """What a row of the list shows of it; the first sign of a paper stands."""


STARRED = Mark("starred", "star", "unstar", "Star {}", "starred", "no longer starred", True, 1.0, "Starred", "★")
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
"""The marks, in the order in which everything names them."""


@frozen
class Marks:
    """The user's marks on one paper. ``tags`` by name, nested ones as ``thesis/related``; ``note`` is None for none.
    ``lists`` are the reading lists that it is on, by name; ``rating`` is one of ``RATINGS``, None for none. A paper
    that was neither announced to the user nor marked is neither ``unread`` nor ``read``."""

    unread: bool = False
    starred: bool = False
    hidden: bool = False
    tags: tuple[str, ...] = ()
    note: str | None = None
    queued: bool = False
    """Its full text is wanted."""
    rating: int | None = None
    reading: Reading | None = None
    lists: tuple[str, ...] = ()
    read: bool = False
    """The user marked it read."""

    def has(self, mark: Mark) -> bool:
        """Whether the paper has a mark."""
        return bool(getattr(self, mark.name))

    @property
    def sign(self) -> str:
        """The first sign of its marks, empty for none."""
        return next((mark.sign for mark in MARKS if mark.sign and self.has(mark)), "")


RULE_ACTS = {
    "make rule": "rule {name} made",
    "change rule": "rule {name} changed",
    "switch off rule": "rule {name} switched off",
    "switch on rule": "rule {name} switched on",
    "remove rule": "rule {name} removed",
}
"""Acts with rules of the configuration, and the words for them."""
FOLLOW_ACTS = {
    "follow category": "category {name} followed",
    "unfollow category": "category {name} no longer followed",
    "choose categories": "categories chosen: {name}",
    "follow author": "author {name} followed",
    "unfollow author": "author {name} no longer followed",
    "follow keyword": "keyword {name} followed",
    "unfollow keyword": "keyword {name} no longer followed",
}
"""Acts with what the configuration says is followed, and the words for them."""
_NOUNS = {"category": "categories", "author": "authors", "keyword": "keywords"}


def follow_words(what: str, name: str) -> str:
    """The words for one of ``FOLLOW_ACTS``: ``category cs.DC followed``, ``categories cs.DC; math.PR followed``."""
    noun, _, rest = FOLLOW_ACTS[what].partition(" ")
    many = _NOUNS.get(noun, noun) if "; " in name else noun
    return f"{many} {rest}".format(name=name)


MARK_ACTS = {mark.gives: mark.given for mark in MARKS} | {mark.takes: mark.taken for mark in MARKS}
"""Acts that give and take marks, and the words for them."""
DECISIONS = ("rate", *(mark.gives for mark in MARKS))
"""Acts that may mark the papers read as well."""
VIEW_ACTS = {
    "save view": "view {name} saved",
    "change view": "view {name} changed",
    "rename view": "view {name} renamed to {to}",
    "bind view": "view {name} bound to {to}",
    "unbind view": "view {name} no longer bound to {to}",
    "move view": "view {name} moved",
    "remove view": "view {name} removed",
}
"""Acts with saved views, and the words for them."""
NOTE_ACTS = {"note": "note saved", "remove note": "note removed"}
"""Acts with notes on papers, and the words for them."""


class Act(NamedTuple):
    """One act in the journal: what (``read``, ``star``, ``tag``, ``rate``, ...), when (aware UTC), to how many papers.

    ``name`` is the tag's or the list's, of an act with a rule the rule's, of one with a saved view the view's, of one
    with who or what is followed the names; of ``rate`` the number, of ``reading`` the state, each empty where it was
    taken away. ``to`` is the new name that ``rename tag``, ``rename list``, ``rename view`` and ``change rule`` give;
    of ``bind view`` and ``unbind view`` the digit; of ``star``, ``hide``, ``queue`` and ``rate`` it is ``read`` where
    the papers were marked read as well. ``undone`` is when it was taken back, None while it stands. ``by`` is empty for
    an act of the user, else what did it (``rule NAME``). ``refused`` is why undoing or redoing it left things as they
    are, in words.
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
        """Whether the act changed the configuration (a rule, what is followed), and so concerns no papers of its
        own."""
        return self.what in RULE_ACTS or self.what in FOLLOW_ACTS

    @property
    def is_of_views(self) -> bool:
        """Whether the act changed saved views."""
        return self.what in VIEW_ACTS

    @property
    def is_of_papers(self) -> bool:
        """Whether the act changed papers, and so says how many."""
        return not (self.is_of_config or self.is_of_views)

    @property
    def is_marked_read_too(self) -> bool:
        """Whether the act gave a mark and marked the papers read as well."""
        return self.to == "read" and self.what in DECISIONS
