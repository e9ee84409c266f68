"""Rules in the reader: what they hide, a rule from what the list shows, authors that are followed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from arxtui.library import rulebook
from arxtui.model.rules import Rule
from arxtui.query.chips import chips
from arxtui.text import fold
from arxtui.tui.narrowing import lasting, narrowed
from arxtui.tui.present.ruling import EFFECTS, followed_words, made_words, rehearsed_words, rule_told
from arxtui.tui.screens.deciding import Deciding

if TYPE_CHECKING:
    from arxtui.config.settings import Settings
    from arxtui.model.rules import Rehearsal

_MUTED = "is:muted"
_LONGEST_NAME = 40


class Ruling(Deciding):
    """The panes, with rules."""

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
            await self.ask("What happens to papers like these", "", partial(self._rehearse, query), names=EFFECTS)

    def _rehearse(self, query: str, told: str) -> None:
        try:
            rule = rule_told(query, told)
        except ValueError as error:
            self.say(str(error), "fault")
        else:
            self.desk.ask(lambda library: library.rehearse(rule), self._rehearsed, self.failed)

    def _rehearsed(self, rehearsal: Rehearsal) -> None:
        self.run_worker(self._ask_for_name(rehearsal), exit_on_error=False)

    async def _ask_for_name(self, rehearsal: Rehearsal) -> None:
        name = rehearsal.rule.query[:_LONGEST_NAME]
        self.say(rehearsed_words(rehearsal))
        await self.ask(f"{rehearsed_words(rehearsal)}. Its name", name, partial(self._make, rehearsal.rule))

    def _make(self, rule: Rule, name: str) -> None:
        if not name:
            self.say("No rule is made without a name")
            return
        try:
            settings = rulebook.add_rule(self.paths, Rule(name, *_but_its_name(rule)))
        except Exception as error:
            self.failed(error)
        else:
            self._go_by(settings, made_words(name, rule))

    # Followed authors

    async def action_follow(self) -> None:
        """Ask which author of the paper is followed from now on, or no longer."""
        record = self.detail.record
        names = [author.name for author in record.paper.authors] if record else []
        if not names:
            self.say("This paper names no author")
            return
        await self.ask("Follow", names[0] if len(names) == 1 else "", self._follow, names=names)

    def _follow(self, name: str) -> None:
        if not name:
            return
        held = {fold(each): each for each in self.settings.follow.authors}.get(fold(name))
        try:
            if held:
                settings = rulebook.unfollow(self.paths, "authors", (held,))
            else:
                settings = rulebook.follow(self.paths, "authors", (name,))
        except Exception as error:
            self.failed(error)
        else:
            points = settings.follow.author_score
            self._go_by(settings, f"{held} is followed no longer" if held else followed_words(name, points))

    def _go_by(self, settings: Settings, said: str) -> None:
        """Go on with other rules."""
        self.reopen(settings)
        self.open_view(self.view.query, typing=self.view.typing, said=said)


def _but_its_name(rule: Rule) -> tuple[str, bool, bool, str, bool, int]:
    return rule.query, rule.mute, rule.highlight, rule.tag, rule.star, rule.score
