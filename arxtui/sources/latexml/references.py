"""Links and references: where they lead, and the number or word that they show."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from arxtui.model.document import Inline, Link, Reference, Style, Text
from arxtui.patterns import pattern
from arxtui.sources.latexml.content import Content, plain
from arxtui.sources.latexml.flow import Flow, joined
from arxtui.sources.latexml.nodes import text_of
from arxtui.sources.latexml.walker import Element, PageReader, Readers
from arxtui.text import clean

LOOSE_HYPHEN = pattern(r"\A-(?=[A-Z](?:[.\-]?\d+)*\Z)")
"""In the number of an appendix of IEEE's, whose first part is empty: ``-A``."""
_KIND_AND_NUMBER = pattern(r"([^\W\d]+) ([\w.]*\w)")
_PAGE = pattern(r"(?i)\b(?:pages?|pp?\.)\s*$")
_BETWEEN_PAGES = frozenset({"–", "-", "and", "to"})
_PART = pattern(r"#(?:footnote\d|.*\.E\d)")
"""An address of a footnote or an equation."""
_KIND = pattern(r"(?i)\b(fig|tab|algorithm|lemma|theorem|prop|coroll|definition|remark)\w*\.?\s*\Z")
_FLOATS = ("fig", "tab", "algorithm")
_WHOLE = pattern(r"(?:In |‣ )([A-Z][a-z]+) ([\w.]*\w)")
UNKNOWN = "??"
"""Stands for the number of a reference that has none, as in LaTeX."""
_EMPTY_MAIL = "mailto:"
_TILDES_OF_TEX = str.maketrans("∼˜", "~~")
"""What authors type (``$\\sim$``, ``\\~{}``) for the tilde of an address."""
_ICON = ".fa[aria-hidden], .fab[aria-hidden], .fas[aria-hidden], .far[aria-hidden]"
"""A sign of an icon font, an element without text."""
_UNNUMBERED = pattern(r"#(.*\.Ex?\d+)")
"""An address of an equation that may have no number."""
_BEFORE_EQUATION = pattern(r"(?i)\beq(?:uation)?s?\.?\s*\(?\Z")
_BEFORE_SECTION = pattern(r"(?i)(?:\b(?:sec|app|chap|part)\w*|§)\.?[\s(]*\Z")
_SECTION = r"(?:\A|‣ |In ){} [^\W\d]"
"""In the title of a link, the section with a number."""
_FLOAT = r"((?:Figure|Table) [\w.]{1,9})"
_PANEL = pattern(rf"{_FLOAT}(\([a-z]\))")
_IN_FLOAT = pattern(rf"In {_FLOAT} ‣")
_IN_APPENDIX = pattern(r"(?:Algorithm|Figure|Listing|Table) ([\w.]{1,9}) ‣.{,500}?\bAppendix ([A-Z])\b")
_BEFORE_APPENDIX = pattern(r"(?i)\bappendix\s*\Z")
_NAMED = pattern(r"(?i)(?:\b((?:fig|tab|alg)[a-z]*)(\.?\s*))?([^\s]{1,9})\Z")
"""The kind and number of a float, with a line end between a reference and the text before it."""
_WITH_PLURAL = frozenset({"fig", "figure", "table", "algorithm"})
_WITHIN = " ‣ "
_BULLETS = frozenset("•–-∘")


def read_link(page: PageReader, element: Element, flow: Flow) -> None:
    """Read ``a``: as a reference if it leads into this page, as a link if it leads out of it, else as plain content."""
    href = element.attributes.get("href") or ""
    if href == _EMPTY_MAIL:  # the engine of 2026 loses the address of an e-mail that it shows
        href += clean(element.node.text())
    # The name of a section, which is what \nameref stands for, is not preceded by its number.
    line = page.line(element, flow, takes_tag="ltx_refmacro_nameref" in element.classes)
    content = _shown(page, element, href, line)
    if (target := page.targets.target(href)) and content:
        if isinstance(first := content[0], Text) and LOOSE_HYPHEN.match(first.text):
            content = (first._replace(text=first.text[1:]), *content[1:])
        content = (Reference(content, target, page.cites),)
    elif page.targets.is_outward(href) and (content or element.node.css_first(_ICON) is not None):
        if (text := plain(content)) != href and text.translate(_TILDES_OF_TEX) == href:
            content = (Text(href, Style(element.style)),)
        shown = content or (Text(f"[{urlsplit(href).hostname or clean(href)}]", Style(element.style)),)
        content = (Link(shown, clean(href)),)
    flow.append_line(line, content, element.style)


def _shown(page: PageReader, element: Element, href: str, line: Flow) -> Content:
    """Return the content of a link; with another number, or with a word before it, where what is around the link and
    its title tell that the engine shows what the author does not mean."""
    content = _of_item(line.line())
    text = plain(content)
    if "ltx_refmacro_autoref" in element.classes and (kind := _kind_of_target(element, text)):
        line.has_trailing_blank |= text_of(element.node.next)[:1].isalpha()
        return joined((Text(f"{kind} ", Style(element.style)), *content))
    number = (
        _number_meant(page, element, href)
        or _panel_meant(element, text)
        or _appendix_meant(element, text)
        or _equation_meant(page, element, href, text)
        or (UNKNOWN if _is_page_of_float(element, text) else "")
    )
    return (Text(number, Style(element.style)),) if number else content


