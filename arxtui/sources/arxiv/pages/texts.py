"""Texts of arXiv's HTML pages as they were before the page made links, line breaks and labels of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from selectolax.lexbor import LexborNode

from arxtui.model.arxiv.taxonomy import CANONICAL
from arxtui.model.paper import Author
from arxtui.sources.arxiv.api.entry import categories as arxiv_categories
from arxtui.sources.arxiv.creators import split_author_line
from arxtui.text import clean, clean_block

# What the page writes in place of an address, which stays in the link.
_ADDRESS = re.compile(r"this (?:https?|ftp) URL")
_UNREAD = frozenset({"script", "style", "noscript", "button", "svg"})
_LABEL = "descriptor"
_FOLD = "toggle"
_CODE = re.compile(r"\(([\w.-]+)\)\s*(?:[;,]|$)")
# Characters for private use stand for the brackets of a name.
_HIDDEN = str.maketrans("()", "\ue000\ue001")
_SHOWN = str.maketrans("\ue000\ue001", "()")
_TEX_FILE = re.compile(r"http://([\w.-]+\.(?:cls|sty|bst|clo|tex|bbl))/?")
_MOST_PARTS = 100
"""Elements and texts."""
_NO_AUTHORS = "(author list is unavailable)"

_Piece = tuple[str, LexborNode]


def line(node: LexborNode | None) -> str:
    """The text of an element as one clean line, without its label; empty where there is no element."""
    return clean("".join(map(_as_sent, _pieces(node)))) if node is not None else ""


def beginning(node: LexborNode) -> str:
    """The text of an element's first parts as one clean line: of a heading, or of a sentence of the page itself. One
    that is never closed holds all that follows, and so does each within it."""
    return clean("".join(map(_as_sent, _pieces(node, _MOST_PARTS))))


def block(node: LexborNode | None) -> str:
    """The text of an element as clean paragraphs; the page marks a new one by a line break."""
    return clean_block("".join(map(_as_sent, _pieces(node)))) if node is not None else ""


def authors(node: LexborNode | None, told: Iterable[str] = ()) -> tuple[Author, ...]:
    """The authors of a list of links, with what stands in brackets behind each as affiliations.

    ``told`` are names as the head of the page has them, ``Last, First``: a link may lose a blank of its name. Brackets
    within a link are part of the name. Of more than 100 names a listing has the first 100 alone, and does not say so.
    """
    if node is None:
        return ()
    names = {_letters(name): name for name in map(_in_order, told)}
    written = "".join(
        _hidden(names.get(_letters(text), text)) if parent.tag == "a" else _divider(text)
        for text, parent in _pieces(node)
    )
    if clean(written) == _NO_AUTHORS:
        return ()
    return tuple(_with_own_brackets(author, names) for author in split_author_line(written))


def _with_own_brackets(author: Author, names: Mapping[str, str]) -> Author:
    """An author whose name has brackets in its midst, which the page may set between two links."""
    name = author.name.translate(_SHOWN)
    for place, within in enumerate(author.affiliations):
        whole = next(
            (
                told
                for letters, told in names.items()
                if letters.replace(f"({_letters(within)})", "", 1) == _letters(name) != letters
            ),
            "",
        )
        if whole:
            return Author(whole, (*author.affiliations[:place], *author.affiliations[place + 1 :]))
    return replace(author, name=name)


def _in_order(name: str) -> str:
    """``First Last`` of ``Last, First``."""
    family, _, given = clean(name).partition(", ")
    return f"{given} {family}" if given else family


def _letters(name: str) -> str:
    return "".join(name.split())


def _hidden(name: str) -> str:
    """A name whose brackets part nothing, for as long as the line is taken apart."""
    return name.translate(_HIDDEN) if name.count("(") == name.count(")") and not name.startswith("(") else name


def categories(node: LexborNode | None) -> tuple[str, ...]:
    """The codes of ``Name (code); Name (code)``, the primary one first, by their names of today."""
    codes = _CODE.findall(line(node))
    return arxiv_categories([CANONICAL.get(code, code) for code in codes])


def _pieces(node: LexborNode, most: int | None = None) -> Iterator[_Piece]:
    """Every text of the first ``most`` parts with the element it stands in. Walks without recursion: how deep it nests
    is the page's choice."""
    for part in islice(node.traverse(include_text=True), most):
        parent = part.parent
        if part.tag == "br":
            yield "\n\n", part
        elif part.is_text_node and parent is not None and _is_read(parent):
            yield part.text_content or "", parent


def _is_read(node: LexborNode) -> bool:
    if node.tag not in ("span", "a"):
        return node.tag not in _UNREAD
    return node.attributes.get("class") != _LABEL and node.attributes.get("id") != _FOLD


def _as_sent(piece: _Piece) -> str:
    text, parent = piece
    if parent.tag != "a" or not _ADDRESS.fullmatch(text):
        return text
    address = parent.attributes.get("href") or text
    named = _TEX_FILE.fullmatch(address)  # arXiv takes the name of a file for that of a host
    return named[1] if named else address


def _divider(text: str) -> str:
    """``The Example Collaboration: A. Author`` names both: outside of links a colon parts names as a comma does."""
    return f",{text.lstrip()[1:]}" if text.lstrip().startswith(":") else text
