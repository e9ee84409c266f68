"""Commands for rules, the ranking and similar papers: explain scores, make a rule from the list, list the rules, show
muted papers, follow authors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from arxtui.light import changed
from arxtui.model.arxiv.ids import name_of
from arxtui.query.chips import chips
from arxtui.text import clip, fold
from arxtui.tui.actions import Fact, Group, Place, Takes, command
from arxtui.tui.commands.search import author_names
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present import rules as present
from arxtui.tui.present.line import foreign
from arxtui.tui.present.states import NO_PAPER
from arxtui.tui.state.query_edit import temporary_terms, with_toggled_term, without_temporary_terms

if TYPE_CHECKING:
    from arxtui.config.settings import Settings
    from arxtui.library.facade import Library
    from arxtui.model.rules import Rehearsal, Rule, RuleCount
    from arxtui.tui.context import Context

_LONGEST_TITLE = 60
"""Width of a title in the name of a list, in cells."""


@command(("tilde", "comma s"), "similar", "Similar papers", Group.RANK, (Place.DETAIL,), needs=(Fact.PAPERS,))
def similar(context: Context) -> None:
    """List the stored papers most similar to this one, by words and authors."""
    if row := context.screen.papers.row:
        query = f"like:{name_of(row.key)}"
        context.session.names[query] = f"Similar to “{clip(row.title, _LONGEST_TITLE)}”"
        context.navigator.leave_for(query)
        context.panes.go_to(Place.LIST)
    else:
        context.status.say(NO_PAPER)


@command(("exclamation_mark",), "why", "Explain the score", Group.RANK)
def explain_score(context: Context) -> None:
    """Toggle the explanation of the score: the words, authors and categories that determine each paper's place in
    your ranking."""
    context.for_you.toggle_reasons()


_MUTED = "is:muted"
_MAX_NAME_LENGTH = 40


@command(("I",), "rule", "Make a rule of what the list shows…", Group.RANK, takes=Takes.TEXT)
async def make_rule(context: Context) -> None:
    """Make a rule of the list's query, with an effect: mute, highlight, star, tag NAME, +8. A dry run first shows
    its effect on the papers of the last 30 days. {undo} undoes the rule."""
    view = context.session.view
    query, left_out = without_temporary_terms(view.requested.whole_query), temporary_terms(view.requested.whole_query)
    if not query:
        context.status.say(present.nothing_to_rule(left_out))
    elif view.listing and view.listing.query.faults:
        context.status.say(f"A rule needs a valid query: {view.listing.query.faults[0].reason}", "fault")
    else:
        rehearse = partial(_rehearse, context, query)
        await context.questions.ask(
            present.effect_question(left_out),
            "",
            rehearse,
            names=present.EFFECTS,
            check=partial(present.parse_rule, query),
        )


@command(("e",), "rules", "Rules…", Group.RANK)
def rules(context: Context) -> None:
    """List all rules, to edit, switch off or on, or remove them, each with undo; Enter lists the papers of a rule."""
    from arxtui.library.rules import config
    from arxtui.tui.screens.rules import RuleCallbacks, RulesScreen

    def read() -> None:
        context.threads.ask(
            lambda library: [each for each in library.rules.counts() if not each.followed], screen.show, topic="rules"
        )

    def change(name: str, rule: Rule) -> None:
        act(lambda: config.change_rule(context.paths, name, rule), f"Rule {rule.name} changed")

    def switch(name: str, off: bool) -> None:  # noqa: FBT001 - as the screen calls it
        said = f"Rule {name} switched {'off' if off else 'on'}"
        act(lambda: config.switch_rule(context.paths, name, off=off), said)

    def remove(name: str) -> None:
        act(lambda: config.remove_rule(context.paths, name)[1], f"Rule {name} removed")

    def act(change: Callable[[], Settings], said: str) -> None:
        _change_settings(context, change, f"{foreign(said)} · {key_for('undo')} undoes")

    def closed(rule: Rule | None) -> None:
        if rule:
            hides = rule.mute and not rule.off
            context.navigator.leave_for(with_toggled_term(rule.query, _MUTED) if hides else rule.query)
            context.panes.go_to(Place.LIST)

    screen = RulesScreen(RuleCallbacks(read, change, switch, remove, context.marker.undo, context.marker.redo))
    context.overlays.open(screen, closed, ((context.configuration.changed, lambda _: read()),))


@command(
    ("at", "comma f"),
    "follow",
    "Follow or unfollow an author…",
    Group.RANK,
    (Place.FILTER,),
    needs=(Fact.AUTHOR,),
    takes=Takes.TEXT,
    id="follow_author",
)
async def follow(context: Context) -> None:
    """Follow an author of this paper, or the author under the filter's cursor, whose papers are then highlighted and
    get points, or stop following. Tab completes, {undo} undoes."""
    names = author_names(context, f"{key_for('follow_author')} follows an author of the paper under the cursor")
    if not names:
        return
    question = present.follow_question(context.session.settings.follow.authors)
    text, answered = names[0] if len(names) == 1 else "", partial(_follow, context, names)
    await context.questions.ask(question, text, answered, names=names, check=present.check_author)


@command(("X",), "hidden by rules", "Show what rules hide", Group.RANK)
def show_muted(context: Context) -> None:
    """Show the papers of this list that rules hide; press again to show the others."""
    query = context.session.view.requested.whole_query

    def show(number: int) -> None:
        if number:
            context.navigator.refine(with_toggled_term(query, _MUTED))
        else:
            makes = f"{key_for('make_rule')} makes a rule from the list's query"
            context.status.say(f"Rules hide none of these papers; {makes}")

    if any(chip.text == _MUTED for chip in chips(query)):
        context.navigator.refine(with_toggled_term(query, _MUTED))
    else:
        context.threads.ask(lambda library: library.facets.hidden_by_rules(query), show)


def _rehearse(context: Context, query: str, effects: str) -> None:
    rule = present.parse_rule(query, effects)

    def rehearsed(rehearsal: Rehearsal) -> None:
        context.screen.run_worker(_ask_for_name(context, rehearsal), exit_on_error=False)

    listing = context.session.view.listing
    listed = listing.keys if listing else ()
    context.threads.ask(lambda library: library.rules.rehearse(rule, listed=listed), rehearsed)


async def _ask_for_name(context: Context, rehearsal: Rehearsal) -> None:
    rule = rehearsal.rule
    check = partial(present.check_name, others=[each.name for each in context.session.settings.rules])
    make = partial(_make, context, rule)
    await context.questions.ask(present.name_question(rehearsal), rule.query[:_MAX_NAME_LENGTH], make, check=check)


def _make(context: Context, rule: Rule, name: str) -> None:
    from arxtui.library.rules.config import add_rule  # settings are edited long after the first frame

    named_rule, message = changed(rule, name=name), present.rule_made_words(name, rule)

    def used(settings: Settings) -> None:
        context.configuration.use(settings, message)
        # Use the thread that lists papers, so that the count comes after the new list.
        context.threads.search.ask(partial(_find_count, name=name), counted, context.status.failed, topic="made rule")

    def counted(count: RuleCount | None) -> None:
        shown = context.session.messages.current
        if shown and shown.text == message:
            context.status.say(present.rule_made_words(name, rule, count))

    context.threads.ask(lambda _: add_rule(context.paths, named_rule), used)


def _find_count(library: Library, name: str) -> RuleCount | None:
    return next((count for count in library.rules.counts() if count.rule.name == name and not count.followed), None)


def _follow(context: Context, names: Sequence[str], name: str) -> None:
    from arxtui.library.rules import config  # settings are edited long after the first frame

    settings = context.session.settings.follow
    followed = {fold(each): each for each in settings.authors}.get(fold(name))
    if followed:
        change, message = partial(config.unfollow, dropped=(followed,)), present.unfollowed_words(followed)
    else:
        is_here = fold(name) in map(fold, names)
        change = partial(config.follow, added=(name,))
        message = present.followed_words(name, settings.author_score, is_here=is_here)
    _change_settings(context, lambda: change(context.paths, "authors"), message)


def _change_settings(context: Context, change: Callable[[], Settings], said: str) -> None:
    context.threads.ask(lambda _: change(), lambda settings: context.configuration.use(settings, said))
