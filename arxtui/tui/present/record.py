"""A paper's record, laid out for a width."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from itertools import groupby
from typing import TYPE_CHECKING

from arxtui.library.papers.fulltexts import in_words
from arxtui.library.papers.links import Addresses, links_of
from arxtui.light import changed, deferred, frozen
from arxtui.model.arxiv.ids import is_work, not_on_arxiv
from arxtui.model.counted import counted
from arxtui.model.marks import MARKS, Marks
from arxtui.model.paper import AnnounceType, Author, Link, Paper
from arxtui.model.reviews import Review
from arxtui.model.rules import reasons_in_words
from arxtui.model.signs import ARRIVALS, badge_sign
from arxtui.model.sources import SOURCES
from arxtui.model.views import LinkKind, Record, Revision
from arxtui.query.highlights import Highlights
from arxtui.text import clip, readable, wrap
from arxtui.text.matching.spans import Wanted
from arxtui.text.mentions.links import is_web
from arxtui.text.mentions.withdrawal import withdrawal_of
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.acts import READING_WORDS
from arxtui.tui.present.highlighting import NOTHING, highlighted_lines
from arxtui.tui.present.line import Line, capitalised, foreign

with deferred():
    from arxtui.tui.present.note import note_lines

if TYPE_CHECKING:
    from arxtui.tui.pictures.graphics import RecordFigure

NOTHING_WANTED = Highlights(NOTHING, NOTHING, NOTHING)
MEASURE = 92
FIGURE_LINE = Line((("\N{NO-BREAK SPACE}", "text"),))
"""A line that the terminal draws a figure over. Its text is no blank, so that the line that replaces it is written as a
whole, over all cells of the figure."""
FIRST_AUTHORS = 12
_LINKS_WITH_KEYS = (LinkKind.PDF, LinkKind.HTML)
"""Links that have their own keys."""


@frozen
class RecordExtras:
    """Information about a paper that is loaded once the cursor rests on it: the ``venue`` in words; papers that are the
    same work, a part of it or a comment on it (``same_work``, in words); the core claims of Pith's whole reviews; the
    first sentences of the ``conclusions`` and the first ``figure`` of a stored full text; ``similar`` papers (name and
    title); and how often the paper is ``cited``, in words."""

    venue: str = ""
    same_work: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    conclusions: str = ""
    similar: tuple[tuple[str, str], ...] = ()
    figure: RecordFigure | None = None
    cited: str = ""


@frozen
class RecordLooks:
    """Display options of the record: TeX source, all authors, the search words to highlight, and additional
    information."""

    tex: bool = False
    all_authors: bool = False
    wanted: Highlights = NOTHING_WANTED
    why: tuple[str, ...] = ()
    """Explanation of the paper's score, if the user requested it."""
    extras: RecordExtras = RecordExtras()

    def text(self, source: str) -> str:
        """Return upstream text as TeX source or as readable text."""
        return source if self.tex else readable(source)


def record_lines(record: Record, width: int, looks: RecordLooks, addresses: Addresses) -> list[Line]:
    """Return the whole record as lines of at most ``width`` cells, with the abstract before the details."""
    room = max(min(width - 2, MEASURE), 8)
    code, others = _links(record, addresses)
    return [
        *_head(record, room, looks),
        *_link_lines(code, room),
        Line(),
        *_marks_and_note(record, room),
        *_why(record, room, looks),
        *_reviews(record, room, looks),
        *_abstract(record, room, looks),
        *_extras(room, looks, addresses),
        *_details(record, room),
        *_link_lines(others, room),
    ]


def essential_lines(record: Record, width: int, looks: RecordLooks) -> list[Line]:
    """Return the parts of the record needed for a triage decision, as lines of at most ``width`` cells."""
    room = max(width - 2, 8)
    return [
        *_head(record, room, looks),
        Line(),
        *_marks_and_note(record, room),
        *_why(record, room, looks),
        *_reviews(record, room, looks),
        *_abstract(record, room, looks),
    ]


