"""How work in the background ended, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.model.events import Event


def found_words(end: Event, notes: Sequence[str]) -> str:
    """What a search at arXiv brought: ``12 papers came from arXiv, 3 of them new here``. Without numbers arXiv was not
    asked, having answered the same lately."""
    new, known = end.new or 0, (end.changed or 0) + (end.same or 0)
    if end.exit_code:
        words = end.reason or "arXiv did not answer"
    elif end.new is None:
        words = "& once more asks anew"
    elif not new + known:
        words = "" if notes else "arXiv has no paper for this"
    else:
        papers = f"{new + known:,} paper{'' if new + known == 1 else 's'} came from arXiv"
        words = f"{papers}, {f'{new:,} of them new' if new else 'all of them known'} here" if known else papers
    return _joined(words, notes)


def outcome_words(end: Event, notes: Sequence[str]) -> str:
    """What work did: in its own words, else in numbers; and what else there was to say."""
    new, changed, same = end.new or 0, end.changed or 0, end.same or 0
    told = [
        f"{number:,} {word}" for number, word in ((new, "new"), (changed, "changed"), (same, "here already")) if number
    ]
    return _joined(end.reason or ", ".join(told) or ("" if notes else "nothing new"), notes)


def _joined(words: str, notes: Sequence[str]) -> str:
    # What options of the command line would do is not for the reader.
    told = (note.partition("; --")[0] for note in notes)
    return "; ".join(dict.fromkeys(filter(None, (words, *told))))
