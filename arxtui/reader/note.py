"""Notes: Markdown (CommonMark with GitHub's tables and struck text, and TeX between dollars) as blocks of a document.

Nothing of a note is lost: HTML, character references and definitions of links stay as typed, and so does a note of
which a letter, a digit or a command of TeX would not be shown (a cell beyond the last column).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.dollarmath import dollarmath_plugin

from arxtui.light import pattern
from arxtui.model import document as doc

if TYPE_CHECKING:
    from collections.abc import Callable

_LONGEST = 20_000
"""The most characters of a note that is read as Markdown: laying it out takes some hundredths of a second."""
_ESCAPE = pattern(r"\\([\\`*_\[\]#|~$>!+.-])")
"""A backslash before a sign of Markdown; before any other character it begins a command of TeX."""
_ADDRESS = pattern(r"https?://[^\s<>\"]*[^\s<>\".,;:!?')\]*]")
_SPANS = {"em": doc.Style.ITALIC, "strong": doc.Style.BOLD, "s": doc.Style.STRIKE}


def note_document(text: str) -> doc.Document | None:
    """Return a note as a document; None if it is shown as typed."""
    if len(text) > _LONGEST:
        return None
    blocks = tuple(_blocks(SyntaxTreeNode(_markdown().parse(text)).children))
    return doc.Document((), (), blocks) if _essence("".join(_texts(blocks))) == _essence(text) else None


@cache
def _markdown() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    reader.disable(["html_block", "html_inline", "reference", "lheading", "entity", "text_join"])
    return reader.use(dollarmath_plugin, allow_space=False, allow_digits=False, allow_labels=False, double_inline=True)


def _essence(text: str) -> str:
    """Return what must not get lost: letters, digits, and the backslashes that do not escape a sign of Markdown."""
    return "".join(each for each in _ESCAPE.sub(r"\1", text) if each.isalnum() or each == "\\")


def _texts(value: object) -> Iterator[str]:
    """Yield every text of a tree of blocks, in order."""
    match value:
        case str():
            yield value
        case doc.Cell(shown) | doc.EquationCell(shown) | doc.Group(_, _, shown) | doc.Link(shown):
            yield from _texts(shown)
        case tuple():
            for part in value:
                yield from _texts(part)


def _blocks(nodes: Iterable[SyntaxTreeNode]) -> Iterator[doc.Block]:
    for node in nodes:
        yield _BLOCKS[node.type](node)


def _heading(node: SyntaxTreeNode) -> doc.Block:
    return doc.Heading(int(node.tag[1:]), "", _content(node))


def _paragraph(node: SyntaxTreeNode) -> doc.Block:
    return doc.Paragraph(_content(node))


def _quote(node: SyntaxTreeNode) -> doc.Block:
    return doc.Group("quote", (), tuple(_blocks(node.children)))


def _items(node: SyntaxTreeNode) -> doc.Block:
    is_numbered = node.type == "ordered_list"
    return doc.Items(
        tuple(
            doc.Item((doc.Text(f"{item.info}{item.markup}" if is_numbered else "•"),), tuple(_blocks(item.children)))
            for item in node.children
        )
    )


def _code(node: SyntaxTreeNode) -> doc.Block:
    named = [doc.Line((doc.Text(node.info.strip(), doc.Style.ITALIC),))] if node.info.strip() else []
    lines = node.content.removesuffix("\n").split("\n")
    return doc.Listing((*named, *(doc.Line((doc.Text(line, doc.Style.MONO),) if line else ()) for line in lines)))


def _table(node: SyntaxTreeNode) -> doc.Block:
    rows = [row for part in node.children for row in part.children]
    return doc.Table(tuple(tuple(map(_cell, row.children)) for row in rows))


def _cell(node: SyntaxTreeNode) -> doc.Cell:
    alignment = doc.Alignment(str(node.attrs.get("style", "text-align:left")).removeprefix("text-align:"))
    is_header = node.type == "th"
    return doc.Cell(
        (doc.Paragraph(_content(node)),), alignment=alignment, header=is_header, rules="b" if is_header else ""
    )


def _equation(node: SyntaxTreeNode) -> doc.Block:
    return doc.Equation((doc.EquationRow((doc.EquationCell((doc.Formula(node.content.strip()),)),)),))


_BLOCKS: dict[str, Callable[[SyntaxTreeNode], doc.Block]] = {
    "heading": _heading,
    "paragraph": _paragraph,
    "blockquote": _quote,
    "bullet_list": _items,
    "ordered_list": _items,
    "fence": _code,
    "code_block": _code,
    "table": _table,
    "math_block": _equation,
    "hr": lambda _: doc.Rule(),
}


def _content(node: SyntaxTreeNode) -> tuple[doc.Inline, ...]:
    """Return the content of a block, with adjacent texts of one style joined."""
    inlines = [
        each for inline in node.children for child in inline.children for each in _inlines(child, doc.Style.PLAIN)
    ]
    joined: list[doc.Inline] = []
    for style, group in groupby(inlines, lambda each: each.style if isinstance(each, doc.Text) else None):
        if style is None:
            joined += group
        else:
            joined += _with_addresses("".join(each.text for each in group if isinstance(each, doc.Text)), style)
    return tuple(joined)


def _inlines(node: SyntaxTreeNode, style: doc.Style) -> Iterator[doc.Inline]:
    match node.type:
        case "text":
            yield doc.Text(node.content, style)
        case "text_special":
            yield doc.Text(node.content if _ESCAPE.fullmatch(node.markup) else node.markup, style)
        case "softbreak" | "hardbreak":
            yield doc.Break()
        case "code_inline":
            yield doc.Text(node.content, style | doc.Style.MONO)
        case "math_inline" | "math_inline_double":
            yield doc.Formula(node.content)
        case "em" | "strong" | "s":
            yield from _spans(node, style | _SPANS[node.type])
        case "link":
            yield from _link(node, style)
        case "image":
            yield doc.Text(f"{node.content}{_address(node, 'src')}", style)


def _spans(node: SyntaxTreeNode, style: doc.Style) -> Iterator[doc.Inline]:
    for child in node.children:
        yield from _inlines(child, style)


def _link(node: SyntaxTreeNode, style: doc.Style) -> Iterator[doc.Inline]:
    """Yield the text of a link, and its address and title behind it if the text is another one."""
    url, content = str(node.attrs["href"]), tuple(_spans(node, style))
    yield doc.Link(content, url)
    if content != (doc.Text(url, style),):
        yield doc.Text(_address(node, "href"), style)


def _address(node: SyntaxTreeNode, name: str) -> str:
    title = f' "{node.attrs["title"]}"' if "title" in node.attrs else ""
    return f" ({node.attrs[name]}{title})"


def _with_addresses(text: str, style: doc.Style) -> Iterator[doc.Inline]:
    """Yield a text, with the addresses in it as links."""
    end = 0
    for match in _ADDRESS.finditer(text) if "://" in text else ():
        if match.start() > end:
            yield doc.Text(text[end : match.start()], style)
        yield doc.Link((doc.Text(match[0], style),), match[0])
        end = match.end()
    if end < len(text):
        yield doc.Text(text[end:], style)
