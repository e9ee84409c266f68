"""The words of a page, read with Python's own HTML parser, and the words of a document, for comparison."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote

from arxtui.model.document import (
    Break,
    Document,
    EquationRow,
    Footnote,
    Formula,
    Line,
    Link,
    Picture,
    Reference,
    Text,
)
from arxtui.sources.latexml.classes import OMISSIONS, REDUNDANT_LABELS, WITHIN
from arxtui.sources.latexml.conversion import Conversion, conversion_of

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
IN_WORDS = frozenset("a b big cite code em font i math s small span strong sub sup tt u".split())
INLINES = (Text, Formula, Break, Reference, Link, Footnote, Picture)
UNWRITTEN = frozenset({"alignment", "anchors", "kind", "language", "rules", "work"})
FIRST = frozenset({"ltx_title_document", "ltx_subtitle", "ltx_tag_listingline"})
APART = frozenset(
    "ltx_note_outer ltx_contact ltx_contact_name ltx_note_name ltx_pubnote ltx_bib_editor ltx_bib_title "
    "ltx_bib_type".split()
)
ARXIV = re.compile(r"\d{4}\.\d{5}")
UNSAFE = re.compile("[\x80-\x84\x86-\x9f\u2061-\u2064]")
FORMULA = re.compile(r"\0([^\0]*)\0|(\w+)")
SAID = re.compile(r"\[\w+ not converted\]|\[picture: ")
"""What a document says of pictures and of source, beside the words in them."""
WRAPPED = re.compile(r"(?<!\\)%\n")


class Node:
    """An element of a page; ``parts`` are its texts and child elements in order."""

    def __init__(self, tag: str, attributes: dict[str, str], parent: Node | None) -> None:
        self.tag = tag
        self.attributes = attributes
        self.classes = frozenset(attributes.get("class", "").split())
        self.parent = parent
        self.parts: list[str | Node] = []

    def ancestors(self) -> Iterator[Node]:
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def walk(self) -> Iterator[Node]:
        yield self
        for part in self.parts:
            if isinstance(part, Node):
                yield from part.walk()

    def following(self) -> Node | None:
        """Return the next sibling element, or None."""
        parts = self.parent.parts if self.parent else []
        behind = (part for part in parts[parts.index(self) + 1 :] if isinstance(part, Node))
        return next(behind, None)

    def matches(self, selector: str) -> bool:
        """Return whether the element matches a selector: a tag name, a class, a descendant of these, or one of the
        special selectors in ``NEEDLESS``."""
        if selector in NEEDLESS:
            return NEEDLESS[selector](self)
        *outer, own = selector.split()
        if own == "*" or (own[1:] in self.classes if own.startswith(".") else own == self.tag):
            return not outer or any(node.matches(" ".join(outer)) for node in self.ancestors())
        return False

    def text(self) -> str:
        return "".join(part if isinstance(part, str) else part.text() for part in self.parts)


class Tree(HTMLParser):
    """A parser that builds the tree of a page. LaTeXML closes all its elements, so an end tag ends the innermost open
    element of that name."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.root = self.open = Node("", {}, None)
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs}, self.open)
        self.open.parts.append(node)
        if tag not in VOID:
            self.open = node

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        for node in (self.open, *self.open.ancestors()):
            if node.tag == tag and node.parent is not None:
                self.open = node.parent
                return

    def handle_data(self, data: str) -> None:
        self.open.parts.append(data)


def heads_contents(node: Node) -> bool:
    behind = node.following() if node.tag == "h6" else None
    return behind is not None and "ltx_toclist" in behind.classes


def is_repeated(node: Node) -> bool:
    """Return whether this is the heading of an empty appendix that repeats the heading of the following
    bibliography."""
    appendix = node.parent
    if appendix is None or "ltx_appendix" not in appendix.classes or "ltx_title" not in node.classes:
        return False
    behind = appendix.following()
    if behind is None or "ltx_bibliography" not in behind.classes or appendix.text().split() != node.text().split():
        return False
    title = next(part for part in behind.parts if isinstance(part, Node))
    return title.text().split() == node.text().split()


def is_told_by_itself(node: Node) -> bool:
    """Return whether this is a contact's label that the contact itself makes unnecessary."""
    return "ltx_contact_name" in node.classes and node.text().casefold().rstrip(":\xa0 ") in REDUNDANT_LABELS


def is_lone_macro(node: Node) -> bool:
    """Return whether this is a macro that upstream does not know, in place of a whole paragraph."""
    around = node.parent
    return (
        "ltx_ERROR" in node.classes and node.text()[:1] == "\\" and around is not None and "ltx_para" in around.classes
    )


