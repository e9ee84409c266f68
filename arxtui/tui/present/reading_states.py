"""How a full text stands, in words; and what is read while there is none: the abstract."""

from __future__ import annotations

from datetime import datetime

from arxtui.model.document import Document, Group, Heading, Paragraph, Person, Text
from arxtui.model.fulltext import FulltextState, TextState
from arxtui.model.views import Record
from arxtui.text import readable
from arxtui.tui.present.line import foreign

SIGNS = {TextState.HAVE: "▤", TextState.QUEUED: "↓", TextState.NONE: "∅", TextState.FAILED: "!"}
"""In the list: the text is here, wanted, not to be had, could not be fetched."""
_ORIGINS = {"html": "arXiv's HTML", "ar5iv": "ar5iv", "pdf": "the PDF, as plain text"}


def state_words(state: FulltextState) -> str:
    """The state in a sentence; empty for a text that nobody has asked for."""
    again = f", again {_moment(state.next_try)}" if state.next_try else ""
    reason = f": {foreign(state.reason)}{again}" if state.reason else ""
    match state.state:
        case TextState.HAVE:
            return _here(state) + (f" (a newer one could not be had{reason})" if state.reason else "")
        case TextState.QUEUED:
            return "Full text wanted: the next refresh fetches it, W now"
        case TextState.NONE:
            return f"No full text{reason}"
        case TextState.FAILED:
            return f"The full text could not be fetched{reason}"
        case _:
            return ""


def _here(state: FulltextState) -> str:
    told = [f"Full text, {state.words:,} words from {_ORIGINS.get(state.origin or '', 'elsewhere')}"]
    told += [f"of v{state.version}"] if state.version else []
    told += [_figures(state)] if state.figures else []
    return " ".join(told)


def _figures(state: FulltextState) -> str:
    here = state.figures - state.figures_missing
    of = f"{here:,} of {state.figures:,}" if state.figures_missing else f"{state.figures:,}"
    return f"with {of} figure{'' if state.figures == 1 else 's'}"


def _moment(moment: datetime) -> str:
    here = moment.astimezone()
    return f"{here:%a} {here.day} {here:%b %H:%M}"


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
