"""Fetching one paper's full text, figures and PDF, storing them as they arrive, and recording the outcome."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import unquote_to_bytes, urljoin, urlsplit

from arxtui.figures.drawing import Drawer
from arxtui.figures.text import figure_lines
from arxtui.http.errors import Blocked, HttpError, NoNetwork, RateLimited, Unavailable, Untrusted
from arxtui.http.hosts import same_host
from arxtui.light import NamedTuple
from arxtui.model.document import FRAGMENT, Document, Origin
from arxtui.model.fulltext import ARRIVED, Figure, TextState
from arxtui.sources.errors import SourceError
from arxtui.sources.latexml import page_drawings
from arxtui.sources.pictures import picture_base, picture_type
from arxtui.store.errors import Damaged
from arxtui.store.texts.fulltexts import EMBEDDED, FigureRequest, Fulltexts, Outcome, Page, Retention, StoredText
from arxtui.sync.fulltext import requests
from arxtui.sync.fulltext.due import Errand, RequestedPaper, next_attempt
from arxtui.sync.refresh.due import after_failure
from arxtui.sync.refresh.fetching import bounds_of, reason_of

LARGEST = 9 << 20
"""The largest size of a figure in bytes. arXiv makes SVG of up to 8 MB."""
MOST = 200
"""The most figures of a paper: they take ten minutes at arXiv's pace."""
_SECONDS = 60.0
"""Timeout of one figure."""
_SHRINKAGE = 0.9
"""A whole text with less than this share of the words of the whole text that is stored has lost something."""


def figures_of(document: Document, page: Page) -> list[FigureRequest]:
    """Return the figures of a document, each address once, the drawings within the page first; none for a PDF."""
    if page.origin is Origin.PDF:
        return []
    base = picture_base(page.data, page.url)
    pictures = requests.pictures_in(document)
    drawings = dict.fromkeys(picture.address for picture in pictures if picture.is_drawing)
    addresses = dict.fromkeys(picture.address for picture in pictures if picture.address and not picture.is_drawing)
    return [
        *(FigureRequest(address, address) for address in drawings),
        *(_wish(address, base, page.url, number) for number, address in enumerate(addresses, 1)),
    ]


def fetch_figures(
    text_client: requests.TextClient, texts: Fulltexts, key: int, version: int, on_figure: Callable[[int, int], object]
) -> HttpError | None:
    """Fetch the missing figures of a text, and store the drawings within its page; call ``on_figure(done, count)``
    after each. A figure that is not available is stored as such and not requested again.

    Returns the error that ended the fetch early, else None.

    Raises:
        Cancelled: the fetch is being stopped.
    """
    pending_figures = texts.pending_figures(key, version)
    origin = next(text.origin for text in texts.texts([key])[key] if text.version == version)
    service = "ar5iv" if origin is Origin.AR5IV else "arxiv"
    drawings = _drawings(texts, key, version, pending_figures)
    with closing(Drawer()) as drawer:
        for done, wish in enumerate(pending_figures, 1):
            try:
                figure = _figure(_fetch(text_client, wish, service, drawings), drawer)
            except HttpError as error:
                if _is_temporary(error):
                    return error
                figure = Figure(reason=error.reason)
            texts.put_figure(key, version, wish.address, figure)
            on_figure(done, len(pending_figures))
    return None


def _drawings(texts: Fulltexts, key: int, version: int, figures: Sequence[FigureRequest]) -> Mapping[str, bytes]:
    """Return the drawings of a stored page by address, if any of the figures is one."""
    try:
        page = texts.page(key, version) if any(figure.url.startswith(FRAGMENT) for figure in figures) else None
        return page_drawings(page.data) if page else {}
    except (Damaged, SourceError):
        return {}


def _fetch(text_client: requests.TextClient, wish: FigureRequest, service: str, drawings: Mapping[str, bytes]) -> bytes:
    if wish.url.startswith(FRAGMENT):
        return drawings.get(wish.url, b"")
    if wish.url.startswith(EMBEDDED):
        return _data_of(wish.url)
    return text_client.get(wish.url, service, limit=LARGEST, seconds=_SECONDS).body


def _figure(data: bytes, drawer: Drawer) -> Figure:
    kind = picture_type(data)
    if not kind:
        return Figure(reason="not a PNG, JPEG, GIF, WebP or SVG")
    return Figure(kind, data, words=tuple(figure_lines(data, drawer)))


def _data_of(url: str) -> bytes:
    """Return the bytes in a ``data:`` URL; b"" if they are damaged."""
    head, _, body = url.partition(",")
    data = unquote_to_bytes(body)
    if not head.lower().endswith(";base64"):
        return data
    try:
        return base64.b64decode(data)
    except ValueError:
        return b""


def _is_temporary(error: HttpError) -> bool:
    """Whether the error is about the service, so that a later request can succeed, and not about this figure."""
    if isinstance(error, RateLimited | NoNetwork | Blocked | Untrusted | requests.ServiceSkipped):
        return True
    return isinstance(error, Unavailable) and error.status == 503


