"""The texts of a document's figures, for verbs that print full texts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from arxtui.model.document import Document
from arxtui.model.fulltext import Figure
from arxtui.reader.figure_texts import with_figure_texts


def with_texts(document: Document, figure: Callable[[str], bytes]) -> Document:
    """Return the document with the text of each figure below it; ``figure`` returns the file of a figure by its address
    in the page, empty if there is none."""
    from arxtui.figures import drawing, text

    with closing(drawing.Drawer()) as drawer:
        return with_figure_texts(document, lambda address: text.figure_lines(figure(address), drawer))


def unread_data(figure: Figure) -> bytes:
    """Return the file of a figure that was stored without its text, by an older program; empty for another one, whose
    text the document has."""
    return b"" if figure.words else figure.data
