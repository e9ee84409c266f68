"""Conversion of a paper into a document of the index. The first step, preparing its words, needs no index and can run
in any process."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import chain
from operator import itemgetter

import tantivy

from arxtui.model.arxiv.ids import month_number, split_key, year_month
from arxtui.model.arxiv.taxonomy import archive_of, listed_under
from arxtui.model.links import LinkKind
from arxtui.model.paper import Paper, VenueStatus
from arxtui.model.reviews.review import Review
from arxtui.search import schema as fields
from arxtui.text import readable, words
from arxtui.text.matching.hyphens import compounds
from arxtui.text.mentions.links import links_in, mentions_code
from arxtui.text.mentions.venue import venues_of
from arxtui.tuples import NamedTuple

_MAX_NUMBER = (1 << 64) - 1
# A third of the time of preparation is spent on prefixes, and comprehensions with slices take half as long again.
_FIRST_LETTERS = tuple(itemgetter(slice(length)) for length in range(fields.MAX_PREFIX, 0, -1))
_log = logging.getLogger(__name__)


class Document(NamedTuple):
    """The data indexed for a paper: its record, its reviews, the day the cache first received it, and its sources."""

    key: int
    paper: Paper
    reviews: tuple[Review, ...] = ()
    added: date | None = None
    sources: tuple[str, ...] = ()


class PreparedDocument(NamedTuple):
    """A document as (field, text) and (field, number) pairs, which can be sent from one process to another."""

    key: int
    texts: list[tuple[str, str]]
    numbers: list[tuple[str, int]]


def try_prepare(document: Document) -> PreparedDocument | None:
    """Return the words and numbers of a paper. Returns None if the index cannot store the paper, and logs the error, so
    that a bad record does not block all others."""
    try:
        return prepare(document)
    except Exception:  # one bad paper must not block the others
        _log.exception("the paper %s (%r) cannot be added to the search index", document.key, document.paper.id)
        return None


def prepare(document: Document) -> PreparedDocument:
    """Return the words and numbers of a paper. Raises ValueError for a number outside 64 unsigned bits."""
    paper = document.paper
    abstract = _values(fields.ABSTRACT, (paper.abstract,))
    others = [
        *_values(fields.TITLE, (paper.title,)),
        *_values(fields.AUTHORS, [author.name for author in paper.authors]),
        *_values(fields.REVIEW, [text for review in document.reviews for text in (review.headline, review.deck)]),
    ]
    extra = [
        *_values(fields.COMMENT, (paper.comment or "",)),
        *_values(fields.JOURNAL, (paper.journal_ref or "",)),
        *_values(fields.VENUE, _venues(paper)),
    ]
    texts = [(name, " ".join(text_words)) for name, text_words in (*abstract, *others, *extra)]
    texts += _derived_fields(abstract, others)
    texts += _terms(document)
    numbers = _numbers(document)
    if any(not 0 <= number <= _MAX_NUMBER for _, number in numbers):
        raise ValueError(f"a number is out of range: {numbers}")
    return PreparedDocument(document.key, texts, numbers)


def to_tantivy(prepared: PreparedDocument) -> tantivy.Document:
    """Return the tantivy document. Each text is a separate value of its field, so that phrases do not match across two
    texts."""
    document = tantivy.Document()
    for name, text in prepared.texts:
        document.add_text(name, text)
    for name, number in prepared.numbers:
        document.add_unsigned(name, number)
    return document


def state_document(change: int) -> tantivy.Document:
    """Return the document that stores the change number up to which the index is built."""
    document = tantivy.Document()
    document.add_text(fields.STATE, fields.STATE_TERM)
    document.add_unsigned(fields.CHANGE, change)
    return document


def _values(name: str, texts: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Split each text into its words; the joined forms of hyphenated words are separate values."""
    values: list[tuple[str, list[str]]] = []
    for text in texts:
        shown = readable(text)
        if text_words := words(shown):
            values.append((name, text_words))
        values += ((name, [joined]) for joined in compounds(shown))
    return values


