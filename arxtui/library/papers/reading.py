"""A full text as it is read: with the texts of its figures, and title and authors from the catalogue where it lacks
them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arxtui.light import pattern
from arxtui.model.document import Document, Person, Text
from arxtui.model.paper import Paper
from arxtui.reader.figures import with_figure_texts
from arxtui.reader.survey import plain
from arxtui.store.texts.fulltexts import stored_address
from arxtui.text import readable

_SUPPLEMENT = pattern(r"(?:electronic)?(?:supplement|supporting|appendi)")


def with_figure_words(document: Document, words: Mapping[str, Sequence[str]]) -> Document:
    """Return a full text with the text of each figure below it; ``words`` has the lines by stored address."""
    return with_figure_texts(document, lambda address: words.get(stored_address(address), ()))


def with_catalogue(document: Document, paper: Paper) -> Document:
    """Return a full text with the paper's title, if its own is missing or is that of the supplement; and with the
    paper's authors, if the title is missing or the names have no letters."""
    title, known = _letters(plain(document.title)), _letters(readable(paper.title))
    names = [_letters(plain(person.name)) for person in document.people]
    if not any(names) and (names or not title):
        document = document._replace(people=tuple(Person((Text(readable(each.name)),)) for each in paper.authors))
    if not title or (title.endswith(known) and _SUPPLEMENT.match(title.removesuffix(known))):
        document = document._replace(title=(Text(readable(paper.title)),))
    return document


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
