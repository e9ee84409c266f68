"""Rules, what is followed, the user's own ranking, similar papers: keys and words."""

from __future__ import annotations

from arxtui.tui.actions import Action, Group, Place

RANKING: tuple[Action, ...] = (
    Action(
        "similar",
        ("tilde",),
        "similar",
        "Similar papers",
        "The papers most like this one, by its words, from all that is here.",
        Group.RANK,
        (Place.DETAIL,),
    ),
    Action(
        "why",
        ("exclamation_mark",),
        "why",
        "Say why",
        "Beside each paper, which words, authors and categories make its place in your own ranking; again: no longer.",
        Group.RANK,
        (),
    ),
    Action(
        "make_rule",
        ("I",),
        "rule",
        "Make a rule of what the list shows…",
        "What happens to papers like these: mute, highlight, star, tag NAME, +8; first it is shown what that would "
        "have done in the last 30 days.",
        Group.RANK,
        (),
    ),
    Action(
        "follow",
        ("at",),
        "follow",
        "Follow an author…",
        "Papers by an author of this one stand out and get points; of one who is followed: no longer. Tab completes.",
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