def _wish(address: str, base: str, page_url: str, number: int) -> FigureRequest:
    if address.startswith(EMBEDDED):
        return FigureRequest(address, address)
    try:
        url = urljoin(base, address)
        if urlsplit(url).scheme not in ("http", "https"):
            return FigureRequest(address, "", "not on the web")
        if not same_host(url, page_url):
            return FigureRequest(address, url, f"on another host ({urlsplit(url).hostname})")
    except ValueError:
        return FigureRequest(address, "", "no address")
    return FigureRequest(address, url, "" if number <= MOST else f"beyond the first {MOST} figures")


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

    text_client: requests.TextClient
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
            result = requests.fetch_text(self.text_client, paper, errand.sources)
            self.text_client.set_source("")
            failure = self._store_text(errand, result) or failure
        failure = self._fetch_figures(paper, on_figure) or failure
        self.texts.forget(self.keeping, paper.key)
        return self._result(paper, messages, failure)

    def _store_text(self, errand: Errand, result: requests.TextResult) -> Exception | None:
        """Store the text that was found, unless a better one is stored, and the outcome. Returns the failure if no text
        was found."""
        paper, (text, reasons, failure, _) = errand.paper, result
        if text is None and isinstance(failure, requests.ServiceSkipped):
            return failure
        kept = next((stored for stored in errand.current if text and _is_worse(text, stored)), None)
        if text and kept:
            shorter = f"the stored text is kept, because the new one has only {text.words:,} words"
            result = result._replace(reasons=(*reasons, shorter))
        broken_off = kept.broken_off if kept else text is not None and text.document.broken_off
        outcome = self._outcome(errand, result, broken_off=broken_off)
        if text is None or kept:
            self.texts.write(paper.key, outcome)
            return None if kept else failure
        self.texts.put(
            paper.key,
            text.version,
            text.page,
            text.document,
            text.words,
            figures_of(text.document, text.page),
            outcome,
        )
        for stored in errand.current:
            if stored.broken_off and stored.version != text.version:
                self.texts.drop(paper.key, stored.version)
        self.text_client.on_step(ARRIVED)
        return None

    def _outcome(self, errand: Errand, result: requests.TextResult, *, broken_off: bool) -> Outcome:
        paper, now, before = errand.paper, self.text_client.now(), errand.outcome
        text, reasons, failure, is_empty = result
        state = TextState.HAVE if text else TextState.FAILED if failure else TextState.NONE
        unchanged = before if before and (before.version, before.state) == (paper.version, state) else None
        failures = unchanged.failures + 1 if unchanged else 1
        if text and text.page.origin is Origin.HTML and not reasons:
            return Outcome(paper.version, state, "", now)
        if failure:
            due = _due_after(failure, now, failures, self.spread())
            return Outcome(paper.version, state, "; ".join((reason_of(failure), *reasons)), now, due, failures)
        later = next_attempt(paper, now, failures, failed_upstream=broken_off or is_empty)
        return Outcome(paper.version, state, "; ".join(reasons), now, later, failures)

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
            document = requests.read_page(page)
        except (Damaged, SourceError) as error:
            self.texts.drop(paper.key, version)
            return f"the stored text could not be read again ({error})"
        self.texts.put(paper.key, version, page, document, requests.words_in(document), figures_of(document, page))
        return "read again"

    def _fetch_pdf(self, paper: RequestedPaper) -> tuple[str, Exception | None]:
        try:
            data = requests.fetch_pdf(self.text_client, paper)
        except requests.NoText as none:
            return str(none), None
        except HttpError as error:
            return f"its PDF is not stored: {error.reason}", error
        path = self.text_client.pdfs.put(paper.id, paper.version, data)
        return f"its PDF is {path}", None

    def _result(self, paper: RequestedPaper, messages: list[str], failure: Exception | None) -> ErrandResult:
        state = self.texts.state(paper.key)
        first = [reason_of(failure)] if failure else [state.summary or "no full text", state.reason]
        words = "; ".join(filter(None, (*first, *messages)))
        return ErrandResult(state.state.is_stored, words, failure, state.next_try)


def _is_worse(text: requests.FoundText, stored: StoredText) -> bool:
    """Whether a text is worse than a stored one of the same version. If one of them broke off, the longer one is
    better, but not than a whole one of the same source; a whole one is worse if its source clearly had more before."""
    same_source = stored.origin is text.page.origin
    if same_source and not stored.broken_off:
        return text.document.broken_off or text.words < _SHRINKAGE * stored.words
    return (text.document.broken_off or stored.broken_off) and text.words < stored.words


def _due_after(failure: Exception, now: datetime, failures: int, spread: float) -> datetime:
    retry_after = failure.retry_after if isinstance(failure, HttpError) else None
    return after_failure(now, failures, retry_after, spread, **bounds_of(failure))
