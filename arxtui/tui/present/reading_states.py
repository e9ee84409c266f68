"""How a full text stands, in words; and what is read while there is none: the abstract."""

from __future__ import annotations

from collections.abc import Iterable

from arxtui.model.document import Block, Document, Group, Heading, Link, Paragraph, Person, Style, Text
from arxtui.model.fulltext import FulltextState, TextState
from arxtui.model.review import Review
from arxtui.model.views import Record
from arxtui.text import readable
from arxtui.tui.present.line import foreign

_ADVICE = {
    TextState.UNASKED: "The full text is not here yet. W fetches it now, w keeps it for the train: it is then fetched "
    "with the next refresh.",
    TextState.QUEUED: "The full text is wanted and comes with the next refresh. W fetches it now.",
    TextState.NONE: "arXiv has no full text that could be read here. p opens the PDF.",
    TextState.FAILED: "The full text could not be fetched. W tries again, p opens the PDF.",
}
_UNREADABLE = "The full text that is here cannot be read. W fetches it anew, p opens the PDF."


def stand_in(record: Record, state: FulltextState, *, fetching: bool) -> Document:
    """What is read in place of a full text: how it stands, what can be done, and the abstract."""
    advice = "The full text is being fetched." if fetching else _ADVICE.get(state.state, _UNREADABLE)
    told = [advice, *([foreign(state.reason)] if state.reason and not fetching else [])]
    people = tuple(Person((Text(readable(author.name)),)) for author in record.paper.authors)
    abstract = [Paragraph((Text(each),)) for each in record.abstract.split("\n") if each]
    return Document(
        (Text(record.title),),
        people,
        (
            Group("box", (), tuple(Paragraph((Text(each),)) for each in told)),
            Heading(1, "", (Text("Abstract"),)),
            *(abstract or [Paragraph((Text("No abstract has arrived yet."),))]),
        ),
    )


_NOT_WHOLE = "This is what Pith's listing tells. W fetches the whole review."


def cards_document(reviews: Iterable[Review]) -> Document:
    """Reviews of which the listing alone is known."""
    blocks: list[Block] = [Paragraph((Text(_NOT_WHOLE, Style.ITALIC),))]
    for review in reviews:
        deck = readable(review.deck) + (" …" if review.deck_truncated else "")
        blocks.append(Heading(1, "", (Text(readable(review.headline)),)))
        blocks += [Paragraph((Text(each),)) for each in (review.badge, deck) if each]
        blocks += [Paragraph((Link((Text(review.url),), review.url),))] if review.url else []
    return Document((Text("Pith's review"),), (), tuple(blocks))
