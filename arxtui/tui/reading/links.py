"""Links of a text: choosing, previewing, following and copying."""

from __future__ import annotations

from collections.abc import Container
from functools import partial
from typing import TYPE_CHECKING

from arxtui.model.arxiv.ids import id_of
from arxtui.model.counted import counted
from arxtui.reader.lines import Place, Role, Run
from arxtui.text.mentions.links import is_web
from arxtui.tui.actions import Area
from arxtui.tui.present.line import keys_of
from arxtui.tui.present.reading.excerpts import Excerpts, excerpts, note
from arxtui.tui.present.reading.lines import Shade, shown_by
from arxtui.tui.present.reading.targets import FOLLOWED, FORMULAS, PageTarget, neighbour, target_at, targets

if TYPE_CHECKING:
    from arxtui.model.document import Block, Document
    from arxtui.reader.find import Match
    from arxtui.tui.reading.bars import Bars
    from arxtui.tui.reading.cited import Cited
    from arxtui.tui.reading.panes import ReadingPanes, ReadingState
    from arxtui.tui.reading.pictures import Pictures
    from arxtui.tui.reading.places import Places
    from arxtui.tui.widgets.document_page import DocumentPage

_DESCRIPTIONS = {
    Role.NOTE: ("A footnote", (("Enter", "shows it"),)),
    Role.CITATION: ("A citation", (("Enter", "shows its source"),)),
    Role.PICTURE: ("A picture", (("Enter", "shows it"), ("o", "opens it outside"))),
}
_REFERENCE = ("A reference", (("Enter", "shows what it refers to"),))
_NONE_VISIBLE = {FOLLOWED: "There is nothing to follow on this screen", FORMULAS: "There is no formula on this screen"}


