"""Finding in a text: as you type, with the number of places, forwards and backwards."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from arxtui.tui.actions import Area
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.reading.lines import Shade
from arxtui.tui.widgets.prompt import any_answer

if TYPE_CHECKING:
    from arxtui.reader.lines import Place
    from arxtui.tui.reading.bars import Bars
    from arxtui.tui.reading.places import Places
    from arxtui.tui.reading.state import ReadingState
    from arxtui.tui.screens.reading import ReadingScreen


class Finder:
    """What was found is shaded until another text is wanted, or none."""

    def __init__(self, screen: ReadingScreen, state: ReadingState, bars: Bars, places: Places) -> None:
        self._screen = screen
        self._state = state
        self._bars = bars
        self._places = places

    def ask(self) -> None:
        """Ask what to find. Who drops the question is back where it was asked."""
        view, question, begun = self._screen.viewport, self._screen.question, self._screen.viewport.spot

        def typed(wanted: str) -> None:
            self.find(wanted)
            view.go_to(*begun)
            self._go_from(begun.place)
            question.prompt.show_hint(
                self._bars.found_words() if wanted else "", "dim" if self._state.matches else "fault"
            )

        def kept(_: str) -> None:
            if begun != view.spot:
                self._places.leave(begun)
            self._bars.fall_silent()  # what was said meanwhile would stand where the places are told

        def dropped() -> None:
            self.find("")
            view.go_to(*begun)

        question.ask("/", "", kept, check=any_answer, typed=typed, dropped=dropped)

    def find(self, wanted: str) -> None:
        """Find a text in all of the document, and shade it."""
        state, page = self._state, self._screen.viewport.page
        state.wanted, state.match = wanted, None
        state.matches = page.finder.find(wanted) if wanted and page else ()
        self._screen.text.repaint()
        self._bars.update()

    def find_again(self) -> None:
        """Find the same in another document."""
        self.find(self._state.wanted)

    def leave(self) -> bool:
        """Shade what was found no more; whether anything was wanted."""
        was_wanted = bool(self._state.wanted)
        if was_wanted:
            self.find("")
        return was_wanted

    def step(self, step: int) -> None:
        """To the next (1) or previous (-1) place."""
        state = self._state
        if not state.matches:
            self._bars.say(
                "Nothing was found" if state.wanted else f"Nothing was found: {key_for('find', Area.TEXT)} finds"
            )
        elif state.match is None:
            self._go_from(self._screen.viewport.place)
        else:
            self._show((state.match + step) % len(state.matches))

    def shades(self) -> list[Shade]:
        """What was found, and of that the place that is gone to."""
        state = self._state
        here = [state.matches[state.match]] if state.match is not None else []
        return [Shade("match", state.matches), Shade("match-here", here)]

    def _go_from(self, place: Place) -> None:
        """To the first match from a place on, else to the first of all."""
        if matches := self._state.matches:
            self._show(bisect_left(matches, place, key=lambda match: match.place) % len(matches))

    def _show(self, number: int) -> None:
        state, view = self._state, self._screen.viewport
        changed = {state.matches[each].block for each in (state.match, number) if each is not None}
        state.match = number
        view.bring_into_sight(state.matches[number].place)
        self._screen.text.repaint(changed)
        self._bars.update()