NEEDLESS = {
    ".ltx_para > .ltx_ERROR": is_lone_macro,
    ".ltx_contact_name": is_told_by_itself,
    "h6:has(+ .ltx_toclist)": heads_contents,
    ".ltx_appendix:has(+ .ltx_bibliography) > .ltx_title:only-child": is_repeated,
}


def article(page: str) -> Node:
    """Return the element of a page that contains the paper."""
    root = Tree(page).root
    put_contacts_last(root)
    drop_days_of_conversion(root, conversion_of(page.encode(), page))
    found = [node for node in root.walk() if "ltx_document" in node.classes and "package-alerts" not in node.classes]
    return found[0] if found else next((node for node in root.walk() if node.tag == "body"), root)


def put_contacts_last(root: Node) -> None:
    """Move the contacts of each author behind the affiliations, as documents have them; an element without a name
    belongs to the author before it."""
    moved: list[tuple[Node, list[Node]]] = []
    for creator in [node for node in root.walk() if "ltx_creator" in node.classes]:
        if moved and not any("ltx_personname" in node.classes for node in creator.walk()):
            moved[-1][0].parts += creator.parts
            creator.parts = []
        else:
            moved.append((creator, []))
        author, contacts = moved[-1]
        contacts += [node for node in author.walk() if is_contact(node) and node not in contacts]
    for author, contacts in moved:
        for contact in contacts:
            around = next(node for node in author.walk() if contact in node.parts)
            around.parts.remove(contact)
        author.parts += contacts


def drop_days_of_conversion(root: Node, conversion: Conversion) -> None:
    for node in root.walk():
        if not node.classes.isdisjoint({"ltx_date", "ltx_dates"}) and conversion.is_day_of(node.text()):
            node.parts = []


def is_contact(node: Node) -> bool:
    """Return whether this is a note of one author alone."""
    places = {"ltx_role_affiliation", "ltx_role_altaffiliation", "ltx_role_address"}
    is_within = any(is_contact(each) for each in node.ancestors())
    found = "ltx_contact" in node.classes and node.classes.isdisjoint(places)
    return (found or not node.classes.isdisjoint({"ltx_orcid", "ltx_note_frontmatter"})) and not is_within


def selectors_by_end() -> dict[str, list[str]]:
    """Return the selectors of what is omitted by the tag or class that they end with; the special ones under ``*``."""
    found: dict[str, list[str]] = defaultdict(list)
    for selector in (omission.selector for omission in (*OMISSIONS, *WITHIN)):
        found["*" if selector in NEEDLESS else selector.split()[-1]].append(selector)
    return dict(found)


OMITTED = selectors_by_end()


def is_omitted(node: Node) -> bool:
    ends = ("*", node.tag, *(f".{name}" for name in node.classes))
    return any(node.matches(selector) for end in ends for selector in OMITTED.get(end, ()))


def page_text(node: Node, *, whole: bool = False) -> str:
    """Return the text of a page in the order of a document, with formulas as TeX between NULs. ``whole`` includes the
    parts that documents omit.

    A document has six things in another place than the page: the title and authors come first, then the notes of the
    title; the contacts of an author come after the affiliations; a caption comes before its figure, the number of an
    equation after it, of several rows after the middle one, and the number of a line of code before it.
    """
    if node.tag == "math" or "mjpage" in node.classes:
        return formula(node)
    if not whole and is_omitted(node):
        return ""
    first: list[str] = []
    second: list[str] = []
    middle: list[str] = []
    last: list[str] = []
    for part in node.parts:
        if isinstance(part, str):
            middle.append(part.replace("External Links:", "") if "ltx_bibblock" in node.classes else part)
            continue
        written = page_text(part, whole=whole)
        if "ltx_title_document" in part.classes:
            middle.extend(page_text(note, whole=whole) for note in title_notes(part))
        if comes_first(part, node):
            first.append(written)
        elif "ltx_authors" in part.classes:
            second.append(written)
        elif "ltx_eqn_eqno" in part.classes:
            last.append(written if rows_of(part) == 1 else "")
        elif "ltx_pubnotes" not in part.classes or "ltx_title_document" not in node.classes:
            middle.append(written)
    last.extend(page_text(number, whole=whole) for number in numbers_in_middle(node))
    text = shown("".join((*first, *second, *middle, *last)), node)
    return text if node.tag in IN_WORDS and node.classes.isdisjoint(APART) and not is_line(node) else f" {text} "


def rows_of(cell: Node) -> int:
    return int(cell.attributes.get("rowspan") or 1)