def failure_lines(error: Exception, width: int) -> list[Line]:
    """Return the text shown in place of a paper that could not be read."""
    words = f"This paper could not be read: {str(error) or type(error).__name__}"
    room = max(width - 2, 8)
    return [
        *_prose(words, room, "fault"),
        Line(),
        *_prose("arxtui doctor --repair repairs what can be repaired.", room, "dim"),
    ]


def _head(record: Record, room: int, looks: RecordLooks) -> Iterator[Line]:
    paper, shown = record.paper, looks.text
    yield from _prose(paper.title if looks.tex else record.title, room, "strong", looks.wanted.title)
    yield from _author_lines(paper.authors, room, looks)
    name = str(paper.arxiv_id) if paper.id else capitalised(not_on_arxiv(record.key))
    places = ", ".join(paper.categories)
    yield from _prose(f"{name} in {places}" if places else name, room, "dim")
    when = dates(paper.published, paper.updated, paper.version)
    if paper.published and paper.has_year_alone:
        when = str(paper.published.year)
    yield from _prose(" · ".join(filter(None, (when, _unnamed_venue(paper, looks.extras.venue)))), room, "dim")
    yield from _prose(revision_words(record.revision) if record.revision else "", room, "dim")
    if withdrawal := withdrawal_of(paper, listed=record.withdrawn):
        # The comment or the abstract below has the reason.
        yield from _prose(withdrawal.of(paper.version), room, "fault")
    yield from _prose(shown(paper.comment or ""), room, "dim")
    yield from _prose(shown(paper.journal_ref or ""), room, "dim")


def _author_lines(authors: tuple[Author, ...], room: int, looks: RecordLooks) -> Iterator[Line]:
    """Yield the line of authors, wrapped, with the place of each name."""
    text, spans = "", []
    for part, name in _author_parts(authors, everyone=looks.all_authors, shown=looks.text):
        if name:
            spans.append((len(text), len(text) + len(part), name))
        text += part
    position = 0
    for line in _prose(text, room, "text", looks.wanted.authors):
        shown = "".join(piece for piece, _ in line.pieces)[1:]
        position = text.index(shown, position)
        cut = [(max(start - position, 0), min(end - position, len(shown)), name) for start, end, name in spans]
        yield changed(line, authors=tuple((start + 1, end + 1, name) for start, end, name in cut if start < end))
        position += len(shown)


def _unnamed_venue(paper: Paper, venue: str) -> str:
    """Return a venue in words; an empty string if the comment or the reference below names it in the same way."""
    name = venue.split(" ")[0].casefold()
    return "" if name in f"{paper.comment or ''} {paper.journal_ref or ''}".casefold() else venue


def _quoted(name: str) -> str:
    return f'"{foreign(name)}"'


def marks_words(marks: Marks) -> str:
    """Return the user's marks as text: ``★ starred · rated 4 · to read · tagged thesis, own · on the list
    "Friday"``."""
    parts = [
        *(f"{mark.sign} {mark.given}".strip() for mark in MARKS if marks.has(mark)),
        f"rated {marks.rating}" if marks.rating else "",
        READING_WORDS[marks.reading] if marks.reading else "",
        f"tagged {', '.join(map(foreign, marks.tags))}" if marks.tags else "",
        f"on the list {', '.join(map(_quoted, marks.lists))}" if marks.lists else "",
    ]
    return " · ".join(filter(None, parts))


def _marks_and_note(record: Record, room: int) -> Iterator[Line]:
    """Yield the user's marks and note."""
    words, note = marks_words(record.marks), record.marks.note
    yield from _prose(words, room, "accent")
    if words:
        yield Line()
    if note:
        yield from note_lines(note, room)
        yield Line()


def _why(record: Record, room: int, looks: RecordLooks) -> Iterator[Line]:
    """Yield the effects of rules on the paper and, on request, the explanation of its score."""
    explanations = [*map(foreign, reasons_in_words(record.why)), *looks.why]
    for words in explanations:
        for line in wrap(words, room):  # with the unbroken blanks that ``foreign`` would drop
            yield Line(((f" {line}", "dim"),))
    if explanations:
        yield Line()


