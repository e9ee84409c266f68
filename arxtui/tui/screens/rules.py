"""The rules: what there are, and the ways to change, switch off, remove and undo them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import ClassVar, NamedTuple

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from arxtui.model.frozen import changed
from arxtui.model.rules import Rule, RuleCount
from arxtui.tui.actions import Area
from arxtui.tui.foot_question import FootQuestion
from arxtui.tui.present.key_line import Key, keys_of
from arxtui.tui.present.rules import (
    EFFECTS,
    check_name,
    check_rule_query,
    effects_text,
    empty_text,
    head_line,
    parse_rule,
    rule_line,
)
from arxtui.tui.screens.overlay import Overlay
from arxtui.tui.widgets.ink import Bar
from arxtui.tui.widgets.table import Table

_BACK: Key = ("Esc", "back")


def _ways_back() -> Sequence[Key]:
    return keys_of(("undo", "redo"))


class RuleKeys(NamedTuple):
    """What the screen has done: ``read`` asks for the rules, which are then shown; ``change`` gives the rule of a name
    other values, ``switch`` has it do nothing or something again, ``remove`` takes it out; ``undo`` and ``redo`` are
    those of the journal."""

    read: Callable[[], object]
    change: Callable[[str, Rule], object]
    switch: Callable[[str, bool], object]
    remove: Callable[[str], object]
    undo: Callable[[], object]
    redo: Callable[[], object]


class RulesScreen(Overlay["Rule | None"]):
    """Dismissed with a rule whose papers shall be listed, or None."""

    AUTO_FOCUS: ClassVar[str | None] = "#rule-rows"
    own_area: ClassVar[Area] = Area.RULES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("D,delete", "remove_rule", show=False, priority=True, id="remove_view"),
        Binding("enter,right,l", "open", show=False, priority=True),
        Binding("u", "undo", show=False, priority=True, id="undo"),
        Binding("U", "redo", show=False, priority=True, id="redo"),
        Binding("tab", "complete", show=False, priority=True),
    ]

    def __init__(self, does: RuleKeys) -> None:
        self.rows = Table(rule_line, lambda each: each.rule.name, empty_text(), id="rule-rows")
        super().__init__("Rules", "what happens to papers that a query means", self.rows)
        self._does = does
        self._columns = Bar()
        self.question = FootQuestion(self, self.rows, "rules-prompt")

    def parts(self) -> Iterable[Widget]:
        """The rules under the names of their columns, and the line for answers."""
        yield self._columns
        yield self.rows
        yield self.question.prompt

    def on_mount(self) -> None:
        """Ask for what there is to show."""
        self.rows.when_moved = partial(self.say, "")
        self._does.read()

    def on_resize(self, event: events.Resize) -> None:
        """Fit the columns, too."""
        self._columns.show(head_line(event.size.width))

    def show(self, rules: Sequence[RuleCount]) -> None:
        """Show these rules."""
        self._columns.display = bool(rules)
        self.rows.show(rules)
        self.write_foot()

    @property
    def keys(self) -> Sequence[Key]:
        """What is done with a rule."""
        change = keys_of(("edit_rule", "switch_rule", "remove_rule"), Area.RULES)
        return [*change, *_ways_back(), ("Enter", "its papers"), _BACK]

    @property
    def useful_keys(self) -> Sequence[Key]:
        """Without rules there is nothing to change, but perhaps one to bring back."""
        return self.keys if self.rows.count else [*_ways_back(), _BACK]

    # What can be done to a rule

    def action_open(self) -> None:
        """Its papers."""
        if each := self.rows.row:
            self.dismiss(each.rule)

    def action_switch_rule(self) -> None:
        """Off, or on again."""
        if each := self.rows.row:
            self._does.switch(each.rule.name, not each.rule.off)

    def action_remove_rule(self) -> None:
        """Out of the configuration; undo brings it back."""
        if each := self.rows.row:
            self._does.remove(each.rule.name)

    def action_undo(self) -> None:
        """Undo the last act."""
        self._does.undo()

    def action_redo(self) -> None:
        """Do again what was undone last."""
        self._does.redo()

    def action_edit_rule(self) -> None:
        """Ask for query, effects and name, one after the other."""
        if each := self.rows.row:
            rule = each.rule
            then = partial(self._ask_for_effects, rule)
            self.question.ask("Query", rule.query, then, check=check_rule_query)

    def _ask_for_effects(self, rule: Rule, query: str) -> None:
        then, check = partial(self._ask_for_name, rule, query), partial(parse_rule, query)
        self.question.ask("What happens to its papers", effects_text(rule), then, names=EFFECTS, check=check)

    def _ask_for_name(self, rule: Rule, query: str, effects: str) -> None:
        wanted = changed(parse_rule(query, effects), off=rule.off)
        others = [each.rule.name for each in self.rows.rows if each.rule.name != rule.name]
        then, check = partial(self._named, rule.name, wanted), partial(check_name, others=others)
        self.question.ask("Name", rule.name, then, check=check)

    def _named(self, name: str, wanted: Rule, new: str) -> None:
        self._does.change(name, changed(wanted, name=new))

    # Questions

    def action_complete(self) -> None:
        """Complete the answer."""
        self.question.complete()

    def action_move(self, step: int) -> None:
        """So many rules down; in a question, another name."""
        if not self.question.choose(step):
            super().action_move(step)

    def action_leave(self) -> None:
        """Out of a question; else back to the list."""
        if not self.question.put_away():
            super().action_leave()
