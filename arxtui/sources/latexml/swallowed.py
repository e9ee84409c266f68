"""The text of a paper that upstream has read as part of a listing, because it has not seen the end of the code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arxtui.model.document import Block, Heading, Line, Listing, Paragraph, Style, Text
from arxtui.patterns import pattern
from arxtui.text import clean, readable

_END_OF_CODE = pattern(r"\s*\\end\{(\w+)\}\s*")
_SECTION = pattern(r"\s*\\((?:sub){0,2})section\*?(?=\{)")
_ENVIRONMENT = pattern(r"\s*\\(begin|end)\{([^{}]*)\}")
_BEGINNING = pattern(r"\s*\\(?:caption(?=\{)|(item)\b)\s*")
_SAID = "[From here on, this listing is the source of the paper’s text.]"


def end_of_code(source: Sequence[str]) -> int:
    """Return the place of the line that ends the code."""
    return next((place for place, line in enumerate(source) if _END_OF_CODE.fullmatch(line)), len(source))


def blocks_of(source: Sequence[str], level: int) -> Iterator[Block]:
    """Yield the text behind the code as headings, paragraphs and listings, after a line that says so. ``source`` begins
    with the line that ends the code; ``level`` is that of a section."""
    yield Paragraph((Text(_SAID, Style.ITALIC),))
    end = _END_OF_CODE.fullmatch(source[0])
    words: list[str] = []
    code: list[Line] | None = None
    for line in (*source[1:], ""):
        environment = _ENVIRONMENT.match(line)
        is_code = environment is not None and end is not None and environment[2] == end[1]
        if code is not None and not is_code:
            code.append(Line((Text(line),) if line else ()))
            continue
        section, beginning = _SECTION.match(line), _BEGINNING.match(line)
        if not line.strip() or environment or section or beginning:
            yield from _paragraph(words)
            words = ["• "] if beginning and beginning[1] else []
        if code:
            yield Listing(tuple(code))
        code = [] if is_code and environment and environment[1] == "begin" else None
        if section:
            yield Heading(level + section[1].count("sub"), "", (Text(_read(line[section.end() :])),))
        elif not environment:
            words.append(line[beginning.end() :] if beginning else line)


def _paragraph(words: list[str]) -> Iterator[Paragraph]:
    if text := _read(" ".join(words)).strip("• "):
        yield Paragraph((Text("• " * (words[0] == "• ") + text),))


def _read(tex: str) -> str:
    text = clean(readable(tex))
    return text[1:-1] if text[:1] + text[-1:] == "{}" else text
