"""Whole reviews as a document, so that a page shows them in the same way as a paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from arxtui.light import pattern
from arxtui.model.document import Block, Document, Formula, Heading, Inline, Item, Items, Link, Paragraph, Style, Text
from arxtui.model.reviews import MEANING_OF_RECOGNITION, FullReview, Passage, ReviewField
from arxtui.text import readable

# No blank follows the dollar sign that opens a formula. No blank precedes, and no digit follows, the closing one.
_FORMULA = pattern(r"(?<![\\$])\$(?=[^\s$])([^$\n]{1,400}?)(?<=[^\s\\])\$(?![$\d])")
_BULLET = (Text("•"),)


def reviewed_document(reviews: Sequence[FullReview]) -> Document:
    """Return the reviews as one document in the given order, each under a heading with its version and day."""
    title = next((review.title for review in reviews if review.title), "")
    blocks = [block for number, review in enumerate(reviews, 1) for block in _review(review, f"review-{number}")]
    return Document(_inlines(title), (), tuple(blocks))


def _review(review: FullReview, anchor: str) -> Iterator[Block]:
    version = f" of v{review.version}" if review.version else ""
    day = f", {review.reviewed_at:%d %b %Y}" if review.reviewed_at else ""
    yield Heading(1, "", (Text(f"Pith's review{version}{day}"),), (anchor,))
    yield from _summary(review)
    for number, section in enumerate(review.sections, 1):
        yield Heading(2, "", _inlines(section.heading), (f"{anchor}.{number}",))
        yield from _passages(section.passages)
    if review.recognition:
        yield Heading(2, "", (Text("Recognition"),))
        yield Paragraph((*_inlines(_sentence(review.recognition)), Text(" "), Text(MEANING_OF_RECOGNITION)))
    yield from _links(review)
    if review.extra:
        yield Heading(2, "", (Text("Other fields"),))
        yield _terms(review.extra)


def _summary(review: FullReview) -> Iterator[Block]:
    """Yield the verdict and scores of a review, and the model that wrote it."""
    verdict = [ReviewField("verdict", review.verdict)] if review.verdict else []
    model = [ReviewField("review model", review.model)] if review.model else []
    if facts := (*verdict, *review.scores, *model):
        yield _terms(facts)


def _links(review: FullReview) -> Iterator[Block]:
    if links := tuple(dict.fromkeys(filter(None, (review.url, *review.links)))):
        yield Heading(2, "", (Text("Links"),))
        yield Items(tuple(Item(_BULLET, (Paragraph((Link((Text(url),), url),)),)) for url in links))


def _passages(passages: Iterable[Passage]) -> Iterator[Block]:
    for listed, group in groupby(passages, key=lambda passage: passage.listed):
        paragraphs = [Paragraph(_inlines(passage.text)) for passage in group]
        if listed:
            yield Items(tuple(Item(_BULLET, (paragraph,)) for paragraph in paragraphs))
        else:
            yield from paragraphs


def _terms(facts: Iterable[ReviewField]) -> Items:
    return Items(
        tuple(
            Item((Text(f"{each.name or 'besides'}:", Style.BOLD),), (Paragraph(_inlines(each.value)),))
            for each in facts
        ),
        described=True,
    )


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}." if words else ""


def _inlines(text: str) -> tuple[Inline, ...]:
    """Return a text split into formulas and readable text."""
    parts = _FORMULA.split(text)
    inlines = [Formula(part) if index % 2 else Text(readable(part)) for index, part in enumerate(parts) if part]
    return tuple(inlines)
