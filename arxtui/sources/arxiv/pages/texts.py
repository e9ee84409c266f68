"""Texts and links of arXiv's HTML pages, without the links, line breaks and labels that the page has added; and checks
whether a page is complete, and why a page is not the requested one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from selectolax.lexbor import LexborNode

from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.arxiv.taxonomy import CANONICAL
from arxtui.model.paper import Author, Link
from arxtui.sources.arxiv.api.entries import categories as arxiv_categories
from arxtui.sources.arxiv.creators import split_author_line
from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.sources.html import parse_tree
from arxtui.sources.refusal import refusal
from arxtui.text import clean, clean_block, clip, decode

# The text that the page shows instead of an address; the address is in the link.
_ADDRESS = re.compile(r"this (?:https?|ftp) URL")
_UNREAD = frozenset({"script", "style", "noscript", "button", "svg"})
_LABEL = "descriptor"
_FOLD = "toggle"
_CODE = re.compile(r"\(([\w.-]+)\)\s*(?:[;,]|$)")
# Private-use characters replace brackets that belong to a name.
_HIDDEN = str.maketrans("()", "\ue000\ue001")
_SHOWN = str.maketrans("\ue000\ue001", "()")
_TEX_FILE = re.compile(r"http://([\w.-]+\.(?:cls|sty|bst|clo|tex|bbl))/?")
SOURCE = "listing"
"""The name of the source of these papers (``model.sources``)."""
_MAX_PARTS = 100
"""Elements and text nodes that ``first_text`` reads."""
_NO_AUTHORS = "(author list is unavailable)"

_TextNode = tuple[str, LexborNode]
_END = re.compile(r"</html\s*>", re.I)
_OWN = "https://info.arxiv.org/"
_ERROR_WORDS = re.compile(
    r"\b(?:not (?:found|recognized|available|acceptable|allowed)|could not find|no (?:html|document|pdf|article)\b|"
    r"invalid|incomplete|requires|bad request|error|unavailable|forbidden|denied|too many)\b",
    re.I,
)
_MAX_MESSAGE = 300


def line(node: LexborNode | None) -> str:
    """Return the text of an element as one clean line, without its label; "" if the element is None."""
    return clean("".join(map(_as_sent, _text_nodes(node)))) if node is not None else ""


def first_text(node: LexborNode) -> str:
    """Return the text of the first ``_MAX_PARTS`` parts of an element, a heading or a sentence, as one clean line.

    The limit matters for unclosed elements: each of them contains everything that follows, and many may be nested.
    """
    return clean("".join(map(_as_sent, _text_nodes(node, _MAX_PARTS))))


def block(node: LexborNode | None) -> str:
    """Return the text of an element as clean paragraphs; the page begins a paragraph with a line break."""
    return clean_block("".join(map(_as_sent, _text_nodes(node)))) if node is not None else ""


def authors(node: LexborNode | None, head_names: Iterable[str] = ()) -> tuple[Author, ...]:
    """Return the authors from a list of links; text in brackets after a link is an affiliation.

    ``head_names`` are the names in the page's head, as ``Last, First``: the link text may lack a blank in a name.
    Brackets within a link are part of the name. A listing shows only the first 100 authors of a paper, without saying
    so.
    """
    if node is None:
        return ()
    names = {_letters(name): name for name in map(_given_name_first, head_names)}
    joined = "".join(
        _hide_brackets(names.get(_letters(text), text)) if parent.tag == "a" else _divider(text)
        for text, parent in _text_nodes(node)
    )
    if clean(joined) == _NO_AUTHORS:
        return ()
    return tuple(_with_own_brackets(author, names) for author in split_author_line(joined))


def _with_own_brackets(author: Author, names: Mapping[str, str]) -> Author:
    """Restore a name with brackets in the middle, which the page may have split into two links."""
    name = author.name.translate(_SHOWN)
    for place, within in enumerate(author.affiliations):
        whole = next(
            (
                full_name
                for letters, full_name in names.items()
                if letters.replace(f"({_letters(within)})", "", 1) == _letters(name) != letters
            ),
            "",
        )
        if whole:
            return Author(whole, (*author.affiliations[:place], *author.affiliations[place + 1 :]))
    return replace(author, name=name)


def _given_name_first(name: str) -> str:
    """Turn ``Last, First`` into ``First Last``."""
    family, _, given = clean(name).partition(", ")
    return f"{given} {family}" if given else family


def _letters(name: str) -> str:
    return "".join(name.split())


def _hide_brackets(name: str) -> str:
    """Replace the brackets in a name by private-use characters, so that they do not separate affiliations."""
    return name.translate(_HIDDEN) if name.count("(") == name.count(")") and not name.startswith("(") else name


def categories(node: LexborNode | None) -> tuple[str, ...]:
    """Return the codes in ``Name (code); Name (code)``, the primary first; aliases become the canonical code."""
    codes = _CODE.findall(line(node))
    return arxiv_categories([CANONICAL.get(code, code) for code in codes])


def _text_nodes(node: LexborNode, limit: int | None = None) -> Iterator[_TextNode]:
    """Yield the texts among the first ``limit`` nodes, each with its parent element. Not recursive: the page may nest
    elements to any depth."""
    for part in islice(node.traverse(include_text=True), limit):
        parent = part.parent
        if part.tag == "br":
            yield "\n\n", part
        elif part.is_text_node and parent is not None and _is_read(parent):
            yield part.text_content or "", parent


def _is_read(node: LexborNode) -> bool:
    if node.tag not in ("span", "a"):
        return node.tag not in _UNREAD
    return node.attributes.get("class") != _LABEL and node.attributes.get("id") != _FOLD


def _as_sent(text_node: _TextNode) -> str:
    text, parent = text_node
    if parent.tag != "a" or not _ADDRESS.fullmatch(text):
        return text
    address = parent.attributes.get("href") or text
    file = _TEX_FILE.fullmatch(address)  # arXiv mistakes the name of a file for a host
    return file[1] if file else address


def _divider(text: str) -> str:
    """Treat a colon between links as a comma: ``The Example Collaboration: A. Author`` has two names."""
    return f",{text.lstrip()[1:]}" if text.lstrip().startswith(":") else text


def is_complete(text: str) -> bool:
    """Whether a page has its end tag."""
    return _END.search(text) is not None


def page_refusal(data: bytes, expected: str) -> SourceError:
    """Return an error that says why ``data`` is not ``expected``: an UpstreamError if it is an error page of arXiv."""
    words = error_message(decode(data))
    return UpstreamError(words) if words else refusal(data, expected)


def error_message(text: str) -> str | None:
    """Return the message of an error page of arXiv: its heading and the sentences below. None for other pages."""
    if _OWN not in text:
        return None
    heading = ""
    for node in parse_tree(text).css("main h1, main p"):
        words = line(node)
        if node.tag == "h1":
            heading = words
        elif heading and words:
            break
    if not _ERROR_WORDS.search(heading):
        return None
    joint = " " if heading.endswith((".", "!", "?")) else ": "
    return clip(f"{heading}{joint}{words}" if words != heading else heading, _MAX_MESSAGE)


def html_link(identifier: ArxivId) -> Link:
    """Return the link to the HTML of a paper, for a paper that has one according to arXiv."""
    return Link(f"https://arxiv.org/html/{identifier}", "related", "html", "text/html")


def linked_paper(href: str | None, folder: str) -> ArxivId | None:
    """Return the paper in an address with the path ``/<folder>/`` (abs, html). Returns None if there is none."""
    _, separator, name = (href or "").partition(f"/{folder}/")
    try:
        return ArxivId.parse(name) if separator else None
    except ValueError:
        return None
