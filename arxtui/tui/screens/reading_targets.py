"""Following what a text refers to: to a preview, to the place itself, and back; taking along what is chosen."""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult

from arxtui.model.document import Block, Document
from arxtui.model.ids import id_of
from arxtui.reader.find import Match
from arxtui.reader.lines import Place, Role, Run
from arxtui.text.links import is_web
from arxtui.tui.present.reading import Shade, shown_by
from arxtui.tui.present.reading_excerpts import Excerpts, excerpts, note
from arxtui.tui.present.reading_targets import FOLLOWED, FORMULAS, Target, beside, target_at, targets
from arxtui.tui.screens.reading_page import Pane, ReadingPage
from arxtui.tui.trail import Trail
from arxtui.tui.widgets.laid_out_page import Spot
from arxtui.tui.widgets.preview import Preview
from arxtui.tui.widgets.selectable_page import SelectablePage

if TYPE_CHECKING:
    from arxtui.tui.context import Context


class Following(ReadingPage):
    """The page, with targets in it. What is chosen is chosen on the screen: it is let go when it leaves it."""

    def __init__(self, context: Context, key: int) -> None:
        super().__init__(context, key)
        self.preview = Preview(id="preview")
        self.chosen: Target | None = None
        self._trail: Trail[Spot] = Trail()
        self._excerpts: tuple[Document, Excerpts] | None = None
        self._previewed: str = ""
        self._arrived: Match | None = None

    def compose(self) -> ComposeResult:
        """The preview lies over the page."""
        yield from super().compose()
        yield self.preview

    def on_mount(self) -> None:
        """What is chosen is shaded."""
        for page in (self.text, self.preview.text):
            page.shades = self.shades
            page.when_selected = partial(self._selected, page)
        self.text.when_clicked = self._clicked

    # Choosing

    def shades(self, block: int) -> list[Shade]:
        """What lies over a block's text."""
        targets = self.chosen.match if self.chosen else self._arrived
        return [Shade("target", [targets])] if targets and targets.block == block else []

    def action_next_target(self) -> None:
        """The next link in sight."""
        self._step(FOLLOWED, 1, "There is nothing to follow on this screen")

    def action_previous_target(self) -> None:
        """The one before."""
        self._step(FOLLOWED, -1, "There is nothing to follow on this screen")

    def action_next_formula(self) -> None:
        """The next formula in sight."""
        self._step(FORMULAS, 1, "There is no formula on this screen")

    def action_previous_formula(self) -> None:
        """The one before."""
        self._step(FORMULAS, -1, "There is no formula on this screen")

    def choose(self, target: Target | None) -> None:
        """Choose it, and say what it leads to."""
        self.chosen = target
        self.text.chosen_picture = target.name if target and target.role is Role.PICTURE else ""
        self.text.repaint()
        if target:
            self._tell(target)

    def _tell(self, target: Target) -> None:
        """What a chosen target leads to, in a line."""
        if target.role is Role.MATH:
            self.say(target.tex, "text", (("y", "copies it"),))
        elif target.role is Role.LINK:
            opens = (("o", "opens it"),) if is_web(target.name) else ()
            self.say(target.name, "text", (*opens, ("y", "copies it")))
        else:
            self.say(_TOLD.get(target.role, _REFERENCE)[0], hints=_TOLD.get(target.role, _REFERENCE)[1])

    def to_one_page(self) -> None:
        """Have all of the document on the one page."""

    def _step(self, roles: Container[Role], step: int, nothing: str) -> None:
        self.to_one_page()
        found = targets(self.text.in_sight, roles)
        self.choose(beside(found, self.chosen, step))
        if not found:
            self.say(nothing)
        elif self.preview.is_open and self.chosen and roles is FOLLOWED:
            self._follow(self.chosen)

    def moved(self) -> None:
        """What is out of sight is let go, and so is what a jump led to."""
        if self._arrived:
            self._arrived = None
            self.text.repaint()
        if self.chosen and self.chosen not in targets(self.text.in_sight, (self.chosen.role,)):
            self.choose(None)
        super().moved()

    def _clicked(self, place: Place, run: Run) -> None:
        found = targets(self.text.in_sight, FOLLOWED | FORMULAS)
        named = (each for each in found if each.role is run.role is Role.PICTURE and each.name == run.target)
        target = next(named, None) or target_at(found, place)
        self.choose(target)
        if target is None:
            self.close_preview()
            return
        if target.role not in FORMULAS:
            self._follow(target)

    @property
    def is_selected(self) -> bool:
        """Whether the mouse has selected something."""
        return any(page.selection for page in (self.text, self.preview.text))

    def deselect(self) -> None:
        """Let go what the mouse has selected."""
        self.text.deselect()
        self.preview.text.deselect()

    def _selected(self, page: SelectablePage) -> None:
        self.say(
            f"{len(page.selected_text):,} characters", hints=(("y", "copies them"), ("Esc", "clears the selection"))
        )

    # Following

    def action_follow(self) -> None:
        """Show what it leads to; once shown, go there."""
        if self.preview.is_open:
            self._jump(self._previewed)
        elif self.chosen and self.chosen.role in FORMULAS:
            self._tell(self.chosen)
        else:
            if not self.chosen:
                self.action_next_target()
            if self.chosen:
                self._follow(self.chosen)

    def _follow(self, target: Target) -> None:
        if target.role is Role.LINK:
            self._tell(target)
        elif target.role is Role.PICTURE:
            self.show_picture(target.name)
        elif shown := self._excerpt(target.name):
            self._show_preview(target.name, shown)
        else:
            self._jump(target.name)

    def show_picture(self, address: str) -> None:
        """Show a picture as well as can be."""
        self.action_open()

    def _excerpt(self, name: str) -> tuple[Block, ...]:
        document = self.text.document
        if document is None:
            return ()
        if self._excerpts is None or self._excerpts[0] is not document:
            self._excerpts = document, excerpts(document)
        found = note(document, name) or self._excerpts[1].get(name)
        return found[1] if found else ()

    def _show_preview(self, name: str, blocks: tuple[Block, ...]) -> None:
        self._previewed = name
        line = self.text.page.y_of_place(self.chosen.match.place) if self.text.page and self.chosen else 0
        is_low = (line - self.text.top) % self.text.size.height >= self.text.size.height // 2
        self.preview.show(blocks, _PREVIEW_HINTS, self.text, above=is_low)

    def close_preview(self) -> None:
        """Put the preview away."""
        self._previewed = ""
        self.preview.close()

    @property
    def pane(self) -> Pane:
        """A preview that is longer than its room; one that is not makes way for the page."""
        if self.preview.is_open and self.preview.text.is_longer:
            return self.preview.text
        self.close_preview()
        return super().pane

    # Jumping

    def jump_to(self, place: Place) -> None:
        """Go to a place, to be left again with the way back."""
        self._trail.leave(self.text.spot)
        self.go_to(place)

    def _jump(self, name: str) -> None:
        page = self.text.page
        line = self.text.settled(lambda: page.y_of(name)) if page else None
        if page is None or line is None:
            self.say("What this refers to is not in the text")
            return
        self.close_preview()
        self._trail.leave(self.text.spot)
        self.text.go_to_line(line)
        self._arrived = shown_by(page.line(page.y_of(name) or 0))
        self.text.repaint()
        self.say("Gone there", hints=(("Backspace", "goes back"),))

    def action_jump_back(self) -> None:
        """Back to where the jump began."""
        self._return(self._trail.back, "There is nowhere to go back to")

    def action_jump_forward(self) -> None:
        """Forward again."""
        self._return(self._trail.forward, "There is nowhere to go forward to")

    def _return(self, way: Callable[[Spot], Spot | None], nothing: str) -> None:
        spot = way(self.text.spot)
        if spot is None:
            self.say(nothing)
        else:
            self.close_preview()
            self.text.go_to(*spot)

    # Footnotes

    def action_notes(self) -> None:
        """Open the footnotes in sight, or close them."""
        names = {each.name for each in targets(self.text.in_sight, (Role.NOTE,)) if each.name.startswith("note:")}
        opened = self.text.options.open_notes
        if not names:
            self.say("No footnote is called on this screen")
            return
        notes = opened - names if names <= opened else opened | names
        self.text.lay_out(self.text.options._replace(open_notes=notes))

    # Taking along

    def action_copy(self) -> None:
        """What is chosen, to the clipboard."""
        text, name = self.to_copy()
        if not text:
            self.say("There is nothing to copy")
            return
        self.app.copy_to_clipboard(text)
        self.say(f"Copied {name}")

    def to_copy(self) -> tuple[str, str]:
        """What would be copied, and what it is called."""
        chosen = self.chosen
        for page in (self.preview.text, self.text):
            if selected := page.selected_text:
                return selected, f"{len(selected):,} characters"
        if self.preview.is_open:
            return self.preview.words, "what is previewed"
        if chosen and chosen.role in FORMULAS:
            return chosen.tex, chosen.tex
        if chosen and chosen.role is Role.LINK:
            return chosen.name, chosen.name
        identifier = id_of(self.key) or ""
        return identifier, identifier

    def action_open(self) -> None:
        """The chosen link outside, else the paper's page."""
        chosen = self.chosen
        link = chosen.name if chosen and chosen.role is Role.LINK else ""
        self.open_outside(link or self.context.browser.address_of(self.key))

    def open_outside(self, url: str) -> None:
        """Open an address in a browser; copy it where there is none."""
        self.context.browser.external.open_pages([url], url)


_PREVIEW_HINTS = (("Enter", "goes there"), ("Esc", "puts it away"))
_TOLD = {
    Role.NOTE: ("A footnote", (("Enter", "shows it"),)),
    Role.CITATION: ("A citation", (("Enter", "shows its source"),)),
    Role.PICTURE: ("A picture", (("Enter", "shows it"), ("o", "opens it outside"))),
}
_REFERENCE = ("A reference", (("Enter", "shows what it refers to"),))
