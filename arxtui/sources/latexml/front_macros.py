"""Title and abstracts of a paper whose class the engine does not know: they stand behind macros that are errors."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from arxtui.model.document import Block, Document, Group, Heading, Inline, Paragraph, Text
from arxtui.patterns import pattern
from arxtui.sources.latexml.content import Content
from arxtui.sources.latexml.flow import joined

_TITLE = pattern(r"(?i)\\tit(?:re|le|ulo|el|olo)\*?")
_ABSTRACT = pattern(r"(?i)\\(?:resum|abstract|summary|zusammenfassung|riassunto)\w*")
_FRENCH = pattern(r"(?i)\\resume(?:fran\w*)?")


def with_front(document: Document, errors: frozenset[str]) -> Document:
    """Return a document without a title with that, and with the abstracts, that its macros name. ``errors`` are the
    texts that upstream could not convert."""
    if document.title:
        return document
    first = [*takewhile(lambda block: not isinstance(block, Heading), document.blocks)]
    title: Content = ()
    blocks: list[Block] = []
    macro = ""
    for block in first:
        if not isinstance(block, Paragraph):
            blocks.append(block)
            continue
        parts = _parts(block.content, macro, errors)
        for macro, content in parts:
            if not content:
                continue
            if _TITLE.fullmatch(macro) and not title:
                title = content
            elif _ABSTRACT.fullmatch(macro):
                name = "Résumé" if _FRENCH.fullmatch(macro) else "Abstract"
                blocks.append(Group("abstract", (Text(name),), (Paragraph(content),)))
            else:
                blocks.append(block._replace(content=content))
            macro = ""
    return document._replace(title=title, blocks=(*blocks, *document.blocks[len(first) :])) if title else document


def _parts(content: Content, macro: str, errors: frozenset[str]) -> Iterator[tuple[str, Content]]:
    """Yield the content behind each macro of a title or an abstract, with the macro; the content before the first one
    with ``macro``, which stands before it."""
    part: list[Inline] = []
    for run in content:
        match run:
            case Text(text) if text in errors and (_TITLE.fullmatch(text) or _ABSTRACT.fullmatch(text)):
                yield macro, joined(part)
                macro, part = text, []
            case _:
                part.append(run)
    yield macro, joined(part)
