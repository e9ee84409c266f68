"""The list of rules: edit, switch off, remove, undo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from arxtui.light import NamedTuple, changed
from arxtui.model.rules import Rule, RuleCount
from arxtui.tui.actions import Area
from arxtui.tui.footer_question import FooterQuestion
from arxtui.tui.present import rules as present
from arxtui.tui.present.line import Key, keys_of
from arxtui.tui.screens.overlay import Overlay, Table
from arxtui.tui.widgets.ink import Bar

_BACK_KEY: Key = ("Esc", "back")
_SCROLL_BAR = 1
"""Width of the scroll bar beside the rules, in cells."""


def _undo_keys() -> Sequence[Key]:
    return keys_of(("undo", "redo"))


class RuleCallbacks(NamedTuple):
    """The callbacks of the rules screen. ``read`` requests the rules, which come back through ``show``; ``change``
    replaces the rule of a name; ``switch`` switches a rule off (True) or on (False); ``remove`` removes a rule;
    ``undo`` and ``redo`` are those of the journal."""

    read: Callable[[], object]
    change: Callable[[str, Rule], object]
    switch: Callable[[str, bool], object]
    remove: Callable[[str], object]
    undo: Callable[[], object]
    redo: Callable[[], object]


class RulesScreen(Overlay["Rule | None"]):
    """The rules. Dismissed with a rule whose papers should be listed, or None."""

    AUTO_FOCUS: ClassVar[str | None] = "#rule-rows"
    own_area: ClassVar[Area] = Area.RULES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("D,delete", "remove_rule", show=False, priority=True, id="remove_view"),
        Binding("enter,right,l", "open", show=False, priority=True),
        Binding("u", "undo", show=False, priority=True, id="undo"),
        Binding("U", "redo", show=False, priority=True, id="redo"),
        Binding("tab", "complete", show=False, priority=True),
    ]

    def __init__(self, callbacks: RuleCallbacks) -> None:
        self.rows = Table(present.rule_line, lambda each: each.rule.name, present.empty_text(), id="rule-rows")
        super().__init__("Rules", "what happens to which papers", self.rows)
        self._rule_callbacks = callbacks
        self._columns = Bar()
        self.question = FooterQuestion(self, self.rows, "rules-prompt")

    def parts(self) -> Iterable[Widget]:
        """Return the column headings, the rules and the prompt."""
        yield self._columns
        yield self.rows
        yield self.question.prompt

    def on_mount(self) -> None:
        """Request the rules."""
        self.rows.when_moved = partial(self.say, "")
        self._rule_callbacks.read()

    def on_resize(self, event: events.Resize) -> None:
        """Fit the column headings to the width, too."""
        self._columns.show(present.head_line(event.size.width - _SCROLL_BAR))

    def show(self, rules: Sequence[RuleCount]) -> None:
        """Show these rules."""
        self._columns.display = bool(rules)
        self.rows.show(rules)
        self.update_footer()

    @property
    def keys(self) -> Sequence[Key]:
        """The keys for a rule."""
        change = keys_of(("edit_rule", "switch_rule", "remove_rule"), Area.RULES)
        return [*change, *_undo_keys(), ("Enter", "list papers"), _BACK_KEY]

    @property
    def useful_keys(self) -> Sequence[Key]:
        """The keys with an effect: without rules nothing can be changed, but a removed rule can be restored."""
        return self.keys if self.rows.count else [*_undo_keys(), _BACK_KEY]

    # Changes of a rule

    def action_open(self) -> None:
        """Close the screen and list the rule's papers."""
        if each := self.rows.row:
            self.dismiss(each.rule)

    def action_switch_rule(self) -> None:
        """Switch the rule off, or on again."""
        if each := self.rows.row:
            self._rule_callbacks.switch(each.rule.name, not each.rule.off)

    def action_remove_rule(self) -> None:
        """Remove the rule from the configuration; undo restores it."""
        if each := self.rows.row:
            self._rule_callbacks.remove(each.rule.name)

    def action_undo(self) -> None:
        """Undo the last act."""
        self._rule_callbacks.undo()

    def action_redo(self) -> None:
        """Redo what was undone last."""
        self._rule_callbacks.redo()

    def action_edit_rule(self) -> None:
        """Prompt for query, effects and name, one after the other."""
        if each := self.rows.row:
            rule = each.rule
            then = partial(self._ask_for_effects, rule)
            self.question.ask("Query", rule.query, then, check=present.check_rule_query)

    def _ask_for_effects(self, rule: Rule, query: str) -> None:
        then, check = partial(self._ask_for_name, rule, query), partial(present.parse_rule, query)
        self.question.ask("Effect on its papers", present.effects_text(rule), then, names=present.EFFECTS, check=check)

    def _ask_for_name(self, rule: Rule, query: str, effects: str) -> None:
        new_rule = changed(present.parse_rule(query, effects), off=rule.off)
        others = [each.rule.name for each in self.rows.rows if each.rule.name != rule.name]
        then, check = partial(self._change, rule.name, new_rule), partial(present.check_name, others=others)
        self.question.ask("Name", rule.name, then, check=check)

    def _change(self, name: str, new_rule: Rule, new_name: str) -> None:
        self._rule_callbacks.change(name, changed(new_rule, name=new_name))

    # Questions

    def action_complete(self) -> None:
        """Complete the answer."""
        self.question.complete()

    def action_move(self, step: int, times: int = 1) -> None:
        """Move by ``times`` steps of ``step`` rules; in a question, to another offer."""
        if not self.question.choose(step):
            super().action_move(step, times)

    def action_leave(self) -> None:
        """Close an open question; otherwise close the screen."""
        if not self.question.close():
            super().action_leave()
