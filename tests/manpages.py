"""The manual pages, made of the documentation (``python -m tests.generate``).

Other tests compare the documentation with the program, so the manual pages are correct, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from arxtui import __version__

ROOT = Path(__file__).resolve().parents[1]


class Page(NamedTuple):
    """A manual page: its source document, its section, the text of ``NAME`` and the markup of ``SYNOPSIS``."""

    document: str
    section: int
    summary: str
    synopsis: str = ""


PAGES = {
    "arxtui.1": Page(
        "cli.md", 1, "an offline-first terminal reader for arXiv and Pith", "**arxtui** [*VERB*] [*ARGUMENT*...]"
    ),
    "arxtui-config.5": Page("config.md", 5, "the settings of arxtui"),
    "arxtui-json.5": Page("json.md", 5, "what arxtui prints for scripts"),
    "arxtui-query.7": Page("query.md", 7, "the query language of arxtui"),
}
_TITLES = {1: "User Commands", 5: "File Formats", 7: "Miscellaneous"}
_LINK = re.compile(r"\[([^\]]*)\]\(([^)]*)\)")
_INLINE = re.compile(r"``( .*? |)``|`([^`]*)`|\*\*([^*]+)\*\*|\*([^*]+)\*")
_BULLET = re.compile(r"(?:- |\d+\. )")


def page(file: str) -> str:
    """Return the text of a manual page, with the date in its file; with today's if the rest of it changed."""
    path = ROOT / "man" / file
    written = path.read_text(encoding="utf-8") if path.exists() else ""
    dated = re.search(r'^\.TH \S+ \d "(.*?)"', written, re.M)
    same = "".join(_lines(file, dated[1] if dated else ""))
    return same if same == written else "".join(_lines(file, str(datetime.now(UTC).date())))


def _lines(file: str, day: str) -> Iterator[str]:
    page, name = PAGES[file], file.partition(".")[0]
    text = (ROOT / "docs" / page.document).read_text(encoding="utf-8")
    yield f'.\\" Made of docs/{page.document} by python -m tests.generate.\n'
    yield f'.TH {name.upper()} {page.section} "{day}" "arxtui {__version__}" "{_TITLES[page.section]}"\n.nh\n.ad l\n'
    yield f".SH NAME\n{_escaped(name)} \\- {_escaped(page.summary)}\n"
    if page.synopsis:
        yield f".SH SYNOPSIS\n{_inline(page.synopsis)}\n"
    yield ".SH DESCRIPTION\n"
    yield from _blocks(text.partition("\n")[2])
    others = [f"\\fB{_escaped(other[:-2])}\\fR({other[-1]})" for other in PAGES if other != file]
    yield f".SH SEE ALSO\n{', '.join(others)}\n"


def _blocks(text: str) -> Iterator[str]:
    """Convert the blocks of a Markdown document, as far as the documentation uses Markdown."""
    for block in re.findall(r"```[\s\S]*?```|(?:.+\n)+", text):
        lines = block.rstrip("\n").split("\n")
        if lines[0].startswith("```"):
            yield from _literal(lines[1:-1])
        elif lines[0].startswith("    "):
            yield from _literal([line[4:] for line in lines])
        elif lines[0].startswith("#"):
            sign, _, words = lines[0].partition(" ")
            yield f"{'.SH' if sign == '##' else '.SS'} {_heading(words)}\n"
        elif lines[0].startswith("|"):
            yield from _table(lines)
        else:
            yield from _prose(lines)


def _heading(words: str) -> str:
    plain = _escaped(_LINK.sub(r"\1", words).replace("`", ""))
    return '"' + plain.replace('"', "\\(dq") + '"'


def _literal(lines: Sequence[str]) -> Iterator[str]:
    yield ".PP\n.RS 4\n.nf\n"
    yield from (f"{_guarded(_escaped(line))}\n" for line in lines)
    yield ".fi\n.RE\n"


def _prose(lines: Sequence[str]) -> Iterator[str]:
    """Convert a paragraph, or the items of a list."""
    parts: list[list[str]] = []
    for line in lines:
        if not parts or _BULLET.match(line):
            parts.append([line])
        else:
            parts[-1].append(line.strip())
    for part in parts:
        bullet = _BULLET.match(part[0])
        yield ".IP \\(bu 2\n" if bullet else ".PP\n"
        yield f"{_guarded(_inline(_BULLET.sub('', ' '.join(part), count=1) if bullet else ' '.join(part)))}\n"


def _table(lines: Sequence[str]) -> Iterator[str]:
    """Convert a table: the first cell of a row is the term, the other cells describe it."""
    if lines[0].startswith("| exit status"):
        yield '.SH "EXIT STATUS"\n'
    head, _, *rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    row: Callable[[Sequence[str]], tuple[str, str]] = (
        _setting if head[0] == "section" else lambda cells: _row(head, cells)
    )
    for cells in rows:
        term, words = row([cell.replace(r"\|", "|") for cell in cells])
        yield f".TP\n{_guarded(_inline(term))}\n{_guarded(_inline(words))}\n"


def _row(head: Sequence[str], cells: Sequence[str]) -> tuple[str, str]:
    if len(cells) == 2:
        return cells[0], cells[1]
    return cells[0], "; ".join(f"{name}: {cell}" for name, cell in zip(head[1:], cells[1:], strict=True))


def _setting(cells: Sequence[str]) -> tuple[str, str]:
    section, key, default, words = cells
    return f"{section} {key} = {default}", words


def _inline(text: str) -> str:
    """Convert inline Markdown: code and strong text become bold, emphasised text and placeholders become italic."""
    text = _LINK.sub(lambda link: f"{link[1]} <{link[2]}>" if link[2].startswith("http") else link[1], text)
    made, end = [], 0
    for found in _INLINE.finditer(text):
        made.append(_escaped(text[end : found.start()]))
        if found[4]:
            made.append(f"\\fI{_escaped(found[4])}\\fR")
        else:
            code = found[2] or found[3] or (found[1] or "").strip() or '""'
            made.append(f"\\fB{_escaped(code)}\\fR")
        end = found.end()
    return "".join([*made, _escaped(text[end:])])


def _escaped(text: str) -> str:
    return (
        text.replace("\\", "\\e").replace("-", "\\-").replace("^", "\\(ha").replace("~", "\\(ti").replace("`", "\\(ga")
    )


def _guarded(line: str) -> str:
    """Return the line escaped so that roff does not read it as a request."""
    return f"\\&{line}" if line[:1] in (".", "'") else line
