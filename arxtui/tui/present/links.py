"""Table of a paper's links, with complete addresses."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.light import NamedTuple, changed
from arxtui.model.views import LinkKind, WebLink
from arxtui.text import wrap
from arxtui.text.mentions.links import link_warning
from arxtui.tui.keys.in_force import with_keys
from arxtui.tui.present.line import Line, Piece, cut, foreign

_EMPTY = "No address of this paper is known yet. Esc goes back; {refresh} fetches more."
_INDENT = " " * 6
_KINDS = {LinkKind.PDF: "PDF", LinkKind.HTML: "HTML", LinkKind.DOI: "DOI"}
"""Kinds of links whose names are not plain words."""
_SOURCES = {
    "abstract": "named in the abstract",
    "comment": "named in the comment",
    "text": "linked in the text",
    "bibliography": "linked in the bibliography",
}


class LinksPage(NamedTuple):
    """The lines of all links, and the range of lines of each link."""

    lines: list[Line]
    places: list[range]


def links_page(links: Sequence[WebLink], chosen: int, width: int) -> LinksPage:
    """Return the page of links: number, kind, source, complete address and warnings of each link."""
    page = LinksPage([], [])
    for index, link in enumerate(links):
        begin = len(page.lines)
        page.lines.extend(_link_lines(index + 1, link, width, here=index == chosen))
        page.places.append(range(begin, len(page.lines)))
    if not links:
        page.lines.extend(_wrapped(with_keys(_EMPTY), width, "dim"))
    return page


def _link_lines(number: int, link: WebLink, width: int, *, here: bool) -> list[Line]:
    head: list[Piece] = [
        (" › " if here else "   ", "accent"),
        (f"{number:>2} ", "accent" if here else "faint"),
        (f"{_KINDS.get(link.kind, link.kind):<8}", "strong" if here else "text"),
        (f" {_SOURCES.get(link.origin, f'from {foreign(link.origin)}')}", "dim"),
    ]
    lines = [
        Line(tuple(cut(head, width))),
        *_wrapped(link.url, width, "link", link.url),
        *_wrapped(link_warning(link.url), width, "fault"),
    ]
    return [changed(line, ground="cursor") for line in lines] if here else lines


def _wrapped(text: str, width: int, ink: str, url: str | None = None) -> list[Line]:
    indent = _INDENT if width > 2 * len(_INDENT) else ""
    return [Line(((indent, "text"), (line, ink)), url) for line in wrap(foreign(text), width - len(indent))]
