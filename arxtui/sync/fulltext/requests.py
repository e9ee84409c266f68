"""Requests for one paper's full text: from arXiv's HTML, else ar5iv, else the text of the PDF."""

from __future__ import annotations

import json
import logging
import math
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from arxtui.config.settings import Settings
from arxtui.http import errors
from arxtui.http.client import LIMIT, Answer, Client
from arxtui.light import NamedTuple
from arxtui.model.document import Document, Heading, Origin, Picture, Text
from arxtui.model.ledger import SKIPPED
from arxtui.sources.errors import EmptyPageError, SourceError
from arxtui.sources.latexml import parse_document
from arxtui.sources.pdf import can_read_pdf, pdf_document, pdf_refusal
from arxtui.store.texts.fulltexts import UNKNOWN_VERSION, Page, Pdfs
from arxtui.sync.fulltext.due import RequestedPaper
from arxtui.sync.fulltext.pdf_text import read_in_child
from arxtui.sync.refresh.fetching import reason_of

PDF_LIMIT = 128 << 20
"""The largest size of a PDF in bytes: arXiv accepts submissions of 50 MB, and the PDF can be larger."""
PDF_SECONDS = 300.0
"""Timeout of a PDF."""
_ABSENT = (400, 404, 410)
"""Statuses that mean that the source has no text of the paper."""
_MIN_WORDS = 100
"""A page with fewer words is not a paper, but a notice or an error page."""
_MIN_WORDS_OF_BEGINNING = 300
"""A page of a converter with fewer words and without any heading is only the beginning of a paper, as its abstract."""

_log = logging.getLogger(__name__)


def _ignore(words: str) -> None:
    """Do nothing: the default of ``on_step``."""


@dataclass(slots=True)
class TextClient:
    """Sends requests for texts, figures and PDFs. ``requests`` counts all requests, ``answered`` those that got a
    response. ``unresponsive`` are the services that do not respond now, with the reason. ``now`` returns aware UTC.
    ``on_step`` is called with a message about each step."""

    settings: Settings
    client: Client
    pdfs: Pdfs
    stop: threading.Event
    now: Callable[[], datetime]
    requests: int = 0
    answered: int = 0
    unresponsive: dict[str, str] = field(default_factory=dict)
    on_step: Callable[[str], object] = _ignore
    _source: str = ""
    """The source from which a text is being requested, in words; "" if none."""
    _reasons: tuple[str, ...] = ()
    """Why the sources before it had no text."""

    def set_source(self, source: str, reasons: Sequence[str] = ()) -> None:
        """Set the source from which a text is requested from now on ("": none), and why the ones before it failed."""
        self._source, self._reasons = source, tuple(reasons)

    def turn(self, seconds: float) -> None:
        """Report that the next request begins in this many seconds (0: now)."""
        if self._source:
            now = f"waiting {math.ceil(seconds)} s before trying " if seconds else "trying "
            self.on_step("; ".join((*self._reasons, now + self._source)))

    def get(self, url: str, service: str, *, limit: int = LIMIT, seconds: float | None = None) -> Answer:
        """Fetch a URL, without following redirects to another host.

        Raises:
            ServiceSkipped: the service is unresponsive.
            HttpError: the request failed.
            Cancelled: the fetch is being stopped.
        """
        if self.stop.is_set():
            raise errors.Cancelled("stopped before the request")
        if why := self.unresponsive.get(service):
            raise ServiceSkipped(f"{SKIPPED}{why}")
        self.requests += 1
        try:
            # ar5iv is a host of arXiv: both share one pace.
            answer = self.client.get(url, service="arxiv", limit=limit, seconds=seconds, one_host=True)
        except errors.HttpError as error:
            if isinstance(error, errors.RateLimited | errors.Unavailable | errors.NoNetwork) and not isinstance(
                error, errors.TooSlow
            ):
                self.unresponsive[service] = error.reason
            self.answered += isinstance(error, errors.BadAnswer)
            raise
        self.answered += 1
        return answer


