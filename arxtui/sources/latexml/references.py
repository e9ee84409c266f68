"""Links, references and citations: where they lead, and the number, word or label that they show."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from urllib.parse import urlsplit

from arxtui.light import pattern
from arxtui.model.document import Inline, Link, Reference, Style, Text
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


# A note that introduces what it stands before. The engine of arXiv's pages since August 2026 reads
# ``\citep[e.g.][]{key}``, whose second note is empty, like ``\citep[e.g.]{key}``, and puts the note behind the sources.
_PRENOTE = pattern(
    r"(?is).*;|(?!pp?\.|§|\d|(?:sec|fig|eq|ch|tab|th|lem|prop|cor|app)).*,|(?:.*\s)?(?:of|from|in|by|using)"
    r"|(?:e\.\s?g|i\.\s?e|cf)\.?|see(?: also)?|for example|following"
)
_NUMBER = pattern(r"\d{1,3}|\(\d{4}\w?\)")
_LOOSE_BLANK = pattern(r"(?:^|(?<=\w))\s+(?=[)\];])")
_LETTER = pattern(r"[^\W\d]")
_YEAR = pattern(r"\s*(?:\d{4}\w?|n\.d\.)?")
_NO_YEAR = pattern(r"(?<=[^\W\d_]|\.),\s*$")
_OTHERS = pattern(r"\band others\b")
_WORDS = pattern(r"\w+")
_UNKNOWN_MARKS = pattern(r"\?\?(?:,\s*\?\?)*")
_OF_FRONT = frozenset({"ltx_personname", "ltx_title_document"})


def _citation(page: PageReader, element: Element, flow: Flow) -> None:
    """Read ``cite`` as one reference, with brackets and names; several sources in it are references within."""
    if "ltx_cite" not in element.classes:
        page.children(element._replace(style=element.style | Style.ITALIC), flow)
        return
    page.cites = True
    line = page.line(element, flow)
    page.cites = False
    content = tuple(_relabelled(_tidied(run), page.targets.labels) for run in line.line())
    places = [place for place, run in enumerate(content) if isinstance(run, Reference)]
    if places:
        content = _bracketed(_with_prenote(content, places[0], places[-1]), element, page.targets.brackets)
        content = tuple(map(_without_empty_year, content, (*content[1:], Text(";"))))
        cited = [run for run in content if isinstance(run, Reference)]
        if len(cited) == 1:
            inner = chain.from_iterable(run.content if run is cited[0] else (run,) for run in content)
            content = joined(inner)
        if _is_raised(cited[0]) and not flow.ends_in_number:
            flow.drop_blank()
            content = tuple(map(_without_blanks, content))
        content = (Reference(content, cited[0].target if len(cited) == 1 else "", cites=True),)
    flow.append_line(line, content, element.style)


def _is_raised(cited: Reference) -> bool:
    """Whether a reference is raised. LaTeX sets no blank before and in such a citation; the engine keeps them."""
    return bool(cited.content) and isinstance(first := cited.content[0], Text) and bool(first.style & Style.SUPER)


def _without_blanks(run: Inline) -> Inline:
    return run._replace(text=run.text.replace(" ", "")) if isinstance(run, Text) and run.style & Style.SUPER else run


def _tidied(run: Inline) -> Inline:
    """Return a run of a citation without blanks before closing brackets and semicolons."""
    match run:
        case Text(text):
            return run._replace(text=_LOOSE_BLANK.sub("", text))
        case Reference(content):
            return run._replace(content=tuple(map(_tidied, content)))
    return run


def _without_empty_year(run: Inline, following: Inline) -> Inline:
    """Return a reference without the comma after its names if no year follows, as for an entry without one."""
    match run, following:
        case Reference((*before, Text(text) as names)), Text(after) if after.lstrip().startswith((")", "]", ";", ",")):
            return run._replace(content=(*before, names._replace(text=_NO_YEAR.sub("", text))))
    return run


def _relabelled(run: Inline, labels: Mapping[str, str]) -> Inline:
    """Return a reference with the label of its entry, if it shows another number or only a year that the label lacks;
    with brackets around a number after names; and with "et al.", as in the labels."""
    if not isinstance(run, Reference) or len(run.content) != 1 or not isinstance(shown := run.content[0], Text):
        return run
    label = labels.get(run.target, "")
    if label == f"[{shown.text}]":
        return run
    text = _OTHERS.sub("et al.", shown.text)
    if label and _NUMBER.fullmatch(text) and text.strip("()") not in _WORDS.findall(label):
        text = label if text.startswith("(") else label.strip("[]")
    names, _, number = text.rpartition(" ")
    if label == f"[{number}]" and number.isdecimal() and _LETTER.search(names):
        text = f"{names} {label}"
    return run._replace(content=(shown._replace(text=text),))


def _with_prenote(content: Content, first: int, last: int) -> Content:
    """Move a note from behind the references ``first`` to ``last`` to the front, if it can only introduce them."""
    before, text = content[:first], plain(content[last + 1 :])
    if plain(before) not in ("(", "[") or text[:1] != "," or not _PRENOTE.fullmatch(text[1:-1].strip()):
        return content
    inner = [*joined(content[last + 1 :])]
    for place, kept in ((0, slice(1, None)), (-1, slice(-1))):
        if isinstance(run := inner[place], Text):
            inner[place] = run._replace(text=run.text[kept])
    return (*before, *joined(inner), Text(" "), *content[first : last + 1], Text(text[-1]))


def _bracketed(content: Content, element: Element, brackets: tuple[str, str]) -> Content:
    """Add the page's brackets to names and years that run into the sentence, as in ``Hand, 1998; Foot, 2001``; square
    ones within round ones of the author's."""
    above = element.node.prev
    before = above.text(deep=True).rstrip() if above is not None else ""
    if "ltx_citemacro_cite" not in element.classes or before.endswith(("(", "[")) or set(plain(content)) & set("(["):
        return content
    cited = (plain(run.content).rpartition(",") for run in content if isinstance(run, Reference))
    has_years = all(_LETTER.search(names) and _YEAR.fullmatch(year) for names, _, year in cited)
    first, last = ("[", "]") if before.count("(") > before.count(")") else brackets
    return (Text(first), *content, Text(last)) if has_years else content


