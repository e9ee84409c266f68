"""What arXiv is asked by hand: keys and words."""

from __future__ import annotations

from arxtui.tui.actions import Action, Fact, Group, Place

FETCHING: tuple[Action, ...] = (
    Action(
        "refresh",
        ("R",),
        "refresh",
        "Refresh",
        "Ask arXiv and Pith for what is due now, as at the start and on the schedule, and say what came. Where nothing "
        "was due, the same key again asks for everything.",
        Group.FETCH,
        (Place.FILTER, Place.LIST),
        needs=(Fact.FOLLOWING,),
    ),
    Action(
        "ask_arxiv",
        ("ampersand",),
        "ask arXiv",
        "Send the query to arXiv",
        "Send the query of the list to arXiv itself. What it finds stays here, and joins the list.",
        Group.FETCH,
        (),
    ),
    Action(
        "add_papers",
        ("i",),
        "add",
        "Add papers…",
        "Fetch the papers that a text names: identifiers, addresses, DOIs, a pasted paragraph.",
        Group.FETCH,
        (),
    ),
    Action(
        "harvest",
        ("B",),
        "harvest",
        "Fetch in bulk (harvest)…",
        "Fetch a whole archive or category, or all of arXiv, at the permitted pace. The same key stops it; started "
        "again, it goes on where it was.",
        Group.FETCH,
        (),
    ),
    Action(
        "ledger",
        ("L",),
        "ledger",
        "The ledger",
        "What arXiv announced day by day, and whether all of it is here.",
        Group.FETCH,
        (),
    ),
    Action(
        "repair",
        ("F",),
        "fetch missing",
        "Fetch what is missing",
        "Ask arXiv for what was announced and is not here, and for days without announcement data.",
        Group.FETCH,
        (),
    ),
)
"""What joins the registry of the main screen, in the order of footer and help."""
