"""What the cache has of a cited work, as blocks below its entry in a preview."""

from __future__ import annotations

from collections.abc import Iterator

from arxtui.model.arxiv.ids import name_of
from arxtui.model.document import Block, Paragraph, Style, Text
from arxtui.model.views import Record
from arxtui.text import clean, readable

_ABSTRACT = 400
"""The number of characters shown of an abstract."""


def cited_blocks(record: Record, *, certain: bool) -> Iterator[Block]:
    """Yield what is here of a cited paper, and the beginning of its abstract. If the paper is not certain to be the
    cited one, its title says so."""
    marks = record.marks
    flags = {"starred": marks.starred, "read": marks.read, "text stored": record.fulltext.state.is_stored}
    here = ", ".join(("in the cache", *(name for name, is_set in flags.items() if is_set)))
    name = name_of(record.key) if certain else f"Probably {name_of(record.key)}"
    yield Paragraph((Text(name, Style.BOLD), Text(f" · {clean(record.title)} ({here})")))
    abstract = " ".join(clean(readable(record.paper.abstract)).split())
    if abstract:
        shown = abstract if len(abstract) <= _ABSTRACT else f"{abstract[:_ABSTRACT].rpartition(' ')[0]} …"
        yield Paragraph((Text(shown),))