def _missing_citation(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a citation without entry: its key, which no superscript can show."""
    raised = element.style & Style.SUPER
    line = page.line(element._replace(style=element.style & ~raised), flow)
    key = line.line()
    page.faults.append(plain(key))
    flow.append_line(line, (Text("["), *key, Text("]")) if raised and key else key, element.style)


def _missing_label(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a cross-reference without target: the label, or question marks as in LaTeX where the page has nothing."""
    line = page.line(element, flow)
    label = line.line()
    page.faults.append(plain(label) or "missing label")
    flow.append_line(line, label or (Text(UNKNOWN, Style(element.style)),), element.style)


def _raised(page: PageReader, element: Element, flow: Flow) -> None:
    """Read raised text, without the marks of affiliations that lead nowhere (``??,??``)."""
    parent = element.node.parent
    classes = (parent.attributes.get("class") or "").split() if parent is not None else ()
    is_mark = not _OF_FRONT.isdisjoint(classes) or ("ltx_p" in classes and flow.is_empty)
    if is_mark and _UNKNOWN_MARKS.fullmatch(element.node.text().strip()):
        page.faults.append("missing label")
    else:
        page.children(element, flow)


def _abbreviation(page: PageReader, element: Element, flow: Flow) -> None:
    """Read an abbreviation of a glossary. Those of the package acronym have the key instead, in ``abbr`` that of the
    short form; it is looked up in the page's own list."""
    key = clean(element.node.text())
    forms = page.targets.abbreviations.get(key.casefold()) if "ltx_missing" in element.classes else None
    if forms is not None:
        flow.write(forms[element.tag != "abbr"], element.style)
        return
    if "ltx_missing" in element.classes:
        page.faults.append(key)
    page.children(element, flow)


READERS = Readers(
    lines={
        "a": read_link,
        "cite": _citation,
        ".ltx_missing_label": _missing_label,
        ".ltx_missing_citation": _missing_citation,
        ".ltx_sup": _raised,
        ".ltx_glossaryref": _abbreviation,
    },
    blocks={},
)
