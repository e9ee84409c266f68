"""The style of a BibTeX file: how the fields of its entries are laid out, and the template that gives keys like most of
its keys. New entries are written like them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from arxtui.light import NamedTuple, pattern

if TYPE_CHECKING:
    from arxtui.text.bibtex import BibEntry


_ID = pattern(r"(?P<before>(?:arXiv[:_.-]?)?)\d{4}\.\d{4,5}")
_YEAR_SECOND = pattern(
    r"(?P<author>[^\W\d_][\w'-]*?[^\W\d_])(?P<sign>[:_.+/-]?)(?P<year>(?:1[6-9]|20)\d\d|\d\d)(?P<other>[:_.+/-]?)(?P<rest>[^\W\d_]*)"
)
"""``lamport1978time``, ``Lamport:1978``, ``lamport78``, and INSPIRE's ``Aad:2012tfa``."""
_YEAR_LAST = pattern(
    r"(?P<author>[^\W\d_][^\W\d_'-]*)(?P<sign>[:_.+/-])(?P<rest>[^\W\d_]+)(?P=sign)(?P<year>(?:1[6-9]|20)\d\d)[a-z]?"
)
"""``lamport_time_1978``."""
_INSPIRE_LETTERS = (2, 3)
_LEAST = 0.5
"""The share of the keys that a style must have to be that of the file."""
_ALONE = pattern(r"(?P<indent>[ \t]*)(?P<name>[A-Za-z][\w-]*)(?P<before>[ \t]*)=(?P<behind>[ \t]*)\Z")
"""What stands before a value in a line of its own."""
_CLOSING = pattern(r",?\s*[})]")


def key_template(keys: Iterable[str], default: str) -> str:
    """Return a template of citation keys (``export.keys``) like most of the keys, or the default if they have no style
    in common."""
    known = [key for key in keys if key]
    found = Counter(template for key in known if (template := _template(key)))
    [(template, count)] = found.most_common(1) or [(default, 0)]
    return template if count > len(known) * _LEAST else default


def _template(key: str) -> str:
    """Return the template that gives keys like one, "" if it is of no known style."""
    if named := _ID.fullmatch(key):
        return f"{named['before']}{{id}}"
    if parts := _YEAR_LAST.fullmatch(key):
        sign = parts["sign"]
        return f"{_cased('author', parts['author'])}{sign}{_cased('word', parts['rest'])}{sign}{{year}}"
    parts = _YEAR_SECOND.fullmatch(key)
    if parts is None:
        return ""
    author, rest = _cased("author", parts["author"]), parts["rest"]
    year = "{year}" if len(parts["year"]) > len("78") else "{yy}"
    if parts["sign"] == ":" and rest.islower() and len(rest) in _INSPIRE_LETTERS:
        return "{texkey}" if author == "{Author}" and year == "{year}" else f"{author}:{year}{{letters}}"
    # A single letter tells apart works of one year.
    tail = "" if len(rest) < len("ab") else f"{parts['other']}{_cased('word', rest)}"
    return f"{author}{parts['sign']}{year}{tail}"


def _cased(name: str, word: str) -> str:
    return f"{{{name.title() if word[0].isupper() else name}}}"


class FieldLayout(NamedTuple):
    """The layout of a field in a line of its own: the ``name`` whose letter case others take, the cells to the equals
    sign, the blanks around that, and whether values are in quotes."""

    indent: str = "  "
    name: str = ""
    width: int = 0
    before: str = " "
    behind: str = " "
    is_quoted: bool = False

    @classmethod
    def at(cls, text: str, start: int) -> FieldLayout | None:
        """Return the layout of the field whose value begins at a place of a text; None if something else stands in its
        line."""
        alone = _ALONE.match(text, text.rfind("\n", 0, start) + 1, start)
        if alone is None:
            return None
        name, before = alone["name"], alone["before"]
        is_aligned = len(before) > 1
        width = len(name) + len(before) if is_aligned else 0
        return cls(
            alone["indent"], name, width, "" if is_aligned else before, alone["behind"], text[start : start + 1] == '"'
        )

    def field(self, name: str, value: str) -> str:
        """Return a field without the comma behind it."""
        if self.name.isupper():
            name = name.upper()
        elif self.name[:1].isupper():
            name = name[:1].upper() + name[1:]
        quoted = f'"{value}"' if self.is_quoted and '"' not in value else f"{{{value}}}"
        return f"{self.indent}{name.ljust(self.width)}{self.before}={self.behind}{quoted}"


class EntryLayout(NamedTuple):
    """The layout of an entry: that of its fields, the letter case of its type (an example), and whether a comma is
    behind the last field."""

    fields: FieldLayout = FieldLayout()
    kind: str = ""
    ends_with_comma: bool = True

    @classmethod
    def of(cls, text: str, entry: BibEntry | None) -> EntryLayout:
        """Return the layout of an entry of a file; the default if there is none, or its fields share lines."""
        places = entry.places if entry else {}
        for name in sorted(places, key=len):  # of aligned fields, the shortest shows it best
            if entry and (fields := FieldLayout.at(text, places[name].start)):
                is_quoted = {text[each.start] for each in places.values()} & set('"{') == {'"'}
                closing = _CLOSING.match(text, max(each.end for each in places.values()))
                head = text.rfind("@", 0, min(each.start for each in places.values())) + 1
                kind = text[head : head + len(entry.kind)]
                return cls(fields._replace(is_quoted=is_quoted), kind, closing is None or closing[0].startswith(","))
        return cls()

    def entry(self, kind: str, key: str, fields: Iterable[tuple[str, str]]) -> str:
        """Return an entry; fields without a value are left out."""
        kind = kind.upper() if self.kind.isupper() else kind.title() if self.kind[:1].isupper() else kind
        lines = [self.fields.field(name, value) for name, value in fields if value]
        return f"@{kind}{{{key},\n" + ",\n".join(lines) + (",\n}\n" if self.ends_with_comma else "\n}\n")
