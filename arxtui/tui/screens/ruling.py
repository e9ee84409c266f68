"""Rules in the reader: what they hide, a rule from what the list shows, authors that are followed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from arxtui.config.settings import load
from arxtui.library import following, rulebook
from arxtui.model.frozen import changed
from arxtui.query.chips import chips
from arxtui.text import fold
from arxtui.tui.narrowing import lasting, narrowed
from arxtui.tui.present.ruling import (
    EFFECTS,
    check_author,
    check_name,
    follow_question,
    followed_words,
    made_words,
    name_question,
    rule_told,
    unfollowed_words,
)
from arxtui.tui.screens.deciding import Deciding

if TYPE_CHECKING:
    from arxtui.config.settings import Settings
    from arxtui.model.rules import Rehearsal, Rule
    from arxtui.tui.rule_list import RuleList

_MUTED = "is:muted"
_LONGEST_NAME = 40


class Ruling(Deciding):
    """The panes, with rules."""

    _rule_list: RuleList | None = None

    def action_show_muted(self) -> None:
        """Of the papers in the list, those that rules hide; again, the others."""
        query = self.view.asked.whole_query
        if any(chip.text == _MUTED for chip in chips(query)):
            self.refine(narrowed(query, _MUTED))
        else:
            self.desk.ask(lambda library: library.hidden_by_rules(query), partial(self._show_muted, query), self.failed)

    def _show_muted(self, query: str, number: int) -> None:
        if number:
            self.refine(narrowed(query, _MUTED))
        else:
            self.say("Rules hide none of these papers; I makes a rule of what the list shows")

    # A rule of what the list shows

    async def action_make_rule(self) -> None:
        """Ask what shall happen to papers like those in the list, show what that would have done, and ask for a
        name."""
        query, listing = lasting(self.view.asked.whole_query), self.view.listing
        if not query:
            self.say("A rule is made of the words and categories of the list: search or filter first")
        elif listing and listing.query.faults:
            self.say(f"A rule needs a sound query: {listing.query.faults[0].reason}", "fault")
        else:
            check = partial(rule_told, query)
            rehearse = partial(self._rehearse, query)
            await self.ask("What happens to papers like these", "", rehearse, names=EFFECTS, check=check)

    def _rehearse(self, query: str, told: str) -> None:
        rule = rule_told(query, told)
        self.desk.ask(lambda library: library.rehearse(rule), self._rehearsed, self.failed)

    def _rehearsed(self, rehearsal: Rehearsal) -> None:
        self.run_worker(self._ask_for_name(rehearsal), exit_on_error=False)

    async def _ask_for_name(self, rehearsal: Rehearsal) -> None:
        rule = rehearsal.rule
        check = partial(check_name, others=[each.name for each in self.settings.rules])
        await self.ask(name_question(rehearsal), rule.query[:_LONGEST_NAME], partial(self._make, rule), check=check)

    def _make(self, rule: Rule, name: str) -> None:
        made = changed(rule, name=name)
        done = partial(self.go_by, said=made_words(name, rule))
        self.desk.ask(lambda _: rulebook.add_rule(self.paths, made), done, self.failed)

    # All rules

    def action_rules(self) -> None:
        """The rules, to be changed, switched off, removed and undone."""
        from arxtui.tui.rule_list import RuleList

        self._rule_list = RuleList(self)
        self.app.push_screen(self._rule_list.screen, self._left_rules)

    def _left_rules(self, rule: Rule | None) -> None:
        self._rule_list = None
        if rule:
            hides = rule.mute and not rule.off
            self.leave_for(narrowed(rule.query, _MUTED) if hides else rule.query)
            self.action_show_list()

    def after_config_act(self, said: str) -> None:
        """Go by the rules as they are after an undo or redo."""
        super().after_config_act(said)
        self.desk.ask(lambda _: load(self.paths.config_file), partial(self.go_by, said=said), self.failed)

    def say(self, text: str, ink: str = "dim") -> None:
        """Say it in the list of rules, too."""
        super().say(text, ink)
        if self._rule_list:
            self._rule_list.screen.say(text, ink)

    # Followed authors

    async def action_follow(self) -> None:
        """Ask which author of the paper is followed from now on, or no longer."""
        if self.papers.row is None:
            self.say("There is no paper in the list: @ follows an author of the paper under the cursor")
            return
        record = self.detail.record
        names = [author.name for author in record.paper.authors] if record else []
        if not names:
            self.say("This paper names no author")
            return
        question = follow_question(self.settings.follow.authors)
        text, follow = names[0] if len(names) == 1 else "", partial(self._follow, names)
        await self.ask(question, text, follow, names=names, check=check_author)

    def _follow(self, names: Sequence[str], name: str) -> None:
        if not name:
            return
        held = {fold(each): each for each in self.settings.follow.authors}.get(fold(name))
        if held:
            self._change_followed(partial(following.unfollow, names=(held,)), unfollowed_words(held))
        else:
            is_here = fold(name) in map(fold, names)
            words = followed_words(name, self.settings.follow.author_score, is_here=is_here)
            self._change_followed(partial(following.follow, names=(name,)), words)

    def _change_followed(self, change: Callable[..., Settings], said: str) -> None:
        self.desk.ask(lambda _: change(self.paths, "authors"), partial(self.go_by, said=said), self.failed)

    def go_by(self, settings: Settings, said: str) -> None:
        """Go on with other rules."""
        self.reopen(settings)
        self.open_view(self.view.query, typing=self.view.typing, said=said)
        if self._journal:
            self._journal.read()
            self._journal.say(said)
        if self._rule_list:
            self._rule_list.read()
            self._rule_list.screen.say(said)
