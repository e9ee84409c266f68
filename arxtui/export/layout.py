"""How the fields of an entry of a BibTeX file are laid out, and new ones laid out like them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.patterns import pattern
from arxtui.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arxtui.text.bibtex import BibEntry

_ALONE = pattern(r"(?P<indent>[ \t]*)(?P<name>[A-Za-z][\w-]*)(?P<before>[ \t]*)=(?P<behind>[ \t]*)\Z")
"""What stands before a value in a line of its own."""
_CLOSING = pattern(r",?\s*[})]")


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