def author_line(authors: tuple[Author, ...], *, everyone: bool) -> str:
    """Return the author names: all of them with affiliations if ``everyone``, otherwise the first ones and the number
    of the others."""
    return "".join(part for part, _ in _author_parts(authors, everyone=everyone))


def _author_parts(
    authors: tuple[Author, ...], *, everyone: bool, shown: Callable[[str], str] = str
) -> Iterator[tuple[str, str]]:
    """Yield the parts of :func:`author_line` as they are ``shown``, each with the name of the author that it is."""
    number = len(authors) if everyone or len(authors) <= FIRST_AUTHORS else FIRST_AUTHORS - 2
    have_places = everyone and any(author.affiliations for author in authors)
    for place, author in enumerate(authors[:number]):
        if place:
            yield "; " if have_places else ", ", ""
        yield foreign(shown(author.name)), author.name
        if have_places and (places := ", ".join(foreign(shown(each)) for each in author.affiliations)):
            yield f" ({places})", ""
    if number < len(authors):
        yield f", +{len(authors) - number:,} ({key_for('authors')} shows all)", ""


def has_more_to_show(authors: tuple[Author, ...]) -> bool:
    """Return whether the line of all authors differs from the short one."""
    return author_line(authors, everyone=True) != author_line(authors, everyone=False)


def dates(published: datetime | None, updated: datetime | None, version: int | None) -> str:
    """Return the dates as ``13 May 2026, v2 of 14 May 2026``, in the user's time zone."""
    first = _day(published)
    latest = _day(updated)
    number = f"v{version} of " if version and version > 1 else ""
    if not first or not latest or (first == latest and not number):
        return first or (number + latest if latest else "")
    return f"{first}, {number or 'updated '}{latest}"


def revision_words(revision: Revision) -> str:
    """Return the changes of the latest version: ``v1→v2: title, abstract``, or ``title only``."""
    number = revision.after
    if revision.before is None:
        return f"v{number - 1} is not stored" if number > 1 else ""
    changed_parts = revision.changed
    summary = f"{changed_parts[0]} only" if len(changed_parts) == 1 else ", ".join(changed_parts)
    if not summary:
        return f"v{number}: title and abstract unchanged"
    return f"v{revision.before}→v{number}: {summary}"


def _arrival(kind: AnnounceType) -> str:
    return ARRIVALS[kind].spoken if kind in ARRIVALS else "new"


def _day(moment: datetime | None) -> str:
    return _date(moment.astimezone().date()) if moment else ""


def _date(day: date) -> str:
    return f"{day.day} {day:%b %Y}"


def _reviews(record: Record, room: int, looks: RecordLooks) -> Iterator[Line]:
    for review in record.reviews:
        yield from _review_head(review, room)
        yield from _prose(looks.text(review.headline), room, "strong", looks.wanted.title)
        deck = foreign(looks.text(review.deck))
        deck_text = f"{deck.rstrip('…. ')} …" if review.deck_truncated else deck
        yield from _prose(deck_text, room, "text", looks.wanted.title)
        yield Line()


def _review_head(review: Review, room: int) -> Iterator[Line]:
    parts = [_badge(review)] if review.badge else []
    parts.append(_date(review.listed_on))
    parts += [f"of v{review.version}"] if review.version else []
    parts += ["with a figure"] if review.has_figure else []
    parts += [counted(review.votes, "vote")] if review.votes else []
    mark = "" if review.theorem_links is None else f"{badge_sign(review.theorem_links).character} "
    name = f"{mark}Pith  "
    first, *rest = wrap(", ".join(parts), room - len(name))
    url = review.url if review.url and is_web(review.url) else None
    yield Line(((" ", "text"), (name, "accent"), (first, "dim")), url=url)
    for more in rest:
        yield Line(((" " * (len(name) + 1), "text"), (more, "dim")))


def _badge(review: Review) -> str:
    if not review.theorem_links:
        return "Recognition"
    return counted(review.theorem_links, "theorem link")


def no_abstract(key: int) -> str:
    """Return what is shown in place of an abstract that is not known."""
    return "No abstract is known." if is_work(key) else "No abstract has arrived yet."


