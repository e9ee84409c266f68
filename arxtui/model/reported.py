"""What sources of citations report of a paper: the works that it cites, the works that cite it, and how many these are.

"Not known" is None, in lists and in numbers; it is never an empty list or zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from arxtui.light import NamedTuple
from arxtui.model.counted import counted
from arxtui.model.document import Work
from arxtui.model.sources import source_label


class ReportedWork(NamedTuple):
    """A work that a source reports: its fields, its label in the bibliography, and what else the source says
    of it, which may be all."""

    work: Work
    label: str = ""
    text: str = ""


class Report(NamedTuple):
    """What a source reports of a paper at a time (aware UTC).

    ``record`` is the source's own name of the paper, empty if it does not know the paper. ``references`` are in the
    order of the bibliography; ``citing`` are the newest works that cite the paper, ``cited_by`` is the number of all of
    them, ``by_others`` without those that share an author. ``texkey`` and ``bibtex`` are the source's own entry.
    """

    source: str
    at: datetime
    record: str = ""
    references: tuple[ReportedWork, ...] | None = None
    citing: tuple[ReportedWork, ...] | None = None
    cites: int | None = None
    cited_by: int | None = None
    by_others: int | None = None
    texkey: str = ""
    bibtex: str = ""

    @property
    def label(self) -> str:
        """The source's name on the screen."""
        return source_label(self.source)

    @property
    def words(self) -> str:
        """The numbers in words: ``34 references, cited by 120 works``."""
        if not self.record:
            return "does not know this paper"
        references = "its references are not known" if self.cites is None else counted(self.cites, "reference")
        by_others = f" ({self.by_others:,}× by others)" if self.by_others is not None else ""
        cited_by = "how often it is cited is not known" if self.cited_by is None else f"cited {self.cited_by:,}×"
        return f"{references}, {cited_by}{by_others}"

    @property
    def sentence(self) -> str:
        """Source, numbers and date: ``INSPIRE: 34 references, cited 120×, as of 29 Nov 2026``."""
        return f"{self.label}: {self.words}, as of {self.at.astimezone():%d %b %Y}"

    def to_json(self) -> dict[str, object]:
        """Return the report without its lists as a JSON object."""
        return {
            "source": self.source,
            "as_of": self.at.isoformat(),
            "record": self.record or None,
            "cites": self.cites,
            "cited_by": self.cited_by,
            "by_others": self.by_others,
            "texkey": self.texkey or None,
        }


def cited_words(reports: Iterable[Report]) -> str:
    """Return how often a paper is cited according to each source, with the date of what they say: ``cited 36×
    (INSPIRE), 31× (OpenAlex, Crossref), 28× by others (INSPIRE), 29 Nov 2026``; empty if none knows it."""
    sources: dict[tuple[str, str], list[str]] = {}
    for each in reports:
        for number, of in ((each.cited_by, ""), (each.by_others, " by others")):
            if number is not None:
                sources.setdefault((f"{number:,}×{of}", f"{each.at.astimezone():%d %b %Y}"), []).append(each.label)
    in_order = sorted(sources.items(), key=lambda item: "by others" in item[0][0])
    days = dict.fromkeys(day for _, day in sources)
    words = [
        f"{number} ({', '.join((*labels, *([day] if len(days) > 1 else [])))})" for (number, day), labels in in_order
    ]
    return f"cited {', '.join((*words, *(days if len(days) == 1 else ())))}" if words else ""
