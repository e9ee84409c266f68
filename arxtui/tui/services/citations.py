"""References and citations: as lists of papers, and as a table with what is not here."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arxtui.library.references.checking import BibFile
from arxtui.library.references.citing import Citations as CitedKeys
from arxtui.library.references.citing import is_document
from arxtui.library.references.neighbourhood import Side
from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import key_named, name_of
from arxtui.model.counted import counted
from arxtui.model.expr import CitedBy, terms_of
from arxtui.model.reported import cited_words
from arxtui.model.sources import CITATION_SOURCES
from arxtui.text import clip
from arxtui.text.decode import decode_file
from arxtui.tui.actions import Place
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present import references as present
from arxtui.tui.present.line import capitalised, shown_path
from arxtui.tui.present.outcomes import answers_words
from arxtui.tui.screens.references import NeighbourhoodScreen, References, ReferencesScreen
from arxtui.tui.services.background.jobs import ASKING, JobOutcome, Jobs
from arxtui.tui.state.selection import Targets
from arxtui.tui.state.view import PATIENCE
from arxtui.tui.verbs import STAR

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.references.references import ReferenceCount
    from arxtui.tui.services.fulltexts import Fulltexts
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.services.marker import Marker
    from arxtui.tui.services.navigator import Navigator
    from arxtui.tui.services.overlays import Overlays
    from arxtui.tui.services.panes import Panes
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.state.signals import Signal
    from arxtui.tui.widgets.panes import PanesScreen

_MOST_MISSING = 200
"""The number of works that starred papers cite and that are listed."""
_LONGEST_TITLE = 60
_MOST_FILES = 1
"""The number of imported files that are named; a data set can be hundreds."""
_MOST_CHECKED = 2_000
"""The number of entries that are checked while the user waits; ``arxtui check`` checks all."""


class Citations:
    """Lists the references of a paper, and what cites it, from any screen. ``changed`` are the signals after which what
    is here may be other papers, or have other marks."""

    def __init__(
        self,
        screen: PanesScreen,
        status: StatusBar,
        threads: LibraryThreads,
        navigator: Navigator,
        panes: Panes,
        overlays: Overlays,
        fulltexts: Fulltexts,
        jobs: Jobs,
        marker: Marker,
        changed: Signal[Any],
    ) -> None:
        self._screen = screen
        self._status = status
        self._threads = threads
        self._navigator = navigator
        self._panes = panes
        self._overlays = overlays
        self._fulltexts = fulltexts
        self._jobs = jobs
        self._marker = marker
        self._changed = changed

    def ask_sources(self, key: int) -> None:
        """Ask the sources of citations that are switched on about a paper."""
        settings = self._screen.session.settings.citations
        if not any(getattr(settings, name) for name in CITATION_SOURCES):
            self._say(
                "No source of citations is switched on: [citations] in the settings names them (arxtui config edit)"
            )
        elif not self._jobs.start("fetch", "--citations", "--", name_of(key), then=self._say_answers, name=ASKING):
            self._jobs.say_already_running(ASKING, "Asking about another paper")

    def _say_answers(self, outcome: JobOutcome) -> None:
        recent = (
            "The sources were asked about this paper in the last week (arxtui fetch --citations --again asks again)"
        )
        words = answers_words(outcome.targets) or recent
        self._status.say(words, "fault" if outcome.end.exit_code else "dim", everywhere=True)

    # Lists

    def list_references(self, key: int) -> None:
        """List the papers of the cache that a paper cites; say why if there are none."""
        self._threads.ask(lambda library: library.references.count(key), partial(self._list_references, key))

    def list_citing(self, key: int) -> None:
        """List the papers that are known to cite a paper; say so if none are."""
        self._threads.ask(partial(_count_citing, key=key), partial(self._list_citing, key))

    def _list_references(self, key: int, count: ReferenceCount | None) -> None:
        overview = key_for("all_references")
        if count is None:
            self._say_unknown()
        elif not count.entries:
            self._say("The text of this paper has no bibliography")
        elif not count.here:
            none = f"None of its {counted(count.entries, 'reference')}" if count.entries > 1 else "Its one reference"
            self._say(f"{none} is {'' if count.entries > 1 else 'not '}here · {overview} shows what they are")
        else:
            are = "are" if count.entries > 1 else "is"
            words = f"{count.here:,} of {counted(count.entries, 'reference')} {are} here · {overview} shows the others"
            self._leave_for(self._named(f"citedby:{name_of(key)}", key), words)

    def _list_citing(self, key: int, citing: _Citing) -> None:
        others = citing.reports or "what other papers cite is not known"
        if not citing.papers and citing.is_whole:
            is_one = citing.known == counted(1, "stored text")
            none = "The one stored text does not cite" if is_one else f"None of the {citing.known} cites"
            self._say(f"{none} this paper; {others}")
        else:
            # While the look-up goes on, the note on the list says how many texts are left.
            words = f"Of {citing.known}; {others}" if citing.is_whole else capitalised(citing.reports)
            self._leave_for(self._named(f"cites:{name_of(key)}", key), words)

    # The table

    def show_references(self, key: int) -> None:
        """Show all references of a paper, with what is here of each. In a list of references, of those papers whose
        text is not stored, show the whole bibliography from which the list comes."""

        def show(references: References | None) -> None:
            if references is None:
                of_list = self._citing_key
                (self._say_unknown if of_list in (None, key) else partial(self.show_references, of_list))()
            else:
                self._named(references.query, key)
                self._open("References", partial(_references, key=key), references)

        self._threads.ask(partial(_references, key=key), show)

    @property
    def _citing_key(self) -> int | None:
        """The paper whose references are listed; None in any other list."""
        listing = self._screen.session.view.listing
        names = [term.name for term in terms_of(listing.query.expr) if isinstance(term, CitedBy)] if listing else []
        return self._threads.library.papers.key_of(names[0]) if len(names) == 1 else None

    def show_sentences(self, key: int) -> None:
        """Show the sentences in which other papers cite a paper."""

        def show(citing: References) -> None:
            if citing.rows:
                self._named(citing.query, key)
                self._open("What others say", partial(_sentences, key=key), citing)
            else:
                self.list_citing(key)  # there are none, which it says

        self._threads.ask(partial(_sentences, key=key), show)

    def show_neighbourhood(self, key: int) -> None:
        """Show the papers around a paper as a tree."""

        def read(path: present.TreePath, of: int, side: Side) -> None:
            def show(branch: present.Branch) -> None:
                if screen.is_attached:
                    screen.show(path, branch)

            self._threads.ask(partial(_branch, key=of, side=side), show)

        rows = self._threads.library.papers.rows([key])
        screen = NeighbourhoodScreen(key, rows[0].title if rows else name_of(key), read, self._fulltexts.open)
        self._overlays.open(screen, self._closed, [(self._changed, lambda _: screen.read_again())])

    def show_missing(self) -> None:
        """Show what the starred papers cite most and the cache does not have."""

        def show(missing: References) -> None:
            if missing.rows:
                self._open("Missing", _missing, missing)
            else:
                self._say(f"Nothing is missing {missing.words}")

        self._say("Looking through the references of your starred papers")
        self._threads.ask(_missing, show)

    def files_named(self, answer: str) -> list[Path]:
        """Return the files that an answer names. Raises: ValueError if one does not exist."""
        try:
            names = shlex.split(answer)
        except ValueError as error:
            raise ValueError("a quotation mark is not closed") from error
        files = [Path(os.path.expanduser(each)) for each in names]  # noqa: PTH111 - an unknown user is no error
        if not files:
            raise ValueError("name a BibTeX file, or a document that cites")
        for file in files:
            if not file.is_file():
                raise ValueError(f"there is no file {shown_path(file)}")
        return files

    def check(self, answer: str) -> None:
        """Show the entries of BibTeX files, or those that documents cite, with what is known of each."""
        files = self.files_named(answer)

        def show(checked: References | None) -> None:
            self._say("")
            if checked is not None and checked.rows:
                if checked.query:
                    self._screen.session.names[checked.query] = f"Papers of {', '.join(each.name for each in files)}"
                self._open("Checked", partial(_checked, files=files), checked)
            else:
                self._say("There is no entry to check")

        self._say(f"Checking {', '.join(each.name for each in files)}")
        self._threads.ask(partial(_checked, files=files), show)

    def _open(self, title: str, read: Callable[[Library], References | None], first: References) -> None:
        def show(references: References | None) -> None:
            if references is not None and screen.is_attached:
                screen.show(references)

        def ask() -> None:
            self._threads.ask(read, show, topic="references")

        def read_first() -> None:
            show(first)

        screen = ReferencesScreen(title, read_first, self._fulltexts.open, self._add, self._star, self._marker.undo)
        # The news are counted after each change; checking thousands of entries again takes a second.
        self._overlays.open(screen, self._closed, [(self._changed, lambda _: ask())])

    def _closed(self, query: str | None) -> None:
        if query:
            self._leave_for(query)

    def _add(self, names: Sequence[str]) -> None:
        """Fetch the records of papers."""
        if self._jobs.start("add", "--", *names, then=self._jobs.say_outcome):
            self._say(f"Fetching the {'record' if len(names) == 1 else 'records'} of {counted(len(names), 'paper')}")
        else:
            self._jobs.say_already_running("add", "Adding the earlier papers")

    def _star(self, row: present.ReferenceRow) -> None:
        """Star the paper of a row, or unstar it. A work outside arXiv is stored first."""

        def star(key: int) -> None:
            self._marker.do_to(STAR.verb, Targets((key,)))

        if row.key is not None:
            star(row.key)
        elif work := row.work:
            self._threads.ask(lambda library: library.references.keep(work, row.text), star)

    # Parts

    def _leave_for(self, query: str, words: str = "") -> None:
        """List a query, from any screen."""
        self._screen.call_later(self._to_list)
        self._navigator.leave_for(query, message=words)

    async def _to_list(self) -> None:
        """Leave the screens over the list."""
        app = self._screen.app
        while app.screen is not self._screen:
            await app.screen.dismiss(None)
        self._panes.go_to(Place.LIST)

    def _say(self, words: str) -> None:
        self._status.say(words)

    def _named(self, query: str, key: int) -> str:
        """Name the query for the references of a paper, or for what cites it. Return the query."""
        rows = self._threads.library.papers.rows([key])
        words = "References of" if query.startswith("citedby:") else "Cited by:"
        self._screen.session.names[query] = f"{words} {clip(rows[0].title, _LONGEST_TITLE) if rows else name_of(key)}"
        return query

    def _say_unknown(self) -> None:
        self._say(
            "The text of this paper is not stored, so its references are not known"
            f" · {key_for('fetch_text')} fetches it"
        )


class _Citing(NamedTuple):
    """How many papers of the cache cite a paper, what is known in words (``9 stored texts``, files, sources), whether
    all texts were looked at, and how often sources report that it is cited, in words."""

    papers: int
    known: str
    is_whole: bool
    reports: str


def _count_citing(library: Library, key: int) -> _Citing:
    references = library.references
    left = references.graph.update(PATIENCE).left
    citing, files = references.citing_here(key), references.graph.other_sources()
    named = files if len(files) <= _MOST_FILES else [counted(len(files), "imported file")]
    names = {voice.name for voices in citing.values() for voice in voices}
    others = (*named, *(source.label for source in CITATION_SOURCES.values() if source.name in names))
    known = " and ".join(filter(None, (counted(references.graph.texts(), "stored text"), ", ".join(others))))
    return _Citing(len(citing), known, not left, cited_words(library.papers.reports(key)))


def _references(library: Library, key: int) -> References | None:
    cited = library.references.of(key)
    if cited is None:
        return None
    keys = list(dict.fromkeys(found.key for each in cited for found in each.found if found))
    rows = present.reference_rows(cited, {row.key: row for row in library.papers.rows(keys)})
    here = sum(any(found and found.certain for found in each.found) for each in cited)
    words = f"{here:,} of {len(cited):,} here"
    if record := library.papers.record(key):
        words = f"{words} · {record.title}"
    return References(rows, words, f"citedby:{name_of(key)}")


def _branch(library: Library, key: int, side: Side) -> present.Branch:
    left = library.references.graph.update(PATIENCE).left
    papers = library.references.neighbours(key, side)
    rows = {row.key: row for row in library.papers.rows([each.key for each in papers or ()])}
    unknown = "" if papers is not None else "What it cites is not known, because its text is not stored"
    shown = tuple((rows[each.key], each.cited) for each in papers or () if each.key in rows)
    return present.Branch(shown, unknown, f"; {counted(left, 'text')} left" if left else "")


def _sentences(library: Library, key: int) -> References:
    citing = list(library.references.citing(key))
    texts = {each.key for each in citing}
    here = {each: voices for each, voices in library.references.citing_here(key).items() if each not in texts}
    missing = library.references.reported.citing_works(key)
    papers = {row.key: row for row in library.papers.rows([*texts, *here])}
    rows = present.citing_rows(citing, papers)
    words = f"{len(rows):,} of {counted(library.references.graph.texts(), 'stored text')}"
    words = " · ".join(filter(None, (words, cited_words(library.papers.reports(key)))))
    rows += present.reported_rows(here, missing, papers, len(rows))
    if record := library.papers.record(key):
        words = f"{words} · {record.title}"
    choices = present.REFERENCE_CHOICES if here or missing else (present.Shown.ALL, present.Shown.UNREAD)
    return References(rows, words, f"cites:{name_of(key)}", choices)


def _missing(library: Library) -> References:
    starred = library.search.more(library.search.listing("is:starred"))
    missing = library.missing.of(starred.keys, _MOST_MISSING)
    papers = {row.key: row for row in library.papers.rows(list({key for each in missing.works for key in each.citing}))}
    unknown = f"; {missing.without_text:,} more have no stored text" if missing.without_text else ""
    words = f"in the references of {counted(missing.looked_at, 'starred paper')}{unknown}"
    if missing.without_text and not missing.looked_at:
        words = f"as far as is known: {counted(missing.without_text, 'starred paper')} without a stored text"
    return References(
        present.missing_rows(missing.works, papers), words, choices=(present.Shown.ALL, present.Shown.WITH_ID)
    )


def _checked(library: Library, files: Sequence[Path]) -> References | None:
    documents = [each for each in files if is_document(each)]
    cited = CitedKeys()
    for document in documents:
        cited.add(document)
    bibs = [each for each in files if each not in documents] or [each for each in cited.bibs if each.is_file()]
    parsed = (BibFile.parse(each.name, decode_file(each.read_bytes()).text) for each in bibs)
    checked = list(islice(library.bibliographies.check(parsed, cited if documents else None), _MOST_CHECKED + 1))
    keys = [key_named(each.paper) for each in checked if each.paper]
    rows = present.checked_rows(checked[:_MOST_CHECKED], {row.key: row for row in library.papers.rows(keys)})
    words = f"{', '.join(each.name for each in bibs)} · {counted(library.papers.count(), 'paper')} in the cache"
    if works := library.bibliographies.published.facts:
        words += f", {counted(works.records, 'work')} of dblp"
    if len(checked) > _MOST_CHECKED:
        words = f"the first {_MOST_CHECKED:,} entries of {words}; arxtui check checks all"
    names = dict.fromkeys(each.paper for each in checked[:_MOST_CHECKED] if each.paper)
    return References(rows, words, " OR ".join(f"id:{name}" for name in names), present.checked_choices(rows))