def _derived_fields(
    abstract: list[tuple[str, list[str]]], others: list[tuple[str, list[str]]]
) -> Iterator[tuple[str, str]]:
    """Yield the words that are in the other texts but not in the abstract, and the beginnings of all words, for any
    field and by field."""
    words_by_field: dict[str, set[str]] = {}
    for name, text_words in (*abstract, *others):
        words_by_field.setdefault(name, set()).update(text_words)
    in_abstract = words_by_field.get(fields.ABSTRACT, set())
    all_words = in_abstract.union(*words_by_field.values())
    if other := all_words - in_abstract:
        yield fields.OTHER, " ".join(other)
    prefixes = {name: _prefixes(text_words) for name, text_words in words_by_field.items()}
    beginnings = list(set().union(*chain.from_iterable(prefixes.values())))
    for name, longest in fields.MAX_FIELD_PREFIX.items():
        before = fields.field_prefix(name, "")
        beginnings += [before + letters for letters in set().union(*prefixes.get(name, ())[:longest])]
    if beginnings:
        yield fields.BEGIN, " ".join(beginnings)


def _prefixes(prefixes: Iterable[str]) -> list[set[str]]:
    """Return the sets of the first letter of words, the first two letters, and so on up to ``MAX_PREFIX``."""
    by_length: list[set[str]] = []
    for first_letters in _FIRST_LETTERS:
        prefixes = set(map(first_letters, prefixes))
        by_length.append(prefixes)
    return by_length[::-1]


def _terms(document: Document) -> Iterator[tuple[str, str]]:
    paper = document.paper
    categories = listed_under(paper.categories)
    published = _published(document)
    yield fields.MONTH, fields.month_term(split_key(document.key)[0])
    yield fields.SUBMITTED, fields.month_term(month_number(published.year, published.month))
    yield from ((fields.CATEGORY, category) for category in categories)
    yield from ((fields.ARCHIVE, archive) for archive in dict.fromkeys(map(archive_of, categories)))
    if paper.id:
        yield fields.ID, paper.id
    yield from ((fields.DOI, fields.doi_term(doi)) for doi in (paper.doi or "").split())
    yield from ((fields.FACT, f"source:{source}") for source in document.sources)
    yield from ((fields.FACT, f"has:{what}") for what in _extras(document))


def _extras(document: Document) -> Iterator[str]:
    paper = document.paper
    if paper.doi:
        yield "doi"
    if document.reviews:
        yield "review"
    text = f"{paper.abstract}\n{paper.comment or ''}"
    links = links_in(text)
    if any(link.kind is not LinkKind.PAPER for link in links):
        yield "link"
    if mentions_code(text, links):
        yield "code"


def _venues(paper: Paper) -> Iterator[str]:
    """Yield the venues that accepted or published the paper, each with its year."""
    for venue in venues_of(paper.comment, paper.journal_ref):
        if venue.status is not VenueStatus.SUBMITTED:
            yield f"{venue.name} {venue.year or ''}"


def _numbers(document: Document) -> list[tuple[str, int]]:
    key, paper = document.key, document.paper
    published = _published(document).toordinal()
    updated = paper.updated.toordinal() if paper.updated else published
    numbers = [
        (fields.KEY, key),
        (fields.PUBLISHED, published),
        (fields.UPDATED, fields.updated_order(updated, key)),
    ]
    if document.added:
        numbers.append((fields.ADDED, document.added.toordinal()))
    if document.reviews:
        numbers.append((fields.BADGE, max(_badge(review) for review in document.reviews)))
    return numbers


def _badge(review: Review) -> int:
    return 0 if review.theorem_links is None else 1 + review.theorem_links


def _published(document: Document) -> date:
    """Return the day of submission or, if unknown, the first day of the identifier's month."""
    published = document.paper.published
    return published.date() if published else date(*year_month(split_key(document.key)[0]), 1)
