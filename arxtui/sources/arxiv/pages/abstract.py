"""arXiv's abstract pages: ``/abs/<id>`` and ``/abs/<id>vN``.

The format is derived from arXiv's pages and from the open-source templates behind them
(https://github.com/arXiv/arxiv-browse, ``templates/abs``). Title and abstract are read from the ``meta`` elements,
which have the TeX as sent; the visible page has it converted.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.paper import History, Link, Paper
from arxtui.sources.arxiv.history import Versions, read_versions
from arxtui.sources.arxiv.pages import texts
from arxtui.sources.arxiv.pages.texts import SOURCE, html_link, is_complete, linked_paper, page_refusal
from arxtui.sources.errors import SourceError
from arxtui.sources.html import parse_tree
from arxtui.sources.times import moment
from arxtui.text import clean, decode

_EXPECTED = "an abstract page of arXiv"
_VERSION = re.compile(
    r"\[(v\d{1,4})\] (\w{3}, \d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d \w{3})(?: \([\d,]+ \w+\)( \(withdrawn\))?)?"
)
_WITHDRAWN = "This paper has been withdrawn"
_JOURNAL = "Journal reference:"


def parse_abs(data: bytes) -> tuple[Paper, History | None]:
    """Return the paper in the version shown on the page, and the versions before it.

    Its source is "listing": a saved page may be years old, so the record should be completed from the query API.

    Raises:
        UpstreamError: the page is an error page of arXiv.
        SourceError: the page is no abstract page, is cut off, or cannot be read.
    """
    text = decode(data)
    tree = parse_tree(text)
    meta = _meta(tree)
    if "citation_arxiv_id" not in meta:
        raise page_refusal(data, _EXPECTED)
    if not is_complete(text):
        raise SourceError("the page is cut off")
    try:
        paper, versions = _paper(tree, meta)
    except ValueError as error:
        raise SourceError(f"an abstract page that cannot be read: {error}") from error
    return paper, versions.history_of(paper)


def _paper(tree: LexborHTMLParser, meta: dict[str, str]) -> tuple[Paper, Versions]:
    identifier = _identifier(tree, meta)
    notice = texts.line(tree.css_first("#abs span.error"))
    withdrawn = notice if notice.startswith(_WITHDRAWN) else ""
    versions = _versions(tree, meta, identifier)
    versions = versions._replace(is_withdrawn=versions.is_withdrawn or bool(withdrawn))
    title = clean(meta.get("citation_title", "")) or texts.line(tree.css_first("h1.title"))
    if not title:
        raise ValueError(f"{identifier} has no title")
    paper = Paper(
        id=identifier.base,
        version=identifier.version or versions.number,
        title=title,
        abstract=_abstract(tree, meta),
        authors=texts.authors(tree.css_first("div.authors"), _names(tree)),
        categories=texts.categories(tree.css_first("td.subjects")),
        published=versions.published,
        updated=versions.updated,
        # A withdrawn paper can have no comment.
        comment=texts.line(tree.css_first("td.comments")) or withdrawn or None,
        journal_ref=_journal_ref(tree),
        doi=clean(meta.get("citation_doi", "")) or texts.line(tree.css_first("td.doi a")) or None,
        license=_license(tree),
        links=_links(tree),
        source=SOURCE,
    )
    return paper, versions


def _meta(tree: LexborHTMLParser) -> dict[str, str]:
    """Return the content of the first ``meta`` element of each name."""
    contents: dict[str, str] = {}
    for node in tree.css("meta"):
        attributes = node.attributes
        contents.setdefault(attributes.get("name") or attributes.get("property") or "", attributes.get("content") or "")
    return contents


def _names(tree: LexborHTMLParser) -> list[str]:
    return [node.attributes.get("content") or "" for node in tree.css('meta[name="citation_author"]')]


def _identifier(tree: LexborHTMLParser, meta: dict[str, str]) -> ArxivId:
    """Return the identifier with the version shown, which is in the link "Cite as ... for this version"; the page's
    head has only the identifier."""
    identifier = ArxivId.parse(clean(meta["citation_arxiv_id"]))
    shown = linked_paper(_href(tree.css_first("td.arxividv a")) or meta.get("og:url"), "abs")
    return shown if shown is not None and shown.base == identifier.base else identifier


def _versions(tree: LexborHTMLParser, meta: dict[str, str], identifier: ArxivId) -> Versions:
    """Return the versions up to the one shown; without a submission history, the dates in the page's head."""
    versions = _VERSION.findall(texts.line(tree.css_first("div.submission-history")))
    shown = [each for each in versions if identifier.version is None or int(each[0][1:]) <= identifier.version]
    if shown:
        _, _, withdrawn = max(shown, key=lambda each: int(each[0][1:]))
        return read_versions(((name, at) for name, at, _ in shown), SOURCE)._replace(is_withdrawn=bool(withdrawn))
    first, last = (meta.get(name, "").strip().replace("/", "-") for name in ("citation_date", "citation_online_date"))
    return Versions(moment(first) if first else None, identifier.version, moment(last) if last else None)


def _abstract(tree: LexborHTMLParser, meta: dict[str, str]) -> str:
    """Return the abstract as sent, split into paragraphs where the page splits them."""
    shown = texts.block(tree.css_first("blockquote.abstract"))
    words = clean(meta.get("citation_abstract", "")).split()
    lengths = [len(paragraph.split()) for paragraph in shown.split("\n")]
    if not words:
        return shown
    if sum(lengths) != len(words):
        return " ".join(words)
    ends = [sum(lengths[: number + 1]) for number in range(len(lengths))]
    return "\n".join(" ".join(words[end - length : end]) for end, length in zip(ends, lengths, strict=True))


def _journal_ref(tree: LexborHTMLParser) -> str | None:
    """Return the journal reference, found by its label: the cell of a report number has the same class."""
    labels = {texts.line(cell.parent.css_first("td.label")): cell for cell in tree.css("td.jref") if cell.parent}
    return texts.line(labels.get(_JOURNAL)) or None


def _license(tree: LexborHTMLParser) -> str | None:
    return clean(_href(tree.css_first(".abs-license a")) or "") or None


def _links(tree: LexborHTMLParser) -> tuple[Link, ...]:
    html = linked_paper(_href(tree.css_first("a#latexml-download-link")), "html")
    return (html_link(html),) if html else ()


def _href(node: LexborNode | None) -> str | None:
    return node.attributes.get("href") if node is not None else None
