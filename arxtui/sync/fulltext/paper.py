"""Fetching one paper's full text, figures and PDF, storing them, and recording the outcome."""

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
from arxtui.sync.fulltext.due import Errand, RequestedPaper, next_attempt
from arxtui.sync.fulltext.figures import fetch_figures, figures_of
from arxtui.sync.fulltext.requests import (
    NoText,
    ServiceSkipped,
    TextClient,
    TextResult,
    fetch_pdf,
    fetch_text,
    read_page,
)
from arxtui.sync.refresh.due import after_failure
from arxtui.sync.refresh.engine import bounds_of, reason_of


class ErrandResult(NamedTuple):
    """The result of an errand: whether a text is stored now, a message, why something failed, and when the text is due
    again."""

    is_stored: bool
    words: str
    failure: Exception | None = None
    next_due: datetime | None = None


@dataclass(slots=True)
class PaperFetcher:
    """Runs errands. ``spread`` returns a random number from 0 to 1 that spreads the retries of many users."""

    text_client: TextClient
    texts: Fulltexts
    keeping: Retention
    spread: Callable[[], float]

    def request(self, errand: Errand, on_figure: Callable[[int, int], object]) -> ErrandResult:
        """Run an errand; call ``on_figure(done, count)`` after each figure.

        Raises:
            StoreError: the cache cannot be used.
            Cancelled: the fetch is being stopped.
        """
        paper = errand.paper
        failure: Exception | None = None
        messages = [self._parse_again(paper, version) for version in errand.outdated]
        if errand.pdf:
            # Before the text: without HTML, the text is read from this file.
            words, failure = self._fetch_pdf(paper)
            messages.append(words)
        if errand.sources:
            result = fetch_text(self.text_client, paper, errand.sources)
            self.text_client.set_source("")
            failure = self._store_text(errand, result) or failure
        failure = self._fetch_figures(paper, on_figure) or failure
        self.texts.forget(self.keeping, paper.key)
        return self._result(paper, messages, failure)

    def _store_text(self, errand: Errand, result: TextResult) -> Exception | None:
        """Store the text that was found, and the outcome. Returns the failure if no text was found."""
        paper, (text, _, failure) = errand.paper, result
        if text is None and isinstance(failure, ServiceSkipped):
            return failure
        outcome = self._outcome(errand, result)
        if text is None:
            self.texts.write(paper.key, outcome)
            return failure
        self.texts.put(
            paper.key,
            text.version,
            text.page,
            text.document,
            text.words,
            figures_of(text.document, text.page),
            outcome,
        )
        self.text_client.on_step(ARRIVED)
        return None

    def _outcome(self, errand: Errand, result: TextResult) -> Outcome:
        paper, now, before = errand.paper, self.text_client.now(), errand.outcome
        text, reasons, failure = result
        state = TextState.HAVE if text else TextState.FAILED if failure else TextState.NONE
        unchanged = before if before and (before.version, before.state) == (paper.version, state) else None
        failures = unchanged.failures + 1 if unchanged else 1
        if text and text.page.origin is Origin.HTML:
            return Outcome(paper.version, state, "", now)
        if failure:
            due = _due_after(failure, now, failures, self.spread())
            return Outcome(paper.version, state, "; ".join((reason_of(failure), *reasons)), now, due, failures)
        return Outcome(paper.version, state, "; ".join(reasons), now, next_attempt(paper, now, failures), failures)

    def _fetch_figures(self, paper: RequestedPaper, on_figure: Callable[[int, int], object]) -> HttpError | None:
        missing = self.texts.unfinished([paper.key]) if self.text_client.settings.fulltext.figures else {}
        if paper.key not in missing:
            return None
        return fetch_figures(self.text_client, self.texts, paper.key, missing[paper.key], on_figure)

    def _parse_again(self, paper: RequestedPaper, version: int) -> str:
        """Parse a stored page again whose text another version of the program had parsed. Returns a message."""
        try:
            page = self.texts.page(paper.key, version)
            if page is None:
                return ""
            document = read_page(page)
        except (Damaged, SourceError) as error:
            self.texts.drop(paper.key, version)
            return f"the stored text could not be read again ({error})"
        self.texts.put(paper.key, version, page, document, words_in(document), figures_of(document, page))
        return "read again"

    def _fetch_pdf(self, paper: RequestedPaper) -> tuple[str, Exception | None]:
        try:
            data = fetch_pdf(self.text_client, paper)
        except NoText as none:
            return str(none), None
        except HttpError as error:
            return f"its PDF is not stored: {error.reason}", error
        path = self.text_client.pdfs.put(paper.id, paper.version, data)
        return f"its PDF is {path}", None

    def _result(self, paper: RequestedPaper, messages: list[str], failure: Exception | None) -> ErrandResult:
        state = self.texts.state(paper.key)
        first = [reason_of(failure)] if failure else [state.summary or "no full text", state.reason]
        words = "; ".join(filter(None, (*first, *messages)))
        return ErrandResult(state.state is TextState.HAVE, words, failure, state.next_try)


def _due_after(failure: Exception, now: datetime, failures: int, spread: float) -> datetime:
    retry_after = failure.retry_after if isinstance(failure, HttpError) else None
    return after_failure(now, failures, retry_after, spread, **bounds_of(failure))
