"""What the check of a bibliography says of its entries."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from arxtui.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arxtui.text.bibtex import BibEntry


class Verdict(StrEnum):
    """What is known of an entry. The names are stable: files and scripts contain them."""

    VERIFIED = "verified"
    WRONG = "wrong"
    OTHER = "other-paper"
    IMPOSSIBLE = "impossible"
    WITHDRAWN = "withdrawn"
    TWICE = "twice"
    MISSING = "missing"
    UNREADABLE = "unreadable"
    UNUSED = "unused-ignore"
    UNKNOWN = "cannot-tell"

    @property
    def is_problem(self) -> bool:
        """Whether somebody should look at the entry."""
        return self not in (Verdict.VERIFIED, Verdict.UNKNOWN, Verdict.UNUSED)

    @property
    def words(self) -> str:
        """What it means."""
        return _WORDS[self]


_WORDS = {
    Verdict.VERIFIED: "title, authors and year are those of the paper, of a stored version of it, or of a work of dblp",
    Verdict.WRONG: "a field differs: words of the title, authors who are not the paper's, or a year that none of its "
    "versions has",
    Verdict.OTHER: "the identifier is that of a paper with another title",
    Verdict.IMPOSSIBLE: "arXiv cannot have assigned the identifier",
    Verdict.WITHDRAWN: "the paper is withdrawn",
    Verdict.TWICE: "an entry before it is the same work, or has the same key",
    Verdict.MISSING: "the document cites a key that no entry has",
    Verdict.UNREADABLE: "the entry, or the definition of a macro, is no correct BibTeX; the others are checked",
    Verdict.UNUSED: "a remark ignores a verdict that the entry does not have",
    Verdict.UNKNOWN: "no paper of the cache, and no work of dblp if that is imported: of another field, newer, or not "
    "stored. Such an entry can be right or wrong",
}


class Remark(NamedTuple):
    """What is wrong with a field ("" for the entry), in words, or a hint: what is no mistake, but could be better."""

    field: str
    words: str
    is_hint: bool = False

    @property
    def text(self) -> str:
        """The words, with the name of the field."""
        return f"{self.field}: {self.words}" if self.field else self.words


class Fix(NamedTuple):
    """A change of a field: ``new`` in place of ``old``, which stands there once; at the end of the value if ``old`` is
    empty; a field behind the one named ``after`` if the entry does not have it."""

    field: str
    new: str
    old: str = ""
    after: str = ""
    is_safe: bool = False


class Checked(NamedTuple):
    """An entry, or a place that cites a missing one: the name of its file, what is known of it, the name of its paper
    ("" if none is known), that of its record in dblp ("" if the paper is known, or none), what is wrong, hints, whether
    a remark in the file ignores the verdict, and the changes that would correct the entry."""

    file: str
    entry: BibEntry
    verdict: Verdict
    paper: str = ""
    dblp: str = ""
    problems: tuple[Remark, ...] = ()
    hints: tuple[Remark, ...] = ()
    is_ignored: bool = False
    fixes: tuple[Fix, ...] = ()

    @classmethod
    def compared(cls, file: str, entry: BibEntry, remarks: Sequence[Remark], withdrawn: str = "") -> Checked:
        """Return an entry, compared with its work, from what is remarked; ``withdrawn`` says that the work is."""
        problems = tuple(each for each in remarks if not each.is_hint)
        hints = tuple(each for each in remarks if each.is_hint)
        if withdrawn:
            return cls(file, entry, Verdict.WITHDRAWN, problems=(Remark("", withdrawn), *problems), hints=hints)
        return cls(file, entry, Verdict.WRONG if problems else Verdict.VERIFIED, problems=problems, hints=hints)

    @property
    def work(self) -> str:
        """The name of its paper or record, "" if none is known."""
        return self.paper or self.dblp

    @property
    def is_problem(self) -> bool:
        """Whether somebody should look at it."""
        return self.verdict.is_problem and not self.is_ignored

    def line_of(self, remark: Remark) -> int:
        """Return the line of the field that a remark is about, otherwise that of the entry."""
        place = self.entry.places.get(remark.field)
        return place.line if place else self.entry.line