class ServiceSkipped(errors.HttpError):
    """No request was sent, because the service did not respond a short time ago."""


class FoundText(NamedTuple):
    """A text that was found, and its version (``UNKNOWN_VERSION`` if unknown)."""

    page: Page
    document: Document
    version: int
    words: int


class TextResult(NamedTuple):
    """The result of a request for a text: ``text`` (None if no source has one), ``reasons`` why better sources had
    none, and the first ``failure``; after a failure, a later request may find a better text. ``is_empty``: a source has
    a page of the paper that is almost empty."""

    text: FoundText | None
    reasons: tuple[str, ...]
    failure: Exception | None
    is_empty: bool = False


class NoText(Exception):  # noqa: N818
    """A source has no text of the paper; the message says why."""


class EmptyText(NoText):
    """A source has a page of the paper that is almost empty: its conversion failed, and can succeed later."""


def fetch_text(text_client: TextClient, paper: RequestedPaper, origins: Sequence[Origin]) -> TextResult:
    """Request a text from the sources in their order, until one has it whole. If all break off, or the whole one is
    shorter, return the longest.

    Raises:
        Cancelled: the fetch is being stopped.
    """
    reasons = [f"{f'v{paper.version}' if paper.version else 'the paper'} is withdrawn"] if paper.withdrawn else []
    messages: list[str] = []
    failure: Exception | None = None
    is_empty = False
    texts: list[FoundText] = []
    for origin in origins:
        text_client.set_source(_NAMES[origin], messages)
        try:
            page = _SOURCES[origin](text_client, paper)
            if page is not None:
                texts.append(_read(page, paper))
                if not texts[-1].document.broken_off:
                    break
                raise NoText(f"{_NAMES[origin]} breaks off after {texts[-1].words:,} words")
        except NoText as none:
            is_empty = is_empty or isinstance(none, EmptyText)
            reasons.append(str(none))
            messages.append(str(none))
        except errors.Cancelled:
            raise
        except Exception as error:
            known = isinstance(error, errors.HttpError)
            _log.log(
                logging.WARNING if known else logging.ERROR, "%s by %s: %s", paper.name, origin, error, exc_info=error
            )
            failure = failure or error
            if not isinstance(error, ServiceSkipped):
                messages.append(reason_of(error))
    longest = max(texts, key=lambda text: (text.words, not text.document.broken_off), default=None)
    return TextResult(longest, tuple(reasons), failure, is_empty)


def read_page(page: Page) -> Document:
    """Parse a stored page into a document.

    Raises:
        SourceError: the page is not a document.
    """
    if page.origin is Origin.PDF:
        return pdf_document(json.loads(page.data))
    return parse_document(page.data)._replace(origin=page.origin)


def fetch_pdf(text_client: TextClient, paper: RequestedPaper) -> bytes:
    """Fetch a paper's PDF.

    Raises:
        NoText: arXiv has no PDF of the paper.
        BadAnswer: the response is not a PDF.
        HttpError: the request failed otherwise.
    """
    url = f"{text_client.settings.arxiv.pdf_url.rstrip('/')}/{paper.name}"
    data = _get(text_client, url, "arxiv", "arXiv has no PDF of it", limit=PDF_LIMIT, seconds=PDF_SECONDS).body
    if refusal := pdf_refusal(data):
        raise errors.BadAnswer(f"arXiv's response is {refusal}")
    return data


def _html(text_client: TextClient, paper: RequestedPaper) -> Page | None:
    base = text_client.settings.arxiv.html_url
    return _page(text_client, Origin.HTML, base, paper.name, "arxiv", "arXiv has no HTML of it") if base else None


def _ar5iv(text_client: TextClient, paper: RequestedPaper) -> Page | None:
    # ar5iv has one version of each paper and does not say which.
    base = text_client.settings.arxiv.ar5iv_url
    return _page(text_client, Origin.AR5IV, base, paper.id, "ar5iv", "ar5iv has none") if base else None


