"""Verbs that mark and sort papers."""

from __future__ import annotations

from collections.abc import Iterator

from arxtui.model.limits import RECENT_DAYS
from arxtui.model.marks import MARKS, Reading
from arxtui.verbs.argument_types import (
    NONE,
    digit,
    digit_or_none,
    new_name,
    number_to,
    position,
    rating,
    reading_state,
    signed_number,
    whole_number,
)
from arxtui.verbs.declaration import (
    ANY,
    EVENTS,
    OPTIONAL,
    SOME,
    SORT,
    Action,
    Argument,
    Values,
    Verb,
    flag,
    option,
    papers,
    positional,
)

_JOURNAL_ACTS = 30
_MOST_DAYS = 36_500
_QUERY = "the query of the view (man 7 arxtui-query)"
_RULE = (
    positional("query", "QUERY", "the papers it applies to (man 7 arxtui-query)", takes=SOME, values="terms"),
    flag("mute", "hide them from lists"),
    flag("highlight", "highlight them in lists"),
    option("tag", "TAG", "tag new papers", default="", values="tags"),
    flag("star", "star new papers"),
    option("score", "N", "add or subtract points: 8, -3", parse=signed_number, default=0),
)
_LISTED_WHEN_LEFT_OUT = "what to do with them; they are listed when left out"


def _mark_options() -> Iterator[Argument]:
    yield flag("read", "marked read", one_of="read")
    yield flag("unread", "marked unread", one_of="read")
    for mark in MARKS:
        yield flag(mark.gives, mark.given, one_of=mark.name)
        yield flag(mark.takes, mark.taken, one_of=mark.name)


def _names(option_name: str, words: str, values: Values, metavar: str = "NAME") -> Argument:
    return option(option_name, metavar, words, is_repeatable=True, values=values)


def _name(metavar: str, values: Values | None) -> Argument:
    return positional(metavar.lower(), metavar, values=values)


