"""Entries of the bibliography: their text, and the works that LaTeXML's markup of BibTeX describes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import zip_longest
from urllib.parse import unquote

from arxtui.light import pattern
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.document import Block, Inline, Link, Paragraph, Source, Style, Text, Work
from arxtui.model.dois import doi_named, doi_page
from arxtui.sources.latexml.content import Content, inlines, plain
from arxtui.sources.latexml.flow import Flow, joined
from arxtui.sources.latexml.nodes import text_of
from arxtui.sources.latexml.references import read_link
from arxtui.sources.latexml.walker import Element, PageReader, Readers
from arxtui.text import clean
from arxtui.text.mentions.names import names_in

_FIELDS = {
    "ltx_bib_author": "authors",
    "ltx_bib_title": "title",
    "ltx_bib_journal": "venue",
    "ltx_bib_inbook": "venue",
    "ltx_bib_volume": "volume",
    "ltx_bib_number": "number",
    "ltx_bib_pages": "pages",
    "ltx_bib_year": "year",
}
"""The fields of a work by the class of their element."""
_SEPARATORS = {"ltx_bib_title": ". ", "ltx_bib_editor": ", "}
"""What separates a field from one directly before it, if not a blank."""
_UNRECORDED = ("edition", "editor", "language", "note", "place", "publisher", "series", "type")
"""Other fields, which are only separated from those before them."""
_OTHER_NUMBERS = frozenset({"isbn", "issn", "lccn"})
_BARE_LINKS = ("Document", "Link")
"""What LaTeXML shows for a DOI, and for any other address."""
_LONGEST_ADDRESS = 60
"""The number of characters from which only the host of an address is shown."""
_LONGEST_DOI, _MOST_NUMBERS = 1000, 10
"""Limits of what identifies a work: the length of an address with DOIs, and identifiers that are compared."""

_RESOLVER = pattern(r"https?://(?:dx\.)?doi\.org/10\.")
_BETWEEN_DOIS = pattern(r"[,;\s]{1,3}(?=10\.)")
_OLD_NUMBER = pattern(r"\d{7}")
_OLD_ID = pattern(r"(\b[a-z-]+/(\d{7}))(?!\d)")
_YEAR = pattern(r"\d{4}")
_ONLY_YEAR = pattern(r"\(\d{4}\w?\)\.?")
_YEAR_IN_LABEL = pattern(r"\((\d{4})\w?\)$")
_PAGES = pattern(r"^pp?\.\s*")
# The label of the links, what is left around an empty field, and a stop after the author's own.
_REMNANT = pattern(
    r"External Links: ?|Vol\. ?[.,] ?| \( ?\)|, pp\. ?(?=[.,])| (?=[.,](?: |$))|\.(?:(?<=[?!]\.)|(?<=\w\.\.))(?= |$)"
)
# Babel sets one before these signs in French, also in addresses.
_FRENCH_BLANK = pattern(r"(?:\s|%20|%C2%A0|%E2%80%(?:86|AF)){1,3}(?=[:;?!])")
_LABEL_OF_NUMBER = pattern(r"\barXiv:\s*$")
_GLUED_TO_ADDRESS = pattern(r"(?<=[\w)\]])$")
_GLUED_BEHIND_ADDRESS = pattern(r"^(?=\[)")
_BREAK = pattern(r"(?:\bVol\.\s*[,.]\s*)?$|Note:|External Links:")
_OPENING = "“‘«„\"'"
_CLOSING = "\"'”’»"
_ENDED = pattern(rf"[.,;:?!…][{_CLOSING}]*$")


def _source(page: PageReader, element: Element, flow: Flow) -> None:
    """Read an entry of the bibliography."""
    anchors = flow.take_anchors()
    inner = Flow()
    inner.takes_tag = True
    inner.fields = []
    page.children(element, inner)
    label = plain(inner.tag).strip()
    work = _work(inner.fields, label) if inner.fields else None
    parts = inner.finished()
    ended = (_ended(part, following, work) for part, following in zip_longest(parts, parts[1:]))
    blocks = [block for part in ended if (block := _tidied(part, work)) is not None]
    if work and not work.authors:
        _put_year_behind_title(blocks)
    flow.block(Source(label, tuple(blocks), (*anchors, *inner.take_anchors()), work))


def _put_year_behind_title(blocks: list[Block]) -> None:
    """Let an entry without authors begin with its title, instead of the year that follows authors."""
    match blocks:
        case [Paragraph((Text(year),)), Paragraph((*runs, Text(title) as last)) as titled, *_] if _ONLY_YEAR.fullmatch(
            year
        ):
            text = f"{title.removesuffix('.')} {year.removesuffix('.')}."
            blocks[:2] = [titled._replace(content=(*runs, last._replace(text=text)))]


def _work(fields: list[tuple[str, str]], label: str) -> Work:
    """Return the fields of an entry without the words around them. Author-year styles have the year in the label."""
    first = defaultdict(str, reversed(fields))
    dois = tuple(dict.fromkeys(value for name, value in fields if name == "dois"))
    year = _YEAR.search(first["year"]) or _YEAR_IN_LABEL.search(label)
    numbers = (first["arxiv"], *(_arxiv_id(name) for name in (first["url"], *dois) if "arxiv" in name.lower()))
    return Work(
        names_in(first["authors"]),
        first["title"],
        year[year.re.groups] if year else "",
        first["venue"],
        first["volume"],
        first["number"],
        _PAGES.sub("", first["pages"]),
        dois,
        next(filter(None, numbers), ""),
        first["url"],
    )


def _field(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a field of a BibTeX entry. Directly behind another field, it is separated from it."""
    before, behind = element.node.prev, element.node.next
    if before is not None and before.is_element_node and "ltx_bib_" in (before.attributes.get("class") or ""):
        flow.write(next((_SEPARATORS[name] for name in element.classes if name in _SEPARATORS), " "), element.style)
    line = page.line(element, flow)
    content = line.line()
    if flow.fields is not None and content:
        flow.fields.extend((_FIELDS[name], plain(content).strip()) for name in element.classes if name in _FIELDS)
    flow.append_line(line, content, element.style)
    if text_of(behind).startswith("("):
        flow.write(" ", element.style)