class Links:
    """The links and formulas of the page. One of those on the screen can be chosen; it is deselected when it scrolls
    out of sight."""

    def __init__(
        self,
        screen: ReadingPanes,
        state: ReadingState,
        bars: Bars,
        places: Places,
        pictures: Pictures,
        cited: Cited,
    ) -> None:
        self._screen = screen
        self._state = state
        self._bars = bars
        self._places = places
        self._pictures = pictures
        self._cited = cited
        self._excerpts: tuple[Document, Excerpts] | None = None
        self._previewed = ""
        self._jump_target: Match | None = None

    def begin(self) -> None:
        """Subscribe to the mouse events of the page and the preview."""
        for page in (self._screen.text, self._screen.preview.text):
            page.selection.when_done = partial(self._on_selected, page)
        self._screen.text.selection.when_clicked = self._on_clicked

    # Choosing

    def shades(self, block: int) -> list[Shade]:
        """Return the shades of the chosen target in a block."""
        shaded = self._state.chosen.match if self._state.chosen else self._jump_target
        return [Shade("target", [shaded])] if shaded and shaded.block == block else []

    def step(self, roles: frozenset[Role], step: int) -> None:
        """Choose the next (1) or previous (-1) visible link or formula."""
        visible = targets(self._screen.viewport.in_sight, roles)
        self.choose(neighbour(visible, self._state.chosen, step))
        if not visible:
            self._bars.say(_NONE_VISIBLE[roles])
        elif self._screen.preview.is_open and (chosen := self._state.chosen) and chosen.role in FOLLOWED - {Role.LINK}:
            self.follow(chosen)

    def choose(self, target: PageTarget | None) -> None:
        """Choose a link or formula and describe its target in the foot; None deselects."""
        self._state.chosen = target
        self._screen.text.pictures.chosen = target.name if target and target.role is Role.PICTURE else ""
        self._screen.text.repaint()
        if target:
            self._describe(target)

    def deselect(self) -> bool:
        """Clear the chosen target and the selected text. Return whether there was any."""
        pages = (self._screen.text, self._screen.preview.text)
        if not self._state.chosen and not any(page.selection for page in pages):
            return False
        for page in pages:
            page.selection.clear()
        self.choose(None)
        self._bars.say("")
        return True

    def page_moved(self) -> None:
        """Deselect a target that is no longer visible, and remove the shade of the last jump's target."""
        chosen = self._state.chosen
        if self._jump_target:
            self._jump_target = None
            self._screen.text.repaint()
        if chosen and chosen not in targets(self._screen.viewport.in_sight, (chosen.role,)):
            self.choose(None)

    # Following

    def follow_chosen(self) -> None:
        """Show the target of the chosen link (by default the first visible one). If the target is already shown, open
        the paper that it cites, else go there."""
        if self._screen.preview.is_open:
            if not self._cited.follow():
                self.jump(self._previewed)
            return
        if not self._state.chosen:
            self.step(FOLLOWED, 1)
        if chosen := self._state.chosen:
            self.follow(chosen)

    def refuse(self) -> None:
        """Refuse the paper that the previewed entry names, and close the preview."""
        if self._cited.refuse():
            self.close_preview()

    def follow(self, target: PageTarget) -> None:
        """Show the target of a link: a paper opens, of another page the address is shown; for a formula, its TeX."""
        if target.role is Role.LINK and (paper := self._cited.linked(target.name)):
            self._cited.paper = paper
            self._cited.follow()
        elif target.role is Role.LINK or target.role in FORMULAS:
            self._describe(target)
        elif target.role is Role.PICTURE:
            self._pictures.show(target.name)
        elif shown := self._excerpt(target.name):
            self._show_preview(target.name, shown)
        else:
            self.jump(target.name)

    def close_preview(self) -> bool:
        """Close the preview. Return whether it was open."""
        is_open = self._screen.preview.is_open
        self._previewed = ""
        self._cited.forget()
        self._screen.preview.close()
        if is_open:
            self._bars.update()
        return is_open

    def look_up_again(self) -> None:
        """Look up again what is here of the previewed entry, if one is shown: marks or refusals have changed."""
        if self._cited.is_entry and (shown := self._excerpt(self._previewed)):
            self._show_preview(self._previewed, shown)

    @property
    def previewed_address(self) -> str:
        """The address of the paper that the open preview cites, otherwise the first one in it; empty if there is
        none."""
        preview = self._screen.preview
        return (self._cited.address or preview.first_link) if preview.is_open else ""

    def toggle_notes(self) -> None:
        """Open the footnotes called on the screen; close them if all are open."""
        view = self._screen.viewport
        names = {each.name for each in targets(view.in_sight, (Role.NOTE,)) if each.name.startswith("note:")}
        opened = view.options.open_notes
        if not names:
            self._bars.say("There is no footnote on this screen")
            return
        notes = opened - names if names <= opened else opened | names
        view.lay_out(view.options._replace(open_notes=notes))

    # Copying

    def to_copy(self) -> tuple[str, str]:
        """Return (the text to copy, its name for the message)."""
        chosen, preview = self._state.chosen, self._screen.preview
        for page in (preview.text, self._screen.text):
            if selected := page.selected_text:
                return selected, counted(len(selected), "character")
        if preview.is_open:
            return preview.words, "the preview"
        if chosen and chosen.role in FORMULAS:
            return chosen.tex, chosen.tex
        if chosen and chosen.role is Role.LINK:
            return chosen.name, chosen.name
        identifier = id_of(self._state.key) or ""
        return identifier, identifier

    def in_sight(self, roles: Container[Role]) -> PageTarget | None:
        """Return the chosen target, otherwise the first visible one with one of these roles; None if there is none."""
        return self._state.chosen or next(iter(targets(self._screen.viewport.in_sight, roles)), None)

    def _describe(self, target: PageTarget) -> None:
        """Describe a chosen target in the foot."""
        if target.role is Role.MATH:
            self._bars.say(target.tex, "text", (("y", "copies it"),))
        elif target.role is Role.LINK:
            paper = self._cited.linked(target.name)
            here = [("Enter", paper.hint)] if paper else []
            opens = [("o", "opens it")] if is_web(target.name) else []
            self._bars.say(target.name, "text", [*here, *opens, ("y", "copies it")])
        else:
            words, hints = _DESCRIPTIONS.get(target.role, _REFERENCE)
            self._bars.say(words, hints=hints)

    def _on_clicked(self, place: Place, run: Run) -> None:
        visible = targets(self._screen.viewport.in_sight, FOLLOWED | FORMULAS)
        named = (each for each in visible if each.role is run.role is Role.PICTURE and each.name == run.target)
        target = next(named, None) or target_at(visible, place)
        self.choose(target)
        if target is None:
            self.close_preview()
        elif target.role not in FORMULAS:
            self.follow(target)

    def _on_selected(self, page: DocumentPage) -> None:
        hints = (("y", "copies them"), ("Esc", "clears the selection"))
        self._bars.say(counted(len(page.selected_text), "character"), hints=hints)

    def _excerpt(self, name: str) -> tuple[Block, ...]:
        document = self._screen.viewport.document
        if document is None:
            return ()
        if self._excerpts is None or self._excerpts[0] is not document:
            self._excerpts = document, excerpts(document)
        excerpt = note(document, name) or self._excerpts[1].get(name)
        return excerpt[1] if excerpt else ()

    def _show_preview(self, name: str, blocks: tuple[Block, ...]) -> None:
        self._previewed = name
        view, chosen = self._screen.viewport, self._state.chosen
        line = view.page.y_of_place(chosen.match.place) if view.page and chosen else 0
        is_low = (line - view.top) % view.height >= view.height // 2
        shown = self._cited.look_up(blocks)
        preview = self._screen.preview
        preview.show(shown, self._screen.text, above=is_low)
        opens = keys_of(["open"], Area.TEXT, {"open": "opens its page"}) if self.previewed_address else []
        preview.show_keys([("Enter", self._cited.hint or "goes there"), ("Esc", "closes it"), *opens])
        self._bars.update()

    def jump(self, name: str) -> None:
        """Go to an anchor of the text."""
        view = self._screen.viewport
        page = view.page
        line = view.hold_place(lambda: page.y_of(name)) if page else None
        if page is None or line is None:
            self._bars.say("What this refers to is not in the text")
            return
        self.close_preview()
        self._places.leave()
        view.go_to_line(line)
        self._jump_target = shown_by(page.line(page.y_of(name) or 0))
        self._screen.text.repaint()
        self._bars.say("Jumped", hints=(("Backspace", "goes back"),))