VERBS = {
    "mark": Verb(
        SORT,
        "papers.mark",
        "mark papers: read, starred, hidden, tagged, rated, on a list",
        ("arxtui mark 2605.01234 --star", "arxtui mark 'cat:cs.DC ti:survey' --read --tag surveys"),
        (
            papers(),
            *_mark_options(),
            _names("tag", "tagged NAME; can be repeated", "tags"),
            _names("untag", "no longer tagged NAME", "tags"),
            option(*("rate", "N", "rated 1 to 5, or none to remove the rating"), parse=rating, values="ratings"),
            option(
                *("reading", "STATE", f"reading state: {'|'.join((*Reading, NONE))}"),
                parse=reading_state,
                values="reading states",
            ),
            _names("list", "appended to the reading list NAME; can be repeated", "lists"),
            _names("unlist", "removed from the reading list NAME", "lists"),
        ),
        json="one act per line as JSON: act, tag, name, papers",
    ),
    "note": Verb(
        SORT,
        "papers.mark:note",
        "print, write or remove the note on a paper",
        ("arxtui note 2605.01234", "arxtui note 2605.01234 'the proof of lemma 3 is short'"),
        (
            positional("id", "ID", "a paper, as for 'arxtui show'"),
            positional(
                *("text", "TEXT", "the new note; - is standard input, empty text removes the note"), takes=OPTIONAL
            ),
        ),
        json="the resulting note as one JSON object: name, note",
    ),
    "undo": Verb(
        SORT,
        "library.journal:undo",
        "undo the last act, or another one",
        ("arxtui undo", "arxtui undo 12"),
        (
            positional(
                *("number", "NUMBER"),
                "the act's number in 'arxtui journal'; default: your newest act that is not undone",
                takes=OPTIONAL,
                parse=whole_number,
            ),
        ),
        json="the undone act as one JSON object, as in the journal",
    ),
    "redo": Verb(
        SORT,
        "library.journal:redo",
        "redo the act that was undone last",
        ("arxtui redo", "arxtui redo --json"),
        json="the redone act as one JSON object, as in the journal",
    ),
    "journal": Verb(
        SORT,
        "library.journal",
        "list all acts, newest first",
        ("arxtui journal --limit 5", "arxtui journal --weeks 12"),
        (
            option(
                *("limit", "N", f"at most N acts, 0 for all ({_JOURNAL_ACTS})"),
                parse=whole_number,
                default=_JOURNAL_ACTS,
            ),
            option(
                *("weeks", "N", "instead, how many papers you opened, read and starred in each of the last N weeks"),
                parse=whole_number,
                default=0,
            ),
        ),
        json="one act per line as JSON: number, act, name, to, papers, at, undone, by; with --weeks one day per line: "
        "day, opened, read, starred",
    ),
    "tags": Verb(
        SORT,
        "library.labels:tags",
        "list tags, or rename and remove them",
        ("arxtui tags", "arxtui tags rename thesis thesis/related"),
        json="one tag per line as JSON: name, papers, unread; for an action, the act as in the journal",
        actions={
            "rename": Action(
                "rename a tag and the tags below it; merges it into an existing tag of that name",
                (_name("OLD", "tags"), _name("NEW", "tags")),
            ),
            "remove": Action("remove a tag, and the tags below it, from all papers", (_name("NAME", "tags"),)),
        },
        actions_words=_LISTED_WHEN_LEFT_OUT,
    ),
    "lists": Verb(
        SORT,
        "library.labels:lists",
        "list reading lists, or rename, remove and order them",
        ("arxtui lists", "arxtui lists move seminar 2605.01234 1"),
        json="one list per line as JSON: name, papers, unread; for an action, the act as in the journal",
        actions={
            "move": Action(
                "move a paper to a position in a list, counted from 1",
                (_name("NAME", "lists"), _name("ID", None), positional("place", "PLACE", parse=position)),
            ),
            "rename": Action("rename a list", (_name("OLD", "lists"), _name("NEW", None))),
            "remove": Action("remove a list; its papers stay", (_name("NAME", "lists"),)),
        },
        actions_words=f"{_LISTED_WHEN_LEFT_OUT}, 'arxtui list list:NAME' shows one in its order",
    ),
    "views": Verb(
        SORT,
        "library.views",
        "list saved views, or save, order and bind them",
        ("arxtui views add caches 'ti:cache is:unread' --key 3", "arxtui views remove caches"),
        json="one view per line as JSON: name, query, key, unread; after an action, the resulting views",
        actions={
            "add": Action(
                "save a query under a name, or change the query of a view",
                (
                    positional("name", "NAME", parse=new_name, values="views"),
                    positional("query", "QUERY", _QUERY, takes=ANY, values="terms"),
                    option("key", "N", "the digit that opens it in the reader, 1 to 9", parse=digit),
                ),
            ),
            "rename": Action("rename a view", (_name("NAME", "views"), _name("NEW", None))),
            "remove": Action("remove a view", (_name("NAME", "views"),)),
            "move": Action(
                "move a view to a position, counted from 1",
                (_name("NAME", "views"), positional("place", "PLACE", parse=position)),
            ),
            "key": Action(
                "bind a view to a digit in the reader",
                (
                    _name("NAME", "views"),
                    positional("digit", "N|none", "1 to 9, or none to remove it", parse=digit_or_none),
                ),
            ),
        },
        actions_words=_LISTED_WHEN_LEFT_OUT,
    ),
    "rules": Verb(
        SORT,
        "library.rules",
        "list, add, remove or test rules, or explain their effect on a paper",
        ("arxtui rules try ti:survey --mute", "arxtui rules add Lamport au:lamport --highlight --score 8"),
        json="the output as JSON, one object per line",
        actions={
            "add": Action("add a rule to the settings", (positional("name", "NAME", parse=new_name), *_RULE)),
            "try": Action(
                "dry run: show the effect of a rule on recent announcements",
                (
                    *_RULE,
                    option(
                        *("days", "N"),
                        f"announcements of the last N days, including today (default {RECENT_DAYS})",
                        parse=number_to(_MOST_DAYS),
                        default=RECENT_DAYS,
                    ),
                ),
            ),
            "remove": Action(
                "remove a rule from the settings; papers it tagged and starred stay so", (_name("NAME", "rules"),)
            ),
            "apply": Action(
                "tag and star all papers that match the rule now, not only new ones", (_name("NAME", "rules"),)
            ),
            "why": Action("show the effect of rules on a paper", (_name("ID", None),)),
        },
        actions_words=_LISTED_WHEN_LEFT_OUT,
    ),
    "follow": Verb(
        SORT,
        "library.follow",
        "follow authors and keywords, or list the follows",
        ("arxtui follow 'Leslie Lamport'", "arxtui follow --keyword consensus"),
        (
            positional(
                *("authors", "AUTHOR", "full names, each in quotation marks; without any, lists the follows"), takes=ANY
            ),
            option("keyword", "WORD", "a word or phrase in titles and abstracts; can be repeated", is_repeatable=True),
        ),
        json="the follows, one JSON object per line: author or keyword",
    ),
    "unfollow": Verb(
        SORT,
        "library.follow:unfollow",
        "stop following authors and keywords",
        ("arxtui unfollow 'Leslie Lamport'", "arxtui unfollow --keyword consensus"),
        (
            positional("authors", "AUTHOR", "names listed by 'arxtui follow'", takes=ANY, values="followed authors"),
            _names("keyword", "a followed keyword; can be repeated", "followed keywords", "WORD"),
        ),
        json="the remaining follows, one JSON object per line",
    ),
    "rank": Verb(
        SORT,
        "library.rank",
        'train the "For you" ranking on your marks, or explain a score',
        ("arxtui rank", "arxtui rank 2605.01234"),
        (
            positional("ids", "ID", "explain the scores of these papers", takes=ANY),
            flag("reset", "delete the trained ranking; only later marks count from then on"),
            EVENTS,
        ),
        json="the state of the ranking, or each paper, one JSON object per line",
    ),
}
