"""Conversion of a paper into a document of the index. The first step, preparing its words, needs no index and can run
in any process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from operator import itemgetter

import tantivy

from arxtui.isolation import isolated
from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import month_number, split_key, year_month
from arxtui.model.arxiv.taxonomy import archive_of, listed_under
from arxtui.model.paper import Derived, Paper, VenueStatus
from arxtui.model.reviews import Review
from arxtui.search import schema as fields
from arxtui.text import readable
from arxtui.text.matching.hyphens import words_and_compounds
from arxtui.text.mentions.derived import derive

_MAX_NUMBER = (1 << 64) - 1
# Comprehensions with slices take half as long again.
_FIRST, _FIRST_TWO = itemgetter(slice(1)), itemgetter(slice(fields.MAX_PREFIX))
_ANYWHERE = (fields.ABSTRACT, fields.TITLE, fields.AUTHORS, fields.REVIEW)


class Document(NamedTuple):
    """The data indexed for a paper: its record, its reviews, the day the cache first received it, its sources, and what
    is derived from it if that is known."""

    key: int
    paper: Paper
    reviews: tuple[Review, ...] = ()
    added: date | None = None
    sources: tuple[str, ...] = ()
    derived: Derived | None = None


class PreparedDocument(NamedTuple):
    """A document as the texts and the number of each field, which can be sent from one process to another."""

    key: int
    texts: dict[str, list[str]]
    numbers: dict[str, int]


def try_prepare(document: Document) -> PreparedDocument | None:
    """Return the words and numbers of a paper. Returns None if the index cannot store the paper, and logs the error, so
    that a bad record does not block all others."""
    return next(_prepared([document]))


def try_prepare_all(documents: Iterable[Document]) -> Iterator[PreparedDocument]:
    """Yield what :func:`try_prepare` returns for many papers, without those that the index cannot store."""
    return filter(None, _prepared(documents))


def _prepared(documents: Iterable[Document]) -> Iterator[PreparedDocument | None]:
    return isolated(
        _prepare_all,
        documents,
        lambda document: f"the paper {document.key} ({document.paper.id!r}) cannot be added to the search index",
    )


def prepare(document: Document) -> PreparedDocument:
    """Return the words and numbers of a paper. Raises ValueError for a number outside 64 unsigned bits."""
    return _prepare_all([document])[0]


def _prepare_all(documents: list[Document]) -> list[PreparedDocument]:
    """Prepare papers step by step, so that the code of a step stays in the caches of the processor."""
    derived = [document.derived or derive(document.paper) for document in documents]
    shown = [[(name, [*map(readable, texts)]) for name, texts in _sources(document)] for document in documents]
    return [
        _prepare(
            document,
            each,
            [(fields.ABSTRACT, [each.abstract]), (fields.TITLE, [each.title]), *texts, (fields.VENUE, _venues(each))],
        )
        for document, each, texts in zip(documents, derived, shown, strict=True)
    ]


def _sources(document: Document) -> Iterator[tuple[str, Iterable[str]]]:
    paper = document.paper
    yield fields.AUTHORS, [author.name for author in paper.authors]
    yield fields.REVIEW, [text for review in document.reviews for text in (review.headline, review.deck)]
    yield fields.COMMENT, (paper.comment or "",)
    yield fields.JOURNAL, (paper.journal_ref or "",)


def _prepare(document: Document, derived: Derived, shown: Iterable[tuple[str, list[str]]]) -> PreparedDocument:
    texts: dict[str, list[str]] = {}
    words_by_field = {name: _add_values(texts, name, field_texts) for name, field_texts in shown}
    abstract, title, authors, review = map(words_by_field.__getitem__, _ANYWHERE)
    if other := title.union(authors, review) - abstract:
        texts[fields.OTHER] = [" ".join(other)]
    if beginnings := _beginnings({name: words_by_field[name] for name in _ANYWHERE}):
        texts[fields.BEGIN] = [beginnings]
    _add_terms(texts, document)
    if facts := _facts(document, derived):
        texts[fields.FACT] = facts
    numbers = _numbers(document)
    if not all(0 <= number <= _MAX_NUMBER for number in numbers.values()):
        raise ValueError(f"a number is out of range: {numbers}")
    return PreparedDocument(document.key, texts, numbers)


def to_tantivy(prepared: PreparedDocument) -> tantivy.Document:
    """Return the tantivy document. Each text is a separate value of its field, so that phrases do not match across two
    texts."""
    document = tantivy.Document()
    for name, texts in prepared.texts.items():
        for text in texts:
            document.add_text(name, text)
    for name, number in prepared.numbers.items():
        document.add_unsigned(name, number)
    return document


def state_document(change: int) -> tantivy.Document:
    """Return the document that stores the change number up to which the index is built."""
    document = tantivy.Document()
    document.add_text(fields.STATE, fields.STATE_TERM)
    document.add_unsigned(fields.CHANGE, change)
    return document


def _add_values(values: dict[str, list[str]], name: str, texts: Iterable[str]) -> set[str]:
    """Add the words of each readable text to the values of a field, and return them; the joined forms of hyphenated
    words are separate values."""
    field_values: list[str] = []
    field_words: set[str] = set()
    for text in texts:
        text_words, joined = words_and_compounds(text)
        if text_words:
            field_values.append(" ".join(text_words))
            field_words.update(text_words)
        if joined:
            field_values += joined
            field_words.update(joined)
    if field_values:
        values[name] = field_values
    return field_words


def _beginnings(words_by_field: dict[str, set[str]]) -> str:
    """Return the first letter and the first two letters of all words, in any field and by field, as terms of
    ``begin``."""
    beginnings: set[str] = set()
    by_field = ""
    for name, field_words in words_by_field.items():
        if field_words:
            pairs = set(map(_FIRST_TWO, field_words))
            singles = set(map(_FIRST, pairs))
            beginnings.update(pairs, singles)
            if longest := fields.MAX_FIELD_PREFIX.get(name):
                before = f" {fields.field_prefix(name, '')}"
                by_field += before + before.join(pairs | singles if longest > 1 else singles)
    return " ".join(beginnings) + by_field


def _add_terms(texts: dict[str, list[str]], document: Document) -> None:
    paper = document.paper
    categories = listed_under(paper.categories)
    published = _published(document)
    texts[fields.MONTH] = [fields.month_term(split_key(document.key)[0])]
    texts[fields.SUBMITTED] = [fields.month_term(month_number(published.year, published.month))]
    if categories:
        texts[fields.CATEGORY] = list(categories)
        texts[fields.ARCHIVE] = list(dict.fromkeys(map(archive_of, categories)))
    if paper.id:
        texts[fields.ID] = [paper.id]
    if dois := (paper.doi or "").split():
        texts[fields.DOI] = list(map(fields.doi_term, dois))


def _facts(document: Document, derived: Derived) -> list[str]:
    extras = _extras(document, derived)
    return [*(f"source:{source}" for source in document.sources), *(f"has:{what}" for what in extras)]


def _extras(document: Document, derived: Derived) -> Iterator[str]:
    if document.paper.doi:
        yield "doi"
    if document.reviews:
        yield "review"
    if derived.has_links:
        yield "link"
    if derived.has_code:
        yield "code"


def _venues(derived: Derived) -> list[str]:
    """Return the venues that accepted or published the paper, each with its year."""
    published = [each for each in derived.venues if each.status is not VenueStatus.SUBMITTED]
    return [readable(f"{venue.name} {venue.year or ''}") for venue in published]


def _numbers(document: Document) -> dict[str, int]:
    key, paper = document.key, document.paper
    published = _published(document).toordinal()
    updated = paper.updated.toordinal() if paper.updated else published
    numbers = {fields.KEY: key, fields.PUBLISHED: published, fields.UPDATED: fields.updated_order(updated, key)}
    if document.added:
        numbers[fields.ADDED] = document.added.toordinal()
    if document.reviews:
        numbers[fields.BADGE] = max(_badge(review) for review in document.reviews)
    return numbers


def _badge(review: Review) -> int:
    return 0 if review.theorem_links is None else 1 + review.theorem_links


def _published(document: Document) -> date:
    """Return the day of submission or, if unknown, the first day of the identifier's month."""
    published = document.paper.published
    return published.date() if published else date(*year_month(split_key(document.key)[0]), 1)
