"""One paper's full text, figures and PDF: asked for, kept, and what became of it written down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from arxtui.http.errors import HttpError
from arxtui.model.document import Origin
from arxtui.model.fulltext import ARRIVED, TextState
from arxtui.sources.errors import SourceError
from arxtui.store.errors import Damaged
from arxtui.store.texts.fulltexts import Fulltexts, Outcome, Retention
from arxtui.sync.fulltext.document_parts import words_in
from arxtui.sync.fulltext.due import Errand, Wanted, worth_asking_again
from arxtui.sync.fulltext.figures import fetch_figures, wishes_of
from arxtui.sync.fulltext.requests import Answered, Asker, NotAsked, NoText, ask_pdf, ask_text, read_page
from arxtui.sync.refresh.due import after_failure
from arxtui.sync.refresh.engine import bounds_of, reason_of


class Done(NamedTuple):
    """What became of an errand: whether a text is here now, in words what there is to know, why something failed, and
    when it is worth trying again."""

    is_here: bool
    words: str
    failure: Exception | None = None
    next_due: datetime | None = None


@dataclass(slots=True)
class Keeper:
    """Runs errands. ``spread`` gives a number from 0 to 1 that keeps many readers apart."""

    asker: Asker
    texts: Fulltexts
    keeping: Retention
    spread: Callable[[], float]

    def request(self, errand: Errand, told: Callable[[int, int], object]) -> Done:
        """Do what an errand says; ``told`` hears (figures done, of so many). StoreError, Cancelled."""
        paper = errand.paper
        failure: Exception | None = None
        said = [self._read_anew(paper, version) for version in errand.outdated]
        if errand.pdf:
            # First: where there is no HTML its text is read from this file.
            words, failure = self._keep_pdf(paper)
            said.append(words)
        if errand.asked:
            answered = ask_text(self.asker, paper, errand.asked)
            self.asker.asks_for_text("")
            failure = self._keep_text(errand, answered) or failure
        failure = self._fetch_figures(paper, told) or failure
        self.texts.forget(self.keeping, paper.key)
        return self._done(paper, said, failure)

    def _keep_text(self, errand: Errand, answered: Answered) -> Exception | None:
        """Keep a text that was found, and how it stands. What failed so that there is none, or no better one."""
        paper, (found, _, failure) = errand.paper, answered
        if found is None and isinstance(failure, NotAsked):
            return failure
        outcome = self._outcome(errand, answered)
        if found is None:
            self.texts.write(paper.key, outcome)
            return failure
        self.texts.put(
            paper.key,
            found.version,
            found.page,
            found.document,
            found.words,
            wishes_of(found.document, found.page),
            outcome,
        )
        self.asker.on_step(ARRIVED)
        return None

    def _outcome(self, errand: Errand, answered: Answered) -> Outcome:
        paper, now, before = errand.paper, self.asker.now(), errand.outcome
        found, reasons, failure = answered
        state = TextState.HAVE if found else TextState.FAILED if failure else TextState.NONE
        again = before if before and (before.version, before.state) == (paper.version, state) else None
        failures = again.failures + 1 if again else 1
        if found and found.page.origin is Origin.HTML:
            return Outcome(paper.version, state, "", now)
        if failure:
            due = _after(failure, now, failures, self.spread())
            return Outcome(paper.version, state, "; ".join((reason_of(failure), *reasons)), now, due, failures)
        return Outcome(
            paper.version, state, "; ".join(reasons), now, worth_asking_again(paper, now, failures), failures
        )

    def _fetch_figures(self, paper: Wanted, told: Callable[[int, int], object]) -> HttpError | None:
        missing = self.texts.unfinished([paper.key]) if self.asker.settings.fulltext.figures else {}
        if paper.key not in missing:
            return None
        return fetch_figures(self.asker, self.texts, paper.key, missing[paper.key], told)

    def _read_anew(self, paper: Wanted, version: int) -> str:
        """Read a text anew that another version of the program read; what it was read from is here."""
        try:
            page = self.texts.page(paper.key, version)
            if page is None:
                return ""
            document = read_page(page)
        except (Damaged, SourceError) as error:
            self.texts.drop(paper.key, version)
            return f"the stored text could not be read again ({error})"
        self.texts.put(paper.key, version, page, document, words_in(document), wishes_of(document, page))
        return "read again"

    def _keep_pdf(self, paper: Wanted) -> tuple[str, Exception | None]:
        try:
            data = ask_pdf(self.asker, paper)
        except NoText as none:
            return str(none), None
        except HttpError as error:
            return f"its PDF is not here: {error.reason}", error
        path = self.asker.pdfs.put(paper.id, paper.version, data)
        return f"its PDF is {path}", None

    def _done(self, paper: Wanted, said: list[str], failure: Exception | None) -> Done:
        state = self.texts.state(paper.key)
        told = [reason_of(failure)] if failure else [state.summary or "no full text", state.reason]
        words = "; ".join(filter(None, (*told, *said)))
        return Done(state.state is TextState.HAVE, words, failure, state.next_try)


def _after(failure: Exception, now: datetime, failures: int, spread: float) -> datetime:
    retry_after = failure.retry_after if isinstance(failure, HttpError) else None
    return after_failure(now, failures, retry_after, spread, **bounds_of(failure))
