"""Head line, foot line and status line of the reading screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arxtui.tui.actions import Area
from arxtui.tui.keys import in_force
from arxtui.tui.present.line import Key, Piece, foreign, keys_of, message_lines, message_rows, unbroken
from arxtui.tui.present.reading.bars import FootLine, foot_lines, head_line, match_words
from arxtui.tui.present.reading.states import TextStatus, fetching_words, status_words, text_status
from arxtui.tui.reading.panes import ReadingPanes, ReadingState, Tab

if TYPE_CHECKING:
    from arxtui.tui.services.fulltexts import Fulltexts

_KEYS = (
    "page_down",
    "leave",
    "contents",
    "find",
    "next_section",
    "next_target",
    "show_target",
    "toggle_star",
    "open_pdf",
    "open",
    "copy",
)
_KEYS_WITHOUT_TEXT = ("leave", "open_pdf", "open", "toggle_queued", "toggle_star")
_KEYS_OF_CONTENTS = ("show_target", "line_down", "line_up", "leave", "help")
_TAB_KEYS = {Tab.TEXT: "tab_text", Tab.REVIEWS: "tab_reviews", Tab.VERSIONS: "tab_versions"}


class Bars:
    """Head, foot and status line of the reading screen."""

    def __init__(self, screen: ReadingPanes, state: ReadingState, fulltexts: Fulltexts) -> None:
        self._screen = screen
        self._state = state
        self._fulltexts = fulltexts

    def say(self, text: str, ink: str = "dim", hints: Sequence[tuple[str, str]] = ()) -> None:
        """Show a message in the foot until the next key press or scroll; ``hints`` are (key, what it does now)."""
        keys = [piece for key, does in hints for piece in ((f"   {key}", "accent"), (f" {does}", "dim"))]
        self._state.message = [(foreign(text), ink), *keys] if text else []
        self.update()

    def failed(self, error: Exception) -> None:
        """Show an error in the foot."""
        self.say(str(error) or type(error).__name__, "fault")

    def next_act(self) -> None:
        """Clear the message because the user presses a key."""
        if self._state.message:
            self.clear_message()

    def clear_message(self) -> None:
        """Clear the message because the page moves."""
        self._state.message = []
        self.update()

    def update(self) -> None:
        """Redraw all lines."""
        screen, state = self._screen, self._state
        if not screen.is_mounted:
            return
        at_title = screen.viewport.top == 0 and not state.tab  # at the top, the page itself shows the title
        forms = state.names if at_title else (state.title,)
        tabs = [(unbroken(in_force.key_of(_TAB_KEYS[Tab(tab)], Area.TEXT)), name) for tab, name in state.tabs.items()]
        screen.head.show(head_line(screen.size.width, forms, tabs, state.tabs.get(state.tab, "")))
        foot = foot_lines(screen.size.width, self._foot(), message_rows(screen.size.height))
        screen.foot.show(*foot)
        screen.preview.leave_room(len(foot))
        self._update_status()

    def match_words(self) -> str:
        """Return the number of matches and the number of the current match, as text."""
        return match_words(self._foot())

    @property
    def status(self) -> TextStatus:
        """The status of the full text."""
        key, fulltext = self._state.key, self._state.fulltext
        return text_status(key, fulltext, failure=self._fulltexts.fetch_failure(key))

    def _update_status(self) -> None:
        """Show the status line while the text is being fetched or is not stored."""
        screen, state = self._screen, self._state
        width = screen.size.width
        step = self._fulltexts.fetching_words(state.key)
        shown = fetching_words(step, width - 2) if step else None
        if shown is None and not state.is_text and not state.tab and state.record:
            shown = status_words(self.status)
        screen.set_class(shown is not None, "-status")
        screen.status.show(*message_lines([shown] if shown else [], width, message_rows(screen.size.height)))

    def _foot(self) -> FootLine:
        state, view, page = self._state, self._screen.viewport, self._screen.viewport.page
        match_number = 0 if state.match is None else state.match + 1
        foot = FootLine(
            find=state.search_text,
            matches=len(state.matches),
            match=match_number,
            message=self._message,
            keys=self._keys(),
        )
        if page is None:
            return foot
        match = state.matches[state.match] if state.match is not None else None
        row = next((row for row, line in enumerate(view.in_sight) if line.block == match.block), 0) if match else 0
        place = page.section_at(view.top + row)
        section = page.outline[place] if place is not None else None
        words = f"{section.number}  {section.title}".strip() if section else ""
        return foot._replace(section=words, percent=page.percent_at(view.top + view.rows - 1))

    @property
    def _message(self) -> Sequence[Piece]:
        return self._screen.app.dispatcher.pieces or self._state.message

    def _keys(self) -> Sequence[Key]:
        """Return the keys for the contents, a text, or the page shown in place of a text."""
        state = self._state
        if self._screen.in_contents:
            return keys_of(_KEYS_OF_CONTENTS, Area.TEXT)
        fetching = ("stop_fetching",) if self._fulltexts.fetching_words(state.key) else ()
        tabs = [name for tab, name in _TAB_KEYS.items() if tab in state.tabs and tab != state.tab]
        if state.tab == Tab.TEXT and not state.is_text:
            return keys_of((*(fetching or ("fetch_text",)), *_KEYS_WITHOUT_TEXT, *tabs, "help"), Area.TEXT)
        match_keys = ("next_match", "previous_match") if state.matches else ()
        keys = keys_of((*fetching, *match_keys, *_KEYS, *tabs, "help"), Area.TEXT)
        preview = self._screen.preview
        named = {key for key, _ in preview.keys} if preview.is_open else ()
        return [each for each in keys if each[0] not in named]