def _of_item(content: Content) -> Content:
    """Return a reference to an item without a number as its mark, or as the number of what the item is in."""
    if len(content) == 1 and isinstance(content[0], Text) and _WITHIN in content[0].text:
        mark, _, number = content[0].text.partition(_WITHIN)
        return (content[0]._replace(text=number if mark in _BULLETS else mark),) if not mark.isalnum() else content
    return content


def _kind_of_target(element: Element, number: str) -> str:
    """Return what should stand before the number that ``\\autoref`` shows: the kind of an author's own theorem, which
    the engine knows in the title of the link only. Returns "" if it stands there, or if there is none."""
    titled = _KIND_AND_NUMBER.match(clean(element.attributes.get("title") or ""))
    is_new = titled and not text_of(element.node.prev).rstrip().lower().endswith(titled[1].lower())
    return titled[1] if titled and titled[2] == number and is_new else ""


def _is_page_of_float(element: Element, number: str) -> bool:
    """Whether this is ``\\pageref`` of a float or an equation. A page of HTML has none, and LaTeXML shows the number of
    the target instead, which misleads; of a section, its number tells where it is."""
    title = element.attributes.get("title") or ""
    if not number.isdecimal() or not title or title.startswith(number):
        return False
    before = element.node.prev
    if text_of(before).strip() in _BETWEEN_PAGES and before is not None and before.prev is not None:
        before = before.prev.prev
    return _PAGE.search(text_of(before)) is not None


def _number_meant(page: PageReader, element: Element, href: str) -> str:
    """Return the number of the float or theorem that the word before a reference names (``Table 3``), if the reference
    leads to a footnote or an equation in it, whose number it shows instead; with the panel (``Table 6(b)``) in whose
    caption the footnote is; else ""."""
    before = element.node.prev
    kind = _KIND.search(before.text(deep=True)) if before is not None and _PART.match(href) else None
    if kind is None:
        return ""
    wholes = _WHOLE.findall(element.attributes.get("title") or "")
    # A table in a figure is named after the figure.
    names = _FLOATS if (named := kind[1].casefold()) in _FLOATS else named
    number = next((number for name, number in wholes if name.casefold().startswith(names)), "")
    return f"{number}{page.targets.panel_of_note(href[1:])}" if number.isalnum() else number


def _panel_meant(element: Element, text: str) -> str:
    """Return a reference to a panel (``Figure 6(a)``) with the kind and number of the float around it (``Table 1(a)``),
    where the title of the link tells that upstream has counted another one; else ""."""
    panel = _PANEL.fullmatch(text)
    around = _IN_FLOAT.match(clean(element.attributes.get("title") or "")) if panel else None
    return f"{around[1]}{panel[2]}" if panel and around and around[1] != panel[1] else ""


def _appendix_meant(element: Element, number: str) -> str:
    """Return the letter of the appendix with the float that a reference leads to, if the float's number stands behind
    "Appendix" as if it were the appendix's; else ""."""
    titled = _IN_APPENDIX.match(clean(element.attributes.get("title") or ""))
    is_meant = titled and titled[1] == number and _BEFORE_APPENDIX.search(text_of(element.node.prev))
    return titled[2] if titled and is_meant else ""


def _equation_meant(page: PageReader, element: Element, href: str, number: str) -> str:
    """Return where the equation is (``(the equation above)``, ``Eq. (below)``) that a reference leads to, if it has no
    number, and the reference shows that of its section as if it were the equation's; else ""."""
    match = _UNNUMBERED.fullmatch(href)
    before, after = text_of(element.node.prev).rstrip(), text_of(element.node.next).lstrip()
    is_named = _BEFORE_EQUATION.search(before) is not None
    is_alone = before == "(" or before.endswith(" (")
    if match is None or not (is_named or is_alone) or not after.startswith(")" if before.endswith("(") else ""):
        return ""
    title = clean(element.attributes.get("title") or "")
    if _BEFORE_SECTION.search(before) or not re.search(_SECTION.format(re.escape(number)), title):
        return ""
    if written := page.targets.numbers_in_formulas.get(match[1]):
        return written
    place = page.targets.place_of_unnumbered(match[1], element.node)
    return f"the equation {place}" if place and not is_named else place


def with_captions(before: Inline | None, reference: Reference, tags: Sequence[str]) -> tuple[Inline | None, Reference]:
    """Return a reference to a float with several captions, and the run before it, with the numbers of all captions of
    the kind named there (``Figures 2–5``): upstream writes the last one, whichever was meant."""
    *rest, shown = reference.content
    words = before.text if isinstance(before, Text) else ""
    if not isinstance(shown, Text):
        return before, reference
    named = _NAMED.search(f"{words}\n{shown.text}")
    if named is None or not any(tag.endswith(f" {named[3]}") for tag in tags):
        return before, reference
    kind = (named[1] or "").casefold()
    of_kind = [tag for tag in tags if kind and tag.casefold().startswith(kind[:3])] or tags
    numbers = [tag.rpartition(" ")[2] for tag in of_kind]
    if named[3] in numbers[:-1]:
        return before, reference
    plural = "s" if kind in _WITH_PLURAL and len({*numbers}) > 1 else ""
    number = "–".join(dict.fromkeys((numbers[0], numbers[-1])))
    text = f"{named.string[: named.start()]}{named[1] or ''}{plural}{named[2] or ''}{number}"
    words, _, text = text.partition("\n")
    reference = reference._replace(content=(*rest, shown._replace(text=text)))
    return before._replace(text=words) if isinstance(before, Text) else before, reference


READERS = Readers(lines={"a": read_link}, blocks={})
