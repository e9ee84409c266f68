"""The papers around a paper in the graph of citations, as a tree of two steps that folds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from arxtui.library.references.neighbourhood import STEPS, Side
from arxtui.model.arxiv.ids import name_of
from arxtui.tui.actions import Area
from arxtui.tui.present.key_line import Key, keys_of
from arxtui.tui.present.line import Piece
from arxtui.tui.present.neighbourhood import Branch, TreePath, TreeRow, side_words, tree_line
from arxtui.tui.screens.overlay import Overlay
from arxtui.tui.widgets.table import Table

_EMPTY: Sequence[Piece] = (("Looking for the papers around this one", "dim"),)


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
        self, key: int, title: str, read: Callable[[TreePath, int, Side], object], open_paper: Callable[[int], object]
    ) -> None:
        self.rows = Table(tree_line, lambda row: row.path, _EMPTY, id="tree-rows")
        super().__init__("Around", title, self.rows)
        self._key, self._read, self._open_paper = key, read, open_paper
        self._branches: dict[TreePath, Branch] = {}
        self._open: set[TreePath] = set(map(TreePath, Side))

    def on_mount(self) -> None:
        """Request both sides."""
        for side in Side:
            self._read(TreePath(side), self._key, side)

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

    def show(self, path: TreePath, branch: Branch) -> None:
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

    def _key_at(self, path: TreePath) -> int:
        return path.keys[-1] if path.keys else self._key

    def _request(self, path: TreePath) -> None:
        self._read(path, self._key_at(path), path.side)

    def _show(self) -> None:
        self.rows.show([row for side in Side for row in self._rows_of(side)])
        self.update_footer()

    def _rows_of(self, side: Side) -> Iterator[TreeRow]:
        path = TreePath(side)
        branch = self._branches.get(path)
        has_papers = branch is None or bool(branch.papers)
        yield TreeRow(path, path in self._open if has_papers else None, words=side_words(side, branch))
        yield from self._below(path)

    def _below(self, path: TreePath) -> Iterator[TreeRow]:
        if path not in self._open or path not in self._branches:
            return
        for paper, cited in self._branches[path].papers:
            below = TreePath(path.side, (*path.keys, paper.key))
            known = self._branches.get(below)
            folds = len(below.keys) < STEPS and (known is None or bool(known.papers))
            yield TreeRow(below, below in self._open if folds else None, paper, cited)
            yield from self._below(below)
