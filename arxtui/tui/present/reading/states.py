"""Status of a full text in words, and the page shown in place of a text: title, authors and abstract."""

from __future__ import annotations

from collections.abc import Iterable

from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import is_pending, is_work
from arxtui.model.document import Block, Document, Group, Heading, Link, Paragraph, Person, Style, Text
from arxtui.model.fulltext import FulltextState, TextState
from arxtui.model.ledger import plain_reason, unreached_host
from arxtui.model.reviews import Review
from arxtui.model.views import Record
from arxtui.text import cells, readable
from arxtui.tui.actions import Area
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.line import Piece, foreign
from arxtui.tui.present.record import no_abstract

_FETCHING = "Fetching: "


class TextStatus(NamedTuple):
    """Status of a full text that is not available: a sentence for the status line, whether it is shown as a fault, and
    further paragraphs."""

    line: str
    is_fault: bool = False
    more: tuple[str, ...] = ()


def text_status(key: int, state: FulltextState, *, failure: str = "") -> TextStatus:
    """Return the status of the text of a paper that is not available and not being fetched. ``failure`` is the reason
    of the last failed fetch, if that is not stored."""
    reason = foreign(failure or state.reason)
    fetch, pdf, save, page = (key_for(id, Area.TEXT) for id in ("fetch_text", "open_pdf", "toggle_queued", "open"))
    if is_work(key):
        return TextStatus(f"This work is not on arXiv: {page} opens its page", is_fault=True)
    if is_pending(key):
        return TextStatus(
            "This paper has no arXiv identifier yet, so its full text cannot be fetched. A refresh (R) may bring it",
            is_fault=True,
        )
    if host := unreached_host(reason):
        return TextStatus(
            f"Offline: {host} cannot be reached. {fetch} tries again",
            is_fault=True,
            more=(
                f"The full text was not fetched: {plain_reason(reason)}.",
                f"Stored texts can be read without a network. {fetch} tries again; {save} saves the text for offline "
                "reading: the next refresh with a network fetches it.",
            ),
        )
    if failure or state.state is TextState.FAILED:
        return TextStatus(
            f"The full text could not be fetched. {fetch} tries again, {pdf} opens the PDF",
            is_fault=True,
            more=(f"The full text could not be fetched: {reason or 'no reason is known'}.",),
        )
    match state.state:
        case TextState.NONE:
            return TextStatus(
                f"No HTML at arXiv or ar5iv; {pdf} opens the PDF",
                more=(
                    f"arXiv has no full text that can be shown: {reason or 'no reason is known'}.",
                    f"{pdf} opens the PDF. {fetch} tries again: arXiv may need days to convert a new paper.",
                ),
            )
        case TextState.QUEUED:
            return TextStatus(f"The full text is saved with the next refresh. {fetch} fetches it now")
        case TextState.HAVE | TextState.INCOMPLETE:
            return TextStatus(
                f"The stored full text cannot be read. {fetch} fetches it again, {pdf} opens the PDF",
                is_fault=True,
            )
        case _:
            return TextStatus(
                f"The full text is not stored yet. {fetch} fetches it now",
                more=(f"{save} saves it for offline reading: the next refresh fetches it.",),
            )


def fetching_words(step: str, width: int) -> Piece:
    """Return the progress of a fetch; if it does not fit ``width`` cells, only the current step."""
    step = foreign(step)
    host = unreached_host(step)
    before, _, now = step.rpartition("; ")
    if host:
        return f"Offline: {host} cannot be reached; {now}", "fault"
    words = f"{_FETCHING}{step}"
    if before and cells(words) > width:
        words = f"{_FETCHING}{now}"
    return words, "accent"


def status_words(status: TextStatus) -> Piece:
    """Return the status line with its ink."""
    return status.line, "fault" if status.is_fault else "accent"


def placeholder_document(record: Record, status: TextStatus | None) -> Document:
    """Return the page shown in place of a full text: title, authors, abstract and status."""
    people = tuple(Person((Text(readable(author.name)),)) for author in record.paper.authors)
    paragraphs = [Paragraph((Text(each),)) for each in readable(record.paper.abstract).split("\n") if each]
    abstract = Group("abstract", (Text("Abstract"),), tuple(paragraphs))
    blocks: list[Block] = [abstract] if paragraphs else [Paragraph((Text(no_abstract(record.key)),))]
    if status and status.more:
        blocks.append(Heading(1, "", (Text("Full text"),)))
        blocks += [Paragraph((Text(each),)) for each in status.more]
    return Document((Text(record.title),), people, tuple(blocks))


def cards_document(reviews: Iterable[Review]) -> Document:
    """Return a page for reviews that are known only from Pith's listing."""
    fetch = key_for("fetch_text", Area.TEXT)
    words = f"This is the information in Pith's listing. {fetch} fetches the whole review."
    blocks: list[Block] = [Paragraph((Text(words, Style.ITALIC),))]
    for review in reviews:
        deck = readable(review.deck) + (" …" if review.deck_truncated else "")
        blocks.append(Heading(1, "", (Text(readable(review.headline)),)))
        blocks += [Paragraph((Text(each),)) for each in (review.badge, deck) if each]
        blocks += [Paragraph((Link((Text(review.url),), review.url),))] if review.url else []
    return Document((Text("Pith's review"),), (), tuple(blocks))
