"""What a LaTeX document cites: from its source, or from what LaTeX, BibTeX and biblatex wrote (``.aux``, ``.bbl``,
``.bcf``).

Nothing is run, and no macro is expanded: a key counts where a command with "cite" in its name has it as an argument.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from html import unescape
from pathlib import Path

from arxtui.light import NamedTuple, pattern
from arxtui.text.decode import decode_file
from arxtui.text.lines import line_numbers

_SUFFIXES = (".tex", ".ltx", ".aux", ".bbl", ".bcf")
_UNSEEN = pattern(r"(\\[\\%])|\\(?:verb\*?|lstinline(?:\[[^\]\n]{0,200}\])?)([^\sA-Za-z*{])[^\n]{0,1000}?\2|%[^\n]*")
"""Comments and code within a line, which can have each other's signs; not escaped signs."""
_UNREAD = pattern(
    r"\\begin\s*\{(verbatim\*?|Verbatim|lstlisting|minted|comment)\}|\\(iffalse)\b|\\(end)\s*\{document\}"
)
_COMMAND = pattern(r"\\(@?[A-Za-z]+(?:@[a-z]+)*)\*?")
_NO_CITATION = frozenset(("citestyle", "setcitestyle", "citetext", "defcitealias", "newcites", "bibcite"))
_PARENS = pattern(r"\s*(?:\([^()]{0,200}\)\s*){0,2}")
_BRACKETS = pattern(r"\\.|[\[\]{}]", re.S)
_KEY = pattern(r"[^\s,](?:[^,]*[^\s,])?")
_NAME = pattern(r"\s*([^\s{}\\]+)")
_IN_BRACES = pattern(r"\{([^{}]*)\}")
_LONGEST_OPTION = 1_000
_LONGEST_LABEL = 20_000
"""The characters of the label of an entry, which can name all authors."""
_DEFINES = pattern(r"\\(?:[egx]?def|(?:re)?newcommand|providecommand|Declare[A-Za-z]+)\*?\s*\{?\Z")
_LONGEST_DEFINER = 40
_INCLUDES = frozenset(("input", "include", "subfile", "subfileinclude", "import", "subimport", "@input"))
_BIBS = frozenset(("bibliography", "addbibresource", "addglobalbib", "addsectionbib", "bibdata"))
_CITES = {".aux": frozenset(("citation", "abx@aux@cite")), ".bbl": frozenset(("entry", "bibitem"))}
"""The commands that cite in files that LaTeX wrote."""
_CONTROL = pattern(r"[A-Za-z]+[\d-]*Control")
"""Keys that REVTeX adds to set options of its style."""
_MACROS = frozenset("#\\{}")
_CITEKEY = pattern(r"<bcf:citekey\b[^>]*>([^<]*)</bcf:citekey>")
_DATASOURCE = pattern(r"<bcf:datasource\b[^>]*>([^<]*)</bcf:datasource>")


def is_document(path: Path) -> bool:
    """Whether a file cites, by the suffix of its name."""
    return path.suffix.lower() in _SUFFIXES


class CitedKey(NamedTuple):
    """The first place that cites a key: the name of the file, and the number of the line."""

    file: str
    line: int


class Citations:
    """What documents cite: the first place of each key, whether every entry is cited (``\\nocite{*}``), the keys that
    they define themselves, the BibTeX files they name, and files that they include and that cannot be read."""

    def __init__(self) -> None:
        self.keys: dict[str, CitedKey] = {}
        self.is_all = False
        self.own: set[str] = set()
        self.bibs: dict[Path, None] = {}
        self.unread: dict[str, None] = {}
        self._seen: set[Path] = set()

    def add(self, path: Path) -> None:
        """Add what a document cites. Raises OSError if it cannot be read; an included file is named in ``unread``."""
        waiting = [path]
        while waiting:
            each = waiting.pop()
            if each.resolve() in self._seen:
                continue
            self._seen.add(each.resolve())
            try:
                text = decode_file(each.read_bytes()).text
            except OSError:
                if each == path:
                    raise
                self.unread[str(each)] = None
                continue
            if each.suffix.lower() == ".bcf":
                self._add_control_file(text, each, path.parent)
            else:
                waiting += reversed(list(self._added(text, each, path.parent)))

    def _added(self, text: str, path: Path, folder: Path) -> Iterator[Path]:
        """Add what a file cites; yield the files that it includes."""
        citing = _CITES.get(path.suffix.lower())
        text = text if citing else _read_by_tex(text)
        line_of = line_numbers(text)
        for match in _COMMAND.finditer(text):
            name, end = match[1], match.end()
            if name in citing if citing else _is_citation(text, match):
                for start, key in _keys(text, end, name):
                    self._cite(key, path, line_of(start))
            elif name in _BIBS:
                for _, bib in _keys(text, end, name):
                    self._name_bib(bib, folder)
            elif name == "bibitem":
                self.own.update(key for _, key in _keys(text, end, name))
            elif name in _INCLUDES and (included := _included(text, match)):
                if found := next(filter(_is_file, _tex_files(included, path, folder)), None):
                    yield found
                else:
                    self.unread[included] = None

    def _add_control_file(self, text: str, path: Path, folder: Path) -> None:
        line_of = line_numbers(text)
        for match in _CITEKEY.finditer(text):
            self._cite(unescape(match[1]).strip(), path, line_of(match.start()))
        for match in _DATASOURCE.finditer(text):
            self._name_bib(unescape(match[1]).strip(), folder)

    def _cite(self, key: str, path: Path, line: int) -> None:
        if key == "*":
            self.is_all = True
        elif _is_plain(key) and not _CONTROL.fullmatch(key):
            self.keys.setdefault(key, CitedKey(str(path), line))

    def _name_bib(self, name: str, folder: Path) -> None:
        if _is_plain(name):
            self.bibs[folder / (name if name.endswith(".bib") else f"{name}.bib")] = None


