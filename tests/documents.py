"""The command lines that the documents give, in shell blocks and in inline code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
DOCUMENTS = (
    *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY", "packaging/README")),
    *sorted(DOCS.rglob("*.md")),
)
_BLOCK = re.compile(r"^```sh\n(.*?)^```", re.M | re.S)
_NO_PROSE = re.compile(r"^```.*?^```|^#[^\n]*$", re.M | re.S)
_INLINE = re.compile(r"(`+)(.+?)\1(?!`)", re.S)
_BETWEEN = re.compile(r""" *\\?\| *| *&& *| +> +|"?\$\(|\)"?""")
_CALL = re.compile(r"(?:[A-Z_]+=\S+ +|[\d*]+(?: [\d*]+){4} +)?[\w./~]*\barxtui(?! *[:=])(?= |$)(.*)")
"""A call of arxtui: variables or the times of a crontab, the path of the program, the arguments."""


def shell_blocks(page: Path) -> list[str]:
    """Return the shell blocks of a page."""
    return _BLOCK.findall(page.read_text(encoding="utf-8"))


def shell_lines(page: Path) -> list[str]:
    """Return the lines of a page's shell blocks without comments; those that end in a backslash are joined."""
    lines = re.sub(r"\\\n\s*", "", "".join(shell_blocks(page))).splitlines()
    return [line for each in lines if (line := re.split(r"(?:^| +)# ?", each)[0])]


def inline_code(page: Path) -> list[str]:
    """Return the inline code of a page. That of headings, which show what a verb takes, is left out."""
    prose = _NO_PROSE.sub("", page.read_text(encoding="utf-8"))
    return [" ".join(code.split()) for part in prose.split("\n\n") for _, code in _INLINE.findall(part)]


def calls(lines: Iterable[str]) -> Iterator[str]:
    """Yield each call of arxtui in command lines, without what stands around it: ``arxtui list is:starred``."""
    for line in lines:
        for part in _BETWEEN.split(line):
            if call := _CALL.fullmatch(part):
                yield f"arxtui{call[1]}"
