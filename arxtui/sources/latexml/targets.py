"""Targets of links in a page: a place in the page, an address outside, or nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from html import unescape
from urllib.parse import unquote

from selectolax.lexbor import LexborHTMLParser, LexborNode

from arxtui.light import pattern
from arxtui.sources.latexml.nodes import NUMBER_IN_FORMULA, has_class, past_blanks
from arxtui.text import clean

_ID = pattern(r"""id\s*=\s*["']?([^"'\s>]+)""")
_NAMED = r"([\w.-]+(?:/\d{7})?)"
_PAGE = pattern(rf"(?:https?://[^/]*\b(?:arxiv|ar5iv)[^/]*)?/html/{_NAMED}/?", re.IGNORECASE)
# Where a page gives its own name, each with a word to search for first: base address, canonical address, watermark,
# link back to the abstract.
_OWN_NAMES = (
    ("<base ", pattern(rf"""<base [^>]*\bhref=["'][^"']*?/html/{_NAMED}""")),
    ("canonical", pattern(rf"""canonical["'][^>]*\bhref=["'][^"']*?/(?:html|abs)/{_NAMED}""")),
    ("watermark-tr", pattern(rf"""watermark-tr["'][^>]*>\s*arXiv:{_NAMED}""")),
    ('href="/abs/', pattern(rf"""href="/abs/{_NAMED}""")),
)
_LOOK_AHEAD = 1000
_TOP = 200_000
"""Characters of a page, without scripts and styles, in which it gives its own name."""
_PANEL = pattern(r"\([a-z]\)")
_VERSION = pattern(r"v\d+$")
_OUTWARD = frozenset({"http", "https", "mailto", "ftp", "doi", "arxiv"})


class LinkTargets:
    """The ids of a page that are targets of links within the page."""

    names: frozenset[str]

    def __init__(self, text: str, tree: LexborHTMLParser) -> None:
        links = [node.attributes for node in tree.css("a")]
        addresses = (_split_fragment(link.get("href") or "") for link in links)
        referred = [(address.strip(), fragment) for address, mark, fragment in addresses if mark]
        own = _own_name(text) or _only_name(referred)
        self._own = _without_version(own) if own else None
        ids = set(map(unescape, _ID.findall(text))) if referred else set()
        ids.update(link.get("name") or "" for link in links)
        names = {unquote(fragment) for address, fragment in referred if self._is_own_address(address)} & ids
        self.names = frozenset(name for name in names if clean(name) == name)
        self._tree = tree

    @cached_property
    def labels(self) -> dict[str, str]:
        """The label of each entry of the bibliography, by its id."""
        labels: dict[str, str] = {}
        for tag in self._tree.css(".ltx_bibitem .ltx_tag_bibitem, .ltx_bibitem .ltx_bibtag"):
            entry = tag.parent
            while entry is not None and not has_class(entry, "ltx_bibitem"):
                entry = entry.parent
            labels.setdefault((entry and entry.id) or "", clean(tag.text()))
        return labels

    @cached_property
    def abbreviations(self) -> dict[str, tuple[str, str]]:
        """The short and the long form of the abbreviations that the page lists, by the short one in lower case."""
        listed = ((entry, past_blanks(entry.next)) for entry in self._tree.css(".ltx_acronym .ltx_glossaryentry"))
        forms = ((clean(entry.text()), clean(meaning.text())) for entry, meaning in listed if meaning is not None)
        return {short.casefold(): (short, long) for short, long in forms if long}

    @cached_property
    def brackets(self) -> tuple[str, str]:
        """The brackets of the page's citations: those of the first that has some."""
        cites = (node.text().strip() for node in self._tree.css("cite.ltx_cite"))
        return next(((cite[0], cite[-1]) for cite in cites if cite[:1] + cite[-1:] in ("()", "[]")), ("[", "]"))

    @cached_property
    def _places(self) -> dict[str | int, tuple[int, bool]]:
        """The place of each equation, by its id, and of each link, by its address in memory; and whether it has a
        number."""
        nodes = self._tree.css("a.ltx_ref, .ltx_equation[id], .ltx_equationgroup[id]")
        return {
            node.mem_id if node.tag == "a" else node.id or "": (place, node.css_first(".ltx_tag") is not None)
            for place, node in enumerate(nodes)
        }

    def place_of_unnumbered(self, name: str, link: LexborNode) -> str:
        """Return whether an equation is ``above`` or ``below`` a link; "" if it has a number, or is none."""
        place, is_numbered = self._places.get(name, (0, True))
        if is_numbered:
            return ""
        return "above" if place < self._places.get(link.mem_id, (0, False))[0] else "below"

    @cached_property
    def numbers_in_formulas(self) -> dict[str, str]:
        """The number of each equation whose author has written it into the formula, by the equation's id."""
        formulas = self._tree.css(".ltx_equation[id] math:last-of-type")
        found = ((node, NUMBER_IN_FORMULA.search(node.attributes.get("alttext") or "")) for node in formulas)
        return {_equation_around(node): match[1] for node, match in found if match}

    @cached_property
    def _panels(self) -> dict[str, str]:
        """The letter of the panel (``(b)``) of each footnote in a panel's caption."""
        captions = self._tree.css(".ltx_figure_panel > figcaption")
        tagged = ((caption, caption.css_first(".ltx_tag")) for caption in captions)
        return {
            note.id or "": clean(tag.text())
            for caption, tag in tagged
            if tag is not None and _PANEL.fullmatch(clean(tag.text()))
            for note in caption.css(".ltx_note")
        }

    def panel_of_note(self, name: str) -> str:
        """Return the letter of the panel in whose caption a footnote is; "" if it is in none."""
        return self._panels.get(name, "")

    def target(self, href: str) -> str | None:
        """Return the id in this page that ``href`` leads to. Returns None if it leads elsewhere or to a missing id."""
        address, mark, fragment = _split_fragment(href)
        name = unquote(fragment)
        return name if mark and name in self.names and self._is_own_address(address.strip()) else None

    def is_outward(self, href: str) -> bool:
        """Whether ``href`` is an address outside the page that a browser can open."""
        address = href.strip()
        if not address or self._is_own_address(_split_fragment(address)[0]):
            return False
        scheme, colon, _ = address.partition(":")
        return not colon or not scheme.isalnum() or scheme.lower() in _OUTWARD

    def _is_own_address(self, address: str) -> bool:
        if not address:
            return True
        match = _PAGE.fullmatch(address) if self._own else None
        return match is not None and _without_version(match[1]) == self._own


def _split_fragment(href: str) -> tuple[str, str, str]:
    return href.partition("#")


def _own_name(text: str) -> str | None:
    for word, name in _OWN_NAMES:
        place = text.find(word, 0, _TOP)
        if place >= 0 and (match := name.match(text, place, place + _LOOK_AHEAD)):
            return match[1]
    return None


def _only_name(referred: Iterable[tuple[str, str]]) -> str | None:
    """Return the only paper that links with a ``#`` lead to; None if there are several, or links with a bare ``#``."""
    addresses = {address for address, _ in referred}
    papers = {match[1] for address in addresses if (match := _PAGE.fullmatch(address))}
    return papers.pop() if len(papers) == 1 and "" not in addresses else None


def _without_version(name: str) -> str:
    return _VERSION.sub("", name)


def _equation_around(node: LexborNode | None) -> str:
    while node is not None and not (has_class(node, "ltx_equation") and node.id):
        node = node.parent
    return (node.id or "") if node is not None else ""