def _links(page: PageReader, element: Element, flow: Flow) -> None:
    """Read the identifiers and addresses of a work, each once, without addresses that contain an identifier."""
    parts: list[Content] = []
    for node in element.node.iter(include_text=True):
        if node.is_text_node and not (node.text_content or "").strip(", \n"):
            continue
        line = Flow(in_line=True, anchors=flow.anchors)
        line.fields = flow.fields
        page.node(node, element.style, line)
        parts.append(line.line())
    numbers = [value for name, value in flow.fields or () if name in ("dois", "arxiv")][:_MOST_NUMBERS]
    kept: dict[Content | str, Content] = {}
    for part in parts:
        text = plain(part)
        if part and not _repeats(part, numbers):
            kept.setdefault(text.casefold() if text.startswith("doi:") else part, part)
    for place, part in enumerate(kept.values()):
        flow.write(", " if place else "", element.style)
        flow.splice(part)


def _repeats(content: Content, numbers: list[str]) -> bool:
    """Whether this is an address that contains a DOI or arXiv id, which is shown by itself."""
    address = unquote(content[0].url).casefold() if isinstance(content[0], Link) else ""
    return plain(content).startswith("http") and any(number.casefold() in address for number in numbers)


def _external(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a DOI, arXiv id, address or other number of a work. A link shows where it leads; a number of arXiv's, which
    has no link on the page, becomes one."""
    kinds = (element.attributes.get("class") or "").split()
    text, href = clean(element.node.text()), clean(element.attributes.get("href") or "")
    if text.casefold() in _OTHER_NUMBERS:  # the field is empty
        return
    is_bare = text in _BARE_LINKS if element.tag == "a" else _OTHER_NUMBERS.isdisjoint(kinds)
    number = _with_archive(element, text) if _OLD_NUMBER.fullmatch(text) else text
    found = _identified(_FRENCH_BLANK.sub("", href or number), is_doi="doi" in kinds) if is_bare else []
    for place, (name, value, shown, url) in enumerate(found):
        if flow.fields is not None:
            flow.fields.append((name, value))
        flow.write(", " if place else "", element.style)
        flow.add(Link((Text(shown, Style(element.style)),), url))
    if not found:
        (read_link if element.tag == "a" else PageReader.children)(page, element, flow)


def _with_archive(element: Element, number: str) -> str:
    """Return an old number of arXiv with its archive, which is only in an address of the same work."""
    parent = element.node.parent
    for node in parent.iter() if parent is not None else ():
        for named, digits in _OLD_ID.findall(unquote(node.attributes.get("href") or "")):
            if digits == number:
                return str(named)
    return number


def _identified(address: str, *, is_doi: bool) -> list[tuple[str, str, str, str]]:
    """Return what identifies a work: the field it belongs to, its value, and the text and address of a link."""
    if (is_doi or _RESOLVER.match(address)) and len(address) < _LONGEST_DOI:
        # BibTeX of INSPIRE has several DOIs in a field, and authors escape the underscore.
        dois = map(doi_named, _BETWEEN_DOIS.split(unquote(address).replace("\\", "")))
        if found := [("dois", doi, f"doi:{doi}", doi_page(doi)) for doi in dois if doi]:
            return found
    if address.startswith("http"):
        host = "/".join(address.split("/")[:3])
        return [("url", address, address if len(address) <= _LONGEST_ADDRESS else f"{host}/…", address)]
    work = _arxiv_id(address)
    return [("arxiv", work, f"arXiv:{work}", f"https://arxiv.org/abs/{work}")] if work else []


def _arxiv_id(text: str) -> str:
    try:
        return str(ArxivId.parse(text))
    except ValueError:
        return ""


def _ended(block: Block, below: Block | None, work: Work | None) -> Block:
    """Return a block of an entry, which stands in a line of its own on the page, as a sentence: with a full stop if it
    ends without punctuation before a new sentence or before the title of a typed entry, or if such an entry breaks off
    after a comma."""
    if not isinstance(block, Paragraph):
        return block
    *runs, last = block.content
    breaks_off = work is not None and isinstance(last, Text) and last.text.endswith(",")
    is_ended = _ENDED.search(plain((last,)).lstrip(_CLOSING) or plain(block.content)) is not None
    if is_ended and not breaks_off:
        return block
    following = plain(tuple(inlines(below)))
    first = following.lstrip(_OPENING)[:1]
    starts = first.isupper() or first.isdigit() or bool(work and work.title and following.startswith(work.title))
    if breaks_off and isinstance(last, Text) and _BREAK.match(following):
        last = last._replace(text=last.text[:-1])
    elif is_ended or not starts:
        return block
    end = (last._replace(text=f"{last.text}."),) if isinstance(last, Text) else (last, Text("."))
    return block._replace(content=(*runs, *end))


def _tidied(block: Block, work: Work | None) -> Block | None:
    """Return a block of an entry with blanks around its addresses and, if it is typed, without the label of the links
    and without what the engine writes around empty fields. Returns None if only signs are left."""
    if not isinstance(block, Paragraph):
        return block
    runs = [*block.content]
    for place, run in enumerate(runs):
        if isinstance(run, Text):
            text = _REMNANT.sub("", run.text) if work else run.text
            if _is_address(runs[place + 1 : place + 2]):
                text = _GLUED_TO_ADDRESS.sub(" ", _LABEL_OF_NUMBER.sub("", text))
            if place and _is_address(runs[place - 1 : place]):
                text = _GLUED_BEHIND_ADDRESS.sub(" ", text)
            if text != run.text:
                runs[place] = run._replace(text=text)
    content = tuple(runs) if tuple(runs) == block.content else joined(runs)
    return block._replace(content=content) if plain(content).strip(" .,;:") else None


def _is_address(runs: Sequence[Inline]) -> bool:
    return bool(runs) and isinstance(runs[0], Link) and plain(runs[0].content).startswith(("http", "doi:", "www."))


READERS = Readers(
    lines={
        **dict.fromkeys([f".{name}" for name in _FIELDS], _field),
        **dict.fromkeys([f".ltx_bib_{name}" for name in _UNRECORDED], _field),
        ".ltx_bib_links": _links,
        ".ltx_bib_external": _external,
    },
    blocks={
        ".ltx_biblist": PageReader.children,
        ".ltx_bibitem": _source,
    },
)
