"""The texts of a figure as a list, in which those without room in its drawing are marked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from arxtui.light import pattern
from arxtui.model.counted import counted
from arxtui.tui.present.line import Key, Line, Piece, foreign, keys_of, message_lines
from arxtui.tui.screens.overlay import Overlay
from arxtui.tui.widgets.ink import TextPage

_MARK = "▸ "
_UNIT = pattern(r" \(([^()]*)\)$")
_MOST_ROWS = 1_000


class PictureTextsScreen(Overlay[None]):
    """The ``texts`` of a figure, in lines, and its whole caption. ``left_out`` are the texts that the drawing has no
    room for."""

    AUTO_FOCUS: ClassVar[str | None] = "#picture-texts"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "copy", show=False, priority=True, id="copy_id"),
    ]

    def __init__(self, caption: str, texts: Sequence[str], left_out: Sequence[str]) -> None:
        self._page = TextPage(self._lines, id="picture-texts")
        super().__init__("Texts of the picture", "" if texts else "none is known", self._page)
        self._texts = texts
        self._left_out = left_out
        self._about = [caption]

    @property
    def keys(self) -> Sequence[Key]:
        """The keys in the footer."""
        names = ("down", "up", "page_down", "copy_id")
        return [*keys_of(names, words={"copy_id": "copy"}), ("Esc", "back")]

    def add_mentions(self, sentences: Sequence[str]) -> None:
        """Show the sentences that refer to the figure below its caption."""
        self._about += sentences
        if self.is_attached:
            self._page.lay_out()

    def action_copy(self) -> None:
        """Copy all texts to the clipboard."""
        self.app.copy_to_clipboard("\n".join(self._texts or self._about))
        self.say("Copied the texts")

    def _lines(self, width: int) -> list[Line]:
        return [Line(tuple(row)) for pieces in self._pieces() for row in message_lines(pieces, width, _MOST_ROWS)]

    def _pieces(self) -> Iterator[list[Piece]]:
        """Yield the lines, before they are wrapped."""
        left_out = [foreign(text) for text in self._left_out]
        if left_out:
            words = f"{counted(len(left_out), 'text')} without room in the drawing"
            yield from ([(_MARK, "accent"), (words, "dim")], [])
        forms = {form: text for text in left_out for form in (text, _UNIT.sub(r" [\1]", text))}
        found: set[str] = set()
        for text in self._texts:
            yield list(_marked(foreign(text), forms, found))
        yield from ([(_MARK, "accent"), (text, "strong")] for text in left_out if text not in found)
        for words in self._about:
            yield from ([], [(foreign(words), "dim")])


def _marked(line: str, forms: Mapping[str, str], found: set[str]) -> Iterator[Piece]:
    """Yield the pieces of a line of the list; the ``forms`` of texts are marked, and these texts added to ``found``."""
    alternatives = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
    at = 0
    for match in re.finditer(rf"(?:^|(?<=[:;,] ))({alternatives})(?=$|[;,]| \()", line) if forms else ():
        yield from ((line[at : match.start()], "text"), (_MARK, "accent"), (match[1], "strong"))
        found.add(forms[match[1]])
        at = match.end()
    yield line[at:], "text"
