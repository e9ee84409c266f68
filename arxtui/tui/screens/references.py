"""References and citations: a table of the references of a paper, or of the works that several papers cite most, and
the papers around a paper as a tree of two steps that folds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from arxtui.library.references.neighbourhood import STEPS, Side
from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import name_of
from arxtui.tui.actions import Area
from arxtui.tui.present import references as present
from arxtui.tui.present.line import Key, Line, Piece, keys_of
from arxtui.tui.screens.overlay import Overlay, Table
from arxtui.tui.widgets.ink import Bar, TextPage

_NONE = ("None of the references is shown", "strong")
_EMPTY: Sequence[Piece] = (_NONE, ("Tab shows the others. Esc goes back.", "dim"))


class References(NamedTuple):
    """What the screen shows: the rows, the words beside the title, the query that lists the papers that are here ("" if
    there is none), and which of the rows can be shown."""

    rows: Sequence[present.ReferenceRow]
    words: str
    query: str = ""
    choices: Sequence[str] = present.REFERENCE_CHOICES


class ReferencesScreen(Overlay["str | None"]):
    """A table of references. Dismissed with the query that lists those that are here, or None.

    ``read`` requests the references, which come back through ``show``; ``open_paper`` opens a paper of the cache, at
    the citations of some entries of its bibliography;
    ``add`` fetches the records of papers by their ids; ``star`` stars the paper of a row, or a work outside arXiv;
    ``undo`` undoes the last act.
    """

    AUTO_FOCUS: ClassVar[str | None] = "#reference-rows"
    own_area: ClassVar[Area] = Area.REFERENCES
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,right", "open", show=False, priority=True)]

    def __init__(
        self,
        title: str,
        read: Callable[[], object],
        open_paper: Callable[[int, Sequence[int]], object],
        add: Callable[[Sequence[str]], object],
        star: Callable[[present.ReferenceRow], object],
        undo: Callable[[], object],
    ) -> None:
        self.rows = Table(present.reference_line, lambda row: row.place, _EMPTY, id="reference-rows")
        super().__init__(title, "", self.rows)
        self._read, self._open_paper, self._add, self._star = read, open_paper, add, star
        self._undo = undo
        self._choices = Bar()
        self._page = TextPage(self._entry, id="reference-entry")
        self._references = References((), "")
        self._shown = ""
        self._most_first = False

    def parts(self) -> Iterable[Widget]:
        """Return the choices, the table, and the entry of one row."""
        yield self._choices
        yield self.rows
        yield self._page

    def on_mount(self) -> None:
        """Request the references."""
        self.rows.when_moved = self._moved
        self.read()

    def read(self) -> None:
        """Request the references."""
        self._read()

    @property
    def keys(self) -> Sequence[Key]:
        """The keys for a row, for all of them, and the way back."""
        return [
            ("Enter", "open"),
            *keys_of(("star_reference", "add_missing", "show_others", "sort_references", "list_here"), Area.REFERENCES),
            ("Esc", "back"),
        ]

    @property
    def useful_keys(self) -> Sequence[Key]:
        """The keys with an effect."""
        row, rows = self.rows.row, self._references.rows
        useless = {
            "open": row is None or (row.key is None and not row.is_missing),
            "star": row is None or (row.key is None and (row.work is None or row.is_missing)),
            "order": not any(row.citations for row in rows),
            "add missing": not any(row.is_missing for row in rows),
            "list": not (self._references.query and any(row.is_among(present.Shown.HERE) for row in rows)),
        }
        return [each for each in self.keys if not useless.get(each[1])]

    def show(self, references: References) -> None:
        """Show references."""
        self._references = references
        if self._shown not in references.choices:
            self._shown = references.choices[0]
        self.set_subtitle(references.words)
        self._show_chosen()

    def action_open(self) -> None:
        """Open the paper under the cursor; fetch its record if it is not here."""
        row = self.rows.row
        if row is None:
            return
        if row.key is not None:
            self._open_paper(row.key, row.entries)
        elif row.is_missing:
            self._add([row.arxiv])
        else:
            self.say("This work has no arXiv id: nothing of it can be fetched")

    def action_undo(self) -> None:
        """Undo the last act."""
        self._undo()

    def action_star_reference(self) -> None:
        """Star or unstar the work under the cursor; one that is not on arXiv becomes a paper here."""
        row = self.rows.row
        if row is None or (row.key is None and row.work is None):
            self.say("This entry names no work")
        elif row.is_missing:
            self.say("Its record is not here yet: Enter fetches it")
        else:
            self._star(row)

    def action_add_missing(self) -> None:
        """Fetch the records of all works with an arXiv id that are not here."""
        names = list(dict.fromkeys(row.arxiv for row in self._references.rows if row.is_missing))
        if names:
            self._add(names)
        else:
            self.say("Nothing with an arXiv id is missing")

    def action_show_others(self) -> None:
        """Show the next choice of references."""
        choices = self._references.choices
        self._shown = choices[(choices.index(self._shown) + 1) % len(choices)]
        self.say("")
        self._show_chosen()

    def action_sort_references(self) -> None:
        """Show first what the paper cites most often, or the order of its bibliography again."""
        if not any(row.citations for row in self._references.rows):
            self.say("How often these are cited here is not known")
            return
        self._most_first = not self._most_first
        self._show_chosen()
        self.say("Those cited most often here first" if self._most_first else "In the order of the bibliography")

    def action_list_here(self) -> None:
        """List the references that are here, or of these the unread ones."""
        query = self._references.query
        if not query:
            self.say("These works are not here: they cannot be listed")
        else:
            self.dismiss(f"{query} is:unread" if self._shown == present.Shown.UNREAD else query)

    def action_entry_down(self) -> None:
        """Scroll the entry down."""
        self._page.move(1)

    def action_entry_up(self) -> None:
        """Scroll the entry up."""
        self._page.move(-1)

    def on_resize(self, event: events.Resize) -> None:
        """Fit the choices to the width."""
        self._show_choices()

    def _show_chosen(self) -> None:
        rows = [row for row in self._references.rows if row.is_among(self._shown)]
        self.rows.show(sorted(rows, key=lambda row: -row.citations) if self._most_first else rows)
        self._show_choices()
        self._page.lay_out()
        self.update_footer()

    def _show_choices(self) -> None:
        rows, choices = self._references.rows, self._references.choices
        numbers = {each: sum(row.is_among(each) for row in rows) for each in choices}
        self._choices.show(present.choices_line(numbers, self._shown, self.size.width))

    def _moved(self) -> None:
        self.say("")
        self._page.scroll_to(y=0, animate=False)
        self._page.lay_out()

    def _entry(self, width: int) -> list[Line]:
        return present.entry_lines(self.rows.row, width)


_LOOKING: Sequence[Piece] = (("Looking for the papers around this one", "dim"),)


class NeighbourhoodScreen(Overlay["str | None"]):
    """A tree of papers. Dismissed with the query that lists the papers below a line, or None.

    ``read`` requests the papers below the line with a path, those on a side of a paper, which come back through
    ``show``; ``open_paper`` opens a paper.
    """

    AUTO_FOCUS: ClassVar[str | None] = "#tree-rows"
    own_area: ClassVar[Area] = Area.TREE
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", show=False, priority=True),
        Binding("right", "unfold", show=False, priority=True),
    ]

    def __init__(
        self,
        key: int,
        title: str,
        read: Callable[[present.TreePath, int, Side], object],
        open_paper: Callable[[int], object],
    ) -> None:
        self.rows = Table(present.tree_line, lambda row: row.path, _LOOKING, id="tree-rows")
        super().__init__("Around", title, self.rows)
        self._key, self._read, self._open_paper = key, read, open_paper
        self._branches: dict[present.TreePath, present.Branch] = {}
        self._open: set[present.TreePath] = set(map(present.TreePath, Side))

    def on_mount(self) -> None:
        """Request both sides."""
        for side in Side:
            self._read(present.TreePath(side), self._key, side)

    @property
    def keys(self) -> Sequence[Key]:
        """The keys for a line, and the way back."""
        return [("Enter", "open"), *keys_of(("fold", "list_below"), Area.TREE), ("Esc", "back")]

    @property
    def useful_keys(self) -> Sequence[Key]:
        """The keys with an effect."""
        row = self.rows.row
        useless = {"open": row is None or row.paper is None, "fold": row is None or row.is_open is None}
        return [each for each in self.keys if not useless.get(each[1])]

    def show(self, path: present.TreePath, branch: present.Branch) -> None:
        """Show the papers below a line."""
        self._branches[path] = branch
        self._show()

    def read_again(self) -> None:
        """Request again what is shown, because the papers or their marks may have changed."""
        for path in list(self._branches):
            self._request(path)

    def action_open(self) -> None:
        """Open the paper under the cursor; fold or unfold a side."""
        row = self.rows.row
        if row and row.paper:
            self._open_paper(row.paper.key)
        else:
            self.action_fold()

    def action_fold(self) -> None:
        """Fold or unfold the line under the cursor."""
        row = self.rows.row
        if row is None or row.is_open is None:
            self.say("Nothing is below this line")
        elif row.is_open:
            self._open.discard(row.path)
            self._show()
        else:
            self.action_unfold()

    def action_unfold(self) -> None:
        """Unfold the line under the cursor."""
        row = self.rows.row
        if row and row.is_open is False:
            self._open.add(row.path)
            if row.path not in self._branches:
                self._request(row.path)
            self._show()

    def action_list_below(self) -> None:
        """List the papers that are one step from the paper under the cursor, on its side."""
        if row := self.rows.row:
            term = "citedby" if row.path.side is Side.CITES else "cites"
            self.dismiss(f"{term}:{name_of(self._key_at(row.path))}")

    def _key_at(self, path: present.TreePath) -> int:
        return path.keys[-1] if path.keys else self._key

    def _request(self, path: present.TreePath) -> None:
        self._read(path, self._key_at(path), path.side)

    def _show(self) -> None:
        self.rows.show([row for side in Side for row in self._rows_of(side)])
        self.update_footer()

    def _rows_of(self, side: Side) -> Iterator[present.TreeRow]:
        path = present.TreePath(side)
        branch = self._branches.get(path)
        has_papers = branch is None or bool(branch.papers)
        yield present.TreeRow(path, path in self._open if has_papers else None, words=present.side_words(side, branch))
        yield from self._below(path)

    def _below(self, path: present.TreePath) -> Iterator[present.TreeRow]:
        if path not in self._open or path not in self._branches:
            return
        for paper, cited in self._branches[path].papers:
            below = present.TreePath(path.side, (*path.keys, paper.key))
            known = self._branches.get(below)
            folds = len(below.keys) < STEPS and (known is None or bool(known.papers))
            yield present.TreeRow(below, below in self._open if folds else None, paper, cited)
            yield from self._below(below)
