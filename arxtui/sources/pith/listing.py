"""Pith's listing of a category, as HTML or saved as text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from arxtui.model.counted import counted
from arxtui.model.intake import Intake, Reject
from arxtui.model.reviews.review import Review
from arxtui.patterns import pattern
from arxtui.sources.errors import SourceError
from arxtui.sources.pith.cards import is_listing, join_heads, page_head, review_of, split_cards
from arxtui.sources.pith.page import PageLine, page_lines
from arxtui.sources.refusal import refusal
from arxtui.text import clean, decode, fingerprint, title_key
from arxtui.text.greek import has_greek_damage, repair_greek

_EXPECTED = "a listing of Pith"
_END = pattern(r"(?<=</html>)", re.IGNORECASE)
"""A response may have the page twice. Without the cut, the last card would include what follows, and cards would be
counted twice."""


@dataclass(frozen=True, slots=True)
class PithListing:
    """One listing: the category, the name of the category as written on the page, and the reviews in page order."""

    category: str
    name: str
    intake: Intake


def parse_text(text: str, expected: str = _EXPECTED) -> PithListing:
    """Parse a listing saved as text.

    Raises: SourceError if it is no listing (the message says "not ``expected``"), or if none of its cards can be read.
    """
    decoded, repaired = _repaired(text)
    lines = [PageLine(cleaned) for line in decoded.split("\n") if (cleaned := clean(line))]
    return _page(lines, repaired, text.encode("utf-8", "replace"), expected=expected)


def parse_html(data: bytes, base_url: str = "", expected: str = _EXPECTED) -> PithListing:
    """Parse a listing as HTML; ``base_url`` is the address of the page. Raises: as :func:`parse_text`."""
    decoded, repaired = _repaired(_END.split(decode(data), maxsplit=1)[0])
    return _page(page_lines(decoded), repaired, data, base_url, expected=expected)


def _repaired(text: str) -> tuple[str, int]:
    return repair_greek(text) if has_greek_damage(text) else (text, 0)


def _page(
    raw_lines: Sequence[PageLine], repaired: int, data: bytes, base_url: str = "", *, expected: str = _EXPECTED
) -> PithListing:
    lines = join_heads(raw_lines)
    if not is_listing(lines):
        raise refusal(data, expected)
    reviews: list[Review] = []
    rejects: list[Reject] = []
    for card in split_cards(lines):
        try:
            reviews.append(review_of(card, base_url))
        except ValueError as error:
            rejects.append(Reject(f"card {card.number}", str(error)))
    if rejects and not reviews:
        raise SourceError(f"no card can be read: {rejects[0].place}: {rejects[0].reason}")
    category, name = page_head(lines)
    restored = counted(repaired, "character was", "characters were")
    notes = (f"{restored} read as Greek, and repaired",) if repaired else ()
    intake = Intake(reviews=with_places(reviews), rejects=tuple(rejects), notes=notes)
    return PithListing(category or (reviews[0].category if reviews else ""), name, intake)


def with_places(reviews: Sequence[Review]) -> tuple[Review, ...]:
    """Set ``place`` of the reviews: the card's number among those of its paper, from 0 at the page's end."""
    groups = _papers(reviews)
    seen: Counter[int] = Counter()
    places: list[int] = []
    for group in reversed(groups):
        places.append(seen[group])
        seen[group] += 1
    return tuple(replace(review, place=place) for review, place in zip(reviews, reversed(places), strict=True))


def _papers(reviews: Iterable[Review]) -> list[int]:
    """Number the papers of the reviews. Reviews have the same number if id, abstract or title agree, but never if they
    have different ids."""
    numbers: dict[str, int] = {}
    groups: list[int] = []
    for review in reviews:
        names = _names(review)
        known = (numbers[name] for name in names if name in numbers)
        group = next(known, len(groups))
        groups.append(group)
        for name in names:
            numbers.setdefault(name, group)
    return groups


def _names(review: Review) -> list[str]:
    if review.arxiv_id:
        return [f"id {review.arxiv_id}"]
    return [
        *([f"abstract {fingerprint(review.abstract)}"] if review.abstract else ()),
        f"title {title_key(review.title)}",
    ]