def _abstract(record: Record, room: int, looks: RecordLooks) -> Iterator[Line]:
    text = record.paper.abstract if looks.tex else readable(record.paper.abstract)
    if not text:
        yield from _prose(no_abstract(record.key), room, "faint")
    yield from _prose(text, room, "text", looks.wanted.abstract)
    yield Line()


def _extras(room: int, looks: RecordLooks, addresses: Addresses) -> Iterator[Line]:
    """Yield information that is loaded after the record. It stands below the abstract, so that the abstract does not
    move."""
    extras = looks.extras
    if extras.figure:
        yield from [FIGURE_LINE] * extras.figure.lines
        yield Line(((f" {clip(foreign(extras.figure.caption), room)}", "dim"),))
        yield Line()
    for words in extras.same_work:
        yield from _prose(words, room, "accent")
    yield from _prose(extras.cited, room, "dim")
    if extras.same_work or extras.cited:
        yield Line()
    for claim in extras.claims:
        yield from _passage("Core claim, says Pith", claim, room, looks)
    if extras.conclusions:
        yield from _passage("Conclusions", extras.conclusions, room, looks)
    if extras.similar:
        yield from _prose(f"Similar papers ({key_for('similar')} lists all)", room, "dim+bold")
        for name, title in extras.similar:
            for line in _prose(f"{name} · {looks.text(title)}", room, "dim"):
                yield changed(line, url=addresses.page(name) if name else None, paper=name)
        yield Line()


def _passage(heading: str, text: str, room: int, looks: RecordLooks) -> Iterator[Line]:
    yield from _prose(heading, room, "dim+bold")
    yield from _prose(looks.text(text), room, "text", looks.wanted.abstract)
    yield Line()


def _details(record: Record, room: int) -> Iterator[Line]:
    announcements = sorted(
        record.announcements, key=lambda each: (each.day, each.type is not AnnounceType.NEW, each.category)
    )
    for day, announced in groupby(announcements, key=lambda each: each.day):
        kinds = ", ".join(f"{_arrival(each.type)} in {each.category}" for each in announced)
        yield from _prose(f"Announced {_date(day)}: {kinds}", room, "dim")
    if len(record.versions) > 1:
        known = (f"v{each.number}{' ' + _day(each.updated) if each.updated else ''}" for each in record.versions)
        yield from _prose("Versions: " + ", ".join(known), room, "dim")
    if text := in_words(record.fulltext):
        yield from _prose(f"Full text: {text}", room, "dim")
    if record.sources:
        yield from _prose("Sources: " + ", ".join(SOURCES[each].label for each in record.sources), room, "dim")


def _links(record: Record, addresses: Addresses) -> tuple[dict[str, str], dict[str, str]]:
    """Return (addresses of the paper's code, which are shown near its comment; the other addresses), each with the
    id of another paper whose page it is, or an empty string."""
    links = [link for link in links_of(record, addresses) if link.kind not in _LINKS_WITH_KEYS]
    code = {link.url: link.paper for link in links if link.kind is LinkKind.CODE}
    others = {link.url: link.paper for link in links}
    for url in _other_links(record.paper.links):
        others.setdefault(url, "")
    return code, {url: paper for url, paper in others.items() if is_web(url) and url not in code}


def _link_lines(links: Mapping[str, str], room: int) -> Iterator[Line]:
    for url, paper in links.items():
        for line in _prose(url, room, "link"):
            yield Line(line.pieces, url, paper)


def _other_links(links: tuple[Link, ...]) -> Iterator[str]:
    """Yield links other than arXiv's page and PDF and the DOI, which are shown already."""
    for link in links:
        if link.title not in ("pdf", "doi") and link.rel != "alternate":
            yield link.href


def _prose(text: str, room: int, ink: str, wanted: Wanted = NOTHING) -> Iterator[Line]:
    for pieces in highlighted_lines("\n".join(map(foreign, text.split("\n"))), room, ink, wanted):
        yield Line(((" ", "text"), *pieces))
