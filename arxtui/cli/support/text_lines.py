"""Documents as lines of a terminal or a pipe."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import groupby

from arxtui.cli.support import output
from arxtui.light import deferred
from arxtui.model.document import Document, Style
from arxtui.model.fulltext import Figure
from arxtui.model.reviews import FullReview
from arxtui.reader import Line, Role, Run, plain_lines
from arxtui.reader.figures import with_figure_texts
from arxtui.reader.reviewed import reviewed_document

with deferred():
    from arxtui.figures.drawing import Drawer
    from arxtui.figures.text import figure_lines

# SGR (ECMA-48, 8.3.117).
STYLES: Mapping[Style, str] = {Style.BOLD: "1", Style.ITALIC: "3", Style.UNDERLINE: "4", Style.STRIKE: "9"}
_DIM = frozenset({Role.DIM, Role.RULE, Role.CITATION})


def laid_out(document: Document, width: int, measure: int, styles: Mapping[Style, str] = STYLES) -> Iterator[str]:
    """Return the document's lines from :func:`reader.plain_lines`, with the SGR codes of ``styles`` if standard output
    may be styled.
    """
    styled = output.is_styled()
    lines = plain_lines(document, width, measure, styled=styled)
    if not styled:
        return (harmless(line.text).rstrip(" ") for line in lines)
    return (_styled(line, styles) for line in lines)


def review_lines(reviews: Sequence[FullReview], width: int) -> Iterator[str]:
    """Return the lines of full reviews, laid out like a paper."""
    return laid_out(reviewed_document(reviews)._replace(title=()), width, width)


def harmless(text: str) -> str:
    """Clean text once more before it is printed, and keep every blank."""
    return text if text.isprintable() else " ".join(map(output.foreign, text.split(" ")))


def _styled(line: Line, styles: Mapping[Style, str]) -> str:
    written = []
    for codes, runs in groupby(line.runs, lambda run: _codes(run, styles)):
        text = harmless("".join([run.text for run in runs]))
        written.append(f"\x1b[{codes}m{text}\x1b[0m" if codes else text)
    return "".join(written).rstrip(" ")


def _codes(run: Run, styles: Mapping[Style, str]) -> str:
    codes = [code for style, code in styles.items() if run.style & style]
    return ";".join([*codes, "2"] if run.role in _DIM else codes)


def with_texts(document: Document, figure: Callable[[str], bytes]) -> Document:
    """Return the document with the text of each figure below it; ``figure`` returns the file of a figure by its address
    in the page, empty if there is none."""
    with closing(Drawer()) as drawer:
        return with_figure_texts(document, lambda address: figure_lines(figure(address), drawer))


def unread_data(figure: Figure) -> bytes:
    """Return the file of a figure that was stored without its text, by an older program; empty for another one, whose
    text the document has."""
    return b"" if figure.words else figure.data
