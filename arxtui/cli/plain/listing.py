"""Commands that show lists of papers page by page, and one paper of a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.cli.papers.listing import notes_on
from arxtui.cli.plain.blocks import block, prose
from arxtui.cli.plain.declaration import command
from arxtui.cli.plain.session import Session, split_papers
from arxtui.cli.plain.verbs import run_verb
from arxtui.cli.support import output
from arxtui.cli.support.exits import OK, BadCommandError, CommandError
from arxtui.cli.support.home import open_library
from arxtui.query import check, explain

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.views import Listing

PAGE = 10
"""Papers on a page."""


class ListedPapers:
    """The papers of a query, page by page."""

    def __init__(self, listing: Listing) -> None:
        self._listing = listing
        self._start = 0

    @property
    def has_more(self) -> bool:
        """Whether there is a page after the current one."""
        return self._start + PAGE < len(self._listing.keys)

    def turn(self, step: int) -> int:
        """Show the next (``step`` 1) or previous (-1) page. Raises CommandError if there is none."""
        start = self._start + step * PAGE
        if not 0 <= start < len(self._listing.keys):
            raise CommandError(
                "this is the last page of the list" if step > 0 else "this is the first page of the list"
            )
        self._start = start
        with open_library() as library:
            self.show(library)
        return OK

    def show(self, library: Library) -> None:
        """Print the page: which papers it shows, the papers, and the commands to continue."""
        keys = self._listing.keys
        end = min(self._start + PAGE, len(keys))
        if not keys:
            return
        meaning = output.foreign(explain(self._listing.query))
        prose(f"Papers {self._start + 1:,} to {end:,} of {self._listing.total:,}: {meaning}")
        rows = library.papers.rows_of(self._listing, keys[self._start : end], details=True)
        numbers = {key: number for number, key in enumerate(keys[self._start : end], self._start + 1)}
        headings = self._listing.headings
        for row in rows:
            if row.key in headings:
                output.line("")
                prose(output.foreign(headings[row.key]))
            output.line("")
            for line in block(numbers[row.key], row):
                output.line(line)
        output.line("")
        if end < len(keys):
            prose(f"'next' shows {end + 1:,} to {min(end + PAGE, len(keys)):,}; a number shows its paper")
        else:
            prose("The end of the list; a number shows its paper")


@command(
    "list",
    "[QUERY]",
    "List the papers that match a query, or all papers, newest first, ten a page. Afterwards numbers refer to these "
    "papers: 3, 2-5, 1,4-6.",
    ("list",),
)
def list_papers(session: Session, rest: str) -> int:
    """List the papers, and store their keys, so that numbers name papers."""
    if rest.startswith("--"):
        raise BadCommandError("'list' takes only a query here; 'arxtui list' in a shell takes options")
    query = check(rest).text
    with open_library() as library:
        listing = library.search.more(library.search.listing(query))
        if not listing.total and (others := library.suggestions.with_some_words(query)):
            listing = others
            output.say("No paper has all of these words; those that have some, best first.")
        listed = ListedPapers(listing)
        session.papers, session.paper, session.pages = listing.keys, None, listed
        listed.show(library)
        for words in notes_on(library, listing):
            output.say(words)
    return OK


@command("next", "", "Show the next page of the last list or text. Enter alone does the same.")
def next_page(session: Session, rest: str) -> int:
    """Show the next page."""
    return _pages(session, rest, 1)


@command("back", "", "Show the previous page.")
def previous_page(session: Session, rest: str) -> int:
    """Show the previous page."""
    return _pages(session, rest, -1)


@command(
    "show",
    "[PAPER]",
    "Show a paper: title, authors, marks, reviews, abstract. Its number or identifier alone does the same. Without "
    "PAPER: the paper shown last.",
)
def show_paper(session: Session, rest: str) -> int:
    """Show a paper, and make it the current paper of commands without a paper."""
    [name, *more], others = split_papers(session, rest.split())
    if more or others:
        raise BadCommandError("'show' takes one paper: its number in the last list, or its identifier")
    code = run_verb(session, ["show", name])
    if code == OK:
        with open_library() as library:
            session.paper = library.papers.key_of(name)
    return code


def _pages(session: Session, rest: str, step: int) -> int:
    if rest:
        raise BadCommandError("'next' and 'back' take no arguments")
    if session.pages is None:
        raise BadCommandError("there are no pages to turn; 'list' lists papers, 'read' reads one")
    return session.pages.turn(step)
