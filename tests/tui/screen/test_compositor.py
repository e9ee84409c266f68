"""Only the differences from the terminal's current content are written, and the screen is the same as if everything
were written."""

from __future__ import annotations

import pyte
from hypothesis import given
from hypothesis import strategies as st
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from arxtui.text import cells
from arxtui.tui.terminal.compositor import ShownStrips
from arxtui.tui.terminal.sequences import Pen

_COLUMNS, _ROWS = 24, 3
_STYLES = [
    Style(),
    Style(bold=True),
    Style(color="#112233", bgcolor="#445566"),
    Style(color="#aabbcc", bgcolor="#445566"),
    Style(reverse=True),
    Style(underline=True),
]


def strip(*pieces: tuple[str, Style]) -> Strip:
    return Strip([Segment(text, style) for text, style in pieces])


def test_a_strip_that_is_shown_is_not_written_again() -> None:
    shown = ShownStrips()
    assert shown.change(3, 1, strip(("a title", Style()))) is not None
    assert shown.change(3, 1, strip(("a title", Style()))) is None


def test_only_changed_cells_of_a_shown_line_are_written() -> None:
    shown = ShownStrips()
    bold, plain = Style(bold=True), Style()
    shown.change(2, 0, strip((" ● ", bold), ("cs.DC  ", plain), ("12 of 40 ", plain)))
    change = shown.change(2, 0, strip((" ● ", bold), ("cs.DC  ", plain), ("13 of 40 ", plain)))
    assert change == (13, 0, (Segment("3", plain),))


def test_the_cursor_moves_over_blanks_that_are_shown() -> None:
    shown = ShownStrips()
    one, other = Style(color="#112233", bgcolor="#445566"), Style(color="#aabbcc", bgcolor="#445566")
    shown.change(0, 0, strip((f"{'Fair locks':20}", one), (" Example", one)))
    change = shown.change(0, 0, strip((f"{'Locks':20}", other), (" Mustern", other)))
    assert change == (0, 0, (Segment("Locks     \x1b[10C", other), Segment(" Mustern", other)))


def test_a_line_with_characters_of_an_uncertain_width_is_written_as_a_whole() -> None:
    shown = ShownStrips()
    shown.change(0, 0, strip(("数学 12", Style())))
    change = shown.change(0, 0, strip(("数学 13", Style())))
    assert change == (0, 0, (Segment("数学 13", Style()),))


def test_after_something_else_was_written_everything_is() -> None:
    shown = ShownStrips()
    shown.change(0, 0, strip(("words", Style())))
    shown.forget()
    assert shown.change(0, 0, strip(("words", Style()))) is not None


def test_a_strip_that_lay_under_another_is_written_again() -> None:
    shown = ShownStrips()
    shown.change(0, 0, strip(("a whole line", Style())))
    shown.change(4, 0, strip(("box", Style())))
    assert shown.change(0, 0, strip(("a whole line", Style()))) is not None


_texts = st.lists(st.sampled_from(["a", "b", " ", 9 * " ", "●", "…", "é", "e\u0301", "数"]), max_size=6).map("".join)
_strips = st.lists(st.tuples(_texts, st.sampled_from(_STYLES)), min_size=1, max_size=4)


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, _ROWS - 1), _strips), max_size=12))
def test_a_terminal_ends_up_with_the_same_cells(patches: list[tuple[int, int, list[tuple[str, Style]]]]) -> None:
    shown, some, every = ShownStrips(), _Terminal(), _Terminal()
    for x, y, pieces in patches:
        # Up to the last column but one: behind the last, the emulator scrolls for an accent of its own.
        width = min(max(4 * (sum(cells(text) for text, _ in pieces) // 4 + 1), 4), _COLUMNS - 1 - x)
        painted = strip(*pieces).adjust_cell_length(width)
        every.write(x, y, tuple(painted))
        if change := shown.change(x, y, painted):
            some.write(*change)
        assert some.cells == every.cells


class _Terminal:
    def __init__(self) -> None:
        self._screen = pyte.Screen(_COLUMNS, _ROWS)
        self._stream = pyte.Stream(self._screen)

    def write(self, x: int, y: int, segments: tuple[Segment, ...]) -> None:
        pen = Pen(ColorSystem.TRUECOLOR)
        self._stream.feed(f"\x1b[{y + 1};{x + 1}H{pen.write(segments)}{pen.lift()}")

    @property
    def cells(self) -> list[list[object]]:
        return [[_seen(self._screen.buffer[y][x]) for x in range(_COLUMNS)] for y in range(_ROWS)]


def _seen(cell: pyte.screens.Char) -> pyte.screens.Char:
    """Return a cell as a person sees it: a blank has no colour of text."""
    is_drawn = cell.data != " " or cell.underscore or cell.reverse or cell.strikethrough
    return cell if is_drawn else cell._replace(fg="default", bold=False, italics=False)
