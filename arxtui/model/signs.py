"""The signs of a paper's row, each with its ASCII form, its words and its meaning: the only such table.

A new sign needs a declaration here and an example in ``tests/tui/listing/test_signs.py``: the list, plain mode, the
help and ASCII terminals all show it.
"""

from __future__ import annotations

from enum import StrEnum

from arxtui.light import changed, frozen
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.model.fulltext import TextState
from arxtui.model.marks import MARKS, Reading


class StarredLink(StrEnum):
    """How a paper and starred ones cite each other."""

    CITES = "cites"
    CITED = "cited"
    BOTH = "both"

    @classmethod
    def of(cls, *, cites: bool, cited: bool) -> StarredLink | None:
        """Return the link of a paper that cites a starred one, or is cited by one; None if it does neither."""
        return cls.BOTH if cites and cited else cls.CITES if cites else cls.CITED if cited else None


@frozen
class Sign:
    """A sign in a row, one cell wide.

    ``ascii`` is the character that replaces it; two signs of the same ``column`` have different ones. ``spoken`` are
    the words of plain mode, and ``meaning`` those of the help, which lists neighbours of one meaning together.
    """

    character: str
    ascii: str
    column: str
    spoken: str
    meaning: str


NEW = Sign(
    *("●", "o", "unread", "unread"),
    "unread, new since last time; not shown if all rows would have the same sign",
)
SEEN = Sign("•", ".", "unread", "unread", "unread and listed before: you have not marked it read")
HIGHLIGHTED = Sign(
    *("▎", "|", "cursor", "highlighted by a rule"),
    "highlighted by a rule; also because of a followed author or keyword",
)
PICKED = Sign("✓", "V", "cursor", "", "selected: the next command applies to all selected papers")
NOTE = Sign("✎", "&", "state", "with a note", "your note")
READING = {
    state: Sign(
        *(character, ascii, "state", f"reading state {state}"),
        "to read, reading, read: how far you are with the paper itself",
    )
    for state, character, ascii in zip(Reading, "○◐◉", "_%@", strict=True)
}
_CROSS = Sign("×", "x", "category", "cross-list", "a cross-list: its primary category is shown")
_REPLACED = Sign("→", ">", "category", "replacement", "a replacement; the version is after the title")
ARRIVALS = {
    AnnounceType.CROSS: _CROSS,
    AnnounceType.REPLACE: _REPLACED,
    AnnounceType.REPLACE_CROSS: changed(_CROSS, spoken="replacement of a cross-list"),
}
THEOREMS = Sign("◆", "#", "badge", "Pith review with", "a Pith review, with its number of theorem links")
RECOGNITION = Sign("◇", "+", "badge", "Pith review", "Pith review with Recognition")
REVIEWED = Sign("·", "-", "badge", "Pith review", "Pith review without a badge")
WITHDRAWN = Sign(
    *("⊘", "X", "text", "withdrawn"),
    "withdrawn; by its authors or by arXiv, in place of the signs of the full text",
)
TEXTS = {
    TextState.HAVE: Sign("≡", "=", "text", "full text stored", "the full text is stored"),
    TextState.INCOMPLETE: Sign(
        *("≠", "/", "text", "full text stored, incomplete"),
        "the full text is incomplete: its conversion broke off",
    ),
    TextState.QUEUED: Sign(
        *("↓", "v", "text", ""), "the text is to be fetched; saved for offline reading, it comes with the next refresh"
    ),
    TextState.NONE: Sign("∅", "0", "text", "no full text", "there is no full text; the detail says why"),
    TextState.FAILED: Sign(
        *("!", "!", "text", "full text not fetched"), "full text not fetched yet; the detail says why"
    ),
}
"""Signs of the full text's state; no sign if the text was never requested."""
STARRED_LINKS = {
    StarredLink.CITES: Sign("⇢", ">", "links", "cites a starred paper", "it cites a starred paper"),
    StarredLink.CITED: Sign("⇠", "<", "links", "cited by a starred paper", "a starred paper cites it"),
    StarredLink.BOTH: Sign("⇌", "=", "links", "cites a starred paper and is cited by one", "it does both"),
}
IN_BIBLIOGRAPHY = Sign("∈", "e", "bibliography", "in your bibliography", "your bibliography has it")
ROW_SIGNS = (
    *(NEW, SEEN, HIGHLIGHTED, PICKED),
    *(Sign(mark.sign, mark.ascii, "mark", mark.given, mark.given) for mark in MARKS if mark.sign),
    *READING.values(),
    *(NOTE, _CROSS, _REPLACED, THEOREMS, RECOGNITION, REVIEWED, WITHDRAWN),
    *TEXTS.values(),
    *STARRED_LINKS.values(),
    IN_BIBLIOGRAPHY,
)
"""All signs, in the order of the help."""


def badge_sign(theorem_links: int | None) -> Sign:
    """Return the sign of a review with this number of theorem links; None if it was not checked for them."""
    if theorem_links is None:
        return REVIEWED
    return THEOREMS if theorem_links else RECOGNITION