def _page(text_client: TextClient, origin: Origin, base: str, name: str, service: str, absent: str) -> Page:
    answer = _get(text_client, f"{base.rstrip('/')}/{name}", service, absent)
    if not urlsplit(answer.url).path.startswith(urlsplit(base).path):
        raise NoText(absent)
    return Page(origin, answer.url, answer.body, text_client.now())


def _pdf(text_client: TextClient, paper: RequestedPaper) -> Page | None:
    if not text_client.settings.arxiv.pdf_url:
        return None
    if not can_read_pdf():
        raise NoText("reading its PDF needs the package pypdfium2")
    stored = text_client.pdfs.path(paper.id, paper.version)
    data = stored.read_bytes() if stored.exists() else fetch_pdf(text_client, paper)
    try:
        texts = read_in_child(data, text_client.stop)
    except SourceError as error:
        raise NoText(f"arXiv has only {error}") from error
    url = f"{text_client.settings.arxiv.pdf_url.rstrip('/')}/{paper.name}"
    return Page(Origin.PDF, url, json.dumps(texts).encode(), text_client.now())


_SOURCES: dict[Origin, Callable[[TextClient, RequestedPaper], Page | None]] = {
    Origin.HTML: _html,
    Origin.AR5IV: _ar5iv,
    Origin.PDF: _pdf,
}


def _get(
    text_client: TextClient, url: str, service: str, absent: str, *, limit: int = LIMIT, seconds: float | None = None
) -> Answer:
    """Fetch a URL.

    Raises:
        NoText: with the message ``absent``; the page does not exist, or is too large.
        HttpError: the request failed otherwise.
    """
    try:
        return text_client.get(url, service, limit=limit, seconds=seconds)
    except errors.TooLarge as error:
        raise NoText(f"{absent} that can be read: {error.reason}") from error
    except errors.BadAnswer as error:
        if isinstance(error, errors.CrossHostRedirect) or error.status in _ABSENT:
            raise NoText(absent) from error
        raise


def _read(page: Page, paper: RequestedPaper) -> FoundText:
    try:
        document = read_page(page)
    except SourceError as error:
        kind = EmptyText if isinstance(error, EmptyPageError) else NoText
        raise kind(f"{_PAGES[page.origin]} shows no paper ({error})") from error
    words = words_in(document)
    is_beginning = document.engine and not any(isinstance(block, Heading) for block in document.blocks)
    if words < (_MIN_WORDS_OF_BEGINNING if is_beginning else _MIN_WORDS):
        raise EmptyText(f"{_PAGES[page.origin]} shows {words} words, too few for a paper")
    certain = page.origin is not Origin.AR5IV or paper.version == 1
    return FoundText(page, document, paper.version if certain else UNKNOWN_VERSION, words)


_NAMES = {Origin.HTML: "arXiv's HTML", Origin.AR5IV: "ar5iv", Origin.PDF: "arXiv's PDF"}
_PAGES = {Origin.HTML: "arXiv's page", Origin.AR5IV: "ar5iv", Origin.PDF: "the PDF"}


def words_in(document: Document) -> int:
    """Return the number of words, without formulas. A drawing has as many as the line ``[picture: …]`` that stands for
    one that is no picture, so that a text does not shrink where it becomes one."""
    return sum(map(_words, _parts_of(document)))


def _words(part: Any) -> int:
    if isinstance(part, Picture) and part.is_drawing:
        return len(f"[picture: {part.alt}".split())
    return len(part.text.split()) if isinstance(part, Text) else 0


def pictures_in(document: Document) -> list[Picture]:
    """Return the pictures, in reading order."""
    return [part for part in _parts_of(document) if isinstance(part, Picture)]


def _parts_of(document: Document) -> Iterator[Any]:
    """Yield every value in the document, in reading order. Not recursive, since blocks can be nested deeply."""
    left: list[Any] = [document]
    while left:
        part = left.pop()
        yield part
        if isinstance(part, tuple):
            left.extend(reversed(part))
