"""Rules, what is followed, the user's own ranking, similar papers: keys and words."""

from __future__ import annotations

from arxtui.tui.actions import Action, Fact, Group, Place

RANKING: tuple[Action, ...] = (
    Action(
        "similar",
        ("tilde",),
        "similar",
        "Similar papers",
        "The papers most like this one, by its words, from all that is here.",
        Group.RANK,
        (Place.DETAIL,),
        needs=(Fact.PAPERS,),
    ),
    Action(
        "why",
        ("exclamation_mark",),
        "why",
        "Explain the score",
        "Toggle the explanation of the score: beside each paper, which words, authors and categories make its place in "
        "your own ranking.",
        Group.RANK,
        (),
    ),
    Action(
        "make_rule",
        ("I",),
        "rule",
        "Make a rule of what the list shows…",
        "What happens to papers like these: mute, highlight, star, tag NAME, +8; first it is shown what that would "
        "have done in the last 30 days. u undoes it.",
        Group.RANK,
        (),
    ),
    Action(
        "rules",
        ("e",),
        "rules",
        "Rules…",
        "All rules: edit, switch off or on, remove, and undo each of these; Enter lists a rule's papers.",
        Group.RANK,
        (),
    ),
    Action(
        "follow",
        ("at",),
        "follow",
        "Follow or unfollow an author…",
        "Papers by an author of this one stand out and get points; one who is followed is unfollowed. Tab completes, u "
        "undoes.",
        Group.RANK,
        (),
    ),
    Action(
        "show_muted",
        ("X",),
        "hidden by rules",
        "Show what rules hide",
        "Of the papers in the list, those that rules hide; again, the others.",
        Group.RANK,
        (),
    ),
)
"""What joins the registry of the main screen, in the order of footer and help."""