def _is_plain(name: str) -> bool:
    """Whether a name has no macro or parameter in it."""
    return _MACROS.isdisjoint(name)


def _read_by_tex(text: str) -> str:
    """Return the text without comments and what LaTeX does not typeset, with all its line ends."""
    text = _UNSEEN.sub(r"\1", text)
    parts, place = [], 0
    while match := _UNREAD.search(text, place):
        parts.append(text[place : match.start()])
        if match[3]:
            return "".join(parts)
        end = text.find(f"\\end{{{match[1]}}}" if match[1] else "\\fi", match.end())
        if end < 0:
            return "".join(parts)
        parts.append("\n" * text.count("\n", match.start(), end))
        place = end + 1
    return "".join([*parts, text[place:]])


def _is_citation(text: str, match: re.Match[str]) -> bool:
    """Whether a command cites; not where it is defined."""
    is_named = "cite" in match[1].lower() and match[1] not in _NO_CITATION
    return is_named and not _DEFINES.search(text, max(match.start() - _LONGEST_DEFINER, 0), match.start())


def _keys(text: str, place: int, name: str) -> Iterator[tuple[int, str]]:
    """Yield the keys, or names of files, that a command has, with where they are."""
    for start, argument in _arguments(text, place, name):
        for key in _KEY.finditer(argument):
            yield start + key.start(), key[0]


def _arguments(text: str, place: int, name: str) -> Iterator[tuple[int, str]]:
    """Yield the arguments of a command that have keys, with where they begin: the first one in braces, all of those of
    ``\\cites``, the last one of ``\\abx@aux@cite{0}{key}``."""
    found: list[tuple[int, str]] = []
    longest = _LONGEST_LABEL if name == "bibitem" else _LONGEST_OPTION
    while argument := _argument(text, place, longest):
        start, end = argument
        found.append((start, text[start:end]))
        place = end + 1
        if not name.endswith("cites") and name != "abx@aux@cite":
            break
    yield from found[-1:] if name == "abx@aux@cite" else found


def _argument(text: str, place: int, longest: int = _LONGEST_OPTION) -> tuple[int, int] | None:
    """Return where the next argument in braces begins and ends, behind optional ones; None if none follows."""
    while space := _PARENS.match(text, place):
        place = space.end()
        if braces := _IN_BRACES.match(text, place):
            return braces.span(1)
        end = _closing(text, place, longest) if text[place : place + 1] == "[" else None
        if end is None:
            return None
        place = end + 1
    return None


def _closing(text: str, place: int, longest: int) -> int | None:
    """Return where the bracket at a place is closed."""
    if text.find("]", place, place + longest) < 0:
        return None
    depth = 0
    for match in _BRACKETS.finditer(text, place + 1, place + longest):
        if match[0] == "]" and not depth:
            return match.start()
        depth += {"{": 1, "}": -1}.get(match[0], 0)
    return None


def _included(text: str, match: re.Match[str]) -> str:
    """Return the name of the file that a command includes; "" if it is no plain name."""
    argument = _argument(text, match.end())
    name = text[slice(*argument)].strip() if argument else ""
    if argument and match[1].endswith("import"):
        second = _argument(text, argument[1] + 1)
        name = f"{name.rstrip('/')}/{text[slice(*second)].strip()}" if second else ""
    if not argument and match[1] == "input" and (bare := _NAME.match(text, match.end())):
        name = bare[1]
    return name if _is_plain(name) else ""


def _tex_files(name: str, path: Path, folder: Path) -> Iterator[Path]:
    """Yield where LaTeX looks for an included file; beside the including one, too."""
    for base in (folder, path.parent):
        yield base / f"{name}.tex"
        yield base / name


def _is_file(path: Path) -> bool:
    """Whether a path, which may be no possible name, is that of a file."""
    with suppress(OSError, ValueError):
        return path.is_file()
    return False
