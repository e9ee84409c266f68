"""Papers exported, copied, added to Zotero, their addresses: keys and words."""

from __future__ import annotations

from arxtui.tui.actions import Action, Fact, Group, Place

TAKING: tuple[Action, ...] = (
    Action(
        "links",
        ("O",),
        "links",
        "Links…",
        "All addresses of the paper, whole: its own, those of its reviews, code, data and pages that abstract and "
        "comment name. Enter opens one, y copies it.",
        Group.OUTSIDE,
        (Place.DETAIL,),
        needs=(Fact.PAPERS,),
    ),
    Action(
        "export",
        ("E",),
        "export",
        "Export…",
        "The paper or the selected ones to a file, as ~/thesis.bib; to the clipboard, as bibtex, ris, csl-json, "
        "markdown or jsonl; or after a vertical bar to a program.",
        Group.OUTSIDE,
        (Place.DETAIL,),
        needs=(Fact.PAPERS,),
    ),
    Action(
        "copy_bibtex",
        ("C",),
        "copy BibTeX",
        "Copy BibTeX",
        "To the clipboard, through the terminal (OSC 52), and for those without one, and for long texts, to "
        "exports/clipboard.bib in the state folder.",
        Group.OUTSIDE,
        (),
    ),
    Action(
        "zotero",
        ("Z",),
        "Zotero",
        "Add to Zotero",
        "The paper or the selected ones to the Zotero that runs on this machine, where its window says.",
        Group.OUTSIDE,
        (),
    ),
)
"""What joins the registry of the main screen, in the order of footer and help."""