def numbers_in_middle(row: Node) -> list[Node]:
    """Return the numbers that span several rows, of which this is the middle one."""
    if "ltx_eqn_row" not in row.classes or row.parent is None:
        return []
    rows = [part for part in row.parent.parts if isinstance(part, Node) and part.tag == row.tag]
    place = next(index for index, each in enumerate(rows) if each is row)
    cells = ((top, part) for top, each in enumerate(rows[: place + 1]) for part in each.parts if isinstance(part, Node))
    return [
        cell
        for top, cell in cells
        if "ltx_eqn_eqno" in cell.classes and rows_of(cell) > 1 and top + rows_of(cell) // 2 == place
    ]


def comes_first(part: Node, node: Node) -> bool:
    is_caption = part.tag == "figcaption" or ("ltx_caption" in part.classes and is_float(node))
    return is_caption or not part.classes.isdisjoint(FIRST)


def title_notes(title: Node) -> list[Node]:
    return [part for part in title.parts if isinstance(part, Node) and "ltx_pubnotes" in part.classes]


def shown(text: str, node: Node) -> str:
    """Return the text with the name that the reader shows in place of a logo or a bare number."""
    if "ltx_orcid" in node.classes and not text.strip():
        return f" ORCID {node.attributes['href'].rpartition('/')[2]} "
    if "ltx_acknowledgements" in node.classes and not any("ltx_title" in part.classes for part in node.walk()):
        return f"Acknowledgements. {text}"
    if "ltx_role_number" in node.classes:
        return f"Number: {text}"
    if "ltx_bib_external" in node.classes and text.strip() in ("Document", "Link"):
        return bare_link(node)
    return f"arXiv:{text}" if "ltx_bib_external" in node.classes and ARXIV.fullmatch(text) else text


def bare_link(link: Node) -> str:
    """Return what the reader shows instead of "Document" or "Link": a DOI, or an address. An address that contains the
    DOI beside it is not shown."""
    href, classes = unquote(link.attributes["href"]), link.classes
    beside = [part for part in link.parent.parts if isinstance(part, Node)] if link.parent else []
    dois = [unquote(part.attributes["href"]).partition("doi.org/")[2] for part in beside if "doi" in part.classes]
    if "doi" in classes:
        return f"doi:{href.partition('doi.org/')[2]}"
    if any(doi in href for doi in dois):
        return ""
    return href if len(href) <= 60 else "/".join(href.split("/")[:3])


def is_line(node: Node) -> bool:
    """Return whether this is a line of code, or a line number, in a separate box."""
    return "ltx_inline-block" in node.classes and any(
        "ltx_verbatim" in each.classes for each in (node, *node.ancestors())
    )


def is_float(node: Node) -> bool:
    return node.tag == "figure" or not node.classes.isdisjoint({"ltx_figure", "ltx_table", "ltx_float"})


def formula(node: Node) -> str:
    """Return the TeX of a formula from its attribute; the program's parser uses the annotation."""
    result = (part.attributes.get(name) for part in node.walk() for name in ("alttext", "aria-label"))
    return f"\0{next(filter(None, result), None) or node.text()}\0"


def words(text: str) -> list[str]:
    """Return the words of a text; a formula counts as one word, without its blanks."""
    found = FORMULA.findall(UNSAFE.sub("", text))
    return [word or re.sub(r"\s", "", WRAPPED.sub("", tex)) for tex, word in found if tex or word]


def document_text(document: Document) -> str:
    text = " ".join((written(document.title), *map(written, document.people), *map(written, document.blocks)))
    return SAID.sub("", text)


def written(part: Any) -> str:
    """Return the text of a document part in reading order, which differs from the order of the fields for some
    parts."""
    if isinstance(part, str):
        return part
    if isinstance(part, Formula):
        return f"\0{part.tex}\0"
    if isinstance(part, Picture) and part.is_drawing:
        return f" {part.alt} "
    if isinstance(part, Break | Picture) or not isinstance(part, tuple):
        return " "
    if isinstance(part, Text | Reference | Link):
        return written(part[0])
    if isinstance(part, Footnote):
        return f"{part.mark} {written(part.blocks)} "
    if isinstance(part, EquationRow):
        return f" {written(part.cells)} {part.number} "
    if isinstance(part, Line):
        return f" {part.number} {written(part.content)} "
    if hasattr(part, "_fields"):
        return "".join(f" {written(getattr(part, name))} " for name in part._fields if name not in UNWRITTEN)
    return ("" if all(isinstance(run, INLINES) for run in part) else " ").join(map(written, part))
