"""Pith's listing of a category, as HTML or saved as text: the grammar of its non-blank lines is the same for both.

    page = chrome (score? head headline title deck? figure? "abstract click to expand" abstract counts?)* footer
    head = category date badge?     badge = Recognition | 1 theorem | N theorems     counts = number+

Derived from saved listings of pith.science, because the site has no description of its format. A card is found by its
head; the number before the head is its score, the numbers after the abstract are its counts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise

from arxtui.light import pattern
from arxtui.model.arxiv.taxonomy import ARCHIVES, CATEGORIES, archive_of
from arxtui.model.counted import counted
from arxtui.model.intake import Intake, Reject
from arxtui.model.reviews import Review
from arxtui.sources.errors import SourceError
from arxtui.sources.pith.links import review_target
from arxtui.sources.pith.page import FIGURE, PageLine, page_lines
from arxtui.sources.refusal import refusal
from arxtui.text import clean, decode, fingerprint, title_key
from arxtui.text.greek import has_greek_damage, repair_greek

_EXPECTED = "a listing of Pith"
_END = pattern(r"(?<=</html>)", re.IGNORECASE)
"""A response may have the page twice. Without the cut, the last card would include what follows, and cards would be
counted twice."""
_CODE = r"[a-z]+(?:-[a-z]+)*(?:\.[A-Za-z]+(?:-[A-Za-z]+)*)?"
_BADGE = r"Recognition|\d{1,6} theorems?"
_GAP = r"[\s·•|,]*"
_HEAD = re.compile(rf"({_CODE}){_GAP}(\d{{4}}-\d\d-\d\d)(?:{_GAP}({_BADGE}))?")
_CATEGORY = re.compile(_CODE)
_DATED = re.compile(rf"\d{{4}}-\d\d-\d\d(?:{_GAP}(?:{_BADGE}))?")
_BADGE_ALONE = re.compile(_BADGE)
_NUMBERS = re.compile(r"\d{1,9}(?:\s+\d{1,9})*(?:\s+comments?)?")
_SCORE = re.compile(r"[^\w\s]?\s*(-?\d{1,9})")
_FIGURE = re.compile(rf"(?:{FIGURE}\s*)+(?:full image)?|full image")
_OPENER = re.compile(r"abstract\s*(?:click to expand)?", re.I)
_FOOTER = re.compile(r"browse all of ")
DECK_LIMIT = 140
_STOPS = (".", "!", "?")


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


@dataclass(frozen=True, slots=True)
class Card:
    """A card: lines without its numbers, head first; ``number`` counts cards from 1; ``links``: beside the counts."""

    number: int
    score: int | None
    lines: tuple[PageLine, ...]
    counts: tuple[int, ...]
    links: tuple[str, ...] = ()


def join_heads(lines: Sequence[PageLine]) -> list[PageLine]:
    """Join each head into one line: some layouts put category, date and badge on separate lines."""
    joined: list[PageLine] = []
    for line in lines:
        before = joined[-1] if joined else None
        if before and _CATEGORY.fullmatch(before.text) and _DATED.fullmatch(line.text):
            joined[-1] = _join(before, line)
        elif before and _BADGE_ALONE.fullmatch(line.text) and (head := _HEAD.fullmatch(before.text)) and not head[3]:
            joined[-1] = _join(before, line)
        else:
            joined.append(line)
    return joined


def is_listing(lines: Sequence[PageLine]) -> bool:
    """Whether the lines are a listing: they have a card, or the footer of an empty listing."""
    return any(_HEAD.fullmatch(line.text) or _FOOTER.match(line.text) for line in lines)


def page_head(lines: Sequence[PageLine]) -> tuple[str, str]:
    """Return (category, name) as written above the first card; empty strings if they are not there."""
    texts = [line.text for line in lines]
    first = next((place for place, text in enumerate(texts) if _HEAD.fullmatch(text)), len(texts))
    for text, following in pairwise([*texts[:first], ""]):
        if _CATEGORY.fullmatch(text) and (text in CATEGORIES or archive_of(text) in ARCHIVES):
            is_name = following and not _SCORE.fullmatch(following)
            return text, following if is_name else ""
    return "", ""


def split_cards(lines: Sequence[PageLine]) -> list[Card]:
    """Return the cards in page order. Lines before the first head and after the last card are left out."""
    heads = [place for place, line in enumerate(lines) if _HEAD.fullmatch(line.text)]
    if not heads:
        return []
    score = _score(lines[heads[0] - 1]) if heads[0] else None
    scored = score is not None
    cards: list[Card] = []
    for number, (begin, end) in enumerate(pairwise([*heads, len(lines)]), 1):
        segment = list(lines[begin:end])
        if end == len(lines):
            segment = _without_footer(segment)
        next_score = _score(segment[-1]) if scored and end < len(lines) else None
        if next_score is not None:
            segment.pop()
        cards.append(_card(number, score, segment))
        score = next_score
    return cards


def _card(number: int, score: int | None, segment: list[PageLine]) -> Card:
    counts: list[int] = []
    links: list[str] = []
    while len(segment) > 1 and _NUMBERS.fullmatch(segment[-1].text):
        last = segment.pop()
        counts[:0] = [int(part) for part in re.findall(r"\d+", last.text)]
        links += last.links
    return Card(number, score, tuple(segment), tuple(counts), tuple(links))


def review_of(card: Card, base_url: str = "") -> Review:
    """Return the review of a card. Raises: ValueError, which says what is missing or invalid."""
    head, *rest = card.lines
    code, day, badge = _head(head.text)
    above, abstract = _split_at_opener(rest)
    figure = [line for line in above if _FIGURE.fullmatch(line.text)]
    texts = [line.text for line in above if not _FIGURE.fullmatch(line.text)]
    if not texts:
        raise ValueError("the card has no title")
    headline, title, deck = _titles(texts)
    # The links in an abstract are ignored: they may lead to other papers.
    links = [link for line in (head, *above) for link in line.links]
    target = review_target([*links, *card.links], base_url)
    return Review(
        headline=headline,
        title=title,
        category=code,
        listed_on=day,
        deck=deck,
        deck_truncated=(len(deck) == DECK_LIMIT and not deck.endswith(_STOPS)) or deck.endswith("…"),
        abstract="\n".join(line.text for line in abstract),
        theorem_links=_theorems(badge),
        has_figure=bool(figure),
        votes=card.score,
        comments=card.counts[-1] if card.counts else None,
        other_counts=card.counts[:-1],
        arxiv_id=target.arxiv_id,
        version=target.version,
        url=target.url,
    )


def _join(first: PageLine, second: PageLine) -> PageLine:
    return PageLine(f"{first.text} {second.text}", (*first.links, *second.links))


def _score(line: PageLine) -> int | None:
    match = _SCORE.fullmatch(line.text)
    return int(match[1]) if match else None


def _without_footer(segment: list[PageLine]) -> list[PageLine]:
    """Cut off the page's footer from the last card. The card ends with its counts, or else before the footer."""
    opener = next((place for place, line in enumerate(segment) if _OPENER.fullmatch(line.text)), 0)
    for place in range(opener + 1, len(segment)):
        if _FOOTER.match(segment[place].text):
            return segment[:place]
        if opener and _NUMBERS.fullmatch(segment[place].text):
            end = place + 1
            while end < len(segment) and _NUMBERS.fullmatch(segment[end].text):
                end += 1
            return segment[:end]
    return segment


def _head(text: str) -> tuple[str, date, str]:
    match = _HEAD.fullmatch(text)
    if not match:
        raise ValueError("the card has no heading")
    code, day, badge = match.groups()
    try:
        return code, date.fromisoformat(day), badge or ""
    except ValueError as error:
        raise ValueError(f"{day} is not a date") from error


def _split_at_opener(lines: list[PageLine]) -> tuple[list[PageLine], list[PageLine]]:
    """Return the lines above the line that opens the abstract, and the abstract."""
    for place, line in enumerate(lines):
        if _OPENER.fullmatch(line.text):
            below = lines[place + 1 :]
            return lines[:place], [line for line in below if line.text.lower() != "click to expand"]
    return lines, []


def _titles(texts: list[str]) -> tuple[str, str, str]:
    """Return (headline, title, deck) from the lines above the abstract. The headline and the deck may be missing."""
    if len(texts) == 1:
        return "", texts[0], ""
    headline, title, *deck = texts
    return headline, title, " ".join(deck)


def _theorems(badge: str) -> int | None:
    if not badge:
        return None
    return 0 if badge == "Recognition" else int(badge.split()[0])
