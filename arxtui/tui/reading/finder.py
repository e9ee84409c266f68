"""Searching in a text: incremental, with the number of matches, forwards and backwards."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from arxtui.reader.bibliography.entries import sources
from arxtui.tui.actions import Area
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.reading.lines import Shade
from arxtui.tui.widgets.prompt import any_answer

if TYPE_CHECKING:
    from arxtui.model.document import Source
    from arxtui.reader.lines import Place
    from arxtui.tui.reading.bars import Bars
    from arxtui.tui.reading.links import Links
    from arxtui.tui.reading.panes import ReadingPanes, ReadingState
    from arxtui.tui.reading.places import Places


class Finder:
    """Search within the document. The matches are shaded until another search, or until the search is ended."""

    def __init__(self, screen: ReadingPanes, state: ReadingState, bars: Bars, places: Places, links: Links) -> None:
        self._screen = screen
        self._state = state
        self._bars = bars
        self._places = places
        self._links = links

    def prompt(self) -> None:
        """Prompt for a text to find. Cancelling the prompt returns to the starting position."""
        view, question, start = self._screen.viewport, self._screen.question, self._screen.viewport.position

        def typed(text: str) -> None:
            self.find(text)
            view.go_to(*start)
            self._go_from(start.place)
            question.prompt.show_hint(
                self._bars.match_words() if text else "", "dim" if self._state.matches else "fault"
            )

        def accepted(_: str) -> None:
            if start != view.position:
                self._places.leave(start)
            self._bars.clear_message()  # an older message would hide the number of matches

        def cancelled() -> None:
            self.find("")
            view.go_to(*start)

        question.ask("/", "", accepted, check=any_answer, typed=typed, on_leave=cancelled)

    def find(self, text: str) -> None:
        """Find a text in the whole document and shade the matches."""
        state, page = self._state, self._screen.viewport.page
        state.search_text, state.match, state.entries = text, None, ()
        state.matches = page.finder.find(text) if text and page else ()
        self._screen.text.repaint()
        self._bars.update()

    def find_again(self) -> None:
        """Repeat the search in another document."""
        if self._state.entries:
            self.show_citation()
        else:
            self.find(self._state.search_text)

    def show_citation(self) -> None:
        """Go to the first citation of the entries that the paper was opened for, or to the entry if no sentence cites
        it."""
        state, page, cited = self._state, self._screen.viewport.page, self._cited
        if page is None:
            return
        number, state.match = state.match, None
        state.matches = page.finder.citations({anchor for source in cited for anchor in source.anchors})
        if state.matches:
            state.search_text = cited[0].label or "citation"
            if number is None:
                self._places.leave()
            self._show(min(number or 0, len(state.matches) - 1))
        else:
            self.find("")
            if cited and cited[0].anchors:
                self._links.jump(cited[0].anchors[0])
                self._places.glance()

    @property
    def _cited(self) -> list[Source]:
        """The entries of the bibliography that the paper was opened for."""
        numbers, document = self._state.entries, self._screen.viewport.document
        if not numbers or document is None:
            return []
        return [source for number, source in enumerate(sources(document), 1) if number in numbers]

    def leave(self) -> bool:
        """Stop shading the matches. Return whether a search was active."""
        was_active = bool(self._state.search_text)
        if was_active:
            self.find("")
        return was_active

    def step(self, step: int) -> None:
        """Go to the next (1) or previous (-1) match."""
        state = self._state
        if not state.matches:
            self._bars.say(
                "Nothing was found" if state.search_text else f"Nothing was found: {key_for('find', Area.TEXT)} finds"
            )
        elif state.match is None:
            self._go_from(self._screen.viewport.place)
        else:
            self._show((state.match + step) % len(state.matches))

    def shades(self) -> list[Shade]:
        """Return the shades of all matches and of the current match."""
        state = self._state
        here = [state.matches[state.match]] if state.match is not None else []
        return [Shade("match", state.matches), Shade("match-here", here)]

    def _go_from(self, place: Place) -> None:
        """Go to the first match at or after a place; to the first match of the document if there is none."""
        if matches := self._state.matches:
            self._show(bisect_left(matches, place, key=lambda match: match.place) % len(matches))

    def _show(self, number: int) -> None:
        state, view = self._state, self._screen.viewport
        changed = {state.matches[each].block for each in (state.match, number) if each is not None}
        state.match = number
        view.bring_into_sight(state.matches[number].place)
        if state.entries:
            self._places.glance()
        self._screen.text.repaint(changed)
        self._bars.update()
