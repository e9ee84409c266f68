"""``arxtui show``: all that is known of papers."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from arxtui.cli.support import output
from arxtui.cli.support.exits import OK
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import records_for
from arxtui.library.papers.fulltexts import in_words
from arxtui.light import deferred
from arxtui.model.arxiv.ids import name_of, not_on_arxiv
from arxtui.model.marks import MARKS
from arxtui.model.paper import Author
from arxtui.model.reviews import Review
from arxtui.model.rules import reasons_in_words
from arxtui.model.views import Record
from arxtui.search.errors import SearchError
from arxtui.store.errors import StoreError
from arxtui.text import readable, wrap
from arxtui.text.mentions.venue import venue_in_words, venue_of
from arxtui.text.mentions.withdrawal import withdrawal_of

with deferred():
    from arxtui.cli.support.text_lines import review_lines

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.search.same_work import Related
    from arxtui.model.reported import Report
    from arxtui.model.reviews import FullReview


def run(options: argparse.Namespace) -> int:
    """Print the papers, with two blank lines between them."""
    with open_library() as library:
        for number, record in enumerate(records_for(library, options.ids)):
            if number and not options.json:
                output.line("\n")
            _show(library, record, options)
    return OK


def _show(library: Library, record: Record, options: argparse.Namespace) -> None:
    full_reviews = library.reviews.whole(record.key)
    related = _related(library, record.key)
    quality = _text_quality(library, record)
    reports = library.papers.reports(record.key)
    if options.json:
        more = {
            "related": [_related_json(each) for each in related],
            "text_quality": quality,
            "citation_reports": [each.to_json() for each in reports],
        }
        output.record_as_json(record, full_reviews, more)
    else:
        for line in (*_lines(record, related, quality, reports, tex=options.tex), *_full_review_lines(full_reviews)):
            output.line(line)


def _text_quality(library: Library, record: Record) -> str:
    """Return what made the stored text and what is wrong with it. If the text cannot be read, report that."""
    try:
        document = library.texts.document(record.key) if record.fulltext.state.is_stored else None
    except StoreError as error:
        output.say(str(error))
        document = None
    return document.provenance if document else ""


def _related(library: Library, key: int) -> tuple[Related, ...]:
    """Return the works related to a paper. If the index cannot be read, report that and return nothing."""
    try:
        return library.related.same_work(key)
    except SearchError as error:
        output.say(str(error))
        return ()


def _related_json(related: Related) -> dict[str, str]:
    return {"name": name_of(related.key), "title": related.title, "kind": related.kind, "why": related.why}


def _lines(
    record: Record, related: Sequence[Related], quality: str, reports: Sequence[Report], *, tex: bool
) -> Iterator[str]:
    paper = record.paper
    width = output.measure()
    format_text = str if tex else readable
    for line in _prose(paper.title if tex else record.title, width):
        yield output.styled(line, output.BOLD)
    yield from _prose(", ".join(format_text(_author(author)) for author in paper.authors), width)
    name = str(paper.arxiv_id) if paper.id else f"{name_of(record.key)} · {not_on_arxiv(record.key)}"
    yield from _prose(" · ".join((name, *paper.categories, *_dates(record))), width)
    for label, text in (
        ("Comment", format_text(paper.comment or "")),
        ("Withdrawn", _withdrawal(record)),
        ("Journal", format_text(paper.journal_ref or "")),
        ("DOI", paper.doi),
        ("License", paper.license),
        ("Venue", venue_in_words(venue_of(paper.comment, paper.journal_ref))),
        ("Announced", "; ".join(_announcements(record))),
        ("Versions", ", ".join(_versions(record))),
        ("Deleted", _deletion(record)),
        ("Marks", ", ".join(_marks(record))),
        ("Full text", in_words(record.fulltext)),
        ("Text quality", quality),
        ("Tags", ", ".join(record.marks.tags)),
        ("Citations", "; ".join(each.sentence for each in reports)),
        ("Rules", "; ".join(reasons_in_words(record.why))),
        ("Note", record.marks.note),
        ("Known from", ", ".join(record.sources)),
    ):
        if text:
            yield from _prose(f"{label}: {text}", width)
    for each in related:
        yield from _prose(str(each), width)
    for review in record.reviews:
        yield ""
        yield from _review(review, width, format_text)
    yield ""
    yield from _prose(format_text(paper.abstract) or "No abstract is known yet.", width)


def _prose(text: str, width: int) -> Iterator[str]:
    for paragraph in text.split("\n"):
        yield from wrap(output.spoken(paragraph), width)


def _author(author: Author) -> str:
    return f"{author.name} ({', '.join(author.affiliations)})" if author.affiliations else author.name


def _dates(record: Record) -> Iterator[str]:
    paper = record.paper
    if paper.published and paper.has_year_alone:
        yield str(paper.published.year)
    elif paper.published:
        yield f"submitted {_day(paper.published)}"
    if paper.updated and paper.updated != paper.published:
        yield f"updated {_day(paper.updated)}"


def _day(moment: datetime) -> str:
    return moment.astimezone().date().isoformat()


def _announcements(record: Record) -> Iterator[str]:
    for each in record.announcements:
        yield f"{each.day.isoformat()} {each.category} {each.type}"


def _versions(record: Record) -> Iterator[str]:
    """Yield the versions, if there is more than one."""
    if len(record.versions) > 1:
        for each in record.versions:
            yield f"v{each.number} of {_day(each.updated)}" if each.updated else f"v{each.number}"


def _deletion(record: Record) -> str:
    if record.deletion is None:
        return ""
    day = f" on {record.deletion.day.isoformat()}" if record.deletion.day else ""
    return f"arXiv deleted its record{day}; the stored data is kept here"


def _withdrawal(record: Record) -> str:
    withdrawal = withdrawal_of(record.paper, listed=record.withdrawn)
    return withdrawal.of(record.paper.version) if withdrawal else ""


def _marks(record: Record) -> Iterator[str]:
    if record.marks.unread:
        yield "unread"
    yield from (mark.given for mark in MARKS if record.marks.has(mark))


def _full_review_lines(reviews: Sequence[FullReview]) -> Iterator[str]:
    """Yield the lines of full reviews, laid out like a paper."""
    if not reviews:
        return
    yield ""
    yield from review_lines(reviews, output.measure())


def _review(review: Review, width: int, format_text: Callable[[str], str]) -> Iterator[str]:
    version = f"of v{review.version}" if review.version else ""
    facts = (review.source.capitalize(), review.badge, review.listed_on.isoformat(), version, review.url)
    yield from _prose(" · ".join(filter(None, facts)), width)
    for line in _prose(format_text(review.headline), width):
        yield output.styled(line, output.BOLD)
    deck = format_text(review.deck)
    yield from _prose(f"{deck} …" if review.deck_truncated else deck, width)
