"""Commands for rules, the ranking and similar papers: explain scores, make a rule from the list, list the rules, show
muted papers, follow authors."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from arxtui.model.arxiv.ids import name_of
from arxtui.query.chips import chips
from arxtui.text import clip
from arxtui.tui.actions import Fact, Group, Place, Takes, command
from arxtui.tui.commands.search import author_names
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present import rules as present
from arxtui.tui.present.states import NO_PAPER
from arxtui.tui.state.query_edit import MUTED, temporary_terms, with_toggled_term, without_temporary_terms

if TYPE_CHECKING:
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
        parse = partial(present.parse_rule, query)

        def rehearse(effects: str) -> None:
            context.rules.rehearse(parse(effects))

        await context.questions.ask(present.effect_question(left_out), "", rehearse, names=present.EFFECTS, check=parse)


@command(("e",), "rules", "Rules…", Group.RANK)
def rules(context: Context) -> None:
    """List all rules, to edit, switch off or on, or remove them, each with undo; Enter lists the papers of a rule."""
    context.rules.open_list()


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

    def answered(name: str) -> None:
        context.rules.toggle_author(name, names)

    question = present.follow_question(context.session.settings.follow.authors)
    text = names[0] if len(names) == 1 else ""
    await context.questions.ask(question, text, answered, names=names, check=present.check_author)


@command(("X",), "hidden by rules", "Show what rules hide", Group.RANK)
def show_muted(context: Context) -> None:
    """Show the papers of this list that rules hide; press again to show the others."""
    query = context.session.view.requested.whole_query

    def show(number: int) -> None:
        if number:
            context.navigator.refine(with_toggled_term(query, MUTED))
        else:
            makes = f"{key_for('make_rule')} makes a rule from the list's query"
            context.status.say(f"Rules hide none of these papers; {makes}")

    if any(chip.text == MUTED for chip in chips(query)):
        context.navigator.refine(with_toggled_term(query, MUTED))
    else:
        context.threads.ask(lambda library: library.facets.hidden_by_rules(query), show)
