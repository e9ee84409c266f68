"""Command palette whose list always matches the typed text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log1p
from typing import Any, ClassVar

from textual._callback import invoke
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.command import Command, CommandList, CommandPalette, Hit
from textual.content import Content
from textual.fuzzy import Matcher
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Input
from textual.widgets.option_list import Option

from arxtui.text import wrap
from arxtui.tui.actions import Action

_EXPLAINED = 60
"""Width in cells from which the palette shows explanations; on a narrower terminal one would fill the screen."""
_GAP = "   "
_MARGINS = 5
"""Number of cells of a line besides its text: two blanks on each side and the scroll bar."""
_WORD_BONUS = 1_000.0
"""Bonus if all words are in the name; more than any score of a letter match."""
_PART_BONUS = 800.0
"""Bonus if some of them only begin or end a word there: "cite" in "Cited by"."""
_EVERYDAY_BONUS = 900.0
"""Bonus if all are whole words of those that people use for the command."""
_EXPLANATION_BONUS = 500.0
"""Bonus if the words are not all in the name but in the name, the label and the explanation together."""


class Palette(CommandPalette):
    """Palette of actions by name; Enter runs the highlighted action.

    Textual collects hits in a worker, and receives letters and Enter as messages. Fast key presses overtake both, so
    Enter would run the first entry of an outdated list. Here each key press is handled with the list for all letters
    before it, and the chosen action runs before the next key press.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "run", "Run the command", show=False, priority=True)]

    def __init__(
        self,
        actions: Sequence[Action],
        run: Callable[[Action], Callable[[], Any]],
        uses: Mapping[str, int],
        everyday_words: Mapping[str, str],
        foot: Widget,
    ) -> None:
        """``run`` returns a callable that runs an action on the screen below; ``uses`` counts the runs of each action
        from the palette, and ``everyday_words`` are further words that find it. ``foot`` is shown below."""
        super().__init__(providers=(), id="--command-palette")
        self._actions = actions
        self._run = run
        self._uses = uses
        self._everyday_words = everyday_words
        self._foot = foot
        self._listed: str | None = None

    def compose(self) -> ComposeResult:
        """Build Textual's palette and the foot."""
        yield from super().compose()
        yield self._foot

    async def action_run(self) -> None:
        """Run the highlighted action; do nothing if nothing matches."""
        self._list_typed()
        commands = self.query_one(CommandList)
        option = commands.highlighted_option
        if isinstance(option, Command):
            self.app.post_message(CommandPalette.Closed(option_selected=True))
            self.dismiss()
            await invoke(option.hit.command)

    def _action_cursor_down(self) -> None:
        self._list_typed()
        super()._action_cursor_down()

    def _action_command_list(self, action: str) -> None:
        self._list_typed()
        super()._action_command_list(action)

    def _gather_commands(self, search_value: str) -> None:  # type: ignore[override]  # Textual returns the worker
        """Fill the list; in Textual this is a worker. More may have been typed than the message of a letter says."""
        self._list_typed()

    def _list_typed(self) -> None:
        """Fill the list for the typed text, in case the message of the last letter has not arrived."""
        typed = self.query_one(Input).value.strip()
        if typed == self._listed:
            return
        self._listed = typed
        self._refresh_command_list(self.query_one(CommandList), self._commands(typed), clear_current=True)
        if not self._hit_count:
            self.query_one(CommandList).add_option(Option("No matches found", id=self._NO_MATCHES, disabled=True))
            self._list_visible = True
        self.add_class("-ready")

    def _commands(self, text: str) -> list[Command]:
        """Return the matching commands with their keys. Names that contain every typed word score highest, then
        commands whose explanations do, then names that only contain the letters; frequent use raises the score."""
        style = self.get_visual_style("command-palette--highlight", partial=True)
        matcher = Matcher(text, match_style=style)
        help_style = Style.from_styles(self.get_component_styles("command-palette--help-text"))
        is_explained = self.app.size.width >= _EXPLAINED
        commands = []
        for action in self._actions:
            score = matcher.match(action.description) if text else 1.0
            name = matcher.highlight(action.description) if score and text else Content(action.description)
            if spans := _word_spans(text, action.description):
                score += _WORD_BONUS if _has_words(text, action.description) else _PART_BONUS
                for start, end in spans:
                    name = name.stylize(style, start, end)
            elif _has_words(text, self._everyday_words.get(action.id, "")):
                score += _EVERYDAY_BONUS
            elif _word_spans(text, self._all_words(action)):
                score += _EXPLANATION_BONUS
            if score > 0:
                score *= 1 + log1p(self._uses.get(action.id, 0))
                keys = [Content(each).stylize_before(help_style) for each in action.key_names]
                room = self.app.size.width - _MARGINS
                prompt = _lines(name, keys, room)
                if is_explained:
                    prompt += [Content(line).stylize_before(help_style) for line in wrap(action.help, room)]
                commands.append(Command(Content("\n").join(prompt), Hit(score, name, self._run(action))))
        return commands

    def _all_words(self, action: Action) -> str:
        return f"{action.description} {action.label} {action.help} {self._everyday_words.get(action.id, '')}"


def _lines(name: Content, keys: Sequence[Content], room: int) -> list[Content]:
    """Return a name and its keys as lines of ``room`` cells, so that none ends within a key."""
    lines = [name]
    for key in keys:
        if lines[-1].cell_length + len(_GAP) + key.cell_length <= room:
            lines[-1] = lines[-1] + _GAP + key
        else:
            lines.append(key)
    return lines


def _has_words(text: str, words: str) -> bool:
    """Whether all words of a text are whole words of others."""
    return bool(text) and set(text.lower().split()) <= set(words.lower().split())


def _word_spans(text: str, name: str) -> list[tuple[int, int]]:
    """Return the (start, end) positions of the words of a text in a name; an empty list if a word is missing."""
    folded = name.lower()
    matches = [(folded.find(word), len(word)) for word in text.lower().split()]
    return [] if any(start < 0 for start, _ in matches) else [(start, start + length) for start, length in matches]
